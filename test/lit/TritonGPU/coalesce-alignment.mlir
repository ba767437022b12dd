// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// What is known of the pointers bounds the elements of a thread: the divisibility in bytes, the length
// of the contiguous runs, and the number of elements that there are.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @divisible_by_8(
  tt.func @divisible_by_8(%p: !tt.ptr<f32> {tt.divisibility = 8 : i32}) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f32>, #flat>
    tt.return
  }
  // CHECK-LABEL: @divisible_by_12(
  tt.func @divisible_by_12(%p: !tt.ptr<f16> {tt.divisibility = 12 : i32}) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf16, #blocked1> -> tensor<1024xf16, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @divisible_by_1(
  tt.func @divisible_by_1(%p: !tt.ptr<i8>) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<i8>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<i8>, #blocked> -> tensor<1024x!tt.ptr<i8>, #blocked>
    // CHECK-NEXT: tt.load [[PTR]] : tensor<1024x!tt.ptr<i8>, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<i8>, #flat>
    tt.return
  }
}

// -----

// An offset that is added takes away what it does not share: four elements back is still a multiple of
// eight bytes, an odd start is a multiple of two only.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @four_back(
  tt.func @four_back(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %back = arith.constant dense<-4> : tensor<1024xi32, #flat>
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %o = arith.addi %r, %back : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %o : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf16, #blocked1> -> tensor<1024xf16, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @odd_start(
  tt.func @odd_start(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 1025 : i32, start = 1 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked>
    // CHECK-NEXT: tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @strided(
  tt.func @strided(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %two = arith.constant dense<2> : tensor<1024xi32, #flat>
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %o = arith.muli %r, %two : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %o : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked>
    // CHECK-NEXT: tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    tt.return
  }
}

// -----

// Runs of four: the remainder wraps around, or a hint says so.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @wrapped(
  tt.func @wrapped(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
    %four = arith.constant dense<4> : tensor<2048xi32, #flat>
    %r = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #flat>
    %o = arith.remsi %r, %four : tensor<2048xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i8> -> tensor<2048x!tt.ptr<i8>, #flat>
    %ps = tt.addptr %b, %o : tensor<2048x!tt.ptr<i8>, #flat>, tensor<2048xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<i8>, #blocked> -> tensor<2048x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<2048x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xi8, #blocked1> -> tensor<2048xi8, #blocked>
    %v = tt.load %ps : tensor<2048x!tt.ptr<i8>, #flat>
    tt.return
  }
  // CHECK-LABEL: @hinted(
  tt.func @hinted(%p: !tt.ptr<i8>, %o: tensor<2048xi32, #flat>) {
    %b = tt.splat %p : !tt.ptr<i8> -> tensor<2048x!tt.ptr<i8>, #flat>
    %ps = tt.addptr %b, %o {tt.contiguity = 4 : i32, tt.divisibility = 32 : i32} : tensor<2048x!tt.ptr<i8>, #flat>, tensor<2048xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<i8>, #blocked> -> tensor<2048x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<2048x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xi8, #blocked1> -> tensor<2048xi8, #blocked>
    %v = tt.load %ps : tensor<2048x!tt.ptr<i8>, #flat>
    tt.return
  }
}

// -----

// Few elements: never more than there are for each thread, and at least one.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_each(
  tt.func @two_each(%p: tensor<256x!tt.ptr<f16>, #flat> {tt.contiguity = 256 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<256x!tt.ptr<f16>, #blocked> -> tensor<256x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<256x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<256xf16, #blocked1> -> tensor<256xf16, #blocked>
    %v = tt.load %p : tensor<256x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @fewer_than_threads(
  tt.func @fewer_than_threads(%p: tensor<16x!tt.ptr<f16>, #flat> {tt.contiguity = 16 : i32, tt.divisibility = 16 : i32}, %v: tensor<16xf16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<16x!tt.ptr<f16>, #blocked> -> tensor<16x!tt.ptr<f16>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<16xf16, #blocked> -> tensor<16xf16, #blocked>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<16x!tt.ptr<f16>, #blocked>
    tt.store %p, %v : tensor<16x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @single(
  tt.func @single(%p: tensor<1x!tt.ptr<f64>, #flat> {tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1x!tt.ptr<f64>, #blocked> -> tensor<1x!tt.ptr<f64>, #blocked>
    // CHECK-NEXT: tt.load [[PTR]] : tensor<1x!tt.ptr<f64>, #blocked>
    %v = tt.load %p : tensor<1x!tt.ptr<f64>, #flat>
    tt.return
  }
}

// -----

// The mask does not count: not even one that changes from element to element.

#flat = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @masked(
  tt.func @masked(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: tensor<1024xi1, #flat>) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xi1, #blocked> -> tensor<1024xi1, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]], [[MASK]] {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>, isVolatile = true, tt.note = "kept"} : tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
    %v = tt.load %ps, %m {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>, isVolatile = true, tt.note = "kept"} : tensor<1024x!tt.ptr<f32>, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xf32, #blocked> -> tensor<1024xf32, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xi1, #blocked> -> tensor<1024xi1, #blocked1>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]], [[MASK]] {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>} : tensor<1024x!tt.ptr<f32>, #blocked1>
    tt.store %ps, %v, %m {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>} : tensor<1024x!tt.ptr<f32>, #flat>
    tt.return
  }
}
