// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s

// CHECK-LABEL: tt.func @math(%arg0: f32, %arg1: tensor<4xf32>, %arg2: i32) {
tt.func @math(%x: f32, %t: tensor<4xf32>, %i: i32) {
  // CHECK-NEXT: %0 = math.exp %arg0 : f32
  %0 = math.exp %x : f32
  // CHECK-NEXT: %1 = math.exp2 %arg1 : tensor<4xf32>
  %1 = math.exp2 %t : tensor<4xf32>
  // CHECK-NEXT: %2 = math.log %arg0 fastmath<fast> : f32
  %2 = math.log %x fastmath<fast> : f32
  // CHECK-NEXT: %3 = math.log2 %arg0 : f32
  %3 = math.log2 %x : f32
  // CHECK-NEXT: %4 = math.sqrt %arg1 : tensor<4xf32>
  %4 = math.sqrt %t fastmath<none> : tensor<4xf32>
  // CHECK-NEXT: %5 = math.rsqrt %arg0 {note} : f32
  %5 = math.rsqrt %x {note} : f32
  // CHECK-NEXT: %6 = math.sin %arg0 : f32
  %6 = math.sin %x : f32
  // CHECK-NEXT: %7 = math.cos %arg0 : f32
  %7 = math.cos %x : f32
  // CHECK-NEXT: %8 = math.erf %arg0 : f32
  %8 = math.erf %x : f32
  // CHECK-NEXT: %9 = math.tanh %arg0 : f32
  %9 = math.tanh %x : f32
  // CHECK-NEXT: %10 = math.floor %arg0 : f32
  %10 = math.floor %x : f32
  // CHECK-NEXT: %11 = math.ceil %arg0 : f32
  %11 = math.ceil %x : f32
  // CHECK-NEXT: %12 = math.absf %arg0 : f32
  %12 = math.absf %x : f32
  // CHECK-NEXT: %13 = math.absi %arg2 : i32
  %13 = math.absi %i : i32
  // CHECK-NEXT: %14 = math.fma %arg0, %arg0, %arg0 : f32
  %14 = math.fma %x, %x, %x : f32
  // CHECK-NEXT: %15 = math.fma %arg1, %arg1, %arg1 fastmath<nnan,contract> : tensor<4xf32>
  %15 = math.fma %t, %t, %t fastmath<nnan,contract> : tensor<4xf32>
  // CHECK-NEXT: %16 = math.powf %arg0, %arg0 : f32
  %16 = math.powf %x, %x : f32
  // CHECK-NEXT: %17 = math.trunc %arg0 : f32
  %17 = math.trunc %x : f32
  // CHECK-NEXT: %18 = math.round %arg0 : f32
  %18 = math.round %x : f32
  // CHECK-NEXT: %19 = math.log1p %arg0 : f32
  %19 = math.log1p %x : f32
  // CHECK-NEXT: %20 = math.expm1 %arg0 : f32
  %20 = math.expm1 %x : f32
  // CHECK-NEXT: %21 = math.ctpop %arg2 : i32
  %21 = math.ctpop %i : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}
