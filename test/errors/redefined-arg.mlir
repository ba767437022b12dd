tt.func @f(%p: i32, %p: i32) {
  tt.return
}
