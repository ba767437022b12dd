// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions --cse | FileCheck %s

// Conversions in the branches of a conditional, by itself and in a loop, and what a loop yields from
// outside of it.

#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Only one branch converts: what it converts is made in that layout, and is as cheap to choose as
  // what the other one yields (upstream: if_convert_else_not).
  // CHECK-LABEL: @if_convert_else_not(
  // CHECK: [[S:%.*]] = tt.splat {{%.*}} : i16 -> tensor<16x32xi16, #blocked>
  // CHECK-NEXT: [[M:%.*]] = arith.xori [[S]], {{%.*}} : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: [[R:%.*]] = arith.select {{%.*}}, [[M]], [[S]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: tt.store {{%.*}}, [[R]] : tensor<16x32x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: tt.return
  tt.func @if_convert_else_not(%p: tensor<16x32x!tt.ptr<i16>, #b>, %x: i16, %k: i1) {
    %bits = arith.constant dense<21> : tensor<16x32xi16, #a>
    %s = tt.splat %x : i16 -> tensor<16x32xi16, #a>
    %t = tt.splat %x : i16 -> tensor<16x32xi16, #b>
    %m = arith.xori %s, %bits : tensor<16x32xi16, #a>
    %r = scf.if %k -> (tensor<16x32xi16, #b>) {
      %c = ttg.convert_layout %m : tensor<16x32xi16, #a> -> tensor<16x32xi16, #b>
      scf.yield %c : tensor<16x32xi16, #b>
    } else {
      scf.yield %t : tensor<16x32xi16, #b>
    }
    tt.store %p, %r : tensor<16x32x!tt.ptr<i16>, #b>
    tt.return
  }
  // The other branch, which does something besides, so the conditional stays
  // (upstream: if_not_else_convert).
  // CHECK-LABEL: @if_not_else_convert(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[S:%.*]] = tt.splat {{%.*}} : i16 -> tensor<16x32xi16, #blocked>
  // CHECK-NEXT: [[M:%.*]] = arith.subi {{%.*}}, [[S]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: [[R:%.*]] = arith.select {{%.*}}, [[S]], [[M]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: scf.if {{%.*}} {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: "do.it"({{%.*}}) : (i16) -> ()
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.store {{%.*}}, [[R]] : tensor<16x32x!tt.ptr<i16>, #blocked>
  tt.func @if_not_else_convert(%p: tensor<16x32x!tt.ptr<i16>, #b>, %x: i16, %k: i1) {
    %bits = arith.constant dense<21> : tensor<16x32xi16, #a>
    %s = tt.splat %x : i16 -> tensor<16x32xi16, #a>
    %t = tt.splat %x : i16 -> tensor<16x32xi16, #b>
    %m = arith.subi %bits, %s : tensor<16x32xi16, #a>
    %r = scf.if %k -> (tensor<16x32xi16, #b>) {
      scf.yield %t : tensor<16x32xi16, #b>
    } else {
      "do.it"(%x) : (i16) -> ()
      %c = ttg.convert_layout %m : tensor<16x32xi16, #a> -> tensor<16x32xi16, #b>
      scf.yield %c : tensor<16x32xi16, #b>
    }
    tt.store %p, %r : tensor<16x32x!tt.ptr<i16>, #b>
    tt.return
  }
  // Both, and one computes with what the other one converts (upstream: if_else_both_convert).
  // CHECK-LABEL: @if_else_both_convert(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[S:%.*]] = tt.splat {{%.*}} : i16 -> tensor<16x32xi16, #blocked>
  // CHECK-NEXT: [[M:%.*]] = arith.xori [[S]], {{%.*}} : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<16x32xi16, #blocked>) {
  // CHECK-NEXT: scf.yield [[M]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[N:%.*]] = arith.muli [[M]], [[S]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: scf.yield [[N]] : tensor<16x32xi16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.store
  tt.func @if_else_both_convert(%p: tensor<16x32x!tt.ptr<i16>, #b>, %x: i16, %k: i1) {
    %bits = arith.constant dense<21> : tensor<16x32xi16, #a>
    %s = tt.splat %x : i16 -> tensor<16x32xi16, #a>
    %m = arith.xori %s, %bits : tensor<16x32xi16, #a>
    %r = scf.if %k -> (tensor<16x32xi16, #b>) {
      %c = ttg.convert_layout %m : tensor<16x32xi16, #a> -> tensor<16x32xi16, #b>
      scf.yield %c : tensor<16x32xi16, #b>
    } else {
      %n = arith.muli %m, %s : tensor<16x32xi16, #a>
      %c = ttg.convert_layout %n : tensor<16x32xi16, #a> -> tensor<16x32xi16, #b>
      scf.yield %c : tensor<16x32xi16, #b>
    }
    tt.store %p, %r : tensor<16x32x!tt.ptr<i16>, #b>
    tt.return
  }
}

// -----

// A load in a branch in a loop, and a kernel around it.

#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#vec = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#out = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The maximum over those tiles that a flag selects stays in the layout of the load through branch,
  // loop and all, up to the store; tiles not selected hand the maximum on (upstream: loop_if).
  // CHECK-LABEL: @loop_if(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOOP:%.*]]:2 = scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args([[MAX:%.*]] = {{%.*}}, [[PTR:%.*]] = {{%.*}}) -> (tensor<64x32xf16, #blocked>, tensor<64x32x!tt.ptr<f16>, #blocked>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[V:%.*]] = scf.if {{%.*}} -> (tensor<64x32xf16, #blocked>) {
  // CHECK-NEXT: [[L:%.*]] = tt.load [[PTR]] : tensor<64x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: scf.yield [[L]] : tensor<64x32xf16, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield [[MAX]] : tensor<64x32xf16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: arith.maximumf [[MAX]], [[V]] : tensor<64x32xf16, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.splat
  // CHECK-NEXT: tt.addptr
  // CHECK-NEXT: [[O:%.*]] = ttg.convert_layout [[LOOP]]#0 : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #blocked1>
  // CHECK-NEXT: tt.store {{%.*}}, [[O]] : tensor<64x32x!tt.ptr<f16>, #blocked1>
  tt.func @loop_if(%p: !tt.ptr<f16>, %flags: !tt.ptr<i32>, %q: !tt.ptr<f16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lowest = arith.constant dense<0xFC00> : tensor<64x32xf16, #row>
    %stride = arith.constant dense<2048> : tensor<64x32xi32, #row>
    %width = arith.constant dense<32> : tensor<64x1xi32, #row>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %j = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #row}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<64x1xi32, #row>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x32xi32, #row>
    %i3 = arith.muli %i2, %width : tensor<64x1xi32, #row>
    %i4 = tt.broadcast %i3 : tensor<64x1xi32, #row> -> tensor<64x32xi32, #row>
    %j4 = tt.broadcast %j2 : tensor<1x32xi32, #row> -> tensor<64x32xi32, #row>
    %off = arith.addi %i4, %j4 : tensor<64x32xi32, #row>
    %base = tt.splat %p : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>, #row>
    %first = tt.addptr %base, %off : tensor<64x32x!tt.ptr<f16>, #row>, tensor<64x32xi32, #row>
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%max = %lowest, %ptr = %first) -> (tensor<64x32xf16, #row>, tensor<64x32x!tt.ptr<f16>, #row>) : i32 {
      %flag = tt.addptr %flags, %t : !tt.ptr<i32>, i32
      %f = tt.load %flag : !tt.ptr<i32>
      %k = arith.cmpi ne, %f, %c0 : i32
      %v = scf.if %k -> (tensor<64x32xf16, #row>) {
        %ptr2 = ttg.convert_layout %ptr : tensor<64x32x!tt.ptr<f16>, #row> -> tensor<64x32x!tt.ptr<f16>, #vec>
        %l = tt.load %ptr2 : tensor<64x32x!tt.ptr<f16>, #vec>
        %l2 = ttg.convert_layout %l : tensor<64x32xf16, #vec> -> tensor<64x32xf16, #row>
        scf.yield %l2 : tensor<64x32xf16, #row>
      } else {
        scf.yield %max : tensor<64x32xf16, #row>
      }
      %max2 = arith.maximumf %max, %v : tensor<64x32xf16, #row>
      %next = tt.addptr %ptr, %stride : tensor<64x32x!tt.ptr<f16>, #row>, tensor<64x32xi32, #row>
      scf.yield %max2, %next : tensor<64x32xf16, #row>, tensor<64x32x!tt.ptr<f16>, #row>
    }
    %base2 = tt.splat %q : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>, #row>
    %to = tt.addptr %base2, %off : tensor<64x32x!tt.ptr<f16>, #row>, tensor<64x32xi32, #row>
    %to2 = ttg.convert_layout %to : tensor<64x32x!tt.ptr<f16>, #row> -> tensor<64x32x!tt.ptr<f16>, #out>
    %r2 = ttg.convert_layout %r#0 : tensor<64x32xf16, #row> -> tensor<64x32xf16, #out>
    tt.store %to2, %r2 : tensor<64x32x!tt.ptr<f16>, #out>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A conditional in a loop yields two values, of which one is wanted in the other layout both in the
  // branch and after the loop: it is carried in that layout alone
  // (upstream: rematerialize_if_inside_loop).
  // CHECK-LABEL: @rematerialize_if_inside_loop(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOOP:%.*]]:2 = scf.for {{%.*}} iter_args([[V:%.*]] = {{%.*}}, [[U:%.*]] = {{%.*}}) -> (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>)
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[IF:%.*]]:2 = scf.if {{%.*}} -> (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) {
  // CHECK-NEXT: [[U2:%.*]] = arith.shli [[U]], {{%.*}} : tensor<128xi32, #blocked>
  // CHECK-NEXT: [[V2:%.*]] = arith.ori [[V]], [[U2]] : tensor<128xi32, #blocked>
  // CHECK-NEXT: scf.yield [[V2]], [[U2]]
  // CHECK: scf.yield [[IF]]#0, [[IF]]#1
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return [[LOOP]]#1, [[LOOP]]#0
  tt.func @rematerialize_if_inside_loop(%n: i32) -> (tensor<128xi32, #b>, tensor<128xi32, #b>) {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %one = arith.constant dense<1> : tensor<128xi32, #a>
    %zero = arith.constant dense<0> : tensor<128xi32, #b>
    %r:2 = scf.for %i = %c0 to %n step %c2 iter_args(%u = %one, %v = %zero) -> (tensor<128xi32, #a>, tensor<128xi32, #b>) : i32 {
      %k = arith.cmpi ugt, %i, %c2 : i32
      %w:2 = scf.if %k -> (tensor<128xi32, #b>, tensor<128xi32, #a>) {
        %u2 = arith.shli %u, %one : tensor<128xi32, #a>
        %u3 = ttg.convert_layout %u2 : tensor<128xi32, #a> -> tensor<128xi32, #b>
        %v2 = arith.ori %v, %u3 : tensor<128xi32, #b>
        scf.yield %v2, %u2 : tensor<128xi32, #b>, tensor<128xi32, #a>
      } else {
        scf.yield %zero, %one : tensor<128xi32, #b>, tensor<128xi32, #a>
      }
      scf.yield %w#1, %w#0 : tensor<128xi32, #a>, tensor<128xi32, #b>
    }
    %o = ttg.convert_layout %r#0 : tensor<128xi32, #a> -> tensor<128xi32, #b>
    tt.return %o, %r#1 : tensor<128xi32, #b>, tensor<128xi32, #b>
  }
  // The loop runs, so its result is what it yields, not its initial value
  // (upstream: yield_outside_loop1).
  // CHECK-LABEL: @yield_outside_loop1(
  // CHECK-SAME: {{%.*}}: tensor<128xf32, #blocked1>, [[Y:%.*]]: tensor<128xf32, #blocked1>, [[Z:%.*]]: i64)
  // CHECK-NEXT: tt.return [[Y]], [[Z]] : tensor<128xf32, #blocked1>, i64
  tt.func @yield_outside_loop1(%x: tensor<128xf32, #a>, %y: tensor<128xf32, #a>, %z: i64) -> (tensor<128xf32, #a>, i64) {
    %c2 = arith.constant 2 : i32
    %c9 = arith.constant 9 : i32
    %c3 = arith.constant 3 : i32
    %zero = arith.constant 0 : i64
    %r:2 = scf.for %i = %c2 to %c9 step %c3 iter_args(%u = %x, %v = %zero) -> (tensor<128xf32, #a>, i64) : i32 {
      scf.yield %y, %z : tensor<128xf32, #a>, i64
    }
    tt.return %r#0, %r#1 : tensor<128xf32, #a>, i64
  }
  // Who knows whether it runs.
  // CHECK-LABEL: @yield_outside_loop1_if_it_runs(
  // CHECK-SAME: [[X:%.*]]: tensor<128xf32, #blocked1>, [[Y:%.*]]: tensor<128xf32, #blocked1>, {{%.*}}: i32)
  // CHECK: [[R:%.*]] = scf.for {{%.*}} iter_args({{%.*}} = [[X]]) -> (tensor<128xf32, #blocked1>)
  // CHECK-NEXT: scf.yield [[Y]] : tensor<128xf32, #blocked1>
  // CHECK: tt.return [[R]]
  tt.func @yield_outside_loop1_if_it_runs(%x: tensor<128xf32, #a>, %y: tensor<128xf32, #a>, %n: i32) -> tensor<128xf32, #a> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> (tensor<128xf32, #a>) : i32 {
      scf.yield %y : tensor<128xf32, #a>
    }
    tt.return %r : tensor<128xf32, #a>
  }
  // A value that every iteration yields as it came in needs no carrying, the sum made with it does
  // (upstream: yield_outside_loop2).
  // CHECK-LABEL: @yield_outside_loop2(
  // CHECK-SAME: [[X:%.*]]: tensor<128xf32, #blocked1>, {{%.*}}: i32)
  // CHECK: [[R:%.*]] = scf.for {{%.*}} iter_args([[U:%.*]] = {{%.*}}) -> (tensor<128xf32, #blocked1>)
  // CHECK-NEXT: [[W:%.*]] = arith.mulf [[U]], [[X]] : tensor<128xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[W]] : tensor<128xf32, #blocked1>
  // CHECK: tt.return [[X]], [[R]]
  tt.func @yield_outside_loop2(%x: tensor<128xf32, #a>, %n: i32) -> (tensor<128xf32, #a>, tensor<128xf32, #a>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<1.0> : tensor<128xf32, #a>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %z, %v = %x) -> (tensor<128xf32, #a>, tensor<128xf32, #a>) : i32 {
      %w = arith.mulf %u, %v : tensor<128xf32, #a>
      scf.yield %w, %x : tensor<128xf32, #a>, tensor<128xf32, #a>
    }
    tt.return %r#1, %r#0 : tensor<128xf32, #a>, tensor<128xf32, #a>
  }
}
