// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain --target=cuda:90 -split-input-file | FileCheck %s

// Additions of f32.

// CHECK: 1 access, 1 at full width
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 7]]: atomic fadd 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @add_f32(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v: f32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %at = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v_s = tt.splat %v : f32 -> tensor<1024xf32>
  %on = arith.constant dense<true> : tensor<1024xi1>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %at, %v_s, %on : (tensor<1024x!tt.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>) -> tensor<1024xf32>
  tt.return
}

// -----

// Additions of f16 go by pairs at least, if the mask lets them.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 10]]: atomic fadd 1024xf16: 2 of 16 bytes, limited by mask constancy; 16 sectors a request, 12% used
// CHECK-NEXT: cause: argument %n has divisibility 1, not 8: arith.cmpi (line [[# @LINE + 5]]) gives constancy 1, not 8
// CHECK-NEXT: hint: pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.max_constancy(%mask, 8), if runs of 8 are equal
tt.func public @add_f16(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %v: f16) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %at = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v_s = tt.splat %v : f16 -> tensor<1024xf16>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %at, %v_s, %mask : (tensor<1024x!tt.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>) -> tensor<1024xf16>
  tt.return
}

// -----

// Integers go one by one on any target.

// CHECK: 1 access, 1 at full width
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 7]]: atomic add 1024xi32: 4 of 4 bytes, as wide as can be; 4 sectors a request, 100% used
tt.func public @add_i32(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %v: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %at = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %v_s = tt.splat %v : i32 -> tensor<1024xi32>
  %on = arith.constant dense<true> : tensor<1024xi1>
  %old = tt.atomic_rmw add, acq_rel, gpu, %at, %v_s, %on : (tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>, tensor<1024xi1>) -> tensor<1024xi32>
  tt.return
}

// -----

// So do exchanges.

// CHECK: 1 access, 1 at full width
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 7]]: atomic cas 1024xi32: 4 of 4 bytes, as wide as can be; 4 sectors a request, 100% used
tt.func public @compare_and_swap(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %from: i32, %to: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %at = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %from_s = tt.splat %from : i32 -> tensor<1024xi32>
  %to_s = tt.splat %to : i32 -> tensor<1024xi32>
  %old = tt.atomic_cas acq_rel, gpu, %at, %from_s, %to_s : (tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>, tensor<1024xi32>) -> tensor<1024xi32>
  tt.return
}

// -----

// A lock: one word.

// CHECK: 1 access, 1 at full width
// CHECK: 1 scalar access: line [[# @LINE + 2]]
tt.func public @lock(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %from: i32, %to: i32) {
  %old = tt.atomic_cas acq_rel, gpu, %x, %from, %to : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// -----

// A histogram: where to add is data.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 13]]: load 1024xi32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: explain-atomics-sm90.mlir:[[# @LINE + 15]]: atomic fadd 1024xf16: 2 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request
// CHECK-NEXT: cause: %bin (tt.load, line [[# @LINE + 11]]) has contiguity 1, not 8: tt.addptr (line [[# @LINE + 13]]) gives contiguity 1, not 8
// CHECK-NEXT: no hint: the addresses depend on data: %bin (tt.load, line [[# @LINE + 10]])
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain-atomics-sm90.mlir:[[# @LINE + 10]]: tensor<1024x!tt.ptr<f16>>: shared memory, 8192 bytes
tt.func public @scattered_add(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %bins: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1.0> : tensor<1024xf16>
  %on = arith.constant dense<true> : tensor<1024xi1>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %bin = tt.load %src : tensor<1024x!tt.ptr<i32>>
  %bins_s = tt.splat %bins : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %at = tt.addptr %bins_s, %bin : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %at, %one, %on : (tensor<1024x!tt.ptr<f16>>, tensor<1024xf16>, tensor<1024xi1>) -> tensor<1024xf16>
  tt.return
}

// -----

// A descriptor: the hardware moves lines, no thread addresses anything.

// CHECK: 2 accesses, 2 at full width
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 4]]: descriptor load 64x64xf16: moved by hardware; 16 bytes per thread through shared memory
// CHECK-NEXT: explain-atomics-sm90.mlir:[[# @LINE + 4]]: descriptor store 64x64xf16: moved by hardware; 16 bytes per thread through shared memory
tt.func public @descriptor(%x: !tt.tensordesc<64x64xf16>, %y: !tt.tensordesc<64x64xf16>) {
  %c0 = arith.constant 0 : i32
  %v = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
  tt.descriptor_store %y[%c0, %c0], %v : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>
  tt.return
}

// -----

// Additions of bf16 have an instruction from cuda:90 on.

// CHECK: 1 access, 1 at full width
// CHECK: explain-atomics-sm90.mlir:[[# @LINE + 7]]: atomic fadd 1024xbf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @add_bf16(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %v: bf16) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
  %at = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
  %v_s = tt.splat %v : bf16 -> tensor<1024xbf16>
  %on = arith.constant dense<true> : tensor<1024xi1>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %at, %v_s, %on : (tensor<1024x!tt.ptr<bf16>>, tensor<1024xbf16>, tensor<1024xi1>) -> tensor<1024xbf16>
  tt.return
}
