tt.func @f(%p: !foo.bar) {
 tt.return
}
