// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Reshapes that keep the order of elements and such that needn't, splits, gathers, unpacking, a
// reduction: what they ask of the layouts around them.

#a = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 2, 8], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 2, 8], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 2], [0, 4], [0, 8], [1, 0], [4, 0]], warp = {{\[\[}}2, 0]], block = []}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The conversion before a reshape goes below it: what is reshaped has the layout of the argument
  // (upstream: reshape_sink_convert).
  // CHECK-LABEL: @reshape_sink_convert(
  // CHECK-NEXT: [[Y:%.*]] = tt.reshape {{%.*}} : tensor<2x4x16xi32, #blocked> -> tensor<8x16xi32, #linear>
  // CHECK-NEXT: [[Z:%.*]] = ttg.convert_layout [[Y]] : tensor<8x16xi32, #linear> -> tensor<8x16xi32, #blocked1>
  // CHECK-NEXT: tt.return [[Z]]
  tt.func @reshape_sink_convert(%x: tensor<2x4x16xi32, #a>) -> tensor<8x16xi32, #c> {
    %y = ttg.convert_layout %x : tensor<2x4x16xi32, #a> -> tensor<2x4x16xi32, #b>
    %z = tt.reshape %y : tensor<2x4x16xi32, #b> -> tensor<8x16xi32, #c>
    tt.return %z : tensor<8x16xi32, #c>
  }
}

// -----

// Reshapes that may put elements anywhere.

#e = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [0, 1]}>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>
#v = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#w = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The layout that somebody found efficient goes on to the users, and only the small result is
  // converted (upstream: permuting_reshape_propagate).
  // CHECK-LABEL: @permuting_reshape_propagate(
  // CHECK-NEXT: [[Y:%.*]] = tt.reshape {{%.*}} allow_reorder efficient_layout : tensor<32x16xi32, #blocked> -> tensor<512xi32, #blocked2>
  // CHECK-NEXT: [[S:%.*]] = arith.muli [[Y]], [[Y]] : tensor<512xi32, #blocked2>
  // CHECK-NEXT: [[T:%.*]] = arith.trunci [[S]] : tensor<512xi32, #blocked2> to tensor<512xi8, #blocked2>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[T]] : tensor<512xi8, #blocked2> -> tensor<512xi8, #blocked1>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @permuting_reshape_propagate(%x: tensor<32x16xi32, #e>) -> tensor<512xi8, #w> {
    %y = tt.reshape %x allow_reorder efficient_layout : tensor<32x16xi32, #e> -> tensor<512xi32, #v>
    %z = ttg.convert_layout %y : tensor<512xi32, #v> -> tensor<512xi32, #w>
    %s = arith.muli %z, %z : tensor<512xi32, #w>
    %t = arith.trunci %s : tensor<512xi32, #w> to tensor<512xi8, #w>
    tt.return %t : tensor<512xi8, #w>
  }
  // Any other layout of the result does as well, so a small load is done for the layout that is wanted
  // (upstream: permuting_reshape_backward_remat).
  // CHECK-LABEL: @permuting_reshape_backward_remat(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[X:%.*]] = tt.load {{%.*}} : tensor<64x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT: [[Y:%.*]] = tt.reshape [[X]] allow_reorder : tensor<64xf16, #blocked1> -> tensor<16x4xf16, #blocked3>
  // CHECK-NEXT: [[Z:%.*]] = math.absf [[Y]] : tensor<16x4xf16, #blocked3>
  // CHECK-NEXT: tt.return [[Z]]
  tt.func @permuting_reshape_backward_remat(%p: !tt.ptr<f16>) -> tensor<16x4xf16, #b> {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #w>
    %s = tt.splat %p : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>, #w>
    %q = tt.addptr %s, %i : tensor<64x!tt.ptr<f16>, #w>, tensor<64xi32, #w>
    %x = tt.load %q : tensor<64x!tt.ptr<f16>, #w>
    %y = tt.reshape %x allow_reorder : tensor<64xf16, #w> -> tensor<16x4xf16, #a>
    %z = math.absf %y : tensor<16x4xf16, #a>
    %r = ttg.convert_layout %z : tensor<16x4xf16, #a> -> tensor<16x4xf16, #b>
    tt.return %r : tensor<16x4xf16, #b>
  }
  // Not where that layout is said to be efficient
  // (upstream: permuting_reshape_no_backward_remat_efficient_layout).
  // CHECK-LABEL: @permuting_reshape_no_backward_remat_efficient_layout(
  // CHECK: [[X:%.*]] = tt.load {{%.*}} : tensor<64x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT: [[Y:%.*]] = tt.reshape [[X]] allow_reorder efficient_layout : tensor<64xf16, #blocked1> -> tensor<16x4xf16, #blocked4>
  // CHECK-NEXT: [[Z:%.*]] = math.absf [[Y]] : tensor<16x4xf16, #blocked4>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[Z]] : tensor<16x4xf16, #blocked4> -> tensor<16x4xf16, #blocked3>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @permuting_reshape_no_backward_remat_efficient_layout(%p: !tt.ptr<f16>) -> tensor<16x4xf16, #b> {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #w>
    %s = tt.splat %p : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>, #w>
    %q = tt.addptr %s, %i : tensor<64x!tt.ptr<f16>, #w>, tensor<64xi32, #w>
    %x = tt.load %q : tensor<64x!tt.ptr<f16>, #w>
    %y = tt.reshape %x allow_reorder efficient_layout : tensor<64xf16, #w> -> tensor<16x4xf16, #a>
    %z = math.absf %y : tensor<16x4xf16, #a>
    %r = ttg.convert_layout %z : tensor<16x4xf16, #a> -> tensor<16x4xf16, #b>
    tt.return %r : tensor<16x4xf16, #b>
  }
}

// -----

// Splits.

#odd = #ttg.linear<{register = [[2, 0], [0, 0], [0, 1]], lane = [[1, 0], [0, 0], [4, 0], [0, 0], [0, 0]], warp = [[0, 0]], block = []}>
#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [4, 4, 2], warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>
#d = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#d3 = #ttg.blocked<{sizePerThread = [2, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [1, 2, 1], order = [2, 0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [4, 4, 2], warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}2, 0], [0, 0], [0, 1]], lane = {{\[\[}}1, 0], [0, 0], [4, 0], [0, 0], [0, 0]], warp = {{\[\[}}0, 0]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}2], [0]], lane = {{\[\[}}1], [0], [4], [0], [0]], warp = {{\[\[}}0]], block = []}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Whatever the layout of the argument, as long as each thread has both halves: one half of them is
  // converted, not the pairs (upstream: split_propagation_linear).
  // CHECK-LABEL: @split_propagation_linear(
  // CHECK-SAME: [[X:%.*]]: tensor<8x2xi32, #linear>)
  // CHECK-NEXT: {{%.*}}, [[R:%.*]] = tt.split [[X]] : tensor<8x2xi32, #linear> -> tensor<8xi32, #linear1>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[R]] : tensor<8xi32, #linear1> -> tensor<8xi32, #blocked>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @split_propagation_linear(%x: tensor<8x2xi32, #odd>) -> tensor<8xi32, #v> {
    %y = ttg.convert_layout %x : tensor<8x2xi32, #odd> -> tensor<8x2xi32, #a>
    %l, %r = tt.split %y : tensor<8x2xi32, #a> -> tensor<8xi32, #v>
    tt.return %r : tensor<8xi32, #v>
  }
  // A half wanted in a slice comes from pairs in the layout that was sliced
  // (upstream: split_slice_backward_propagation).
  // CHECK-LABEL: @split_slice_backward_propagation(
  // CHECK-NEXT: tt.splat {{%.*}} : f16 -> tensor<8x16x2xf16, #blocked1>
  // CHECK-NEXT: [[N:%.*]] = arith.negf {{%.*}} : tensor<8x16x2xf16, #blocked1>
  // CHECK-NEXT: [[L:%.*]], [[R:%.*]] = tt.split [[N]] : tensor<8x16x2xf16, #blocked1> -> tensor<8x16xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT: [[S:%.*]] = arith.subf [[L]], [[R]] : tensor<8x16xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT: tt.return [[S]]
  tt.func @split_slice_backward_propagation(%x: f16) -> tensor<8x16xf16, #ttg.slice<{dim = 2, parent = #c}>> {
    %p = tt.splat %x : f16 -> tensor<8x16x2xf16, #d3>
    %n = arith.negf %p : tensor<8x16x2xf16, #d3>
    %l, %r = tt.split %n : tensor<8x16x2xf16, #d3> -> tensor<8x16xf16, #d>
    %s = arith.subf %l, %r : tensor<8x16xf16, #d>
    %o = ttg.convert_layout %s : tensor<8x16xf16, #d> -> tensor<8x16xf16, #ttg.slice<{dim = 2, parent = #c}>>
    tt.return %o : tensor<8x16xf16, #ttg.slice<{dim = 2, parent = #c}>>
  }
}

// -----

// Gathers.

#i = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#o = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The result takes the layout of the indices, and is converted from there, once
  // (upstream: forward_only_propagation).
  // CHECK-LABEL: @forward_only_propagation(
  // CHECK-SAME: [[X:%.*]]: tensor<128x64xi8, #blocked>, [[I:%.*]]: tensor<128x512xi16, #blocked1>)
  // CHECK-NEXT: [[G:%.*]] = tt.gather [[X]][[[I]]] {axis = 1 : i32} : (tensor<128x64xi8, #blocked>, tensor<128x512xi16, #blocked1>) -> tensor<128x512xi8, #blocked1>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[G]] : tensor<128x512xi8, #blocked1> -> tensor<128x512xi8, #blocked>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @forward_only_propagation(%x: tensor<128x64xi8, #s>, %i: tensor<128x512xi16, #i>) -> tensor<128x512xi8, #s> {
    %j = ttg.convert_layout %i : tensor<128x512xi16, #i> -> tensor<128x512xi16, #o>
    %g = tt.gather %x[%j] {axis = 1 : i32} : (tensor<128x64xi8, #s>, tensor<128x512xi16, #o>) -> tensor<128x512xi8, #o>
    %r = ttg.convert_layout %g : tensor<128x512xi8, #o> -> tensor<128x512xi8, #s>
    tt.return %r : tensor<128x512xi8, #s>
  }
  // Indices that cost nothing are no reason to gather in another layout than the efficient one
  // (upstream: do_not_remat) ...
  // CHECK-LABEL: @do_not_remat(
  // CHECK-NEXT: [[I:%.*]] = tt.splat {{%.*}} : i32 -> tensor<128x1xi32, #blocked1>
  // CHECK-NEXT: [[G:%.*]] = tt.gather {{%.*}}[[[I]]] {axis = 1 : i32, efficient_layout} : (tensor<128x64xi8, #blocked>, tensor<128x1xi32, #blocked1>) -> tensor<128x1xi8, #blocked1>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[G]] : tensor<128x1xi8, #blocked1> -> tensor<128x1xi8, #blocked>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @do_not_remat(%x: tensor<128x64xi8, #s>, %n: i32) -> tensor<128x1xi8, #s> {
    %i = tt.splat %n : i32 -> tensor<128x1xi32, #i>
    %g = tt.gather %x[%i] {axis = 1 : i32, efficient_layout} : (tensor<128x64xi8, #s>, tensor<128x1xi32, #i>) -> tensor<128x1xi8, #i>
    %r = ttg.convert_layout %g : tensor<128x1xi8, #i> -> tensor<128x1xi8, #s>
    tt.return %r : tensor<128x1xi8, #s>
  }
  // ... if there is one.
  // CHECK-LABEL: @remat_after_all(
  // CHECK-NEXT: [[I:%.*]] = tt.splat {{%.*}} : i32 -> tensor<128x1xi32, #blocked>
  // CHECK-NEXT: [[G:%.*]] = tt.gather {{%.*}}[[[I]]] {axis = 1 : i32} : (tensor<128x64xi8, #blocked>, tensor<128x1xi32, #blocked>) -> tensor<128x1xi8, #blocked>
  // CHECK-NEXT: tt.return [[G]]
  tt.func @remat_after_all(%x: tensor<128x64xi8, #s>, %n: i32) -> tensor<128x1xi8, #s> {
    %i = tt.splat %n : i32 -> tensor<128x1xi32, #i>
    %g = tt.gather %x[%i] {axis = 1 : i32} : (tensor<128x64xi8, #s>, tensor<128x1xi32, #i>) -> tensor<128x1xi8, #i>
    %r = ttg.convert_layout %g : tensor<128x1xi8, #i> -> tensor<128x1xi8, #s>
    tt.return %r : tensor<128x1xi8, #s>
  }
}

// -----

// Unpacking, broadcasts of one value to two shapes, a reduction.

#src = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
#dst = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
#lin = #ttg.linear<{register = [[1, 0], [0, 8], [0, 16]], lane = [[2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = [[0, 4]], block = []}>
#d1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
#d2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
#d3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>
#sq = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 2], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}1, 0], [0, 8], [0, 16]], lane = {{\[\[}}2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = {{\[\[}}0, 4]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}0, 8], [0, 16]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [0, 1], [0, 2]], warp = {{\[\[}}0, 4]], block = []}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Pairs that a thread of the other layout has too can be unpacked there
  // (upstream: fp4_keep_convert).
  // CHECK-LABEL: @fp4_keep_convert(
  // CHECK-NEXT: [[X:%.*]] = tt.splat {{%.*}} : i8 -> tensor<8x32xi8, #linear1>
  // CHECK-NEXT: [[F:%.*]] = ttg.fp4_to_fp [[X]] {axis = 0 : i32} : tensor<8x32xi8, #linear1> -> tensor<16x32xbf16, #linear>
  // CHECK-NEXT: tt.return [[F]]
  tt.func @fp4_keep_convert(%n: i8) -> tensor<16x32xbf16, #lin> {
    %x = tt.splat %n : i8 -> tensor<8x32xi8, #src>
    %f = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<8x32xi8, #src> -> tensor<16x32xbf16, #dst>
    %c = ttg.convert_layout %f : tensor<16x32xbf16, #dst> -> tensor<16x32xbf16, #lin>
    tt.return %c : tensor<16x32xbf16, #lin>
  }
  // Two broadcasts want the value in two layouts: it is made again for one of them and converted for
  // the other one (upstream: double_remat).
  // CHECK-LABEL: @double_remat(
  // CHECK: [[I1:%.*]] = tt.expand_dims {{%.*}} {axis = 2 : i32} : {{.*}} -> tensor<4x1x1xi32, #blocked1>
  // CHECK-NEXT: [[I2:%.*]] = tt.expand_dims {{%.*}} {axis = 2 : i32} : {{.*}} -> tensor<4x1x1xi32, #blocked2>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[I2]] : tensor<4x1x1xi32, #blocked2> -> tensor<4x1x1xi32, #blocked3>
  // CHECK-NEXT: [[X:%.*]] = tt.broadcast [[C]] : tensor<4x1x1xi32, #blocked3> -> tensor<4x2x64xi32, #blocked3>
  // CHECK-NEXT: [[Y:%.*]] = tt.broadcast [[I1]] : tensor<4x1x1xi32, #blocked1> -> tensor<4x1x128xi32, #blocked1>
  // CHECK-NEXT: tt.reshape [[X]] : tensor<4x2x64xi32, #blocked3> -> tensor<4x128xi32, #blocked>
  // CHECK-NEXT: tt.reshape [[Y]] : tensor<4x1x128xi32, #blocked1> -> tensor<4x128xi32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func @double_remat() -> tensor<4x128xi32, #d1> {
    %i = tt.make_range {end = 8 : i32, start = 4 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #d3}>}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #d3}>}>> -> tensor<4x1xi32, #ttg.slice<{dim = 2, parent = #d3}>>
    %i3 = tt.expand_dims %i2 {axis = 2 : i32} : tensor<4x1xi32, #ttg.slice<{dim = 2, parent = #d3}>> -> tensor<4x1x1xi32, #d3>
    %x = tt.broadcast %i3 : tensor<4x1x1xi32, #d3> -> tensor<4x2x64xi32, #d3>
    %y = tt.broadcast %i3 : tensor<4x1x1xi32, #d3> -> tensor<4x1x128xi32, #d3>
    %x2 = tt.reshape %x : tensor<4x2x64xi32, #d3> -> tensor<4x128xi32, #d2>
    %y2 = tt.reshape %y : tensor<4x1x128xi32, #d3> -> tensor<4x128xi32, #d2>
    %z = arith.maxsi %x2, %y2 : tensor<4x128xi32, #d2>
    %c = ttg.convert_layout %z : tensor<4x128xi32, #d2> -> tensor<4x128xi32, #d1>
    tt.return %c : tensor<4x128xi32, #d1>
  }
  // Rows reduced are no columns: a slice of the same layout, but along the other axis
  // (upstream: axis_mismatch).
  // CHECK-LABEL: @axis_mismatch(
  // CHECK-NEXT: tt.splat {{%.*}} : i32 -> tensor<32x32xi32, #blocked4>
  // CHECK-NEXT: [[R:%.*]] = "tt.reduce"({{%.*}}) <{axis = 1 : i32}>
  // CHECK: (tensor<32x32xi32, #blocked4>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked4}>>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[R]] : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked4}>> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked4}>>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @axis_mismatch(%n: i32) -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #sq}>> {
    %x = tt.splat %n : i32 -> tensor<32x32xi32, #sq>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%u: i32, %w: i32):
      %m = arith.minsi %u, %w : i32
      tt.reduce.return %m : i32
    }) : (tensor<32x32xi32, #sq>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #sq}>>
    %c = ttg.convert_layout %r : tensor<32xi32, #ttg.slice<{dim = 1, parent = #sq}>> -> tensor<32xi32, #v>
    %d = ttg.convert_layout %c : tensor<32xi32, #v> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #sq}>>
    tt.return %d : tensor<32xi32, #ttg.slice<{dim = 0, parent = #sq}>>
  }
}
