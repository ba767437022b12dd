// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Conversions that stay move to where they cost less: in front of extensions and broadcasts.

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // In front of an extension, past cheap arithmetic (upstream: hoist_above_ext).
  // CHECK-LABEL: @above_extf(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked1> to tensor<32x64xf32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @above_extf(%x: tensor<32x64xf16, #a>, %y: f32) -> tensor<32x64xf32, #b> {
    %e = arith.extf %x : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %s = tt.splat %y : f32 -> tensor<32x64xf32, #a>
    %m = arith.mulf %e, %s : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %m : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // CHECK-LABEL: @above_extsi(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xi8, #blocked> -> tensor<32x64xi8, #blocked1>
  // CHECK-NEXT: arith.extsi {{%.*}} : tensor<32x64xi8, #blocked1> to tensor<32x64xi32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<32x64xi32, #blocked1>
  tt.func @above_extsi(%x: tensor<32x64xi8, #a>) -> tensor<32x64xi32, #b> {
    %e = arith.extsi %x : tensor<32x64xi8, #a> to tensor<32x64xi32, #a>
    %m = arith.addi %e, %e : tensor<32x64xi32, #a>
    %c = ttg.convert_layout %m : tensor<32x64xi32, #a> -> tensor<32x64xi32, #b>
    tt.return %c : tensor<32x64xi32, #b>
  }
  // Of two extensions in a row only the second one is passed.
  // CHECK-LABEL: @above_two_in_a_row(
  // CHECK-NEXT: tt.fp_to_fp {{%.*}} : tensor<32x64xf8E5M2, #blocked> -> tensor<32x64xf16, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked1> to tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @above_two_in_a_row(%x: tensor<32x64xf8E5M2, #a>) -> tensor<32x64xf32, #b> {
    %e = tt.fp_to_fp %x : tensor<32x64xf8E5M2, #a> -> tensor<32x64xf16, #a>
    %f = arith.extf %e : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %c = ttg.convert_layout %f : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // A conversion of a float to a wider one counts as an extension, to a narrower one it does not
  // (upstream: hoist_above_fptofp, dont_hoist_above_trunc_fptofp).
  // CHECK-LABEL: @above_fp_to_fp(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf8E5M2, #blocked> -> tensor<32x64xf8E5M2, #blocked1>
  // CHECK-NEXT: tt.fp_to_fp {{%.*}} : tensor<32x64xf8E5M2, #blocked1> -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @above_fp_to_fp(%x: tensor<32x64xf8E5M2, #a>) -> tensor<32x64xf32, #b> {
    %e = tt.fp_to_fp %x : tensor<32x64xf8E5M2, #a> -> tensor<32x64xf32, #a>
    %c = ttg.convert_layout %e : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // CHECK-LABEL: @not_above_narrowing(
  // CHECK-NEXT: tt.fp_to_fp {{%.*}}, rounding = rtne : tensor<32x64xf32, #blocked> -> tensor<32x64xf8E5M2, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf8E5M2, #blocked> -> tensor<32x64xf8E5M2, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf8E5M2, #blocked1>
  tt.func @not_above_narrowing(%x: tensor<32x64xf32, #a>) -> tensor<32x64xf8E5M2, #b> {
    %e = tt.fp_to_fp %x, rounding = rtne : tensor<32x64xf32, #a> -> tensor<32x64xf8E5M2, #a>
    %c = ttg.convert_layout %e : tensor<32x64xf8E5M2, #a> -> tensor<32x64xf8E5M2, #b>
    tt.return %c : tensor<32x64xf8E5M2, #b>
  }
  // In front of a broadcast, whose operand is small (upstream: hoist_above_broadcast).
  // CHECK-LABEL: @above_broadcast(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x1xf32, #blocked> -> tensor<32x1xf32, #blocked1>
  // CHECK-NEXT: tt.broadcast {{%.*}} : tensor<32x1xf32, #blocked1> -> tensor<32x64xf32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @above_broadcast(%x: tensor<32x1xf32, #a>) -> tensor<32x64xf32, #b> {
    %e = tt.broadcast %x : tensor<32x1xf32, #a> -> tensor<32x64xf32, #a>
    %m = math.absf %e : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %m : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // In front of expand_dims, which makes nothing larger, if that comes free.
  // CHECK-LABEL: @above_expand_dims(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT: tt.expand_dims {{%.*}} {axis = 0 : i32} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<1x64xf32, #blocked1>
  tt.func @above_expand_dims(%x: tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>>) -> tensor<1x64xf32, #b> {
    %e = tt.expand_dims %x {axis = 0 : i32} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x64xf32, #a>
    %c = ttg.convert_layout %e : tensor<1x64xf32, #a> -> tensor<1x64xf32, #b>
    tt.return %c : tensor<1x64xf32, #b>
  }
  // Two extensions would need two conversions (upstream: hoist_above_ext2 has one).
  // CHECK-LABEL: @not_above_two(
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked> to tensor<32x64xf32, #blocked>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked> to tensor<32x64xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @not_above_two(%x: tensor<32x64xf16, #a>, %y: tensor<32x64xf16, #a>) -> tensor<32x64xf32, #b> {
    %e = arith.extf %x : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %f = arith.extf %y : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %m = arith.mulf %e, %f : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %m : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // Unless one of them can be had in the new layout (upstream: hoist_convert_above_extf_and_remat).
  // CHECK-LABEL: @one_of_two_again(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked1> to tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked1> to tensor<32x64xf32, #blocked1>
  // CHECK: tt.return {{%.*}} : tensor<32x64xf32, #blocked1>
  tt.func @one_of_two_again(%x: tensor<32x64xf16, #a>, %y: f16) -> tensor<32x64xf32, #b> {
    %s = tt.splat %y : f16 -> tensor<32x64xf16, #a>
    %e = arith.extf %x : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %f = arith.extf %s : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %m = arith.mulf %e, %f : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %m : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %c : tensor<32x64xf32, #b>
  }
  // Not if what is passed costs more than the conversion saves.
  // CHECK-LABEL: @not_past_expensive(
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked> to tensor<32x64xf32, #blocked>
  // CHECK-NEXT: math.exp {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: math.exp2 {{%.*}} : tensor<32x64xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<32x64xf32, #blocked>, tensor<32x64xf32, #blocked1>
  tt.func @not_past_expensive(%x: tensor<32x64xf16, #a>) -> (tensor<32x64xf32, #a>, tensor<32x64xf32, #b>) {
    %e = arith.extf %x : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
    %1 = math.exp %e : tensor<32x64xf32, #a>
    %2 = math.exp2 %1 : tensor<32x64xf32, #a>
    %3 = math.sqrt %2 : tensor<32x64xf32, #a>
    %c = ttg.convert_layout %3 : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
    tt.return %3, %c : tensor<32x64xf32, #a>, tensor<32x64xf32, #b>
  }
  // In a loop as well.
  // CHECK-LABEL: @in_a_loop(
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<32x64x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<32x64xf16, #blocked1> to tensor<32x64xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<32x64xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @in_a_loop(%p: tensor<32x64x!tt.ptr<f16>, #a>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %v = tt.load %p : tensor<32x64x!tt.ptr<f16>, #a>
      %e = arith.extf %v : tensor<32x64xf16, #a> to tensor<32x64xf32, #a>
      %s = arith.addf %e, %e : tensor<32x64xf32, #a>
      %c = ttg.convert_layout %s : tensor<32x64xf32, #a> -> tensor<32x64xf32, #b>
      "use.it"(%c) : (tensor<32x64xf32, #b>) -> ()
    }
    tt.return
  }
}

// -----

// Into conditionals: only the branch that needs a conversion gets it.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // In a loop (upstream: hoist_one_conditional).
  // CHECK-LABEL: @in_a_loop(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @in_a_loop(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      } else {
        scf.yield %z : tensor<512xf32, #a>
      }
      %e = arith.addf %r, %r : tensor<512xf32, #a>
      %c = ttg.convert_layout %e : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // The load in the other branch.
  // CHECK-LABEL: @else_branch(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @else_branch(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        scf.yield %z : tensor<512xf32, #a>
      } else {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // Not outside of a loop: the conditional runs as often as the conversion.
  // CHECK-LABEL: @not_in_a_loop(
  // CHECK-NEXT: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked>
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked1>
  tt.func @not_in_a_loop(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1) -> tensor<512xf32, #b> {
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    %r = scf.if %k -> (tensor<512xf32, #a>) {
      %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
      scf.yield %v : tensor<512xf32, #a>
    } else {
      scf.yield %z : tensor<512xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // Not if both branches need it.
  // CHECK-LABEL: @both_branches(
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @both_branches(%p: tensor<512x!tt.ptr<f32>, #a>, %q: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      } else {
        %w = tt.load %q : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %w : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // One conditional hands its result to another one (upstream: hoist_multiple_conditional, chained_if).
  // CHECK-LABEL: @one_after_the_other(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: arith.constant dense<1.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @one_after_the_other(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %l: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    %o = arith.constant dense<1.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      } else {
        scf.yield %z : tensor<512xf32, #a>
      }
      %s = scf.if %l -> (tensor<512xf32, #a>) {
        %t = arith.addf %r, %r : tensor<512xf32, #a>
        scf.yield %t : tensor<512xf32, #a>
      } else {
        scf.yield %o : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %s : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // One in the other: the inner one is not directly in the loop, so the slice ends there.
  // CHECK-LABEL: @one_in_the_other(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @one_in_the_other(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %l: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %s = scf.if %l -> (tensor<512xf32, #a>) {
          %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
          scf.yield %v : tensor<512xf32, #a>
        } else {
          scf.yield %z : tensor<512xf32, #a>
        }
        scf.yield %s : tensor<512xf32, #a>
      } else {
        scf.yield %z : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // Into two conditionals at once.
  // CHECK-LABEL: @sum_of_two(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK: tt.return
  tt.func @sum_of_two(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %l: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      } else {
        scf.yield %z : tensor<512xf32, #a>
      }
      %s = scf.if %l -> (tensor<512xf32, #a>) {
        scf.yield %z : tensor<512xf32, #a>
      } else {
        %w = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %w : tensor<512xf32, #a>
      }
      %t = arith.addf %r, %s : tensor<512xf32, #a>
      %c = ttg.convert_layout %t : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
  // What the loop carries to the conditional is carried twice (upstream: hoist_across_loop).
  // CHECK-LABEL: @carried(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked>
  // CHECK-NEXT: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}) -> (tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>)  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  // CHECK: "use.it"({{%.*}}) : (tensor<512xf32, #blocked1>) -> ()
  // CHECK-NEXT: scf.yield {{%.*}}, {{%.*}} : tensor<512xf32, #blocked>, tensor<512xf32, #blocked1>
  // CHECK: tt.return
  tt.func @carried(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    %out = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<512xf32, #a>) : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        %w = arith.addf %v, %acc : tensor<512xf32, #a>
        scf.yield %w : tensor<512xf32, #a>
      } else {
        scf.yield %acc : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
      scf.yield %r : tensor<512xf32, #a>
    }
    tt.return
  }
}
