// RUN: mini-opt %s --tritongpu-remove-layout-conversions | FileCheck %s

// In a loop two broadcasts of one row are converted, then what is computed of them is converted back
// for a load. All of that can be had in the layout of the load, from the row in front of the loop.

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The one conversion left is that of the result, behind the loop (upstream: backward_remat_reuse).
  // CHECK-LABEL: @backward_remat_reuse(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : tensor<4x128xf32, #blocked1>
  // CHECK-NEXT: [[CST2:%[a-z0-9_]+]] = arith.constant dense<100> : tensor<4x128xi32, #blocked1>
  // CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tt.splat %arg2 : i32 -> tensor<1x128xi32, #blocked1>
  // CHECK-NEXT: [[SPLAT2:%[a-z0-9_]+]] = tt.splat %arg2 : i32 -> tensor<1x128xi32, #blocked1>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]]:2 = scf.for {{%.+}} = %arg1 to %arg3 step %arg2 iter_args([[ARG:%[a-z0-9_]+]] = [[CST]], [[ARG2:%[a-z0-9_]+]] = [[CST]]) -> (tensor<4x128xf32, #blocked1>, tensor<4x128xf32, #blocked1>)  : i32 {
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[SPLAT2]] : tensor<1x128xi32, #blocked1> -> tensor<4x128xi32, #blocked1>
  // CHECK-NEXT: [[CMPI:%[a-z0-9_]+]] = arith.cmpi sge, [[BROADCAST]], [[CST2]] : tensor<4x128xi32, #blocked1>
  // CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = tt.broadcast [[SPLAT]] : tensor<1x128xi32, #blocked1> -> tensor<4x128xi32, #blocked1>
  // CHECK-NEXT: [[SPLAT3:%[a-z0-9_]+]] = tt.splat %arg0 : !tt.ptr<f32> -> tensor<4x128x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: [[ADDPTR:%[a-z0-9_]+]] = tt.addptr [[SPLAT3]], [[BROADCAST2]] : tensor<4x128x!tt.ptr<f32>, #blocked1>, tensor<4x128xi32, #blocked1>
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load [[ADDPTR]] : tensor<4x128x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[LOAD]], [[ARG2]] : tensor<4x128xf32, #blocked1>
  // CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPI]], [[ADDF]], [[ARG]] : tensor<4x128xi1, #blocked1>, tensor<4x128xf32, #blocked1>
  // CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPI]], [[ARG2]], [[CST]] : tensor<4x128xi1, #blocked1>, tensor<4x128xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[SELECT]], [[SELECT2]] : tensor<4x128xf32, #blocked1>, tensor<4x128xf32, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[FOR]]#0 : tensor<4x128xf32, #blocked1> -> tensor<4x128xf32, #blocked>
  // CHECK-NEXT: tt.return [[CONVERTED]] : tensor<4x128xf32, #blocked>
  tt.func @backward_remat_reuse(%p: !tt.ptr<f32>, %from: i32, %step: i32, %n: i32) -> tensor<4x128xf32, #a> {
    %start = arith.constant dense<0.000000e+00> : tensor<4x128xf32, #a>
    %limit = arith.constant dense<100> : tensor<4x128xi32, #a>
    %row = tt.splat %step : i32 -> tensor<1x128xi32, #b>
    %r:2 = scf.for %i = %from to %n step %step iter_args(%sum = %start, %last = %start) -> (tensor<4x128xf32, #a>, tensor<4x128xf32, #a>) : i32 {
      %1 = tt.broadcast %row : tensor<1x128xi32, #b> -> tensor<4x128xi32, #b>
      %2 = ttg.convert_layout %1 : tensor<4x128xi32, #b> -> tensor<4x128xi32, #a>
      %3 = arith.cmpi sge, %2, %limit : tensor<4x128xi32, #a>
      %4 = tt.broadcast %row : tensor<1x128xi32, #b> -> tensor<4x128xi32, #b>
      %5 = ttg.convert_layout %4 : tensor<4x128xi32, #b> -> tensor<4x128xi32, #a>
      %6 = tt.splat %p : !tt.ptr<f32> -> tensor<4x128x!tt.ptr<f32>, #a>
      %7 = tt.addptr %6, %5 : tensor<4x128x!tt.ptr<f32>, #a>, tensor<4x128xi32, #a>
      %8 = ttg.convert_layout %7 : tensor<4x128x!tt.ptr<f32>, #a> -> tensor<4x128x!tt.ptr<f32>, #b>
      %9 = tt.load %8 : tensor<4x128x!tt.ptr<f32>, #b>
      %10 = ttg.convert_layout %9 : tensor<4x128xf32, #b> -> tensor<4x128xf32, #a>
      %11 = arith.addf %10, %last : tensor<4x128xf32, #a>
      %12 = arith.select %3, %11, %sum : tensor<4x128xi1, #a>, tensor<4x128xf32, #a>
      %13 = arith.select %3, %last, %start : tensor<4x128xi1, #a>, tensor<4x128xf32, #a>
      scf.yield %12, %13 : tensor<4x128xf32, #a>, tensor<4x128xf32, #a>
    }
    tt.return %r#0 : tensor<4x128xf32, #a>
  }
}
