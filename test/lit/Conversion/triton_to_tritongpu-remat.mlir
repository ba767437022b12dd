// RUN: mini-opt %s -allow-unregistered-dialect --convert-triton-to-tritongpu='target=cuda:80 enable-source-remat=true' | FileCheck %s

// With enable-source-remat a cast stays in front of users that nobody knows: one for each value, right
// behind it.

// CHECK-LABEL: @unknown(
tt.func @unknown(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : tensor<8xf32, #blocked> to tensor<8xf32>
  // CHECK-NEXT: %1 = "some.op"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %2 = ttg.convert_layout %1 : tensor<8xf32> -> tensor<8xf32, #blocked>
  // CHECK-NEXT: %3 = ttg.convert_layout %1 : tensor<8xf32> -> tensor<8xf32, #blocked>
  // CHECK-NEXT: %4 = arith.addf %3, %arg1 : tensor<8xf32, #blocked>
  // CHECK-NEXT: %5 = arith.mulf %4, %2 : tensor<8xf32, #blocked>
  // CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : tensor<8xf32, #blocked> to tensor<8xf32>
  // CHECK-NEXT: "some.op"(%6, %0) : (tensor<8xf32>, tensor<8xf32>) -> ()
  // CHECK-NEXT: "some.op"(%6) : (tensor<8xf32>) -> ()
  %0 = "some.op"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = arith.addf %0, %y : tensor<8xf32>
  %2 = arith.mulf %1, %0 : tensor<8xf32>
  "some.op"(%2, %x) : (tensor<8xf32>, tensor<8xf32>) -> ()
  "some.op"(%2) : (tensor<8xf32>) -> ()
  tt.return
}
