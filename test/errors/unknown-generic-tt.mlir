tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = "tt.bar"(%n) : (i32) -> i32
  tt.return
}
