// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// Pointers that a loop carries: the analysis follows them around the loop, the access is converted
// inside, and the loop itself keeps its types.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @walk(
  tt.func @walk(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) -> tensor<1024xf32, #flat> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<1024xf32, #flat>
    %step = arith.constant dense<1024> : tensor<1024xi32, #flat>
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #flat>
    %first = tt.addptr %b, %r : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
    %sum, %last = scf.for %i = %zero to %n step %one iter_args(%acc = %none, %at = %first) -> (tensor<1024xf32, #flat>, tensor<1024x!tt.ptr<f32>, #flat>) : i32 {
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
      %v = tt.load %at : tensor<1024x!tt.ptr<f32>, #flat>
      %next = arith.addf %acc, %v : tensor<1024xf32, #flat>
      %then = tt.addptr %at, %step : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
      scf.yield %next, %then : tensor<1024xf32, #flat>, tensor<1024x!tt.ptr<f32>, #flat>
    }
    tt.return %sum : tensor<1024xf32, #flat>
  }
}

// -----

// A step of three elements leaves four bytes of alignment to every turn but the first.

#flat = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @stumble(
  tt.func @stumble(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %step = arith.constant dense<3> : tensor<1024xi32, #flat>
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #flat>
    %first = tt.addptr %b, %r : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked>
    // CHECK-NEXT: tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked>
    %v0 = tt.load %first : tensor<1024x!tt.ptr<f32>, #flat>
    %last = scf.for %i = %zero to %n step %one iter_args(%at = %first) -> (tensor<1024x!tt.ptr<f32>, #flat>) : i32 {
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
      %v = tt.load %at : tensor<1024x!tt.ptr<f32>, #flat>
      %then = tt.addptr %at, %step : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
      scf.yield %then : tensor<1024x!tt.ptr<f32>, #flat>
    }
    tt.return
  }
}

// -----

// An offset from the induction variable of a loop.  The second load, which alone could take four
// elements at a time, has the first one in its slice and takes eight as well.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @indexed(
  tt.func @indexed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %odd: i32 {tt.divisibility = 4 : i32}) {
    %zero = arith.constant 0 : i32
    %chunk = arith.constant 1024 : i32
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    scf.for %i = %zero to %n step %chunk : i32 {
      %is = tt.splat %i : i32 -> tensor<1024xi32, #flat>
      %o = arith.addi %is, %r : tensor<1024xi32, #flat>
      %ps = tt.addptr %b, %o : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked1>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked1>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf16, #blocked1> -> tensor<1024xf16, #blocked>
      %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    }
    scf.for %i = %odd to %n step %chunk : i32 {
      %is = tt.splat %i : i32 -> tensor<1024xi32, #flat>
      %o = arith.addi %is, %r : tensor<1024xi32, #flat>
      %ps = tt.addptr %b, %o : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked1>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked1>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf16, #blocked1> -> tensor<1024xf16, #blocked>
      %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    }
    tt.return
  }
}

// -----

// Two branches meet in what both know; so do two edges to a block.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @either(
  tt.func @either(%p: tensor<1024x!tt.ptr<i8>, #flat> {tt.contiguity = 1024 : i32, tt.divisibility = 16 : i32},
                  %q: tensor<1024x!tt.ptr<i8>, #flat> {tt.contiguity = 8 : i32, tt.divisibility = 8 : i32}, %c: i1) {
    %x = scf.if %c -> (tensor<1024x!tt.ptr<i8>, #flat>) {
      scf.yield %p : tensor<1024x!tt.ptr<i8>, #flat>
    } else {
      scf.yield %q : tensor<1024x!tt.ptr<i8>, #flat>
    }
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<i8>, #blocked> -> tensor<1024x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xi8, #blocked1> -> tensor<1024xi8, #blocked>
    %v = tt.load %x : tensor<1024x!tt.ptr<i8>, #flat>
    tt.return
  }
  // CHECK-LABEL: @blocks(
  tt.func @blocks(%p: tensor<1024x!tt.ptr<i8>, #flat> {tt.contiguity = 1024 : i32, tt.divisibility = 16 : i32},
                  %q: tensor<1024x!tt.ptr<i8>, #flat> {tt.contiguity = 4 : i32, tt.divisibility = 8 : i32}, %c: i1) {
    cf.cond_br %c, ^meet(%p : tensor<1024x!tt.ptr<i8>, #flat>), ^meet(%q : tensor<1024x!tt.ptr<i8>, #flat>)
  ^meet(%x: tensor<1024x!tt.ptr<i8>, #flat>):
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<i8>, #blocked> -> tensor<1024x!tt.ptr<i8>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<i8>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xi8, #blocked2> -> tensor<1024xi8, #blocked>
    %v = tt.load %x : tensor<1024x!tt.ptr<i8>, #flat>
    tt.return
  }
}

// -----

// What is known of an argument travels from the callers to the function that they call, the lesser of
// two counts, and all three properties are written down at the argument, as 64-bit integers.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @callee(%arg0: !tt.ptr<f16> {tt.constancy = 1 : i64, tt.contiguity = 1 : i64, tt.divisibility = 8 : i64})
  tt.func private @callee(%p: !tt.ptr<f16>) attributes {noinline = true} {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f16>, #blocked> -> tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf16, #blocked1> -> tensor<1024xf16, #blocked>
    %v = tt.load %ps : tensor<1024x!tt.ptr<f16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @caller(
  tt.func public @caller(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 8 : i32}) {
    tt.call @callee(%p) : (!tt.ptr<f16>) -> ()
    tt.call @callee(%q) : (!tt.ptr<f16>) -> ()
    tt.return
  }
}

// -----

// An asynchronous copy to shared memory is converted like a load; its token is not.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @async(
  tt.func @async(%p: tensor<1024x!tt.ptr<f32>, #flat> {tt.contiguity = 1024 : i32, tt.divisibility = 16 : i32}, %m: tensor<1024xi1, #flat>, %d: !ttg.memdesc<1024xf32, #shared, #smem, mutable>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xi1, #blocked> -> tensor<1024xi1, #blocked1>
    // CHECK-NEXT: ttg.async_copy_global_to_local [[PTR]], {{%.*}} mask [[MASK]] : tensor<1024x!tt.ptr<f32>, #blocked1> -> <1024xf32, #shared, #smem, mutable>
    %k = ttg.async_copy_global_to_local %p, %d mask %m : tensor<1024x!tt.ptr<f32>, #flat> -> <1024xf32, #shared, #smem, mutable>
    tt.return
  }
}
