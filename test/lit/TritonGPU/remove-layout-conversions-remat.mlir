// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Backward rematerialization: a value is computed again in the layout that is wanted, if that costs
// no more than to convert it.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Cheap arithmetic is done twice: both results are used.
  // CHECK-LABEL: @cheap_twice(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<512xi32, #blocked>, tensor<512xi32, #blocked1>
  tt.func @cheap_twice(%x: i32) -> (tensor<512xi32, #a>, tensor<512xi32, #b>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %m = arith.muli %r, %s : tensor<512xi32, #a>
    %n = arith.addi %m, %s : tensor<512xi32, #a>
    %c = ttg.convert_layout %n : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %n, %c : tensor<512xi32, #a>, tensor<512xi32, #b>
  }
  // A conversion costs 32 for each byte, a slow operation 8: four of them may be done twice, five not.
  // CHECK-LABEL: @four_exponentials(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: math.exp {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  tt.func @four_exponentials(%x: f32) -> (tensor<512xf32, #a>, tensor<512xf32, #b>) {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %1 = math.exp %s : tensor<512xf32, #a>
    %2 = math.exp2 %1 : tensor<512xf32, #a>
    %3 = math.sqrt %2 : tensor<512xf32, #a>
    %4 = arith.divf %3, %s : tensor<512xf32, #a>
    %c = ttg.convert_layout %4 : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %4, %c : tensor<512xf32, #a>, tensor<512xf32, #b>
  }
  // CHECK-LABEL: @five_exponentials(
  // CHECK: math.exp {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  tt.func @five_exponentials(%x: f32) -> (tensor<512xf32, #a>, tensor<512xf32, #b>) {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %1 = math.exp %s : tensor<512xf32, #a>
    %2 = math.exp2 %1 : tensor<512xf32, #a>
    %3 = math.sqrt %2 : tensor<512xf32, #a>
    %4 = arith.divf %3, %s : tensor<512xf32, #a>
    %5 = math.log %4 : tensor<512xf32, #a>
    %c = ttg.convert_layout %5 : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %5, %c : tensor<512xf32, #a>, tensor<512xf32, #b>
  }
  // Where nothing else uses them, any number may move (upstream: nested_convert_single_use).
  // CHECK-LABEL: @moved_not_copied(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func @moved_not_copied(%x: f32) -> tensor<512xf32, #b> {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %1 = math.exp %s : tensor<512xf32, #a>
    %2 = math.exp2 %1 : tensor<512xf32, #a>
    %3 = math.sqrt %2 : tensor<512xf32, #a>
    %4 = arith.divf %3, %s : tensor<512xf32, #a>
    %5 = math.log %4 : tensor<512xf32, #a>
    %6 = math.sin %5 : tensor<512xf32, #a>
    %c = ttg.convert_layout %6 : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // A small tensor costs as much to convert as one of 32 elements of 4 bytes.
  // CHECK-LABEL: @minimal_cost(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<16xi8, #blocked>, tensor<16xi8, #blocked1>
  tt.func @minimal_cost(%x: i8) -> (tensor<16xi8, #a>, tensor<16xi8, #b>) {
    %s = tt.splat %x : i8 -> tensor<16xi8, #a>
    %1 = math.ctpop %s : tensor<16xi8, #a>
    %2 = math.ctlz %1 : tensor<16xi8, #a>
    %3 = math.cttz %2 : tensor<16xi8, #a>
    %4 = math.ctpop %3 : tensor<16xi8, #a>
    %5 = math.ctlz %4 : tensor<16xi8, #a>
    %6 = math.cttz %5 : tensor<16xi8, #a>
    %c = ttg.convert_layout %6 : tensor<16xi8, #a> -> tensor<16xi8, #b>
    tt.return %6, %c : tensor<16xi8, #a>, tensor<16xi8, #b>
  }
  // What only part of the slice uses twice is copied, the rest moves (upstream: remat_cycle_single_use
  // and the multi-use cases).
  // CHECK-LABEL: @partly_used(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: math.exp {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  tt.func @partly_used(%x: f32) -> (tensor<512xf32, #a>, tensor<512xf32, #b>) {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %1 = math.exp %s : tensor<512xf32, #a>
    %2 = math.exp2 %1 : tensor<512xf32, #a>
    %3 = math.sqrt %2 : tensor<512xf32, #a>
    %4 = math.log %3 : tensor<512xf32, #a>
    %5 = math.sin %4 : tensor<512xf32, #a>
    %6 = math.cos %5 : tensor<512xf32, #a>
    %c = ttg.convert_layout %6 : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %2, %c : tensor<512xf32, #a>, tensor<512xf32, #b>
  }
  // The second conversion of a value takes the result of the first one where that comes before it
  // (upstream: reuse_layout_conversion).
  // CHECK-LABEL: @second_conversion(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked1>, tensor<512xf32, #blocked1>
  tt.func @second_conversion(%p: tensor<512x!tt.ptr<f32>, #a>) -> (tensor<512xf32, #b>, tensor<512xf32, #b>) {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
    %c = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %e = arith.addf %v, %v : tensor<512xf32, #a>
    %f = arith.mulf %e, %v : tensor<512xf32, #a>
    %d = ttg.convert_layout %f : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c, %d : tensor<512xf32, #b>, tensor<512xf32, #b>
  }
  // But not one in a branch, or one that comes later (upstream: respect_dominance).
  // CHECK-LABEL: @not_from_a_branch(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.if {{%.*}} {
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func @not_from_a_branch(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1) -> tensor<512xf32, #b> {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
    scf.if %k {
      %c = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    %e = arith.addf %v, %v : tensor<512xf32, #a>
    %d = ttg.convert_layout %e : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %d : tensor<512xf32, #b>
  }
  // Into the branch the other way round: the conversion outside comes first.
  // CHECK-LABEL: @into_a_branch(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.if {{%.*}} {
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func @into_a_branch(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1) -> tensor<512xf32, #b> {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
    %c = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
    scf.if %k {
      %e = arith.addf %v, %v : tensor<512xf32, #a>
      %d = ttg.convert_layout %e : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%d) : (tensor<512xf32, #b>) -> ()
    }
    tt.return %c : tensor<512xf32, #b>
  }
  // Side effects are not repeated, neither are atomics.
  // CHECK-LABEL: @effects(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<64xf32, #blocked> -> tensor<64xf32, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64xf32, #blocked> -> tensor<64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<64xf32, #blocked1>, tensor<64xf32, #blocked1>
  tt.func @effects(%p: tensor<64x!tt.ptr<f32>, #a>, %x: tensor<64xf32, #a>, %m: tensor<64xi1, #a>) -> (tensor<64xf32, #b>, tensor<64xf32, #b>) {
    %v = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<64xf32, #a> -> tensor<64xf32, #a>
    %w = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (tensor<64x!tt.ptr<f32>, #a>, tensor<64xf32, #a>, tensor<64xi1, #a>) -> tensor<64xf32, #a>
    %c = ttg.convert_layout %v : tensor<64xf32, #a> -> tensor<64xf32, #b>
    %d = ttg.convert_layout %w : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %c, %d : tensor<64xf32, #b>, tensor<64xf32, #b>
  }
  // Assembly without effects is.
  // CHECK-LABEL: @pure_assembly(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}} : tensor<64xf32, #blocked1>
  tt.func @pure_assembly(%x: f32) -> tensor<64xf32, #b> {
    %s = tt.splat %x : f32 -> tensor<64xf32, #a>
    %v = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %s : tensor<64xf32, #a> -> tensor<64xf32, #a>
    %c = ttg.convert_layout %v : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %c : tensor<64xf32, #b>
  }
}

// -----

// Through loops and conditionals.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Offsets that a loop carries along: the loop gets them in the layout of the load only
  // (upstream: rematerialize_loop_arg).
  // CHECK-LABEL: @carried_offsets(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked>
  // CHECK: arith.constant dense<512> : tensor<512xi32, #blocked>
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked>, tensor<512x!tt.ptr<f32>, #blocked>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: scf.yield {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @carried_offsets(%p: !tt.ptr<f32>, %n: i32) -> tensor<512xf32, #b> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<512> : tensor<512xi32, #a>
    %z = arith.constant dense<0.0> : tensor<512xf32, #b>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
    %out:2 = scf.for %i = %c0 to %n step %c1 iter_args(%ptr = %q, %acc = %z) -> (tensor<512x!tt.ptr<f32>, #a>, tensor<512xf32, #b>) : i32 {
      %l = ttg.convert_layout %ptr : tensor<512x!tt.ptr<f32>, #a> -> tensor<512x!tt.ptr<f32>, #b>
      %v = tt.load %l : tensor<512x!tt.ptr<f32>, #b>
      %s = arith.addf %acc, %v : tensor<512xf32, #b>
      %next = tt.addptr %ptr, %step : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
      scf.yield %next, %s : tensor<512x!tt.ptr<f32>, #a>, tensor<512xf32, #b>
    }
    tt.return %out#1 : tensor<512xf32, #b>
  }
  // Carried twice, since the old layout is still used after the loop.
  // CHECK-LABEL: @carried_twice(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<512> : tensor<512xi32, #blocked1>
  // CHECK-NEXT: arith.constant dense<512> : tensor<512xi32, #blocked>
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}) -> (tensor<512x!tt.ptr<f32>, #blocked1>, tensor<512x!tt.ptr<f32>, #blocked>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK: scf.yield {{%.*}}, {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>, tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  tt.func @carried_twice(%p: !tt.ptr<f32>, %n: i32) -> tensor<512x!tt.ptr<f32>, #a> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<512> : tensor<512xi32, #a>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
    %out = scf.for %i = %c0 to %n step %c1 iter_args(%ptr = %q) -> (tensor<512x!tt.ptr<f32>, #a>) : i32 {
      %l = ttg.convert_layout %ptr : tensor<512x!tt.ptr<f32>, #a> -> tensor<512x!tt.ptr<f32>, #b>
      %v = tt.load %l : tensor<512x!tt.ptr<f32>, #b>
      "use.it"(%v) : (tensor<512xf32, #b>) -> ()
      %next = tt.addptr %ptr, %step : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
      scf.yield %next : tensor<512x!tt.ptr<f32>, #a>
    }
    tt.return %out : tensor<512x!tt.ptr<f32>, #a>
  }
  // Through two loops, one in the other: both carry more.
  // CHECK-LABEL: @two_loops(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<512> : tensor<512xi32, #blocked>
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512x!tt.ptr<f32>, #blocked>)  : i32 {
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512x!tt.ptr<f32>, #blocked>)  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK: scf.yield {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: tt.return
  tt.func @two_loops(%p: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<512> : tensor<512xi32, #a>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
    %outer = scf.for %i = %c0 to %n step %c1 iter_args(%x = %q) -> (tensor<512x!tt.ptr<f32>, #a>) : i32 {
      %inner = scf.for %j = %c0 to %i step %c1 iter_args(%y = %x) -> (tensor<512x!tt.ptr<f32>, #a>) : i32 {
        %l = ttg.convert_layout %y : tensor<512x!tt.ptr<f32>, #a> -> tensor<512x!tt.ptr<f32>, #b>
        %v = tt.load %l : tensor<512x!tt.ptr<f32>, #b>
        "use.it"(%v) : (tensor<512xf32, #b>) -> ()
        %next = tt.addptr %y, %step : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
        scf.yield %next : tensor<512x!tt.ptr<f32>, #a>
      }
      %s = tt.addptr %x, %step : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
      scf.yield %s : tensor<512x!tt.ptr<f32>, #a>
    }
    tt.return
  }
  // The result of a loop ends the slice.
  // CHECK-LABEL: @not_through_results(
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked1>)  : i32 {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @not_through_results(%x: f32, %n: i32) -> tensor<512xf32, #b> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = tt.splat %x : f32 -> tensor<512xf32, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<512xf32, #a>) : i32 {
      %s = arith.addf %acc, %z : tensor<512xf32, #a>
      scf.yield %s : tensor<512xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // Neither is a while loop passed, its arguments included (upstream: whileop_backward_negative).
  // CHECK-LABEL: @not_through_while(
  // CHECK: scf.while ({{%.*}} = {{%.*}}) : (tensor<512xf32, #blocked1>) -> tensor<512xf32, #blocked1> {
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK-NEXT: scf.condition({{%.*}}) {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func @not_through_while(%x: f32, %k: i1) -> tensor<512xf32, #a> {
    %z = tt.splat %x : f32 -> tensor<512xf32, #a>
    %r = scf.while (%y = %z) : (tensor<512xf32, #a>) -> tensor<512xf32, #a> {
      %c = ttg.convert_layout %y : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
      scf.condition(%k) %y : tensor<512xf32, #a>
    } do {
    ^bb0(%w: tensor<512xf32, #a>):
      %s = arith.addf %w, %z : tensor<512xf32, #a>
      scf.yield %s : tensor<512xf32, #a>
    }
    tt.return %r : tensor<512xf32, #a>
  }
  // Inside of a while loop slices are as anywhere.
  // CHECK-LABEL: @inside_while(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.while : () -> () {
  // CHECK-NEXT: scf.condition({{%.*}})
  // CHECK: "use.it"({{%.*}}) : (tensor<512xi32, #blocked>) -> ()
  // CHECK-NEXT: scf.yield
  // CHECK: tt.return
  tt.func @inside_while(%x: i32, %k: i1) {
    scf.while : () -> () {
      scf.condition(%k)
    } do {
      %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
      %s = tt.splat %x : i32 -> tensor<512xi32, #a>
      %t = arith.addi %r, %s : tensor<512xi32, #a>
      %c = ttg.convert_layout %t : tensor<512xi32, #a> -> tensor<512xi32, #b>
      "use.it"(%c) : (tensor<512xi32, #b>) -> ()
      scf.yield
    }
    tt.return
  }
  // A conditional gets a result more, and loses the old one where nobody wants it
  // (upstream: rematerialize_through_if).
  // CHECK-LABEL: @conditional(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @conditional(%x: f32, %k: i1) -> tensor<512xf32, #b> {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %r = scf.if %k -> (tensor<512xf32, #a>) {
      %t = arith.addf %s, %s : tensor<512xf32, #a>
      scf.yield %t : tensor<512xf32, #a>
    } else {
      scf.yield %s : tensor<512xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // Of three results, the two that are converted are replaced; new ones come last.
  // CHECK-LABEL: @three_results(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.if {{%.*}} -> (tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>, tensor<512xf32, #blocked>) {
  // CHECK: scf.yield {{%.*}}, {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>, tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK: scf.yield {{%.*}}, {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>, tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>
  tt.func @three_results(%x: f32, %y: i32, %k: i1) -> (tensor<512xf32, #b>, tensor<512xi32, #a>, tensor<512xi32, #b>) {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %t = tt.splat %y : i32 -> tensor<512xi32, #a>
    %r:3 = scf.if %k -> (tensor<512xf32, #a>, tensor<512xi32, #a>, tensor<512xi32, #a>) {
      %u = arith.addf %s, %s : tensor<512xf32, #a>
      %v = arith.muli %t, %t : tensor<512xi32, #a>
      scf.yield %u, %v, %t : tensor<512xf32, #a>, tensor<512xi32, #a>, tensor<512xi32, #a>
    } else {
      %w = arith.addi %t, %t : tensor<512xi32, #a>
      scf.yield %s, %t, %w : tensor<512xf32, #a>, tensor<512xi32, #a>, tensor<512xi32, #a>
    }
    %d = ttg.convert_layout %r#2 : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %c = ttg.convert_layout %r#0 : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c, %r#1, %d : tensor<512xf32, #b>, tensor<512xi32, #a>, tensor<512xi32, #b>
  }
  // A conditional in a conditional in a loop, all of which the slice goes through.
  // CHECK-LABEL: @conditionals_in_a_loop(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked>)  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return
  tt.func @conditionals_in_a_loop(%x: f32, %k: i1, %l: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (tensor<512xf32, #a>) : i32 {
      %o = scf.if %k -> (tensor<512xf32, #a>) {
        %p = scf.if %l -> (tensor<512xf32, #a>) {
          %t = arith.addf %acc, %s : tensor<512xf32, #a>
          scf.yield %t : tensor<512xf32, #a>
        } else {
          scf.yield %acc : tensor<512xf32, #a>
        }
        scf.yield %p : tensor<512xf32, #a>
      } else {
        %u = arith.mulf %acc, %acc : tensor<512xf32, #a>
        scf.yield %u : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %o : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
      scf.yield %o : tensor<512xf32, #a>
    }
    tt.return
  }
  // Both layouts of a result are wanted by two conversions in a row: the second one finds what the
  // first one has made (upstream: if_result_multi_encoding_cache).
  // CHECK-LABEL: @converted_twice(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked>
  tt.func @converted_twice(%x: f32, %k: i1) -> (tensor<512xf32, #b>, tensor<512xf32, #b>) {
    %s = tt.splat %x : f32 -> tensor<512xf32, #a>
    %r = scf.if %k -> (tensor<512xf32, #a>) {
      %t = arith.addf %s, %s : tensor<512xf32, #a>
      scf.yield %t : tensor<512xf32, #a>
    } else {
      scf.yield %s : tensor<512xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %u = arith.addf %r, %r : tensor<512xf32, #a>
    %d = ttg.convert_layout %u : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c, %d : tensor<512xf32, #b>, tensor<512xf32, #b>
  }
}

// -----

// Operations that change the shape, and what a reduction costs.

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Two-dimensional offsets.
  // CHECK-LABEL: @offsets(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.expand_dims {{%.*}} {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
  // CHECK-NEXT: tt.expand_dims {{%.*}} {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
  // CHECK: tt.broadcast {{%.*}} : tensor<32x1xi32, #blocked> -> tensor<32x64xi32, #blocked>
  // CHECK-NEXT: tt.broadcast {{%.*}} : tensor<1x64xi32, #blocked> -> tensor<32x64xi32, #blocked>
  // CHECK: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @offsets(%p: !tt.ptr<f32>, %n: i32) -> tensor<32x64xf32, #b> {
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #a}>>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #a}>>
    %k = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32x1xi32, #a>
    %l = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x64xi32, #a>
    %s = tt.splat %n : i32 -> tensor<32x1xi32, #a>
    %m = arith.muli %k, %s : tensor<32x1xi32, #a>
    %o = tt.broadcast %m : tensor<32x1xi32, #a> -> tensor<32x64xi32, #a>
    %q = tt.broadcast %l : tensor<1x64xi32, #a> -> tensor<32x64xi32, #a>
    %t = arith.addi %o, %q : tensor<32x64xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #a>
    %u = tt.addptr %b, %t : tensor<32x64x!tt.ptr<f32>, #a>, tensor<32x64xi32, #a>
    %c = ttg.convert_layout %u : tensor<32x64x!tt.ptr<f32>, #a> -> tensor<32x64x!tt.ptr<f32>, #b>
    %v = tt.load %c : tensor<32x64x!tt.ptr<f32>, #b>
    tt.return %v : tensor<32x64xf32, #b>
  }
  // A maximum may be taken again, a sum of floats only if its own result is no longer used
  // (upstream: reduce_cvt1 and others).
  // CHECK-LABEL: @maximum(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x64xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x64xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.func @maximum(%x: f32) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>) {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.maximumf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<32x64xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>
    %c = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %r, %c : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  // CHECK-LABEL: @sum_used_twice(
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x64xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.func @sum_used_twice(%x: f32) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>) {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<32x64xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>
    %c = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %r, %c : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  // CHECK-LABEL: @sum(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x64xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.func @sum(%x: f32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>> {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<32x64xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>
    %c = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %c : tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  // Two elements add up to the same whatever the order.
  // CHECK-LABEL: @sum_of_two(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x2xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}} : f32
  // CHECK-NEXT: }) : (tensor<32x2xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.func @sum_of_two(%x: f32) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>) {
    %s = tt.splat %x : f32 -> tensor<32x2xf32, #a>
    %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<32x2xf32, #a>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>
    %c = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %r, %c : tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  // Both results of a reduction move together (upstream: backward_reduce_multiple_results).
  // CHECK-LABEL: @two_reductions(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<3> : tensor<32x64xi32, #blocked>
  // CHECK: "tt.reduce"({{%.*}}, {{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return {{%.*}}, {{%.*}} : f32, i32
  // CHECK-NEXT: }) : (tensor<32x64xf32, #blocked>, tensor<32x64xi32, #blocked>) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.func @two_reductions(%x: f32) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>> {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %z = arith.constant dense<3> : tensor<32x64xi32, #a>
    %r:2 = "tt.reduce"(%s, %z) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %i: i32, %v: f32, %j: i32):
      %m = arith.cmpf ogt, %u, %v : f32
      %w = arith.select %m, %u, %v : f32
      %k = arith.select %m, %i, %j : i32
      tt.reduce.return %w, %k : f32, i32
    }) : (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #a}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #a}>>)
    %c = ttg.convert_layout %r#1 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %c : tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  // A scan is done again in a blocked layout only, which the second one would not be in
  // (upstream: scan_propagation).
  // CHECK-LABEL: @scan(
  // CHECK: "tt.scan"({{%.*}}) <{axis = 1 : i32, reverse = false}> ({
  // CHECK: }) : (tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT: "tt.scan"({{%.*}}) <{axis = 0 : i32, reverse = false}> ({
  // CHECK: }) : (tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  tt.func @scan(%x: f32) -> (tensor<32x64xf32, #b>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>) {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %t = tt.splat %x : f32 -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %r = "tt.scan"(%s) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.scan.return %w : f32
    }) : (tensor<32x64xf32, #a>) -> tensor<32x64xf32, #a>
    %q = "tt.scan"(%t) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.scan.return %w : f32
    }) : (tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>>
    %c = ttg.convert_layout %r : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    %d = ttg.convert_layout %q : tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return %c, %d : tensor<32x64xf32, #b>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>
  }
  // A gather is done again by its indices; its source stays (upstream: backward_remat_gather_layout).
  // CHECK-LABEL: @gather(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.gather {{%.*}}[{{%.*}}] {axis = 1 : i32} : (tensor<32x64xf32, #blocked1>, tensor<32x64xi32, #blocked>) -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @gather(%x: tensor<32x64xf32, #a>, %i: i32) -> tensor<32x64xf32, #b> {
    %s = tt.splat %i : i32 -> tensor<32x64xi32, #a>
    %g = tt.gather %x[%s] {axis = 1 : i32} : (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) -> tensor<32x64xf32, #a>
    %c = ttg.convert_layout %g : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // CHECK-LABEL: @efficient_gather(
  // CHECK: tt.gather {{%.*}}[{{%.*}}] {axis = 1 : i32, efficient_layout} : (tensor<32x64xf32, #blocked1>, tensor<32x64xi32, #blocked1>) -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @efficient_gather(%x: tensor<32x64xf32, #a>, %i: i32) -> tensor<32x64xf32, #b> {
    %s = tt.splat %i : i32 -> tensor<32x64xi32, #a>
    %g = tt.gather %x[%s] {axis = 1 : i32, efficient_layout} : (tensor<32x64xf32, #a>, tensor<32x64xi32, #a>) -> tensor<32x64xf32, #a>
    %c = ttg.convert_layout %g : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // Back through a transposition, a join and a split.
  // CHECK-LABEL: @transposed(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: math.exp {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: tt.trans {{%.*}} {order = array<i32: 1, 0>} : tensor<32x64xf32, #blocked> -> tensor<64x32xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64x32xf32, #blocked2>
  tt.func @transposed(%x: f32) -> tensor<64x32xf32, #c> {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %e = math.exp %s : tensor<32x64xf32, #a>
    %t = tt.trans %e {order = array<i32: 1, 0>} : tensor<32x64xf32, #a> -> tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>>
    %c = ttg.convert_layout %t : tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>> -> tensor<64x32xf32, #c>
    tt.return %c : tensor<64x32xf32, #c>
  }
  // CHECK-LABEL: @joined_and_split(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked>
  tt.func @joined_and_split(%x: f32, %y: f32) -> tensor<32x64xf32, #b> {
    %s = tt.splat %x : f32 -> tensor<32x64xf32, #a>
    %t = tt.splat %y : f32 -> tensor<32x64xf32, #a>
    %j = tt.join %s, %t : tensor<32x64xf32, #a> -> tensor<32x64x2xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>>
    %l, %r = tt.split %j : tensor<32x64x2xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>> -> tensor<32x64xf32, #a>
    %u = arith.mulf %l, %r : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %u : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
}
