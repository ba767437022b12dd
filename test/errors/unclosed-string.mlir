module attributes {a = "foo} {
}
