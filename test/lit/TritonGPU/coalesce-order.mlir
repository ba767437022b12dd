// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// The dimension with the longest contiguous runs comes first in the order; of equals the later one.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @columns(
  tt.func @columns(%p: tensor<128x64x!tt.ptr<f16>, #tile> {tt.contiguity = dense<[128, 1]> : tensor<2xi32>, tt.divisibility = dense<[16, 2]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64x!tt.ptr<f16>, #blocked> -> tensor<128x64x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<128x64x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<128x64xf16, #blocked1> -> tensor<128x64xf16, #blocked>
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #tile>
    tt.return
  }
  // CHECK-LABEL: @both(
  tt.func @both(%p: tensor<128x64x!tt.ptr<f16>, #tile> {tt.contiguity = dense<[8, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 8]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64x!tt.ptr<f16>, #blocked> -> tensor<128x64x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<128x64x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<128x64xf16, #blocked2> -> tensor<128x64xf16, #blocked>
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #tile>
    tt.return
  }
  // CHECK-LABEL: @neither(
  tt.func @neither(%p: tensor<128x64x!tt.ptr<f16>, #tile> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %v: tensor<128x64xf16, #tile>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64x!tt.ptr<f16>, #blocked> -> tensor<128x64x!tt.ptr<f16>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #blocked>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<128x64x!tt.ptr<f16>, #blocked>
    tt.store %p, %v : tensor<128x64x!tt.ptr<f16>, #tile>
    tt.return
  }
  // CHECK-LABEL: @short_runs(
  tt.func @short_runs(%p: tensor<128x64x!tt.ptr<f16>, #tile> {tt.contiguity = dense<[2, 1]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64x!tt.ptr<f16>, #blocked> -> tensor<128x64x!tt.ptr<f16>, #blocked3>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<128x64x!tt.ptr<f16>, #blocked3>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<128x64xf16, #blocked3> -> tensor<128x64xf16, #blocked>
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #tile>
    tt.return
  }
}

// -----

// Three dimensions, contiguous along the middle one.

#cube = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
#back = #ttg.slice<{dim = 2, parent = #cube}>
#line = #ttg.slice<{dim = 0, parent = #back}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4, 1], threadsPerWarp = [1, 16, 2], warpsPerCTA = [1, 1, 4], order = [1, 2, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @middle(
  tt.func @middle(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) -> tensor<4x64x8xf32, #cube> {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>
    %r1 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32, #line> -> tensor<1x64xi32, #back>
    %r2 = tt.expand_dims %r1 {axis = 2 : i32} : tensor<1x64xi32, #back> -> tensor<1x64x1xi32, #cube>
    %o = tt.broadcast %r2 : tensor<1x64x1xi32, #cube> -> tensor<4x64x8xi32, #cube>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<4x64x8x!tt.ptr<f32>, #cube>
    %ps = tt.addptr %b, %o : tensor<4x64x8x!tt.ptr<f32>, #cube>, tensor<4x64x8xi32, #cube>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4x64x8x!tt.ptr<f32>, #blocked> -> tensor<4x64x8x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4x64x8x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4x64x8xf32, #blocked1> -> tensor<4x64x8xf32, #blocked>
    %v = tt.load %ps : tensor<4x64x8x!tt.ptr<f32>, #cube>
    tt.return %v : tensor<4x64x8xf32, #cube>
  }
}

// -----

// Four dimensions, sorted by their runs of 1, 16, 4 and 4.

#hyper = #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 32], warpsPerCTA = [1, 1, 2, 2], order = [3, 2, 1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 32], warpsPerCTA = [1, 1, 2, 2], order = [3, 2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 16, 1, 1], threadsPerWarp = [1, 1, 4, 8], warpsPerCTA = [2, 1, 2, 1], order = [1, 3, 2, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @four(
  tt.func @four(%p: tensor<4x16x8x8x!tt.ptr<i8>, #hyper> {tt.contiguity = dense<[1, 16, 4, 4]> : tensor<4xi32>, tt.divisibility = dense<[1, 32, 4, 4]> : tensor<4xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4x16x8x8x!tt.ptr<i8>, #blocked> -> tensor<4x16x8x8x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4x16x8x8x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4x16x8x8xi8, #blocked1> -> tensor<4x16x8x8xi8, #blocked>
    %v = tt.load %p : tensor<4x16x8x8x!tt.ptr<i8>, #hyper>
    tt.return
  }
}

// -----

// A transpose carries the order over.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transposed(
  tt.func @transposed(%p: tensor<32x64x!tt.ptr<bf16>, #tile> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[2, 16]> : tensor<2xi32>}) {
    %t = tt.trans %p {order = array<i32: 1, 0>} : tensor<32x64x!tt.ptr<bf16>, #tile> -> tensor<64x32x!tt.ptr<bf16>, #turned>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x32x!tt.ptr<bf16>, #blocked1> -> tensor<64x32x!tt.ptr<bf16>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<64x32x!tt.ptr<bf16>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<64x32xbf16, #blocked2> -> tensor<64x32xbf16, #blocked1>
    %v = tt.load %t : tensor<64x32x!tt.ptr<bf16>, #turned>
    tt.return
  }
}

// -----

// Accesses of one slice share the greatest width only if shape and order agree.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #tile}>
#column = #ttg.slice<{dim = 1, parent = #tile}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked5 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @other_order(
  tt.func @other_order(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #row>
    %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #row> -> tensor<1x64xi32, #tile>
    %j2 = tt.broadcast %j1 : tensor<1x64xi32, #tile> -> tensor<64x64xi32, #tile>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #column>
    %i1 = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #column> -> tensor<64x1xi32, #tile>
    %i2 = tt.broadcast %i1 : tensor<64x1xi32, #tile> -> tensor<64x64xi32, #tile>
    %pb = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #tile>
    %pp = tt.addptr %pb, %j2 : tensor<64x64x!tt.ptr<f32>, #tile>, tensor<64x64xi32, #tile>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked> -> tensor<64x64x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<64x64x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<64x64xf32, #blocked1> -> tensor<64x64xf32, #blocked>
    %pv = tt.load %pp : tensor<64x64x!tt.ptr<f32>, #tile>
    %pi = arith.fptosi %pv : tensor<64x64xf32, #tile> to tensor<64x64xi8, #tile>
    %qb = tt.splat %q : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>, #tile>
    %qp = tt.addptr %qb, %i2 : tensor<64x64x!tt.ptr<i8>, #tile>, tensor<64x64xi32, #tile>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64x!tt.ptr<i8>, #blocked> -> tensor<64x64x!tt.ptr<i8>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #blocked2>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<64x64x!tt.ptr<i8>, #blocked2>
    tt.store %qp, %pi : tensor<64x64x!tt.ptr<i8>, #tile>
    tt.return
  }
  // CHECK-LABEL: @same_order(
  tt.func @same_order(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #row>
    %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #row> -> tensor<1x64xi32, #tile>
    %j2 = tt.broadcast %j1 : tensor<1x64xi32, #tile> -> tensor<64x64xi32, #tile>
    %pb = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #tile>
    %pp = tt.addptr %pb, %j2 : tensor<64x64x!tt.ptr<f32>, #tile>, tensor<64x64xi32, #tile>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked> -> tensor<64x64x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<64x64x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<64x64xf32, #blocked3> -> tensor<64x64xf32, #blocked>
    %pv = tt.load %pp : tensor<64x64x!tt.ptr<f32>, #tile>
    %pi = arith.fptosi %pv : tensor<64x64xf32, #tile> to tensor<64x64xi8, #tile>
    %qb = tt.splat %q : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>, #tile>
    %qp = tt.addptr %qb, %j2 : tensor<64x64x!tt.ptr<i8>, #tile>, tensor<64x64xi32, #tile>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64x!tt.ptr<i8>, #blocked> -> tensor<64x64x!tt.ptr<i8>, #blocked3>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #blocked3>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<64x64x!tt.ptr<i8>, #blocked3>
    tt.store %qp, %pi : tensor<64x64x!tt.ptr<i8>, #tile>
    tt.return
  }
  // CHECK-LABEL: @other_shape(
  tt.func @other_shape(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
    %j = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
    %qb = tt.splat %q : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>, #row>
    %qp = tt.addptr %qb, %j : tensor<1024x!tt.ptr<i8>, #row>, tensor<1024xi32, #row>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<i8>, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1024x!tt.ptr<i8>, #blocked4>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<i8>, #blocked4>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xi8, #blocked4> -> tensor<1024xi8, #ttg.slice<{dim = 0, parent = #blocked}>>
    %qv = tt.load %qp : tensor<1024x!tt.ptr<i8>, #row>
    %qf = arith.sitofp %qv : tensor<1024xi8, #row> to tensor<1024xf32, #row>
    %qr = tt.expand_dims %qf {axis = 0 : i32} : tensor<1024xf32, #row> -> tensor<1x1024xf32, #tile>
    %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<1024xi32, #row> -> tensor<1x1024xi32, #tile>
    %pb = tt.splat %p : !tt.ptr<f32> -> tensor<1x1024x!tt.ptr<f32>, #tile>
    %pp = tt.addptr %pb, %j1 : tensor<1x1024x!tt.ptr<f32>, #tile>, tensor<1x1024xi32, #tile>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1x1024x!tt.ptr<f32>, #blocked> -> tensor<1x1024x!tt.ptr<f32>, #blocked5>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<1x1024xf32, #blocked> -> tensor<1x1024xf32, #blocked5>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<1x1024x!tt.ptr<f32>, #blocked5>
    tt.store %pp, %qr : tensor<1x1024x!tt.ptr<f32>, #tile>
    tt.return
  }
}
