tt.func public @skipped(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %skip: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %skip_s = tt.splat %skip : i32 -> tensor<1024xi32>
  %at = arith.addi %skip_s, %i : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %zero : tensor<1024x!tt.ptr<f32>>
  tt.return
}
