// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s

// Blanks, line ends and comments are nothing but separators, and are needed only between words.

// CHECK: module attributes {ttg.a = 1 : i32, ttg.b = [], ttg.c} {
module attributes{ttg.a=1:i32 , "ttg.b" = [ ] ,ttg.c}{ // a comment after a brace
  // CHECK-LABEL: tt.func @f(%arg0: i32, %arg1: i32) -> i32 attributes {noinline = false} {
  tt.func
    @f ( %x:i32 , // between two arguments
         %y :i32 )->i32
  attributes{noinline=false}{
    // on a line of its own
    // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
    %a=arith.addi %x,%y:i32 // behind an operation
    // CHECK-NEXT: %1 = arith.subi %0, %arg0 overflow<nsw> : i32
    %b = "arith.subi" (%a , %x)<{overflowFlags=#arith.overflow<nsw>}>:(i32,i32)->i32
    //
    // CHECK-NEXT: tt.return %1 : i32
    "tt.return"(%b):(i32)->()
  // CHECK-NEXT: }
  }// no blank before the comment


  // Names may hold digits, dots, dollars, dashes and underscores; the name may be a number.
  // CHECK-LABEL: tt.func @names(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: tensor<4x2xf32>) {
  tt.func @names(%a.b$c_d-e: i32, %0: i32, %_: i32, %arg7: tensor<4x2xf32>) {
    // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
    %42 = arith.addi %a.b$c_d-e, %0 : i32
    // CHECK-NEXT: %outLHS, %outRHS = tt.split %arg3 : tensor<4x2xf32> -> tensor<4xf32>
    %x:2 = tt.split %arg7 : tensor<4x2xf32> -> tensor<4xf32>
    // CHECK-NEXT: %outLHS_0, %outRHS_1 = tt.split %arg3 : tensor<4x2xf32> -> tensor<4xf32>
    %y, %z = tt.split %arg7 : tensor<4x2xf32> -> tensor<4xf32>
    // CHECK-NEXT: %1 = arith.addf %outRHS, %outRHS_1 : tensor<4xf32>
    %sum = arith.addf %x#1, %z : tensor<4xf32>
    // CHECK-NEXT: cf.br ^bb1(%0 : i32)
    cf.br ^a-block.1(%42 : i32)
  // CHECK-NEXT: ^bb1(%2: i32):  // pred: ^bb0
  ^a-block.1(%q: i32):
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // Values may be used before the text that defines them, where the definition dominates the use.
  // CHECK-LABEL: tt.func @order(%arg0: i32) -> i32 {
  tt.func @order(%c: i32) -> i32 {
    // CHECK-NEXT: cf.br ^bb2
    cf.br ^first
  // CHECK-NEXT: ^bb1:  // pred: ^bb2
  ^second:
    // CHECK-NEXT: tt.return %0 : i32
    tt.return %v : i32
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  ^first:
    // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
    %v = arith.addi %c, %c : i32
    // CHECK-NEXT: cf.br ^bb1
    cf.br ^second
  // CHECK-NEXT: }
  }
}
