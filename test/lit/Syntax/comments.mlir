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

// Nor do marks and names in comments between the parts of a list, of a shape, or before a bracket.

// CHECK-LABEL: tt.func @lists(
// CHECK-SAME: %arg0: i32, %arg1: i32, %arg2: tensor<8x16x!tt.ptr<f32>>)
tt.func @lists(%a: i32, // %z: i32,
               %b // :
               : i32, %t: tensor // <
               <8x // 4x
                16 // x
                x !tt.ptr<f32 // a
                >>) {
  // CHECK-NEXT: arith.addi %arg0, %arg1 : i32
  %c // %d,
    = arith.addi %a, // %c,
    %b // , %c
    : i32
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %0, %arg1 : i32, i1
  %s : // 2
    1, // %z,
  %o = "arith.addui_extended"(%c, // , %c
    %b // )
    ) : (i32, // i1
    i32) -> (i32, i1)
  // CHECK-NEXT: %1:2 = scf.if %overflow -> (i32, i32) {
  %r:2 = scf.if %o -> (i32, i32) {
    scf.yield %a, // , %c
      %s : i32, i32
  } else {
    scf.yield { // }
      } %s, %s : i32, i32
  }
  // CHECK: arith.addi %1#0, %1#1 {note = 1 : i32} : i32
  %e = arith.addi %r#0, // #1
    %r#1 { // a = 1
      note = 1 : i32} : i32
  tt.return
}
