// RUN: mini-opt %s --ttgir 2>&1 | FileCheck %s
// RUN: mini-opt %s --ttgir='target=sm_90 num-warps=8 num-ctas=1' 2>&1 | FileCheck %s
// RUN: mini-opt %s --ttgir --target=cuda:80 --num-warps=4 2>&1 | FileCheck %s --check-prefixes=IDLE,CHECK
// RUN: not mini-opt %s --ttgir='target=cuda:80' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not mini-opt %s --ttgir='num-warps=4' 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not mini-opt %s --ttgir='num-ctas=2' 2>&1 | FileCheck %s --check-prefix=CTAS
// NO-GOLDEN: upstream's triton-opt has no such pipeline

// What a module says of its GPU and its warps, it says still after the pipeline.

// IDLE: remark: --target=cuda:80 and --num-warps=4 have no effect: the module has 'ttg.target' = cuda:90 and 'ttg.num-warps' = 8 already
// CHECK: #blocked = #ttg.blocked<{{.*}}warpsPerCTA = [8]
// CHECK: "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32
// TARGET: error: 'ttgir' has target=cuda:80, but the module has 'ttg.target' = cuda:90
// WARPS: error: 'ttgir' has num-warps=4, but the module has 'ttg.num-warps' = 8
// CTAS: error: 'ttgir' has num-ctas=2, but the module has 'ttg.num-ctas' = 1
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%p: !tt.ptr<f32>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #line>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #line>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #line>, tensor<256xi32, #line>
    %l = tt.load %q : tensor<256x!tt.ptr<f32>, #line>
    tt.store %q, %l : tensor<256x!tt.ptr<f32>, #line>
    tt.return
  }
}
