tt.func @f() -> i32 {
  tt.return
}
