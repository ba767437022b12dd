// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Around matrix instructions: waits for them, conversions between their layouts that are free, tensors
// smaller than an instruction, a loop that carries several rows of numbers for one.

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#mma2 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 32, 16]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
// CHECK-NEXT: #mma2 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 32, 16]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A wait hands on each of its operands in the layout that it came in
  // (upstream: warp_group_dot_wait_propagate).
  // CHECK-LABEL: @warp_group_dot_wait_propagate(
  // CHECK-SAME: [[X:%.*]]: tensor<64x32xf16, #blocked>, [[Y:%.*]]: tensor<32x64xf32, #blocked1>)
  // CHECK-NEXT: [[Y2:%.*]] = ttg.convert_layout [[Y]] : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT: [[W:%.*]]:2 = ttng.warp_group_dot_wait [[X]], [[Y2]] {pendings = 1 : i32} : tensor<64x32xf16, #blocked>, tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.return [[W]]#0, [[W]]#1
  tt.func @warp_group_dot_wait_propagate(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf32, #b>) -> (tensor<64x32xf16, #a>, tensor<32x64xf32, #a>) {
    %x2 = ttg.convert_layout %x : tensor<64x32xf16, #a> -> tensor<64x32xf16, #b>
    %y2 = ttg.convert_layout %y : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %w:2 = ttng.warp_group_dot_wait %x2, %y2 {pendings = 1 : i32} : tensor<64x32xf16, #b>, tensor<32x64xf32, #a>
    %x3 = ttg.convert_layout %w#0 : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a>
    tt.return %x3, %w#1 : tensor<64x32xf16, #a>, tensor<32x64xf32, #a>
  }
  // It waits for dots of different layouts at once, and its results are not mixed up
  // (upstream: dot_wait).
  // CHECK-LABEL: @dot_wait(
  // CHECK-SAME: [[X:%.*]]: tensor<64x64xf32, #mma>, [[Y:%.*]]: tensor<64x128xf16, #mma1>, [[Z:%.*]]: tensor<64x64xf32, #mma2>)
  // CHECK-NEXT: [[W:%.*]]:3 = ttng.warp_group_dot_wait [[X]], [[Y]], [[Z]] {pendings = 0 : i32} : tensor<64x64xf32, #mma>, tensor<64x128xf16, #mma1>, tensor<64x64xf32, #mma2>
  // CHECK-NEXT: tt.return [[W]]#2, [[W]]#0, [[W]]#1 : tensor<64x64xf32, #mma2>, tensor<64x64xf32, #mma>, tensor<64x128xf16, #mma1>
  tt.func @dot_wait(%x: tensor<64x64xf32, #mma>, %y: tensor<64x128xf16, #mma2>, %z: tensor<64x64xf32, #mma3>) -> (tensor<64x64xf32, #mma3>, tensor<64x64xf32, #mma>, tensor<64x128xf16, #mma2>) {
    %w:3 = ttng.warp_group_dot_wait %x, %y, %z {pendings = 0 : i32} : tensor<64x64xf32, #mma>, tensor<64x128xf16, #mma2>, tensor<64x64xf32, #mma3>
    tt.return %w#2, %w#0, %w#1 : tensor<64x64xf32, #mma3>, tensor<64x64xf32, #mma>, tensor<64x128xf16, #mma2>
  }
  // The first conversion costs nothing, as instructions of 64 and of 128 columns leave elements in the
  // same places; so the second one stays below the broadcast: above it there would be two that cost
  // something (upstream: hoist_with_free_convert).
  // CHECK-LABEL: @hoist_with_free_convert(
  // CHECK-NEXT: [[X:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x128xf32, #mma> -> tensor<64x128xf32, #mma1>
  // CHECK-NEXT: tt.expand_dims
  // CHECK-NEXT: [[S:%.*]] = tt.broadcast {{%.*}} : tensor<64x1xf32, #mma1> -> tensor<64x128xf32, #mma1>
  // CHECK-NEXT: [[Y:%.*]] = arith.mulf [[X]], [[S]] : tensor<64x128xf32, #mma1>
  // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout [[Y]] : tensor<64x128xf32, #mma1> -> tensor<64x128xf32, #blocked>
  // CHECK-NEXT: tt.return [[C]]
  tt.func @hoist_with_free_convert(%x: tensor<64x128xf32, #mma>, %s: tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma2}>>) -> tensor<64x128xf32, #a> {
    %x2 = ttg.convert_layout %x : tensor<64x128xf32, #mma> -> tensor<64x128xf32, #mma2>
    %s2 = tt.expand_dims %s {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma2}>> -> tensor<64x1xf32, #mma2>
    %s3 = tt.broadcast %s2 : tensor<64x1xf32, #mma2> -> tensor<64x128xf32, #mma2>
    %y = arith.mulf %x2, %s3 : tensor<64x128xf32, #mma2>
    %y2 = ttg.convert_layout %y : tensor<64x128xf32, #mma2> -> tensor<64x128xf32, #a>
    tt.return %y2 : tensor<64x128xf32, #a>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#mfma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>
#mfma2 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>
#x1 = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 4}>
#y1 = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 4}>
#x2 = #ttg.dot_op<{opIdx = 0, parent = #mfma2, kWidth = 4}>
#y2 = #ttg.dot_op<{opIdx = 1, parent = #mfma2, kWidth = 4}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>
// CHECK-NEXT: #mma1 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // The layout of a dot goes on to a row and to sixteen copies of it, fewer rows than its instruction
  // has (upstream: small_tensor_mfma).
  // CHECK-LABEL: @small_tensor_mfma(
  // CHECK: [[D:%.*]] = tt.dot {{%.*}} -> tensor<32x32xf32, #mma>
  // CHECK-NEXT: [[M:%.*]] = "tt.reduce"([[D]]) <{axis = 0 : i32}>
  // CHECK: (tensor<32x32xf32, #mma>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #mma}>>
  // CHECK-NEXT: [[M2:%.*]] = tt.expand_dims [[M]] {axis = 0 : i32} : {{.*}} -> tensor<1x32xf32, #mma>
  // CHECK-NEXT: [[M3:%.*]] = tt.broadcast [[M2]] : tensor<1x32xf32, #mma> -> tensor<16x32xf32, #mma>
  // CHECK-NEXT: [[M4:%.*]] = arith.truncf [[M3]] : tensor<16x32xf32, #mma> to tensor<16x32xf16, #mma>
  // CHECK-NEXT: [[M5:%.*]] = ttg.convert_layout [[M4]] : tensor<16x32xf16, #mma> -> tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 4}>>
  // CHECK-NEXT: [[F:%.*]] = tt.dot [[M5]], {{.*}} -> tensor<16x16xf32, #mma1>
  // CHECK-NEXT: [[O:%.*]] = ttg.convert_layout [[F]] : tensor<16x16xf32, #mma1> -> tensor<16x16xf32, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, [[O]]
  tt.func @small_tensor_mfma(%p: tensor<16x16x!tt.ptr<f32>, #a>, %x: tensor<32x16xf16, #x1>, %y: tensor<16x32xf16, #y1>, %w: tensor<32x16xf16, #y2>) {
    %z = arith.constant dense<0.0> : tensor<32x32xf32, #mfma>
    %z2 = arith.constant dense<0.0> : tensor<16x16xf32, #mfma2>
    %d = tt.dot %x, %y, %z : tensor<32x16xf16, #x1> * tensor<16x32xf16, #y1> -> tensor<32x32xf32, #mfma>
    %e = ttg.convert_layout %d : tensor<32x32xf32, #mfma> -> tensor<32x32xf32, #a>
    %m = "tt.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %n = arith.maxnumf %u, %v : f32
      tt.reduce.return %n : f32
    }) : (tensor<32x32xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %m2 = tt.expand_dims %m {axis = 0 : i32} : tensor<32xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x32xf32, #a>
    %m3 = tt.broadcast %m2 : tensor<1x32xf32, #a> -> tensor<16x32xf32, #a>
    %m4 = arith.truncf %m3 : tensor<16x32xf32, #a> to tensor<16x32xf16, #a>
    %m5 = ttg.convert_layout %m4 : tensor<16x32xf16, #a> -> tensor<16x32xf16, #x2>
    %f = tt.dot %m5, %w, %z2 : tensor<16x32xf16, #x2> * tensor<32x16xf16, #y2> -> tensor<16x16xf32, #mfma2>
    %f2 = ttg.convert_layout %f : tensor<16x16xf32, #mfma2> -> tensor<16x16xf32, #a>
    tt.store %p, %f2 : tensor<16x16x!tt.ptr<f32>, #a>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#r = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // What a loop carries is asked for in the layout of the dot for a while: that makes a second largest
  // number of each row, which is carried on beside the first one when all are back in one layout. The
  // sum is carried once, the product that nobody returns not at all
  // (upstream: multi_rematerialize_loop_arg).
  // CHECK-LABEL: @multi_rematerialize_loop_arg(
  // CHECK: [[LOWEST:%.*]] = arith.constant dense<-1.000000e+30> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOOP:%.*]]:3 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}, [[U:%.*]] = [[LOWEST]], [[V:%.*]] = [[LOWEST]]) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)
  // CHECK-COUNT-3: ttg.convert_layout
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[M:%.*]] = "tt.reduce"
  // CHECK: (tensor<128x64xf32, #blocked1>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: [[V2:%.*]] = arith.maximumf [[V]], [[M]]
  // CHECK-NEXT: [[U2:%.*]] = arith.maximumf [[U]], [[M]]
  // CHECK-NEXT: arith.cmpf ogt, [[V2]]
  // CHECK-NEXT: arith.cmpf ogt, [[U2]]
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[SUM2:%.*]] = arith.addf {{%.*}}, {{%.*}} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: scf.yield [[SUM2]], [[U2]], [[V2]]
  // CHECK: tt.return [[LOOP]]#0, [[LOOP]]#1
  tt.func @multi_rematerialize_loop_arg(%x: tensor<128x32xf16, #x>, %p: tensor<32x64x!tt.ptr<f16>, #a>, %q: tensor<128x64x!tt.ptr<i16>, #r>, %n: i32) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lowest = arith.constant dense<-1.0e+30> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
    %one = arith.constant dense<1.0> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
    %half = arith.constant dense<0.5> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
    %z = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
    %l:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %sum = %one, %max = %lowest) -> (tensor<128x64xf32, #mma>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>) : i32 {
      %v = tt.load %p : tensor<32x64x!tt.ptr<f16>, #a>
      %y = ttg.convert_layout %v : tensor<32x64xf16, #a> -> tensor<32x64xf16, #y>
      %d = tt.dot %x, %y, %z : tensor<128x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<128x64xf32, #mma>
      %b = tt.load %q : tensor<128x64x!tt.ptr<i16>, #r>
      %b2 = arith.trunci %b : tensor<128x64xi16, #r> to tensor<128x64xi1, #r>
      %b3 = ttg.convert_layout %b2 : tensor<128x64xi1, #r> -> tensor<128x64xi1, #mma>
      %c = arith.select %b3, %z, %d : tensor<128x64xi1, #mma>, tensor<128x64xf32, #mma>
      %d2 = ttg.convert_layout %c : tensor<128x64xf32, #mma> -> tensor<128x64xf32, #r>
      %m = "tt.reduce"(%d2) <{axis = 1 : i32}> ({
      ^bb0(%u: f32, %w: f32):
        %o = arith.maximumf %u, %w : f32
        tt.reduce.return %o : f32
      }) : (tensor<128x64xf32, #r>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %max2 = arith.maximumf %max, %m : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %k = arith.cmpf ogt, %max2, %one : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %k2 = ttg.convert_layout %k : tensor<128xi1, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<128xi1, #ttg.slice<{dim = 1, parent = #mma}>>
      %k3 = tt.expand_dims %k2 {axis = 1 : i32} : tensor<128xi1, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xi1, #mma>
      %k4 = tt.broadcast %k3 : tensor<128x1xi1, #mma> -> tensor<128x64xi1, #mma>
      %e = arith.select %k4, %c, %z : tensor<128x64xi1, #mma>, tensor<128x64xf32, #mma>
      %e2 = ttg.convert_layout %e : tensor<128x64xf32, #mma> -> tensor<128x64xf32, #r>
      %s = "tt.reduce"(%e2) <{axis = 1 : i32}> ({
      ^bb0(%u: f32, %w: f32):
        %o = arith.addf %u, %w : f32
        tt.reduce.return %o : f32
      }) : (tensor<128x64xf32, #r>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %t = arith.select %k, %max2, %half : tensor<128xi1, #ttg.slice<{dim = 1, parent = #r}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %t2 = arith.mulf %sum, %t : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %sum2 = arith.addf %t2, %s : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %h = arith.mulf %sum, %half : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
      %h2 = ttg.convert_layout %h : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %h3 = tt.expand_dims %h2 {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
      %h4 = tt.broadcast %h3 : tensor<128x1xf32, #mma> -> tensor<128x64xf32, #mma>
      %acc2 = arith.mulf %acc, %h4 : tensor<128x64xf32, #mma>
      scf.yield %acc2, %sum2, %max2 : tensor<128x64xf32, #mma>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
    }
    tt.return %l#1, %l#2 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
  }
}
