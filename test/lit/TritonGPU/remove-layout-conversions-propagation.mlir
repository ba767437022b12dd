// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Forward propagation: layouts go from arguments, loads, dots and atomics through everything that is
// computed from them.

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Through a loop: its arguments and results change with the initial value (upstream: loop).
  // CHECK-LABEL: @loop(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<0.000000e+00> : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<32x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @loop(%p: tensor<32x64x!tt.ptr<f32>, #b>, %n: i32) -> tensor<32x64xf32, #b> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<32x64xf32, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x64xf32, #a>) : i32 {
      %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
      %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
      %s = arith.addf %acc, %w : tensor<32x64xf32, #a>
      scf.yield %s : tensor<32x64xf32, #a>
    }
    %o = ttg.convert_layout %r : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %o : tensor<32x64xf32, #b>
  }
  // Through a loop in a loop, of which the inner one yields to the outer one.
  // CHECK-LABEL: @nested_loops(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<0.000000e+00> : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<32x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<32x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @nested_loops(%p: tensor<32x64x!tt.ptr<f32>, #b>, %n: i32) -> tensor<32x64xf32, #b> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<32x64xf32, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (tensor<32x64xf32, #a>) : i32 {
      %q = scf.for %j = %c0 to %i step %c1 iter_args(%y = %x) -> (tensor<32x64xf32, #a>) : i32 {
        %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
        %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
        %s = arith.addf %y, %w : tensor<32x64xf32, #a>
        scf.yield %s : tensor<32x64xf32, #a>
      }
      scf.yield %q : tensor<32x64xf32, #a>
    }
    %o = ttg.convert_layout %r : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %o : tensor<32x64xf32, #b>
  }
  // Through both branches of a conditional; the one that knows nothing of it is converted.
  // CHECK-LABEL: @conditional(
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<32x64xf32, #blocked1>) {
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<32x64xf32, #blocked1>
  // CHECK: math.exp {{%.*}} : tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @conditional(%x: tensor<32x64xf32, #b>, %y: tensor<32x64xf32, #c>, %k: i1) -> tensor<32x64xf32, #a> {
    %r = scf.if %k -> (tensor<32x64xf32, #a>) {
      %v = ttg.convert_layout %x : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
      scf.yield %v : tensor<32x64xf32, #a>
    } else {
      %w = ttg.convert_layout %y : tensor<32x64xf32, #c> -> tensor<32x64xf32, #a>
      scf.yield %w : tensor<32x64xf32, #a>
    }
    %e = math.exp %r : tensor<32x64xf32, #a>
    tt.return %e : tensor<32x64xf32, #a>
  }
  // A conditional with two results, of which one gets a new layout.
  // CHECK-LABEL: @two_results(
  // CHECK-NEXT: arith.constant dense<1.000000e+00> : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<32x64xf32, #blocked>, tensor<32x64xi32, #blocked2>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK: scf.yield {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked>, tensor<32x64xi32, #blocked2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked>, tensor<32x64xi32, #blocked2>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked2>, tensor<32x64xi32, #blocked2>
  tt.func @two_results(%p: tensor<32x64x!tt.ptr<f32>, #b>, %i: tensor<32x64xi32, #a>, %k: i1) -> (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) {
    %z = arith.constant dense<1.0> : tensor<32x64xf32, #a>
    %r:2 = scf.if %k -> (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) {
      %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
      %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
      %j = arith.addi %i, %i : tensor<32x64xi32, #a>
      scf.yield %w, %j : tensor<32x64xf32, #a>, tensor<32x64xi32, #a>
    } else {
      scf.yield %z, %i : tensor<32x64xf32, #a>, tensor<32x64xi32, #a>
    }
    tt.return %r#0, %r#1 : tensor<32x64xf32, #a>, tensor<32x64xi32, #a>
  }
  // Through a while loop: into the first region, from its condition to the second one and to the
  // results (upstream: whileop).
  // CHECK-LABEL: @while_loop(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.while ({{%.*}} = {{%.*}}) : (tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked> {
  // CHECK-NEXT: math.exp {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: scf.condition({{%.*}}) {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @while_loop(%p: tensor<32x64x!tt.ptr<f32>, #b>, %k: i1) -> tensor<32x64xf32, #a> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %r = scf.while (%x = %w) : (tensor<32x64xf32, #a>) -> tensor<32x64xf32, #a> {
      %e = math.exp %x : tensor<32x64xf32, #a>
      scf.condition(%k) %e : tensor<32x64xf32, #a>
    } do {
    ^bb0(%y: tensor<32x64xf32, #a>):
      %s = arith.addf %y, %y : tensor<32x64xf32, #a>
      scf.yield %s : tensor<32x64xf32, #a>
    }
    tt.return %r : tensor<32x64xf32, #a>
  }
  // What the second region yields goes to the arguments of the first one, not to the results.
  // CHECK-LABEL: @while_yields_another(
  // CHECK-NEXT: arith.constant dense<1.000000e+00> : tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: scf.while ({{%.*}} = {{%.*}}) : (tensor<32x64xf32, #blocked2>) -> tensor<32x64xf32, #blocked2> {
  // CHECK-NEXT: scf.condition({{%.*}}) {{%.*}} : tensor<32x64xf32, #blocked2>
  // CHECK: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<32x64xf32, #blocked2>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @while_yields_another(%p: tensor<32x64x!tt.ptr<f32>, #b>, %k: i1) -> tensor<32x64xf32, #a> {
    %x = arith.constant dense<1.0> : tensor<32x64xf32, #a>
    %r = scf.while (%y = %x) : (tensor<32x64xf32, #a>) -> tensor<32x64xf32, #a> {
      scf.condition(%k) %x : tensor<32x64xf32, #a>
    } do {
    ^bb0(%z: tensor<32x64xf32, #a>):
      %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
      %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
      scf.yield %w : tensor<32x64xf32, #a>
    }
    tt.return %r : tensor<32x64xf32, #a>
  }
  // A reduction to a scalar takes what it gets (upstream: reduce_to_scalar).
  // CHECK-LABEL: @scalar_reduction(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: "tt.reduce"({{%.*}}) <{axis = 0 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<512xf32, #ttg.slice<{dim = 0, parent = #blocked}>>) -> f32
  // CHECK-NEXT: tt.return {{%.*}} : f32
  tt.func @scalar_reduction(%p: tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #b}>>) -> f32 {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #b}>>
    %w = ttg.convert_layout %v : tensor<512xf32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<512xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %r = "tt.reduce"(%w) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %t: f32):
      %u = arith.maximumf %s, %t : f32
      tt.reduce.return %u : f32
    }) : (tensor<512xf32, #ttg.slice<{dim = 0, parent = #a}>>) -> f32
    tt.return %r : f32
  }
  // Two operands of a reduction to scalars follow the first one that has a layout.
  // CHECK-LABEL: @scalar_reduction_of_two(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: "tt.reduce"({{%.*}}, {{%.*}}) <{axis = 0 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}}, {{%.*}} : f32, i32
  // CHECK-NEXT: }) : (tensor<512xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<512xi32, #ttg.slice<{dim = 0, parent = #blocked}>>) -> (f32, i32)
  // CHECK-NEXT: tt.return {{%.*}} : i32
  tt.func @scalar_reduction_of_two(%p: tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #b}>>) -> i32 {
    %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #ttg.slice<{dim = 0, parent = #a}>>
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #b}>>
    %w = ttg.convert_layout %v : tensor<512xf32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<512xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %r:2 = "tt.reduce"(%w, %i) <{axis = 0 : i32}> ({
    ^bb0(%s: f32, %k: i32, %t: f32, %l: i32):
      %m = arith.cmpf ogt, %s, %t : f32
      %u = arith.select %m, %s, %t : f32
      %n = arith.select %m, %k, %l : i32
      tt.reduce.return %u, %n : f32, i32
    }) : (tensor<512xf32, #ttg.slice<{dim = 0, parent = #a}>>, tensor<512xi32, #ttg.slice<{dim = 0, parent = #a}>>) -> (f32, i32)
    tt.return %r#1 : i32
  }
  // The condition of an assertion may have any layout (upstream: assertop).
  // CHECK-LABEL: @assertion(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<0> : tensor<32x64xi32, #blocked>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<i32>, #blocked>
  // CHECK: tt.assert {{%.*}}, "negative" : tensor<32x64xi1, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @assertion(%p: tensor<32x64x!tt.ptr<i32>, #b>) {
    %z = arith.constant dense<0> : tensor<32x64xi32, #a>
    %v = tt.load %p : tensor<32x64x!tt.ptr<i32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xi32, #b> -> tensor<32x64xi32, #a>
    %k = arith.cmpi sge, %w, %z : tensor<32x64xi32, #a>
    tt.assert %k, "negative" : tensor<32x64xi1, #a>
    tt.return
  }
  // A print wants its operand as it was (upstream: loop_print).
  // CHECK-LABEL: @print(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<i32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xi32, #blocked> -> tensor<32x64xi32, #blocked2>
  // CHECK-NEXT: tt.print "w" {hex = false, isSigned = array<i32: 1>} : {{%.*}} : tensor<32x64xi32, #blocked2>
  // CHECK-NEXT: tt.return
  tt.func @print(%p: tensor<32x64x!tt.ptr<i32>, #b>) {
    %v = tt.load %p : tensor<32x64x!tt.ptr<i32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xi32, #b> -> tensor<32x64xi32, #a>
    tt.print "w" {hex = false, isSigned = array<i32: 1>} : %w : tensor<32x64xi32, #a>
    tt.return
  }
  // Through a transposition, which permutes the layout (upstream: trans_propagate).
  // CHECK-LABEL: @transposition(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.trans {{%.*}} {order = array<i32: 1, 0>} : tensor<32x64xf32, #blocked> -> tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: math.exp {{%.*}} : tensor<64x32xf32, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x32xf32, #blocked1> -> tensor<64x32xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x32xf32, #blocked2>
  tt.func @transposition(%p: tensor<32x64x!tt.ptr<f32>, #b>) -> tensor<64x32xf32, #a> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %t = tt.trans %w {order = array<i32: 1, 0>} : tensor<32x64xf32, #a> -> tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>>
    %s = math.exp %t : tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>>
    %r = ttg.convert_layout %s : tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>> -> tensor<64x32xf32, #a>
    tt.return %r : tensor<64x32xf32, #a>
  }
  // Through join and split (upstream: split_propagation, join_forward).
  // CHECK-LABEL: @join_and_split(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.join {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64x2xf32, #blocked3>
  // CHECK: tt.split {{%.*}} : tensor<32x64x2xf32, #blocked3> -> tensor<32x64xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @join_and_split(%p: tensor<32x64x!tt.ptr<f32>, #b>) -> tensor<32x64xf32, #b> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %j = tt.join %w, %w : tensor<32x64xf32, #a> -> tensor<32x64x2xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>>
    %e = math.absf %j : tensor<32x64x2xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>>
    %l, %r = tt.split %e : tensor<32x64x2xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>> -> tensor<32x64xf32, #a>
    %s = arith.addf %l, %r : tensor<32x64xf32, #a>
    %o = ttg.convert_layout %s : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %o : tensor<32x64xf32, #b>
  }
  // The layout of a gather is that of its indices; that of the source ends there
  // (upstream: forward_propagate_layout_gather, do_not_propagate).
  // CHECK-LABEL: @gather(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: tt.gather {{%.*}}[{{%.*}}] {axis = 1 : i32} : (tensor<32x64xf32, #blocked>, tensor<32x64xi32, #blocked1>) -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @gather(%p: tensor<32x64x!tt.ptr<f32>, #b>, %q: tensor<32x64x!tt.ptr<i32>, #c>) -> tensor<32x64xf32, #a> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %i = tt.load %q : tensor<32x64x!tt.ptr<i32>, #c>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %j = ttg.convert_layout %i : tensor<32x64xi32, #c> -> tensor<32x64xi32, #a>
    %g = tt.gather %w[%j] {axis = 1 : i32} : (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) -> tensor<32x64xf32, #a>
    tt.return %g : tensor<32x64xf32, #a>
  }
  // CHECK-LABEL: @efficient_gather(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xi32, #blocked1> -> tensor<32x64xi32, #blocked2>
  // CHECK-NEXT: tt.gather {{%.*}}[{{%.*}}] {axis = 1 : i32, efficient_layout} : (tensor<32x64xf32, #blocked2>, tensor<32x64xi32, #blocked2>) -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @efficient_gather(%p: tensor<32x64x!tt.ptr<f32>, #b>, %q: tensor<32x64x!tt.ptr<i32>, #c>) -> tensor<32x64xf32, #a> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %i = tt.load %q : tensor<32x64x!tt.ptr<i32>, #c>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %j = ttg.convert_layout %i : tensor<32x64xi32, #c> -> tensor<32x64xi32, #a>
    %g = tt.gather %w[%j] {axis = 1 : i32, efficient_layout} : (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) -> tensor<32x64xf32, #a>
    tt.return %g : tensor<32x64xf32, #a>
  }
  // Atomics are anchors: what they return is in their layout.
  // CHECK-LABEL: @atomic(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @atomic(%p: tensor<32x64x!tt.ptr<f32>, #b>, %x: tensor<32x64xf32, #b>, %m: tensor<32x64xi1, #b>) -> tensor<32x64xf32, #b> {
    %v = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (tensor<32x64x!tt.ptr<f32>, #b>, tensor<32x64xf32, #b>, tensor<32x64xi1, #b>) -> tensor<32x64xf32, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %e = math.exp %w : tensor<32x64xf32, #a>
    %o = ttg.convert_layout %e : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %o : tensor<32x64xf32, #b>
  }
  // So is what is loaded through a descriptor.
  // CHECK-LABEL: @descriptor(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @descriptor(%d: !tt.tensordesc<32x64xf32>, %i: i32) -> tensor<32x64xf32, #b> {
    %v = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<32x64xf32> -> tensor<32x64xf32, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %e = math.exp %w : tensor<32x64xf32, #a>
    %o = ttg.convert_layout %e : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %o : tensor<32x64xf32, #b>
  }
}

// -----

// Conflicts: several layouts reach one value.

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Of two blocked layouts the one that is found first wins: the last load is looked at first.
  // CHECK-LABEL: @two_loads(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked1>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked2>
  tt.func @two_loads(%p: tensor<32x64x!tt.ptr<f32>, #b>, %q: tensor<32x64x!tt.ptr<f32>, #c>) -> tensor<32x64xf32, #a> {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %w = tt.load %q : tensor<32x64x!tt.ptr<f32>, #c>
    %x = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %y = ttg.convert_layout %w : tensor<32x64xf32, #c> -> tensor<32x64xf32, #a>
    %s = arith.addf %x, %y : tensor<32x64xf32, #a>
    tt.return %s : tensor<32x64xf32, #a>
  }
  // The layout of a dot beats blocked ones (upstream: matmul_add).
  // CHECK-LABEL: @dot_and_load(
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.load {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x64xf32, #blocked2>
  tt.func @dot_and_load(%p: tensor<64x64x!tt.ptr<f32>, #b>, %x: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %y: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #a> {
    %d = tt.dot %x, %y, %z : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
    %v = tt.load %p : tensor<64x64x!tt.ptr<f32>, #b>
    %e = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #a>
    %w = ttg.convert_layout %v : tensor<64x64xf32, #b> -> tensor<64x64xf32, #a>
    %s = arith.addf %e, %w : tensor<64x64xf32, #a>
    tt.return %s : tensor<64x64xf32, #a>
  }
  // An accumulator is carried through the loop in the layout of the dot; the load keeps its own.
  // CHECK-LABEL: @accumulate(
  // CHECK: tt.load {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<64x64xf32, #mma>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, {{%.*}} : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @accumulate(%p: tensor<64x64x!tt.ptr<f32>, #b>, %x: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %y: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %v = tt.load %p : tensor<64x64x!tt.ptr<f32>, #b>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %v) -> (tensor<64x64xf32, #b>) : i32 {
      %a = ttg.convert_layout %acc : tensor<64x64xf32, #b> -> tensor<64x64xf32, #mma>
      %d = tt.dot %x, %y, %a : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
      %e = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
      scf.yield %e : tensor<64x64xf32, #b>
    }
    tt.store %p, %r : tensor<64x64x!tt.ptr<f32>, #b>
    tt.return
  }
  // A reshape that may reorder takes the conversion, one that is said to be efficient keeps its
  // layout (upstream: reshape_propagate, efficient_reshape_no_forward_propagate).
  // CHECK-LABEL: @reshapes(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.reshape {{%.*}} allow_reorder : tensor<32x64xf32, #blocked> -> tensor<2048xf32, #blocked3>
  // CHECK-NEXT: tt.reshape {{%.*}} allow_reorder efficient_layout : tensor<32x64xf32, #blocked> -> tensor<2048xf32, #blocked3>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<2048xf32, #blocked3>, tensor<2048xf32, #blocked3>
  tt.func @reshapes(%p: tensor<32x64x!tt.ptr<f32>, #b>) -> (tensor<2048xf32, #d>, tensor<2048xf32, #d>) {
    %v = tt.load %p : tensor<32x64x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<32x64xf32, #b> -> tensor<32x64xf32, #a>
    %r = tt.reshape %w allow_reorder : tensor<32x64xf32, #a> -> tensor<2048xf32, #d>
    %s = tt.reshape %w allow_reorder efficient_layout : tensor<32x64xf32, #a> -> tensor<2048xf32, #d>
    tt.return %r, %s : tensor<2048xf32, #d>, tensor<2048xf32, #d>
  }
}
