// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --coalesce --remove-layout-conversions --report -o /dev/null 2>&1 | FileCheck %s
// RUN: mini-opt %s --coalesce --report -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// The load wants rows, the store wants columns; only the data has to change hands.

// CHECK: tritongpu-remove-layout-conversions: 4 conversions before, 1 after; 24576 bytes moved before, 4096 after
// CHECK-NEXT: shared memory: 4 -> 1, 24576 -> 4096 bytes
// CHECK-NEXT: remains: {{.*}}report.mlir:32: shared memory, 4096 bytes: tensor<32x32xf32>, from tt.load, whose layout stays; for tt.store, whose layout stays
// CHECK-NOT: remains
// NONE: mini-opt: remark: no pass of this run has a report

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @turn(%from: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %to: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #tile}>>
    %j = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #tile}>>
    %row = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #tile}>> -> tensor<32x1xi32, #tile>
    %col = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #tile}>> -> tensor<1x32xi32, #tile>
    %rows = tt.broadcast %row : tensor<32x1xi32, #tile> -> tensor<32x32xi32, #tile>
    %cols = tt.broadcast %col : tensor<1x32xi32, #tile> -> tensor<32x32xi32, #tile>
    %size = arith.constant dense<32> : tensor<32x32xi32, #tile>
    %down = arith.muli %rows, %size : tensor<32x32xi32, #tile>
    %across = arith.muli %cols, %size : tensor<32x32xi32, #tile>
    %in = arith.addi %down, %cols : tensor<32x32xi32, #tile>
    %out = arith.addi %across, %rows : tensor<32x32xi32, #tile>
    %source = tt.splat %from : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #tile>
    %target = tt.splat %to : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #tile>
    %p = tt.addptr %source, %in : tensor<32x32x!tt.ptr<f32>, #tile>, tensor<32x32xi32, #tile>
    %q = tt.addptr %target, %out : tensor<32x32x!tt.ptr<f32>, #tile>, tensor<32x32xi32, #tile>
    %v = tt.load %p : tensor<32x32x!tt.ptr<f32>, #tile>
    tt.store %q, %v : tensor<32x32x!tt.ptr<f32>, #tile>
    tt.return
  }
}
