tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = arith.addf %n, %n : f32
  tt.return
}
