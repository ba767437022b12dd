// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// How many elements a thread may update at once depends on the operation, the type and the target.
// A compare-and-swap, an integer or a double goes alone.

#flat = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @compare(
  tt.func @compare(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %c: tensor<2048xi32, #flat>, %v: tensor<2048xi32, #flat>) -> tensor<2048xi32, #flat> {
    %r = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i32> -> tensor<2048x!tt.ptr<i32>, #flat>
    %ps = tt.addptr %b, %r : tensor<2048x!tt.ptr<i32>, #flat>, tensor<2048xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<i32>, #blocked> -> tensor<2048x!tt.ptr<i32>, #blocked1>
    // CHECK-NEXT: [[CMP:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xi32, #blocked> -> tensor<2048xi32, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xi32, #blocked> -> tensor<2048xi32, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_cas acq_rel, gpu, [[PTR]], [[CMP]], [[VAL]] : (tensor<2048x!tt.ptr<i32>, #blocked1>, tensor<2048xi32, #blocked1>, tensor<2048xi32, #blocked1>) -> tensor<2048xi32, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xi32, #blocked1> -> tensor<2048xi32, #blocked>
    %old = tt.atomic_cas acq_rel, gpu, %ps, %c, %v : (tensor<2048x!tt.ptr<i32>, #flat>, tensor<2048xi32, #flat>, tensor<2048xi32, #flat>) -> tensor<2048xi32, #flat>
    tt.return %old : tensor<2048xi32, #flat>
  }
  // CHECK-LABEL: @integer(
  tt.func @integer(%p: tensor<2048x!tt.ptr<i16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xi16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<i16>, #blocked> -> tensor<2048x!tt.ptr<i16>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xi16, #blocked> -> tensor<2048xi16, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw xor, relaxed, cta, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<i16>, #blocked1>, tensor<2048xi16, #blocked1>) -> tensor<2048xi16, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xi16, #blocked1> -> tensor<2048xi16, #blocked>
    %old = tt.atomic_rmw xor, relaxed, cta, %p, %v : (tensor<2048x!tt.ptr<i16>, #flat>, tensor<2048xi16, #flat>) -> tensor<2048xi16, #flat>
    tt.return
  }
  // CHECK-LABEL: @double(
  tt.func @double(%p: tensor<2048x!tt.ptr<f64>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf64, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f64>, #blocked> -> tensor<2048x!tt.ptr<f64>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf64, #blocked> -> tensor<2048xf64, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f64>, #blocked1>, tensor<2048xf64, #blocked1>) -> tensor<2048xf64, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf64, #blocked1> -> tensor<2048xf64, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f64>, #flat>, tensor<2048xf64, #flat>) -> tensor<2048xf64, #flat>
    tt.return
  }
}

// -----

// From cuda:90 on floating-point additions go by 128 bits.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @floats(
  tt.func @floats(%p: tensor<2048x!tt.ptr<f32>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf32, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f32>, #blocked> -> tensor<2048x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf32, #blocked> -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f32>, #blocked1>, tensor<2048xf32, #blocked1>) -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf32, #blocked1> -> tensor<2048xf32, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f32>, #flat>, tensor<2048xf32, #flat>) -> tensor<2048xf32, #flat>
    tt.return
  }
  // CHECK-LABEL: @halves(
  tt.func @halves(%p: tensor<2048x!tt.ptr<f16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f16>, #blocked> -> tensor<2048x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf16, #blocked> -> tensor<2048xf16, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f16>, #blocked2>, tensor<2048xf16, #blocked2>) -> tensor<2048xf16, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf16, #blocked2> -> tensor<2048xf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f16>, #flat>, tensor<2048xf16, #flat>) -> tensor<2048xf16, #flat>
    tt.return
  }
  // CHECK-LABEL: @brains(
  tt.func @brains(%p: tensor<2048x!tt.ptr<bf16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xbf16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<bf16>, #blocked> -> tensor<2048x!tt.ptr<bf16>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xbf16, #blocked> -> tensor<2048xbf16, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<bf16>, #blocked2>, tensor<2048xbf16, #blocked2>) -> tensor<2048xbf16, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xbf16, #blocked2> -> tensor<2048xbf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<bf16>, #flat>, tensor<2048xbf16, #flat>) -> tensor<2048xbf16, #flat>
    tt.return
  }
}

// -----

// Before it bfloat16 goes alone; a maximum of floats is not an addition and is not held back.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:86", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @brains(
  tt.func @brains(%p: tensor<2048x!tt.ptr<bf16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xbf16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<bf16>, #blocked> -> tensor<2048x!tt.ptr<bf16>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xbf16, #blocked> -> tensor<2048xbf16, #blocked>
    // CHECK-NEXT: tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<bf16>, #blocked>, tensor<2048xbf16, #blocked>) -> tensor<2048xbf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<bf16>, #flat>, tensor<2048xbf16, #flat>) -> tensor<2048xbf16, #flat>
    tt.return
  }
  // CHECK-LABEL: @greatest(
  tt.func @greatest(%p: tensor<2048x!tt.ptr<f32>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf32, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f32>, #blocked> -> tensor<2048x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf32, #blocked> -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw max, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f32>, #blocked1>, tensor<2048xf32, #blocked1>) -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf32, #blocked1> -> tensor<2048xf32, #blocked>
    %old = tt.atomic_rmw max, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f32>, #flat>, tensor<2048xf32, #flat>) -> tensor<2048xf32, #flat>
    tt.return
  }
}

// -----

// Without a target nothing but the kind of element counts.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @untargeted(
  tt.func @untargeted(%p: tensor<2048x!tt.ptr<f32>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf32, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f32>, #blocked> -> tensor<2048x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf32, #blocked> -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f32>, #blocked1>, tensor<2048xf32, #blocked1>) -> tensor<2048xf32, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf32, #blocked1> -> tensor<2048xf32, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f32>, #flat>, tensor<2048xf32, #flat>) -> tensor<2048xf32, #flat>
    tt.return
  }
}

// -----

// On a HIP target 32 bits are the limit for every operation.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @hip_floats(
  tt.func @hip_floats(%p: tensor<2048x!tt.ptr<f32>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xf32, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f32>, #blocked> -> tensor<2048x!tt.ptr<f32>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf32, #blocked> -> tensor<2048xf32, #blocked>
    // CHECK-NEXT: tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f32>, #blocked>, tensor<2048xf32, #blocked>) -> tensor<2048xf32, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<f32>, #flat>, tensor<2048xf32, #flat>) -> tensor<2048xf32, #flat>
    tt.return
  }
  // CHECK-LABEL: @hip_brains(
  tt.func @hip_brains(%p: tensor<2048x!tt.ptr<bf16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32}, %v: tensor<2048xbf16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<bf16>, #blocked> -> tensor<2048x!tt.ptr<bf16>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xbf16, #blocked> -> tensor<2048xbf16, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw max, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<bf16>, #blocked1>, tensor<2048xbf16, #blocked1>) -> tensor<2048xbf16, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xbf16, #blocked1> -> tensor<2048xbf16, #blocked>
    %old = tt.atomic_rmw max, relaxed, gpu, %p, %v : (tensor<2048x!tt.ptr<bf16>, #flat>, tensor<2048xbf16, #flat>) -> tensor<2048xbf16, #flat>
    tt.return
  }
}

// -----

// A load and an atomic of one slice: the load takes its own four, the atomic keeps to its limit of two.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @load_and_add(
  tt.func @load_and_add(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #flat>
    %pb = tt.splat %p : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>, #flat>
    %ps = tt.addptr %pb, %r : tensor<2048x!tt.ptr<f32>, #flat>, tensor<2048xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f32>, #blocked> -> tensor<2048x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<2048x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf32, #blocked1> -> tensor<2048xf32, #blocked>
    %v = tt.load %ps : tensor<2048x!tt.ptr<f32>, #flat>
    %h = arith.truncf %v : tensor<2048xf32, #flat> to tensor<2048xf16, #flat>
    %qb = tt.splat %q : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>, #flat>
    %qs = tt.addptr %qb, %r : tensor<2048x!tt.ptr<f16>, #flat>, tensor<2048xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<f16>, #blocked> -> tensor<2048x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048xf16, #blocked> -> tensor<2048xf16, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<2048x!tt.ptr<f16>, #blocked2>, tensor<2048xf16, #blocked2>) -> tensor<2048xf16, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xf16, #blocked2> -> tensor<2048xf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %qs, %h : (tensor<2048x!tt.ptr<f16>, #flat>, tensor<2048xf16, #flat>) -> tensor<2048xf16, #flat>
    tt.return
  }
}
