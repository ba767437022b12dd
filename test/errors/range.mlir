tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<32xi32>
  tt.return
}
