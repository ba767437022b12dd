// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Loops: layouts go in from before and out to what comes after, into another loop too; conversions in
// the loop of what it carries, and below it of what it leaves.

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Two values in the layout of the argument go through the loop, and their difference is converted for
  // the store, once (upstream: fw_propagate_for_op).
  // CHECK-LABEL: @fw_propagate_for_op(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[E:%.*]] = math.absf [[X:%.*]] : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: [[R:%.*]]:2 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = [[X]], {{%.*}} = [[E]]) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: [[D:%.*]] = arith.subf [[R]]#0, [[R]]#1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[D]] : tensor<128x64xf32, #blocked> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT: tt.store {{%.*}}, [[C]] : tensor<128x64x!tt.ptr<f32>, #blocked1>
  tt.func @fw_propagate_for_op(%x: tensor<128x64xf32, #a>, %p: tensor<128x64x!tt.ptr<f32>, #b>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c3 = arith.constant 3 : i32
    %y = ttg.convert_layout %x : tensor<128x64xf32, #a> -> tensor<128x64xf32, #b>
    %e = math.absf %y : tensor<128x64xf32, #b>
    %r:2 = scf.for %i = %c0 to %n step %c3 iter_args(%u = %y, %v = %e) -> (tensor<128x64xf32, #b>, tensor<128x64xf32, #b>) : i32 {
      %s = arith.subf %v, %u : tensor<128x64xf32, #b>
      %t = arith.maximumf %u, %s : tensor<128x64xf32, #b>
      scf.yield %t, %s : tensor<128x64xf32, #b>, tensor<128x64xf32, #b>
    }
    %d = arith.subf %r#0, %r#1 : tensor<128x64xf32, #b>
    tt.store %p, %d : tensor<128x64x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The sum that a loop leaves in the layout of its dot goes around a while loop, which adds what it
  // loads and stops when told so; the layout comes back through neither
  // (upstream: while_use_for).
  // CHECK-LABEL: @while_use_for(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[FOR:%.*]]:2 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args([[ACC:%.*]] = {{%.*}}, [[PTR:%.*]] = {{%.*}}) -> (tensor<64x64xf32, #mma>, tensor<32x64x!tt.ptr<f16>, #blocked>)
  // CHECK-NEXT: [[V:%.*]] = tt.load [[PTR]] : tensor<32x64x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[W:%.*]] = ttg.convert_layout [[V]] : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[D:%.*]] = tt.dot {{%.*}}, [[W]], [[ACC]]
  // CHECK: scf.yield [[D]], {{%.*}} : tensor<64x64xf32, #mma>, tensor<32x64x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[WHILE:%.*]]:2 = scf.while ([[U:%.*]] = [[FOR]]#0, {{%.*}} = {{%.*}}) : (tensor<64x64xf32, #mma>, i32) -> (tensor<64x64xf32, #mma>, i32) {
  // CHECK: scf.condition({{%.*}}) [[U]], {{%.*}} : tensor<64x64xf32, #mma>, i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0([[U2:%.*]]: tensor<64x64xf32, #mma>, {{%.*}}: i32):
  // CHECK-NEXT: [[L:%.*]] = tt.load {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: [[L2:%.*]] = ttg.convert_layout [[L]] : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: [[T:%.*]] = arith.addf [[U2]], [[L2]] : tensor<64x64xf32, #mma>
  // CHECK: scf.yield [[T]], {{%.*}} : tensor<64x64xf32, #mma>, i32
  // CHECK: [[C:%.*]] = ttg.convert_layout [[WHILE]]#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, [[C]]
  tt.func @while_use_for(%x: tensor<64x32xf16, #x>, %p: tensor<32x64x!tt.ptr<f16>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #a>, %flag: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<64x64xf32, #a>
    %step = arith.constant dense<2048> : tensor<32x64xi32, #a>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %ptr = %p) -> (tensor<64x64xf32, #a>, tensor<32x64x!tt.ptr<f16>, #a>) : i32 {
      %v = tt.load %ptr : tensor<32x64x!tt.ptr<f16>, #a>
      %w = ttg.convert_layout %v : tensor<32x64xf16, #a> -> tensor<32x64xf16, #y>
      %acc2 = ttg.convert_layout %acc : tensor<64x64xf32, #a> -> tensor<64x64xf32, #mma>
      %d = tt.dot %x, %w, %acc2 : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      %e = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #a>
      %next = tt.addptr %ptr, %step : tensor<32x64x!tt.ptr<f16>, #a>, tensor<32x64xi32, #a>
      scf.yield %e, %next : tensor<64x64xf32, #a>, tensor<32x64x!tt.ptr<f16>, #a>
    }
    %s:2 = scf.while (%u = %r#0, %i = %c0) : (tensor<64x64xf32, #a>, i32) -> (tensor<64x64xf32, #a>, i32) {
      %f = tt.load %flag : !tt.ptr<i32>
      %k = arith.cmpi slt, %i, %f : i32
      scf.condition(%k) %u, %i : tensor<64x64xf32, #a>, i32
    } do {
    ^bb0(%u: tensor<64x64xf32, #a>, %i: i32):
      %l = tt.load %q : tensor<64x64x!tt.ptr<f32>, #a>
      %t = arith.addf %u, %l : tensor<64x64xf32, #a>
      %j = arith.addi %i, %c1 : i32
      scf.yield %t, %j : tensor<64x64xf32, #a>, i32
    }
    tt.store %q, %s#0 : tensor<64x64x!tt.ptr<f32>, #a>
    tt.return
  }
}

// -----

#src = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#sq = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#dst = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = [], lane = {{\[\[}}0], [1], [2], [4], [8]], warp = {{\[\[}}16], [32]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = [], lane = {{\[\[}}0, 0], [0, 1], [0, 2], [0, 4], [1, 0]], warp = {{\[\[}}2, 0], [4, 0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Three widenings meet in the sum that is converted. The one of the range and the one of what is
  // loaded by it would want the range in two layouts; so with the result of the loop there are two that
  // would have to be converted, and the conversion stays where it is
  // (upstream: hoist_on_ext_broadcast_mismatch).
  // CHECK-LABEL: @hoist_on_ext_broadcast_mismatch(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[V:%.*]] = arith.extui {{%.*}} : tensor<64x1xi32, #blocked1> to tensor<64x1xi64, #blocked1>
  // CHECK-NEXT: [[W:%.*]] = arith.xori {{%.*}}, [[V]] : tensor<64x1xi64, #blocked1>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[R:%.*]] = arith.extui {{%.*}} : tensor<64x1xi32, #blocked1> to tensor<64x1xi64, #blocked1>
  // CHECK-NEXT: [[O:%.*]] = arith.subi [[W]], [[R]] : tensor<64x1xi64, #blocked1>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[O]] : tensor<64x1xi64, #blocked1> -> tensor<64x1xi64, #blocked>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @hoist_on_ext_broadcast_mismatch(%p: !tt.ptr<i32>, %n: i32) -> tensor<64x1xi64, #dst> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>>
    %j = arith.extui %i : tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>> to tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>>
    %j2 = tt.expand_dims %j {axis = 1 : i32} : tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>> -> tensor<64x1xi64, #src>
    %j3 = tt.reshape %j : tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>> -> tensor<8x8xi64, #sq>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>, #sq>
    %q = tt.addptr %s, %j3 : tensor<8x8x!tt.ptr<i32>, #sq>, tensor<8x8xi64, #sq>
    %v = tt.load %q : tensor<8x8x!tt.ptr<i32>, #sq>
    %v2 = tt.reshape %v : tensor<8x8xi32, #sq> -> tensor<64x1xi32, #src>
    %v3 = arith.extui %v2 : tensor<64x1xi32, #src> to tensor<64x1xi64, #src>
    %w = arith.xori %j2, %v3 : tensor<64x1xi64, #src>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%u = %v2) -> (tensor<64x1xi32, #src>) : i32 {
      %x = arith.shli %u, %v2 : tensor<64x1xi32, #src>
      scf.yield %x : tensor<64x1xi32, #src>
    }
    %r2 = arith.extui %r : tensor<64x1xi32, #src> to tensor<64x1xi64, #src>
    %o = arith.subi %w, %r2 : tensor<64x1xi64, #src>
    %c = ttg.convert_layout %o : tensor<64x1xi64, #src> -> tensor<64x1xi64, #dst>
    tt.return %c : tensor<64x1xi64, #dst>
  }
  // Without the range the result of the loop is the only one, which is converted before it is widened.
  // CHECK-LABEL: @one_layout_for_each_value(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #linear>
  // CHECK-NEXT: tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<8x8x!tt.ptr<i32>, #linear1>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<8x8x!tt.ptr<i32>, #blocked2>
  // CHECK: [[R:%.*]] = scf.for {{%.*}} -> (tensor<64x1xi32, #blocked1>)
  // CHECK: }
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[R]] : tensor<64x1xi32, #blocked1> -> tensor<64x1xi32, #blocked>
  // CHECK-NEXT: [[R2:%.*]] = arith.extui [[C]] : tensor<64x1xi32, #blocked> to tensor<64x1xi64, #blocked>
  // CHECK-NEXT: [[O:%.*]] = arith.subi {{%.*}}, [[R2]] : tensor<64x1xi64, #blocked>
  // CHECK-NEXT: tt.return [[O]]
  tt.func @one_layout_for_each_value(%p: !tt.ptr<i32>, %n: i32) -> tensor<64x1xi64, #dst> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>>
    %j = arith.extui %i : tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>> to tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>>
    %k = tt.splat %n : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>>
    %k2 = arith.extui %k : tensor<64xi32, #ttg.slice<{dim = 1, parent = #src}>> to tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>>
    %j2 = tt.expand_dims %k2 {axis = 1 : i32} : tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>> -> tensor<64x1xi64, #src>
    %j3 = tt.reshape %j : tensor<64xi64, #ttg.slice<{dim = 1, parent = #src}>> -> tensor<8x8xi64, #sq>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>, #sq>
    %q = tt.addptr %s, %j3 : tensor<8x8x!tt.ptr<i32>, #sq>, tensor<8x8xi64, #sq>
    %v = tt.load %q : tensor<8x8x!tt.ptr<i32>, #sq>
    %v2 = tt.reshape %v : tensor<8x8xi32, #sq> -> tensor<64x1xi32, #src>
    %v3 = arith.extui %v2 : tensor<64x1xi32, #src> to tensor<64x1xi64, #src>
    %w = arith.xori %j2, %v3 : tensor<64x1xi64, #src>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%u = %v2) -> (tensor<64x1xi32, #src>) : i32 {
      %x = arith.shli %u, %v2 : tensor<64x1xi32, #src>
      scf.yield %x : tensor<64x1xi32, #src>
    }
    %r2 = arith.extui %r : tensor<64x1xi32, #src> to tensor<64x1xi64, #src>
    %o = arith.subi %w, %r2 : tensor<64x1xi64, #src>
    %c = ttg.convert_layout %o : tensor<64x1xi64, #src> -> tensor<64x1xi64, #dst>
    tt.return %c : tensor<64x1xi64, #dst>
  }
}

// -----

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#ld = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A weighted mean of tiles, kept up to date: the weights of the rows are used as they are, and
  // converted, expanded, converted and broadcast twice. All of them end up as slices of the layout in
  // which the tiles are loaded, and so is what the loop carries
  // (upstream: loop_convert_multi_uses).
  // CHECK-LABEL: @loop_convert_multi_uses(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[R:%.*]]:2 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}, [[SUM:%.*]] = {{%.*}}) -> (tensor<8x32xf32, #blocked>, tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[W:%.*]] = tt.load {{%.*}} : tensor<8x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: [[SUM2:%.*]] = arith.addf [[SUM]], [[W]]
  // CHECK-NEXT: [[OLD:%.*]] = arith.divf [[SUM]], [[SUM2]]
  // CHECK-NEXT: [[NEW:%.*]] = arith.divf [[W]], [[SUM2]]
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<8x32x!tt.ptr<f16>, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.expand_dims [[OLD]] {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xf32, #blocked>
  // CHECK: tt.expand_dims [[NEW]] {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store {{%.*}}, [[R]]#0 : tensor<8x32x!tt.ptr<f32>, #blocked>
  tt.func @loop_convert_multi_uses(%p: !tt.ptr<f16>, %weights: !tt.ptr<f32>, %to: tensor<8x32x!tt.ptr<f32>, #ld>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %z = arith.constant dense<0.0> : tensor<8x32xf32, #d>
    %tiny = arith.constant dense<1.0e-6> : tensor<8xf32, #v>
    %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #v>
    %j = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #d}>>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #d}>> -> tensor<1x32xi32, #d>
    %j3 = tt.broadcast %j2 : tensor<1x32xi32, #d> -> tensor<8x32xi32, #d>
    %base = tt.splat %p : !tt.ptr<f16> -> tensor<8x32x!tt.ptr<f16>, #d>
    %wbase = tt.splat %weights : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>, #v>
    %r:2 = scf.for %t = %c0 to %n step %c8 iter_args(%mean = %z, %sum = %tiny) -> (tensor<8x32xf32, #d>, tensor<8xf32, #v>) : i32 {
      %ts = tt.splat %t : i32 -> tensor<8xi32, #v>
      %wi = arith.addi %ts, %i : tensor<8xi32, #v>
      %wp = tt.addptr %wbase, %wi : tensor<8x!tt.ptr<f32>, #v>, tensor<8xi32, #v>
      %w = tt.load %wp : tensor<8x!tt.ptr<f32>, #v>
      %sum2 = arith.addf %sum, %w : tensor<8xf32, #v>
      %old = arith.divf %sum, %sum2 : tensor<8xf32, #v>
      %new = arith.divf %w, %sum2 : tensor<8xf32, #v>
      %ts2 = tt.splat %t : i32 -> tensor<8x32xi32, #d>
      %off = arith.addi %ts2, %j3 : tensor<8x32xi32, #d>
      %ptr = tt.addptr %base, %off : tensor<8x32x!tt.ptr<f16>, #d>, tensor<8x32xi32, #d>
      %ptr2 = ttg.convert_layout %ptr : tensor<8x32x!tt.ptr<f16>, #d> -> tensor<8x32x!tt.ptr<f16>, #ld>
      %l = tt.load %ptr2 : tensor<8x32x!tt.ptr<f16>, #ld>
      %l2 = ttg.convert_layout %l : tensor<8x32xf16, #ld> -> tensor<8x32xf16, #d>
      %x = arith.extf %l2 : tensor<8x32xf16, #d> to tensor<8x32xf32, #d>
      %old2 = ttg.convert_layout %old : tensor<8xf32, #v> -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>>
      %old3 = tt.expand_dims %old2 {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<8x1xf32, #row>
      %old4 = ttg.convert_layout %old3 : tensor<8x1xf32, #row> -> tensor<8x1xf32, #d>
      %old5 = tt.broadcast %old4 : tensor<8x1xf32, #d> -> tensor<8x32xf32, #d>
      %new2 = ttg.convert_layout %new : tensor<8xf32, #v> -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>>
      %new3 = tt.expand_dims %new2 {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<8x1xf32, #row>
      %new4 = ttg.convert_layout %new3 : tensor<8x1xf32, #row> -> tensor<8x1xf32, #d>
      %new5 = tt.broadcast %new4 : tensor<8x1xf32, #d> -> tensor<8x32xf32, #d>
      %a = arith.mulf %mean, %old5 : tensor<8x32xf32, #d>
      %b = arith.mulf %x, %new5 : tensor<8x32xf32, #d>
      %mean2 = arith.addf %a, %b : tensor<8x32xf32, #d>
      scf.yield %mean2, %sum2 : tensor<8x32xf32, #d>, tensor<8xf32, #v>
    }
    %o = ttg.convert_layout %r#0 : tensor<8x32xf32, #d> -> tensor<8x32xf32, #ld>
    tt.store %to, %o : tensor<8x32x!tt.ptr<f32>, #ld>
    tt.return
  }
}
