// RUN: mini-opt %s --tritongpu-F32DotTC -verify-diagnostics -split-input-file

// The first product of the three adds to a zero of f32, whatever the sum is of.

#b = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #b}>
#y = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @sum_of_halves(%x: tensor<16x16xf32, #x>, %y: tensor<16x16xf32, #y>) -> tensor<16x16xf16, #b> {
    // expected-error @+1 {{'tt.splat' op requires the same element type for all operands and results}}
    %sum = arith.constant dense<1.0> : tensor<16x16xf16, #b>
    %d = tt.dot %x, %y, %sum, inputPrecision = bf16x3 : tensor<16x16xf32, #x> * tensor<16x16xf32, #y> -> tensor<16x16xf16, #b>
    tt.return %d : tensor<16x16xf16, #b>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #b}>
#y = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @left_as_it_is(%x: tensor<16x16xf32, #x>, %y: tensor<16x16xf32, #y>) -> tensor<16x16xf16, #b> {
    %sum = arith.constant dense<1.0> : tensor<16x16xf16, #b>
    %d = tt.dot %x, %y, %sum, inputPrecision = tf32 : tensor<16x16xf32, #x> * tensor<16x16xf32, #y> -> tensor<16x16xf16, #b>
    tt.return %d : tensor<16x16xf16, #b>
  }
}
