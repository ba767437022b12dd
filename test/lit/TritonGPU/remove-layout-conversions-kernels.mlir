// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Whole kernels as coalesce and accelerate-matmul leave them, with conversions around each load, store,
// reduction and dot.

#d = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#w = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Eight steps of x -> x / 2 or 3x + 1, each with several uses of the one before, and a table that is
  // looked up on the way: whoever followed each use for itself would never be done
  // (upstream: long_func).
  // CHECK-LABEL: @long_func(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[X:%.*]] = tt.load {{%.*}} : tensor<1024x!tt.ptr<i32>, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.andi [[X]], {{%.*}} : tensor<1024xi32, #blocked>
  // CHECK-COUNT-3: arith.select {{%.*}}, {{%.*}}, {{%.*}} : tensor<1024xi1, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[K:%.*]] = arith.cmpi eq, {{%.*}} : tensor<1024xi32, #blocked>
  // CHECK: arith.select [[K]], {{%.*}}, {{%.*}} : tensor<1024xi1, #blocked>, tensor<1024xi32, #blocked>
  // CHECK: tt.load {{%.*}}, [[K]] : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-COUNT-4: arith.select {{%.*}}, {{%.*}}, {{%.*}} : tensor<1024xi1, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store {{%.*}}, {{%.*}} : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @long_func(%p: !tt.ptr<i32>, %table: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
    %one = arith.constant dense<1> : tensor<1024xi32, #d>
    %three = arith.constant dense<3> : tensor<1024xi32, #d>
    %last = arith.constant dense<4095> : tensor<1024xi32, #d>
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #d>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #d>
    %pi = tt.addptr %ps, %i : tensor<1024x!tt.ptr<i32>, #d>, tensor<1024xi32, #d>
    %pi2 = ttg.convert_layout %pi : tensor<1024x!tt.ptr<i32>, #d> -> tensor<1024x!tt.ptr<i32>, #w>
    %l = tt.load %pi2 : tensor<1024x!tt.ptr<i32>, #w>
    %x0 = ttg.convert_layout %l : tensor<1024xi32, #w> -> tensor<1024xi32, #d>
    %ts = tt.splat %table : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #d>
    %o1 = arith.andi %x0, %one : tensor<1024xi32, #d>
    %k1 = arith.cmpi eq, %o1, %one : tensor<1024xi32, #d>
    %h1 = arith.shrui %x0, %one : tensor<1024xi32, #d>
    %t1 = arith.muli %x0, %three : tensor<1024xi32, #d>
    %u1 = arith.addi %t1, %o1 : tensor<1024xi32, #d>
    %x1 = arith.select %k1, %u1, %h1 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o2 = arith.andi %x1, %one : tensor<1024xi32, #d>
    %k2 = arith.cmpi eq, %o2, %one : tensor<1024xi32, #d>
    %h2 = arith.shrui %x1, %one : tensor<1024xi32, #d>
    %t2 = arith.muli %x1, %three : tensor<1024xi32, #d>
    %u2 = arith.addi %t2, %o2 : tensor<1024xi32, #d>
    %x2 = arith.select %k2, %u2, %h2 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o3 = arith.andi %x2, %one : tensor<1024xi32, #d>
    %k3 = arith.cmpi eq, %o3, %one : tensor<1024xi32, #d>
    %h3 = arith.shrui %x2, %one : tensor<1024xi32, #d>
    %t3 = arith.muli %x2, %three : tensor<1024xi32, #d>
    %u3 = arith.addi %t3, %o3 : tensor<1024xi32, #d>
    %x3 = arith.select %k3, %u3, %h3 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o4 = arith.andi %x3, %one : tensor<1024xi32, #d>
    %k4 = arith.cmpi eq, %o4, %one : tensor<1024xi32, #d>
    %h4 = arith.shrui %x3, %one : tensor<1024xi32, #d>
    %t4 = arith.muli %x3, %three : tensor<1024xi32, #d>
    %u4 = arith.addi %t4, %o4 : tensor<1024xi32, #d>
    %x4 = arith.select %k4, %u4, %h4 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %j4 = arith.minui %x4, %last : tensor<1024xi32, #d>
    %tp4 = tt.addptr %ts, %j4 : tensor<1024x!tt.ptr<f32>, #d>, tensor<1024xi32, #d>
    %tpc4 = ttg.convert_layout %tp4 : tensor<1024x!tt.ptr<f32>, #d> -> tensor<1024x!tt.ptr<f32>, #w>
    %kc4 = ttg.convert_layout %k4 : tensor<1024xi1, #d> -> tensor<1024xi1, #w>
    %tl4 = tt.load %tpc4, %kc4 : tensor<1024x!tt.ptr<f32>, #w>
    %l4 = ttg.convert_layout %tl4 : tensor<1024xf32, #w> -> tensor<1024xf32, #d>
    %f4 = math.exp %l4 : tensor<1024xf32, #d>
    %o5 = arith.andi %x4, %one : tensor<1024xi32, #d>
    %k5 = arith.cmpi eq, %o5, %one : tensor<1024xi32, #d>
    %h5 = arith.shrui %x4, %one : tensor<1024xi32, #d>
    %t5 = arith.muli %x4, %three : tensor<1024xi32, #d>
    %u5 = arith.addi %t5, %o5 : tensor<1024xi32, #d>
    %x5 = arith.select %k5, %u5, %h5 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o6 = arith.andi %x5, %one : tensor<1024xi32, #d>
    %k6 = arith.cmpi eq, %o6, %one : tensor<1024xi32, #d>
    %h6 = arith.shrui %x5, %one : tensor<1024xi32, #d>
    %t6 = arith.muli %x5, %three : tensor<1024xi32, #d>
    %u6 = arith.addi %t6, %o6 : tensor<1024xi32, #d>
    %x6 = arith.select %k6, %u6, %h6 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o7 = arith.andi %x6, %one : tensor<1024xi32, #d>
    %k7 = arith.cmpi eq, %o7, %one : tensor<1024xi32, #d>
    %h7 = arith.shrui %x6, %one : tensor<1024xi32, #d>
    %t7 = arith.muli %x6, %three : tensor<1024xi32, #d>
    %u7 = arith.addi %t7, %o7 : tensor<1024xi32, #d>
    %x7 = arith.select %k7, %u7, %h7 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %o8 = arith.andi %x7, %one : tensor<1024xi32, #d>
    %k8 = arith.cmpi eq, %o8, %one : tensor<1024xi32, #d>
    %h8 = arith.shrui %x7, %one : tensor<1024xi32, #d>
    %t8 = arith.muli %x7, %three : tensor<1024xi32, #d>
    %u8 = arith.addi %t8, %o8 : tensor<1024xi32, #d>
    %x8 = arith.select %k8, %u8, %h8 : tensor<1024xi1, #d>, tensor<1024xi32, #d>
    %j8 = arith.minui %x8, %last : tensor<1024xi32, #d>
    %tp8 = tt.addptr %ts, %j8 : tensor<1024x!tt.ptr<f32>, #d>, tensor<1024xi32, #d>
    %tpc8 = ttg.convert_layout %tp8 : tensor<1024x!tt.ptr<f32>, #d> -> tensor<1024x!tt.ptr<f32>, #w>
    %kc8 = ttg.convert_layout %k8 : tensor<1024xi1, #d> -> tensor<1024xi1, #w>
    %tl8 = tt.load %tpc8, %kc8 : tensor<1024x!tt.ptr<f32>, #w>
    %l8 = ttg.convert_layout %tl8 : tensor<1024xf32, #w> -> tensor<1024xf32, #d>
    %f8 = arith.addf %f4, %l8 : tensor<1024xf32, #d>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #d>
    %qi = tt.addptr %qs, %i : tensor<1024x!tt.ptr<f32>, #d>, tensor<1024xi32, #d>
    %qi2 = ttg.convert_layout %qi : tensor<1024x!tt.ptr<f32>, #d> -> tensor<1024x!tt.ptr<f32>, #w>
    %y = ttg.convert_layout %f8 : tensor<1024xf32, #d> -> tensor<1024xf32, #w>
    tt.store %qi2, %y : tensor<1024x!tt.ptr<f32>, #w>
    tt.return
  }
}

// -----

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#col = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#ld = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Eight rows of up to sixteen numbers, brought to mean 0 and variance 1: all of it, offsets, masks and
  // reductions too, is done in the layout of loads and store (upstream: mnist).
  // CHECK-LABEL: @mnist(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[X:%.*]] = tt.load {{%.*}}, [[M:%.*]] : tensor<8x16x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: arith.select [[M]], [[X]], {{%.*}} : tensor<8x16xi1, #blocked>, tensor<8x16xf32, #blocked>
  // CHECK: [[S:%.*]] = "tt.reduce"
  // CHECK: (tensor<8x16xf32, #blocked>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: tt.expand_dims [[S]] {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[T:%.*]] = "tt.reduce"
  // CHECK: (tensor<8x16xf32, #blocked>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: tt.expand_dims [[T]] {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store {{%.*}}, {{%.*}}, [[M]] : tensor<8x16x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @mnist(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
    %width = arith.constant dense<16> : tensor<8x1xi32, #d>
    %zero = arith.constant dense<0.0> : tensor<8x16xf32, #d>
    %count = arith.constant dense<16.0> : tensor<8x1xf32, #d>
    %eps = arith.constant dense<1.0e-5> : tensor<8x1xf32, #d>
    %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #v>
    %j = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #v>
    %i2 = ttg.convert_layout %i : tensor<8xi32, #v> -> tensor<8xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %i3 = tt.expand_dims %i2 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<8x1xi32, #row>
    %i4 = ttg.convert_layout %i3 : tensor<8x1xi32, #row> -> tensor<8x1xi32, #d>
    %j2 = ttg.convert_layout %j : tensor<16xi32, #v> -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #col}>>
    %j3 = tt.expand_dims %j2 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #col}>> -> tensor<1x16xi32, #col>
    %ns = tt.splat %n : i32 -> tensor<1x16xi32, #col>
    %m = arith.cmpi slt, %j3, %ns : tensor<1x16xi32, #col>
    %m2 = tt.broadcast %m : tensor<1x16xi1, #col> -> tensor<8x16xi1, #col>
    %m3 = ttg.convert_layout %m2 : tensor<8x16xi1, #col> -> tensor<8x16xi1, #d>
    %j4 = tt.broadcast %j3 : tensor<1x16xi32, #col> -> tensor<8x16xi32, #col>
    %j5 = ttg.convert_layout %j4 : tensor<8x16xi32, #col> -> tensor<8x16xi32, #d>
    %i5 = arith.muli %i4, %width : tensor<8x1xi32, #d>
    %i6 = tt.broadcast %i5 : tensor<8x1xi32, #d> -> tensor<8x16xi32, #d>
    %off = arith.addi %i6, %j5 : tensor<8x16xi32, #d>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>, #d>
    %pi = tt.addptr %ps, %off : tensor<8x16x!tt.ptr<f32>, #d>, tensor<8x16xi32, #d>
    %pi2 = ttg.convert_layout %pi : tensor<8x16x!tt.ptr<f32>, #d> -> tensor<8x16x!tt.ptr<f32>, #ld>
    %m4 = ttg.convert_layout %m3 : tensor<8x16xi1, #d> -> tensor<8x16xi1, #ld>
    %l = tt.load %pi2, %m4 : tensor<8x16x!tt.ptr<f32>, #ld>
    %x = ttg.convert_layout %l : tensor<8x16xf32, #ld> -> tensor<8x16xf32, #d>
    %x2 = arith.select %m3, %x, %zero : tensor<8x16xi1, #d>, tensor<8x16xf32, #d>
    %s = "tt.reduce"(%x2) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %o = arith.addf %u, %w : f32
      tt.reduce.return %o : f32
    }) : (tensor<8x16xf32, #d>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #d}>>
    %s2 = ttg.convert_layout %s : tensor<8xf32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>>
    %s3 = tt.expand_dims %s2 {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<8x1xf32, #row>
    %s4 = ttg.convert_layout %s3 : tensor<8x1xf32, #row> -> tensor<8x1xf32, #d>
    %mean = arith.divf %s4, %count : tensor<8x1xf32, #d>
    %mean2 = tt.broadcast %mean : tensor<8x1xf32, #d> -> tensor<8x16xf32, #d>
    %l2 = tt.load %pi2, %m4 : tensor<8x16x!tt.ptr<f32>, #ld>
    %y = ttg.convert_layout %l2 : tensor<8x16xf32, #ld> -> tensor<8x16xf32, #d>
    %c = arith.subf %y, %mean2 : tensor<8x16xf32, #d>
    %c2 = arith.mulf %c, %c : tensor<8x16xf32, #d>
    %t = "tt.reduce"(%c2) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %o = arith.addf %u, %w : f32
      tt.reduce.return %o : f32
    }) : (tensor<8x16xf32, #d>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #d}>>
    %t2 = ttg.convert_layout %t : tensor<8xf32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<8xf32, #v>
    %t3 = ttg.convert_layout %t2 : tensor<8xf32, #v> -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>>
    %t4 = tt.expand_dims %t3 {axis = 1 : i32} : tensor<8xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<8x1xf32, #row>
    %t5 = ttg.convert_layout %t4 : tensor<8x1xf32, #row> -> tensor<8x1xf32, #d>
    %var = arith.divf %t5, %count : tensor<8x1xf32, #d>
    %var2 = arith.addf %var, %eps : tensor<8x1xf32, #d>
    %r = math.rsqrt %var2 : tensor<8x1xf32, #d>
    %r2 = tt.broadcast %r : tensor<8x1xf32, #d> -> tensor<8x16xf32, #d>
    %z = arith.mulf %c, %r2 : tensor<8x16xf32, #d>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>, #d>
    %qi = tt.addptr %qs, %off : tensor<8x16x!tt.ptr<f32>, #d>, tensor<8x16xi32, #d>
    %qi2 = ttg.convert_layout %qi : tensor<8x16x!tt.ptr<f32>, #d> -> tensor<8x16x!tt.ptr<f32>, #ld>
    %z2 = ttg.convert_layout %z : tensor<8x16xf32, #d> -> tensor<8x16xf32, #ld>
    tt.store %qi2, %z2, %m4 : tensor<8x16x!tt.ptr<f32>, #ld>
    tt.return
  }
}

// -----

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [0, 1]}>
#h = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#f = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // How many of the numbers in a row are above their limit, and what is left of them: comparisons take
  // one type and give another one, of floats and of integers. Numbers and limits are loaded in two
  // layouts of their own, of which the one of the limits wins; what is left is stored in the one of the
  // numbers (upstream: cmp).
  // CHECK-LABEL: @cmp(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[COUNT:%.*]] = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<32x128xi32, #blocked>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[X:%.*]] = tt.load {{%.*}} : tensor<32x128x!tt.ptr<f16>, #blocked1>
  // CHECK: [[L:%.*]] = tt.load {{%.*}} : tensor<32x128x!tt.ptr<i32>, #blocked>
  // CHECK-NEXT: [[K:%.*]] = arith.cmpi sgt, [[L]], {{%.*}} : tensor<32x128xi32, #blocked>
  // CHECK-NEXT: [[L2:%.*]] = arith.select [[K]], [[L]], {{%.*}} : tensor<32x128xi1, #blocked>, tensor<32x128xi32, #blocked>
  // CHECK-NEXT: [[L3:%.*]] = arith.sitofp [[L2]] : tensor<32x128xi32, #blocked> to tensor<32x128xf32, #blocked>
  // CHECK-NEXT: [[X2:%.*]] = ttg.convert_layout [[X]] : tensor<32x128xf16, #blocked1> -> tensor<32x128xf16, #blocked>
  // CHECK-NEXT: [[X3:%.*]] = arith.extf [[X2]] : tensor<32x128xf16, #blocked> to tensor<32x128xf32, #blocked>
  // CHECK-NEXT: [[ABOVE:%.*]] = arith.cmpf ogt, [[X3]], [[L3]] : tensor<32x128xf32, #blocked>
  // CHECK-NEXT: arith.select [[ABOVE]], [[L3]], [[X3]] : tensor<32x128xi1, #blocked>, tensor<32x128xf32, #blocked>
  // CHECK-NEXT: [[Y:%.*]] = arith.truncf {{%.*}} : tensor<32x128xf32, #blocked> to tensor<32x128xf16, #blocked>
  // CHECK: [[Y2:%.*]] = ttg.convert_layout [[Y]] : tensor<32x128xf16, #blocked> -> tensor<32x128xf16, #blocked1>
  // CHECK-NEXT: tt.store {{%.*}}, [[Y2]] : tensor<32x128x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT: arith.extui [[ABOVE]] : tensor<32x128xi1, #blocked> to tensor<32x128xi32, #blocked>
  // CHECK: "tt.reduce"([[COUNT]]) <{axis = 1 : i32}>
  // CHECK: (tensor<32x128xi32, #blocked>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32xi32, #blocked2>
  tt.func @cmp(%p: !tt.ptr<f16>, %limits: !tt.ptr<i32>, %q: !tt.ptr<f16>, %counts: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %none = arith.constant dense<0> : tensor<32x128xi32, #d>
    %least = arith.constant dense<-7> : tensor<32x128xi32, #d>
    %width = arith.constant dense<4096> : tensor<32x1xi32, #d>
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #v>
    %i2 = ttg.convert_layout %i : tensor<32xi32, #v> -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %i3 = tt.expand_dims %i2 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<32x1xi32, #row>
    %i4 = ttg.convert_layout %i3 : tensor<32x1xi32, #row> -> tensor<32x1xi32, #d>
    %i5 = arith.muli %i4, %width : tensor<32x1xi32, #d>
    %i6 = tt.broadcast %i5 : tensor<32x1xi32, #d> -> tensor<32x128xi32, #d>
    %j = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #d}>>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #d}>> -> tensor<1x128xi32, #d>
    %j3 = tt.broadcast %j2 : tensor<1x128xi32, #d> -> tensor<32x128xi32, #d>
    %ij = arith.addi %i6, %j3 : tensor<32x128xi32, #d>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<32x128x!tt.ptr<f16>, #d>
    %ls = tt.splat %limits : !tt.ptr<i32> -> tensor<32x128x!tt.ptr<i32>, #d>
    %qs = tt.splat %q : !tt.ptr<f16> -> tensor<32x128x!tt.ptr<f16>, #d>
    %r = scf.for %t = %c0 to %n step %c128 iter_args(%acc = %none) -> (tensor<32x128xi32, #d>) : i32 {
      %ts = tt.splat %t : i32 -> tensor<32x128xi32, #d>
      %off = arith.addi %ij, %ts : tensor<32x128xi32, #d>
      %pi = tt.addptr %ps, %off : tensor<32x128x!tt.ptr<f16>, #d>, tensor<32x128xi32, #d>
      %pi2 = ttg.convert_layout %pi : tensor<32x128x!tt.ptr<f16>, #d> -> tensor<32x128x!tt.ptr<f16>, #h>
      %pl = tt.load %pi2 : tensor<32x128x!tt.ptr<f16>, #h>
      %x = ttg.convert_layout %pl : tensor<32x128xf16, #h> -> tensor<32x128xf16, #d>
      %li = tt.addptr %ls, %off : tensor<32x128x!tt.ptr<i32>, #d>, tensor<32x128xi32, #d>
      %li2 = ttg.convert_layout %li : tensor<32x128x!tt.ptr<i32>, #d> -> tensor<32x128x!tt.ptr<i32>, #f>
      %ll = tt.load %li2 : tensor<32x128x!tt.ptr<i32>, #f>
      %l = ttg.convert_layout %ll : tensor<32x128xi32, #f> -> tensor<32x128xi32, #d>
      %k = arith.cmpi sgt, %l, %least : tensor<32x128xi32, #d>
      %l2 = arith.select %k, %l, %least : tensor<32x128xi1, #d>, tensor<32x128xi32, #d>
      %l3 = arith.sitofp %l2 : tensor<32x128xi32, #d> to tensor<32x128xf32, #d>
      %x2 = arith.extf %x : tensor<32x128xf16, #d> to tensor<32x128xf32, #d>
      %above = arith.cmpf ogt, %x2, %l3 : tensor<32x128xf32, #d>
      %x3 = arith.select %above, %l3, %x2 : tensor<32x128xi1, #d>, tensor<32x128xf32, #d>
      %x4 = arith.truncf %x3 : tensor<32x128xf32, #d> to tensor<32x128xf16, #d>
      %qi = tt.addptr %qs, %off : tensor<32x128x!tt.ptr<f16>, #d>, tensor<32x128xi32, #d>
      %qi2 = ttg.convert_layout %qi : tensor<32x128x!tt.ptr<f16>, #d> -> tensor<32x128x!tt.ptr<f16>, #h>
      %x5 = ttg.convert_layout %x4 : tensor<32x128xf16, #d> -> tensor<32x128xf16, #h>
      tt.store %qi2, %x5 : tensor<32x128x!tt.ptr<f16>, #h>
      %one = arith.extui %above : tensor<32x128xi1, #d> to tensor<32x128xi32, #d>
      %acc2 = arith.addi %acc, %one : tensor<32x128xi32, #d>
      scf.yield %acc2 : tensor<32x128xi32, #d>
    }
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%u: i32, %w: i32):
      %o = arith.addi %u, %w : i32
      tt.reduce.return %o : i32
    }) : (tensor<32x128xi32, #d>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #d}>>
    %s2 = ttg.convert_layout %s : tensor<32xi32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<32xi32, #v>
    %cs = tt.splat %counts : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #v>
    %ci = tt.addptr %cs, %i : tensor<32x!tt.ptr<i32>, #v>, tensor<32xi32, #v>
    tt.store %ci, %s2 : tensor<32x!tt.ptr<i32>, #v>
    tt.return
  }
}

// -----

#v = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#ld = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#ldt = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#fma = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #fma}>
#y = #ttg.dot_op<{opIdx = 1, parent = #fma}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Attention with a running softmax: all that is left in the loop is a conversion for each operand of
  // its two dots; sums, maxima and weights follow the layout of the dots
  // (upstream: attention_fw).
  // CHECK-LABEL: @attention_fw(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[Q:%.*]] = arith.truncf {{%.*}} : tensor<64x32xf32, #blocked> to tensor<64x32xf16, #blocked>
  // CHECK-NEXT: [[R:%.*]]:3 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args([[ACC:%.*]] = {{%.*}}, [[SUM:%.*]] = {{%.*}}, [[MAX:%.*]] = {{%.*}}) -> (tensor<64x32xf32, #blocked1>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[K:%.*]] = tt.load {{%.*}} : tensor<32x32x!tt.ptr<f16>, #blocked2>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[V:%.*]] = tt.load {{%.*}} : tensor<32x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[Q2:%.*]] = ttg.convert_layout [[Q]] : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
  // CHECK-NEXT: [[K2:%.*]] = ttg.convert_layout [[K]] : tensor<32x32xf16, #blocked2> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[S:%.*]] = tt.dot [[Q2]], [[K2]], {{%.*}} -> tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: [[M:%.*]] = "tt.reduce"([[S]]) <{axis = 1 : i32}>
  // CHECK: (tensor<64x32xf32, #blocked1>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[MAX2:%.*]] = arith.maxnumf [[MAX]], [[M]] : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[ACC2:%.*]] = arith.mulf [[ACC]], {{%.*}} : tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: [[W:%.*]] = arith.truncf {{%.*}} : tensor<64x32xf32, #blocked1> to tensor<64x32xf16, #blocked1>
  // CHECK-NEXT: [[W2:%.*]] = ttg.convert_layout [[W]] : tensor<64x32xf16, #blocked1> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
  // CHECK-NEXT: [[V2:%.*]] = ttg.convert_layout [[V]] : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[ACC3:%.*]] = tt.dot [[W2]], [[V2]], [[ACC2]] : {{.*}} -> tensor<64x32xf32, #blocked1>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.yield [[ACC3]], {{%.*}}, [[MAX2]]
  // CHECK: [[O:%.*]] = arith.truncf {{%.*}} : tensor<64x32xf32, #blocked1> to tensor<64x32xf16, #blocked1>
  // CHECK-NEXT: [[O2:%.*]] = ttg.convert_layout [[O]] : tensor<64x32xf16, #blocked1> -> tensor<64x32xf16, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, [[O2]] : tensor<64x32x!tt.ptr<f16>, #blocked>
  tt.func @attention_fw(%qp: tensor<64x32x!tt.ptr<f16>, #ld>, %kp: !tt.ptr<f16>, %vp: !tt.ptr<f16>, %op: tensor<64x32x!tt.ptr<f16>, #ld>, %scale: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %zero = arith.constant dense<0.0> : tensor<64x32xf32, #d>
    %zero2 = arith.constant dense<0.0> : tensor<64x32xf32, #fma>
    %none = arith.constant dense<0.0> : tensor<64xf32, #v>
    %lowest = arith.constant dense<0xFF800000> : tensor<64xf32, #v>
    %q = tt.load %qp : tensor<64x32x!tt.ptr<f16>, #ld>
    %q2 = ttg.convert_layout %q : tensor<64x32xf16, #ld> -> tensor<64x32xf16, #d>
    %q3 = arith.extf %q2 : tensor<64x32xf16, #d> to tensor<64x32xf32, #d>
    %ss = tt.splat %scale : f32 -> tensor<64x32xf32, #d>
    %q4 = arith.mulf %q3, %ss : tensor<64x32xf32, #d>
    %q5 = arith.truncf %q4 : tensor<64x32xf32, #d> to tensor<64x32xf16, #d>
    %r:3 = scf.for %t = %c0 to %n step %c32 iter_args(%acc = %zero, %sum = %none, %max = %lowest) -> (tensor<64x32xf32, #d>, tensor<64xf32, #v>, tensor<64xf32, #v>) : i32 {
      %kt = tt.addptr %kp, %t : !tt.ptr<f16>, i32
      %ks = tt.splat %kt : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #ldt>
      %k = tt.load %ks : tensor<32x32x!tt.ptr<f16>, #ldt>
      %vt = tt.addptr %vp, %t : !tt.ptr<f16>, i32
      %vs = tt.splat %vt : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #ld>
      %v = tt.load %vs : tensor<32x32x!tt.ptr<f16>, #ld>
      %q6 = ttg.convert_layout %q5 : tensor<64x32xf16, #d> -> tensor<64x32xf16, #x>
      %k2 = ttg.convert_layout %k : tensor<32x32xf16, #ldt> -> tensor<32x32xf16, #y>
      %s = tt.dot %q6, %k2, %zero2 : tensor<64x32xf16, #x> * tensor<32x32xf16, #y> -> tensor<64x32xf32, #fma>
      %s2 = ttg.convert_layout %s : tensor<64x32xf32, #fma> -> tensor<64x32xf32, #d>
      %m = "tt.reduce"(%s2) <{axis = 1 : i32}> ({
      ^bb0(%u: f32, %w: f32):
        %o = arith.maxnumf %u, %w : f32
        tt.reduce.return %o : f32
      }) : (tensor<64x32xf32, #d>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #d}>>
      %m2 = ttg.convert_layout %m : tensor<64xf32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<64xf32, #v>
      %max2 = arith.maxnumf %max, %m2 : tensor<64xf32, #v>
      %fade = arith.subf %max, %max2 : tensor<64xf32, #v>
      %fade2 = math.exp2 %fade : tensor<64xf32, #v>
      %m3 = ttg.convert_layout %max2 : tensor<64xf32, #v> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>>
      %m4 = tt.expand_dims %m3 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<64x1xf32, #row>
      %m5 = ttg.convert_layout %m4 : tensor<64x1xf32, #row> -> tensor<64x1xf32, #d>
      %m6 = tt.broadcast %m5 : tensor<64x1xf32, #d> -> tensor<64x32xf32, #d>
      %e = arith.subf %s2, %m6 : tensor<64x32xf32, #d>
      %e2 = math.exp2 %e : tensor<64x32xf32, #d>
      %f = ttg.convert_layout %fade2 : tensor<64xf32, #v> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>>
      %f2 = tt.expand_dims %f {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<64x1xf32, #row>
      %f3 = ttg.convert_layout %f2 : tensor<64x1xf32, #row> -> tensor<64x1xf32, #d>
      %f4 = tt.broadcast %f3 : tensor<64x1xf32, #d> -> tensor<64x32xf32, #d>
      %acc2 = arith.mulf %acc, %f4 : tensor<64x32xf32, #d>
      %w = arith.truncf %e2 : tensor<64x32xf32, #d> to tensor<64x32xf16, #d>
      %w2 = ttg.convert_layout %w : tensor<64x32xf16, #d> -> tensor<64x32xf16, #x>
      %v2 = ttg.convert_layout %v : tensor<32x32xf16, #ld> -> tensor<32x32xf16, #y>
      %acc3 = ttg.convert_layout %acc2 : tensor<64x32xf32, #d> -> tensor<64x32xf32, #fma>
      %acc4 = tt.dot %w2, %v2, %acc3 : tensor<64x32xf16, #x> * tensor<32x32xf16, #y> -> tensor<64x32xf32, #fma>
      %acc5 = ttg.convert_layout %acc4 : tensor<64x32xf32, #fma> -> tensor<64x32xf32, #d>
      %l = "tt.reduce"(%e2) <{axis = 1 : i32}> ({
      ^bb0(%u: f32, %z: f32):
        %o = arith.addf %u, %z : f32
        tt.reduce.return %o : f32
      }) : (tensor<64x32xf32, #d>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #d}>>
      %l2 = ttg.convert_layout %l : tensor<64xf32, #ttg.slice<{dim = 1, parent = #d}>> -> tensor<64xf32, #v>
      %sum2 = arith.mulf %sum, %fade2 : tensor<64xf32, #v>
      %sum3 = arith.addf %sum2, %l2 : tensor<64xf32, #v>
      scf.yield %acc5, %sum3, %max2 : tensor<64x32xf32, #d>, tensor<64xf32, #v>, tensor<64xf32, #v>
    }
    %l = ttg.convert_layout %r#1 : tensor<64xf32, #v> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>>
    %l2 = tt.expand_dims %l {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<64x1xf32, #row>
    %l3 = ttg.convert_layout %l2 : tensor<64x1xf32, #row> -> tensor<64x1xf32, #d>
    %l4 = tt.broadcast %l3 : tensor<64x1xf32, #d> -> tensor<64x32xf32, #d>
    %o = arith.divf %r#0, %l4 : tensor<64x32xf32, #d>
    %o2 = arith.truncf %o : tensor<64x32xf32, #d> to tensor<64x32xf16, #d>
    %o3 = ttg.convert_layout %o2 : tensor<64x32xf16, #d> -> tensor<64x32xf16, #ld>
    tt.store %op, %o3 : tensor<64x32x!tt.ptr<f16>, #ld>
    tt.return
  }
}
