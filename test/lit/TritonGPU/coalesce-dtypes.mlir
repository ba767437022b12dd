// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// A thread gets as many elements as fill 128 bits, whatever the type.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @f64(
  tt.func @f64(%p: tensor<4096x!tt.ptr<f64>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<f64>, #blocked> -> tensor<4096x!tt.ptr<f64>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<f64>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xf64, #blocked1> -> tensor<4096xf64, #blocked>
    %v = tt.load %p : tensor<4096x!tt.ptr<f64>, #flat>
    tt.return
  }
  // CHECK-LABEL: @i64(
  tt.func @i64(%p: tensor<4096x!tt.ptr<i64>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}, %v: tensor<4096xi64, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<i64>, #blocked> -> tensor<4096x!tt.ptr<i64>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096xi64, #blocked> -> tensor<4096xi64, #blocked1>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<4096x!tt.ptr<i64>, #blocked1>
    tt.store %p, %v : tensor<4096x!tt.ptr<i64>, #flat>
    tt.return
  }
  // CHECK-LABEL: @f32(
  tt.func @f32(%p: tensor<4096x!tt.ptr<f32>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<f32>, #blocked> -> tensor<4096x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xf32, #blocked2> -> tensor<4096xf32, #blocked>
    %v = tt.load %p : tensor<4096x!tt.ptr<f32>, #flat>
    tt.return
  }
  // CHECK-LABEL: @bf16(
  tt.func @bf16(%p: tensor<4096x!tt.ptr<bf16>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<bf16>, #blocked> -> tensor<4096x!tt.ptr<bf16>, #blocked3>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<bf16>, #blocked3>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xbf16, #blocked3> -> tensor<4096xbf16, #blocked>
    %v = tt.load %p : tensor<4096x!tt.ptr<bf16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @i16(
  tt.func @i16(%p: tensor<4096x!tt.ptr<i16>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}, %v: tensor<4096xi16, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<i16>, #blocked> -> tensor<4096x!tt.ptr<i16>, #blocked3>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096xi16, #blocked> -> tensor<4096xi16, #blocked3>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<4096x!tt.ptr<i16>, #blocked3>
    tt.store %p, %v : tensor<4096x!tt.ptr<i16>, #flat>
    tt.return
  }
  // CHECK-LABEL: @i8(
  tt.func @i8(%p: tensor<4096x!tt.ptr<i8>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<i8>, #blocked> -> tensor<4096x!tt.ptr<i8>, #blocked4>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<i8>, #blocked4>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xi8, #blocked4> -> tensor<4096xi8, #blocked>
    %v = tt.load %p : tensor<4096x!tt.ptr<i8>, #flat>
    tt.return
  }
  // CHECK-LABEL: @f8(
  tt.func @f8(%p: tensor<4096x!tt.ptr<f8E5M2>, #flat> {tt.contiguity = 4096 : i32, tt.divisibility = 16 : i32}, %v: tensor<4096xf8E5M2, #flat>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<f8E5M2>, #blocked> -> tensor<4096x!tt.ptr<f8E5M2>, #blocked4>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096xf8E5M2, #blocked> -> tensor<4096xf8E5M2, #blocked4>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<4096x!tt.ptr<f8E5M2>, #blocked4>
    tt.store %p, %v : tensor<4096x!tt.ptr<f8E5M2>, #flat>
    tt.return
  }
}

// -----

// A boolean has a byte of its own, so the divisibility stops it before 128 of them are reached.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [64], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @flags(
  tt.func @flags(%p: !tt.ptr<i1> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 8192 : i32, start = 0 : i32} : tensor<8192xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i1> -> tensor<8192x!tt.ptr<i1>, #flat>
    %ps = tt.addptr %b, %r : tensor<8192x!tt.ptr<i1>, #flat>, tensor<8192xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<8192x!tt.ptr<i1>, #blocked> -> tensor<8192x!tt.ptr<i1>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<8192x!tt.ptr<i1>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<8192xi1, #blocked1> -> tensor<8192xi1, #blocked>
    %v = tt.load %ps : tensor<8192x!tt.ptr<i1>, #flat>
    tt.return
  }
  // CHECK-LABEL: @aligned_flags(
  tt.func @aligned_flags(%q: !tt.ptr<i1> {tt.divisibility = 64 : i32}) {
    %r = tt.make_range {end = 8192 : i32, start = 0 : i32} : tensor<8192xi32, #flat>
    %b = tt.splat %q : !tt.ptr<i1> -> tensor<8192x!tt.ptr<i1>, #flat>
    %ps = tt.addptr %b, %r : tensor<8192x!tt.ptr<i1>, #flat>, tensor<8192xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<8192x!tt.ptr<i1>, #blocked> -> tensor<8192x!tt.ptr<i1>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<8192x!tt.ptr<i1>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<8192xi1, #blocked2> -> tensor<8192xi1, #blocked>
    %v = tt.load %ps : tensor<8192x!tt.ptr<i1>, #flat>
    tt.return
  }
}

// -----

// Of three types in one slice the loads all take the width of the narrowest; the store of 64 bits
// stays at two, and that of the middle type at its own 128 bits.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @three(
  tt.func @three(%a: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #flat>
    %cb = tt.splat %c : !tt.ptr<f8E4M3FN> -> tensor<1024x!tt.ptr<f8E4M3FN>, #flat>
    %cp = tt.addptr %cb, %r : tensor<1024x!tt.ptr<f8E4M3FN>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f8E4M3FN>, #blocked> -> tensor<1024x!tt.ptr<f8E4M3FN>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f8E4M3FN>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf8E4M3FN, #blocked1> -> tensor<1024xf8E4M3FN, #blocked>
    %cv = tt.load %cp : tensor<1024x!tt.ptr<f8E4M3FN>, #flat>
    %bb = tt.splat %b : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #flat>
    %bp = tt.addptr %bb, %r : tensor<1024x!tt.ptr<f32>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<1024x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
    %bv = tt.load %bp : tensor<1024x!tt.ptr<f32>, #flat>
    %cf = tt.fp_to_fp %cv : tensor<1024xf8E4M3FN, #flat> -> tensor<1024xf32, #flat>
    %s = arith.addf %bv, %cf : tensor<1024xf32, #flat>
    %d = arith.extf %s : tensor<1024xf32, #flat> to tensor<1024xf64, #flat>
    %ab = tt.splat %a : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>, #flat>
    %ap = tt.addptr %ab, %r : tensor<1024x!tt.ptr<f64>, #flat>, tensor<1024xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f64>, #blocked> -> tensor<1024x!tt.ptr<f64>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xf64, #blocked> -> tensor<1024xf64, #blocked2>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<1024x!tt.ptr<f64>, #blocked2>
    tt.store %ap, %d : tensor<1024x!tt.ptr<f64>, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<1024xf32, #blocked> -> tensor<1024xf32, #blocked3>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<1024x!tt.ptr<f32>, #blocked3>
    tt.store %bp, %s : tensor<1024x!tt.ptr<f32>, #flat>
    tt.return
  }
}
