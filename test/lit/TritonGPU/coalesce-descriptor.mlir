// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// A descriptor access runs along the last dimension, whatever is known of it.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @load(
  tt.func @load(%d: !tt.tensordesc<64x64xbf16>, %i: i32) -> tensor<64x64xbf16, #tile> {
    // CHECK: [[RES:%.*]] = tt.descriptor_load {{%.*}}[{{%.*}}, {{%.*}}] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<64x64xbf16> -> tensor<64x64xbf16, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<64x64xbf16, #blocked1> -> tensor<64x64xbf16, #blocked>
    %v = tt.descriptor_load %d[%i, %i] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<64x64xbf16> -> tensor<64x64xbf16, #tile>
    tt.return %v : tensor<64x64xbf16, #tile>
  }
  // CHECK-LABEL: @load_few(
  tt.func @load_few(%d: !tt.tensordesc<8x32xf32>, %i: i32) -> tensor<8x32xf32, #tile> {
    // CHECK: [[RES:%.*]] = tt.descriptor_load {{%.*}}[{{%.*}}, {{%.*}}] : !tt.tensordesc<8x32xf32> -> tensor<8x32xf32, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<8x32xf32, #blocked2> -> tensor<8x32xf32, #blocked>
    %v = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x32xf32> -> tensor<8x32xf32, #tile>
    tt.return %v : tensor<8x32xf32, #tile>
  }
  // CHECK-LABEL: @store(
  tt.func @store(%d: !tt.tensordesc<64x64xf8E5M2>, %i: i32, %v: tensor<64x64xf8E5M2, #tile>) {
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #blocked3>
    // CHECK-NEXT: tt.descriptor_store {{%.*}}[{{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<64x64xf8E5M2>, tensor<64x64xf8E5M2, #blocked3>
    tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<64x64xf8E5M2>, tensor<64x64xf8E5M2, #tile>
    tt.return
  }
  // CHECK-LABEL: @reduce(
  tt.func @reduce(%d: !tt.tensordesc<64x64xf32>, %i: i32, %v: tensor<64x64xf32, #tile>) {
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked4>
    // CHECK-NEXT: tt.descriptor_reduce add, {{%.*}}[{{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<64x64xf32>, tensor<64x64xf32, #blocked4>
    tt.descriptor_reduce add, %d[%i, %i], %v : !tt.tensordesc<64x64xf32>, tensor<64x64xf32, #tile>
    tt.return
  }
}

// -----

// Gather and scatter leave their row indices where they are.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @gather(
  tt.func @gather(%d: !tt.tensordesc<1x128xf16>, %x: tensor<32xi32, #flat>, %y: i32) -> tensor<32x128xf16, #tile> {
    // CHECK: [[RES:%.*]] = tt.descriptor_gather {{%.*}}[{{%.*}}, {{%.*}}] : (!tt.tensordesc<1x128xf16>, tensor<32xi32, #blocked>, i32) -> tensor<32x128xf16, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<32x128xf16, #blocked2> -> tensor<32x128xf16, #blocked1>
    %v = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<1x128xf16>, tensor<32xi32, #flat>, i32) -> tensor<32x128xf16, #tile>
    tt.return %v : tensor<32x128xf16, #tile>
  }
  // CHECK-LABEL: @scatter(
  tt.func @scatter(%d: !tt.tensordesc<1x128xf16>, %x: tensor<32xi32, #flat>, %y: i32, %v: tensor<32x128xf16, #tile>) {
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xf16, #blocked1> -> tensor<32x128xf16, #blocked2>
    // CHECK-NEXT: tt.descriptor_scatter {{%.*}}[{{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<1x128xf16>, tensor<32xi32, #blocked>, i32, tensor<32x128xf16, #blocked2>
    tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<1x128xf16>, tensor<32xi32, #flat>, i32, tensor<32x128xf16, #tile>
    tt.return
  }
}

// -----

// Other ranks, and a mix with pointers: neither kind has a say in the layout of the other.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [1, 2, 2], order = [0, 1, 2]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [1, 2, 2], order = [0, 1, 2]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 8, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @line(
  tt.func @line(%d: !tt.tensordesc<1024xi8>, %i: i32, %p: !tt.ptr<i8> {tt.divisibility = 4 : i32}) {
    // CHECK: [[RES:%.*]] = tt.descriptor_load {{%.*}}[{{%.*}}] : !tt.tensordesc<1024xi8> -> tensor<1024xi8, #blocked>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xi8, #blocked> -> tensor<1024xi8, #blocked1>
    %v = tt.descriptor_load %d[%i] : !tt.tensordesc<1024xi8> -> tensor<1024xi8, #flat>
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<i8>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<i8>, #blocked1> -> tensor<1024x!tt.ptr<i8>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xi8, #blocked1> -> tensor<1024xi8, #blocked2>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<1024x!tt.ptr<i8>, #blocked2>
    tt.store %ps, %v : tensor<1024x!tt.ptr<i8>, #flat>
    tt.return
  }
  // CHECK-LABEL: @block(
  tt.func @block(%d: !tt.tensordesc<4x16x32xf16>, %i: i32, %v: tensor<4x16x32xf16, #cube>) {
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<4x16x32xf16, #blocked3> -> tensor<4x16x32xf16, #blocked4>
    // CHECK-NEXT: tt.descriptor_store {{%.*}}[{{%.*}}, {{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<4x16x32xf16>, tensor<4x16x32xf16, #blocked4>
    tt.descriptor_store %d[%i, %i, %i], %v : !tt.tensordesc<4x16x32xf16>, tensor<4x16x32xf16, #cube>
    tt.return
  }
}

// -----

// What is loaded is converted back even where it is stored right away.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copy(
  tt.func @copy(%in: !tt.tensordesc<32x128xf16>, %out: !tt.tensordesc<32x128xf16>, %i: i32) {
    // CHECK: [[RES:%.*]] = tt.descriptor_load {{%.*}}[{{%.*}}, {{%.*}}] : !tt.tensordesc<32x128xf16> -> tensor<32x128xf16, #blocked>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<32x128xf16, #blocked> -> tensor<32x128xf16, #blocked1>
    %v = tt.descriptor_load %in[%i, %i] : !tt.tensordesc<32x128xf16> -> tensor<32x128xf16, #tile>
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xf16, #blocked1> -> tensor<32x128xf16, #blocked>
    // CHECK-NEXT: tt.descriptor_store {{%.*}}[{{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<32x128xf16>, tensor<32x128xf16, #blocked>
    tt.descriptor_store %out[%i, %i], %v : !tt.tensordesc<32x128xf16>, tensor<32x128xf16, #tile>
    tt.return
  }
}
