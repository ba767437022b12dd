// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s

// CHECK-LABEL: tt.func @constants() {
tt.func @constants() {
  // CHECK-NEXT: %c42_i32 = arith.constant 42 : i32
  %0 = arith.constant 42 : i32
  // CHECK-NEXT: %c-1_i64 = arith.constant {note = "first"} -1 : i64
  %1 = arith.constant {note = "first"} -1 : i64
  // CHECK-NEXT: %true = arith.constant true
  %2 = arith.constant 1 : i1
  // CHECK-NEXT: %cst = arith.constant 2.500000e+00 : bf16
  %3 = arith.constant 2.5 : bf16
  // CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
  %4 = arith.constant 0x7F800000 : f32
  // CHECK-NEXT: %cst_1 = arith.constant dense<1> : tensor<3xi32>
  %5 = arith.constant dense<[1, 1, 1]> : tensor<3xi32>
  // CHECK-NEXT{LITERAL}: %cst_2 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  %6 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  // CHECK-NEXT: %cst_3 = arith.constant dense<1.000000e+00> : tensor<4xf32>
  %7 = arith.constant dense<1.0> : tensor<4xf32>
  // CHECK-NEXT: %c3 = arith.constant 3 : index
  %8 = "arith.constant"() {value = 3 : index} : () -> index
  // CHECK-NEXT: %cst_4 = arith.constant dense<false> : tensor<2xi1>
  %9 = "arith.constant"() <{value = dense<false> : tensor<2xi1>}> : () -> tensor<2xi1>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @integers(%arg0: i32, %arg1: i32, %arg2: tensor<4xi32>, %arg3: index) {
tt.func @integers(%a: i32, %b: i32, %t: tensor<4xi32>, %i: index) {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
  %0 = arith.addi %a, %b : i32
  // CHECK-NEXT: %1 = arith.subi %arg0, %arg1 : i32
  %1 = arith.subi %a, %b overflow<none> : i32
  // CHECK-NEXT: %2 = arith.muli %arg0, %arg1 overflow<nsw> : i32
  %2 = arith.muli %a, %b overflow<nsw> : i32
  // CHECK-NEXT: %3 = arith.shli %arg2, %arg2 overflow<nsw, nuw> : tensor<4xi32>
  %3 = arith.shli %t, %t overflow<nuw,nsw> : tensor<4xi32>
  // CHECK-NEXT: %4 = arith.divsi %arg0, %arg1 : i32
  %4 = arith.divsi %a, %b : i32
  // CHECK-NEXT: %5 = arith.divui %arg0, %arg1 exact : i32
  %5 = arith.divui %a, %b exact : i32
  // CHECK-NEXT: %6 = arith.ceildivsi %arg0, %arg1 : i32
  %6 = arith.ceildivsi %a, %b : i32
  // CHECK-NEXT: %7 = arith.ceildivui %arg0, %arg1 : i32
  %7 = arith.ceildivui %a, %b : i32
  // CHECK-NEXT: %8 = arith.floordivsi %arg0, %arg1 : i32
  %8 = arith.floordivsi %a, %b : i32
  // CHECK-NEXT: %9 = arith.remsi %arg0, %arg1 {tt.divisibility = 4 : i32} : i32
  %9 = arith.remsi %a, %b {tt.divisibility = 4 : i32} : i32
  // CHECK-NEXT: %10 = arith.remui %arg2, %arg2 : tensor<4xi32>
  %10 = arith.remui %t, %t : tensor<4xi32>
  // CHECK-NEXT: %11 = arith.andi %arg0, %arg1 : i32
  %11 = arith.andi %a, %b : i32
  // CHECK-NEXT: %12 = arith.ori %arg0, %arg1 : i32
  %12 = arith.ori %a, %b : i32
  // CHECK-NEXT: %13 = arith.xori %arg0, %arg1 : i32
  %13 = arith.xori %a, %b : i32
  // CHECK-NEXT: %14 = arith.shrsi %arg0, %arg1 exact : i32
  %14 = arith.shrsi %a, %b exact : i32
  // CHECK-NEXT: %15 = arith.shrui %arg0, %arg1 : i32
  %15 = arith.shrui %a, %b : i32
  // CHECK-NEXT: %16 = arith.maxsi %arg0, %arg1 : i32
  %16 = arith.maxsi %a, %b : i32
  // CHECK-NEXT: %17 = arith.maxui %arg0, %arg1 : i32
  %17 = arith.maxui %a, %b : i32
  // CHECK-NEXT: %18 = arith.minsi %arg0, %arg1 : i32
  %18 = arith.minsi %a, %b : i32
  // CHECK-NEXT: %19 = arith.minui %arg0, %arg1 : i32
  %19 = arith.minui %a, %b : i32
  // CHECK-NEXT: %20 = arith.addi %arg3, %arg3 : index
  %20 = arith.addi %i, %i : index
  // CHECK-NEXT: %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
  %21:2 = arith.mulsi_extended %a, %b : i32
  // CHECK-NEXT: %low_0, %high_1 = arith.mului_extended %arg2, %arg2 : tensor<4xi32>
  %22:2 = arith.mului_extended %t, %t : tensor<4xi32>
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
  %23:2 = arith.addui_extended %a, %b : i32, i1
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @floats(%arg0: f32, %arg1: f32, %arg2: tensor<4xf16>) {
tt.func @floats(%a: f32, %b: f32, %t: tensor<4xf16>) {
  // CHECK-NEXT: %0 = arith.addf %arg0, %arg1 : f32
  %0 = arith.addf %a, %b : f32
  // CHECK-NEXT: %1 = arith.subf %arg0, %arg1 : f32
  %1 = arith.subf %a, %b fastmath<none> : f32
  // CHECK-NEXT: %2 = arith.mulf %arg0, %arg1 fastmath<fast> : f32
  %2 = arith.mulf %a, %b fastmath<fast> : f32
  // CHECK-NEXT: %3 = arith.divf %arg0, %arg1 fastmath<nnan,ninf> : f32
  %3 = arith.divf %a, %b fastmath<nnan, ninf> : f32
  // CHECK-NEXT: %4 = arith.remf %arg2, %arg2 fastmath<reassoc,nsz,arcp,contract,afn> : tensor<4xf16>
  %4 = arith.remf %t, %t fastmath<contract,reassoc,arcp,nsz,afn> : tensor<4xf16>
  // CHECK-NEXT: %5 = arith.negf %arg0 : f32
  %5 = arith.negf %a : f32
  // CHECK-NEXT: %6 = arith.maximumf %arg0, %arg1 : f32
  %6 = arith.maximumf %a, %b : f32
  // CHECK-NEXT: %7 = arith.maxnumf %arg0, %arg1 : f32
  %7 = arith.maxnumf %a, %b : f32
  // CHECK-NEXT: %8 = arith.minimumf %arg0, %arg1 : f32
  %8 = arith.minimumf %a, %b : f32
  // CHECK-NEXT: %9 = arith.minnumf %arg2, %arg2 {extra} : tensor<4xf16>
  %9 = arith.minnumf %t, %t {extra} : tensor<4xf16>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @comparisons(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: f32, %arg4: tensor<4xi32>, %arg5: i1) {
tt.func @comparisons(%a: i32, %b: i32, %x: f32, %y: f32, %t: tensor<4xi32>, %c: i1) {
  // CHECK-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i32
  %0 = arith.cmpi eq, %a, %b : i32
  // CHECK-NEXT: %1 = arith.cmpi ne, %arg0, %arg1 : i32
  %1 = arith.cmpi "ne", %a, %b : i32
  // CHECK-NEXT: %2 = arith.cmpi slt, %arg4, %arg4 : tensor<4xi32>
  %2 = arith.cmpi slt, %t, %t : tensor<4xi32>
  // CHECK-NEXT: %3 = arith.cmpi sle, %arg0, %arg1 : i32
  %3 = arith.cmpi sle, %a, %b : i32
  // CHECK-NEXT: %4 = arith.cmpi sgt, %arg0, %arg1 : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  // CHECK-NEXT: %5 = arith.cmpi sge, %arg0, %arg1 : i32
  %5 = arith.cmpi sge, %a, %b : i32
  // CHECK-NEXT: %6 = arith.cmpi ult, %arg0, %arg1 : i32
  %6 = arith.cmpi ult, %a, %b : i32
  // CHECK-NEXT: %7 = arith.cmpi ule, %arg0, %arg1 : i32
  %7 = arith.cmpi ule, %a, %b : i32
  // CHECK-NEXT: %8 = arith.cmpi ugt, %arg0, %arg1 : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  // CHECK-NEXT: %9 = arith.cmpi uge, %arg0, %arg1 : i32
  %9 = "arith.cmpi"(%a, %b) <{predicate = 9 : i64}> : (i32, i32) -> i1
  // CHECK-NEXT: %10 = arith.cmpf oeq, %arg2, %arg3 : f32
  %10 = arith.cmpf oeq, %x, %y : f32
  // CHECK-NEXT: %11 = arith.cmpf uno, %arg2, %arg3 fastmath<nnan> : f32
  %11 = arith.cmpf uno, %x, %y fastmath<nnan> : f32
  // CHECK-NEXT: %12 = arith.cmpf false, %arg2, %arg3 : f32
  %12 = arith.cmpf false, %x, %y : f32
  // CHECK-NEXT: %13 = arith.cmpf true, %arg2, %arg3 : f32
  %13 = arith.cmpf true, %x, %y fastmath<none> : f32
  // CHECK-NEXT: %14 = arith.select %arg5, %arg0, %arg1 : i32
  %14 = arith.select %c, %a, %b : i32
  // CHECK-NEXT: %15 = arith.select %arg5, %arg4, %arg4 : tensor<4xi32>
  %15 = arith.select %c, %t, %t : tensor<4xi32>
  // CHECK-NEXT: %16 = arith.select %2, %arg4, %arg4 : tensor<4xi1>, tensor<4xi32>
  %16 = arith.select %2, %t, %t : tensor<4xi1>, tensor<4xi32>
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @casts(%arg0: i32, %arg1: i8, %arg2: f32, %arg3: f16, %arg4: tensor<4xi32>) {
tt.func @casts(%a: i32, %b: i8, %x: f32, %h: f16, %t: tensor<4xi32>) {
  // CHECK-NEXT: %0 = arith.extsi %arg1 : i8 to i32
  %0 = arith.extsi %b : i8 to i32
  // CHECK-NEXT: %1 = arith.extui %arg1 : i8 to i64
  %1 = arith.extui %b : i8 to i64
  // CHECK-NEXT: %2 = arith.extui %arg1 nneg : i8 to i64
  %2 = arith.extui %b nneg : i8 to i64
  // CHECK-NEXT: %3 = arith.trunci %arg0 : i32 to i8
  %3 = arith.trunci %a : i32 to i8
  // CHECK-NEXT: %4 = arith.trunci %arg0 overflow<nsw> : i32 to i8
  %4 = arith.trunci %a overflow<nsw> : i32 to i8
  // CHECK-NEXT: %5 = arith.extf %arg3 : f16 to f32
  %5 = arith.extf %h : f16 to f32
  // CHECK-NEXT: %6 = arith.extf %arg3 fastmath<fast> : f16 to f64
  %6 = arith.extf %h fastmath<fast> : f16 to f64
  // CHECK-NEXT: %7 = arith.truncf %arg2 : f32 to f16
  %7 = arith.truncf %x : f32 to f16
  // CHECK-NEXT: %8 = arith.truncf %arg2 to_nearest_even : f32 to bf16
  %8 = arith.truncf %x to_nearest_even : f32 to bf16
  // CHECK-NEXT: %9 = arith.truncf %arg2 toward_zero fastmath<nnan> : f32 to f16
  %9 = arith.truncf %x toward_zero fastmath<nnan> : f32 to f16
  // CHECK-NEXT: %10 = arith.sitofp %arg0 : i32 to f32
  %10 = arith.sitofp %a : i32 to f32
  // CHECK-NEXT: %11 = arith.uitofp %arg4 : tensor<4xi32> to tensor<4xf32>
  %11 = arith.uitofp %t : tensor<4xi32> to tensor<4xf32>
  // CHECK-NEXT: %12 = arith.uitofp %arg0 nneg : i32 to f32
  %12 = arith.uitofp %a nneg : i32 to f32
  // CHECK-NEXT: %13 = arith.fptosi %arg2 : f32 to i32
  %13 = arith.fptosi %x : f32 to i32
  // CHECK-NEXT: %14 = arith.fptoui %arg2 : f32 to i1
  %14 = arith.fptoui %x : f32 to i1
  // CHECK-NEXT: %15 = arith.bitcast %arg2 : f32 to i32
  %15 = arith.bitcast %x : f32 to i32
  // CHECK-NEXT: %16 = arith.index_cast %arg0 : i32 to index
  %16 = arith.index_cast %a : i32 to index
  // CHECK-NEXT: %17 = arith.index_castui %16 : index to i64
  %17 = arith.index_castui %16 : index to i64
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}
