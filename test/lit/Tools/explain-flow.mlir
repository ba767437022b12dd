// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// A pointer that a loop carries starts unaligned; its step is fine.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 16]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %x has divisibility 1, not 16: tt.addptr (line [[# @LINE + 13]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: align %x to 16 bytes (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 20]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 17]]: tensor<1024xf32>: shared memory, 4096 bytes
tt.func public @unaligned_start(%x: !tt.ptr<f32>, %turns: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<1024> : tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %first = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %sum:2 = scf.for %k = %c0 to %turns step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<1024x!tt.ptr<f32>>, tensor<1024xf32>) : i32 {
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
    %more = arith.addf %acc, %v : tensor<1024xf32>
    %next = tt.addptr %p, %step : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    scf.yield %next, %more : tensor<1024x!tt.ptr<f32>>, tensor<1024xf32>
  }
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %sum#1 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The induction variable is divisible by what divides its start and its step: both are arguments.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 12]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 18]]
// CHECK-NEXT: cause: argument %from has divisibility 1, not 4: scf.for (line [[# @LINE + 7]]) gives divisibility 1, not 4; argument %step has divisibility 1, not 4: scf.for (line [[# @LINE + 7]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %from, %step as multiples of 16 (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 15]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @loop_bounds(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %from: i32, %to: i32, %step: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %sum = scf.for %k = %from to %to step %step iter_args(%acc = %zero) -> (tensor<1024xf32>) : i32 {
    %k_s = tt.splat %k : i32 -> tensor<1024xi32>
    %at = arith.addi %k_s, %i : tensor<1024xi32>
    %src = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
    %more = arith.addf %acc, %v : tensor<1024xf32>
    scf.yield %more : tensor<1024xf32>
  }
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %sum : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The same with a constant start: only the step is to blame.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 13]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 19]]
// CHECK-NEXT: cause: argument %step has divisibility 1, not 4: scf.for (line [[# @LINE + 8]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %step as a multiple of 16 (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 16]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @loop_step(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %to: i32, %step: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %sum = scf.for %k = %c0 to %to step %step iter_args(%acc = %zero) -> (tensor<1024xf32>) : i32 {
    %from = tt.addptr %x, %k : !tt.ptr<f32>, i32
    %from_s = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %src = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
    %more = arith.addf %acc, %v : tensor<1024xf32>
    scf.yield %more : tensor<1024xf32>
  }
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %sum : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A while loop that walks a list of blocks of %step elements.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 15]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %step has divisibility 1, not 4: arith.addi (line [[# @LINE + 15]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %step as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%next, 4), if %next is a multiple of 4
tt.func public @walk(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %end = scf.while (%k = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %k, %n : i32
    scf.condition(%go) %k : i32
  } do {
  ^bb0(%at: i32):
    %from = tt.addptr %x, %at : !tt.ptr<f32>, i32
    %from_s = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %dst = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
    %next = arith.addi %at, %step : i32
    scf.yield %next : i32
  }
  tt.return
}

// -----

// One of two pointers, the second one unaligned.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 13]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 16]]
// CHECK-NEXT: cause: argument %z has divisibility 1, not 16: scf.if (line [[# @LINE + 5]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: align %z to 16 bytes (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @either(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32>, %which: i1, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %from = scf.if %which -> (!tt.ptr<f32>) {
    scf.yield %x : !tt.ptr<f32>
  } else {
    scf.yield %z : !tt.ptr<f32>
  }
  %from_s = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The same without control flow.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 9]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 12]]
// CHECK-NEXT: cause: argument %z has divisibility 1, not 16: arith.select (line [[# @LINE + 5]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: align %z to 16 bytes (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 9]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @selected(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32>, %which: i1, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %from = arith.select %which, %x, %z : !tt.ptr<f32>
  %from_s = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Out of bounds goes to element 0: runs break wherever the condition changes.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 12]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request; threads are 4 elements apart to suit line [[# @LINE + 15]]
// CHECK-NEXT: cause: %at (arith.select, line [[# @LINE + 8]]) has contiguity 1, not 4 (its operands: 1, 1024, 1): tt.addptr (line [[# @LINE + 10]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.select (line [[# @LINE + 7]]) may switch inside a run: bound the access by a mask instead
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 12]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @selected_offsets(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %in = arith.cmpi slt, %i, %n_s : tensor<1024xi32>
  %at = arith.select %in, %i, %zero : tensor<1024xi1>, tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Blocks hand the pointer on.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 13]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %skip has divisibility 1, not 4: tt.addptr (line [[# @LINE + 7]]) gives divisibility 4, not 16
// CHECK-NEXT: hint: pass %skip as a multiple of 16 (tt.divisibility = 16): 16 bytes
tt.func public @blocks(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %skip: i32, %which: i1) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  cf.cond_br %which, ^far, ^store(%x : !tt.ptr<f32>)
^far:
  %further = tt.addptr %x, %skip : !tt.ptr<f32>, i32
  cf.br ^store(%further : !tt.ptr<f32>)
^store(%from: !tt.ptr<f32>):
  %from_s = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The access is in a function, the cause in its caller.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 8]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 4: arith.muli (line [[# @LINE + 12]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%row, 4), if %row is a multiple of 4
tt.func private @fill(%p: !tt.ptr<f32>) attributes {noinline = true} {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %p_s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %p_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}
tt.func public @caller(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32) {
  %pid = tt.get_program_id x : i32
  %row = arith.muli %pid, %ld : i32
  %start = tt.addptr %x, %row : !tt.ptr<f32>, i32
  tt.call @fill(%start) : (!tt.ptr<f32>) -> ()
  tt.return
}

// -----

// Two calls, of which one is careless.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 8]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %z has divisibility 1, not 16: what argument %p gets has divisibility 1, not 16
// CHECK-NEXT: hint: align %z to 16 bytes (tt.divisibility = 16): 16 bytes
tt.func private @put(%p: !tt.ptr<f32>) attributes {noinline = true} {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %p_s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %p_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}
tt.func public @two_calls(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32>) {
  tt.call @put(%x) : (!tt.ptr<f32>) -> ()
  tt.call @put(%z) : (!tt.ptr<f32>) -> ()
  tt.return
}

// -----

// A constant step that is too odd.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 12]]: store 1024xf16: 8 of 16 bytes, limited by divisibility; 8 sectors a request, 100% used
// CHECK-NEXT: cause: %step (arith.constant, line [[# @LINE + 5]]) has divisibility 4, not 8: tt.addptr (line [[# @LINE + 12]]) gives divisibility 8, not 16
// CHECK-NEXT: hint: pad the step 1020 to 1024: 16 bytes; you guarantee that memory is laid out so
tt.func public @odd_step(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %turns: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<1020> : tensor<1024xi32>
  %nothing = arith.constant dense<0.0> : tensor<1024xf16>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %first = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %last = scf.for %k = %c0 to %turns step %c1 iter_args(%p = %first) -> (tensor<1024x!tt.ptr<f16>>) : i32 {
    tt.store %p, %nothing : tensor<1024x!tt.ptr<f16>>
    %next = tt.addptr %p, %step : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
    scf.yield %next : tensor<1024x!tt.ptr<f16>>
  }
  tt.return
}

// -----

// Rows come from memory inside of a loop: gathered rows, each of them contiguous.

// CHECK: 3 accesses, 2 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-flow.mlir:[[# @LINE + 18]]: load 1024xf16: 2 of 16 bytes, limited by divisibility; 16 sectors a request, 12% used; threads are 8 elements apart to suit line [[# @LINE + 19]]
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 8: arith.muli (line [[# @LINE + 13]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%start, 8), if %start is a multiple of 8
// CHECK-NEXT: explain-flow.mlir:[[# @LINE + 16]]: store 1024xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: 1 scalar access: line [[# @LINE + 9]]
tt.func public @gathered_rows(%index: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %ld: i64, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %y_s = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %entry = tt.addptr %index, %k : !tt.ptr<i64>, i32
    %row = tt.load %entry : !tt.ptr<i64>
    %start = arith.muli %row, %ld : i64
    %from = tt.addptr %x, %start : !tt.ptr<f16>, i64
    %from_s = tt.splat %from : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %src = tt.addptr %from_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
    %v = tt.load %src : tensor<1024x!tt.ptr<f16>>
    tt.store %dst, %v : tensor<1024x!tt.ptr<f16>>
  }
  tt.return
}
