// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Conversions to operands of mma dots move next to the loads, so that the loads can be pipelined.

#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 8], [0, 16], [8, 0], [16, 0], [32, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 0], [0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Past elementwise operations in a loop (upstream: push_elementwise).
  // CHECK-LABEL: @past_elementwise(
  // CHECK: arith.constant dense<2.000000e+00> : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<64x64xf32, #mma>
  // CHECK: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @past_elementwise(%p: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %k = arith.constant dense<2.0> : tensor<64x32xf16, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32, #mma>) : i32 {
      %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
      %w = arith.mulf %v, %k : tensor<64x32xf16, #a>
      %x = arith.addf %w, %v : tensor<64x32xf16, #a>
      %c = ttg.convert_layout %x : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
      %d = tt.dot %c, %y, %acc : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
  // Past a cast: the conversion is of the narrower elements.
  // CHECK-LABEL: @past_cast(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf8E5M2, #blocked> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.fp_to_fp {{%.*}} : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @past_cast(%p: tensor<64x32x!tt.ptr<f8E5M2>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f8E5M2>, #a>
    %w = tt.fp_to_fp %v : tensor<64x32xf8E5M2, #a> -> tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // Two loads: two conversions, one behind each (upstream: push_convert_both_operands has two operands).
  // CHECK-LABEL: @two_loads(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @two_loads(%p: tensor<64x32x!tt.ptr<f16>, #a>, %q: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %w = tt.load %q : tensor<64x32x!tt.ptr<f16>, #a>
    %x = arith.addf %v, %w : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %x : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // Next to the load there is nothing to do.
  // CHECK-LABEL: @next_to_the_load(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @next_to_the_load(%p: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %c = ttg.convert_layout %v : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // The same conversion a second time is that of before.
  // CHECK-LABEL: @twice_the_same(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @twice_the_same(%p: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %c = ttg.convert_layout %v : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    %e = ttg.convert_layout %v : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %f = tt.dot %e, %y, %d : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %f : tensor<64x64xf32, #mma>
  }
  // A value that does not come from a load keeps its conversion
  // (upstream: do_not_propagate_through_block_arguments).
  // CHECK-LABEL: @not_from_an_argument(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @not_from_an_argument(%x: tensor<64x32xf16, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %w = arith.addf %x, %x : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // A reduction in between moves data: no hoisting over it.
  // CHECK-LABEL: @not_past_a_reduction(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f16
  // CHECK-NEXT: }) : (tensor<64x32xf16, #blocked>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: tt.expand_dims {{%.*}} {axis = 1 : i32} : tensor<64xf16, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xf16, #blocked>
  // CHECK-NEXT: tt.broadcast {{%.*}} : tensor<64x1xf16, #blocked> -> tensor<64x32xf16, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @not_past_a_reduction(%p: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%s: f16, %t: f16):
      %u = arith.maximumf %s, %t : f16
      tt.reduce.return %u : f16
    }) : (tensor<64x32xf16, #a>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #a}>>
    %e = tt.expand_dims %m {axis = 1 : i32} : tensor<64xf16, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<64x1xf16, #a>
    %b = tt.broadcast %e : tensor<64x1xf16, #a> -> tensor<64x32xf16, #a>
    %w = arith.subf %v, %b : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // Nor without a dot that surely follows: here it is in a branch.
  // CHECK-LABEL: @dot_in_a_branch(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<64x64xf32, #mma>) {
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<64x64xf32, #mma>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<64x64xf32, #mma>
  // CHECK: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @dot_in_a_branch(%p: tensor<64x32x!tt.ptr<f16>, #a>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>, %k: i1) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %w = arith.addf %v, %v : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %r = scf.if %k -> (tensor<64x64xf32, #mma>) {
      %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    } else {
      scf.yield %z : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
  // Any dot that follows will do, even of other operands; one in front of the conversion will not.
  // CHECK-LABEL: @another_dot(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) -> ()
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @another_dot(%p: tensor<64x32x!tt.ptr<f16>, #a>, %x: tensor<64x32xf16, #d0>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %w = arith.addf %v, %v : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %x, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    "use.it"(%c) : (tensor<64x32xf16, #d0>) -> ()
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // CHECK-LABEL: @dot_before(
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) -> ()
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @dot_before(%p: tensor<64x32x!tt.ptr<f16>, #a>, %x: tensor<64x32xf16, #d0>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %d = tt.dot %x, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %w = arith.addf %v, %v : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    "use.it"(%c) : (tensor<64x32xf16, #d0>) -> ()
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // A conversion to the other operand, of a transposed load.
  // CHECK-LABEL: @transposed(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #linear>
  // CHECK-NEXT: tt.trans {{%.*}} {order = array<i32: 1, 0>} : tensor<64x32xf16, #linear> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @transposed(%p: tensor<64x32x!tt.ptr<f16>, #a>, %x: tensor<64x32xf16, #d0>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #a>
    %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x32xf16, #a> -> tensor<32x64xf16, #s>
    %w = arith.addf %t, %t : tensor<32x64xf16, #s>
    %c = ttg.convert_layout %w : tensor<32x64xf16, #s> -> tensor<32x64xf16, #d1>
    %d = tt.dot %x, %c, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // From a load through a descriptor (upstream: mma_v3_reg_push_elementwise_chained_descritor_load).
  // CHECK-LABEL: @descriptor(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @descriptor(%desc: !tt.tensordesc<64x32xf16>, %i: i32, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = tt.descriptor_load %desc[%i, %i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16, #a>
    %w = arith.addf %v, %v : tensor<64x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // What is loaded from shared memory can be loaded as an operand (upstream: lift_convert_to_local_load).
  // CHECK-LABEL: @shared_memory(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: ttg.local_load {{%.*}} : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #mma>
  tt.func @shared_memory(%m: !ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, %y: tensor<32x64xf16, #d1>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %v = ttg.local_load %m : !ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory> -> tensor<64x32xf16, #a>
    %c = ttg.convert_layout %v : tensor<64x32xf16, #a> -> tensor<64x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<64x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}
