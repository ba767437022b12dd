// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Backward rematerialization across branches and loops: which conversion may stand for which, and
// whether what it costs to compute a value again is counted where regions yield it.

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A conversion in one branch is none for the other branch (upstream: remat_across_regions).
  // CHECK-LABEL: @remat_across_regions(
  // CHECK-NEXT: scf.if %arg2 {
  // CHECK-NEXT: "other.work"() : () -> ()
  // CHECK-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<16x32xi32, #blocked> -> tensor<16x32xi32, #blocked1>
  // CHECK-NEXT: tt.store %arg1, [[CONVERTED]] : tensor<16x32x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[CONVERTED2:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<16x32xi32, #blocked> -> tensor<16x32xi32, #blocked1>
  // CHECK-NEXT: tt.store %arg1, [[CONVERTED2]] : tensor<16x32x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @remat_across_regions(%x: tensor<16x32xi32, #a>, %p: tensor<16x32x!tt.ptr<i32>, #b>, %k: i1) {
    scf.if %k {
      "other.work"() : () -> ()
      %c = ttg.convert_layout %x : tensor<16x32xi32, #a> -> tensor<16x32xi32, #b>
      tt.store %p, %c : tensor<16x32x!tt.ptr<i32>, #b>
    } else {
      %c = ttg.convert_layout %x : tensor<16x32xi32, #a> -> tensor<16x32xi32, #b>
      tt.store %p, %c : tensor<16x32x!tt.ptr<i32>, #b>
    }
    tt.return
  }
  // One in front of the branches is.
  // CHECK-LABEL: @remat_across_regions_from_above(
  // CHECK-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<16x32xi32, #blocked> -> tensor<16x32xi32, #blocked1>
  // CHECK-NEXT: "use.it"([[CONVERTED]]) : (tensor<16x32xi32, #blocked1>) -> ()
  // CHECK-NEXT: scf.if %arg2 {
  // CHECK-NEXT: tt.store %arg1, [[CONVERTED]] : tensor<16x32x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @remat_across_regions_from_above(%x: tensor<16x32xi32, #a>, %p: tensor<16x32x!tt.ptr<i32>, #b>, %k: i1) {
    %s = ttg.convert_layout %x : tensor<16x32xi32, #a> -> tensor<16x32xi32, #b>
    "use.it"(%s) : (tensor<16x32xi32, #b>) -> ()
    scf.if %k {
      %c = ttg.convert_layout %x : tensor<16x32xi32, #a> -> tensor<16x32xi32, #b>
      tt.store %p, %c : tensor<16x32x!tt.ptr<i32>, #b>
    }
    tt.return
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // In front of the loop the loads' layout goes through the conditionals and is converted once; in
  // the loop the conversion stays with the load (upstream: cvt_in_peeled_prologue).
  // CHECK-LABEL: @cvt_in_peeled_prologue(
  // CHECK-NEXT: [[CST:%[a-zA-Z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[CST2:%[a-zA-Z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<1024xf16, #blocked>
  // CHECK-NEXT: [[IF:%[a-zA-Z0-9_]+]] = scf.if %arg4 -> (tensor<1024xf16, #blocked>) {
  // CHECK-NEXT: [[LOAD:%[a-zA-Z0-9_]+]] = tt.load %arg0 : tensor<1024x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: scf.yield [[LOAD]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield [[CST2]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[IF2:%[a-zA-Z0-9_]+]] = scf.if %arg5 -> (tensor<1024xf16, #blocked>) {
  // CHECK-NEXT: scf.yield [[IF]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[LOAD2:%[a-zA-Z0-9_]+]] = tt.load %arg0 : tensor<1024x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: scf.yield [[LOAD2]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[IF2]] : tensor<1024xf16, #blocked> -> tensor<1024xf16, #blocked1>
  // CHECK-NEXT: {{%.+}} = scf.for {{%.+}} = %arg2 to %arg3 step [[CST]] iter_args([[ARG:%[a-zA-Z0-9_]+]] = [[CONVERTED]]) -> (tensor<1024xf16, #blocked1>)  : i32 {
  // CHECK-NEXT: [[IF3:%[a-zA-Z0-9_]+]] = scf.if %arg6 -> (tensor<1024xf16, #blocked1>) {
  // CHECK-NEXT: [[LOAD3:%[a-zA-Z0-9_]+]] = tt.load %arg0 : tensor<1024x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[LOAD3]] : tensor<1024xf16, #blocked> -> tensor<1024xf16, #blocked1>
  // CHECK-NEXT: scf.yield [[CONVERTED2]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield [[ARG]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: "use.it"([[IF3]]) : (tensor<1024xf16, #blocked1>) -> ()
  // CHECK-NEXT: scf.yield [[IF3]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @cvt_in_peeled_prologue(%p: tensor<1024x!tt.ptr<f16>, #a>, %q: tensor<1024x!tt.ptr<f16>, #b>, %lo: i32, %hi: i32, %k: i1, %l: i1, %m: i1) {
    %one = arith.constant 1 : i32
    %half = arith.constant dense<5.000000e-01> : tensor<1024xf16, #b>
    %first = scf.if %k -> (tensor<1024xf16, #b>) {
      %v = tt.load %p : tensor<1024x!tt.ptr<f16>, #a>
      %c = ttg.convert_layout %v : tensor<1024xf16, #a> -> tensor<1024xf16, #b>
      scf.yield %c : tensor<1024xf16, #b>
    } else {
      scf.yield %half : tensor<1024xf16, #b>
    }
    %second = scf.if %l -> (tensor<1024xf16, #b>) {
      scf.yield %first : tensor<1024xf16, #b>
    } else {
      %v = tt.load %p : tensor<1024x!tt.ptr<f16>, #a>
      %c = ttg.convert_layout %v : tensor<1024xf16, #a> -> tensor<1024xf16, #b>
      scf.yield %c : tensor<1024xf16, #b>
    }
    %r = scf.for %i = %lo to %hi step %one iter_args(%carried = %second) -> (tensor<1024xf16, #b>) : i32 {
      %next = scf.if %m -> (tensor<1024xf16, #b>) {
        %v = tt.load %p : tensor<1024x!tt.ptr<f16>, #a>
        %c = ttg.convert_layout %v : tensor<1024xf16, #a> -> tensor<1024xf16, #b>
        scf.yield %c : tensor<1024xf16, #b>
      } else {
        scf.yield %carried : tensor<1024xf16, #b>
      }
      "use.it"(%next) : (tensor<1024xf16, #b>) -> ()
      scf.yield %next : tensor<1024xf16, #b>
    }
    tt.return
  }
  // The same conversion, behind a sum of what a conditional in the loop gives and what one in front
  // of it gave: it moves to the load in the loop, and behind the conditional in front of the loop
  // (upstream: cvt_in_loop_if_slice).
  // CHECK-LABEL: @cvt_in_loop_if_slice(
  // CHECK-NEXT: [[CST:%[a-zA-Z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[CST2:%[a-zA-Z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<1024xf16, #blocked>
  // CHECK-NEXT: [[CST3:%[a-zA-Z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: [[IF:%[a-zA-Z0-9_]+]] = scf.if %arg3 -> (tensor<1024xf16, #blocked>) {
  // CHECK-NEXT: scf.yield [[CST2]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[LOAD:%[a-zA-Z0-9_]+]] = tt.load %arg0 : tensor<1024x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: scf.yield [[LOAD]] : tensor<1024xf16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[IF]] : tensor<1024xf16, #blocked> -> tensor<1024xf16, #blocked1>
  // CHECK-NEXT: {{%.+}} = scf.for {{%.+}} = %arg1 to %arg2 step [[CST]] iter_args([[ARG:%[a-zA-Z0-9_]+]] = [[CST3]]) -> (tensor<1024xf16, #blocked1>)  : i32 {
  // CHECK-NEXT: [[IF2:%[a-zA-Z0-9_]+]] = scf.if %arg4 -> (tensor<1024xf16, #blocked1>) {
  // CHECK-NEXT: [[LOAD2:%[a-zA-Z0-9_]+]] = tt.load %arg0 : tensor<1024x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<1024xf16, #blocked> -> tensor<1024xf16, #blocked1>
  // CHECK-NEXT: scf.yield [[CONVERTED2]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield [[ARG]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: [[MULF:%[a-zA-Z0-9_]+]] = arith.mulf [[CONVERTED]], [[IF2]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: "use.it"([[MULF]]) : (tensor<1024xf16, #blocked1>) -> ()
  // CHECK-NEXT: scf.yield [[MULF]] : tensor<1024xf16, #blocked1>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @cvt_in_loop_if_slice(%p: tensor<1024x!tt.ptr<f16>, #a>, %lo: i32, %hi: i32, %k: i1, %l: i1) {
    %one = arith.constant 1 : i32
    %half = arith.constant dense<5.000000e-01> : tensor<1024xf16, #a>
    %outside = scf.if %k -> (tensor<1024xf16, #a>) {
      scf.yield %half : tensor<1024xf16, #a>
    } else {
      %v = tt.load %p : tensor<1024x!tt.ptr<f16>, #a>
      scf.yield %v : tensor<1024xf16, #a>
    }
    %r = scf.for %i = %lo to %hi step %one iter_args(%carried = %half) -> (tensor<1024xf16, #a>) : i32 {
      %next = scf.if %l -> (tensor<1024xf16, #a>) {
        %v = tt.load %p : tensor<1024x!tt.ptr<f16>, #a>
        scf.yield %v : tensor<1024xf16, #a>
      } else {
        scf.yield %carried : tensor<1024xf16, #a>
      }
      %product = arith.mulf %outside, %next : tensor<1024xf16, #a>
      %c = ttg.convert_layout %product : tensor<1024xf16, #a> -> tensor<1024xf16, #b>
      "use.it"(%c) : (tensor<1024xf16, #b>) -> ()
      scf.yield %product : tensor<1024xf16, #a>
    }
    tt.return
  }
}

// -----

// Six slow operations cost more than a conversion, so they are not done twice. But where their result
// is wanted in the new layout only, they can be done there instead. The layout of the loads is not one
// to keep: fewer elements than threads.

#a = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A loop carries the result, and only the conversion uses it there (upstream: remat_for_iter_arg).
  // CHECK-LABEL: @remat_for_iter_arg(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOG:%[a-zA-Z0-9_]+]] = math.log {{%.+}} : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SQRT:%[a-zA-Z0-9_]+]] = math.sqrt [[LOG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP2:%[a-zA-Z0-9_]+]] = math.exp2 [[SQRT]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SIN:%[a-zA-Z0-9_]+]] = math.sin [[EXP2]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[COS:%[a-zA-Z0-9_]+]] = math.cos [[SIN]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP:%[a-zA-Z0-9_]+]] = math.exp [[COS]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: {{%.+}} = scf.for {{%.+}} = {{%.+}} to %arg1 step {{%.+}} iter_args([[ARG:%[a-zA-Z0-9_]+]] = [[EXP]]) -> (tensor<64xf32, #blocked>)  : i32 {
  // CHECK-NEXT: "use.it"([[ARG]]) : (tensor<64xf32, #blocked>) -> ()
  // CHECK-NEXT: [[NEGF:%[a-zA-Z0-9_]+]] = arith.negf [[ARG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: scf.yield [[NEGF]] : tensor<64xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func @remat_for_iter_arg(%p: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<f32>, #a>
    %1 = math.log %v : tensor<64xf32, #a>
    %2 = math.sqrt %1 : tensor<64xf32, #a>
    %3 = math.exp2 %2 : tensor<64xf32, #a>
    %4 = math.sin %3 : tensor<64xf32, #a>
    %5 = math.cos %4 : tensor<64xf32, #a>
    %6 = math.exp %5 : tensor<64xf32, #a>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %6) -> (tensor<64xf32, #a>) : i32 {
      %c = ttg.convert_layout %carried : tensor<64xf32, #a> -> tensor<64xf32, #b>
      "use.it"(%c) : (tensor<64xf32, #b>) -> ()
      %next = arith.negf %carried : tensor<64xf32, #a>
      scf.yield %next : tensor<64xf32, #a>
    }
    tt.return
  }
  // With another use in the loop the conversion stays (upstream: remat_for_iter_arg_multi_use_negative).
  // CHECK-LABEL: @remat_for_iter_arg_multi_use_negative(
  // CHECK: [[LOG:%[a-zA-Z0-9_]+]] = math.log {{%.+}} : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[SQRT:%[a-zA-Z0-9_]+]] = math.sqrt [[LOG]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[EXP2:%[a-zA-Z0-9_]+]] = math.exp2 [[SQRT]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[SIN:%[a-zA-Z0-9_]+]] = math.sin [[EXP2]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[COS:%[a-zA-Z0-9_]+]] = math.cos [[SIN]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[EXP:%[a-zA-Z0-9_]+]] = math.exp [[COS]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: {{%.+}} = scf.for {{%.+}} = {{%.+}} to %arg1 step {{%.+}} iter_args([[ARG:%[a-zA-Z0-9_]+]] = [[EXP]]) -> (tensor<64xf32, #blocked1>)  : i32 {
  // CHECK-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[ARG]] : tensor<64xf32, #blocked1> -> tensor<64xf32, #blocked>
  // CHECK-NEXT: "use.it"([[ARG]], [[CONVERTED]]) : (tensor<64xf32, #blocked1>, tensor<64xf32, #blocked>) -> ()
  // CHECK-NEXT: [[NEGF:%[a-zA-Z0-9_]+]] = arith.negf [[ARG]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[NEGF]] : tensor<64xf32, #blocked1>
  // CHECK: tt.return
  tt.func @remat_for_iter_arg_multi_use_negative(%p: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<f32>, #a>
    %1 = math.log %v : tensor<64xf32, #a>
    %2 = math.sqrt %1 : tensor<64xf32, #a>
    %3 = math.exp2 %2 : tensor<64xf32, #a>
    %4 = math.sin %3 : tensor<64xf32, #a>
    %5 = math.cos %4 : tensor<64xf32, #a>
    %6 = math.exp %5 : tensor<64xf32, #a>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %6) -> (tensor<64xf32, #a>) : i32 {
      %c = ttg.convert_layout %carried : tensor<64xf32, #a> -> tensor<64xf32, #b>
      "use.it"(%carried, %c) : (tensor<64xf32, #a>, tensor<64xf32, #b>) -> ()
      %next = arith.negf %carried : tensor<64xf32, #a>
      scf.yield %next : tensor<64xf32, #a>
    }
    tt.return
  }
  // The first conversion turns round what the loop carries, which replaces the loop; what is known of
  // the two others, in its body, must follow (upstream: remat_for_iter_arg_stale_mapping).
  // CHECK-LABEL: @remat_for_iter_arg_stale_mapping(
  // CHECK-NEXT: [[CST:%[a-zA-Z0-9_]+]] = arith.constant 0 : i32
  // CHECK-NEXT: [[CST2:%[a-zA-Z0-9_]+]] = arith.constant 2 : i32
  // CHECK-NEXT: [[CST3:%[a-zA-Z0-9_]+]] = arith.constant dense<3> : tensor<64xi16, #blocked>
  // CHECK-NEXT: [[SPLAT:%[a-zA-Z0-9_]+]] = tt.splat %arg0 : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #blocked1>
  // CHECK-NEXT: [[SPLAT2:%[a-zA-Z0-9_]+]] = tt.splat %arg0 : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: [[SPLAT3:%[a-zA-Z0-9_]+]] = tt.splat %arg0 : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #blocked1>
  // CHECK-NEXT: [[LOAD:%[a-zA-Z0-9_]+]] = tt.load [[SPLAT]] : tensor<64x!tt.ptr<i16>, #blocked1>
  // CHECK-NEXT: [[LOAD2:%[a-zA-Z0-9_]+]] = tt.load [[SPLAT2]] : tensor<64x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: {{%.+}} = scf.for {{%.+}} = [[CST]] to %arg1 step [[CST2]] iter_args([[ARG:%[a-zA-Z0-9_]+]] = [[CST3]]) -> (tensor<64xi16, #blocked>)  : i32 {
  // CHECK-NEXT: tt.store [[SPLAT2]], [[ARG]] : tensor<64x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: tt.store [[SPLAT3]], [[LOAD]] : tensor<64x!tt.ptr<i16>, #blocked1>
  // CHECK-NEXT: scf.yield [[LOAD2]] : tensor<64xi16, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @remat_for_iter_arg_stale_mapping(%p: !tt.ptr<i16>, %n: i32) {
    %zero = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    %start = arith.constant dense<3> : tensor<64xi16, #a>
    %s = tt.splat %p : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #b>
    %t = tt.splat %p : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<i16>, #b>
    %r = scf.for %i = %zero to %n step %two iter_args(%carried = %start) -> (tensor<64xi16, #a>) : i32 {
      %c = ttg.convert_layout %carried : tensor<64xi16, #a> -> tensor<64xi16, #b>
      tt.store %s, %c : tensor<64x!tt.ptr<i16>, #b>
      %d = ttg.convert_layout %v : tensor<64xi16, #b> -> tensor<64xi16, #a>
      tt.store %t, %d : tensor<64x!tt.ptr<i16>, #a>
      %e = ttg.convert_layout %v : tensor<64xi16, #b> -> tensor<64xi16, #a>
      scf.yield %e : tensor<64xi16, #a>
    }
    tt.return
  }
  // The first conversion replaces the conditional, the second does so once more. That the first result
  // exists in the new layout is still known when the third conversion asks: three results in it, in
  // all, would be one too many.
  // CHECK-LABEL: @remat_if_yield_stale_mapping(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[IF:%[a-zA-Z0-9_]+]]:4 = scf.if %arg1 -> (tensor<64xf32, #blocked1>, tensor<64xf32, #blocked1>, tensor<64xf32, #blocked>, tensor<64xf32, #blocked>) {
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[SITOFP:%[a-zA-Z0-9_]+]] = arith.sitofp [[ARG:%[a-zA-Z0-9_]+]] : tensor<64xi32, #blocked> to tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SITOFP2:%[a-zA-Z0-9_]+]] = arith.sitofp [[ARG2:%[a-zA-Z0-9_]+]] : tensor<64xi32, #blocked1> to tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[UITOFP:%[a-zA-Z0-9_]+]] = arith.uitofp [[ARG]] : tensor<64xi32, #blocked> to tensor<64xf32, #blocked>
  // CHECK-NEXT: [[UITOFP2:%[a-zA-Z0-9_]+]] = arith.uitofp [[ARG2]] : tensor<64xi32, #blocked1> to tensor<64xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[SITOFP2]], [[UITOFP2]], [[SITOFP]], [[UITOFP]] : tensor<64xf32, #blocked1>, tensor<64xf32, #blocked1>, tensor<64xf32, #blocked>, tensor<64xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[UITOFP3:%[a-zA-Z0-9_]+]] = arith.uitofp [[ARG]] : tensor<64xi32, #blocked> to tensor<64xf32, #blocked>
  // CHECK-NEXT: [[UITOFP4:%[a-zA-Z0-9_]+]] = arith.uitofp [[ARG2]] : tensor<64xi32, #blocked1> to tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[SITOFP3:%[a-zA-Z0-9_]+]] = arith.sitofp [[ARG]] : tensor<64xi32, #blocked> to tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SITOFP4:%[a-zA-Z0-9_]+]] = arith.sitofp [[ARG2]] : tensor<64xi32, #blocked1> to tensor<64xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[UITOFP4]], [[SITOFP4]], [[UITOFP3]], [[SITOFP3]] : tensor<64xf32, #blocked1>, tensor<64xf32, #blocked1>, tensor<64xf32, #blocked>, tensor<64xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "use.it"([[IF]]#0, [[IF]]#1) : (tensor<64xf32, #blocked1>, tensor<64xf32, #blocked1>) -> ()
  // CHECK-NEXT: "use.it"([[IF]]#2) : (tensor<64xf32, #blocked>) -> ()
  // CHECK-NEXT: "use.it"([[IF]]#3) : (tensor<64xf32, #blocked>) -> ()
  // CHECK-NEXT: "use.it"([[IF]]#2) : (tensor<64xf32, #blocked>) -> ()
  // CHECK-NEXT: tt.return
  tt.func @remat_if_yield_stale_mapping(%x: i32, %k: i1) {
    %s = tt.splat %x : i32 -> tensor<64xi32, #a>
    %r:2 = scf.if %k -> (tensor<64xf32, #a>, tensor<64xf32, #a>) {
      "other.work"() : () -> ()
      %1 = arith.sitofp %s : tensor<64xi32, #a> to tensor<64xf32, #a>
      %2 = arith.uitofp %s : tensor<64xi32, #a> to tensor<64xf32, #a>
      scf.yield %1, %2 : tensor<64xf32, #a>, tensor<64xf32, #a>
    } else {
      %1 = arith.uitofp %s : tensor<64xi32, #a> to tensor<64xf32, #a>
      %2 = arith.sitofp %s : tensor<64xi32, #a> to tensor<64xf32, #a>
      scf.yield %1, %2 : tensor<64xf32, #a>, tensor<64xf32, #a>
    }
    "use.it"(%r#0, %r#1) : (tensor<64xf32, #a>, tensor<64xf32, #a>) -> ()
    %c = ttg.convert_layout %r#0 : tensor<64xf32, #a> -> tensor<64xf32, #b>
    "use.it"(%c) : (tensor<64xf32, #b>) -> ()
    %d = ttg.convert_layout %r#1 : tensor<64xf32, #a> -> tensor<64xf32, #b>
    "use.it"(%d) : (tensor<64xf32, #b>) -> ()
    %e = ttg.convert_layout %r#0 : tensor<64xf32, #a> -> tensor<64xf32, #b>
    "use.it"(%e) : (tensor<64xf32, #b>) -> ()
    tt.return
  }
  // Both branches yield the result (upstream: remat_if_yield).
  // CHECK-LABEL: @remat_if_yield(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[LOG:%[a-zA-Z0-9_]+]] = math.log {{%.+}} : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SQRT:%[a-zA-Z0-9_]+]] = math.sqrt [[LOG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP2:%[a-zA-Z0-9_]+]] = math.exp2 [[SQRT]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SIN:%[a-zA-Z0-9_]+]] = math.sin [[EXP2]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[COS:%[a-zA-Z0-9_]+]] = math.cos [[SIN]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP:%[a-zA-Z0-9_]+]] = math.exp [[COS]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: scf.if %arg1 {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: "other.work"() : () -> ()
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return [[EXP]] : tensor<64xf32, #blocked>
  tt.func @remat_if_yield(%p: !tt.ptr<f32>, %k: i1) -> tensor<64xf32, #b> {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<f32>, #a>
    %1 = math.log %v : tensor<64xf32, #a>
    %2 = math.sqrt %1 : tensor<64xf32, #a>
    %3 = math.exp2 %2 : tensor<64xf32, #a>
    %4 = math.sin %3 : tensor<64xf32, #a>
    %5 = math.cos %4 : tensor<64xf32, #a>
    %6 = math.exp %5 : tensor<64xf32, #a>
    %r = scf.if %k -> (tensor<64xf32, #a>) {
      scf.yield %6 : tensor<64xf32, #a>
    } else {
      "other.work"() : () -> ()
      scf.yield %6 : tensor<64xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %c : tensor<64xf32, #b>
  }
  // From a branch within a branch (upstream: remat_if_nested_yield).
  // CHECK-LABEL: @remat_if_nested_yield(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: [[IF:%[a-zA-Z0-9_]+]] = scf.if %arg1 -> (tensor<64xf32, #blocked>) {
  // CHECK-NEXT: scf.yield [[ARG:%[a-zA-Z0-9_]+]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[IF2:%[a-zA-Z0-9_]+]] = scf.if %arg2 -> (tensor<64xf32, #blocked>) {
  // CHECK-NEXT: scf.yield [[ARG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[LOG:%[a-zA-Z0-9_]+]] = math.log [[ARG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SQRT:%[a-zA-Z0-9_]+]] = math.sqrt [[LOG]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP2:%[a-zA-Z0-9_]+]] = math.exp2 [[SQRT]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[SIN:%[a-zA-Z0-9_]+]] = math.sin [[EXP2]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[COS:%[a-zA-Z0-9_]+]] = math.cos [[SIN]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: [[EXP:%[a-zA-Z0-9_]+]] = math.exp [[COS]] : tensor<64xf32, #blocked>
  // CHECK-NEXT: scf.yield [[EXP]] : tensor<64xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.yield [[IF2]] : tensor<64xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return [[IF]] : tensor<64xf32, #blocked>
  tt.func @remat_if_nested_yield(%p: !tt.ptr<f32>, %k: i1, %l: i1) -> tensor<64xf32, #b> {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<f32>, #a>
    %r = scf.if %k -> (tensor<64xf32, #a>) {
      scf.yield %v : tensor<64xf32, #a>
    } else {
      %t = scf.if %l -> (tensor<64xf32, #a>) {
        scf.yield %v : tensor<64xf32, #a>
      } else {
        %1 = math.log %v : tensor<64xf32, #a>
        %2 = math.sqrt %1 : tensor<64xf32, #a>
        %3 = math.exp2 %2 : tensor<64xf32, #a>
        %4 = math.sin %3 : tensor<64xf32, #a>
        %5 = math.cos %4 : tensor<64xf32, #a>
        %6 = math.exp %5 : tensor<64xf32, #a>
        scf.yield %6 : tensor<64xf32, #a>
      }
      scf.yield %t : tensor<64xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %c : tensor<64xf32, #b>
  }
  // A second use of the conditional's result is a second use of what its branch yields
  // (upstream: remat_if_yield_in_branch_multi_use_negative).
  // CHECK-LABEL: @remat_if_yield_in_branch_multi_use_negative(
  // CHECK: [[IF:%[a-zA-Z0-9_]+]] = scf.if %arg1 -> (tensor<64xf32, #blocked1>) {
  // CHECK-NEXT: scf.yield [[ARG:%[a-zA-Z0-9_]+]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: [[LOG:%[a-zA-Z0-9_]+]] = math.log [[ARG]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[SQRT:%[a-zA-Z0-9_]+]] = math.sqrt [[LOG]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[EXP2:%[a-zA-Z0-9_]+]] = math.exp2 [[SQRT]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[SIN:%[a-zA-Z0-9_]+]] = math.sin [[EXP2]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[COS:%[a-zA-Z0-9_]+]] = math.cos [[SIN]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: [[EXP:%[a-zA-Z0-9_]+]] = math.exp [[COS]] : tensor<64xf32, #blocked1>
  // CHECK-NEXT: scf.yield [[EXP]] : tensor<64xf32, #blocked1>
  // CHECK: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[IF]] : tensor<64xf32, #blocked1> -> tensor<64xf32, #blocked>
  // CHECK-NEXT: tt.return [[CONVERTED]], [[IF]] : tensor<64xf32, #blocked>, tensor<64xf32, #blocked1>
  tt.func @remat_if_yield_in_branch_multi_use_negative(%p: !tt.ptr<f32>, %k: i1) -> (tensor<64xf32, #b>, tensor<64xf32, #a>) {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %v = tt.load %s : tensor<64x!tt.ptr<f32>, #a>
    %r = scf.if %k -> (tensor<64xf32, #a>) {
      scf.yield %v : tensor<64xf32, #a>
    } else {
      %1 = math.log %v : tensor<64xf32, #a>
      %2 = math.sqrt %1 : tensor<64xf32, #a>
      %3 = math.exp2 %2 : tensor<64xf32, #a>
      %4 = math.sin %3 : tensor<64xf32, #a>
      %5 = math.cos %4 : tensor<64xf32, #a>
      %6 = math.exp %5 : tensor<64xf32, #a>
      scf.yield %6 : tensor<64xf32, #a>
    }
    %c = ttg.convert_layout %r : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %c, %r : tensor<64xf32, #b>, tensor<64xf32, #a>
  }
}
