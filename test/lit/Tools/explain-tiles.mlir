// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// Both strides are arguments; the compiler can't know which one is 1.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 17]]: store 64x64xf16: 2 of 16 bytes, limited by contiguity; stride %stride_k unknown: 2 to 32 sectors a request
// CHECK-NEXT: cause: argument %stride_k is a stride other than 1: arith.muli (line [[# @LINE + 10]]) gives contiguity 1, not 8
// CHECK-NEXT: hint: pass %stride_k as 1, to which Triton specialises it: 16 bytes
tt.func public @both_strides(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride_m: i32 {tt.divisibility = 16 : i32}, %stride_k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %m_s = tt.splat %stride_m : i32 -> tensor<64x1xi32>
  %k_s = tt.splat %stride_k : i32 -> tensor<1x64xi32>
  %down = arith.muli %rows, %m_s : tensor<64x1xi32>
  %across = arith.muli %cols, %k_s : tensor<1x64xi32>
  %down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %across_b = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %down_b, %across_b : tensor<64x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  tt.store %dst, %zero : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// -----

// Columns are contiguous: full width along dim 0.

// CHECK: 1 access, 1 at full width
// CHECK: explain-tiles.mlir:[[# @LINE + 13]]: store 64x64xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @column_major(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ld: i32 {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ld_s = tt.splat %ld : i32 -> tensor<1x64xi32>
  %across = arith.muli %cols, %ld_s : tensor<1x64xi32>
  %rows_b = tt.broadcast %rows : tensor<64x1xi32> -> tensor<64x64xi32>
  %across_b = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %rows_b, %across_b : tensor<64x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  tt.store %dst, %zero : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// -----

// A batch of matrices: the strides of batch and row both matter.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 25]]: store 4x16x32xf16: 2 of 16 bytes, limited by divisibility; 2 sectors a request, 100% used
// CHECK-NEXT: cause: argument %stride_b has divisibility 1, not 8: arith.muli (line [[# @LINE + 15]]) gives divisibility 1, not 8; argument %stride_m has divisibility 1, not 8: arith.muli (line [[# @LINE + 16]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: pass %stride_b, %stride_m as multiples of 16 (tt.divisibility = 16): 16 bytes; or, for %stride_b, tl.multiple_of(%to_b, [1, 1, 8]), if each run starts at a multiple of 8; or, for %stride_m, tl.multiple_of(%to_m, [1, 1, 8]), if each run starts at a multiple of 8
tt.func public @batch(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride_b: i32, %stride_m: i32) {
  %zero = arith.constant dense<0.0> : tensor<4x16x32xf16>
  %b = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %m = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %b_1 = tt.expand_dims %b {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %b_2 = tt.expand_dims %b_1 {axis = 2 : i32} : tensor<4x1xi32> -> tensor<4x1x1xi32>
  %m_1 = tt.expand_dims %m {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %m_2 = tt.expand_dims %m_1 {axis = 2 : i32} : tensor<1x16xi32> -> tensor<1x16x1xi32>
  %n_1 = tt.expand_dims %n {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %n_2 = tt.expand_dims %n_1 {axis = 0 : i32} : tensor<1x32xi32> -> tensor<1x1x32xi32>
  %sb = tt.splat %stride_b : i32 -> tensor<4x1x1xi32>
  %sm = tt.splat %stride_m : i32 -> tensor<1x16x1xi32>
  %to_b = arith.muli %b_2, %sb : tensor<4x1x1xi32>
  %to_m = arith.muli %m_2, %sm : tensor<1x16x1xi32>
  %to_b_b = tt.broadcast %to_b : tensor<4x1x1xi32> -> tensor<4x16x32xi32>
  %to_m_b = tt.broadcast %to_m : tensor<1x16x1xi32> -> tensor<4x16x32xi32>
  %n_b = tt.broadcast %n_2 : tensor<1x1x32xi32> -> tensor<4x16x32xi32>
  %row = arith.addi %to_b_b, %to_m_b : tensor<4x16x32xi32>
  %at = arith.addi %row, %n_b : tensor<4x16x32xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<4x16x32x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %at : tensor<4x16x32x!tt.ptr<f16>>, tensor<4x16x32xi32>
  tt.store %dst, %zero : tensor<4x16x32x!tt.ptr<f16>>
  tt.return
}

// -----

// AxisInfo knows nothing of what a reshape makes of offsets.

// CHECK: 1 access, 1 at full width
// CHECK: explain-tiles.mlir:[[# @LINE + 7]]: store 32x32xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @reshaped(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %at = tt.reshape %i : tensor<1024xi32> -> tensor<32x32xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %dst, %zero : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// -----

// Transposed offsets keep their runs, along the other dim.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 17]]: store 32x64xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 4: arith.muli (line [[# @LINE + 9]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%down, [1, 4]), if each run starts at a multiple of 4
tt.func public @transposed(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32) {
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %j = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ld_s = tt.splat %ld : i32 -> tensor<64x1xi32>
  %down = arith.muli %rows, %ld_s : tensor<64x1xi32>
  %down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x32xi32>
  %cols_b = tt.broadcast %cols : tensor<1x32xi32> -> tensor<64x32xi32>
  %at = arith.addi %down_b, %cols_b : tensor<64x32xi32>
  %turned = tt.trans %at {order = array<i32: 1, 0>} : tensor<64x32xi32> -> tensor<32x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %turned : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  tt.store %dst, %zero : tensor<32x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A tile whose fast dim has a single element.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 11]]: store 256x1xf32: 4 of 16 bytes, limited by contiguity; 32 sectors a request, 12% used
// CHECK-NEXT: cause: argument %ld is a stride other than 1: arith.muli (line [[# @LINE + 7]]) gives contiguity 1, not 2
// CHECK-NEXT: hint: pass %ld as 1, to which Triton specialises it: 8 bytes
tt.func public @thin(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32 {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<256x1xf32>
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<256xi32> -> tensor<256x1xi32>
  %ld_s = tt.splat %ld : i32 -> tensor<256x1xi32>
  %at = arith.muli %rows, %ld_s : tensor<256x1xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<256x1x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<256x1x!tt.ptr<f32>>, tensor<256x1xi32>
  tt.store %dst, %zero : tensor<256x1x!tt.ptr<f32>>
  tt.return
}

// -----

// Two elements along the fast dim, contiguous.

// CHECK: 1 access, 0 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 15]]: store 256x2xf32: 8 of 16 bytes, limited by contiguity; 32 sectors a request, 25% used
// CHECK-NEXT: no hint: dim 1, the fast one, has only 2 elements
tt.func public @pairs(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32 {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<256x2xf32>
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %j = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<256xi32> -> tensor<256x1xi32>
  %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %ld_s = tt.splat %ld : i32 -> tensor<256x1xi32>
  %down = arith.muli %rows, %ld_s : tensor<256x1xi32>
  %down_b = tt.broadcast %down : tensor<256x1xi32> -> tensor<256x2xi32>
  %cols_b = tt.broadcast %cols : tensor<1x2xi32> -> tensor<256x2xi32>
  %at = arith.addi %down_b, %cols_b : tensor<256x2xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<256x2x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<256x2x!tt.ptr<f32>>, tensor<256x2xi32>
  tt.store %dst, %zero : tensor<256x2x!tt.ptr<f32>>
  tt.return
}

// -----

// Rows are gathered by indices from memory; their starts are %ld apart in any case.

// CHECK: 3 accesses, 1 at full width, 1 with a hint, 1 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 11]]: load 64xi32: 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used
// CHECK-NEXT: no hint: the tensor has 64 elements for 128 threads, and other accesses move most of the bytes
// CHECK-NEXT: explain-tiles.mlir:[[# @LINE + 19]]: load 64x64xf16: 2 of 16 bytes, limited by divisibility; addresses not evenly spaced: up to 20 sectors a request; threads are 8 elements apart to suit line [[# @LINE + 26]]
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 8: arith.muli (line [[# @LINE + 11]]) gives divisibility 1, not 8
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%down, [1, 8]), if each run starts at a multiple of 8
// CHECK-NEXT: explain-tiles.mlir:[[# @LINE + 23]]: store 64x64xf16: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @embedding(%index: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %table: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ld: i32, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %size = arith.constant dense<64> : tensor<64x1xi32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %index_s = tt.splat %index : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %index_p = tt.addptr %index_s, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %token = tt.load %index_p : tensor<64x!tt.ptr<i32>>
  %rows = tt.expand_dims %token {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ld_s = tt.splat %ld : i32 -> tensor<64x1xi32>
  %down = arith.muli %rows, %ld_s : tensor<64x1xi32>
  %cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %down_b, %cols_b : tensor<64x64xi32>
  %table_s = tt.splat %table : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %src = tt.addptr %table_s, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %v = tt.load %src : tensor<64x64x!tt.ptr<f16>>
  %out = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %out_d = arith.muli %out, %size : tensor<64x1xi32>
  %out_b = tt.broadcast %out_d : tensor<64x1xi32> -> tensor<64x64xi32>
  %to = arith.addi %out_b, %cols_b : tensor<64x64xi32>
  %y_s = tt.splat %y : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %dst = tt.addptr %y_s, %to : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  tt.store %dst, %v : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// -----

// Layout conversions that remain: rows are read, columns written, in every turn of a loop.

// CHECK: 2 accesses, 2 at full width
// CHECK: explain-tiles.mlir:[[# @LINE + 26]]: load 64x64xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: explain-tiles.mlir:[[# @LINE + 26]]: store 64x64xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-EMPTY:
// CHECK-NEXT: conversions:
// CHECK-NEXT: explain-tiles.mlir:[[# @LINE + 23]]: tensor<64x64xf32>: shared memory, 16384 bytes, in a loop
tt.func public @turn(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %turns: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant dense<64> : tensor<64x1xi32>
  %wide = arith.constant dense<64> : tensor<1x64xi32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %down = arith.muli %rows, %size : tensor<64x1xi32>
  %across = arith.muli %cols, %wide : tensor<1x64xi32>
  %down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %rows_b = tt.broadcast %rows : tensor<64x1xi32> -> tensor<64x64xi32>
  %across_b = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %from = arith.addi %down_b, %cols_b : tensor<64x64xi32>
  %to = arith.addi %rows_b, %across_b : tensor<64x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %src = tt.addptr %x_s, %from : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %dst = tt.addptr %y_s, %to : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  scf.for %k = %c0 to %turns step %c1 : i32 {
    %v = tt.load %src : tensor<64x64x!tt.ptr<f32>>
    tt.store %dst, %v : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Strides of 64 bits come from arguments of 32.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 12]]: store 1024xf32: 4 of 16 bytes, limited by contiguity; stride %stride_64 unknown: 4 to 32 sectors a request
// CHECK-NEXT: cause: argument %stride_k is a stride other than 1: arith.muli (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: hint: pass %stride_k as 1, to which Triton specialises it: 16 bytes
tt.func public @wide_strides(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %stride_k: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %i_64 = arith.extsi %i : tensor<1024xi32> to tensor<1024xi64>
  %stride_64 = arith.extsi %stride_k : i32 to i64
  %k_s = tt.splat %stride_64 : i64 -> tensor<1024xi64>
  %at = arith.muli %i_64, %k_s : tensor<1024xi64>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
  tt.store %dst, %zero : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A stride from memory is 1 for nobody to promise.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-tiles.mlir:[[# @LINE + 12]]: store 1024xf32: 4 of 16 bytes, limited by contiguity; stride %stride unknown: 4 to 32 sectors a request
// CHECK-NEXT: cause: %stride (tt.load, line [[# @LINE + 6]]) is a stride other than 1: arith.muli (line [[# @LINE + 8]]) gives contiguity 1, not 4
// CHECK-NEXT: no hint: arith.muli (line [[# @LINE + 7]]) puts neighbours %stride (tt.load, line [[# @LINE + 5]]) elements apart: swap the order of the tensor's dims, or of the data
// CHECK-NEXT: 1 scalar access: line [[# @LINE + 4]]
tt.func public @stride_from_memory(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %strides: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %stride = tt.load %strides : !tt.ptr<i32>
  %k_s = tt.splat %stride : i32 -> tensor<1024xi32>
  %at = arith.muli %i, %k_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %zero : tensor<1024x!tt.ptr<f32>>
  tt.return
}
