// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 --mlir-print-debuginfo | FileCheck %s --check-prefix=ALIASES
// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Where conversions stand and whose location they have.

// Each user of a value in another layout has a conversion of its own, right behind the value, with the
// user's location; users that come later stand first.

// CHECK-LABEL: @users(
// ALIASES-LABEL: @users(
// GENERIC-LABEL: sym_name = "users"
tt.func @users(%x: tensor<8x8xf32> loc("x"), %p: tensor<8x8x!tt.ptr<f32>> loc("p")) {
  // CHECK: %0 = tt.trans %arg0 {{.*}} loc("turn")
  // CHECK-NEXT: %1 = ttg.convert_layout %0 {{.*}} loc("last")
  // CHECK-NEXT: %2 = ttg.convert_layout %0 {{.*}} loc("both")
  // CHECK-NEXT: %3 = ttg.convert_layout %0 {{.*}} loc("both")
  // CHECK-NEXT: %4 = arith.addf %3, %2 {{.*}} loc("both")
  // CHECK-NEXT: tt.store %arg1, %4 {{.*}} loc("first")
  // CHECK-NEXT: tt.store %arg1, %1 {{.*}} loc("last")
  %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x8xf32> -> tensor<8x8xf32> loc("turn")
  %s = arith.addf %t, %t : tensor<8x8xf32> loc("both")
  tt.store %p, %s : tensor<8x8x!tt.ptr<f32>> loc("first")
  tt.store %p, %t : tensor<8x8x!tt.ptr<f32>> loc("last")
  tt.return loc("end")
} loc("users")

// -----

// What an operation needs for itself stands before it, with its own location: for tt.expand_dims,
// tt.split, gathers. The operands of tt.dot keep the locations of what they are.

// CHECK-LABEL: @needs(
tt.func @needs(%x: tensor<16xf32> loc("x"), %y: tensor<16x2xf32> loc("y"), %a: tensor<16x16xf16> loc("a"), %c: tensor<16x16xf32> loc("c")) {
  // CHECK: ttg.convert_layout %arg0 {{.*}} loc("row")
  // CHECK-NEXT: tt.expand_dims {{.*}} {axis = 0 : i32} {{.*}} loc("row")
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32> loc("row")
  // CHECK-NEXT: ttg.convert_layout %arg1 {{.*}} loc("halves")
  // CHECK-NEXT: tt.split {{.*}} loc("halves")
  %l, %r = tt.split %y : tensor<16x2xf32> -> tensor<16xf32> loc("halves")
  // CHECK-NEXT: [[T:%.*]] = tt.trans %arg2 {{.*}} loc("turn")
  // CHECK-NEXT: [[U:%.*]] = ttg.convert_layout [[T]] {{.*}} loc("product")
  %t = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16> loc("turn")
  // CHECK-NEXT: ttg.convert_layout %arg2 {{.*}}opIdx = 0{{.*}} loc("a")
  // CHECK-NEXT: ttg.convert_layout [[U]] {{.*}}opIdx = 1{{.*}} loc("product")
  // CHECK-NEXT: ttg.convert_layout %arg3 {{.*}} loc("c")
  // CHECK-NEXT: tt.dot {{.*}} loc("product")
  %d = tt.dot %a, %t, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32> loc("product")
  tt.return
}

// -----

// Dims that were inserted keep their layout's order from the first dim on, whatever it was.

// CHECK-LABEL: @dims(
// ALIASES-LABEL: @dims(
tt.func @dims(%x: tensor<8x4xi32>) {
  // ALIASES: tt.expand_dims {{.*}} -> tensor<1x8x4xi32, #blocked1>
  // CHECK: tt.expand_dims {{.*}} -> tensor<1x8x4xi32, #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 4, 1], order = [0, 1, 2]}>>
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<8x4xi32> -> tensor<1x8x4xi32>
  // CHECK: tt.expand_dims {{.*}} -> tensor<8x1x4xi32, #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>>
  %1 = tt.expand_dims %x {axis = 1 : i32} : tensor<8x4xi32> -> tensor<8x1x4xi32>
  // CHECK: tt.expand_dims {{.*}} -> tensor<8x4x1xi32, #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>>
  %2 = tt.expand_dims %x {axis = 2 : i32} : tensor<8x4xi32> -> tensor<8x4x1xi32>
  // CHECK: [[A:%.*]] = tt.broadcast {{.*}} -> tensor<8x4x2xi32, #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
  // CHECK-NEXT: ttg.convert_layout [[A]] {{.*}} -> tensor<8x4x2xi32, #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
  %3 = tt.broadcast %2 : tensor<8x4x1xi32> -> tensor<8x4x2xi32>
  %4 = arith.muli %3, %3 : tensor<8x4x2xi32>
  tt.return
}

// -----

// Converted block arguments keep their locations; so do the ones of copied regions.

// CHECK-LABEL: @arguments(
tt.func @arguments(%x: tensor<8xf32> loc("x")) {
  // CHECK: cf.br ^bb1(%arg0 : tensor<8xf32, {{.*}}>) loc("go")
  cf.br ^bb1(%x : tensor<8xf32>) loc("go")
// CHECK-NEXT: ^bb1(%0: tensor<8xf32, {{.*}}> loc("y")):
^bb1(%y: tensor<8xf32> loc("y")):
  // CHECK: ^bb0(%arg1: f32 loc("u"), %arg2: f32 loc("v")):
  // CHECK-NEXT: arith.addf {{.*}} loc("sum")
  // CHECK-NEXT: tt.reduce.return {{.*}} loc("done")
  // CHECK-NEXT: }) {{.*}} loc("total")
  %s = "tt.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%u: f32 loc("u"), %v: f32 loc("v")):
    %w = arith.addf %u, %v : f32 loc("sum")
    tt.reduce.return %w : f32 loc("done")
  }) : (tensor<8xf32>) -> f32 loc("total")
  tt.return
}
