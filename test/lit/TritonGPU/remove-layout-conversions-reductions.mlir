// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Conversions around reductions: before them they go, after them one is left, of a column.

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#ld = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The largest number of two rows, over a loop: loop and reduction are in the layout of the load, the
  // two numbers are converted once and then have the layout of the store (upstream: reduce_cvt2).
  // CHECK-LABEL: @reduce_cvt2(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[R:%.*]] = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args([[MAX:%.*]] = {{%.*}}) -> (tensor<2x256xi32, #blocked>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[X:%.*]] = tt.load {{%.*}}, {{%.*}}, {{%.*}} : tensor<2x256x!tt.ptr<i32>, #blocked>
  // CHECK-NEXT: arith.maxsi [[MAX]], [[X]] : tensor<2x256xi32, #blocked>
  // CHECK: [[S:%.*]] = "tt.reduce"([[R]]) <{axis = 1 : i32}>
  // CHECK: (tensor<2x256xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[S]] : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: tt.expand_dims [[C]] {axis = 1 : i32} : {{.*}} -> tensor<2x1xi32, #blocked1>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store {{%.*}}, {{%.*}} : tensor<2x1x!tt.ptr<f32>, #blocked1>
  tt.func @reduce_cvt2(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c256 = arith.constant 256 : i32
    %lowest = arith.constant dense<-2147483648> : tensor<2x256xi32, #d>
    %width = arith.constant dense<4096> : tensor<2x1xi32, #d>
    %end = arith.constant dense<4000> : tensor<2x256xi32, #d>
    %scale = arith.constant dense<0.125> : tensor<2x1xf32, #d>
    %i = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #v>
    %i2 = ttg.convert_layout %i : tensor<2xi32, #v> -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %i3 = tt.expand_dims %i2 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<2x1xi32, #row>
    %i4 = ttg.convert_layout %i3 : tensor<2x1xi32, #row> -> tensor<2x1xi32, #d>
    %i5 = arith.muli %i4, %width : tensor<2x1xi32, #d>
    %i6 = tt.broadcast %i5 : tensor<2x1xi32, #d> -> tensor<2x256xi32, #d>
    %j = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #v>
    %j2 = ttg.convert_layout %j : tensor<256xi32, #v> -> tensor<256xi32, #ttg.slice<{dim = 0, parent = #d}>>
    %j3 = tt.expand_dims %j2 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #d}>> -> tensor<1x256xi32, #d>
    %j4 = tt.broadcast %j3 : tensor<1x256xi32, #d> -> tensor<2x256xi32, #d>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<2x256x!tt.ptr<i32>, #d>
    %r = scf.for %t = %c0 to %n step %c256 iter_args(%max = %lowest) -> (tensor<2x256xi32, #d>) : i32 {
      %ts = tt.splat %t : i32 -> tensor<2x256xi32, #d>
      %k = arith.addi %ts, %j4 : tensor<2x256xi32, #d>
      %m = arith.cmpi slt, %k, %end : tensor<2x256xi32, #d>
      %off = arith.addi %k, %i6 : tensor<2x256xi32, #d>
      %pi = tt.addptr %ps, %off : tensor<2x256x!tt.ptr<i32>, #d>, tensor<2x256xi32, #d>
      %pi2 = ttg.convert_layout %pi : tensor<2x256x!tt.ptr<i32>, #d> -> tensor<2x256x!tt.ptr<i32>, #ld>
      %m2 = ttg.convert_layout %m : tensor<2x256xi1, #d> -> tensor<2x256xi1, #ld>
      %o = ttg.convert_layout %lowest : tensor<2x256xi32, #d> -> tensor<2x256xi32, #ld>
      %l = tt.load %pi2, %m2, %o : tensor<2x256x!tt.ptr<i32>, #ld>
      %x = ttg.convert_layout %l : tensor<2x256xi32, #ld> -> tensor<2x256xi32, #d>
      %max2 = arith.maxsi %max, %x : tensor<2x256xi32, #d>
      scf.yield %max2 : tensor<2x256xi32, #d>
    }
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%u: i32, %w: i32):
      %o = arith.maxsi %u, %w : i32
      tt.reduce.return %o : i32
    }) : (tensor<2x256xi32, #d>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #d}>>
    %s2 = ttg.convert_layout %s : tensor<2xi32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<2xi32, #v>
    %s3 = ttg.convert_layout %s2 : tensor<2xi32, #v> -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %s4 = tt.expand_dims %s3 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<2x1xi32, #row>
    %s5 = ttg.convert_layout %s4 : tensor<2x1xi32, #row> -> tensor<2x1xi32, #d>
    %f = arith.sitofp %s5 : tensor<2x1xi32, #d> to tensor<2x1xf32, #d>
    %f2 = arith.mulf %f, %scale : tensor<2x1xf32, #d>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<2x1x!tt.ptr<f32>, #d>
    %qi = tt.addptr %qs, %i4 : tensor<2x1x!tt.ptr<f32>, #d>, tensor<2x1xi32, #d>
    tt.store %qi, %f2 : tensor<2x1x!tt.ptr<f32>, #d>
    tt.return
  }
}

// -----

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#ld = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#fma = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #fma}>
#y = #ttg.dot_op<{opIdx = 1, parent = #fma}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The smallest of each column of a product, and where it is: values and rows are reduced together as
  // the dot leaves them, for which the numbers of the rows are made in its layout. The rows found are
  // converted for the store, the values are summed up as they are (upstream: reduce_cvt3).
  // CHECK-LABEL: @reduce_cvt3(
  // CHECK: [[Y:%.*]] = ttg.local_load {{.*}} -> tensor<16x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[X:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x16xf32, #blocked> -> tensor<32x16xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
  // CHECK-NEXT: [[P:%.*]] = tt.dot [[X]], [[Y]], {{%.*}} : {{.*}} -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: tt.expand_dims
  // CHECK-NEXT: [[I:%.*]] = tt.broadcast {{%.*}} : tensor<32x1xi32, #blocked1> -> tensor<32x64xi32, #blocked1>
  // CHECK-NEXT: [[R:%.*]]:2 = "tt.reduce"([[P]], [[I]]) <{axis = 0 : i32}>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "tt.reduce"([[R]]#0) <{axis = 0 : i32}>
  // CHECK: (tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> f32
  // CHECK-NEXT: [[K:%.*]] = ttg.convert_layout [[R]]#1 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<64xi32, #blocked2>
  // CHECK: tt.store {{%.*}}, [[K]] : tensor<64x!tt.ptr<i32>, #blocked2>
  // CHECK: tt.return
  tt.func @reduce_cvt3(%xp: tensor<32x16x!tt.ptr<f32>, #ld>, %yp: tensor<64x16x!tt.ptr<f32>, #ld>, %q: !tt.ptr<i32>) -> f32 {
    %z = arith.constant dense<0.0> : tensor<32x64xf32, #d>
    %x = tt.load %xp : tensor<32x16x!tt.ptr<f32>, #ld>
    %y = tt.load %yp : tensor<64x16x!tt.ptr<f32>, #ld>
    %y2 = ttg.local_alloc %y : (tensor<64x16xf32, #ld>) -> !ttg.memdesc<64x16xf32, #shared, #smem>
    %y3 = ttg.memdesc_trans %y2 {order = array<i32: 1, 0>} : !ttg.memdesc<64x16xf32, #shared, #smem> -> !ttg.memdesc<16x64xf32, #shared1, #smem>
    %y4 = ttg.local_load %y3 : !ttg.memdesc<16x64xf32, #shared1, #smem> -> tensor<16x64xf32, #d>
    %x2 = ttg.convert_layout %x : tensor<32x16xf32, #ld> -> tensor<32x16xf32, #x>
    %y5 = ttg.convert_layout %y4 : tensor<16x64xf32, #d> -> tensor<16x64xf32, #y>
    %z2 = ttg.convert_layout %z : tensor<32x64xf32, #d> -> tensor<32x64xf32, #fma>
    %p = tt.dot %x2, %y5, %z2 : tensor<32x16xf32, #x> * tensor<16x64xf32, #y> -> tensor<32x64xf32, #fma>
    %p2 = ttg.convert_layout %p : tensor<32x64xf32, #fma> -> tensor<32x64xf32, #d>
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #d}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<32x1xi32, #d>
    %i3 = tt.broadcast %i2 : tensor<32x1xi32, #d> -> tensor<32x64xi32, #d>
    %r:2 = "tt.reduce"(%p2, %i3) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %a: i32, %w: f32, %b: i32):
      %less = arith.cmpf olt, %u, %w : f32
      %m = arith.select %less, %u, %w : f32
      %o = arith.select %less, %a, %b : i32
      tt.reduce.return %m, %o : f32, i32
    }) : (tensor<32x64xf32, #d>, tensor<32x64xi32, #d>) -> (tensor<64xf32, #ttg.slice<{dim = 0, parent = #d}>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #d}>>)
    %v = ttg.convert_layout %r#0 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #d}>> -> tensor<64xf32, #v>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %o = arith.addf %u, %w : f32
      tt.reduce.return %o : f32
    }) : (tensor<64xf32, #v>) -> f32
    %k = ttg.convert_layout %r#1 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #d}>> -> tensor<64xi32, #v>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #v>
    %qs = tt.splat %q : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #v>
    %qi = tt.addptr %qs, %j : tensor<64x!tt.ptr<i32>, #v>, tensor<64xi32, #v>
    tt.store %qi, %k : tensor<64x!tt.ptr<i32>, #v>
    tt.return %s : f32
  }
}
