// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// What is left over is cleaned up: values that loops carry along for nothing, results of conditionals,
// dead code. Several functions, calls, declarations.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A value that is carried for itself only is dropped, without any conversion around.
  // CHECK-LABEL: @carried_for_nothing(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked>)  : i32 {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @carried_for_nothing(%x: tensor<512xf32, #a>, %n: i32) -> tensor<512xf32, #a> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %x) -> (tensor<512xf32, #a>, tensor<512xf32, #a>) : i32 {
      %s = arith.addf %u, %x : tensor<512xf32, #a>
      %t = arith.mulf %v, %v : tensor<512xf32, #a>
      scf.yield %s, %t : tensor<512xf32, #a>, tensor<512xf32, #a>
    }
    tt.return %r#0 : tensor<512xf32, #a>
  }
  // So are two that only make each other.
  // CHECK-LABEL: @two_for_each_other(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: "do.it"({{%.*}}) : (i32) -> ()
  // CHECK: tt.return
  tt.func @two_for_each_other(%x: tensor<512xf32, #a>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %x) -> (tensor<512xf32, #a>, tensor<512xf32, #a>) : i32 {
      %s = arith.addf %v, %x : tensor<512xf32, #a>
      %t = arith.mulf %u, %x : tensor<512xf32, #a>
      "do.it"(%i) : (i32) -> ()
      scf.yield %s, %t : tensor<512xf32, #a>, tensor<512xf32, #a>
    }
    tt.return
  }
  // And through a loop in the loop, where the inner result is all that the outer one carries.
  // CHECK-LABEL: @nested_for_nothing(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: "do.it"({{%.*}}) : (i32) -> ()
  // CHECK: tt.return
  tt.func @nested_for_nothing(%x: tensor<512xf32, #a>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> (tensor<512xf32, #a>) : i32 {
      %q = scf.for %j = %c0 to %i step %c1 iter_args(%v = %u) -> (tensor<512xf32, #a>) : i32 {
        %s = arith.addf %v, %x : tensor<512xf32, #a>
        "do.it"(%j) : (i32) -> ()
        scf.yield %s : tensor<512xf32, #a>
      }
      scf.yield %q : tensor<512xf32, #a>
    }
    tt.return
  }
  // A bound that is carried matters (upstream: for_arg_used_in_nested_for_bound).
  // CHECK-LABEL: @carried_bound(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (i32)  : i32 {
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: "do.it"({{%.*}}) : (i32) -> ()
  // CHECK: scf.yield {{%.*}} : i32
  // CHECK: tt.return
  tt.func @carried_bound(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %c1) -> (i32) : i32 {
      scf.for %j = %c0 to %u step %c1 : i32 {
        "do.it"(%j) : (i32) -> ()
      }
      %s = arith.addi %u, %u : i32
      scf.yield %s : i32
    }
    tt.return
  }
  // So does a condition (upstream: if_condition_not_dead_inside_loop).
  // CHECK-LABEL: @carried_condition(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (i1)  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} {
  // CHECK-NEXT: "do.it"({{%.*}}) : (i32) -> ()
  // CHECK: scf.yield {{%.*}} : i1
  // CHECK: tt.return
  tt.func @carried_condition(%k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %k) -> (i1) : i32 {
      scf.if %u {
        "do.it"(%i) : (i32) -> ()
      }
      %s = arith.xori %u, %true : i1
      scf.yield %s : i1
    }
    tt.return
  }
  // A while loop that does nothing is gone. Of one with effects the uses of what is carried for nothing
  // go, its signature stays.
  // CHECK-LABEL: @while_for_nothing(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func @while_for_nothing(%x: tensor<512xf32, #a>, %n: i32) {
    %c1 = arith.constant 1 : i32
    %r:2 = scf.while (%u = %x, %i = %n) : (tensor<512xf32, #a>, i32) -> (tensor<512xf32, #a>, i32) {
      %k = arith.cmpi sgt, %i, %c1 : i32
      scf.condition(%k) %u, %i : tensor<512xf32, #a>, i32
    } do {
    ^bb0(%v: tensor<512xf32, #a>, %j: i32):
      %s = arith.addf %v, %x : tensor<512xf32, #a>
      %t = arith.subi %j, %c1 : i32
      scf.yield %s, %t : tensor<512xf32, #a>, i32
    }
    tt.return
  }
  // CHECK-LABEL: @while_with_effects(
  // CHECK-SAME: [[X:%.*]]: tensor<512xf32, #blocked>, [[N:%.*]]: i32)
  // CHECK: scf.while ({{%.*}} = [[X]], [[I:%.*]] = [[N]])
  // CHECK: scf.condition({{%.*}}) [[X]], [[I]] : tensor<512xf32, #blocked>, i32
  // CHECK: "do.it"
  tt.func @while_with_effects(%x: tensor<512xf32, #a>, %n: i32) {
    %c1 = arith.constant 1 : i32
    %r:2 = scf.while (%u = %x, %i = %n) : (tensor<512xf32, #a>, i32) -> (tensor<512xf32, #a>, i32) {
      %k = arith.cmpi sgt, %i, %c1 : i32
      scf.condition(%k) %u, %i : tensor<512xf32, #a>, i32
    } do {
    ^bb0(%v: tensor<512xf32, #a>, %j: i32):
      %s = arith.addf %v, %x : tensor<512xf32, #a>
      %t = arith.subi %j, %c1 : i32
      "do.it"(%t) : (i32) -> ()
      scf.yield %s, %t : tensor<512xf32, #a>, i32
    }
    tt.return
  }
  // Loops that do not run, or run once, and conditionals whose condition is known are resolved.
  // CHECK-LABEL: @known_control(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp2 {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked>, tensor<512xf32, #blocked>
  tt.func @known_control(%x: tensor<512xf32, #a>) -> (tensor<512xf32, #a>, tensor<512xf32, #a>, tensor<512xf32, #a>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%u = %x) -> (tensor<512xf32, #a>) : i32 {
      %e = math.exp %u : tensor<512xf32, #a>
      scf.yield %e : tensor<512xf32, #a>
    }
    %s = scf.for %i = %c0 to %c1 step %c1 iter_args(%u = %x) -> (tensor<512xf32, #a>) : i32 {
      %e = math.exp2 %u : tensor<512xf32, #a>
      scf.yield %e : tensor<512xf32, #a>
    }
    %t = scf.if %true -> (tensor<512xf32, #a>) {
      %e = math.sqrt %x : tensor<512xf32, #a>
      scf.yield %e : tensor<512xf32, #a>
    } else {
      scf.yield %x : tensor<512xf32, #a>
    }
    tt.return %r, %s, %t : tensor<512xf32, #a>, tensor<512xf32, #a>, tensor<512xf32, #a>
  }
  // Nothing is decided where a scalar is all there is (upstream: if_no_tensor).
  // CHECK-LABEL: @scalars(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.if {{%.*}} -> (f32) {
  // CHECK-NEXT: tt.load {{%.*}} : !tt.ptr<f32>
  // CHECK-NEXT: scf.yield {{%.*}} : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : f32
  // CHECK: tt.return {{%.*}} : f32
  tt.func @scalars(%p: !tt.ptr<f32>, %k: i1) -> f32 {
    %z = arith.constant 0.0 : f32
    %r = scf.if %k -> (f32) {
      %v = tt.load %p : !tt.ptr<f32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    tt.return %r : f32
  }
}

// -----

// Functions are worked on one by one; what they pass each other stays as it is.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @declared(tensor<512xf32, #a>) -> tensor<512xf32, #a>
  // CHECK-LABEL: @callee(
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked>)  : i32 {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func private @callee(%x: tensor<512xf32, #a>, %n: i32) -> tensor<512xf32, #b> attributes {noinline = true} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> (tensor<512xf32, #a>) : i32 {
      %s = arith.addf %u, %x : tensor<512xf32, #a>
      scf.yield %s : tensor<512xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // CHECK-LABEL: @caller(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: tt.call @declared({{%.*}}) : (tensor<512xf32, #blocked>) -> tensor<512xf32, #blocked>
  // CHECK-NEXT: tt.call @callee({{%.*}}, {{%.*}}) : (tensor<512xf32, #blocked>, i32) -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func public @caller(%p: tensor<512x!tt.ptr<f32>, #b>, %n: i32) -> tensor<512xf32, #b> {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<512xf32, #b> -> tensor<512xf32, #a>
    %d = tt.call @declared(%w) : (tensor<512xf32, #a>) -> tensor<512xf32, #a>
    %r = tt.call @callee(%d, %n) : (tensor<512xf32, #a>, i32) -> tensor<512xf32, #b>
    tt.return %r : tensor<512xf32, #b>
  }
  // Of what a private function returns only what its callers use matters: the first result may start
  // over in every turn.
  // CHECK-LABEL: @returns_two(
  // CHECK-SAME: [[X:%.*]]: tensor<512xf32, #blocked>, {{%.*}}: i32)
  // CHECK: scf.for {{.*}} iter_args({{%.*}} = [[X]], [[V:%.*]] = [[X]])
  // CHECK-NEXT: [[S:%.*]] = arith.addf [[X]], [[X]]
  // CHECK-NEXT: [[T:%.*]] = arith.mulf [[V]], [[X]]
  // CHECK-NEXT: scf.yield [[S]], [[T]]
  tt.func private @returns_two(%x: tensor<512xf32, #a>, %n: i32) -> (tensor<512xf32, #a>, tensor<512xf32, #a>) attributes {noinline = true} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %x) -> (tensor<512xf32, #a>, tensor<512xf32, #a>) : i32 {
      %s = arith.addf %u, %x : tensor<512xf32, #a>
      %t = arith.mulf %v, %x : tensor<512xf32, #a>
      scf.yield %s, %t : tensor<512xf32, #a>, tensor<512xf32, #a>
    }
    tt.return %r#0, %r#1 : tensor<512xf32, #a>, tensor<512xf32, #a>
  }
  // CHECK-LABEL: @uses_one(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.call @returns_two({{%.*}}, {{%.*}}) : (tensor<512xf32, #blocked>, i32) -> (tensor<512xf32, #blocked>, tensor<512xf32, #blocked>)
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func public @uses_one(%x: tensor<512xf32, #a>, %n: i32) -> tensor<512xf32, #a> {
    %r:2 = tt.call @returns_two(%x, %n) : (tensor<512xf32, #a>, i32) -> (tensor<512xf32, #a>, tensor<512xf32, #a>)
    tt.return %r#1 : tensor<512xf32, #a>
  }
  // Nobody calls this one: nothing that it computes matters.
  // CHECK-LABEL: @never_called(
  // CHECK-SAME: [[X:%.*]]: tensor<512xf32, #blocked>, {{%.*}}: i32)
  // CHECK: scf.for {{.*}} iter_args({{%.*}} = [[X]])
  // CHECK-NEXT: arith.addf [[X]], [[X]]
  tt.func private @never_called(%x: tensor<512xf32, #a>, %n: i32) -> tensor<512xf32, #a> attributes {noinline = true} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> (tensor<512xf32, #a>) : i32 {
      %s = arith.addf %u, %x : tensor<512xf32, #a>
      scf.yield %s : tensor<512xf32, #a>
    }
    tt.return %r : tensor<512xf32, #a>
  }
}

// -----

// Blocks and branches between them.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // An argument of a block ends a slice, as it is not followed.
  // CHECK-LABEL: @blocks(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xi32, #blocked1> -> tensor<512xi32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xi32, #blocked>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xi32, #blocked>) -> ()
  tt.func @blocks(%x: i32, %k: i1) -> tensor<512xi32, #b> {
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    cf.cond_br %k, ^bb1(%s : tensor<512xi32, #a>), ^bb2
  ^bb1(%y: tensor<512xi32, #a>):
    %c = ttg.convert_layout %y : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %c : tensor<512xi32, #b>
  ^bb2:
    %t = arith.addi %r, %r : tensor<512xi32, #a>
    %d = ttg.convert_layout %t : tensor<512xi32, #a> -> tensor<512xi32, #b>
    "use.it"(%d) : (tensor<512xi32, #b>) -> ()
    cf.br ^bb1(%t : tensor<512xi32, #a>)
  }
  // A conversion in the first block serves those that it dominates.
  // CHECK-LABEL: @dominates(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @dominates(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1) -> tensor<512xf32, #b> {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
    %c = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
    "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    cf.cond_br %k, ^bb1, ^bb2
  ^bb1:
    %s = arith.addf %v, %v : tensor<512xf32, #a>
    %d = ttg.convert_layout %s : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %d : tensor<512xf32, #b>
  ^bb2:
    %t = arith.mulf %v, %v : tensor<512xf32, #a>
    %e = ttg.convert_layout %t : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %e : tensor<512xf32, #b>
  }
}
