// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 | FileCheck %s
// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Every operation that the conversion knows, with what is kept of its attributes.

// CHECK-LABEL: @integers(
tt.func @integers(%x: tensor<128xi32>, %y: tensor<128xi32>) {
  // CHECK-NEXT: arith.addi %arg0, %arg1 overflow<nsw> : tensor<128xi32, #blocked>
  %0 = arith.addi %x, %y overflow<nsw> : tensor<128xi32>
  %1 = arith.subi %0, %y overflow<nuw> : tensor<128xi32>
  %2 = arith.muli %1, %y {note} : tensor<128xi32>
  %3 = arith.divui %2, %y : tensor<128xi32>
  %4 = arith.divsi %3, %y : tensor<128xi32>
  %5 = arith.ceildivui %4, %y : tensor<128xi32>
  %6 = arith.ceildivsi %5, %y : tensor<128xi32>
  %7 = arith.floordivsi %6, %y : tensor<128xi32>
  %8 = arith.remui %7, %y : tensor<128xi32>
  %9 = arith.remsi %8, %y : tensor<128xi32>
  %10 = arith.andi %9, %y : tensor<128xi32>
  %11 = arith.ori %10, %y : tensor<128xi32>
  %12 = arith.xori %11, %y : tensor<128xi32>
  %13 = arith.shli %12, %y : tensor<128xi32>
  %14 = arith.shrui %13, %y : tensor<128xi32>
  %15 = arith.shrsi %14, %y : tensor<128xi32>
  %16 = arith.maxsi %15, %y : tensor<128xi32>
  %17 = arith.maxui %16, %y : tensor<128xi32>
  %18 = arith.minsi %17, %y : tensor<128xi32>
  // CHECK: %[[L:.*]] = arith.minui %{{.*}}, %arg1 : tensor<128xi32, #blocked>
  %19 = arith.minui %18, %y : tensor<128xi32>
  // CHECK-NEXT: arith.cmpi sge, %[[L]], %arg1 : tensor<128xi32, #blocked>
  %20 = arith.cmpi sge, %19, %y : tensor<128xi32>
  // CHECK-NEXT: arith.trunci %[[L]] overflow<nsw> : tensor<128xi32, #blocked> to tensor<128xi8, #blocked>
  %21 = arith.trunci %19 overflow<nsw> : tensor<128xi32> to tensor<128xi8>
  // CHECK-NEXT: arith.extui %{{.*}} nneg : tensor<128xi8, #blocked> to tensor<128xi64, #blocked>
  %22 = arith.extui %21 nneg : tensor<128xi8> to tensor<128xi64>
  %23 = arith.extsi %21 : tensor<128xi8> to tensor<128xi64>
  %24 = math.absi %23 : tensor<128xi64>
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<128xi64, #blocked>
  %25 = tt.mulhiui %24, %22 : tensor<128xi64>
  tt.return
}

// -----

// CHECK-LABEL: @floats(
tt.func @floats(%x: tensor<128xf32>, %y: tensor<128xf32>) {
  // CHECK-NEXT: arith.negf %arg0 fastmath<nnan> : tensor<128xf32, #blocked>
  %0 = arith.negf %x fastmath<nnan> : tensor<128xf32>
  %1 = arith.addf %0, %y : tensor<128xf32>
  %2 = arith.subf %1, %y : tensor<128xf32>
  %3 = arith.mulf %2, %y : tensor<128xf32>
  %4 = arith.divf %3, %y : tensor<128xf32>
  %5 = arith.remf %4, %y : tensor<128xf32>
  %6 = arith.maximumf %5, %y : tensor<128xf32>
  %7 = arith.maxnumf %6, %y : tensor<128xf32>
  %8 = arith.minimumf %7, %y : tensor<128xf32>
  %9 = arith.minnumf %8, %y : tensor<128xf32>
  %10 = math.exp %9 : tensor<128xf32>
  %11 = math.exp2 %10 : tensor<128xf32>
  %12 = math.floor %11 : tensor<128xf32>
  %13 = math.ceil %12 : tensor<128xf32>
  %14 = math.cos %13 : tensor<128xf32>
  %15 = math.sin %14 : tensor<128xf32>
  %16 = math.log %15 : tensor<128xf32>
  %17 = math.log2 %16 : tensor<128xf32>
  %18 = math.erf %17 : tensor<128xf32>
  %19 = math.absf %18 : tensor<128xf32>
  %20 = math.sqrt %19 : tensor<128xf32>
  %21 = math.rsqrt %20 : tensor<128xf32>
  // CHECK: math.fma %{{.*}}, %arg1, %arg0 : tensor<128xf32, #blocked>
  %22 = math.fma %21, %y, %x : tensor<128xf32>
  // CHECK-NEXT: tt.clampf %{{.*}}, %arg0, %arg1, propagateNan = all : tensor<128xf32, #blocked>
  %23 = tt.clampf %22, %x, %y, propagateNan = all : tensor<128xf32>
  // CHECK-NEXT: tt.precise_sqrt
  %24 = tt.precise_sqrt %23 : tensor<128xf32>
  // CHECK-NEXT: tt.precise_divf
  %25 = tt.precise_divf %24, %y : tensor<128xf32>
  // CHECK-NEXT: tt.approx_divf
  %27 = tt.approx_divf %25, %y : tensor<128xf32>
  // CHECK-NEXT: arith.cmpf ult, %{{.*}}, %arg1 : tensor<128xf32, #blocked>
  %26 = arith.cmpf ult, %27, %y : tensor<128xf32>
  tt.return
}

// -----

// CHECK-LABEL: @casts(
tt.func @casts(%x: tensor<64xf32>, %i: tensor<64xi64>, %p: tensor<64x!tt.ptr<f16>>) {
  // CHECK-NEXT: arith.truncf %arg0 : tensor<64xf32, #blocked> to tensor<64xbf16, #blocked>
  %0 = arith.truncf %x : tensor<64xf32> to tensor<64xbf16>
  %1 = arith.extf %0 : tensor<64xbf16> to tensor<64xf64>
  %2 = arith.sitofp %i : tensor<64xi64> to tensor<64xf32>
  %3 = arith.uitofp %i : tensor<64xi64> to tensor<64xf16>
  %4 = arith.fptosi %x : tensor<64xf32> to tensor<64xi8>
  %5 = arith.fptoui %x : tensor<64xf32> to tensor<64xi16>
  // CHECK: tt.fp_to_fp %arg0, rounding = rtne : tensor<64xf32, #blocked> -> tensor<64xf8E5M2, #blocked>
  %6 = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E5M2>
  // CHECK-NEXT: tt.bitcast %arg0 : tensor<64xf32, #blocked> -> tensor<64xi32, #blocked>
  %7 = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
  // CHECK-NEXT: tt.int_to_ptr %arg1 : tensor<64xi64, #blocked> -> tensor<64x!tt.ptr<f16>, #blocked>
  %8 = tt.int_to_ptr %i : tensor<64xi64> -> tensor<64x!tt.ptr<f16>>
  // CHECK-NEXT: tt.ptr_to_int %arg2 : tensor<64x!tt.ptr<f16>, #blocked> -> tensor<64xi64, #blocked>
  %9 = tt.ptr_to_int %p : tensor<64x!tt.ptr<f16>> -> tensor<64xi64>
  // CHECK-NEXT: tt.addptr %arg2, %arg1 : tensor<64x!tt.ptr<f16>, #blocked>, tensor<64xi64, #blocked>
  %10 = tt.addptr %p, %i : tensor<64x!tt.ptr<f16>>, tensor<64xi64>
  tt.return
}

// -----

// Shapes: what follows from the operand's layout, and what does not.

// CHECK-LABEL: @shapes(
tt.func @shapes(%x: tensor<16x8xf32>, %s: f32, %one: tensor<1xf32>) {
  // CHECK-NEXT: tt.reshape %arg0 : tensor<16x8xf32, #blocked> -> tensor<8x16xf32, #blocked2>
  %0 = tt.reshape %x : tensor<16x8xf32> -> tensor<8x16xf32>
  // CHECK-NEXT: tt.reshape %arg0 allow_reorder : tensor<16x8xf32, #blocked> -> tensor<128xf32, #blocked1>
  %1 = tt.reshape %x allow_reorder : tensor<16x8xf32> -> tensor<128xf32>
  // CHECK-NEXT: tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<16x8xf32, #blocked> -> tensor<8x16xf32, #blocked3>
  %2 = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x8xf32> -> tensor<8x16xf32>
  // CHECK-NEXT: tt.join %arg0, %arg0 {note} : tensor<16x8xf32, #blocked> -> tensor<16x8x2xf32, #blocked4>
  %3 = tt.join %x, %x {note} : tensor<16x8xf32> -> tensor<16x8x2xf32>
  // CHECK-NEXT: tt.splat %arg1 : f32 -> tensor<4x4xf32, #blocked5>
  %4 = tt.splat %s : f32 -> tensor<4x4xf32>
  // CHECK-NEXT: tt.unsplat %arg2 : tensor<1xf32, #blocked1>
  %5 = tt.unsplat %one : tensor<1xf32>
  // CHECK-NEXT: tt.make_range {end = 24 : i32, start = 8 : i32} : tensor<16xi32, #blocked1>
  %6 = tt.make_range {end = 24 : i32, start = 8 : i32} : tensor<16xi32>
  // CHECK-NEXT: tt.histogram %{{.*}} : tensor<16xi32, #blocked1> -> tensor<8xi32, #blocked1>
  %7 = tt.histogram %6 : tensor<16xi32> -> tensor<8xi32>
  // CHECK-NEXT: tt.cat %{{.*}}, %{{.*}} : tensor<128xf32, #blocked1> -> tensor<256xf32, #blocked1>
  %8 = tt.cat %1, %1 : tensor<128xf32> -> tensor<256xf32>
  tt.return
}

// -----

// A concatenation has a register for each one of both operands, even where threads repeat elements.

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @concatenate(
tt.func @concatenate(%x: tensor<64xf32>) -> tensor<128xf32> {
  // CHECK-NEXT: %0 = tt.cat %arg0, %arg0 : tensor<64xf32, #blocked> -> tensor<128xf32, #blocked1>
  // CHECK-NEXT: %1 = ttg.convert_layout %0 : tensor<128xf32, #blocked1> -> tensor<128xf32, #blocked>
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<128xf32>
  tt.return %0 : tensor<128xf32>
}

// -----

// CHECK-LABEL: @memory(
tt.func @memory(%p: tensor<32x!tt.ptr<i32>>, %m: tensor<32xi1>, %x: tensor<32xi32>, %s: !tt.ptr<i32>, %v: i32) {
  // CHECK-NEXT: tt.atomic_rmw add, acq_rel, gpu, %arg0, %arg2, %arg1 : (tensor<32x!tt.ptr<i32>, #blocked>, tensor<32xi32, #blocked>, tensor<32xi1, #blocked>) -> tensor<32xi32, #blocked>
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %x, %m : (tensor<32x!tt.ptr<i32>>, tensor<32xi32>, tensor<32xi1>) -> tensor<32xi32>
  // CHECK-NEXT: tt.atomic_cas relaxed, cta, %arg0, %arg2, %{{.*}} : (tensor<32x!tt.ptr<i32>, #blocked>, tensor<32xi32, #blocked>, tensor<32xi32, #blocked>) -> tensor<32xi32, #blocked>
  %1 = tt.atomic_cas relaxed, cta, %p, %x, %0 : (tensor<32x!tt.ptr<i32>>, tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
  // CHECK-NEXT: tt.atomic_rmw exch, acq_rel, sys, %arg3, %arg4 : (!tt.ptr<i32>, i32) -> i32
  %2 = tt.atomic_rmw exch, acq_rel, sys, %s, %v : (!tt.ptr<i32>, i32) -> i32
  // CHECK-NEXT: tt.atomic_load acquire, gpu, %arg0, %arg1 : (tensor<32x!tt.ptr<i32>, #blocked>, tensor<32xi1, #blocked>) -> tensor<32xi32, #blocked>
  %3 = tt.atomic_load acquire, gpu, %p, %m : (tensor<32x!tt.ptr<i32>>, tensor<32xi1>) -> tensor<32xi32>
  // CHECK-NEXT: tt.atomic_store release, gpu, %arg0, %{{.*}} : tensor<32x!tt.ptr<i32>, #blocked>
  tt.atomic_store release, gpu, %p, %3 : tensor<32x!tt.ptr<i32>>
  // CHECK-NEXT: tt.atomic_poll acquire, sys, %arg0, %arg2 : tensor<32x!tt.ptr<i32>, #blocked>, tensor<32xi32, #blocked> -> tensor<32xi1, #blocked>
  %4 = tt.atomic_poll acquire, sys, %p, %x : tensor<32x!tt.ptr<i32>>, tensor<32xi32> -> tensor<32xi1>
  // CHECK-NEXT: tt.store %arg3, %arg4 : !tt.ptr<i32>
  tt.store %s, %v : !tt.ptr<i32>
  tt.return
}

// -----

// CHECK-LABEL: @descriptors(
tt.func @descriptors(%p: !tt.ptr<f16>, %n: i32, %pitch: i64, %one: i64) {
  // CHECK-NEXT: %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %arg3] : <f16>, <16x32xf16>
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%pitch, %one] : <f16>, <16x32xf16>
  // CHECK-NEXT: %1 = tt.descriptor_load %0[%arg1, %arg1] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16, #blocked>
  %v = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
  // CHECK-NEXT: tt.descriptor_reduce add, %0[%arg1, %arg1], %1 : !tt.tensordesc<16x32xf16>, tensor<16x32xf16, #blocked>
  tt.descriptor_reduce add, %d[%n, %n], %v : !tt.tensordesc<16x32xf16>, tensor<16x32xf16>
  // CHECK-NEXT: tt.descriptor_store %0[%arg1, %arg1], %1 : !tt.tensordesc<16x32xf16>, tensor<16x32xf16, #blocked>
  tt.descriptor_store %d[%n, %n], %v : !tt.tensordesc<16x32xf16>, tensor<16x32xf16>
  tt.return
}

// -----

// CHECK-LABEL: @outside(
tt.func @outside(%x: tensor<64xi32>, %m: tensor<64xi1>) {
  // CHECK-NEXT: tt.elementwise_inline_asm "shl.b32 $0, $0, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0 : tensor<64xi32, #blocked> -> tensor<64xi32, #blocked>
  %0 = tt.elementwise_inline_asm "shl.b32 $0, $0, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<64xi32> -> tensor<64xi32>
  // CHECK-NEXT: tt.extern_elementwise %{{.*}} {libname = "lib", libpath = "", pure = true, symbol = "__f"} : (tensor<64xi32, #blocked>) -> tensor<64xi32, #blocked>
  %1 = tt.extern_elementwise %0 {libname = "lib", libpath = "", pure = true, symbol = "__f"} : (tensor<64xi32>) -> tensor<64xi32>
  // CHECK-NEXT: tt.print "x: " {hex = true, isSigned = array<i32: 1>} : %{{.*}} : tensor<64xi32, #blocked>
  tt.print "x: " {hex = true, isSigned = array<i32: 1>} : %1 : tensor<64xi32>
  // CHECK-NEXT: tt.assert %arg1, "all true" : tensor<64xi1, #blocked>
  tt.assert %m, "all true" : tensor<64xi1>
  tt.return
}

// -----

// Operations with regions of scalars: the region is copied as it is.

// CHECK-LABEL: @regions(
tt.func @regions(%x: tensor<32x16xf32>, %i: tensor<32x16xi32>) {
  // CHECK-NEXT: %0:2 = "tt.reduce"(%arg0, %arg1) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%arg2: f32, %arg3: i32, %arg4: f32, %arg5: i32):
  // CHECK-NEXT:   %{{.*}} = arith.cmpf ogt, %arg2, %arg4 : f32
  // CHECK: }) {note} : (tensor<32x16xf32, #blocked>, tensor<32x16xi32, #blocked>) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)
  %r:2 = "tt.reduce"(%x, %i) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %c, %a, %b : f32
    %w = arith.select %c, %ai, %bi : i32
    tt.reduce.return %v, %w : f32, i32
  }) {note} : (tensor<32x16xf32>, tensor<32x16xi32>) -> (tensor<32xf32>, tensor<32xi32>)
  // CHECK: "tt.scan"(%arg0) <{axis = 0 : i32, reverse = true}> ({
  // CHECK: }) : (tensor<32x16xf32, #blocked>) -> tensor<32x16xf32, #blocked>
  %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tt.scan.return %v : f32
  }) : (tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK: "tt.map_elementwise"(%{{.*}}, %arg1) <{pack = 2 : i32}> ({
  // CHECK-NEXT: ^bb0(%arg2: f32, %arg3: f32, %arg4: i32, %arg5: i32):
  // CHECK-NEXT:   %{{.*}} = arith.cmpf olt, %arg2, %arg3 : f32
  // CHECK-NEXT:   cf.cond_br %{{.*}}, ^bb1, ^bb2
  // CHECK: }) : (tensor<32x16xf32, #blocked>, tensor<32x16xi32, #blocked>) -> tensor<32x16xi32, #blocked>
  %m = "tt.map_elementwise"(%s, %i) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %k: i32, %l: i32):
    %c = arith.cmpf olt, %a, %b : f32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %k, %l : i32, i32
  ^bb2:
    tt.map_elementwise.return %l, %k : i32, i32
  }) : (tensor<32x16xf32>, tensor<32x16xi32>) -> tensor<32x16xi32>
  tt.return
}

// -----

// A scaled dot keeps default layouts all over.

// CHECK-LABEL: @scaled(
tt.func @scaled(%a: tensor<32x64xf8E4M3FN>, %as: tensor<32x2xi8>, %b: tensor<32x32xi8>, %c: tensor<32x32xf32>) {
  // CHECK-NEXT: tt.dot_scaled %arg0 scale %arg1, %arg2, %arg3 lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<32x64xf8E4M3FN, #{{.*}}>, tensor<32x2xi8, #{{.*}}> * tensor<32x32xi8, #[[D:.*]]> -> tensor<32x32xf32, #[[D]]>
  %d = tt.dot_scaled %a scale %as, %b, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<32x64xf8E4M3FN>, tensor<32x2xi8> * tensor<32x32xi8> -> tensor<32x32xf32>
  tt.return
}

// -----

// The tile of a dot's result grows with the elements per thread: 1, 2x2, 4x4, but never over the
// result's own sides. Batches come first.

// CHECK-DAG: #{{.*}} = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #{{.*}} = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #{{.*}} = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #{{.*}} = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-LABEL: @tiles(
// GENERIC-LABEL: sym_name = "tiles"
tt.func @tiles(%a: tensor<16x16xf16>, %b: tensor<32x32xf16>, %c: tensor<4096x16xi8>, %d: tensor<16x1xi8>, %e: tensor<4x32x32xf32>) {
  %z1 = arith.constant dense<0.0> : tensor<16x16xf32>
  %z2 = arith.constant dense<0.0> : tensor<32x32xf32>
  %z3 = arith.constant dense<0> : tensor<4096x1xi32>
  %z4 = arith.constant dense<0.0> : tensor<4x32x32xf32>
  // GENERIC: "tt.dot"({{.*}}) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 32 : i32}> {note}
  %1 = tt.dot %a, %a, %z1 {maxNumImpreciseAcc = 32 : i32, note} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %2 = tt.dot %b, %b, %z2 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %3 = tt.dot %c, %d, %z3 : tensor<4096x16xi8> * tensor<16x1xi8> -> tensor<4096x1xi32>
  %4 = tt.dot %e, %e, %z4 : tensor<4x32x32xf32> * tensor<4x32x32xf32> -> tensor<4x32x32xf32>
  tt.return
}
