#b = #triton_gpu.blocked<{sizePerThread = [1]}>
tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  tt.return
}
