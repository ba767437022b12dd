tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = arith.constant 1.0 : i32
  tt.return
}
