tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  tt.return
}
