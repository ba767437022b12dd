// RUN: mini-opt %s -split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-debuginfo | mini-opt - -split-input-file --mlir-print-debuginfo | FileCheck %s


// Every form, given in place.  Aliases are numbered by depth: first the ones that contain no other.

// CHECK: #loc2 = loc("argument")
// CHECK-NEXT: #loc3 = loc(unknown)
module {
  // CHECK-LABEL: tt.func @forms(%arg0: i32 loc("argument"), %arg1: i32 loc(unknown)) {
  tt.func @forms(%a: i32 loc("argument"), %b: i32 loc(unknown)) {
    // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32 loc(#loc4)
    %0 = arith.addi %a, %b : i32 loc("name")
    // CHECK-NEXT: %1 = arith.addi %arg0, %arg1 : i32 loc(#loc12)
    %1 = arith.addi %a, %b : i32 loc("name"("f.py":1:2))
    // CHECK-NEXT: %2 = arith.addi %arg0, %arg1 : i32 loc(#loc13)
    %2 = arith.addi %a, %b : i32 loc(callsite("callee" at "caller.py":3:4))
    // CHECK-NEXT: %3 = arith.addi %arg0, %arg1 : i32 loc(#loc14)
    %3 = arith.addi %a, %b : i32 loc(fused["f.py":1:2, "g.py":2:3])
    // CHECK-NEXT: %4 = arith.addi %arg0, %arg1 : i32 loc(#loc15)
    %4 = arith.addi %a, %b : i32 loc(fused<"metadata">["f.py":1:2])
    // CHECK-NEXT: %5 = arith.addi %arg0, %arg1 : i32 loc(#loc3)
    %5 = arith.addi %a, %b : i32 loc(unknown)
    // CHECK-NEXT: %6 = arith.addi %arg0, %arg1 : i32 loc(#loc8)
    %6 = arith.addi %a, %b : i32 loc("range.py":1:2 to 3:4)
    // CHECK-NEXT: %7 = arith.addi %arg0, %arg1 : i32 loc(#loc9)
    %7 = arith.addi %a, %b : i32 loc("range.py":1:2 to :4)
    // CHECK-NEXT: %8 = arith.addi %arg0, %arg1 : i32 loc(#loc10)
    %8 = arith.addi %a, %b : i32 loc("q\"uote.py":7:8)
    // CHECK-NEXT: %9 = arith.addi %arg0, %arg1 : i32 loc(#loc4)
    %9 = arith.addi %a, %b : i32 loc("name"(unknown))
    // CHECK-NEXT: %10 = arith.addi %arg0, %arg1 : i32 loc(#loc19)
    %10 = arith.addi %a, %b : i32 loc(callsite("inner"("f.py":1:2) at callsite("outer"("g.py":2:3) at "caller.py":3:4)))
    // CHECK-NEXT: tt.return loc(#loc1)
    tt.return loc("f.py":1:2)
  // CHECK-NEXT: } loc(#loc11)
  } loc("function"("f.py":1:2))
// CHECK-NEXT: } loc(#loc)
} loc("f.py":0:0)
// CHECK-NEXT: #loc = loc("f.py":0:0)
// CHECK-NEXT: #loc1 = loc("f.py":1:2)
// CHECK-NEXT: #loc4 = loc("name")
// CHECK-NEXT: #loc5 = loc("callee")
// CHECK-NEXT: #loc6 = loc("caller.py":3:4)
// CHECK-NEXT: #loc7 = loc("g.py":2:3)
// CHECK-NEXT: #loc8 = loc("range.py":1:2 to 3:4)
// CHECK-NEXT: #loc9 = loc("range.py":1:2 to :4)
// CHECK-NEXT: #loc10 = loc("q\22uote.py":7:8)
// CHECK-NEXT: #loc11 = loc("function"(#loc1))
// CHECK-NEXT: #loc12 = loc("name"(#loc1))
// CHECK-NEXT: #loc13 = loc(callsite(#loc5 at #loc6))
// CHECK-NEXT: #loc14 = loc(fused[#loc1, #loc7])
// CHECK-NEXT: #loc15 = loc(fused<"metadata">[#loc1])
// CHECK-NEXT: #loc16 = loc("inner"(#loc1))
// CHECK-NEXT: #loc17 = loc("outer"(#loc7))
// CHECK-NEXT: #loc18 = loc(callsite(#loc17 at #loc6))
// CHECK-NEXT: #loc19 = loc(callsite(#loc16 at #loc18))

// -----

// Through aliases, defined before or after their use.

#early = loc("early.py":1:1)
#nested = loc("name"(#early))
// CHECK: #loc = loc("early.py":1:1)
// CHECK-NEXT: #loc2 = loc("name"(#loc))
module {
  // CHECK-LABEL: tt.func @aliases(%arg0: i32 loc("name"(#loc))) {
  tt.func @aliases(%a: i32 loc(#nested)) {
    // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32 loc(#loc2)
    %0 = arith.addi %a, %a : i32 loc(#nested)
    // CHECK-NEXT: %1 = arith.addi %arg0, %arg0 : i32 loc(#loc1)
    %1 = arith.addi %a, %a : i32 loc(#late)
    // CHECK-NEXT: %2 = arith.addi %arg0, %arg0 : i32 loc(#loc3)
    %2 = arith.addi %a, %a : i32 loc(fused[#early, #nested])
    // CHECK-NEXT: tt.return loc(#loc1)
    tt.return loc(#late)
  // CHECK-NEXT: } loc(#loc)
  } loc(#early)
// CHECK-NEXT: } loc(#loc)
} loc(#early)
#late = loc("late.py":9:9)
// CHECK-NEXT: #loc1 = loc("late.py":9:9)
// CHECK-NEXT: #loc3 = loc(fused[#loc, #loc2])

// -----

// An operation with regions has its location behind them.  Block arguments have theirs in place,
// with an alias only for what is inside.

// CHECK: #loc2 = loc("n.py":1:1)
// CHECK-NEXT: #loc3 = loc("c.py":1:1)
// CHECK-NEXT: #loc4 = loc("t.py":1:1)
// CHECK-NEXT: #loc9 = loc("lhs")
// CHECK-NEXT: #loc16 = loc("rhs"(#loc4))
// CHECK-NEXT: #loc17 = loc("m"(#loc2))
module {
  // CHECK-LABEL: tt.func @regions(%arg0: i32 loc("n.py":1:1), %arg1: i1 loc("c.py":1:1), %arg2: tensor<8xf32> loc("t.py":1:1)) {
  tt.func @regions(%n: i32 loc("n.py":1:1), %c: i1 loc("c.py":1:1), %t: tensor<8xf32> loc("t.py":1:1)) {
    // CHECK-NEXT: scf.for %arg3 = %arg0 to %arg0 step %arg0  : i32 {
    scf.for %i = %n to %n step %n : i32 {
      // CHECK-NEXT: scf.if %arg1 {
      scf.if %c {
        // CHECK-NEXT: %2 = arith.addi %arg3, %arg0 : i32 loc(#loc15)
        %0 = arith.addi %i, %n : i32 loc("inside"("f.py":1:1))
      // CHECK-NEXT: } loc(#loc14)
      } loc("if"("f.py":2:2))
    // CHECK-NEXT: } loc(#loc13)
    } loc("for"("f.py":3:3))
    // CHECK-NEXT: %0 = "tt.reduce"(%arg2) <{axis = 0 : i32}> ({
    %1 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
    // CHECK-NEXT: ^bb0(%arg3: f32 loc("lhs"), %arg4: f32 loc("rhs"(#loc4))):
    ^bb0(%x: f32 loc("lhs"), %y: f32 loc("rhs"("t.py":1:1))):
      // CHECK-NEXT: tt.reduce.return %arg3 : f32 loc(#loc10)
      tt.reduce.return %x : f32 loc("return")
    // CHECK-NEXT: }) : (tensor<8xf32>) -> f32 loc(#loc8)
    }) : (tensor<8xf32>) -> f32 loc("reduce")
    // CHECK-NEXT: cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2 loc(#loc11)
    cf.cond_br %c, ^bb1(%n : i32), ^bb2 loc("branch")
  // CHECK-NEXT: ^bb1(%1: i32 loc("m"(#loc2))):  // pred: ^bb0
  ^bb1(%m: i32 loc("m"("n.py":1:1))):
    // CHECK-NEXT: cf.br ^bb2 loc(#loc11)
    cf.br ^bb2 loc("branch")
  // CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
  ^bb2:
    // CHECK-NEXT: tt.return loc(#loc12)
    tt.return loc("f.py":4:4)
  // CHECK-NEXT: } loc(#loc1)
  } loc("f.py":5:5)
// CHECK-NEXT: } loc(#loc)
} loc("f.py":6:6)
// CHECK-NEXT: #loc = loc("f.py":6:6)
// CHECK-NEXT: #loc1 = loc("f.py":5:5)
// CHECK-NEXT: #loc5 = loc("f.py":3:3)
// CHECK-NEXT: #loc6 = loc("f.py":2:2)
// CHECK-NEXT: #loc7 = loc("f.py":1:1)
// CHECK-NEXT: #loc8 = loc("reduce")
// CHECK-NEXT: #loc10 = loc("return")
// CHECK-NEXT: #loc11 = loc("branch")
// CHECK-NEXT: #loc12 = loc("f.py":4:4)
// CHECK-NEXT: #loc13 = loc("for"(#loc5))
// CHECK-NEXT: #loc14 = loc("if"(#loc6))
// CHECK-NEXT: #loc15 = loc("inside"(#loc7))
