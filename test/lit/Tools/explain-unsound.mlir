// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// A remainder of what may be negative.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 11]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: beware: arith.remsi (line [[# @LINE + 7]]) makes this width wrong if argument %first is negative
tt.func public @may_be_negative(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %first_s = tt.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %first_s, %i : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %round = arith.remsi %at, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %round : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A bound below does not make up for the argument beside it, in either order.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 14]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: beware: arith.remsi (line [[# @LINE + 10]]) makes this width wrong if argument %first is negative
tt.func public @bounded_first(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %c0 = arith.constant 0 : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %most = arith.maxsi %first, %c0 : i32
  %both = arith.addi %most, %first : i32
  %both_s = tt.splat %both : i32 -> tensor<1024xi32>
  %at = arith.addi %both_s, %i : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %round = arith.remsi %at, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %round : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 14]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: beware: arith.remsi (line [[# @LINE + 10]]) makes this width wrong if argument %first is negative
tt.func public @bounded_last(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %c0 = arith.constant 0 : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %most = arith.maxsi %first, %c0 : i32
  %both = arith.addi %first, %most : i32
  %both_s = tt.splat %both : i32 -> tensor<1024xi32>
  %at = arith.addi %both_s, %i : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %round = arith.remsi %at, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %round : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// tl.assume(first >= 0) settles it.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @assumed(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %positive = arith.cmpi sge, %first, %c0 : i32
  llvm.intr.assume %positive : i1
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %first_s = tt.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %first_s, %i : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %round = arith.remsi %at, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %round : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Programs are never negative.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @program(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %c1024 = arith.constant 1024 : i32
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c1024 : i32
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %first_s = tt.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %first_s, %i : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %round = arith.remsi %at, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %round : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A mask of a quotient: runs of 16 of the quotient are equal only above zero.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 13]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: beware: arith.divsi (line [[# @LINE + 7]]) makes this width wrong if argument %first is negative
tt.func public @quotient_mask(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %n: i32) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %sixteen = arith.constant dense<16> : tensor<1024xi32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %first_s = tt.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %first_s, %i : tensor<1024xi32>
  %group = arith.divsi %at, %sixteen : tensor<1024xi32>
  %n_s = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %group, %n_s : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// An unsigned minimum with a constant.

// CHECK: 1 access, 1 at full width
// CHECK: explain-unsound.mlir:[[# @LINE + 11]]: store 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
// CHECK-NEXT: beware: arith.minui (line [[# @LINE + 6]]) makes this width wrong if argument %first is negative
tt.func public @unsigned_minimum(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %last = arith.constant dense<4096> : tensor<1024xi32>
  %first_s = tt.splat %first : i32 -> tensor<1024xi32>
  %base = arith.minui %first_s, %last : tensor<1024xi32>
  %at = arith.addi %base, %i : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>>
  tt.return
}
