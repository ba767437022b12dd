// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Hoisting where something stands in the way: layouts that conflict, a conversion that costs more
// further up, a value that exists in the new layout already.

#a = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#t = #ttg.linear<{register = [[8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0]], warp = [[2, 0], [4, 0]], block = []}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}8, 0], [16, 0]], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [1, 0]], warp = {{\[\[}}2, 0], [4, 0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // In the new layout one branch wants its numbers in another layout than they have, the other, whose
  // reshape may reorder, wants them as they are. That is a conflict: only the first can do without a
  // conversion, the other gets it (upstream: hoist_into_cond_layout_conflict).
  // CHECK-LABEL: @hoist_into_cond_layout_conflict(
  // CHECK: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp {{%.+}} : tensor<32x16xi32, #blocked1> to tensor<32x16xf32, #blocked1>
  // CHECK-NEXT: [[SITOFP2:%[a-z0-9_]+]] = arith.sitofp {{%.+}} : tensor<32x16xi32, #linear> to tensor<32x16xf32, #linear>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = {{%.+}} to %arg1 step {{%.+}} iter_args({{%.+}} = %arg0) -> (tensor<512xf32, #blocked>)  : i32 {
  // CHECK-NEXT: {{%.+}} = scf.if %arg2 -> (tensor<512xf32, #blocked>) {
  // CHECK: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[SITOFP]] : tensor<32x16xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: scf.yield [[RESHAPE]] : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[RESHAPE2:%[a-z0-9_]+]] = tt.reshape [[SITOFP2]] allow_reorder : tensor<32x16xf32, #linear> -> tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[RESHAPE2]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[EXP]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[EXP2:%[a-z0-9_]+]] = math.exp2 [[LOG]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[EXP2]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[SQRT]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: "use.it"([[SIN]]) : (tensor<512xf32, #blocked2>) -> ()
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[SIN]] : tensor<512xf32, #blocked2> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: scf.yield [[CONVERTED]] : tensor<512xf32, #blocked>
  // CHECK: scf.yield {{%.+}} : tensor<512xf32, #blocked>
  // CHECK: tt.return [[FOR]] : tensor<512xf32, #blocked>
  tt.func @hoist_into_cond_layout_conflict(%start: tensor<512xf32, #a>, %n: i32, %k: i1) -> tensor<512xf32, #a> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #t}>>
    %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #t}>> -> tensor<32x1xi32, #t>
    %3 = tt.broadcast %2 : tensor<32x1xi32, #t> -> tensor<32x16xi32, #t>
    %4 = arith.sitofp %3 : tensor<32x16xi32, #t> to tensor<32x16xf32, #t>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %start) -> (tensor<512xf32, #a>) : i32 {
      %v = scf.if %k -> (tensor<512xf32, #b>) {
        "other.work"() : () -> ()
        %5 = tt.reshape %4 : tensor<32x16xf32, #t> -> tensor<512xf32, #b>
        scf.yield %5 : tensor<512xf32, #b>
      } else {
        %5 = tt.reshape %4 allow_reorder : tensor<32x16xf32, #t> -> tensor<512xf32, #b>
        %6 = math.exp %5 : tensor<512xf32, #b>
        %7 = math.log %6 : tensor<512xf32, #b>
        %8 = math.exp2 %7 : tensor<512xf32, #b>
        %9 = math.sqrt %8 : tensor<512xf32, #b>
        %10 = math.sin %9 : tensor<512xf32, #b>
        "use.it"(%10) : (tensor<512xf32, #b>) -> ()
        scf.yield %10 : tensor<512xf32, #b>
      }
      %c = ttg.convert_layout %v : tensor<512xf32, #b> -> tensor<512xf32, #a>
      %next = arith.addf %carried, %c : tensor<512xf32, #a>
      scf.yield %next : tensor<512xf32, #a>
    }
    tt.return %r : tensor<512xf32, #a>
  }
  // Where the numbers of the branches are not the same there is no conflict. Neither branch needs the
  // conversion more than the other, so it stays where it is.
  // CHECK-LABEL: @hoist_into_cond_no_layout_conflict(
  // CHECK: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[ARG:%[a-z0-9_]+]] : tensor<32x16xi32, #linear> to tensor<32x16xf32, #linear>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = {{%.+}} to %arg1 step {{%.+}} iter_args({{%.+}} = %arg0) -> (tensor<512xf32, #blocked>)  : i32 {
  // CHECK-NEXT: [[IF:%[a-z0-9_]+]] = scf.if %arg2 -> (tensor<512xf32, #blocked2>) {
  // CHECK: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[SITOFP]] : tensor<32x16xf32, #linear> -> tensor<512xf32, #blocked2>
  // CHECK-NEXT: scf.yield [[RESHAPE]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[SITOFP2:%[a-z0-9_]+]] = arith.sitofp [[ARG]] : tensor<32x16xi32, #linear> to tensor<32x16xf32, #linear>
  // CHECK-NEXT: [[RESHAPE2:%[a-z0-9_]+]] = tt.reshape [[SITOFP2]] allow_reorder : tensor<32x16xf32, #linear> -> tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[RESHAPE2]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[EXP]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[EXP2:%[a-z0-9_]+]] = math.exp2 [[LOG]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[EXP2]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[SQRT]] : tensor<512xf32, #blocked2>
  // CHECK-NEXT: "use.it"([[SIN]]) : (tensor<512xf32, #blocked2>) -> ()
  // CHECK-NEXT: scf.yield [[SIN]] : tensor<512xf32, #blocked2>
  // CHECK: {{%.+}} = ttg.convert_layout [[IF]] : tensor<512xf32, #blocked2> -> tensor<512xf32, #blocked>
  // CHECK: scf.yield {{%.+}} : tensor<512xf32, #blocked>
  // CHECK: tt.return [[FOR]] : tensor<512xf32, #blocked>
  tt.func @hoist_into_cond_no_layout_conflict(%start: tensor<512xf32, #a>, %n: i32, %k: i1) -> tensor<512xf32, #a> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #t}>>
    %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #t}>> -> tensor<32x1xi32, #t>
    %3 = tt.broadcast %2 : tensor<32x1xi32, #t> -> tensor<32x16xi32, #t>
    %4 = arith.sitofp %3 : tensor<32x16xi32, #t> to tensor<32x16xf32, #t>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %start) -> (tensor<512xf32, #a>) : i32 {
      %v = scf.if %k -> (tensor<512xf32, #b>) {
        "other.work"() : () -> ()
        %5 = tt.reshape %4 : tensor<32x16xf32, #t> -> tensor<512xf32, #b>
        scf.yield %5 : tensor<512xf32, #b>
      } else {
        %w = arith.sitofp %3 : tensor<32x16xi32, #t> to tensor<32x16xf32, #t>
        %5 = tt.reshape %w allow_reorder : tensor<32x16xf32, #t> -> tensor<512xf32, #b>
        %6 = math.exp %5 : tensor<512xf32, #b>
        %7 = math.log %6 : tensor<512xf32, #b>
        %8 = math.exp2 %7 : tensor<512xf32, #b>
        %9 = math.sqrt %8 : tensor<512xf32, #b>
        %10 = math.sin %9 : tensor<512xf32, #b>
        "use.it"(%10) : (tensor<512xf32, #b>) -> ()
        scf.yield %10 : tensor<512xf32, #b>
      }
      %c = ttg.convert_layout %v : tensor<512xf32, #b> -> tensor<512xf32, #a>
      %next = arith.addf %carried, %c : tensor<512xf32, #a>
      scf.yield %next : tensor<512xf32, #a>
    }
    tt.return %r : tensor<512xf32, #a>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // In front of the broadcast the conversion would be one of 16 x 64 elements, behind the two maxima
  // it is one of 64 (upstream: hoist_convert_unprofitable).
  // CHECK-LABEL: @hoist_convert_unprofitable(
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast %arg0 : tensor<1x16x64xf32, #blocked> -> tensor<8x16x64xf32, #blocked>
  // CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = "tt.reduce"([[BROADCAST]]) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG:%[a-z0-9_]+]]: f32, [[ARG2:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[ARG]], [[ARG2]] : f32
  // CHECK-NEXT: tt.reduce.return [[MAXIMUMF]] : f32
  // CHECK-NEXT: }) : (tensor<8x16x64xf32, #blocked>) -> tensor<16x64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: [[REDUCE2:%[a-z0-9_]+]] = "tt.reduce"([[REDUCE]]) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG3:%[a-z0-9_]+]]: f32, [[ARG4:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[MAXIMUMF2:%[a-z0-9_]+]] = arith.maximumf [[ARG3]], [[ARG4]] : f32
  // CHECK-NEXT: tt.reduce.return [[MAXIMUMF2]] : f32
  // CHECK-NEXT: }) : (tensor<16x64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #blocked}>}>>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[REDUCE2]] : tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #blocked}>}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #blocked1}>}>>
  // CHECK-NEXT: tt.return [[CONVERTED]] : tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #blocked1}>}>>
  tt.func @hoist_convert_unprofitable(%x: tensor<1x16x64xf32, #a>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #b}>}>> {
    %v = tt.broadcast %x : tensor<1x16x64xf32, #a> -> tensor<8x16x64xf32, #a>
    %1 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<8x16x64xf32, #a>) -> tensor<16x64xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %2 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<16x64xf32, #ttg.slice<{dim = 0, parent = #a}>>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #a}>}>>
    %c = ttg.convert_layout %2 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #a}>}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #b}>}>>
    tt.return %c : tensor<64xf32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #b}>}>>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#b = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Both conversions move in front of the extension of the argument. The splat that both results
  // scale with is not converted but made in the new layout, and when the second conversion comes to
  // it, it exists there already (upstream: test_hoist_cvt_existing_remat).
  // CHECK-LABEL: @test_hoist_cvt_existing_remat(
  // CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tt.splat %arg1 : f32 -> tensor<1x32xf32, #blocked1>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout %arg0 : tensor<64x32xf32, #blocked> -> tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[CONVERTED]] : tensor<64x32xf32, #blocked1> to tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout %arg0 : tensor<64x32xf32, #blocked> -> tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[CONVERTED2]] : tensor<64x32xf32, #blocked1> to tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: [[EXTF3:%[a-z0-9_]+]] = arith.extf [[SPLAT]] : tensor<1x32xf32, #blocked1> to tensor<1x32xf64, #blocked1>
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[EXTF3]] : tensor<1x32xf64, #blocked1> -> tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[EXTF]], [[BROADCAST]] : tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: [[EXTF4:%[a-z0-9_]+]] = arith.extf [[SPLAT]] : tensor<1x32xf32, #blocked1> to tensor<1x32xf64, #blocked1>
  // CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = tt.broadcast [[EXTF4]] : tensor<1x32xf64, #blocked1> -> tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[EXTF2]], [[BROADCAST2]] : tensor<64x32xf64, #blocked1>
  // CHECK-NEXT: tt.return [[MULF]], [[SUBF]] : tensor<64x32xf64, #blocked1>, tensor<64x32xf64, #blocked1>
  tt.func @test_hoist_cvt_existing_remat(%x: tensor<64x32xf32, #a>, %y: f32) -> (tensor<64x32xf64, #b>, tensor<64x32xf64, #b>) {
    %s = tt.splat %y : f32 -> tensor<1x32xf32, #a>
    %1 = arith.extf %x : tensor<64x32xf32, #a> to tensor<64x32xf64, #a>
    %2 = arith.extf %s : tensor<1x32xf32, #a> to tensor<1x32xf64, #a>
    %3 = tt.broadcast %2 : tensor<1x32xf64, #a> -> tensor<64x32xf64, #a>
    %4 = arith.mulf %1, %3 : tensor<64x32xf64, #a>
    %c = ttg.convert_layout %4 : tensor<64x32xf64, #a> -> tensor<64x32xf64, #b>
    %5 = arith.extf %s : tensor<1x32xf32, #a> to tensor<1x32xf64, #a>
    %6 = tt.broadcast %5 : tensor<1x32xf64, #a> -> tensor<64x32xf64, #a>
    %7 = arith.subf %1, %6 : tensor<64x32xf64, #a>
    %d = ttg.convert_layout %7 : tensor<64x32xf64, #a> -> tensor<64x32xf64, #b>
    tt.return %c, %d : tensor<64x32xf64, #b>, tensor<64x32xf64, #b>
  }
}
