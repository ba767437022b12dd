module {
}
%x
