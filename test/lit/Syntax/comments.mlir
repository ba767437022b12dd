// RUN: mini-opt %s | FileCheck %s

// Brackets inside comments don't count, wherever the comment stands.

// CHECK: tt.func @f(%arg0: i32 {tt.divisibility = 16 : i32}) -> tensor<4xi32>
// CHECK-SAME: attributes {numbers = [1, 2], word = "a // ]"}
tt.func @f(%a: i32 {tt.divisibility = 16 : i32 // } > ]
  }) -> tensor<4xi32 // >
  > attributes {numbers = [1, // ]
   2], word = "a // ]"} {
  // CHECK-NEXT: tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %0 = tt.make_range {end = 4 : i32 // }
   , start = 0 : i32} : tensor<4xi32 // >
   >
  // CHECK-NEXT: arith.addi %0, %0 : tensor<4xi32>
  %1 = "arith.addi"(%0, %0) <{overflowFlags = #arith.overflow<none> // >}
    }> : (tensor<4xi32>, // )
    tensor<4xi32>) -> tensor<4xi32>
  tt.return %1 : tensor<4xi32>
}
