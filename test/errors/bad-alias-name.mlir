#a.b = 1 : i32
module {
}
