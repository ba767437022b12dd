// RUN: mini-opt %s -test-print-alignment -verify-diagnostics=only-expected -o /dev/null
// RUN: mini-opt %s -test-print-alignment -o /dev/null 2>&1 | FileCheck %s

// The remark of a value: its operation as it would be printed, encodings in full, then what is known.
// An operation with several results has a remark for each, one with regions is printed with them and
// comes after what is inside.

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @messages(%n: i32 {tt.divisibility = 16 : i32}, %c: i1) {
    // CHECK: messages.mlir:[[# @LINE + 2]]:13: remark: %c0_i32 = arith.constant 0 : i32 => contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0
    // expected-remark @below {{%c0_i32 = arith.constant 0 : i32 => contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
    %zero = arith.constant 0 : i32
    // CHECK-NEXT: %zero = arith.constant 0 : i32
    // CHECK-NEXT: ^
    // CHECK-NEXT: remark: %0 = tt.splat %arg0 : i32 -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> => contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>
    // expected-remark @below {{%0 = tt.splat %arg0 : i32 -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> => contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>}}
    %s = tt.splat %n : i32 -> tensor<128xi32, #blocked>
    // CHECK-NEXT: %s = tt.splat
    // CHECK-NEXT: ^
    // CHECK-NEXT: remark: %low, %high = arith.mulsi_extended %arg0, %c0_i32 : i32 => contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>
    // CHECK-NEXT: %x, %y = arith.mulsi_extended
    // CHECK-NEXT: ^
    // CHECK-NEXT: remark: %low, %high = arith.mulsi_extended %arg0, %c0_i32 : i32 => contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>
    // expected-remark @below {{%low, %high = arith.mulsi_extended %arg0, %c0_i32 : i32 => contiguity = [1]}}
    %x, %y = arith.mulsi_extended %n, %zero : i32
    // CHECK: remark: %2 = arith.addi %arg0, %low : i32 => contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>
    // CHECK: remark: %1 = scf.if %arg1 -> (i32) {
    // CHECK-NEXT: %2 = arith.addi %arg0, %low : i32
    // CHECK-NEXT: scf.yield %2 : i32
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield %c0_i32 : i32
    // CHECK-NEXT: } => contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>
    // expected-remark @below {{%1 = scf.if %arg1 -> (i32)}}
    %i = scf.if %c -> i32 {
      // expected-remark @below {{%2 = arith.addi %arg0, %low : i32 => contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
      %z = arith.addi %n, %x : i32
      scf.yield %z : i32
    } else {
      scf.yield %zero : i32
    }
    // More than 16 elements are left out, unless they are equal.
    // CHECK: remark: %cst = arith.constant dense_resource<__elided__> : tensor<32xi32> => contiguity
    // CHECK: remark: %cst_0 = arith.constant dense<7> : tensor<32xi32> => contiguity
    // expected-remark @below {{%cst = arith.constant dense_resource<__elided__> : tensor<32xi32> => contiguity}}
    %many = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<32xi32>
    // expected-remark @below {{%cst_0 = arith.constant dense<7> : tensor<32xi32> => contiguity}}
    %same = arith.constant dense<7> : tensor<32xi32>
    // CHECK-NOT: remark
    tt.return
  }
}
