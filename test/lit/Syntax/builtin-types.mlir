// RUN: mini-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect | mini-opt - -allow-unregistered-dialect | FileCheck %s

// Types as attributes and as the types of values.  An alias of a type is expanded.

!word = i32
!words = tensor<4x!word>
!pair = tuple<!word, !words>

// CHECK: "test.integer"() {a = i1, b = i8, c = i128, d = si4, e = ui64, f = index, g = none} : () -> ()
"test.integer"() {a = i1, b = i8, c = i128, d = si4, e = ui64, f = index, g = none} : () -> ()
// CHECK-NEXT: "test.float"() {a = f16, b = bf16, c = f32, d = f64, e = tf32, f = f8E4M3FN, g = f8E5M2} : () -> ()
"test.float"() {a = f16, b = bf16, c = f32, d = f64, e = tf32, f = f8E4M3FN, g = f8E5M2} : () -> ()
// CHECK-NEXT: "test.float"() {a = f8E4M3FNUZ, b = f8E5M2FNUZ, c = f8E8M0FNU} : () -> ()
"test.float"() {a = f8E4M3FNUZ, b = f8E5M2FNUZ, c = f8E8M0FNU} : () -> ()
// CHECK-NEXT: "test.tensor"() {a = tensor<f32>, b = tensor<4xf32>, c = tensor<?x4xi1>, d = tensor<0xi8>, e = tensor<*xf32>, f = tensor<1x2x3x4xindex>} : () -> ()
"test.tensor"() {a = tensor<f32>, b = tensor< 4 x f32 >, c = tensor<?x4xi1>, d = tensor<0xi8>, e = tensor<*xf32>, f = tensor<1x2x3x4xindex>} : () -> ()
// CHECK-NEXT: "test.tensor"() {a = tensor<8xf32, "encoded">, b = tensor<8x!tt.ptr<f16>, 3 : i32>, c = tensor<2x!tt.ptr<i1>>} : () -> ()
"test.tensor"() {a = tensor<8xf32, "encoded">, b = tensor<8x!tt.ptr<f16>, 3 : i32>, c = tensor<2x!tt.ptr<i1>>} : () -> ()
// CHECK-NEXT: "test.vector"() {a = vector<4xf32>, b = vector<2x3xi8>} : () -> ()
"test.vector"() {a = vector<4xf32>, b = vector<2x3xi8>} : () -> ()
// CHECK-NEXT: "test.function"() {a = () -> (), b = (i32) -> i32, c = (i32, f32) -> (), d = () -> (i1, i2), e = (() -> i32) -> (() -> ())} : () -> ()
"test.function"() {a = () -> (), b = (i32) -> (i32), c = (i32, f32) -> (), d = () -> (i1, i2), e = (() -> i32) -> (() -> ())} : () -> ()
// CHECK-NEXT: "test.tuple"() {a = tuple<>, b = tuple<i32>, c = tuple<i32, tensor<4xi32>>} : () -> ()
"test.tuple"() {a = tuple<>, b = tuple<i32>, c = !pair} : () -> ()
// CHECK-NEXT: "test.opaque"() {a = !foo.bar, b = !foo.bar<1, "two", [tensor<4xi32>]>, c = !foo<"anything">} : () -> ()
"test.opaque"() {a = !foo.bar, b = !foo.bar<1, "two", [tensor<4xi32>]>, c = !foo<"anything">} : () -> ()

// As operand and result types.
// CHECK-NEXT: %0:2 = "test.make"() : () -> (tensor<4xi32>, tuple<i32, none>)
%0:2 = "test.make"() : () -> (!words, tuple<!word, none>)
// CHECK-NEXT: %1 = "test.use"(%0#0, %0#1) : (tensor<4xi32>, tuple<i32, none>) -> i32
%1 = "test.use"(%0#0, %0#1) : (!words, tuple<!word, none>) -> (!word)
// CHECK-NEXT: "test.apply"(%1) : (i32) -> ()
"test.apply"(%1) : (i32) -> ()
// CHECK-NEXT: %2 = "test.function"() : () -> (() -> i32)
%2 = "test.function"() : () -> (() -> i32)
// CHECK-NEXT: %3:2 = "test.functions"() : () -> ((i32) -> (), (i1) -> i2)
%3:2 = "test.functions"() : () -> ((i32) -> (), (i1) -> i2)
