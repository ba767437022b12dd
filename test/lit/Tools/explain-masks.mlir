// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// A bound that is a constant, and odd.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 10]]: load 1024xf32: 4 of 16 bytes, limited by mask constancy; 16 sectors a request, 25% used
// CHECK-NEXT: cause: %bound (arith.constant, line [[# @LINE + 4]]) has divisibility 1, not 4: arith.cmpi (line [[# @LINE + 6]]) gives constancy 1, not 4
// CHECK-NEXT: hint: bound the mask by 1004 instead of 1003: 16 bytes; you guarantee that memory reaches so far
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 10]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @constant_bound(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %bound = arith.constant dense<1003> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %bound : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src, %mask : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// The mask itself comes from memory.

// CHECK: 3 accesses, 0 at full width, 0 with a hint, 3 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 17]]: load 1024xi8: 8 of 16 bytes, limited by elements per thread; 8 sectors a request, 100% used
// CHECK-NEXT: no hint: the tensor has 1024 elements for 128 threads, and other accesses move most of the bytes
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 19]]: load 1024xf32: 4 of 16 bytes, limited by mask constancy; 32 sectors a request, 12% used; threads are 8 elements apart to suit line [[# @LINE + 15]]
// CHECK-NEXT: cause: %flag (tt.load, line [[# @LINE + 14]]) has constancy 1, not 4: arith.cmpi (line [[# @LINE + 15]]) gives constancy 1, not 4
// CHECK-NEXT: no hint: the mask depends on data: %flag (tt.load, line [[# @LINE + 13]]); load without it what memory holds anyway, and drop elements by tl.where
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 19]]: store 1024xf32: 4 of 16 bytes, limited by mask constancy; 16 sectors a request, 25% used
// CHECK-NEXT: cause: %flag (tt.load, line [[# @LINE + 11]]) has constancy 1, not 4: arith.cmpi (line [[# @LINE + 12]]) gives constancy 1, not 4
// CHECK-NEXT: no hint: the mask depends on data: %flag (tt.load, line [[# @LINE + 10]])
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 14]]: tensor<1024xf32>: shared memory, 4096 bytes
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 13]]: tensor<1024xi1>: shared memory, 1024 bytes
tt.func public @mask_is_data(%keep: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0> : tensor<1024xi8>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %keep_s = tt.splat %keep : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>>
  %flags = tt.addptr %keep_s, %i : tensor<1024x!tt.ptr<i8>>, tensor<1024xi32>
  %flag = tt.load %flags : tensor<1024x!tt.ptr<i8>>
  %mask = arith.cmpi ne, %flag, %zero : tensor<1024xi8>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src, %mask : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Masks along both dims: only that of the columns cuts instructions.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 23]]: store 32x64xf16: 2 of 16 bytes, limited by mask constancy; 16 sectors a request, 12% used
// CHECK-NEXT: cause: argument %n has divisibility 1, not 8: arith.cmpi (line [[# @LINE + 11]]) gives constancy 1, not 8
// CHECK-NEXT: hint: pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.max_constancy(%col_in, [1, 8]), if runs of 8 are equal
tt.func public @both_dims(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: i32, %n: i32, %ld: i32 {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<32x64xf16>
  %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %m_s = tt.splat %m : i32 -> tensor<32x1xi32>
  %n_s = tt.splat %n : i32 -> tensor<1x64xi32>
  %row_in = arith.cmpi slt, %rows, %m_s : tensor<32x1xi32>
  %col_in = arith.cmpi slt, %cols, %n_s : tensor<1x64xi32>
  %row_mask = tt.broadcast %row_in : tensor<32x1xi1> -> tensor<32x64xi1>
  %col_mask = tt.broadcast %col_in : tensor<1x64xi1> -> tensor<32x64xi1>
  %mask = arith.andi %row_mask, %col_mask : tensor<32x64xi1>
  %ld_s = tt.splat %ld : i32 -> tensor<32x1xi32>
  %starts = arith.muli %rows, %ld_s : tensor<32x1xi32>
  %starts_b = tt.broadcast %starts : tensor<32x1xi32> -> tensor<32x64xi32>
  %cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %starts_b, %cols_b : tensor<32x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  tt.store %dst, %zero, %mask : tensor<32x64x!tt.ptr<f16>>
  tt.return
}

// -----

// Only rows are masked off: nothing is lost.

// CHECK: 1 access, 1 at full width
// CHECK: explain-masks.mlir:[[# @LINE + 17]]: store 32x64xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @row_mask(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: i32) {
  %zero = arith.constant dense<0.0> : tensor<32x64xf16>
  %size = arith.constant dense<64> : tensor<32x1xi32>
  %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %m_s = tt.splat %m : i32 -> tensor<32x1xi32>
  %row_in = arith.cmpi slt, %rows, %m_s : tensor<32x1xi32>
  %mask = tt.broadcast %row_in : tensor<32x1xi1> -> tensor<32x64xi1>
  %starts = arith.muli %rows, %size : tensor<32x1xi32>
  %starts_b = tt.broadcast %starts : tensor<32x1xi32> -> tensor<32x64xi32>
  %cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %starts_b, %cols_b : tensor<32x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  tt.store %dst, %zero, %mask : tensor<32x64x!tt.ptr<f16>>
  tt.return
}

// -----

// A band: lower and upper bound, either an argument.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 13]]: load 1024xf32: 4 of 16 bytes, limited by mask constancy; 16 sectors a request, 25% used
// CHECK-NEXT: cause: argument %from has divisibility 1, not 4: arith.cmpi (line [[# @LINE + 7]]) gives constancy 1, not 4; argument %to has divisibility 1, not 4: arith.cmpi (line [[# @LINE + 8]]) gives constancy 1, not 4
// CHECK-NEXT: hint: pass %from, %to as multiples of 16 (tt.divisibility = 16): 16 bytes; or, for %from, tl.max_constancy(%above, 4), if runs of 4 are equal; or, for %to, tl.max_constancy(%below, 4), if runs of 4 are equal
// CHECK-NEXT: explain-masks.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @band(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %from: i32, %to: i32, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %from_s = tt.splat %from : i32 -> tensor<1024xi32>
  %to_s = tt.splat %to : i32 -> tensor<1024xi32>
  %above = arith.cmpi sge, %i, %from_s : tensor<1024xi32>
  %below = arith.cmpi slt, %i, %to_s : tensor<1024xi32>
  %mask = arith.andi %above, %below : tensor<1024xi1>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %src, %mask : tensor<1024x!tt.ptr<f32>>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A mask of the parity of the index: every other element is off.

// CHECK: 1 access, 0 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 12]]: store 1024xf32: 4 of 16 bytes, limited by mask constancy; 16 sectors a request, 25% used
// CHECK-NEXT: cause: %i (tt.make_range, line [[# @LINE + 6]]) has constancy 1, not 4: arith.andi (line [[# @LINE + 7]]) gives constancy 1, not 4
// CHECK-NEXT: no hint: arith.cmpi (line [[# @LINE + 7]]) makes the mask change within a run
tt.func public @parity(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %one = arith.constant dense<1> : tensor<1024xi32>
  %zero = arith.constant dense<0> : tensor<1024xi32>
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %bit = arith.andi %i, %one : tensor<1024xi32>
  %mask = arith.cmpi eq, %bit, %zero : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A mask and an address that both suffer from the same argument.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 13]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %n has divisibility 1, not 4: arith.muli (line [[# @LINE + 5]]) gives divisibility 1, not 4; argument %n has divisibility 1, not 4: arith.cmpi (line [[# @LINE + 8]]) gives constancy 1, not 4
// CHECK-NEXT: hint: pass %n as a multiple of 16 (tt.divisibility = 16): 16 bytes
tt.func public @same_argument(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %pid = tt.get_program_id x : i32
  %row = arith.muli %pid, %n : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %n_s : tensor<1024xi32>
  %start = tt.addptr %x, %row : !tt.ptr<f32>, i32
  %x_s = tt.splat %start : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// One flag for the whole block: no run is cut.

// CHECK: 1 access, 1 at full width
// CHECK: explain-masks.mlir:[[# @LINE + 9]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @whole_block(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %pid = tt.get_program_id x : i32
  %in = arith.cmpi slt, %pid, %n : i32
  %mask = tt.splat %in : i1 -> tensor<1024xi1>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// causal: the bound differs from row to row.

// CHECK: 1 access, 0 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-masks.mlir:[[# @LINE + 17]]: store 64x64xf16: 2 of 16 bytes, limited by mask constancy; 16 sectors a request, 12% used
// CHECK-NEXT: cause: %i (tt.make_range, line [[# @LINE + 5]]) has constancy 1, not 8: arith.cmpi (line [[# @LINE + 10]]) gives constancy 1, not 8
// CHECK-NEXT: no hint: arith.cmpi (line [[# @LINE + 9]]) makes the mask change within a run
tt.func public @causal(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  %size = arith.constant dense<64> : tensor<64x1xi32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows_b = tt.broadcast %rows : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %mask = arith.cmpi sle, %cols_b, %rows_b : tensor<64x64xi32>
  %starts = arith.muli %rows, %size : tensor<64x1xi32>
  %starts_b = tt.broadcast %starts : tensor<64x1xi32> -> tensor<64x64xi32>
  %at = arith.addi %starts_b, %cols_b : tensor<64x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  tt.store %dst, %zero, %mask : tensor<64x64x!tt.ptr<f16>>
  tt.return
}
