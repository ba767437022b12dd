// RUN: mini-opt %s --mlir-print-debuginfo | FileCheck %s
// RUN: mini-opt %s --mlir-print-debuginfo --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Without a location of its own an operation is where its text starts, an argument where its name is.
// A terminator that the text leaves out has a location too, which only the generic form shows.

module {
  tt.func @implicit(%a: i32,
                    %b: i32) {
    %c = arith.addi
      %a, %b : i32
    scf.for %i = %a to %b step %c : i32 {
      %d = arith.addi %i, %c : i32
    }
      "tt.return"() : () -> ()
  }
}

// GENERIC: #loc2 = loc("{{.*}}locations-implicit.mlir":8:21)
// GENERIC-NEXT: #loc3 = loc("{{.*}}locations-implicit.mlir":9:21)
// GENERIC-NEXT: #loc6 = loc("{{.*}}locations-implicit.mlir":12:13)
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, i32) -> (), sym_name = "implicit"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32 loc("{{.*}}locations-implicit.mlir":8:21), %arg1: i32 loc("{{.*}}locations-implicit.mlir":9:21)):
// GENERIC-NEXT: %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32 loc(#loc4)
// GENERIC-NEXT: "scf.for"(%arg0, %arg1, %0) ({
// GENERIC-NEXT: ^bb0(%arg2: i32 loc("{{.*}}locations-implicit.mlir":12:13)):
// GENERIC-NEXT: %1 = "arith.addi"(%arg2, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32 loc(#loc7)
// GENERIC-NEXT: "scf.yield"() : () -> () loc(#loc5)
// GENERIC-NEXT: }) : (i32, i32, i32) -> () loc(#loc5)
// GENERIC-NEXT: "tt.return"() : () -> () loc(#loc8)
// GENERIC-NEXT: }) : () -> () loc(#loc1)
// GENERIC-NEXT: }) : () -> () loc(#loc)
// GENERIC-NEXT: #loc = loc("{{.*}}locations-implicit.mlir":7:1)
// GENERIC-NEXT: #loc1 = loc("{{.*}}locations-implicit.mlir":8:3)
// GENERIC-NEXT: #loc4 = loc("{{.*}}locations-implicit.mlir":10:10)
// GENERIC-NEXT: #loc5 = loc("{{.*}}locations-implicit.mlir":12:5)
// GENERIC-NEXT: #loc7 = loc("{{.*}}locations-implicit.mlir":13:12)
// GENERIC-NEXT: #loc8 = loc("{{.*}}locations-implicit.mlir":15:7)
// CHECK: #loc2 = loc("{{.*}}locations-implicit.mlir":8:21)
// CHECK-NEXT: #loc3 = loc("{{.*}}locations-implicit.mlir":9:21)
// CHECK-LABEL: tt.func @implicit(%arg0: i32 loc("{{.*}}locations-implicit.mlir":8:21), %arg1: i32 loc("{{.*}}locations-implicit.mlir":9:21)) {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32 loc(#loc4)
// CHECK-NEXT: scf.for %arg2 = %arg0 to %arg1 step %0  : i32 {
// CHECK-NEXT: %1 = arith.addi %arg2, %0 : i32 loc(#loc6)
// CHECK-NEXT: } loc(#loc5)
// CHECK-NEXT: tt.return loc(#loc7)
// CHECK-NEXT: } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}locations-implicit.mlir":7:1)
// CHECK-NEXT: #loc1 = loc("{{.*}}locations-implicit.mlir":8:3)
// CHECK-NEXT: #loc4 = loc("{{.*}}locations-implicit.mlir":10:10)
// CHECK-NEXT: #loc5 = loc("{{.*}}locations-implicit.mlir":12:5)
// CHECK-NEXT: #loc6 = loc("{{.*}}locations-implicit.mlir":13:12)
// CHECK-NEXT: #loc7 = loc("{{.*}}locations-implicit.mlir":15:7)
