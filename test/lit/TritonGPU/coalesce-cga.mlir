// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// With several blocks in a cluster the layout keeps their distribution, and a thread's share is taken
// of what one block has.

#split = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#copied = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
// CHECK{LITERAL}: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
// CHECK-NEXT{LITERAL}: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
// CHECK-NEXT{LITERAL}: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
// CHECK-NEXT{LITERAL}: #blocked3 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @halved(
  tt.func @halved(%p: tensor<512x!tt.ptr<f32>, #split> {tt.contiguity = 512 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked> -> tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #split>
    tt.return
  }
  // CHECK-LABEL: @copied(
  tt.func @copied(%p: tensor<512x!tt.ptr<f32>, #copied> {tt.contiguity = 512 : i32, tt.divisibility = 16 : i32}, %v: tensor<512xf32, #copied>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked2> -> tensor<512x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked2> -> tensor<512xf32, #blocked3>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<512x!tt.ptr<f32>, #blocked3>
    tt.store %p, %v : tensor<512x!tt.ptr<f32>, #copied>
    tt.return
  }
}

// -----

// Four blocks over two dimensions.

#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [2, 0]]}>
#grid = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [1, 0]]}>
#half = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0], [0, 1]]}>
// CHECK{LITERAL}: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [2, 0]]}>
// CHECK-NEXT{LITERAL}: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [2, 0]]}>
// CHECK-NEXT{LITERAL}: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [1, 0]]}>
// CHECK-NEXT{LITERAL}: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [1, 0]]}>
// CHECK-NEXT{LITERAL}: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0], [0, 1]]}>
// CHECK-NEXT{LITERAL}: #blocked5 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[0, 0], [0, 1]]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @by_rows(
  tt.func @by_rows(%p: tensor<32x64x!tt.ptr<f16>, #rows> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[2, 16]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x64x!tt.ptr<f16>, #blocked> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<32x64x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<32x64xf16, #blocked1> -> tensor<32x64xf16, #blocked>
    %v = tt.load %p : tensor<32x64x!tt.ptr<f16>, #rows>
    tt.return
  }
  // CHECK-LABEL: @by_grid(
  tt.func @by_grid(%p: tensor<32x8x!tt.ptr<i8>, #grid> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[1, 16]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x8x!tt.ptr<i8>, #blocked2> -> tensor<32x8x!tt.ptr<i8>, #blocked3>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<32x8x!tt.ptr<i8>, #blocked3>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<32x8xi8, #blocked3> -> tensor<32x8xi8, #blocked2>
    %v = tt.load %p : tensor<32x8x!tt.ptr<i8>, #grid>
    tt.return
  }
  // CHECK-LABEL: @by_half(
  tt.func @by_half(%p: tensor<128x64x!tt.ptr<f16>, #half> {tt.contiguity = dense<[128, 1]> : tensor<2xi32>, tt.divisibility = dense<[16, 2]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x64x!tt.ptr<f16>, #blocked4> -> tensor<128x64x!tt.ptr<f16>, #blocked5>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<128x64x!tt.ptr<f16>, #blocked5>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<128x64xf16, #blocked5> -> tensor<128x64xf16, #blocked4>
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #half>
    tt.return
  }
}

// -----

// A slice of a distributed tile hands the distribution of its own dimension on.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 1]]}>
#row = #ttg.slice<{dim = 0, parent = #tile}>
#column = #ttg.slice<{dim = 1, parent = #tile}>
// CHECK{LITERAL}: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 1]]}>
// CHECK-NEXT{LITERAL}: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
// CHECK-NEXT{LITERAL}: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @slices(
  tt.func @slices(%p: tensor<1024x!tt.ptr<f32>, #row> {tt.contiguity = 1024 : i32, tt.divisibility = 16 : i32},
                  %q: tensor<1024x!tt.ptr<f32>, #column> {tt.contiguity = 1024 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #row>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<1024x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked2> -> tensor<1024xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %w = tt.load %q : tensor<1024x!tt.ptr<f32>, #column>
    tt.return
  }
}

// -----

// Descriptors: the same.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
// CHECK{LITERAL}: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
// CHECK-NEXT{LITERAL}: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @descriptor(
  tt.func @descriptor(%d: !tt.tensordesc<16x64xf32>, %i: i32) {
    // CHECK: [[RES:%.*]] = tt.descriptor_load {{%.*}}[{{%.*}}, {{%.*}}] : !tt.tensordesc<16x64xf32> -> tensor<16x64xf32, #blocked>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<16x64xf32, #blocked> -> tensor<16x64xf32, #blocked1>
    %v = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<16x64xf32> -> tensor<16x64xf32, #tile>
    tt.return
  }
}
