// RUN: not mini-opt %s --tritongpu-remove-layout-conversions 2>&1 | FileCheck %s
// NO-GOLDEN: upstream does not come to an end

// The constant is computed again in the layout of its user, and the next round does the same.

// CHECK: [[# @LINE + 5]]:1: error: 'builtin.module' op computing again in other layouts does not come to an end, after 100 rounds

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @scatter(%desc: !tt.tensordesc<1x16xi16>, %y: i32, %v: tensor<8x16xi16, #blocked>) {
    %rows = arith.constant dense<[0, 64, 127, 5, 1, 9, 31, 3]> : tensor<8xi32, #blocked1>
    %x = ttg.convert_layout %rows : tensor<8xi32, #blocked1> -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    tt.descriptor_scatter %desc[%x, %y], %v : !tt.tensordesc<1x16xi16>, tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, i32, tensor<8x16xi16, #blocked>
    tt.return
  }
}
