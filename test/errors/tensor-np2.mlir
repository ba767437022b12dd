tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = tt.splat %n : i32 -> tensor<3xi32>
  tt.return
}
