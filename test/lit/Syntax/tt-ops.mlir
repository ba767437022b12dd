// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: tt.func @memory(%arg0: !tt.ptr<f32>, %arg1: tensor<8x!tt.ptr<f32>>, %arg2: tensor<8xi1>, %arg3: tensor<8xf32>, %arg4: i1, %arg5: f32, %arg6: tensor<8xi32>, %arg7: i64) {
tt.func @memory(%p: !tt.ptr<f32>, %pp: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %v: tensor<8xf32>, %c: i1, %f: f32, %o: tensor<8xi32>, %n: i64) {
  // CHECK-NEXT: %0 = tt.load %arg0 : !tt.ptr<f32>
  %0 = tt.load %p : !tt.ptr<f32>
  // CHECK-NEXT: %1 = tt.load %arg0, %arg4, %arg5 : !tt.ptr<f32>
  %1 = tt.load %p, %c, %f : !tt.ptr<f32>
  // CHECK-NEXT: %2 = tt.load %arg1, %arg2 : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %pp, %m : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %3 = tt.load %arg1, %arg2, %arg3 {isVolatile = true, tt.constancy = 8 : i32} : tensor<8x!tt.ptr<f32>>
  %3 = tt.load %pp, %m, %v {isVolatile = true, tt.constancy = 8 : i32} : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %4 = tt.load %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<8x!tt.ptr<f32>>
  %4 = tt.load %pp {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, isVolatile = false} : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %5 = tt.load %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_normal>} : tensor<8x!tt.ptr<f32>>
  %5 = tt.load %pp {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_normal>} : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %arg0, %0 : !tt.ptr<f32>
  tt.store %p, %0 : !tt.ptr<f32>
  // CHECK-NEXT: tt.store %arg0, %0, %arg4 {ignore_cta} : !tt.ptr<f32>
  tt.store %p, %0, %c {ignore_cta} : !tt.ptr<f32>
  // CHECK-NEXT: tt.store %arg1, %arg3 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_first>} : tensor<8x!tt.ptr<f32>>
  tt.store %pp, %v {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_first>} : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %6 = tt.addptr %arg1, %arg6 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %6 = tt.addptr %pp, %o : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // CHECK-NEXT: %7 = tt.addptr %arg0, %arg7 {tt.divisibility = 16 : i32} : !tt.ptr<f32>, i64
  %7 = tt.addptr %p, %n {tt.divisibility = 16 : i32} : !tt.ptr<f32>, i64
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @spaces(%arg0: !tt.ptr<i8, "descriptor">, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<bf16, "constant">, %arg3: tensor<4x!tt.ptr<i1, "constant">>) {
tt.func @spaces(%a: !tt.ptr<i8, "descriptor">, %b: !tt.ptr<f16, "global">, %c: !tt.ptr<bf16, "constant">, %d: tensor<4x!tt.ptr<i1, "constant">>) {
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @atomics(%arg0: !tt.ptr<i32>, %arg1: tensor<8x!tt.ptr<f32>>, %arg2: tensor<8xi1>, %arg3: tensor<8xf32>, %arg4: i32, %arg5: i64, %arg6: i1) {
tt.func @atomics(%p: !tt.ptr<i32>, %pp: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %v: tensor<8xf32>, %i: i32, %l: i64, %c: i1) {
  // CHECK-NEXT: %0 = tt.atomic_rmw fadd, relaxed, gpu, %arg1, %arg3 : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %pp, %v : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %1 = tt.atomic_rmw max, acq_rel, sys, %arg1, %arg3, %arg2 {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %1 = tt.atomic_rmw max, acq_rel, sys, %pp, %v, %m {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK-NEXT: %2 = tt.atomic_rmw exch, release, cta, %arg0, %arg4, %arg6 : (!tt.ptr<i32>, i32, i1) -> i32
  %2 = tt.atomic_rmw exch, release, cta, %p, %i, %c : (!tt.ptr<i32>, i32, i1) -> i32
  // CHECK-NEXT: %3 = tt.atomic_rmw umin, acquire, gpu, %arg0, %arg4 : (!tt.ptr<i32>, i32) -> i32
  %3 = tt.atomic_rmw umin, acquire, gpu, %p, %i : (!tt.ptr<i32>, i32) -> i32
  // CHECK-NEXT: %4 = tt.atomic_cas acq_rel, gpu, %arg0, %arg4, %arg4 : (!tt.ptr<i32>, i32, i32) -> i32
  %4 = tt.atomic_cas acq_rel, gpu, %p, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  // CHECK-NEXT: %5 = tt.atomic_cas relaxed, sys, %arg1, %arg3, %arg3 {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = tt.atomic_cas relaxed, sys, %pp, %v, %v {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %6 = tt.atomic_poll acquire, gpu, %arg0, %arg4 : !tt.ptr<i32>, i32 -> i1
  %6 = tt.atomic_poll acquire, gpu, %p, %i : !tt.ptr<i32>, i32 -> i1
  // CHECK-NEXT: %7 = tt.atomic_poll relaxed, sys, %arg0, %arg4 timeout %arg5 : !tt.ptr<i32>, i32 -> i1
  %7 = tt.atomic_poll relaxed, sys, %p, %i timeout %l : !tt.ptr<i32>, i32 -> i1
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @elementwise(%arg0: tensor<8xf32>, %arg1: f32, %arg2: i32, %arg3: !tt.ptr<f32>, %arg4: tensor<8xi32>) {
tt.func @elementwise(%t: tensor<8xf32>, %f: f32, %i: i32, %p: !tt.ptr<f32>, %o: tensor<8xi32>) {
  // CHECK-NEXT: %0 = tt.fp_to_fp %arg0, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %0 = tt.fp_to_fp %t, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  // CHECK-NEXT: %1 = tt.fp_to_fp %0 : tensor<8xf8E5M2> -> tensor<8xf16>
  %1 = tt.fp_to_fp %0 : tensor<8xf8E5M2> -> tensor<8xf16>
  // CHECK-NEXT: %2 = tt.fp_to_fp %arg0 {note}, rounding = rtz : tensor<8xf32> -> tensor<8xf16>
  %2 = tt.fp_to_fp %t {note}, rounding = rtz : tensor<8xf32> -> tensor<8xf16>
  // CHECK-NEXT: %3 = tt.clampf %arg0, %arg0, %arg0, propagateNan = all : tensor<8xf32>
  %3 = tt.clampf %t, %t, %t, propagateNan = all : tensor<8xf32>
  // CHECK-NEXT: %4 = tt.clampf %arg1, %arg1, %arg1, propagateNan = none {note} : f32
  %4 = tt.clampf %f, %f, %f, propagateNan = none {note} : f32
  // CHECK-NEXT: %5 = tt.precise_sqrt %arg1 : f32
  %5 = tt.precise_sqrt %f : f32
  // CHECK-NEXT: %6 = tt.precise_divf %arg0, %arg0 : tensor<8xf32>
  %6 = tt.precise_divf %t, %t : tensor<8xf32>
  // CHECK-NEXT: %7 = tt.mulhiui %arg2, %arg2 : i32
  %7 = tt.mulhiui %i, %i : i32
  // CHECK-NEXT: %8 = tt.ptr_to_int %arg3 : !tt.ptr<f32> -> i64
  %8 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  // CHECK-NEXT: %9 = tt.int_to_ptr %8 : i64 -> !tt.ptr<f32>
  %9 = tt.int_to_ptr %8 : i64 -> !tt.ptr<f32>
  // CHECK-NEXT: %10 = tt.bitcast %arg0 : tensor<8xf32> -> tensor<8xi32>
  %10 = tt.bitcast %t : tensor<8xf32> -> tensor<8xi32>
  // CHECK-NEXT: %11 = tt.bitcast %arg3 : !tt.ptr<f32> -> !tt.ptr<i8>
  %11 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i8>
  // CHECK-NEXT: %12 = tt.extern_elementwise %arg0, %arg0 {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %12 = tt.extern_elementwise %t, %t {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %13 = tt.elementwise_inline_asm "add.f32 $0, $1, $1;\0A" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0 : tensor<8xf32> -> tensor<8xf32>
  %13 = tt.elementwise_inline_asm "add.f32 $0, $1, $1;\n" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %t : tensor<8xf32> -> tensor<8xf32>
  // CHECK-NEXT: %14:2 = tt.elementwise_inline_asm "mov" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false} %arg0, %arg4 : tensor<8xf32>, tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  %14:2 = tt.elementwise_inline_asm "mov" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false} %t, %o : tensor<8xf32>, tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  // CHECK-NEXT: %15 = tt.elementwise_inline_asm "fence" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %15 = tt.elementwise_inline_asm "fence" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @shapes(%arg0: tensor<8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<8xi32>, %arg3: f32, %arg4: tensor<1xf32>, %arg5: tensor<8xi1>) {
tt.func @shapes(%t: tensor<8xf32>, %u: tensor<4x8xf32>, %o: tensor<8xi32>, %f: f32, %one: tensor<1xf32>, %m: tensor<8xi1>) {
  // CHECK-NEXT: %0 = tt.splat %arg3 : f32 -> tensor<2x2xf32>
  %0 = tt.splat %f : f32 -> tensor<2x2xf32>
  // CHECK-NEXT: %1 = tt.unsplat %arg4 : tensor<1xf32>
  %1 = tt.unsplat %one : tensor<1xf32>
  // CHECK-NEXT: %2 = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %2 = tt.expand_dims %t {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK-NEXT: %3 = tt.broadcast %2 : tensor<8x1xf32> -> tensor<8x4xf32>
  %3 = tt.broadcast %2 : tensor<8x1xf32> -> tensor<8x4xf32>
  // CHECK-NEXT: %4 = tt.reshape %arg1 : tensor<4x8xf32> -> tensor<32xf32>
  %4 = tt.reshape %u : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK-NEXT: %5 = tt.reshape %arg1 allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
  %5 = tt.reshape %u allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK-NEXT: %6 = tt.reshape %arg1 allow_reorder efficient_layout {note} : tensor<4x8xf32> -> tensor<2x16xf32>
  %6 = tt.reshape %u allow_reorder efficient_layout {note} : tensor<4x8xf32> -> tensor<2x16xf32>
  // CHECK-NEXT: %7 = tt.reshape %arg1 efficient_layout : tensor<4x8xf32> -> tensor<32xf32>
  %7 = tt.reshape %u efficient_layout : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK-NEXT: %8 = tt.join %arg0, %arg0 : tensor<8xf32> -> tensor<8x2xf32>
  %8 = tt.join %t, %t : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK-NEXT: %outLHS, %outRHS = tt.split %8 : tensor<8x2xf32> -> tensor<8xf32>
  %9:2 = tt.split %8 : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK-NEXT: %9 = tt.cat %arg0, %arg0 : tensor<8xf32> -> tensor<16xf32>
  %10 = tt.cat %t, %t : tensor<8xf32> -> tensor<16xf32>
  // CHECK-NEXT: %10 = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %11 = tt.trans %u {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK-NEXT: %11 = tt.make_range {end = 12 : i32, start = 4 : i32} : tensor<8xi32>
  %12 = tt.make_range {start = 4 : i32, end = 12 : i32} : tensor<8xi32>
  // CHECK-NEXT: %12 = tt.histogram %arg2 : tensor<8xi32> -> tensor<4xi32>
  %13 = tt.histogram %o : tensor<8xi32> -> tensor<4xi32>
  // CHECK-NEXT: %13 = tt.histogram %arg2, %arg5 : tensor<8xi32> -> tensor<4xi32>
  %14 = tt.histogram %o, %m : tensor<8xi32> -> tensor<4xi32>
  // CHECK-NEXT: %14 = tt.gather %arg0[%arg2] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  %15 = tt.gather %t[%o] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  // CHECK-NEXT: %15 = tt.gather %arg0[%arg2] {axis = 0 : i32, efficient_layout} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  %16 = tt.gather %t[%o] {axis = 0 : i32, efficient_layout} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @program(%arg0: tensor<8xi1>, %arg1: i1, %arg2: tensor<8xf32>, %arg3: i32) {
tt.func @program(%m: tensor<8xi1>, %c: i1, %t: tensor<8xf32>, %i: i32) {
  // CHECK-NEXT: %0 = tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK-NEXT: %1 = tt.get_program_id y {note} : i32
  %1 = tt.get_program_id y {note} : i32
  // CHECK-NEXT: %2 = tt.get_num_programs z : i32
  %2 = tt.get_num_programs z : i32
  // CHECK-NEXT: tt.print " t: " {hex = false, isSigned = array<i32: 0, 1>} : %arg2, %arg3 : tensor<8xf32>, i32
  tt.print " t: " {hex = false, isSigned = array<i32: 0, 1>} : %t, %i : tensor<8xf32>, i32
  // CHECK-NEXT: tt.print "nothing" {hex = true, isSigned = array<i32>}
  tt.print "nothing" {hex = true, isSigned = array<i32>}
  // CHECK-NEXT: tt.assert %arg0, "every \22lane\22" : tensor<8xi1>
  tt.assert %m, "every \"lane\"" : tensor<8xi1>
  // CHECK-NEXT: tt.assert %arg1, "scalar" {note} : i1
  tt.assert %c, "scalar" {note} : i1
  // CHECK-NEXT: tt.grid_dependency_wait
  tt.grid_dependency_wait
  // CHECK-NEXT: tt.grid_dependency_launch_dependents {note}
  tt.grid_dependency_launch_dependents {note}
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @dots(%arg0: tensor<16x32xf16>, %arg1: tensor<32x16xf16>, %arg2: tensor<16x16xf32>) {
tt.func @dots(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x16xf32>) {
  // CHECK-NEXT: %0 = tt.dot %arg0, %arg1, %arg2 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK-NEXT: %1 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK-NEXT: %2 = tt.dot %arg0, %arg1, %arg2 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %2 = tt.dot %a, %b, %c, inputPrecision = ieee {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK-NEXT: %3 = tt.dot %arg0, %arg1, %arg2, inputPrecision = bf16x3 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %3 = tt.dot %a, %b, %c, inputPrecision = bf16x3 {maxNumImpreciseAcc = 0 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @descriptors(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i64, %arg3: !tt.tensordesc<16x64xf16>, %arg4: !tt.tensordesc<1x64xf16>, %arg5: tensor<16x64xf16>, %arg6: tensor<16xi32>, %arg7: tensor<16xi16>) {
tt.func @descriptors(%p: !tt.ptr<f16>, %i: i32, %l: i64, %d: !tt.tensordesc<16x64xf16>, %g: !tt.tensordesc<1x64xf16>, %t: tensor<16x64xf16>, %x: tensor<16xi32>, %xs: tensor<16xi16>) {
  // CHECK-NEXT: %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %arg2] : <f16>, <16x64xf16>
  %0 = tt.make_tensor_descriptor %p, [%i, %i], [%l, %l] : !tt.ptr<f16>, !tt.tensordesc<16x64xf16>
  // CHECK-NEXT: %1 = tt.make_tensor_descriptor %arg0, [%arg1], [%arg2] {padding = 2 : i32} : <f16>, <64xf16>
  %1 = tt.make_tensor_descriptor %p, [%i], [%l] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<64xf16>
  // CHECK-NEXT: %2 = tt.descriptor_load %arg3[%arg1, %arg1] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  %2 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  // CHECK-NEXT: %3 = tt.descriptor_load %arg3[%arg1, %arg1] {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>} : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  %3 = tt.descriptor_load %d[%i, %i] {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>} : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  // CHECK-NEXT: tt.descriptor_store %arg3[%arg1, %arg1], %arg5 : !tt.tensordesc<16x64xf16>, tensor<16x64xf16>
  tt.descriptor_store %d[%i, %i], %t : !tt.tensordesc<16x64xf16>, tensor<16x64xf16>
  // CHECK-NEXT: tt.descriptor_reduce add, %arg3[%arg1, %arg1], %arg5 : !tt.tensordesc<16x64xf16>, tensor<16x64xf16>
  tt.descriptor_reduce add, %d[%i, %i], %t : !tt.tensordesc<16x64xf16>, tensor<16x64xf16>
  // CHECK-NEXT: %4 = tt.descriptor_gather %arg4[%arg6, %arg1] : (!tt.tensordesc<1x64xf16>, tensor<16xi32>, i32) -> tensor<16x64xf16>
  %4 = tt.descriptor_gather %g[%x, %i] : (!tt.tensordesc<1x64xf16>, tensor<16xi32>, i32) -> tensor<16x64xf16>
  // CHECK-NEXT: tt.descriptor_scatter %arg4[%arg6, %arg1], %arg5 : !tt.tensordesc<1x64xf16>, tensor<16xi32>, i32, tensor<16x64xf16>
  tt.descriptor_scatter %g[%x, %i], %t : !tt.tensordesc<1x64xf16>, tensor<16xi32>, i32, tensor<16x64xf16>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// Operations without a form of their own: generic outside, custom inside.

// CHECK-LABEL: tt.func @regions(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<4x8xf32>) {
tt.func @regions(%t: tensor<8xf32>, %o: tensor<8xi32>, %u: tensor<4x8xf32>) {
  // CHECK-NEXT: %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
  %0 = "tt.reduce"(%t) ({
  // CHECK-NEXT: ^bb0(%arg3: f32, %arg4: f32):
  ^bb0(%a: f32, %b: f32):
    // CHECK-NEXT: %4 = arith.addf %arg3, %arg4 : f32
    %1 = arith.addf %a, %b : f32
    // CHECK-NEXT: tt.reduce.return %4 : f32
    tt.reduce.return %1 : f32
  // CHECK-NEXT: }) : (tensor<8xf32>) -> f32
  }) {axis = 0 : i32} : (tensor<8xf32>) -> f32
  // CHECK-NEXT: %1:2 = "tt.reduce"(%arg0, %arg1) <{axis = 0 : i32}> ({
  %2:2 = "tt.reduce"(%t, %o) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0(%arg3: f32, %arg4: i32, %arg5: f32, %arg6: i32):
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    // CHECK-NEXT: tt.reduce.return %arg3, %arg6 : f32, i32
    "tt.reduce.return"(%a, %j) : (f32, i32) -> ()
  // CHECK-NEXT: }) {allocation.offset = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  }) {allocation.offset = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  // CHECK-NEXT: %2 = "tt.scan"(%arg2) <{axis = 1 : i32, reverse = true}> ({
  %3 = "tt.scan"(%u) <{axis = 1 : i32, reverse = true}> ({
  // CHECK-NEXT: ^bb0(%arg3: f32, %arg4: f32):
  ^bb0(%a: f32, %b: f32):
    // CHECK-NEXT: %4 = arith.mulf %arg3, %arg4 : f32
    %1 = arith.mulf %a, %b : f32
    // CHECK-NEXT: tt.scan.return %4 : f32
    tt.scan.return %1 : f32
  // CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %3 = "tt.map_elementwise"(%arg0) <{pack = 1 : i32}> ({
  %4 = "tt.map_elementwise"(%t) <{pack = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%arg3: f32):
  ^bb0(%a: f32):
    // CHECK-NEXT: %4 = arith.cmpf ogt, %arg3, %arg3 : f32
    %1 = arith.cmpf ogt, %a, %a : f32
    // CHECK-NEXT: cf.cond_br %4, ^bb1, ^bb2(%arg3 : f32)
    cf.cond_br %1, ^bb1, ^bb2(%a : f32)
  // CHECK-NEXT: ^bb1:  // pred: ^bb0
  ^bb1:
    // CHECK-NEXT: tt.map_elementwise.return %arg3 : f32
    tt.map_elementwise.return %a : f32
  // CHECK-NEXT: ^bb2(%5: f32):  // pred: ^bb0
  ^bb2(%b: f32):
    // CHECK-NEXT: tt.map_elementwise.return %5 : f32
    tt.map_elementwise.return %b : f32
  // CHECK-NEXT: }) : (tensor<8xf32>) -> tensor<8xf32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (!tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8xi1>, tensor<8xf32>, i1, f32, tensor<8xi32>, i64) -> (), sym_name = "memory"}> ({
// GENERIC-NEXT: ^bb0(%arg49: !tt.ptr<f32>, %arg50: tensor<8x!tt.ptr<f32>>, %arg51: tensor<8xi1>, %arg52: tensor<8xf32>, %arg53: i1, %arg54: f32, %arg55: tensor<8xi32>, %arg56: i64):
// GENERIC-NEXT: %61 = "tt.load"(%arg49) <{isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// GENERIC-NEXT: %62 = "tt.load"(%arg49, %arg53, %arg54) <{isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tt.ptr<f32>, i1, f32) -> f32
// GENERIC-NEXT: %63 = "tt.load"(%arg50, %arg51) <{isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
// GENERIC-NEXT: %64 = "tt.load"(%arg50, %arg51, %arg52) <{isVolatile = true, operandSegmentSizes = array<i32: 1, 1, 1>}> {tt.constancy = 8 : i32} : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %65 = "tt.load"(%arg50) <{cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
// GENERIC-NEXT: %66 = "tt.load"(%arg50) <{cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_normal>, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
// GENERIC-NEXT: "tt.store"(%arg49, %61) : (!tt.ptr<f32>, f32) -> ()
// GENERIC-NEXT: "tt.store"(%arg49, %61, %arg53) <{ignore_cta}> : (!tt.ptr<f32>, f32, i1) -> ()
// GENERIC-NEXT: "tt.store"(%arg50, %arg52) <{cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_first>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> ()
// GENERIC-NEXT: %67 = "tt.addptr"(%arg50, %arg55) : (tensor<8x!tt.ptr<f32>>, tensor<8xi32>) -> tensor<8x!tt.ptr<f32>>
// GENERIC-NEXT: %68 = "tt.addptr"(%arg49, %arg56) {tt.divisibility = 16 : i32} : (!tt.ptr<f32>, i64) -> !tt.ptr<f32>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (!tt.ptr<i8, "descriptor">, !tt.ptr<f16>, !tt.ptr<bf16, "constant">, tensor<4x!tt.ptr<i1, "constant">>) -> (), sym_name = "spaces"}> ({
// GENERIC-NEXT: ^bb0(%arg45: !tt.ptr<i8, "descriptor">, %arg46: !tt.ptr<f16>, %arg47: !tt.ptr<bf16, "constant">, %arg48: tensor<4x!tt.ptr<i1, "constant">>):
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (!tt.ptr<i32>, tensor<8x!tt.ptr<f32>>, tensor<8xi1>, tensor<8xf32>, i32, i64, i1) -> (), sym_name = "atomics"}> ({
// GENERIC-NEXT: ^bb0(%arg38: !tt.ptr<i32>, %arg39: tensor<8x!tt.ptr<f32>>, %arg40: tensor<8xi1>, %arg41: tensor<8xf32>, %arg42: i32, %arg43: i64, %arg44: i1):
// GENERIC-NEXT: %53 = "tt.atomic_rmw"(%arg39, %arg41) <{atomic_rmw_op = 5 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %54 = "tt.atomic_rmw"(%arg39, %arg41, %arg40) <{atomic_rmw_op = 6 : i32, scope = 3 : i32, sem = 4 : i32}> {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
// GENERIC-NEXT: %55 = "tt.atomic_rmw"(%arg38, %arg42, %arg44) <{atomic_rmw_op = 10 : i32, scope = 2 : i32, sem = 3 : i32}> : (!tt.ptr<i32>, i32, i1) -> i32
// GENERIC-NEXT: %56 = "tt.atomic_rmw"(%arg38, %arg42) <{atomic_rmw_op = 9 : i32, scope = 1 : i32, sem = 2 : i32}> : (!tt.ptr<i32>, i32) -> i32
// GENERIC-NEXT: %57 = "tt.atomic_cas"(%arg38, %arg42, %arg42) <{scope = 1 : i32, sem = 4 : i32}> : (!tt.ptr<i32>, i32, i32) -> i32
// GENERIC-NEXT: %58 = "tt.atomic_cas"(%arg39, %arg41, %arg41) <{scope = 3 : i32, sem = 1 : i32}> {note} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %59 = "tt.atomic_poll"(%arg38, %arg42) <{scope = 1 : i32, sem = 2 : i32}> : (!tt.ptr<i32>, i32) -> i1
// GENERIC-NEXT: %60 = "tt.atomic_poll"(%arg38, %arg42, %arg43) <{scope = 3 : i32, sem = 1 : i32}> : (!tt.ptr<i32>, i32, i64) -> i1
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<8xf32>, f32, i32, !tt.ptr<f32>, tensor<8xi32>) -> (), sym_name = "elementwise"}> ({
// GENERIC-NEXT: ^bb0(%arg33: tensor<8xf32>, %arg34: f32, %arg35: i32, %arg36: !tt.ptr<f32>, %arg37: tensor<8xi32>):
// GENERIC-NEXT: %37 = "tt.fp_to_fp"(%arg33) <{rounding = 1 : i32}> : (tensor<8xf32>) -> tensor<8xf8E5M2>
// GENERIC-NEXT: %38 = "tt.fp_to_fp"(%37) : (tensor<8xf8E5M2>) -> tensor<8xf16>
// GENERIC-NEXT: %39 = "tt.fp_to_fp"(%arg33) <{rounding = 0 : i32}> {note} : (tensor<8xf32>) -> tensor<8xf16>
// GENERIC-NEXT: %40 = "tt.clampf"(%arg33, %arg33, %arg33) <{propagateNan = 65535 : i32}> : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %41 = "tt.clampf"(%arg34, %arg34, %arg34) <{propagateNan = 0 : i32}> {note} : (f32, f32, f32) -> f32
// GENERIC-NEXT: %42 = "tt.precise_sqrt"(%arg34) : (f32) -> f32
// GENERIC-NEXT: %43 = "tt.precise_divf"(%arg33, %arg33) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %44 = "tt.mulhiui"(%arg35, %arg35) : (i32, i32) -> i32
// GENERIC-NEXT: %45 = "tt.ptr_to_int"(%arg36) : (!tt.ptr<f32>) -> i64
// GENERIC-NEXT: %46 = "tt.int_to_ptr"(%45) : (i64) -> !tt.ptr<f32>
// GENERIC-NEXT: %47 = "tt.bitcast"(%arg33) : (tensor<8xf32>) -> tensor<8xi32>
// GENERIC-NEXT: %48 = "tt.bitcast"(%arg36) : (!tt.ptr<f32>) -> !tt.ptr<i8>
// GENERIC-NEXT: %49 = "tt.extern_elementwise"(%arg33, %arg33) <{libname = "", libpath = "", pure = true, symbol = "__nv_powf"}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %50 = "tt.elementwise_inline_asm"(%arg33) <{asm_string = "add.f32 $0, $1, $1;\0A", constraints = "=r,r", packed_element = 1 : i32, pure = true}> : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: %51:2 = "tt.elementwise_inline_asm"(%arg33, %arg37) <{asm_string = "mov", constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false}> : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
// GENERIC-NEXT: %52 = "tt.elementwise_inline_asm"() <{asm_string = "fence", constraints = "=r", packed_element = 1 : i32, pure = false}> : () -> i32
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<8xf32>, tensor<4x8xf32>, tensor<8xi32>, f32, tensor<1xf32>, tensor<8xi1>) -> (), sym_name = "shapes"}> ({
// GENERIC-NEXT: ^bb0(%arg27: tensor<8xf32>, %arg28: tensor<4x8xf32>, %arg29: tensor<8xi32>, %arg30: f32, %arg31: tensor<1xf32>, %arg32: tensor<8xi1>):
// GENERIC-NEXT: %20 = "tt.splat"(%arg30) : (f32) -> tensor<2x2xf32>
// GENERIC-NEXT: %21 = "tt.unsplat"(%arg31) : (tensor<1xf32>) -> f32
// GENERIC-NEXT: %22 = "tt.expand_dims"(%arg27) <{axis = 1 : i32}> : (tensor<8xf32>) -> tensor<8x1xf32>
// GENERIC-NEXT: %23 = "tt.broadcast"(%22) : (tensor<8x1xf32>) -> tensor<8x4xf32>
// GENERIC-NEXT: %24 = "tt.reshape"(%arg28) : (tensor<4x8xf32>) -> tensor<32xf32>
// GENERIC-NEXT: %25 = "tt.reshape"(%arg28) <{allow_reorder}> : (tensor<4x8xf32>) -> tensor<32xf32>
// GENERIC-NEXT: %26 = "tt.reshape"(%arg28) <{allow_reorder, efficient_layout}> {note} : (tensor<4x8xf32>) -> tensor<2x16xf32>
// GENERIC-NEXT: %27 = "tt.reshape"(%arg28) <{efficient_layout}> : (tensor<4x8xf32>) -> tensor<32xf32>
// GENERIC-NEXT: %28 = "tt.join"(%arg27, %arg27) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x2xf32>
// GENERIC-NEXT: %29:2 = "tt.split"(%28) : (tensor<8x2xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// GENERIC-NEXT: %30 = "tt.cat"(%arg27, %arg27) : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
// GENERIC-NEXT: %31 = "tt.trans"(%arg28) <{order = array<i32: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
// GENERIC-NEXT: %32 = "tt.make_range"() <{end = 12 : i32, start = 4 : i32}> : () -> tensor<8xi32>
// GENERIC-NEXT: %33 = "tt.histogram"(%arg29) : (tensor<8xi32>) -> tensor<4xi32>
// GENERIC-NEXT: %34 = "tt.histogram"(%arg29, %arg32) : (tensor<8xi32>, tensor<8xi1>) -> tensor<4xi32>
// GENERIC-NEXT: %35 = "tt.gather"(%arg27, %arg29) <{axis = 0 : i32}> : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
// GENERIC-NEXT: %36 = "tt.gather"(%arg27, %arg29) <{axis = 0 : i32, efficient_layout}> : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<8xi1>, i1, tensor<8xf32>, i32) -> (), sym_name = "program"}> ({
// GENERIC-NEXT: ^bb0(%arg23: tensor<8xi1>, %arg24: i1, %arg25: tensor<8xf32>, %arg26: i32):
// GENERIC-NEXT: %17 = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i32
// GENERIC-NEXT: %18 = "tt.get_program_id"() <{axis = 1 : i32}> {note} : () -> i32
// GENERIC-NEXT: %19 = "tt.get_num_programs"() <{axis = 2 : i32}> : () -> i32
// GENERIC-NEXT: "tt.print"(%arg25, %arg26) <{hex = false, isSigned = array<i32: 0, 1>, prefix = " t: "}> : (tensor<8xf32>, i32) -> ()
// GENERIC-NEXT: "tt.print"() <{hex = true, isSigned = array<i32>, prefix = "nothing"}> : () -> ()
// GENERIC-NEXT: "tt.assert"(%arg23) <{message = "every \22lane\22"}> : (tensor<8xi1>) -> ()
// GENERIC-NEXT: "tt.assert"(%arg24) <{message = "scalar"}> {note} : (i1) -> ()
// GENERIC-NEXT: "tt.grid_dependency_wait"() : () -> ()
// GENERIC-NEXT: "tt.grid_dependency_launch_dependents"() {note} : () -> ()
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> (), sym_name = "dots"}> ({
// GENERIC-NEXT: ^bb0(%arg20: tensor<16x32xf16>, %arg21: tensor<32x16xf16>, %arg22: tensor<16x16xf32>):
// GENERIC-NEXT: %13 = "tt.dot"(%arg20, %arg21, %arg22) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC-NEXT: %14 = "tt.dot"(%arg20, %arg21, %arg22) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC-NEXT: %15 = "tt.dot"(%arg20, %arg21, %arg22) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 32 : i32}> : (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC-NEXT: %16 = "tt.dot"(%arg20, %arg21, %arg22) <{inputPrecision = 3 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (!tt.ptr<f16>, i32, i64, !tt.tensordesc<16x64xf16>, !tt.tensordesc<1x64xf16>, tensor<16x64xf16>, tensor<16xi32>, tensor<16xi16>) -> (), sym_name = "descriptors"}> ({
// GENERIC-NEXT: ^bb0(%arg12: !tt.ptr<f16>, %arg13: i32, %arg14: i64, %arg15: !tt.tensordesc<16x64xf16>, %arg16: !tt.tensordesc<1x64xf16>, %arg17: tensor<16x64xf16>, %arg18: tensor<16xi32>, %arg19: tensor<16xi16>):
// GENERIC-NEXT: %8 = "tt.make_tensor_descriptor"(%arg12, %arg13, %arg13, %arg14, %arg14) <{padding = 1 : i32}> : (!tt.ptr<f16>, i32, i32, i64, i64) -> !tt.tensordesc<16x64xf16>
// GENERIC-NEXT: %9 = "tt.make_tensor_descriptor"(%arg12, %arg13, %arg14) <{padding = 2 : i32}> : (!tt.ptr<f16>, i32, i64) -> !tt.tensordesc<64xf16>
// GENERIC-NEXT: %10 = "tt.descriptor_load"(%arg15, %arg13, %arg13) : (!tt.tensordesc<16x64xf16>, i32, i32) -> tensor<16x64xf16>
// GENERIC-NEXT: %11 = "tt.descriptor_load"(%arg15, %arg13, %arg13) <{cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>}> : (!tt.tensordesc<16x64xf16>, i32, i32) -> tensor<16x64xf16>
// GENERIC-NEXT: "tt.descriptor_store"(%arg15, %arg17, %arg13, %arg13) : (!tt.tensordesc<16x64xf16>, tensor<16x64xf16>, i32, i32) -> ()
// GENERIC-NEXT: "tt.descriptor_reduce"(%arg15, %arg17, %arg13, %arg13) <{kind = 1 : i32}> : (!tt.tensordesc<16x64xf16>, tensor<16x64xf16>, i32, i32) -> ()
// GENERIC-NEXT: %12 = "tt.descriptor_gather"(%arg16, %arg18, %arg13) : (!tt.tensordesc<1x64xf16>, tensor<16xi32>, i32) -> tensor<16x64xf16>
// GENERIC-NEXT: "tt.descriptor_scatter"(%arg16, %arg18, %arg13, %arg17) : (!tt.tensordesc<1x64xf16>, tensor<16xi32>, i32, tensor<16x64xf16>) -> ()
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<8xf32>, tensor<8xi32>, tensor<4x8xf32>) -> (), sym_name = "regions"}> ({
// GENERIC-NEXT: ^bb0(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<4x8xf32>):
// GENERIC-NEXT: %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// GENERIC-NEXT: ^bb0(%arg10: f32, %arg11: f32):
// GENERIC-NEXT: %7 = "arith.addf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "tt.reduce.return"(%7) : (f32) -> ()
// GENERIC-NEXT: }) : (tensor<8xf32>) -> f32
// GENERIC-NEXT: %1:2 = "tt.reduce"(%arg0, %arg1) <{axis = 0 : i32}> ({
// GENERIC-NEXT: ^bb0(%arg6: f32, %arg7: i32, %arg8: f32, %arg9: i32):
// GENERIC-NEXT: "tt.reduce.return"(%arg6, %arg9) : (f32, i32) -> ()
// GENERIC-NEXT: }) {allocation.offset = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
// GENERIC-NEXT: %2 = "tt.scan"(%arg2) <{axis = 1 : i32, reverse = true}> ({
// GENERIC-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// GENERIC-NEXT: %6 = "arith.mulf"(%arg4, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "tt.scan.return"(%6) : (f32) -> ()
// GENERIC-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// GENERIC-NEXT: %3 = "tt.map_elementwise"(%arg0) <{pack = 1 : i32}> ({
// GENERIC-NEXT: ^bb0(%arg3: f32):
// GENERIC-NEXT: %4 = "arith.cmpf"(%arg3, %arg3) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT: "cf.cond_br"(%4, %arg3)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
// GENERIC-NEXT: ^bb1:  // pred: ^bb0
// GENERIC-NEXT: "tt.map_elementwise.return"(%arg3) : (f32) -> ()
// GENERIC-NEXT: ^bb2(%5: f32):  // pred: ^bb0
// GENERIC-NEXT: "tt.map_elementwise.return"(%5) : (f32) -> ()
// GENERIC-NEXT: }) : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
