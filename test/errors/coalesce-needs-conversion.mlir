// RUN-FLAGS: --tritongpu-coalesce
module {
  tt.func @f(%p: tensor<8x!tt.ptr<f32>>) {
    %0 = tt.load %p : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
