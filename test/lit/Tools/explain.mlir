// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// A pointer that the caller may align or not.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 8]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 11]]
// CHECK-NEXT: cause: argument %x has divisibility 1, not 16: tt.addptr (line [[# @LINE + 6]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: align %x to 16 bytes (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain.mlir:[[# @LINE + 8]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @pointer_argument(%x: !tt.ptr<f32>, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Both the pointer and the row length have to be better: one hint for the two.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 11]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 14]]
// CHECK-NEXT: cause: argument %x has divisibility 1, not 16: tt.addptr (line [[# @LINE + 7]]) gives divisibility 1, not 16; argument %n has divisibility 1, not 4: arith.muli (line [[# @LINE + 5]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: align %x to 16 bytes and pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or, for %n, tl.multiple_of(%row, 4), if %row is a multiple of 4
// CHECK-NEXT: explain.mlir:[[# @LINE + 11]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @pointer_and_length(%x: !tt.ptr<f32>, %n: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %pid = tt.get_program_id x : i32
  %row = arith.muli %pid, %n : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %start = tt.addptr %x, %row : !tt.ptr<f32>, i32
  %x_s = tt.splat %start : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// An offset that the caller passes moves every run.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf16: 2 of 16 bytes, limited by divisibility; 16 sectors a request, 12% used; threads are 8 elements apart to suit line [[# @LINE + 12]]
// CHECK-NEXT: cause: argument %skip has divisibility 1, not 8: arith.addi (line [[# @LINE + 6]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: pass %skip as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%at, 8), if each run starts at a multiple of 8
// CHECK-NEXT: explain.mlir:[[# @LINE + 9]]: store 1024xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @offset_argument(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %skip: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %skip_s = tt.splat %skip : i32 -> tensor<1024xi32>
  %at = arith.addi %skip_s, %i : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %src = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// -----

// x[i - 1]: no argument is to blame, and a promise would be a lie.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 12]]
// CHECK-NEXT: cause: %one (arith.constant, line [[# @LINE + 4]]) has divisibility 1, not 4: arith.subi (line [[# @LINE + 6]]) gives divisibility 1, not 4
// CHECK-NEXT: no hint: arith.subi (line [[# @LINE + 5]]) moves the tile by 1, off its alignment
// CHECK-NEXT: explain.mlir:[[# @LINE + 9]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @neighbour_before(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %before = arith.subi %i, %one : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %before : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The number of a page comes from memory; the rows of pages are %ld apart.

// CHECK: 3 accesses, 2 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 14]]: load 1024xf16: 2 of 16 bytes, limited by divisibility; 16 sectors a request, 12% used; threads are 8 elements apart to suit line [[# @LINE + 17]]
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 8: arith.muli (line [[# @LINE + 8]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%row, 8), if %row is a multiple of 8
// CHECK-NEXT: explain.mlir:[[# @LINE + 14]]: store 1024xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: 1 scalar access: line [[# @LINE + 4]]
tt.func public @page_table(%pages: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ld: i32, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %pid = tt.get_program_id x : i32
  %entry = tt.addptr %pages, %pid : !tt.ptr<i32>, i32
  %page = tt.load %entry : !tt.ptr<i32>
  %row = arith.muli %page, %ld : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %start = tt.addptr %x, %row : !tt.ptr<f16>, i32
  %x_s = tt.splat %start : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f16>>
  %y_s = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// -----

// Offsets from memory alone: only their author knows what they are multiples of.

// CHECK: 3 accesses, 2 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 13]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 16]]
// CHECK-NEXT: cause: %first (tt.load, line [[# @LINE + 7]]) has divisibility 1, not 4: tt.addptr (line [[# @LINE + 9]]) gives divisibility 4, not 16
// CHECK-NEXT: hint: tl.multiple_of(%first, 4): 16 bytes; you guarantee that %first is a multiple of 4
// CHECK-NEXT: explain.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: 1 scalar access: line [[# @LINE + 4]]
tt.func public @ragged_rows(%starts: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %pid = tt.get_program_id x : i32
  %entry = tt.addptr %starts, %pid : !tt.ptr<i32>, i32
  %first = tt.load %entry : !tt.ptr<i32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %start = tt.addptr %x, %first : !tt.ptr<f32>, i32
  %x_s = tt.splat %start : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// i // 2 reads each element twice.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request; threads are 4 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %half (arith.divsi, line [[# @LINE + 6]]) has contiguity 1, not 4 (its operands: 1024, 1): tt.addptr (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.divsi (line [[# @LINE + 5]]) gives neighbours the same element
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @halved_index(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %two = arith.constant dense<2> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %half = arith.divsi %i, %two : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %half : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// 2 * i, as of real parts beside imaginary ones.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; 32 sectors a request, 12% used; threads are 4 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %two (arith.constant, line [[# @LINE + 4]]) is a stride other than 1: arith.muli (line [[# @LINE + 6]]) gives contiguity 1, not 4
// CHECK-NEXT: hint: keep the 2 interleaved parts apart in memory, so that the stride 2 becomes 1: 16 bytes; you guarantee that memory is laid out so
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @every_second(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %two = arith.constant dense<2> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %even = arith.muli %i, %two : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %even : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Records of four.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xbf16: 2 of 16 bytes, limited by contiguity; 32 sectors a request, 6% used; threads are 8 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %four (arith.constant, line [[# @LINE + 4]]) is a stride other than 1: arith.muli (line [[# @LINE + 6]]) gives contiguity 1, not 8
// CHECK-NEXT: hint: keep the 4 interleaved parts apart in memory, so that the stride 4 becomes 1: 16 bytes; you guarantee that memory is laid out so
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xbf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @stride_four(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) {
  %four = arith.constant dense<4> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %apart = arith.muli %i, %four : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
  %src = tt.addptr %x_s, %apart : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<bf16>>
  %y_s = tt.splat %y : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<bf16>>
  tt.return
}

// -----

// i << 3 is 8 * i in other words.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; 32 sectors a request, 12% used; threads are 4 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %apart (arith.shli, line [[# @LINE + 6]]) has contiguity 1, not 4 (its operands: 1024, 1): tt.addptr (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.shli (line [[# @LINE + 5]]) puts neighbours 8 elements apart: swap the order of the tensor's dims, or of the data
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @shifted_left(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %three = arith.constant dense<3> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %apart = arith.shli %i, %three : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %apart : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// min(i, last) keeps accesses in bounds, and loses the runs: it could clamp anywhere.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request; threads are 4 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %within (arith.minsi, line [[# @LINE + 6]]) has contiguity 1, not 4 (its operands: 1024, 1): tt.addptr (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.minsi (line [[# @LINE + 5]]) may clamp inside a run: bound the access by a mask instead
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @clamped(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %last: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %last_s = tt.splat %last : i32 -> tensor<1024xi32>
  %within = arith.minsi %i, %last_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %within : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// 1000 is a multiple of 8: runs of 8 survive, enough for f32.

// CHECK: 4 accesses, 3 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 15]]: load 2048xf32: 16 of 16 bytes, as wide as can be; addresses not evenly spaced: up to 32 sectors a request; threads are 16 elements apart to suit line [[# @LINE + 24]]
// CHECK-NEXT: explain.mlir:[[# @LINE + 17]]: store 2048xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: explain.mlir:[[# @LINE + 19]]: load 2048xi8: 8 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request; threads are 16 elements apart to suit line [[# @LINE + 22]]
// CHECK-NEXT: cause: %size (arith.constant, line [[# @LINE + 7]]) has divisibility 8, not 16: arith.remsi (line [[# @LINE + 9]]) gives contiguity 8, not 16
// CHECK-NEXT: hint: wrap around at 1008 instead of 1000: 16 bytes; you guarantee that memory is laid out so
// CHECK-NEXT: explain.mlir:[[# @LINE + 19]]: store 2048xi8: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: tensor<2048xf32>: shared memory, 8192 bytes
tt.func public @modulo_1000(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %size = arith.constant dense<1000> : tensor<2048xi32>
  %i = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %round = arith.remsi %i, %size : tensor<2048xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %round : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  %v = tt.load %src : tensor<2048x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  tt.store %dst, %v : tensor<2048x!tt.ptr<f32>>
  %z_s = tt.splat %z : !tt.ptr<i8> -> tensor<2048x!tt.ptr<i8>>
  %from = tt.addptr %z_s, %round : tensor<2048x!tt.ptr<i8>>, tensor<2048xi32>
  %b = tt.load %from : tensor<2048x!tt.ptr<i8>>
  %w_s = tt.splat %w : !tt.ptr<i8> -> tensor<2048x!tt.ptr<i8>>
  %to = tt.addptr %w_s, %i : tensor<2048x!tt.ptr<i8>>, tensor<2048xi32>
  tt.store %to, %b : tensor<2048x!tt.ptr<i8>>
  tt.return
}

// -----

// An address made of an integer is as good as the integer.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 9]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 12]]
// CHECK-NEXT: cause: %x (tt.int_to_ptr, line [[# @LINE + 4]]) has divisibility 1, not 16 (its operands: 1): tt.addptr (line [[# @LINE + 7]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: tl.multiple_of(%x, 16): 16 bytes; you guarantee that %x is aligned to 16 bytes
// CHECK-NEXT: explain.mlir:[[# @LINE + 9]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @address_of_integer(%address: i64, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %x = tt.int_to_ptr %address : i64 -> !tt.ptr<f32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Bytes seen as f16: the scalar pointer changes its type before it is spread.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf16: 2 of 16 bytes, limited by divisibility; 16 sectors a request, 12% used; threads are 8 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: argument %skip has divisibility 1, not 16: tt.addptr (line [[# @LINE + 4]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: pass %skip as a multiple of 16 (tt.divisibility = 16): 16 bytes
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @cast_pointer(%bytes: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %skip: i32, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %start = tt.addptr %bytes, %skip : !tt.ptr<i8>, i32
  %x = tt.bitcast %start : !tt.ptr<i8> -> !tt.ptr<f16>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f16>>
  %y_s = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// -----

// A tensor of pointers to bytes, seen as pointers to f32.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 11]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; 16 sectors a request, 25% used; threads are 4 elements apart to suit line [[# @LINE + 14]]
// CHECK-NEXT: cause: %src (tt.bitcast, line [[# @LINE + 9]]) has contiguity 1, not 4 (its operands: 1)
// CHECK-NEXT: no hint: tt.bitcast (line [[# @LINE + 8]]) keeps no runs: cast the pointer before offsets are added to it
// CHECK-NEXT: explain.mlir:[[# @LINE + 11]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @cast_pointers(%bytes: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %four = arith.constant dense<4> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %at = arith.muli %i, %four : tensor<1024xi32>
  %bytes_s = tt.splat %bytes : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>>
  %places = tt.addptr %bytes_s, %at : tensor<1024x!tt.ptr<i8>>, tensor<1024xi32>
  %src = tt.bitcast %places : tensor<1024x!tt.ptr<i8>> -> tensor<1024x!tt.ptr<f32>>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// 64-bit offsets: the row length is extended before it is multiplied.

// CHECK: 2 accesses, 0 at full width, 2 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 17]]: load 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %n has divisibility 1, not 4: arith.muli (line [[# @LINE + 9]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%row, 4), if %row is a multiple of 4
// CHECK-NEXT: explain.mlir:[[# @LINE + 17]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %n has divisibility 1, not 4: arith.muli (line [[# @LINE + 6]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%row, 4), if %row is a multiple of 4
tt.func public @wide_offsets(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %pid = tt.get_program_id x : i32
  %pid_64 = arith.extsi %pid : i32 to i64
  %n_64 = arith.extsi %n : i32 to i64
  %row = arith.muli %pid_64, %n_64 : i64
  %row_s = tt.splat %row : i64 -> tensor<1024xi64>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %i_64 = arith.extsi %i : tensor<1024xi32> to tensor<1024xi64>
  %at = arith.addi %row_s, %i_64 : tensor<1024xi64>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The store is narrower than its load: f8 after f32, so that 16 bytes take 16 elements.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 11]]: load 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: explain.mlir:[[# @LINE + 14]]: store 1024xf8E5M2: 1 of 16 bytes, limited by divisibility; 1 sector a request, 100% used
// CHECK-NEXT: cause: argument %y has divisibility 1, not 8: tt.addptr (line [[# @LINE + 12]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: align %y to 16 bytes (tt.divisibility = 16): 8 bytes
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain.mlir:[[# @LINE + 9]]: tensor<1024xf8E5M2>: shared memory, 1024 bytes
tt.func public @narrow_store(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f8E5M2>) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %small = tt.fp_to_fp %v, rounding = rtne : tensor<1024xf32> -> tensor<1024xf8E5M2>
  %y_s = tt.splat %y : !tt.ptr<f8E5M2> -> tensor<1024x!tt.ptr<f8E5M2>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f8E5M2>>, tensor<1024xi32>
  tt.store %dst, %small : tensor<1024x!tt.ptr<f8E5M2>>
  tt.return
}

// -----

// i ^ 1 swaps neighbours.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by contiguity; addresses not evenly spaced: up to 32 sectors a request; threads are 4 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %other (arith.xori, line [[# @LINE + 6]]) has contiguity 1, not 4 (its operands: 1024, 1): tt.addptr (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.xori (line [[# @LINE + 5]]) leaves no runs of consecutive elements
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @swapped(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %other = arith.xori %i, %one : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %other : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Hints in the IR are believed, and explained no further where they fall short.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain.mlir:[[# @LINE + 10]]: load 1024xf16: 8 of 16 bytes, limited by divisibility; 16 sectors a request, 50% used; threads are 8 elements apart to suit line [[# @LINE + 13]]
// CHECK-NEXT: cause: %skipped (arith.addi, line [[# @LINE + 4]]) has divisibility 4, not 8 (its operands: 1, 1): tt.addptr (line [[# @LINE + 6]]) gives divisibility 8, not 16
// CHECK-NEXT: hint: tl.multiple_of(%skipped, 8): 16 bytes; you guarantee that %skipped is a multiple of 8
// CHECK-NEXT: explain.mlir:[[# @LINE + 10]]: store 1024xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @hints_present(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %skip: i32, %more: i32, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %skipped = arith.addi %skip, %more {tt.divisibility = dense<4> : tensor<1xi32>} : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %start = tt.addptr %x, %skipped : !tt.ptr<f16>, i32
  %x_s = tt.splat %start : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %src : tensor<1024x!tt.ptr<f16>>
  %y_s = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}

// -----

// A scalar load alone: nothing to widen.

// CHECK: 2 accesses, 2 at full width
// CHECK: 2 scalar accesses: lines [[# @LINE + 2]], [[# @LINE + 3]]
tt.func public @scalars(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %v = tt.load %x : !tt.ptr<f32>
  tt.store %y, %v : !tt.ptr<f32>
  tt.return
}
