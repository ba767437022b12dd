// RUN: mini-opt %s --relayout-tritongpu | FileCheck %s

// Layouts that fit stay.

#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @laid_out(
  tt.func @laid_out(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
    // CHECK-NEXT: %result = ttng.tmem_load %arg0 : {{.*}} -> tensor<128x64xf32, #linear>
    // CHECK-NEXT: ttng.tmem_store %result, %arg0, %arg1 : tensor<128x64xf32, #linear> -> {{.*}}
    // CHECK-NEXT: tt.return
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
    ttng.tmem_store %0, %m, %p : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
