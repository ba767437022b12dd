// RUN: mini-opt %s | FileCheck %s

// The comma in front of an optional operand may stand without the operand; it is not printed.

// CHECK-LABEL: @commas(
tt.func @commas(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %q: !tt.ptr<f32>, %v: f32) {
  // CHECK-NEXT: tt.load %arg0 : tensor<8x!tt.ptr<f32>>
  %a = tt.load %p, : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.load %arg0, %arg1 {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %b = tt.load %p, %m, {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %arg2, %arg3 : !tt.ptr<f32>
  tt.store %q, %v, : !tt.ptr<f32>
  tt.return
}
