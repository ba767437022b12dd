#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4]}>
tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
 %0 = arith.constant dense<0> : tensor<128xi32, #b>
 tt.return
}
