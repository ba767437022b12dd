// RUN: mini-opt %s --canonicalize --triton-combine | FileCheck %s

// These answer to the functions of upstream's Triton/combine.mlir, in its order.

// Answers to @test_combine_dot_add_invalid_pattern: two sums want the dot.

// CHECK-LABEL: @two_sums(
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<5.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<7.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: [[V0:%.*]] = tt.dot %arg0, %arg1, %cst : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
// CHECK-NEXT: [[V1:%.*]] = arith.addf [[V0]], %cst_0 : tensor<64x64xf32>
// CHECK-NEXT: [[V2:%.*]] = arith.addf [[V0]], %cst_1 : tensor<64x64xf32>
// CHECK-NEXT: tt.return [[V1]], [[V2]] : tensor<64x64xf32>, tensor<64x64xf32>
tt.func @two_sums(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = arith.constant dense<5.0> : tensor<64x64xf32>
  %q = arith.constant dense<7.0> : tensor<64x64xf32>
  %dot = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %0 = arith.addf %dot, %p : tensor<64x64xf32>
  %1 = arith.addf %dot, %q : tensor<64x64xf32>
  tt.return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// Answers to @test_combine_dot_add_pattern.

// CHECK-LABEL: @dot_plus(
// CHECK-NEXT: [[V0:%.*]] = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
// CHECK-NEXT: tt.return [[V0]] : tensor<64x64xf32>
tt.func @dot_plus(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %dot = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %0 = arith.addf %dot, %c : tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// Answers to @test_combine_scale_dot_add_pattern.

// CHECK-LABEL: @scaled_dot_plus(
// CHECK-NEXT: [[V0:%.*]] = tt.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x64xf8E4M3FN>, tensor<64x2xi8> * tensor<64x32xf8E4M3FN>, tensor<32x2xi8> -> tensor<64x32xf32>
// CHECK-NEXT: tt.return [[V0]] : tensor<64x32xf32>
tt.func @scaled_dot_plus(%a: tensor<64x64xf8E4M3FN>, %sa: tensor<64x2xi8>, %b: tensor<64x32xf8E4M3FN>, %sb: tensor<32x2xi8>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %dot = tt.dot_scaled %a scale %sa, %b scale %sb, %zero lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x64xf8E4M3FN>, tensor<64x2xi8> * tensor<64x32xf8E4M3FN>, tensor<32x2xi8> -> tensor<64x32xf32>
  %0 = arith.addf %dot, %c : tensor<64x32xf32>
  tt.return %0 : tensor<64x32xf32>
}

// Answers to @test_combine_dot_add_rev_pattern.

// CHECK-LABEL: @plus_dot(
// CHECK-NEXT: %cst = arith.constant dense<5.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: [[V0:%.*]] = tt.dot %arg0, %arg1, %cst : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
// CHECK-NEXT: tt.return [[V0]] : tensor<64x64xf32>
tt.func @plus_dot(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = arith.constant dense<5.0> : tensor<64x64xf32>
  %dot = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %0 = arith.addf %p, %dot : tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// Answers to @test_combine_addptr_pattern.

// CHECK-LABEL: @two_steps(
// CHECK-NEXT: %cst = arith.constant dense<43> : tensor<32xi32>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.addptr [[V0]], %cst : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
// CHECK-NEXT: tt.return [[V1]] : tensor<32x!tt.ptr<f16>>
tt.func @two_steps(%base: !tt.ptr<f16>) -> tensor<32x!tt.ptr<f16>> {
  %c3 = arith.constant 3 : i32
  %c40 = arith.constant 40 : i32
  %p = tt.splat %base : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
  %i = tt.splat %c3 : i32 -> tensor<32xi32>
  %j = tt.splat %c40 : i32 -> tensor<32xi32>
  %0 = tt.addptr %p, %i : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
  %1 = tt.addptr %0, %j : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
  tt.return %1 : tensor<32x!tt.ptr<f16>>
}

// Answers to @test_combine_addptr_pattern_discardableattrs: the three hints stay.

// CHECK-LABEL: @hints_stay(
// CHECK-NEXT: %c48_i32 = arith.constant 48 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.addptr %arg0, %c48_i32 {tt.constancy = 4 : i32, tt.contiguity = 64 : i32, tt.divisibility = 32 : i32} : !tt.ptr<f16>, i32
// CHECK-NEXT: tt.return [[V0]] : !tt.ptr<f16>
tt.func @hints_stay(%base: !tt.ptr<f16>) -> !tt.ptr<f16> {
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %0 = tt.addptr %base, %c16 : !tt.ptr<f16>, i32
  %1 = tt.addptr %0, %c32 {tt.contiguity = 64 : i32, tt.divisibility = 32 : i32, tt.constancy = 4 : i32} : !tt.ptr<f16>, i32
  tt.return %1 : !tt.ptr<f16>
}

// Answers to @test_combine_addptr_pattern_discardableattrs_disallowed: any other attribute goes.

// CHECK-LABEL: @others_go(
// CHECK-NEXT: %c48_i32 = arith.constant 48 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.addptr %arg0, %c48_i32 {tt.contiguity = 64 : i32} : !tt.ptr<f16>, i32
// CHECK-NEXT: tt.return [[V0]] : !tt.ptr<f16>
tt.func @others_go(%base: !tt.ptr<f16>) -> !tt.ptr<f16> {
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %0 = tt.addptr %base, %c16 {tt.constancy = 2 : i32} : !tt.ptr<f16>, i32
  %1 = tt.addptr %0, %c32 {tt.ours = 1 : i32, tt.contiguity = 64 : i32} : !tt.ptr<f16>, i32
  tt.return %1 : !tt.ptr<f16>
}

// Answers to @test_combine_addptr_pattern_i64.

// CHECK-LABEL: @two_long_steps(
// CHECK-NEXT: %cst = arith.constant dense<-2> : tensor<16xi64>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
// CHECK-NEXT: [[V1:%.*]] = tt.addptr [[V0]], %cst : tensor<16x!tt.ptr<i8>>, tensor<16xi64>
// CHECK-NEXT: tt.return [[V1]] : tensor<16x!tt.ptr<i8>>
tt.func @two_long_steps(%base: !tt.ptr<i8>) -> tensor<16x!tt.ptr<i8>> {
  %c7 = arith.constant 7 : i64
  %j = arith.constant dense<-9> : tensor<16xi64>
  %p = tt.splat %base : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
  %i = tt.splat %c7 : i64 -> tensor<16xi64>
  %0 = tt.addptr %p, %i : tensor<16x!tt.ptr<i8>>, tensor<16xi64>
  %1 = tt.addptr %0, %j : tensor<16x!tt.ptr<i8>>, tensor<16xi64>
  tt.return %1 : tensor<16x!tt.ptr<i8>>
}

// Answers to @test_combine_addptr_pattern_scalar.

// CHECK-LABEL: @three_scalar_steps(
// CHECK-NEXT: %c46_i32 = arith.constant 46 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.addptr %arg0, %c46_i32 : !tt.ptr<f16>, i32
// CHECK-NEXT: tt.return [[V0]] : !tt.ptr<f16>
tt.func @three_scalar_steps(%base: !tt.ptr<f16>) -> !tt.ptr<f16> {
  %c3 = arith.constant 3 : i32
  %c40 = arith.constant 40 : i32
  %0 = tt.addptr %base, %c3 : !tt.ptr<f16>, i32
  %1 = tt.addptr %0, %c40 : !tt.ptr<f16>, i32
  %2 = tt.addptr %1, %c3 : !tt.ptr<f16>, i32
  tt.return %2 : !tt.ptr<f16>
}

// Answers to @test_not_combine_addptr_pattern_1: the first step isn't known.

// CHECK-LABEL: @unknown_step(
// CHECK-NEXT: %cst = arith.constant dense<40> : tensor<32xi32>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.addptr [[V0]], %arg1 : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
// CHECK-NEXT: [[V2:%.*]] = tt.addptr [[V1]], %cst : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
// CHECK-NEXT: tt.return [[V2]] : tensor<32x!tt.ptr<f16>>
tt.func @unknown_step(%base: !tt.ptr<f16>, %i: tensor<32xi32>) -> tensor<32x!tt.ptr<f16>> {
  %c40 = arith.constant 40 : i32
  %p = tt.splat %base : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
  %j = tt.splat %c40 : i32 -> tensor<32xi32>
  %0 = tt.addptr %p, %i : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
  %1 = tt.addptr %0, %j : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
  tt.return %1 : tensor<32x!tt.ptr<f16>>
}

// Answers to @test_not_combine_addptr_pattern: steps of different widths.

// CHECK-LABEL: @widths(
// CHECK-NEXT: %cst = arith.constant dense<40> : tensor<32xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<3> : tensor<32xi64>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.addptr [[V0]], %cst_0 : tensor<32x!tt.ptr<f16>>, tensor<32xi64>
// CHECK-NEXT: [[V2:%.*]] = tt.addptr [[V1]], %cst : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
// CHECK-NEXT: tt.return [[V2]] : tensor<32x!tt.ptr<f16>>
tt.func @widths(%base: !tt.ptr<f16>) -> tensor<32x!tt.ptr<f16>> {
  %c3 = arith.constant 3 : i64
  %c40 = arith.constant 40 : i32
  %p = tt.splat %base : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
  %i = tt.splat %c3 : i64 -> tensor<32xi64>
  %j = tt.splat %c40 : i32 -> tensor<32xi32>
  %0 = tt.addptr %p, %i : tensor<32x!tt.ptr<f16>>, tensor<32xi64>
  %1 = tt.addptr %0, %j : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
  tt.return %1 : tensor<32x!tt.ptr<f16>>
}

// Answers to @test_not_combine_addptr_pattern_overflow.

// CHECK-LABEL: @too_far(
// CHECK-NEXT: %cst = arith.constant dense<30000> : tensor<32xi16>
// CHECK-NEXT: %cst_0 = arith.constant dense<3000> : tensor<32xi16>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.addptr [[V0]], %cst : tensor<32x!tt.ptr<f16>>, tensor<32xi16>
// CHECK-NEXT: [[V2:%.*]] = tt.addptr [[V1]], %cst_0 : tensor<32x!tt.ptr<f16>>, tensor<32xi16>
// CHECK-NEXT: tt.return [[V2]] : tensor<32x!tt.ptr<f16>>
tt.func @too_far(%base: !tt.ptr<f16>) -> tensor<32x!tt.ptr<f16>> {
  %i = arith.constant dense<30000> : tensor<32xi16>
  %j = arith.constant dense<3000> : tensor<32xi16>
  %p = tt.splat %base : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
  %0 = tt.addptr %p, %i : tensor<32x!tt.ptr<f16>>, tensor<32xi16>
  %1 = tt.addptr %0, %j : tensor<32x!tt.ptr<f16>>, tensor<32xi16>
  tt.return %1 : tensor<32x!tt.ptr<f16>>
}

// Answers to @test_combine_select_masked_load_pattern.

// CHECK-LABEL: @select_of_masked(
// CHECK-NEXT: %cst = arith.constant dense<2.000000e+00> : tensor<4x16xf16>
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg1 : i1 -> tensor<4x16xi1>
// CHECK-NEXT: [[V1:%.*]] = tt.load %arg0, [[V0]], %cst : tensor<4x16x!tt.ptr<f16>>
// CHECK-NEXT: tt.return [[V1]] : tensor<4x16xf16>
tt.func @select_of_masked(%p: tensor<4x16x!tt.ptr<f16>>, %c: i1) -> tensor<4x16xf16> {
  %other = arith.constant dense<2.0> : tensor<4x16xf16>
  %m = tt.splat %c : i1 -> tensor<4x16xi1>
  %x = tt.load %p, %m, %other : tensor<4x16x!tt.ptr<f16>>
  %0 = arith.select %c, %x, %other : tensor<4x16xf16>
  tt.return %0 : tensor<4x16xf16>
}

// Answers to @test_combine_select_masked_load_fail_pattern: no load, a mask that is no splat, a splat
// of another condition.

// CHECK-LABEL: @selects_stay(
// CHECK-NEXT: %cst = arith.constant dense<2.000000e+00> : tensor<16xf16>
// CHECK-NEXT: [[V0:%.*]] = arith.select %arg3, %arg1, %cst : tensor<16xf16>
// CHECK-NEXT: [[V1:%.*]] = tt.load %arg0, %arg2, %cst : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: [[V2:%.*]] = arith.select %arg3, [[V1]], %cst : tensor<16xf16>
// CHECK-NEXT: [[V3:%.*]] = tt.splat %arg3 : i1 -> tensor<16xi1>
// CHECK-NEXT: [[V4:%.*]] = tt.load %arg0, [[V3]], %cst : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: [[V5:%.*]] = arith.select %arg4, [[V4]], %cst : tensor<16xf16>
// CHECK-NEXT: tt.return [[V0]], [[V2]], [[V5]] : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
tt.func @selects_stay(%p: tensor<16x!tt.ptr<f16>>, %v: tensor<16xf16>, %m: tensor<16xi1>, %c: i1, %d: i1) -> (tensor<16xf16>, tensor<16xf16>, tensor<16xf16>) {
  %other = arith.constant dense<2.0> : tensor<16xf16>
  %0 = arith.select %c, %v, %other : tensor<16xf16>
  %x = tt.load %p, %m, %other : tensor<16x!tt.ptr<f16>>
  %1 = arith.select %c, %x, %other : tensor<16xf16>
  %mc = tt.splat %c : i1 -> tensor<16xi1>
  %y = tt.load %p, %mc, %other : tensor<16x!tt.ptr<f16>>
  %2 = arith.select %d, %y, %other : tensor<16xf16>
  tt.return %0, %1, %2 : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
}

// Answers to @test_canonicalize_masked_load_pattern.

// CHECK-LABEL: @constant_masks(
// CHECK-NEXT: [[V0:%.*]] = tt.load %arg0 : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.load %arg0 : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: tt.return [[V0]], [[V1]], %arg1 : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
tt.func @constant_masks(%p: tensor<16x!tt.ptr<f16>>, %o: tensor<16xf16>) -> (tensor<16xf16>, tensor<16xf16>, tensor<16xf16>) {
  %all = arith.constant dense<true> : tensor<16xi1>
  %none = arith.constant dense<false> : tensor<16xi1>
  %x = tt.load %p, %all : tensor<16x!tt.ptr<f16>>
  %y = tt.load %p, %all, %o : tensor<16x!tt.ptr<f16>>
  %z = tt.load %p, %none, %o : tensor<16x!tt.ptr<f16>>
  tt.return %x, %y, %z : tensor<16xf16>, tensor<16xf16>, tensor<16xf16>
}

// Answers to @test_canonicalize_masked_load_fail_pattern.

// CHECK-LABEL: @unknown_masks(
// CHECK-NEXT: [[V0:%.*]] = tt.load %arg0, %arg1 : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: [[V1:%.*]] = tt.load %arg0, %arg1, %arg2 : tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: tt.return [[V0]], [[V1]] : tensor<16xf16>, tensor<16xf16>
tt.func @unknown_masks(%p: tensor<16x!tt.ptr<f16>>, %m: tensor<16xi1>, %o: tensor<16xf16>) -> (tensor<16xf16>, tensor<16xf16>) {
  %x = tt.load %p, %m : tensor<16x!tt.ptr<f16>>
  %y = tt.load %p, %m, %o : tensor<16x!tt.ptr<f16>>
  tt.return %x, %y : tensor<16xf16>, tensor<16xf16>
}

// Answers to @test_canonicalize_masked_store_pattern.

// CHECK-LABEL: @constant_store_masks(
// CHECK-NEXT: tt.store %arg0, %arg1 : tensor<4x8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
tt.func @constant_store_masks(%p: tensor<4x8x!tt.ptr<i32>>, %v: tensor<4x8xi32>) {
  %all = arith.constant dense<true> : tensor<4x8xi1>
  %none = arith.constant dense<false> : tensor<4x8xi1>
  tt.store %p, %v, %none : tensor<4x8x!tt.ptr<i32>>
  tt.store %p, %v, %all : tensor<4x8x!tt.ptr<i32>>
  tt.return
}

// Answers to @test_canonicalize_masked_store_fail_pattern.

// CHECK-LABEL: @unknown_store_mask(
// CHECK-NEXT: tt.store %arg0, %arg1, %arg2 : tensor<4x8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
tt.func @unknown_store_mask(%p: tensor<4x8x!tt.ptr<i32>>, %v: tensor<4x8xi32>, %m: tensor<4x8xi1>) {
  tt.store %p, %v, %m : tensor<4x8x!tt.ptr<i32>>
  tt.return
}

// Answers to @test_canonicalize_expand_dims.

// CHECK-LABEL: @expanded(
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg0 : f16 -> tensor<32x1xf16>
// CHECK-NEXT: [[V1:%.*]] = tt.expand_dims %arg1 {axis = 1 : i32} : tensor<1xf16> -> tensor<1x1xf16>
// CHECK-NEXT: [[V2:%.*]] = tt.broadcast [[V1]] : tensor<1x1xf16> -> tensor<32x4xf16>
// CHECK-NEXT: tt.return [[V0]], [[V2]] : tensor<32x1xf16>, tensor<32x4xf16>
tt.func @expanded(%s: f16, %v: tensor<1xf16>) -> (tensor<32x1xf16>, tensor<32x4xf16>) {
  %0 = tt.splat %s : f16 -> tensor<32xf16>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<32xf16> -> tensor<32x1xf16>
  %2 = tt.broadcast %v : tensor<1xf16> -> tensor<32xf16>
  %3 = tt.expand_dims %2 {axis = 1 : i32} : tensor<32xf16> -> tensor<32x1xf16>
  %4 = tt.broadcast %3 : tensor<32x1xf16> -> tensor<32x4xf16>
  tt.return %1, %4 : tensor<32x1xf16>, tensor<32x4xf16>
}

// Answers to @test_canonicalize_view.

// CHECK-LABEL: @views(
// CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 allow_reorder : tensor<32xi16> -> tensor<2x16xi16>
// CHECK-NEXT: [[V1:%.*]] = tt.splat %arg1 : i16 -> tensor<4x8xi16>
// CHECK-NEXT: [[V2:%.*]] = arith.muli %arg0, %arg0 : tensor<32xi16>
// CHECK-NEXT: [[V3:%.*]] = tt.reshape %arg0 allow_reorder : tensor<32xi16> -> tensor<2x4x4xi16>
// CHECK-NEXT: tt.return [[V0]], [[V1]], [[V2]], [[V3]] : tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>
tt.func @views(%v: tensor<32xi16>, %s: i16) -> (tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>) {
  %0 = tt.reshape %v allow_reorder : tensor<32xi16> -> tensor<8x4xi16>
  %1 = tt.reshape %0 allow_reorder : tensor<8x4xi16> -> tensor<2x16xi16>
  %2 = tt.splat %s : i16 -> tensor<32xi16>
  %3 = tt.reshape %2 allow_reorder : tensor<32xi16> -> tensor<4x8xi16>
  %4 = tt.reshape %v : tensor<32xi16> -> tensor<32xi16>
  %5 = arith.muli %4, %v : tensor<32xi16>
  %6 = tt.reshape %0 : tensor<8x4xi16> -> tensor<2x4x4xi16>
  tt.return %1, %3, %5, %6 : tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>
}

// Answers to @test_canonicalize_reshape.

// CHECK-LABEL: @reshapes(
// CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 : tensor<32xi16> -> tensor<2x16xi16>
// CHECK-NEXT: [[V1:%.*]] = tt.splat %arg1 : i16 -> tensor<4x8xi16>
// CHECK-NEXT: [[V2:%.*]] = arith.muli %arg0, %arg0 : tensor<32xi16>
// CHECK-NEXT: [[V3:%.*]] = tt.reshape %arg0 allow_reorder : tensor<32xi16> -> tensor<2x4x4xi16>
// CHECK-NEXT: tt.return [[V0]], [[V1]], [[V2]], [[V3]] : tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>
tt.func @reshapes(%v: tensor<32xi16>, %s: i16) -> (tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>) {
  %0 = tt.reshape %v : tensor<32xi16> -> tensor<8x4xi16>
  %1 = tt.reshape %0 : tensor<8x4xi16> -> tensor<2x16xi16>
  %2 = tt.splat %s : i16 -> tensor<32xi16>
  %3 = tt.reshape %2 : tensor<32xi16> -> tensor<4x8xi16>
  %4 = tt.reshape %0 : tensor<8x4xi16> -> tensor<32xi16>
  %5 = arith.muli %4, %v : tensor<32xi16>
  %6 = tt.reshape %0 allow_reorder : tensor<8x4xi16> -> tensor<2x4x4xi16>
  tt.return %1, %3, %5, %6 : tensor<2x16xi16>, tensor<4x8xi16>, tensor<32xi16>, tensor<2x4x4xi16>
}

// Answers to @test_canonicalize_reshape_expand_dims.

// CHECK-LABEL: @expand_and_back(
// CHECK-NEXT: tt.return %arg0 : tensor<64xi8>
tt.func @expand_and_back(%v: tensor<64xi8>) -> tensor<64xi8> {
  %0 = tt.expand_dims %v {axis = 1 : i32} : tensor<64xi8> -> tensor<64x1xi8>
  %1 = tt.reshape %0 : tensor<64x1xi8> -> tensor<64xi8>
  tt.return %1 : tensor<64xi8>
}

// Answers to @test_canonicalize_broadcast.

// CHECK-LABEL: @broadcasts(
// CHECK-NEXT: [[V0:%.*]] = tt.broadcast %arg0 : tensor<1x16x1xf16> -> tensor<2x16x8xf16>
// CHECK-NEXT: [[V1:%.*]] = tt.splat %arg1 : f16 -> tensor<16x4xf16>
// CHECK-NEXT: [[V2:%.*]] = arith.mulf %arg0, %arg0 : tensor<1x16x1xf16>
// CHECK-NEXT: tt.return [[V0]], [[V1]], [[V2]] : tensor<2x16x8xf16>, tensor<16x4xf16>, tensor<1x16x1xf16>
tt.func @broadcasts(%v: tensor<1x16x1xf16>, %s: f16) -> (tensor<2x16x8xf16>, tensor<16x4xf16>, tensor<1x16x1xf16>) {
  %0 = tt.broadcast %v : tensor<1x16x1xf16> -> tensor<1x16x8xf16>
  %1 = tt.broadcast %0 : tensor<1x16x8xf16> -> tensor<2x16x8xf16>
  %2 = tt.splat %s : f16 -> tensor<16x1xf16>
  %3 = tt.broadcast %2 : tensor<16x1xf16> -> tensor<16x4xf16>
  %4 = tt.broadcast %v : tensor<1x16x1xf16> -> tensor<1x16x1xf16>
  %5 = arith.mulf %4, %v : tensor<1x16x1xf16>
  tt.return %1, %3, %5 : tensor<2x16x8xf16>, tensor<16x4xf16>, tensor<1x16x1xf16>
}

// Answers to @test_fold_views.

// CHECK-LABEL: @constant_views(
// CHECK-NEXT: %cst = arith.constant dense<6> : tensor<4x16xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<6> : tensor<64x8xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<6> : tensor<64x1x1xi32>
// CHECK-NEXT: tt.return %cst, %cst_0, %cst_1 : tensor<4x16xi32>, tensor<64x8xi32>, tensor<64x1x1xi32>
tt.func @constant_views() -> (tensor<4x16xi32>, tensor<64x8xi32>, tensor<64x1x1xi32>) {
  %v = arith.constant dense<6> : tensor<64x1xi32>
  %0 = tt.reshape %v allow_reorder : tensor<64x1xi32> -> tensor<4x16xi32>
  %1 = tt.broadcast %v : tensor<64x1xi32> -> tensor<64x8xi32>
  %2 = tt.expand_dims %v {axis = 2 : i32} : tensor<64x1xi32> -> tensor<64x1x1xi32>
  tt.return %0, %1, %2 : tensor<4x16xi32>, tensor<64x8xi32>, tensor<64x1x1xi32>
}

// Answers to @test_nop_transpose.

// CHECK-LABEL: @same_order(
// CHECK-NEXT: tt.return %arg0 : tensor<2x8x4xf16>
tt.func @same_order(%v: tensor<2x8x4xf16>) -> tensor<2x8x4xf16> {
  %0 = tt.trans %v {order = array<i32: 0, 1, 2>} : tensor<2x8x4xf16> -> tensor<2x8x4xf16>
  tt.return %0 : tensor<2x8x4xf16>
}

// Answers to @test_nested_transpose.

// CHECK-LABEL: @two_turns(
// CHECK-NEXT: [[V0:%.*]] = tt.trans %arg0 {order = array<i32: 0, 2, 1>} : tensor<2x8x4xf16> -> tensor<2x4x8xf16>
// CHECK-NEXT: tt.return [[V0]] : tensor<2x4x8xf16>
tt.func @two_turns(%v: tensor<2x8x4xf16>) -> tensor<2x4x8xf16> {
  %0 = tt.trans %v {order = array<i32: 2, 0, 1>} : tensor<2x8x4xf16> -> tensor<4x2x8xf16>
  %1 = tt.trans %0 {order = array<i32: 1, 0, 2>} : tensor<4x2x8xf16> -> tensor<2x4x8xf16>
  tt.return %1 : tensor<2x4x8xf16>
}

// Answers to @test_reshape_reduce: neither user minds the order.

// CHECK-LABEL: @order_does_not_matter(
// CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 allow_reorder : tensor<8x16xi32> -> tensor<128xi32>
// CHECK-NEXT: [[V1:%.*]] = "tt.reduce"([[V0]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%arg1: i32, %arg2: i32):
// CHECK-NEXT: [[V3:%.*]] = arith.maxsi %arg1, %arg2 : i32
// CHECK-NEXT: tt.reduce.return [[V3]] : i32
// CHECK-NEXT: }) : (tensor<128xi32>) -> i32
// CHECK-NEXT: [[V2:%.*]] = tt.histogram [[V0]] : tensor<128xi32> -> tensor<32xi32>
// CHECK-NEXT: tt.return [[V1]], [[V2]] : i32, tensor<32xi32>
tt.func @order_does_not_matter(%v: tensor<8x16xi32>) -> (i32, tensor<32xi32>) {
  %0 = tt.reshape %v : tensor<8x16xi32> -> tensor<128xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    tt.reduce.return %m : i32
  }) : (tensor<128xi32>) -> i32
  %2 = tt.histogram %0 : tensor<128xi32> -> tensor<32xi32>
  tt.return %1, %2 : i32, tensor<32xi32>
}

// Answers to @test_rank_reduce_desc_load.

// CHECK-LABEL: @load_of_lower_rank(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.descriptor_load %arg0[%arg1, %c0_i32, %arg1] : !tt.tensordesc<1x32x128xf32> -> tensor<32x128xf32>
// CHECK-NEXT: tt.return [[V0]] : tensor<32x128xf32>
tt.func @load_of_lower_rank(%d: !tt.tensordesc<1x32x128xf32>, %i: i32) -> tensor<32x128xf32> {
  %c0 = arith.constant 0 : i32
  %0 = tt.descriptor_load %d[%i, %c0, %i] : !tt.tensordesc<1x32x128xf32> -> tensor<1x32x128xf32>
  %1 = tt.reshape %0 : tensor<1x32x128xf32> -> tensor<32x128xf32>
  tt.return %1 : tensor<32x128xf32>
}

// Answers to @test_combine_dot_add_no_fold_when_imprecise_allowed.

// CHECK-LABEL: @imprecise(
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: [[V0:%.*]] = tt.dot %arg0, %arg1, %cst {maxNumImpreciseAcc = 32 : i32} : tensor<64x32xf8E5M2> * tensor<32x64xf8E5M2> -> tensor<64x64xf32>
// CHECK-NEXT: [[V1:%.*]] = arith.addf [[V0]], %arg2 : tensor<64x64xf32>
// CHECK-NEXT: tt.return [[V1]] : tensor<64x64xf32>
tt.func @imprecise(%a: tensor<64x32xf8E5M2>, %b: tensor<32x64xf8E5M2>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %dot = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<64x32xf8E5M2> * tensor<32x64xf8E5M2> -> tensor<64x64xf32>
  %0 = arith.addf %dot, %c : tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// Answers to @test_combine_dot_add_fold_when_precise_required.

// CHECK-LABEL: @precise(
// CHECK-NEXT: [[V0:%.*]] = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf8E5M2> * tensor<32x64xf8E5M2> -> tensor<64x64xf32>
// CHECK-NEXT: tt.return [[V0]] : tensor<64x64xf32>
tt.func @precise(%a: tensor<64x32xf8E5M2>, %b: tensor<32x64xf8E5M2>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %dot = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 0 : i32} : tensor<64x32xf8E5M2> * tensor<32x64xf8E5M2> -> tensor<64x64xf32>
  %0 = arith.addf %dot, %c : tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// Answers to @test_combine_broadcast_mul_reduce.

// CHECK-LABEL: @dot_by_hand(
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
// CHECK-NEXT: [[V0:%.*]] = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
// CHECK-NEXT: [[V1:%.*]] = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
// CHECK-NEXT: [[V2:%.*]] = tt.reshape [[V0]] : tensor<16x32x1xf32> -> tensor<16x32xf32>
// CHECK-NEXT: [[V3:%.*]] = tt.reshape [[V1]] : tensor<1x32x64xf32> -> tensor<32x64xf32>
// CHECK-NEXT: [[V4:%.*]] = tt.dot [[V2]], [[V3]], %cst : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
// CHECK-NEXT: tt.return [[V4]] : tensor<16x64xf32>
tt.func @dot_by_hand(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>) -> tensor<16x64xf32> {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
  %1 = tt.broadcast %0 : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
  %3 = tt.broadcast %2 : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
  %4 = arith.mulf %1, %3 : tensor<16x32x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
  tt.return %5 : tensor<16x64xf32>
}

// Answers to @test_combine_broadcast_mul_reduce_reshape.

// CHECK-LABEL: @dot_of_what_was_expanded(
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
// CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 : tensor<16x32x1xf32> -> tensor<16x32xf32>
// CHECK-NEXT: [[V1:%.*]] = tt.reshape %arg1 : tensor<1x32x64xf32> -> tensor<32x64xf32>
// CHECK-NEXT: [[V2:%.*]] = tt.dot [[V0]], [[V1]], %cst : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
// CHECK-NEXT: tt.return [[V2]] : tensor<16x64xf32>
tt.func @dot_of_what_was_expanded(%a: tensor<16x32x1xf32>, %b: tensor<1x32x64xf32>) -> tensor<16x64xf32> {
  %0 = tt.broadcast %a : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
  %1 = tt.broadcast %b : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
  %2 = arith.mulf %0, %1 : tensor<16x32x64xf32>
  %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
  tt.return %3 : tensor<16x64xf32>
}

// Answers to @test_combine_broadcast_mul_reduce_extra_broadcast: the inner dimension is broadcast too.

// CHECK-LABEL: @inner_broadcast(
// CHECK-NEXT: [[V0:%.*]] = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<16x1xf32> -> tensor<16x1x1xf32>
// CHECK-NEXT: [[V1:%.*]] = tt.broadcast [[V0]] : tensor<16x1x1xf32> -> tensor<16x32x64xf32>
// CHECK-NEXT: [[V2:%.*]] = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<1x64xf32> -> tensor<1x1x64xf32>
// CHECK-NEXT: [[V3:%.*]] = tt.broadcast [[V2]] : tensor<1x1x64xf32> -> tensor<16x32x64xf32>
// CHECK-NEXT: [[V4:%.*]] = arith.mulf [[V1]], [[V3]] : tensor<16x32x64xf32>
// CHECK-NEXT: [[V5:%.*]] = "tt.reduce"([[V4]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT: [[V6:%.*]] = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT: tt.reduce.return [[V6]] : f32
// CHECK-NEXT: }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: tt.return [[V5]] : tensor<16x64xf32>
tt.func @inner_broadcast(%a: tensor<16x1xf32>, %b: tensor<1x64xf32>) -> tensor<16x64xf32> {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x1xf32> -> tensor<16x1x1xf32>
  %1 = tt.broadcast %0 : tensor<16x1x1xf32> -> tensor<16x32x64xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<1x64xf32> -> tensor<1x1x64xf32>
  %3 = tt.broadcast %2 : tensor<1x1x64xf32> -> tensor<16x32x64xf32>
  %4 = arith.mulf %1, %3 : tensor<16x32x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
  tt.return %5 : tensor<16x64xf32>
}

// Answers to @test_combine_broadcast_mul_reduce_wrong_axis.

// CHECK-LABEL: @other_axis(
// CHECK-NEXT: [[V0:%.*]] = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
// CHECK-NEXT: [[V1:%.*]] = tt.broadcast [[V0]] : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
// CHECK-NEXT: [[V2:%.*]] = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
// CHECK-NEXT: [[V3:%.*]] = tt.broadcast [[V2]] : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
// CHECK-NEXT: [[V4:%.*]] = arith.mulf [[V1]], [[V3]] : tensor<16x32x64xf32>
// CHECK-NEXT: [[V5:%.*]] = "tt.reduce"([[V4]]) <{axis = 2 : i32}> ({
// CHECK-NEXT: ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT: [[V6:%.*]] = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT: tt.reduce.return [[V6]] : f32
// CHECK-NEXT: }) : (tensor<16x32x64xf32>) -> tensor<16x32xf32>
// CHECK-NEXT: tt.return [[V5]] : tensor<16x32xf32>
tt.func @other_axis(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>) -> tensor<16x32xf32> {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
  %1 = tt.broadcast %0 : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
  %3 = tt.broadcast %2 : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
  %4 = arith.mulf %1, %3 : tensor<16x32x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 2 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x32xf32>
  tt.return %5 : tensor<16x32xf32>
}

// Answers to @test_combine_broadcast_mul_reduce_higher_rank.

// CHECK-LABEL: @higher_rank(
// CHECK-NEXT: [[V0:%.*]] = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<16x8x2xf32> -> tensor<16x8x1x2xf32>
// CHECK-NEXT: [[V1:%.*]] = tt.broadcast [[V0]] : tensor<16x8x1x2xf32> -> tensor<16x8x16x2xf32>
// CHECK-NEXT: [[V2:%.*]] = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<8x16x2xf32> -> tensor<1x8x16x2xf32>
// CHECK-NEXT: [[V3:%.*]] = tt.broadcast [[V2]] : tensor<1x8x16x2xf32> -> tensor<16x8x16x2xf32>
// CHECK-NEXT: [[V4:%.*]] = arith.mulf [[V1]], [[V3]] : tensor<16x8x16x2xf32>
// CHECK-NEXT: [[V5:%.*]] = "tt.reduce"([[V4]]) <{axis = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT: [[V6:%.*]] = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT: tt.reduce.return [[V6]] : f32
// CHECK-NEXT: }) : (tensor<16x8x16x2xf32>) -> tensor<16x16x2xf32>
// CHECK-NEXT: tt.return [[V5]] : tensor<16x16x2xf32>
tt.func @higher_rank(%a: tensor<16x8x2xf32>, %b: tensor<8x16x2xf32>) -> tensor<16x16x2xf32> {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x8x2xf32> -> tensor<16x8x1x2xf32>
  %1 = tt.broadcast %0 : tensor<16x8x1x2xf32> -> tensor<16x8x16x2xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<8x16x2xf32> -> tensor<1x8x16x2xf32>
  %3 = tt.broadcast %2 : tensor<1x8x16x2xf32> -> tensor<16x8x16x2xf32>
  %4 = arith.mulf %1, %3 : tensor<16x8x16x2xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x8x16x2xf32>) -> tensor<16x16x2xf32>
  tt.return %5 : tensor<16x16x2xf32>
}
