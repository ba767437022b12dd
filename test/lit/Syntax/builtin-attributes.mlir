// RUN: mini-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect | mini-opt - -allow-unregistered-dialect | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect --mlir-print-op-generic | mini-opt - -allow-unregistered-dialect | FileCheck %s

// Every kind of builtin attribute, spelt in an accepted but non-canonical way.

#seven = 7 : i8
#list = [#seven, #seven]

// Integers: the default type is i64, an i1 is a keyword, an unsigned type keeps its sign.
// CHECK: "test.int"() {a = 3 : i64, b = 31 : i32, c = -4 : i16, d = true, e = false, f = 12 : index} : () -> ()
"test.int"() {a = 3, b = 0x1F : i32, c = -4 : i16, d = 1 : i1, e = 0 : i1, f = 12 : index} : () -> ()
// CHECK-NEXT: "test.int"() {a = 255 : ui8, b = -1 : si8, c = 18446744073709551615 : ui64, d = 9223372036854775807 : i64} : () -> ()
"test.int"() {a = 255 : ui8, b = -1 : si8, c = 18446744073709551615 : ui64, d = 9223372036854775807} : () -> ()
// CHECK-NEXT: "test.int"() {a = -1 : i8, b = -128 : i8, c = -9223372036854775808 : i64, d = 170141183460469231731687303715884105727 : i128} : () -> ()
"test.int"() {a = 255 : i8, b = 128 : i8, c = -9223372036854775808 : i64, d = 170141183460469231731687303715884105727 : i128} : () -> ()
// CHECK-NEXT: "test.int"() {a = true, b = false, c = 7 : i8, d = 0 : i3} : () -> ()
"test.int"() {a = true, b = false, c = #seven, d = 0 : i3} : () -> ()

// Floats: six digits where they read back, more digits where they don't, hexadecimal for the rest.
// CHECK-NEXT: "test.float"() {a = 1.500000e+00 : f64, b = 2.000000e+00 : f32, c = -0.000000e+00 : f16, d = 9.994500e-04 : bf16, e = 1.000000e+10 : f64} : () -> ()
"test.float"() {a = 1.5, b = 2. : f32, c = -0.0 : f16, d = 1.0e-3 : bf16, e = 1.0E+10 : f64} : () -> ()
// CHECK-NEXT: "test.float"() {a = 9.997550e-02 : f16, b = 1.000980e-01 : bf16, c = 1.000000e-01 : f32, d = 1.000000e-01 : f64, e = 9.997550e-02 : tf32} : () -> ()
"test.float"() {a = 0.1 : f16, b = 0.1 : bf16, c = 0.1 : f32, d = 0.1 : f64, e = 0.1 : tf32} : () -> ()
// CHECK-NEXT: "test.float"() {a = 0x7F800000 : f32, b = 0xFF800000 : f32, c = 0x7FC00000 : f32, d = 0x7C00 : f16, e = 1.000000e+00 : f32} : () -> ()
"test.float"() {a = 0x7F800000 : f32, b = 0xFF800000 : f32, c = 0x7FC00000 : f32, d = 0x7C00 : f16, e = 0x3F800000 : f32} : () -> ()
// CHECK-NEXT: "test.float"() {a = 0x4CEB79A3 : f32, b = 3.40282347E+38 : f32, c = 1.17549435E-38 : f32, d = 1.401300e-45 : f32} : () -> ()
"test.float"() {a = 123456789.0 : f32, b = 3.4028234663852886e+38 : f32, c = 1.17549435e-38 : f32, d = 1.401298464324817e-45 : f32} : () -> ()
// CHECK-NEXT: "test.float"() {a = 0.33333333300000001 : f64, b = 1.000000e+300 : f64, c = 4.940660e-324 : f64, d = 0x7FF0000000000000 : f64} : () -> ()
"test.float"() {a = 0.333333333 : f64, b = 1.0e300 : f64, c = 4.9406564584124654e-324 : f64, d = 1.0e400 : f64} : () -> ()
// CHECK-NEXT: "test.float"() {a = 2.000000e+00 : f8E5M2, b = 2.000000e+00 : f8E4M3FN, c = 3.125000e-01 : f8E4M3FN, d = 1.000000e+00 : f8E4M3FNUZ, e = 1.000000e+00 : f8E5M2FNUZ, f = 4.000000e+00 : f8E8M0FNU} : () -> ()
"test.float"() {a = 2.0 : f8E5M2, b = 2.0 : f8E4M3FN, c = 0.3 : f8E4M3FN, d = 1.0 : f8E4M3FNUZ, e = 1.0 : f8E5M2FNUZ, f = 4.0 : f8E8M0FNU} : () -> ()

// Strings: a quote, a backslash, control characters and bytes above 127 are escaped.
// CHECK-NEXT: "test.string"() {a = "plain", b = "q\22uote", c = "back\\slash", d = "tab\09newline\0A", e = "\00\7F\FF", f = ""} : () -> ()
"test.string"() {a = "plain", b = "q\"uote", c = "back\\slash", d = "tab\tnewline\n", e = "\00\7F\FF", f = ""} : () -> ()
// CHECK-NEXT: "test.string"() {a = "typed" : i32, b = "\C2\B5"} : () -> ()
"test.string"() {a = "typed" : i32, b = "µ"} : () -> ()

// Units, arrays and dictionaries; keys are sorted and quoted only where they have to be.
// CHECK-NEXT: "test.unit"() {x, y, z} : () -> ()
"test.unit"() {z, y = unit, x} : () -> ()
// CHECK-NEXT: "test.array"() {a = [], b = [1, 2 : i32, "three", [true, unit]], c = [7 : i8, 7 : i8]} : () -> ()
"test.array"() {a = [], b = [1, 2 : i32, "three", [true, unit]], c = #list} : () -> ()
// CHECK-NEXT: "test.dict"() {a = {}, b = {x = {"needs quotes" = 2 : i8, plain = 3 : i64, w}, y = 1 : i64}} : () -> ()
"test.dict"() {a = {}, b = {y = 1, x = {w, "needs quotes" = 2 : i8, "plain" = 3}}} : () -> ()
// CHECK-NEXT: "test.keys"() {"0" = 8 : i64, A = 7 : i64, _a = 6 : i64, "a b" = 1 : i64, a$b = 5 : i64, "a-b" = 2 : i64, a.b = 3 : i64, a.b.c = 4 : i64} : () -> ()
"test.keys"() {"a b" = 1, "a-b" = 2, a.b = 3, "a.b.c" = 4, a$b = 5, _a = 6, A = 7, "0" = 8} : () -> ()

// Dense arrays.
// CHECK-NEXT: "test.dense_array"() {a = array<i32: 1, -2>, b = array<i8>, c = array<i1: true, false>, d = array<f32: 1.000000e+00, 0x7F800000>, e = array<i64: 5>} : () -> ()
"test.dense_array"() {a = array<i32: 1, -2>, b = array<i8>, c = array<i1: true, false>, d = array<f32: 1.0, 0x7F800000>, e = array<i64: 5>} : () -> ()

// Elements: splats are folded, nested lists follow the shape.
// CHECK-NEXT{LITERAL}: "test.elements"() {a = dense<1> : tensor<4xi32>, b = dense<2> : tensor<2xi32>, c = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>} : () -> ()
"test.elements"() {a = dense<1> : tensor<4xi32>, b = dense<[2, 2]> : tensor<2xi32>, c = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>} : () -> ()
// CHECK-NEXT: "test.elements"() {a = dense<true> : tensor<2xi1>, b = dense<[true, false]> : tensor<2xi1>, c = dense<> : tensor<0xi32>, d = dense<-1> : tensor<i64>} : () -> ()
"test.elements"() {a = dense<true> : tensor<2xi1>, b = dense<[true, false]> : tensor<2xi1>, c = dense<> : tensor<0xi32>, d = dense<-1> : tensor<i64>} : () -> ()
// CHECK-NEXT: "test.elements"() {a = dense<1.000000e+00> : tensor<2xf32>, b = dense<[1.000000e+00, 0xFF800000]> : vector<2xf32>, c = dense<0x7F800000> : tensor<4xf32>, d = dense<2.500000e+00> : tensor<f16>} : () -> ()
"test.elements"() {a = dense<1.0> : tensor<2xf32>, b = dense<[1.0, 0xFF800000]> : vector<2xf32>, c = dense<0x7F800000> : tensor<4xf32>, d = dense<2.5> : tensor<f16>} : () -> ()
// CHECK-NEXT: "test.elements"() {a = dense<[1, 2, 3, 4]> : tensor<4xi32>, b = dense<true> : tensor<8xi1>, c = dense<7> : tensor<4xi8>} : () -> ()
"test.elements"() {a = dense<"0x01000000020000000300000004000000"> : tensor<4xi32>, b = dense<"0xFF"> : tensor<8xi1>, c = dense<"0x07"> : tensor<4xi8>} : () -> ()

// Types and symbols.
// CHECK-NEXT: "test.type"() {a = i32, b = tensor<2x?xf32>, c = (i32) -> f32, d = () -> (), e = (i1, i2) -> (i3, i4), f = !tt.ptr<f32>} : () -> ()
"test.type"() {a = i32, b = tensor<2x?xf32>, c = (i32) -> f32, d = () -> (), e = (i1, i2) -> (i3, i4), f = !tt.ptr<f32>} : () -> ()
// CHECK-NEXT: "test.symbol"() {a = @f, b = @f::@g, c = @"needs quotes"::@h, d = @a.b$c} : () -> ()
"test.symbol"() {a = @f, b = @f::@g, c = @"needs quotes"::@h, d = @a.b$c} : () -> ()

// Attributes of dialects that are not there.
// CHECK-NEXT: "test.opaque"() {a = #foo.bar, b = #foo.bar<1, "two", [3]>, c = #foo<"anything">} : () -> ()
"test.opaque"() {a = #foo.bar, b = #foo.bar<1, "two", [3]>, c = #foo<"anything">} : () -> ()
