// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Dots with scaled operands, as such and taken apart: the scales are widened, spread over their
// blocks and multiplied, and all that ends up in the layout of the dot's operand.

#a = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#ct = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
#o = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#d4 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#d8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#e8 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}1, 0], [0, 8], [16, 0], [32, 0]], lane = {{\[\[}}2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = {{\[\[}}8, 0], [0, 16]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Turned round to have the packed operand on the left: what the loop carries is transposed on the
  // way in and on the way out, and so is its layout. In the loop only the operands are converted
  // (upstream: dot_scale_transpose).
  // CHECK-LABEL: @dot_scale_transpose(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant 0 : i32
  // CHECK-NEXT: [[CST2:%[a-z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[CST3:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #linear>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = [[CST]] to %arg3 step [[CST2]] iter_args([[ARG:%[a-z0-9_]+]] = [[CST3]]) -> (tensor<64x32xf32, #linear>)  : i32 {
  // CHECK-NEXT: [[TRANS:%[a-z0-9_]+]] = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x128xf8E5M2, #blocked> -> tensor<128x64xf8E5M2, #blocked2>
  // CHECK-NEXT: [[TRANS2:%[a-z0-9_]+]] = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<64x32xi8, #blocked> -> tensor<32x64xi8, #blocked2>
  // CHECK-NEXT: [[TRANS3:%[a-z0-9_]+]] = tt.trans [[ARG]] {order = array<i32: 1, 0>} : tensor<64x32xf32, #linear> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[TRANS2]] : tensor<32x64xi8, #blocked2> -> tensor<32x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[FP4_TO_FP:%[a-z0-9_]+]] = ttg.fp4_to_fp [[CONVERTED]] {axis = 1 : i32} : tensor<32x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<32x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[FP_TO_FP:%[a-z0-9_]+]] = tt.fp_to_fp [[TRANS]] : tensor<128x64xf8E5M2, #blocked2> -> tensor<128x64xbf16, #blocked2>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[FP_TO_FP]] : tensor<128x64xbf16, #blocked2> -> tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[FP4_TO_FP]], [[CONVERTED2]], [[TRANS3]] : tensor<32x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: [[TRANS4:%[a-z0-9_]+]] = tt.trans [[DOT]] {order = array<i32: 1, 0>} : tensor<32x64xf32, #mma> -> tensor<64x32xf32, #linear>
  // CHECK-NEXT: scf.yield [[TRANS4]] : tensor<64x32xf32, #linear>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[FOR]] : tensor<64x32xf32, #linear>
  // CHECK-NEXT: [[CONVERTED3:%[a-z0-9_]+]] = ttg.convert_layout [[ABSF]] : tensor<64x32xf32, #linear> -> tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: tt.store %arg2, [[CONVERTED3]] : tensor<64x32x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: tt.return
  tt.func @dot_scale_transpose(%x: tensor<64x128xf8E5M2, #c>, %y: tensor<64x32xi8, #c>, %p: tensor<64x32x!tt.ptr<f32>, #o>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #c>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %start) -> (tensor<64x32xf32, #c>) : i32 {
      %xt = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x128xf8E5M2, #c> -> tensor<128x64xf8E5M2, #ct>
      %yt = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x32xi8, #c> -> tensor<32x64xi8, #ct>
      %zt = tt.trans %carried {order = array<i32: 1, 0>} : tensor<64x32xf32, #c> -> tensor<32x64xf32, #ct>
      %yc = ttg.convert_layout %yt : tensor<32x64xi8, #ct> -> tensor<32x64xi8, #d4>
      %yf = ttg.fp4_to_fp %yc {axis = 1 : i32} : tensor<32x64xi8, #d4> -> tensor<32x128xbf16, #d8>
      %xc = ttg.convert_layout %xt : tensor<128x64xf8E5M2, #ct> -> tensor<128x64xf8E5M2, #e8>
      %xf = tt.fp_to_fp %xc : tensor<128x64xf8E5M2, #e8> -> tensor<128x64xbf16, #e8>
      %zc = ttg.convert_layout %zt : tensor<32x64xf32, #ct> -> tensor<32x64xf32, #mma>
      %d = tt.dot %yf, %xf, %zc : tensor<32x128xbf16, #d8> * tensor<128x64xbf16, #e8> -> tensor<32x64xf32, #mma>
      %dc = ttg.convert_layout %d : tensor<32x64xf32, #mma> -> tensor<32x64xf32, #ct>
      %dt = tt.trans %dc {order = array<i32: 1, 0>} : tensor<32x64xf32, #ct> -> tensor<64x32xf32, #c>
      scf.yield %dt : tensor<64x32xf32, #c>
    }
    %h = math.absf %r : tensor<64x32xf32, #c>
    %c = ttg.convert_layout %h : tensor<64x32xf32, #c> -> tensor<64x32xf32, #o>
    tt.store %p, %c : tensor<64x32x!tt.ptr<f32>, #o>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#e = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#c2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#lin = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[0, 32], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]], block = []}>
#o = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#c0 = #ttg.dot_op<{opIdx = 0, parent = #c}>
#c1 = #ttg.dot_op<{opIdx = 1, parent = #c}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 0, 1], [0, 0, 2], [0, 0, 4], [8, 0, 0], [0, 1, 0]], lane = {{\[\[}}0, 0, 8], [0, 0, 16], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = {{\[\[}}16, 0, 0], [32, 0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // One conversion behind each of the three loads, one in front of the store, and none besides
  // (upstream: remove_layout_dot_scaled).
  // CHECK-LABEL: @remove_layout_dot_scaled(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<64x32xi8, #blocked> -> tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg2 : tensor<64x32x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT: {{%.+}} = ttg.convert_layout [[LOAD2]] : tensor<64x32xf8E5M2, #blocked> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[LOAD3:%[a-z0-9_]+]] = tt.load %arg1 : tensor<64x2x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT: {{%.+}} = ttg.convert_layout [[LOAD3]] : tensor<64x2xi8, #blocked1> -> tensor<64x2xi8, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: {{%.+}} = ttg.fp4_to_fp [[CONVERTED]] {axis = 1 : i32} : tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: {{%.+}} = tt.reshape {{%.+}} : tensor<64x2x32xbf16, #linear> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape {{%.+}} : tensor<64x2x32xi1, #linear> -> tensor<64x64xi1, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[RESHAPE]], {{%.+}}, {{%.+}} : tensor<64x64xi1, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[DOT:%[a-z0-9_]+]] = tt.dot [[SELECT]], {{%.+}}, {{%.+}} : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<64x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x32xf32, #mma>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[DOT]] : tensor<64x32xf32, #mma> -> tensor<64x32xf32, #blocked2>
  // CHECK-NEXT: tt.store %arg3, [[CONVERTED2]] : tensor<64x32x!tt.ptr<f32>, #blocked2>
  // CHECK-NEXT: tt.return
  tt.func @remove_layout_dot_scaled(%p: tensor<64x32x!tt.ptr<i8>, #a>, %s: tensor<64x2x!tt.ptr<i8>, #e>, %q: tensor<64x32x!tt.ptr<f8E5M2>, #a>, %o: tensor<64x32x!tt.ptr<f32>, #o>) {
    %nan = arith.constant dense<0x7FC0> : tensor<64x64xbf16, #c2>
    %none = arith.constant dense<-1> : tensor<64x2xi8, #e>
    %seven = arith.constant dense<7> : tensor<64x2xi16, #e>
    %start = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #c>
    %v = tt.load %p : tensor<64x32x!tt.ptr<i8>, #a>
    %vc = ttg.convert_layout %v : tensor<64x32xi8, #a> -> tensor<64x32xi8, #c>
    %w = tt.load %q : tensor<64x32x!tt.ptr<f8E5M2>, #a>
    %wc = ttg.convert_layout %w : tensor<64x32xf8E5M2, #a> -> tensor<64x32xf8E5M2, #c>
    %u = tt.load %s : tensor<64x2x!tt.ptr<i8>, #e>
    %f = ttg.fp4_to_fp %vc {axis = 1 : i32} : tensor<64x32xi8, #c> -> tensor<64x64xbf16, #c2>
    %1 = arith.extui %u : tensor<64x2xi8, #e> to tensor<64x2xi16, #e>
    %2 = arith.shli %1, %seven : tensor<64x2xi16, #e>
    %3 = tt.bitcast %2 : tensor<64x2xi16, #e> -> tensor<64x2xbf16, #e>
    %4 = ttg.convert_layout %3 : tensor<64x2xbf16, #e> -> tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #t}>>
    %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #t}>> -> tensor<64x2x1xbf16, #t>
    %6 = tt.broadcast %5 : tensor<64x2x1xbf16, #t> -> tensor<64x2x32xbf16, #t>
    %7 = tt.reshape %6 : tensor<64x2x32xbf16, #t> -> tensor<64x64xbf16, #lin>
    %8 = ttg.convert_layout %7 : tensor<64x64xbf16, #lin> -> tensor<64x64xbf16, #c2>
    %9 = arith.mulf %f, %8 : tensor<64x64xbf16, #c2>
    %10 = arith.cmpi eq, %u, %none : tensor<64x2xi8, #e>
    %11 = ttg.convert_layout %10 : tensor<64x2xi1, #e> -> tensor<64x2xi1, #ttg.slice<{dim = 2, parent = #t}>>
    %12 = tt.expand_dims %11 {axis = 2 : i32} : tensor<64x2xi1, #ttg.slice<{dim = 2, parent = #t}>> -> tensor<64x2x1xi1, #t>
    %13 = tt.broadcast %12 : tensor<64x2x1xi1, #t> -> tensor<64x2x32xi1, #t>
    %14 = tt.reshape %13 : tensor<64x2x32xi1, #t> -> tensor<64x64xi1, #lin>
    %15 = ttg.convert_layout %14 : tensor<64x64xi1, #lin> -> tensor<64x64xi1, #c2>
    %16 = arith.select %15, %nan, %9 : tensor<64x64xi1, #c2>, tensor<64x64xbf16, #c2>
    %17 = ttg.convert_layout %16 : tensor<64x64xbf16, #c2> -> tensor<64x64xbf16, #c0>
    %18 = tt.fp_to_fp %wc : tensor<64x32xf8E5M2, #c> -> tensor<64x32xbf16, #c>
    %19 = ttg.convert_layout %18 : tensor<64x32xbf16, #c> -> tensor<64x32xbf16, #c1>
    %20 = ttg.convert_layout %start : tensor<64x32xf32, #c> -> tensor<64x32xf32, #mma>
    %21 = ttg.convert_layout %17 : tensor<64x64xbf16, #c0> -> tensor<64x64xbf16, #d0>
    %22 = ttg.convert_layout %19 : tensor<64x32xbf16, #c1> -> tensor<64x32xbf16, #d1>
    %23 = tt.dot %21, %22, %20 : tensor<64x64xbf16, #d0> * tensor<64x32xbf16, #d1> -> tensor<64x32xf32, #mma>
    %24 = ttg.convert_layout %23 : tensor<64x32xf32, #mma> -> tensor<64x32xf32, #c>
    %25 = ttg.convert_layout %24 : tensor<64x32xf32, #c> -> tensor<64x32xf32, #o>
    tt.store %o, %25 : tensor<64x32x!tt.ptr<f32>, #o>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
#lin = #ttg.linear<{register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [8, 0, 0], [0, 1, 0], [32, 0, 0]], lane = [[0, 0, 8], [0, 0, 16], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = [[16, 0, 0]], block = []}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>
#sl = #ttg.slice<{dim = 2, parent = #lin}>
#d4 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#d8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#e8 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 0, 1], [0, 0, 2], [0, 0, 4], [8, 0, 0], [0, 1, 0], [32, 0, 0]], lane = {{\[\[}}0, 0, 8], [0, 0, 16], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = {{\[\[}}16, 0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // What the pass made of such a kernel stays as it is when it runs again: no conversion leaves its
  // load (upstream: remove_layout_is_idempotent).
  // CHECK-LABEL: @remove_layout_is_idempotent(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant 0 : i32
  // CHECK-NEXT: [[CST2:%[a-z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[CST3:%[a-z0-9_]+]] = arith.constant dense<2.000000e+00> : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[CST4:%[a-z0-9_]+]] = arith.constant dense<7> : tensor<64x2xi16, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = [[CST]] to %arg4 step [[CST2]] iter_args([[ARG:%[a-z0-9_]+]] = %arg3) -> (tensor<64x16xf32, #mma>)  : i32 {
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<64x32xi8, #blocked> -> tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg2 : tensor<64x16x!tt.ptr<bf16>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<64x16xbf16, #blocked> -> tensor<64x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[LOAD3:%[a-z0-9_]+]] = tt.load %arg1 : tensor<64x2x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT: [[CONVERTED3:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD3]] : tensor<64x2xi8, #blocked1> -> tensor<64x2xi8, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: [[FP4_TO_FP:%[a-z0-9_]+]] = ttg.fp4_to_fp [[CONVERTED]] {axis = 1 : i32} : tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[EXTUI:%[a-z0-9_]+]] = arith.extui [[CONVERTED3]] : tensor<64x2xi8, #ttg.slice<{dim = 2, parent = #linear}>> to tensor<64x2xi16, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: [[SHLI:%[a-z0-9_]+]] = arith.shli [[EXTUI]], [[CST4]] : tensor<64x2xi16, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = tt.bitcast [[SHLI]] : tensor<64x2xi16, #ttg.slice<{dim = 2, parent = #linear}>> -> tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #linear}>>
  // CHECK-NEXT: [[EXPAND_DIMS:%[a-z0-9_]+]] = tt.expand_dims [[BITCAST]] {axis = 2 : i32} : tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #linear}>> -> tensor<64x2x1xbf16, #linear>
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[EXPAND_DIMS]] : tensor<64x2x1xbf16, #linear> -> tensor<64x2x32xbf16, #linear>
  // CHECK-NEXT: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[BROADCAST]] : tensor<64x2x32xbf16, #linear> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[FP4_TO_FP]], [[RESHAPE]] : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[MULF]], [[CST3]] : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[DIVF]], [[CONVERTED2]], [[ARG]] : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<64x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x16xf32, #mma>
  // CHECK-NEXT: scf.yield [[DOT]] : tensor<64x16xf32, #mma>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return [[FOR]] : tensor<64x16xf32, #mma>
  tt.func @remove_layout_is_idempotent(%p: tensor<64x32x!tt.ptr<i8>, #a>, %s: tensor<64x2x!tt.ptr<i8>, #s>, %q: tensor<64x16x!tt.ptr<bf16>, #a>, %z: tensor<64x16xf32, #mma>, %n: i32) -> tensor<64x16xf32, #mma> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant dense<2.000000e+00> : tensor<64x64xbf16, #d8>
    %seven = arith.constant dense<7> : tensor<64x2xi16, #sl>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %z) -> (tensor<64x16xf32, #mma>) : i32 {
      %1 = tt.load %p : tensor<64x32x!tt.ptr<i8>, #a>
      %2 = ttg.convert_layout %1 : tensor<64x32xi8, #a> -> tensor<64x32xi8, #d4>
      %3 = tt.load %q : tensor<64x16x!tt.ptr<bf16>, #a>
      %4 = ttg.convert_layout %3 : tensor<64x16xbf16, #a> -> tensor<64x16xbf16, #e8>
      %5 = tt.load %s : tensor<64x2x!tt.ptr<i8>, #s>
      %6 = ttg.convert_layout %5 : tensor<64x2xi8, #s> -> tensor<64x2xi8, #sl>
      %7 = ttg.fp4_to_fp %2 {axis = 1 : i32} : tensor<64x32xi8, #d4> -> tensor<64x64xbf16, #d8>
      %8 = arith.extui %6 : tensor<64x2xi8, #sl> to tensor<64x2xi16, #sl>
      %9 = arith.shli %8, %seven : tensor<64x2xi16, #sl>
      %10 = tt.bitcast %9 : tensor<64x2xi16, #sl> -> tensor<64x2xbf16, #sl>
      %11 = tt.expand_dims %10 {axis = 2 : i32} : tensor<64x2xbf16, #sl> -> tensor<64x2x1xbf16, #lin>
      %12 = tt.broadcast %11 : tensor<64x2x1xbf16, #lin> -> tensor<64x2x32xbf16, #lin>
      %13 = tt.reshape %12 : tensor<64x2x32xbf16, #lin> -> tensor<64x64xbf16, #d8>
      %14 = arith.mulf %7, %13 : tensor<64x64xbf16, #d8>
      %15 = arith.divf %14, %two : tensor<64x64xbf16, #d8>
      %16 = tt.dot %15, %4, %carried : tensor<64x64xbf16, #d8> * tensor<64x16xbf16, #e8> -> tensor<64x16xf32, #mma>
      scf.yield %16 : tensor<64x16xf32, #mma>
    }
    tt.return %r : tensor<64x16xf32, #mma>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [64, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>
#c2 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>
#st = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [0, 1]}>
#t = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 64, 1], warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>
#tt = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 64], warpsPerCTA = [1, 1, 2], order = [1, 2, 0]}>
#lin = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[0, 64]], block = []}>
#o = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 2], instrShape = [16, 16, 16], isTransposed = true}>
#c0 = #ttg.dot_op<{opIdx = 0, parent = #c}>
#c1 = #ttg.dot_op<{opIdx = 1, parent = #c}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [64, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 0, 1], [0, 0, 2], [0, 0, 16], [1, 0, 0], [0, 32, 0], [0, 64, 0]], lane = {{\[\[}}0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 0, 4], [0, 0, 8]], warp = {{\[\[}}0, 16, 0]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [32, 0], [64, 0]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 0], [0, 0]], warp = {{\[\[}}16, 0]], block = []}>
// CHECK-NEXT: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1, 0], [0, 2, 0], [0, 16, 0], [1, 0, 0], [0, 0, 32], [0, 0, 64]], lane = {{\[\[}}0, 0, 1], [0, 0, 2], [0, 0, 4], [0, 0, 8], [0, 4, 0], [0, 8, 0]], warp = {{\[\[}}0, 0, 16]], block = []}>
// CHECK-NEXT: #mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 2], instrShape = [16, 16, 16], isTransposed = true}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // An AMD dot, 64 threads a warp, in a loop; the scales are those of the right operand, so they are
  // transposed: again the conversions end up behind the loads (upstream: fp8_mxfp4_matmul_decompose).
  // CHECK-LABEL: @fp8_mxfp4_matmul_decompose(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[FOR:%[a-z0-9_]+]]:2 = scf.for {{%.+}} = {{%.+}} to %arg4 step {{%.+}} iter_args([[ARG:%[a-z0-9_]+]] = {{%.+}}, [[ARG2:%[a-z0-9_]+]] = %arg0) -> (tensor<32x128xf32, #mma>, tensor<32x64x!tt.ptr<f8E4M3FN>, #blocked>)  : i32 {
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg2 : tensor<128x2x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT: {{%.+}} = ttg.convert_layout [[LOAD]] : tensor<128x2xi8, #blocked1> -> tensor<128x2xi8, #linear1>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg1 : tensor<32x128x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<32x128xi8, #blocked> -> tensor<32x128xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[LOAD3:%[a-z0-9_]+]] = tt.load [[ARG2]] : tensor<32x64x!tt.ptr<f8E4M3FN>, #blocked>
  // CHECK-NEXT: {{%.+}} = ttg.convert_layout [[LOAD3]] : tensor<32x64xf8E4M3FN, #blocked> -> tensor<32x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: {{%.+}} = ttg.fp4_to_fp [[CONVERTED]] {axis = 0 : i32} : tensor<32x128xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: {{%.+}} = tt.reshape {{%.+}} : tensor<2x32x128xbf16, #linear2> -> tensor<64x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape {{%.+}} : tensor<2x32x128xi1, #linear2> -> tensor<64x128xi1, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[RESHAPE]], {{%.+}}, {{%.+}} : tensor<64x128xi1, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, tensor<64x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot {{%.+}}, [[SELECT]], [[ARG]] : tensor<32x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x128xf32, #mma>
  // CHECK-NEXT: [[ADDPTR:%[a-z0-9_]+]] = tt.addptr [[ARG2]], {{%.+}} : tensor<32x64x!tt.ptr<f8E4M3FN>, #blocked>, tensor<32x64xi32, #blocked>
  // CHECK-NEXT: scf.yield [[DOT]], [[ADDPTR]] : tensor<32x128xf32, #mma>, tensor<32x64x!tt.ptr<f8E4M3FN>, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[FOR]]#0 : tensor<32x128xf32, #mma> -> tensor<32x128xf32, #blocked2>
  // CHECK-NEXT: tt.store %arg3, [[CONVERTED2]] : tensor<32x128x!tt.ptr<f32>, #blocked2>
  // CHECK-NEXT: tt.return
  tt.func @fp8_mxfp4_matmul_decompose(%p: tensor<32x64x!tt.ptr<f8E4M3FN>, #a>, %q: tensor<32x128x!tt.ptr<i8>, #a>, %s: tensor<128x2x!tt.ptr<i8>, #s>, %o: tensor<32x128x!tt.ptr<f32>, #o>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %seven = arith.constant dense<7> : tensor<2x128xi16, #st>
    %none = arith.constant dense<-1> : tensor<2x128xi8, #st>
    %nan = arith.constant dense<0x7FC0> : tensor<64x128xbf16, #c2>
    %start = arith.constant dense<0.0> : tensor<32x128xf32, #c>
    %ahead = arith.constant dense<64> : tensor<32x64xi32, #a>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%carried = %start, %pi = %p) -> (tensor<32x128xf32, #c>, tensor<32x64x!tt.ptr<f8E4M3FN>, #a>) : i32 {
      %u = tt.load %s : tensor<128x2x!tt.ptr<i8>, #s>
      %v = tt.load %q : tensor<32x128x!tt.ptr<i8>, #a>
      %vc = ttg.convert_layout %v : tensor<32x128xi8, #a> -> tensor<32x128xi8, #c>
      %w = tt.load %pi : tensor<32x64x!tt.ptr<f8E4M3FN>, #a>
      %wc = ttg.convert_layout %w : tensor<32x64xf8E4M3FN, #a> -> tensor<32x64xf8E4M3FN, #c>
      %wf = tt.fp_to_fp %wc : tensor<32x64xf8E4M3FN, #c> -> tensor<32x64xbf16, #c>
      %wd = ttg.convert_layout %wf : tensor<32x64xbf16, #c> -> tensor<32x64xbf16, #c0>
      %vf = ttg.fp4_to_fp %vc {axis = 0 : i32} : tensor<32x128xi8, #c> -> tensor<64x128xbf16, #c2>
      %ut = tt.trans %u {order = array<i32: 1, 0>} : tensor<128x2xi8, #s> -> tensor<2x128xi8, #st>
      %1 = arith.extui %ut : tensor<2x128xi8, #st> to tensor<2x128xi16, #st>
      %2 = arith.shli %1, %seven : tensor<2x128xi16, #st>
      %3 = tt.bitcast %2 : tensor<2x128xi16, #st> -> tensor<2x128xbf16, #st>
      %4 = ttg.convert_layout %3 : tensor<2x128xbf16, #st> -> tensor<2x128xbf16, #ttg.slice<{dim = 2, parent = #t}>>
      %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<2x128xbf16, #ttg.slice<{dim = 2, parent = #t}>> -> tensor<2x128x1xbf16, #t>
      %6 = tt.broadcast %5 : tensor<2x128x1xbf16, #t> -> tensor<2x128x32xbf16, #t>
      %7 = tt.trans %6 {order = array<i32: 0, 2, 1>} : tensor<2x128x32xbf16, #t> -> tensor<2x32x128xbf16, #tt>
      %8 = tt.reshape %7 : tensor<2x32x128xbf16, #tt> -> tensor<64x128xbf16, #lin>
      %9 = ttg.convert_layout %8 : tensor<64x128xbf16, #lin> -> tensor<64x128xbf16, #c2>
      %10 = arith.mulf %vf, %9 : tensor<64x128xbf16, #c2>
      %11 = arith.cmpi eq, %ut, %none : tensor<2x128xi8, #st>
      %12 = ttg.convert_layout %11 : tensor<2x128xi1, #st> -> tensor<2x128xi1, #ttg.slice<{dim = 2, parent = #t}>>
      %13 = tt.expand_dims %12 {axis = 2 : i32} : tensor<2x128xi1, #ttg.slice<{dim = 2, parent = #t}>> -> tensor<2x128x1xi1, #t>
      %14 = tt.broadcast %13 : tensor<2x128x1xi1, #t> -> tensor<2x128x32xi1, #t>
      %15 = tt.trans %14 {order = array<i32: 0, 2, 1>} : tensor<2x128x32xi1, #t> -> tensor<2x32x128xi1, #tt>
      %16 = tt.reshape %15 : tensor<2x32x128xi1, #tt> -> tensor<64x128xi1, #lin>
      %17 = ttg.convert_layout %16 : tensor<64x128xi1, #lin> -> tensor<64x128xi1, #c2>
      %18 = arith.select %17, %nan, %10 : tensor<64x128xi1, #c2>, tensor<64x128xbf16, #c2>
      %19 = ttg.convert_layout %18 : tensor<64x128xbf16, #c2> -> tensor<64x128xbf16, #c1>
      %20 = ttg.convert_layout %carried : tensor<32x128xf32, #c> -> tensor<32x128xf32, #mma>
      %21 = ttg.convert_layout %wd : tensor<32x64xbf16, #c0> -> tensor<32x64xbf16, #d0>
      %22 = ttg.convert_layout %19 : tensor<64x128xbf16, #c1> -> tensor<64x128xbf16, #d1>
      %23 = tt.dot %21, %22, %20 : tensor<32x64xbf16, #d0> * tensor<64x128xbf16, #d1> -> tensor<32x128xf32, #mma>
      %24 = ttg.convert_layout %23 : tensor<32x128xf32, #mma> -> tensor<32x128xf32, #c>
      %25 = tt.addptr %pi, %ahead : tensor<32x64x!tt.ptr<f8E4M3FN>, #a>, tensor<32x64xi32, #a>
      scf.yield %24, %25 : tensor<32x128xf32, #c>, tensor<32x64x!tt.ptr<f8E4M3FN>, #a>
    }
    %c = ttg.convert_layout %r#0 : tensor<32x128xf32, #c> -> tensor<32x128xf32, #o>
    tt.store %o, %c : tensor<32x128x!tt.ptr<f32>, #o>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 1], order = [1, 0]}>
#o = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>
#l0 = #ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = [[16, 0]], block = []}>
#l1 = #ttg.linear<{register = [[16, 0], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = [[0, 0]], block = []}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 1], instrShape = [16, 16, 128], isTransposed = true}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 2], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = [], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = {{\[\[}}16, 0]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}16, 0], [32, 0]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = {{\[\[}}0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 1], instrShape = [16, 16, 128], isTransposed = true}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  // A scaled dot holds on to its layout like any dot: the loop carries that layout, and the result is
  // converted behind the loop, at once to what the store wants
  // (upstream: mfma_dot_scaled_no_redundant_convert_layout).
  // CHECK-LABEL: @mfma_dot_scaled_no_redundant_convert_layout(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : tensor<32x64xf32, #mma>
  // CHECK-NEXT: [[CST2:%[a-z0-9_]+]] = arith.constant 0 : i32
  // CHECK-NEXT: [[CST3:%[a-z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = [[CST2]] to %arg5 step [[CST3]] iter_args([[ARG:%[a-z0-9_]+]] = [[CST]]) -> (tensor<32x64xf32, #mma>)  : i32 {
  // CHECK-NEXT: [[DOT_SCALED:%[a-z0-9_]+]] = tt.dot_scaled %arg0 scale %arg2, %arg1 scale %arg3, [[CST]] lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<32x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, tensor<32x4xi8, #linear> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, tensor<64x4xi8, #linear1> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ARG]], [[DOT_SCALED]] : tensor<32x64xf32, #mma>
  // CHECK-NEXT: scf.yield [[ADDF]] : tensor<32x64xf32, #mma>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[FOR]] : tensor<32x64xf32, #mma> -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.store %arg4, [[CONVERTED]] : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @mfma_dot_scaled_no_redundant_convert_layout(%x: tensor<32x64xi8, #d0>, %y: tensor<64x64xi8, #d1>, %s: tensor<32x4xi8, #l0>, %t: tensor<64x4xi8, #l1>, %p: tensor<32x64x!tt.ptr<f32>, #o>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = arith.constant dense<0.0> : tensor<32x64xf32, #b>
    %none = arith.constant dense<0.0> : tensor<32x64xf32, #mma>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %start) -> (tensor<32x64xf32, #b>) : i32 {
      %d = tt.dot_scaled %x scale %s, %y scale %t, %none lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<32x64xi8, #d0>, tensor<32x4xi8, #l0> * tensor<64x64xi8, #d1>, tensor<64x4xi8, #l1> -> tensor<32x64xf32, #mma>
      %c = ttg.convert_layout %d : tensor<32x64xf32, #mma> -> tensor<32x64xf32, #b>
      %e = arith.addf %carried, %c : tensor<32x64xf32, #b>
      scf.yield %e : tensor<32x64xf32, #b>
    }
    %c = ttg.convert_layout %r : tensor<32x64xf32, #b> -> tensor<32x64xf32, #o>
    tt.store %p, %c : tensor<32x64x!tt.ptr<f32>, #o>
    tt.return
  }
}
