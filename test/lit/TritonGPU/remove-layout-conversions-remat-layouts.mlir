// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Rematerialization and the layouts it meets on the way: linear ones, slices, joins, layouts that
// differ in the order of registers only, layouts in which many threads do the same.

#lin = #ttg.linear<{register = [[0, 1], [8, 0], [16, 0]], lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], warp = [[4, 0], [32, 0]], block = []}>
#a = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0], [16, 0]], lane = {{\[\[}}0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], warp = {{\[\[}}4, 0], [32, 0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A reduction in the slice of a linear layout (upstream: reduce_linear_layouts).
  // CHECK-LABEL: @reduce_linear_layouts(
  // CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG:%[a-z0-9_]+]]: f32, [[ARG2:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[ARG]], [[ARG2]] : f32
  // CHECK-NEXT: tt.reduce.return [[MAXIMUMF]] : f32
  // CHECK-NEXT: }) : (tensor<64x16xf32, #linear>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #linear}>>
  // CHECK-NEXT: tt.return [[REDUCE]] : tensor<16xf32, #ttg.slice<{dim = 0, parent = #linear}>>
  tt.func @reduce_linear_layouts(%x: tensor<64x16xf32, #lin>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #lin}>> {
    %c = ttg.convert_layout %x : tensor<64x16xf32, #lin> -> tensor<64x16xf32, #a>
    %m = "tt.reduce"(%c) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<64x16xf32, #a>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %d = ttg.convert_layout %m : tensor<16xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #lin}>>
    tt.return %d : tensor<16xf32, #ttg.slice<{dim = 0, parent = #lin}>>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#f = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#g = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Back from an operand of a dot without tensor cores, through expand_dims and a reshape
  // (upstream: reshape_slice_dot_enc).
  // CHECK-LABEL: @reshape_slice_dot_enc(
  // CHECK-NEXT: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape %arg0 : tensor<16x8xf16, #blocked> -> tensor<128xf16, #blocked2>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[RESHAPE]] : tensor<128xf16, #blocked2> -> tensor<128xf16, #ttg.slice<{dim = 0, parent = #blocked3}>>
  // CHECK-NEXT: [[EXPAND_DIMS:%[a-z0-9_]+]] = tt.expand_dims [[CONVERTED]] {axis = 0 : i32} : tensor<128xf16, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<1x128xf16, #blocked3>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[EXPAND_DIMS]] : tensor<1x128xf16, #blocked3> -> tensor<1x128xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
  // CHECK-NEXT: tt.return [[CONVERTED2]] : tensor<1x128xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
  tt.func @reshape_slice_dot_enc(%x: tensor<16x8xf16, #a>) -> tensor<1x128xf16, #ttg.dot_op<{opIdx = 0, parent = #g}>> {
    %r = tt.reshape %x : tensor<16x8xf16, #a> -> tensor<128xf16, #e>
    %c = ttg.convert_layout %r : tensor<128xf16, #e> -> tensor<128xf16, #ttg.slice<{dim = 0, parent = #f}>>
    %s = tt.expand_dims %c {axis = 0 : i32} : tensor<128xf16, #ttg.slice<{dim = 0, parent = #f}>> -> tensor<1x128xf16, #f>
    %d = ttg.convert_layout %s : tensor<1x128xf16, #f> -> tensor<1x128xf16, #ttg.dot_op<{opIdx = 0, parent = #g}>>
    tt.return %d : tensor<1x128xf16, #ttg.dot_op<{opIdx = 0, parent = #g}>>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [0, 1]}>
#s = #ttg.linear<{register = [[1, 0], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [0, 1]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}1, 0], [0, 1]], lane = {{\[\[}}0, 2], [0, 4], [0, 8], [2, 0], [4, 0]], warp = {{\[\[}}8, 0]], block = []}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Within a thread the elements lie in another order: to convert costs nothing, so that not even a
  // logarithm is worth being computed twice (upstream: register_reorder_convert_kept).
  // CHECK-LABEL: @register_reorder_convert_kept(
  // CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tt.splat %arg0 : f32 -> tensor<16x16xf32, #blocked>
  // CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SPLAT]] : tensor<16x16xf32, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOG]] : tensor<16x16xf32, #blocked> -> tensor<16x16xf32, #linear>
  // CHECK-NEXT: tt.return [[LOG]], [[CONVERTED]] : tensor<16x16xf32, #blocked>, tensor<16x16xf32, #linear>
  tt.func @register_reorder_convert_kept(%x: f32) -> (tensor<16x16xf32, #a>, tensor<16x16xf32, #s>) {
    %v = tt.splat %x : f32 -> tensor<16x16xf32, #a>
    %l = math.log %v : tensor<16x16xf32, #a>
    %c = ttg.convert_layout %l : tensor<16x16xf32, #a> -> tensor<16x16xf32, #s>
    tt.return %l, %c : tensor<16x16xf32, #a>, tensor<16x16xf32, #s>
  }
  // With the threads in another order too it is.
  // CHECK-LABEL: @threads_reordered(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOG:%[a-z0-9_]+]] = math.log {{%.+}} : tensor<16x16xf32, #blocked1>
  // CHECK-NEXT: [[LOG2:%[a-z0-9_]+]] = math.log {{%.+}} : tensor<16x16xf32, #blocked>
  // CHECK-NEXT: tt.return [[LOG2]], [[LOG]] : tensor<16x16xf32, #blocked>, tensor<16x16xf32, #blocked1>
  tt.func @threads_reordered(%x: f32) -> (tensor<16x16xf32, #a>, tensor<16x16xf32, #b>) {
    %v = tt.splat %x : f32 -> tensor<16x16xf32, #a>
    %l = math.log %v : tensor<16x16xf32, #a>
    %c = ttg.convert_layout %l : tensor<16x16xf32, #a> -> tensor<16x16xf32, #b>
    tt.return %l, %c : tensor<16x16xf32, #a>, tensor<16x16xf32, #b>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // The layout wanted of the maxima, back through reduction and reshape, would have each thread of a
  // warp compute the same elements of the large tensor. The conversion of the few maxima stays
  // (upstream: remove_layout_avoids_per_lane_broadcast).
  // CHECK-LABEL: @remove_layout_avoids_per_lane_broadcast(
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast %arg0 : tensor<4x1x1xf32, #blocked> -> tensor<4x2x512xf32, #blocked>
  // CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[BROADCAST]], [[BROADCAST]] : tensor<4x2x512xf32, #blocked>
  // CHECK-NEXT: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[MULF]] : tensor<4x2x512xf32, #blocked> -> tensor<4x1024xf32, #blocked1>
  // CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = "tt.reduce"([[RESHAPE]]) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG:%[a-z0-9_]+]]: f32, [[ARG2:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[ARG]], [[ARG2]] : f32
  // CHECK-NEXT: tt.reduce.return [[MAXIMUMF]] : f32
  // CHECK-NEXT: }) : (tensor<4x1024xf32, #blocked1>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[REDUCE]] : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
  // CHECK-NEXT: tt.return [[CONVERTED]] : tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
  tt.func @remove_layout_avoids_per_lane_broadcast(%x: tensor<4x1x1xf32, #a>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #a}>}>> {
    %v = tt.broadcast %x : tensor<4x1x1xf32, #a> -> tensor<4x2x512xf32, #a>
    %w = arith.mulf %v, %v : tensor<4x2x512xf32, #a>
    %r = tt.reshape %w : tensor<4x2x512xf32, #a> -> tensor<4x1024xf32, #b>
    %m = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<4x1024xf32, #b>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #b}>>
    %c = ttg.convert_layout %m : tensor<4xf32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #a}>}>>
    tt.return %c : tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #a}>}>>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#lin = #ttg.linear<{register = [[0, 4], [0, 8], [0, 16]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 1], [0, 2]], block = []}>
#deg = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0], [0, 4], [0, 8], [0, 16]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 1], [0, 2]], block = []}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0], [0, 4], [0, 8], [0, 16]], lane = {{\[\[}}0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = {{\[\[}}0, 1], [0, 2]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // The totals are reshaped into a layout in which all threads of a warp have the same element. It
  // comes from no load and no dot, so it spreads to nothing and is given up
  // (upstream: lane_degenerate_layout_not_selected).
  // CHECK-LABEL: @lane_degenerate_layout_not_selected(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<128x32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: [[REDUCE:%[a-z0-9_]+]] = "tt.reduce"([[LOAD]]) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG:%[a-z0-9_]+]]: f32, [[ARG2:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[ARG]], [[ARG2]] : f32
  // CHECK-NEXT: tt.reduce.return [[MAXIMUMF]] : f32
  // CHECK-NEXT: }) : (tensor<128x32xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[REDUCE]] : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xf32, #blocked>
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[RESHAPE]] : tensor<1x32xf32, #blocked> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[LOAD]], [[BROADCAST]] : tensor<128x32xf32, #blocked>
  // CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[SUBF]] : tensor<128x32xf32, #blocked>
  // CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.subf [[EXP]], [[BROADCAST]] : tensor<128x32xf32, #blocked>
  // CHECK-NEXT: [[REDUCE2:%[a-z0-9_]+]] = "tt.reduce"([[SUBF2]]) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0([[ARG3:%[a-z0-9_]+]]: f32, [[ARG4:%[a-z0-9_]+]]: f32):
  // CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ARG3]], [[ARG4]] : f32
  // CHECK-NEXT: tt.reduce.return [[ADDF]] : f32
  // CHECK-NEXT: }) : (tensor<128x32xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: [[RESHAPE2:%[a-z0-9_]+]] = tt.reshape [[REDUCE2]] : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xf32, #blocked>
  // CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = tt.broadcast [[RESHAPE2]] : tensor<1x32xf32, #blocked> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[SUBF2]], [[BROADCAST2]] : tensor<128x32xf32, #blocked>
  // CHECK-NEXT: tt.store %arg0, [[DIVF]] : tensor<128x32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @lane_degenerate_layout_not_selected(%p: tensor<128x32x!tt.ptr<f32>, #a>) {
    %v = tt.load %p : tensor<128x32x!tt.ptr<f32>, #a>
    %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<128x32xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %r = tt.reshape %m : tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x32xf32, #lin>
    %c = ttg.convert_layout %r : tensor<1x32xf32, #lin> -> tensor<1x32xf32, #a>
    %b = tt.broadcast %c : tensor<1x32xf32, #a> -> tensor<128x32xf32, #a>
    %d = arith.subf %v, %b : tensor<128x32xf32, #a>
    %e = math.exp %d : tensor<128x32xf32, #a>
    %f = arith.subf %e, %b : tensor<128x32xf32, #a>
    %n = "tt.reduce"(%f) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.addf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<128x32xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %o = tt.reshape %n : tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x32xf32, #lin>
    %g = ttg.convert_layout %o : tensor<1x32xf32, #lin> -> tensor<1x32xf32, #a>
    %h = tt.broadcast %g : tensor<1x32xf32, #a> -> tensor<128x32xf32, #a>
    %i = arith.divf %f, %h : tensor<128x32xf32, #a>
    tt.store %p, %i : tensor<128x32x!tt.ptr<f32>, #a>
    tt.return
  }
  // That of a load does spread. Of two loads the one whose users are seen first gives the layout,
  // whatever it costs: here that is the second load.
  // CHECK-LABEL: @lane_degenerate_layout_of_a_load(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<128x32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<128x32xf32, #blocked> -> tensor<128x32xf32, #linear>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg1 : tensor<128x32x!tt.ptr<f32>, #linear>
  // CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[CONVERTED]], [[LOAD2]] : tensor<128x32xf32, #linear>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[DIVF]] : tensor<128x32xf32, #linear> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT: tt.store %arg0, [[CONVERTED2]] : tensor<128x32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @lane_degenerate_layout_of_a_load(%p: tensor<128x32x!tt.ptr<f32>, #a>, %q: tensor<128x32x!tt.ptr<f32>, #deg>) {
    %v = tt.load %p : tensor<128x32x!tt.ptr<f32>, #a>
    %w = tt.load %q : tensor<128x32x!tt.ptr<f32>, #deg>
    %c = ttg.convert_layout %w : tensor<128x32xf32, #deg> -> tensor<128x32xf32, #a>
    %d = arith.divf %v, %c : tensor<128x32xf32, #a>
    tt.store %p, %d : tensor<128x32x!tt.ptr<f32>, #a>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#j = #ttg.blocked<{sizePerThread = [8, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#k = #ttg.blocked<{sizePerThread = [8, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [1, 0, 2]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [8, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [1, 0, 2]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A join can be had in a layout that differs from its own in the order of registers: of operands
  // with a blocked layout (upstream: join_backward_blocked),
  // CHECK-LABEL: @join_backward_blocked(
  // CHECK-NEXT: [[JOIN:%[a-z0-9_]+]] = tt.join %arg0, %arg1 : tensor<8x256xi32, #blocked> -> tensor<8x256x2xi32, #blocked1>
  // CHECK-NEXT: tt.return [[JOIN]] : tensor<8x256x2xi32, #blocked1>
  tt.func @join_backward_blocked(%x: tensor<8x256xi32, #a>, %y: tensor<8x256xi32, #a>) -> tensor<8x256x2xi32, #k> {
    %j = tt.join %x, %y : tensor<8x256xi32, #a> -> tensor<8x256x2xi32, #j>
    %c = ttg.convert_layout %j : tensor<8x256x2xi32, #j> -> tensor<8x256x2xi32, #k>
    tt.return %c : tensor<8x256x2xi32, #k>
  }
  // and of operands with a slice of the layout that is wanted (upstream: join_backward_slice).
  // CHECK-LABEL: @join_backward_slice(
  // CHECK-NEXT: [[JOIN:%[a-z0-9_]+]] = tt.join %arg0, %arg1 : tensor<8x256xi32, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<8x256x2xi32, #blocked1>
  // CHECK-NEXT: tt.return [[JOIN]] : tensor<8x256x2xi32, #blocked1>
  tt.func @join_backward_slice(%x: tensor<8x256xi32, #ttg.slice<{dim = 2, parent = #k}>>, %y: tensor<8x256xi32, #ttg.slice<{dim = 2, parent = #k}>>) -> tensor<8x256x2xi32, #k> {
    %j = tt.join %x, %y : tensor<8x256xi32, #ttg.slice<{dim = 2, parent = #k}>> -> tensor<8x256x2xi32, #j>
    %c = ttg.convert_layout %j : tensor<8x256x2xi32, #j> -> tensor<8x256x2xi32, #k>
    tt.return %c : tensor<8x256x2xi32, #k>
  }
}
