// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// More dims, other encodings, elements of several widths.

#a3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#b3 = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#a4 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [2, 2, 2, 4], warpsPerCTA = [1, 1, 2, 2], order = [3, 2, 1, 0]}>
#b4 = #ttg.blocked<{sizePerThread = [1, 1, 1, 2], threadsPerWarp = [1, 2, 4, 4], warpsPerCTA = [2, 2, 1, 1], order = [3, 2, 1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1, 2], threadsPerWarp = [1, 2, 4, 4], warpsPerCTA = [2, 2, 1, 1], order = [3, 2, 1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [2, 2, 2, 4], warpsPerCTA = [1, 1, 2, 2], order = [3, 2, 1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [2, 1, 1, 1], threadsPerWarp = [4, 1, 4, 2], warpsPerCTA = [1, 2, 1, 2], order = [0, 2, 3, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Three dims: offsets from slices of slices.
  // CHECK-LABEL: @three_dims(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.expand_dims {{%.*}} {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #blocked}>}>> -> tensor<1x32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: tt.expand_dims {{%.*}} {axis = 0 : i32} : tensor<1x32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x1x32xi32, #blocked>
  // CHECK-NEXT: tt.broadcast {{%.*}} : tensor<1x1x32xi32, #blocked> -> tensor<8x16x32xi32, #blocked>
  // CHECK: tt.load {{%.*}} : tensor<8x16x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<8x16x32xf16, #blocked>
  tt.func @three_dims(%p: !tt.ptr<f16>) -> tensor<8x16x32xf16, #b3> {
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #a3}>}>>
    %j = tt.expand_dims %i {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = #a3}>}>> -> tensor<1x32xi32, #ttg.slice<{dim = 0, parent = #a3}>>
    %k = tt.expand_dims %j {axis = 0 : i32} : tensor<1x32xi32, #ttg.slice<{dim = 0, parent = #a3}>> -> tensor<1x1x32xi32, #a3>
    %o = tt.broadcast %k : tensor<1x1x32xi32, #a3> -> tensor<8x16x32xi32, #a3>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<8x16x32x!tt.ptr<f16>, #a3>
    %q = tt.addptr %b, %o : tensor<8x16x32x!tt.ptr<f16>, #a3>, tensor<8x16x32xi32, #a3>
    %c = ttg.convert_layout %q : tensor<8x16x32x!tt.ptr<f16>, #a3> -> tensor<8x16x32x!tt.ptr<f16>, #b3>
    %v = tt.load %c : tensor<8x16x32x!tt.ptr<f16>, #b3>
    tt.return %v : tensor<8x16x32xf16, #b3>
  }
  // A reduction of three dims to two, and its broadcast back to three.
  // CHECK-LABEL: @three_to_two(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<8x16x32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: "tt.reduce"({{%.*}}) <{axis = 2 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<8x16x32xf32, #blocked>) -> tensor<8x16xf32, #ttg.slice<{dim = 2, parent = #blocked}>>
  // CHECK-NEXT: tt.expand_dims {{%.*}} {axis = 2 : i32} : tensor<8x16xf32, #ttg.slice<{dim = 2, parent = #blocked}>> -> tensor<8x16x1xf32, #blocked>
  // CHECK-NEXT: tt.broadcast {{%.*}} : tensor<8x16x1xf32, #blocked> -> tensor<8x16x32xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<8x16x32xf32, #blocked> -> tensor<8x16x32xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<8x16x32xf32, #blocked1>
  tt.func @three_to_two(%p: tensor<8x16x32x!tt.ptr<f32>, #b3>) -> tensor<8x16x32xf32, #a3> {
    %v = tt.load %p : tensor<8x16x32x!tt.ptr<f32>, #b3>
    %w = ttg.convert_layout %v : tensor<8x16x32xf32, #b3> -> tensor<8x16x32xf32, #a3>
    %r = "tt.reduce"(%w) <{axis = 2 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maximumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<8x16x32xf32, #a3>) -> tensor<8x16xf32, #ttg.slice<{dim = 2, parent = #a3}>>
    %e = tt.expand_dims %r {axis = 2 : i32} : tensor<8x16xf32, #ttg.slice<{dim = 2, parent = #a3}>> -> tensor<8x16x1xf32, #a3>
    %b = tt.broadcast %e : tensor<8x16x1xf32, #a3> -> tensor<8x16x32xf32, #a3>
    %s = arith.subf %w, %b : tensor<8x16x32xf32, #a3>
    tt.return %s : tensor<8x16x32xf32, #a3>
  }
  // Four dims, permuted.
  // CHECK-LABEL: @four_dims(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<4x8x16x32x!tt.ptr<i8>, #blocked2>
  // CHECK-NEXT: tt.trans {{%.*}} {order = array<i32: 3, 0, 2, 1>} : tensor<4x8x16x32xi8, #blocked2> -> tensor<32x4x16x8xi8, #blocked4>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x4x16x8xi8, #blocked4> -> tensor<32x4x16x8xi8, #blocked3>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x4x16x8xi8, #blocked3>
  tt.func @four_dims(%p: tensor<4x8x16x32x!tt.ptr<i8>, #b4>) -> tensor<32x4x16x8xi8, #a4> {
    %v = tt.load %p : tensor<4x8x16x32x!tt.ptr<i8>, #b4>
    %w = ttg.convert_layout %v : tensor<4x8x16x32xi8, #b4> -> tensor<4x8x16x32xi8, #a4>
    %t = tt.trans %w {order = array<i32: 3, 0, 2, 1>} : tensor<4x8x16x32xi8, #a4> -> tensor<32x4x16x8xi8, #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [4, 2, 2, 2], warpsPerCTA = [2, 1, 2, 1], order = [0, 2, 3, 1]}>>
    %c = ttg.convert_layout %t : tensor<32x4x16x8xi8, #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [4, 2, 2, 2], warpsPerCTA = [2, 1, 2, 1], order = [0, 2, 3, 1]}>> -> tensor<32x4x16x8xi8, #a4>
    tt.return %c : tensor<32x4x16x8xi8, #a4>
  }
  // Elements of several widths on the way, a conversion of the narrowest is all that is left.
  // CHECK-LABEL: @widths(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<8x16x32x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<8x16x32xi8, #blocked> -> tensor<8x16x32xi8, #blocked1>
  // CHECK-NEXT: arith.extsi {{%.*}} : tensor<8x16x32xi8, #blocked1> to tensor<8x16x32xi32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<8x16x32xf64, #blocked1>
  tt.func @widths(%p: tensor<8x16x32x!tt.ptr<i8>, #b3>) -> tensor<8x16x32xf64, #a3> {
    %v = tt.load %p : tensor<8x16x32x!tt.ptr<i8>, #b3>
    %w = arith.extsi %v : tensor<8x16x32xi8, #b3> to tensor<8x16x32xi32, #b3>
    %x = arith.sitofp %w : tensor<8x16x32xi32, #b3> to tensor<8x16x32xf64, #b3>
    %y = arith.addf %x, %x : tensor<8x16x32xf64, #b3>
    %c = ttg.convert_layout %y : tensor<8x16x32xf64, #b3> -> tensor<8x16x32xf64, #a3>
    tt.return %c : tensor<8x16x32xf64, #a3>
  }
  // A comparison with an argument cannot be done again, so its result is converted.
  // CHECK-LABEL: @truth_values(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<8x16x32xi1, #blocked> -> tensor<8x16x32xi1, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<8x16x32xi1, #blocked1>
  tt.func @truth_values(%x: tensor<8x16x32xi32, #b3>, %y: i32) -> tensor<8x16x32xi1, #a3> {
    %s = tt.splat %y : i32 -> tensor<8x16x32xi32, #b3>
    %k = arith.cmpi slt, %x, %s : tensor<8x16x32xi32, #b3>
    %l = arith.cmpi ne, %x, %s : tensor<8x16x32xi32, #b3>
    %m = arith.andi %k, %l : tensor<8x16x32xi1, #b3>
    %c = ttg.convert_layout %m : tensor<8x16x32xi1, #b3> -> tensor<8x16x32xi1, #a3>
    tt.return %c : tensor<8x16x32xi1, #a3>
  }
}

// -----

// Linear layouts, layouts that place elements alike, a broadcast that fits as it is.

#src = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#reg = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#lin = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#other = #ttg.linear<{register = [[16, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 4]], block = []}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [16, 0]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}16, 0]], lane = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [0, 4]], block = []}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The two layouts place elements alike: the conversion costs nothing, so it is cheaper than to do
  // anything twice.
  // CHECK-LABEL: @same_places(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x8xf32, #blocked> -> tensor<32x8xf32, #linear>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32x8xf32, #blocked>, tensor<32x8xf32, #linear>
  tt.func @same_places(%x: f32) -> (tensor<32x8xf32, #src>, tensor<32x8xf32, #lin>) {
    %s = tt.splat %x : f32 -> tensor<32x8xf32, #src>
    %e = arith.negf %s : tensor<32x8xf32, #src>
    %c = ttg.convert_layout %e : tensor<32x8xf32, #src> -> tensor<32x8xf32, #lin>
    tt.return %e, %c : tensor<32x8xf32, #src>, tensor<32x8xf32, #lin>
  }
  // CHECK-LABEL: @same_places_used_once(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<32x8xf32, #linear>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x8xf32, #linear>
  tt.func @same_places_used_once(%x: f32) -> tensor<32x8xf32, #lin> {
    %s = tt.splat %x : f32 -> tensor<32x8xf32, #src>
    %e = math.exp %s : tensor<32x8xf32, #src>
    %c = ttg.convert_layout %e : tensor<32x8xf32, #src> -> tensor<32x8xf32, #lin>
    tt.return %c : tensor<32x8xf32, #lin>
  }
  // CHECK-LABEL: @other_places(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<32x8xf32, #blocked>, tensor<32x8xf32, #linear1>
  tt.func @other_places(%x: f32) -> (tensor<32x8xf32, #src>, tensor<32x8xf32, #other>) {
    %s = tt.splat %x : f32 -> tensor<32x8xf32, #src>
    %e = arith.negf %s : tensor<32x8xf32, #src>
    %c = ttg.convert_layout %e : tensor<32x8xf32, #src> -> tensor<32x8xf32, #other>
    tt.return %e, %c : tensor<32x8xf32, #src>, tensor<32x8xf32, #other>
  }
  // A broadcast whose operand has its elements in the right places already keeps the operand
  // (upstream: test_existing_layout_conflict).
  // CHECK-LABEL: @broadcast_fits(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.broadcast {{%.*}} : tensor<32x1xf32, #blocked> -> tensor<32x8xf32, #linear>
  // CHECK: tt.return {{%.*}} : tensor<32x8xf32, #linear>
  tt.func @broadcast_fits(%x: tensor<32x1xf32, #src>) -> tensor<32x8xf32, #lin> {
    %b = tt.broadcast %x : tensor<32x1xf32, #src> -> tensor<32x8xf32, #src>
    %e = math.absf %b : tensor<32x8xf32, #src>
    %c = ttg.convert_layout %e : tensor<32x8xf32, #src> -> tensor<32x8xf32, #lin>
    tt.return %c : tensor<32x8xf32, #lin>
  }
  // Unpacking fp4 does not go back to a layout without two neighbours in a thread
  // (upstream: fp4_no_backward_inference).
  // CHECK-LABEL: @fp4(
  // CHECK-NEXT: ttg.fp4_to_fp {{%.*}} {axis = 1 : i32} : tensor<32x4xi8, #blocked> -> tensor<32x8xf16, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x8xf16, #blocked1> -> tensor<32x8xf16, #linear1>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32x8xf16, #blocked1>, tensor<32x8xf16, #linear1>
  tt.func @fp4(%x: tensor<32x4xi8, #src>) -> (tensor<32x8xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<32x8xf16, #other>) {
    %f = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<32x4xi8, #src> -> tensor<32x8xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %c = ttg.convert_layout %f : tensor<32x8xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<32x8xf16, #other>
    tt.return %f, %c : tensor<32x8xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<32x8xf16, #other>
  }
}

// -----

// A layout in which a thread holds more elements makes more work.

#few = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#many = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // 64 x 2 elements are one for each thread in the first layout, 64 in the second one.
  // CHECK-LABEL: @more_work(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x2xf32, #blocked1> -> tensor<64x2xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x2xf32, #blocked>
  tt.func @more_work(%x: f32) -> tensor<64x2xf32, #many> {
    %s = tt.splat %x : f32 -> tensor<64x2xf32, #few>
    %e = arith.addf %s, %s : tensor<64x2xf32, #few>
    %f = arith.mulf %e, %s : tensor<64x2xf32, #few>
    %c = ttg.convert_layout %f : tensor<64x2xf32, #few> -> tensor<64x2xf32, #many>
    tt.return %c : tensor<64x2xf32, #many>
  }
  // The other way round there is less to do.
  // CHECK-LABEL: @less_work(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}} : tensor<64x2xf32, #blocked1>
  tt.func @less_work(%x: f32) -> tensor<64x2xf32, #few> {
    %s = tt.splat %x : f32 -> tensor<64x2xf32, #many>
    %e = arith.addf %s, %s : tensor<64x2xf32, #many>
    %f = arith.mulf %e, %s : tensor<64x2xf32, #many>
    %c = ttg.convert_layout %f : tensor<64x2xf32, #many> -> tensor<64x2xf32, #few>
    tt.return %c : tensor<64x2xf32, #few>
  }
}

// -----

// Wavefronts of 64 threads, an mfma dot.

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mfma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @mfma(
  // CHECK-NEXT: arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x64xf32, #mma>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @mfma(%p: tensor<64x64x!tt.ptr<f32>, #a>, %x: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 4}>>, %y: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 4}>>) {
    %z = arith.constant dense<0.0> : tensor<64x64xf32, #mfma>
    %d = tt.dot %x, %y, %z : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 4}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 4}>> -> tensor<64x64xf32, #mfma>
    %e = ttg.convert_layout %d : tensor<64x64xf32, #mfma> -> tensor<64x64xf32, #a>
    %f = arith.addf %e, %e : tensor<64x64xf32, #a>
    tt.store %p, %f : tensor<64x64x!tt.ptr<f32>, #a>
    tt.return
  }
}
