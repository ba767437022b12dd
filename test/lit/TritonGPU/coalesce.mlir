// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s
// RUN: mini-opt %s -split-input-file --coalesce | FileCheck %s

// One case for each function of upstream's TritonGPU/coalesce.mlir, in its order, on kernels of our own.

// Answers to @transpose: rows are read along the fast dimension, columns are written along theirs, and
// pointer, mask, other and value are all brought to the layout of the access.

#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1]}>
#x = #ttg.slice<{dim = 1, parent = #columns}>
#y = #ttg.slice<{dim = 0, parent = #rows}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32} {
  // CHECK-LABEL: @turn(
  tt.func @turn(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %pitch: i32 {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %all = arith.constant dense<true> : tensor<32x128xi1, #columns>
    %zero = arith.constant dense<0.0> : tensor<32x128xf16, #columns>
    %ri = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #x>
    %rj = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #y>
    %i = tt.expand_dims %ri {axis = 1 : i32} : tensor<32xi32, #x> -> tensor<32x1xi32, #columns>
    %j = tt.expand_dims %rj {axis = 0 : i32} : tensor<128xi32, #y> -> tensor<1x128xi32, #rows>
    %pitches = tt.splat %pitch : i32 -> tensor<32x1xi32, #columns>
    %start = arith.muli %i, %pitches : tensor<32x1xi32, #columns>
    %base = tt.splat %in : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>, #columns>
    %row = tt.addptr %base, %start : tensor<32x1x!tt.ptr<f16>, #columns>, tensor<32x1xi32, #columns>
    %row2 = tt.broadcast %row : tensor<32x1x!tt.ptr<f16>, #columns> -> tensor<32x128x!tt.ptr<f16>, #columns>
    %j2 = tt.broadcast %j : tensor<1x128xi32, #rows> -> tensor<32x128xi32, #rows>
    %j3 = ttg.convert_layout %j2 : tensor<32x128xi32, #rows> -> tensor<32x128xi32, #columns>
    %src = tt.addptr %row2, %j3 : tensor<32x128x!tt.ptr<f16>, #columns>, tensor<32x128xi32, #columns>
    %width = arith.constant dense<32> : tensor<1x128xi32, #rows>
    %jw = arith.muli %j, %width : tensor<1x128xi32, #rows>
    %jw2 = tt.broadcast %jw : tensor<1x128xi32, #rows> -> tensor<32x128xi32, #rows>
    %jw3 = ttg.convert_layout %jw2 : tensor<32x128xi32, #rows> -> tensor<32x128xi32, #columns>
    %obase = tt.splat %out : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>, #columns>
    %orow = tt.addptr %obase, %i : tensor<32x1x!tt.ptr<f16>, #columns>, tensor<32x1xi32, #columns>
    %orow2 = tt.broadcast %orow : tensor<32x1x!tt.ptr<f16>, #columns> -> tensor<32x128x!tt.ptr<f16>, #columns>
    %dst = tt.addptr %orow2, %jw3 : tensor<32x128x!tt.ptr<f16>, #columns>, tensor<32x128xi32, #columns>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128x!tt.ptr<f16>, #blocked> -> tensor<32x128x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xi1, #blocked> -> tensor<32x128xi1, #blocked2>
    // CHECK-NEXT: [[OTHER:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xf16, #blocked> -> tensor<32x128xf16, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]], [[MASK]], [[OTHER]] : tensor<32x128x!tt.ptr<f16>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<32x128xf16, #blocked2> -> tensor<32x128xf16, #blocked>
    %v = tt.load %src, %all, %zero : tensor<32x128x!tt.ptr<f16>, #columns>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128x!tt.ptr<f16>, #blocked> -> tensor<32x128x!tt.ptr<f16>, #blocked3>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xf16, #blocked> -> tensor<32x128xf16, #blocked3>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<32x128xi1, #blocked> -> tensor<32x128xi1, #blocked3>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]], [[MASK]] : tensor<32x128x!tt.ptr<f16>, #blocked3>
    tt.store %dst, %v, %all : tensor<32x128x!tt.ptr<f16>, #columns>
    tt.return
  }
}

// -----

// Answers to the first @load_tensors_two_types: the loads share the width of the narrower type, the
// store of the wider type keeps to 128 bits.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widen(
  tt.func public @widen(%wide: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %narrow: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %step = arith.constant 4096 : i32
    %pid = tt.get_program_id y : i32
    %first = arith.muli %pid, %step : i32
    %r = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32, #flat>
    %s = tt.splat %first : i32 -> tensor<4096xi32, #flat>
    %o = arith.addi %r, %s : tensor<4096xi32, #flat>
    %wp = tt.splat %wide : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>, #flat>
    %wps = tt.addptr %wp, %o : tensor<4096x!tt.ptr<f32>, #flat>, tensor<4096xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<f32>, #blocked> -> tensor<4096x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xf32, #blocked1> -> tensor<4096xf32, #blocked>
    %w = tt.load %wps : tensor<4096x!tt.ptr<f32>, #flat>
    %np = tt.splat %narrow : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>, #flat>
    %nps = tt.addptr %np, %o : tensor<4096x!tt.ptr<i8>, #flat>, tensor<4096xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<i8>, #blocked> -> tensor<4096x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<4096x!tt.ptr<i8>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<4096xi8, #blocked1> -> tensor<4096xi8, #blocked>
    %n = tt.load %nps : tensor<4096x!tt.ptr<i8>, #flat>
    %nf = arith.sitofp %n : tensor<4096xi8, #flat> to tensor<4096xf32, #flat>
    %sum = arith.mulf %w, %nf : tensor<4096xf32, #flat>
    %op = tt.splat %out : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>, #flat>
    %ops = tt.addptr %op, %o : tensor<4096x!tt.ptr<f32>, #flat>, tensor<4096xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096x!tt.ptr<f32>, #blocked> -> tensor<4096x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<4096xf32, #blocked> -> tensor<4096xf32, #blocked2>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<4096x!tt.ptr<f32>, #blocked2>
    tt.store %ops, %sum : tensor<4096x!tt.ptr<f32>, #flat>
    tt.return
  }
}

// -----

// Answers to the second @load_tensors_two_types: where the store too is of the narrower type, one
// layout serves all.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @narrow(
  tt.func public @narrow(%wide: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %n: i32) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #flat>
    %limit = tt.splat %n : i32 -> tensor<512xi32, #flat>
    %mask = arith.cmpi ult, %r, %limit : tensor<512xi32, #flat>
    %wp = tt.splat %wide : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #flat>
    %wps = tt.addptr %wp, %r : tensor<512x!tt.ptr<f32>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked> -> tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xi1, #blocked> -> tensor<512xi1, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]], [[MASK]] : tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
    %w = tt.load %wps, %mask : tensor<512x!tt.ptr<f32>, #flat>
    %h = arith.truncf %w : tensor<512xf32, #flat> to tensor<512xbf16, #flat>
    %op = tt.splat %out : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>, #flat>
    %ops = tt.addptr %op, %r : tensor<512x!tt.ptr<bf16>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<bf16>, #blocked> -> tensor<512x!tt.ptr<bf16>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xbf16, #blocked> -> tensor<512xbf16, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xi1, #blocked> -> tensor<512xi1, #blocked1>
    // CHECK-NEXT: tt.store [[PTR]], [[VAL]], [[MASK]] : tensor<512x!tt.ptr<bf16>, #blocked1>
    tt.store %ops, %h, %mask : tensor<512x!tt.ptr<bf16>, #flat>
    tt.return
  }
}

// -----

// Answers to @atomic_add_i32: a 32-bit integer is updated one at a time, so the layout stays.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @count(
  tt.func public @count(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %m: tensor<512xi1, #flat>) {
    %one = arith.constant dense<1> : tensor<512xi32, #flat>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #flat>
    %b = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #flat>
    %ps = tt.addptr %b, %r : tensor<512x!tt.ptr<i32>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<i32>, #blocked> -> tensor<512x!tt.ptr<i32>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xi32, #blocked> -> tensor<512xi32, #blocked>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xi1, #blocked> -> tensor<512xi1, #blocked>
    // CHECK-NEXT: tt.atomic_rmw add, relaxed, gpu, [[PTR]], [[VAL]], [[MASK]] : (tensor<512x!tt.ptr<i32>, #blocked>, tensor<512xi32, #blocked>, tensor<512xi1, #blocked>) -> tensor<512xi32, #blocked>
    %old = tt.atomic_rmw add, relaxed, gpu, %ps, %one, %m : (tensor<512x!tt.ptr<i32>, #flat>, tensor<512xi32, #flat>, tensor<512xi1, #flat>) -> tensor<512xi32, #flat>
    tt.return
  }
}

// -----

// Answers to @atomic_add_f32_cuda80: so is a 32-bit float before cuda:90.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @accumulate(
  tt.func public @accumulate(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v: tensor<512xf32, #flat>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #flat>
    %ps = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked> -> tensor<512x!tt.ptr<f32>, #blocked>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked>
    // CHECK-NEXT: tt.atomic_rmw fadd, acq_rel, gpu, [[PTR]], [[VAL]] : (tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xf32, #blocked>) -> tensor<512xf32, #blocked>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %ps, %v : (tensor<512x!tt.ptr<f32>, #flat>, tensor<512xf32, #flat>) -> tensor<512xf32, #flat>
    tt.return
  }
}

// -----

// Answers to @atomic_add_f16_cuda80: halves go by the pair.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @accumulate_halves(
  tt.func public @accumulate_halves(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: tensor<512xf16, #flat>, %m: tensor<512xi1, #flat>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %r : tensor<512x!tt.ptr<f16>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f16>, #blocked> -> tensor<512x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xf16, #blocked> -> tensor<512xf16, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xi1, #blocked> -> tensor<512xi1, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, sys, [[PTR]], [[VAL]], [[MASK]] : (tensor<512x!tt.ptr<f16>, #blocked1>, tensor<512xf16, #blocked1>, tensor<512xi1, #blocked1>) -> tensor<512xf16, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf16, #blocked1> -> tensor<512xf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, sys, %ps, %v, %m : (tensor<512x!tt.ptr<f16>, #flat>, tensor<512xf16, #flat>, tensor<512xi1, #flat>) -> tensor<512xf16, #flat>
    tt.return
  }
}

// -----

// Answers to @atomic_add_f16_gfx1250: likewise there.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @accumulate_halves_hip(
  tt.func public @accumulate_halves_hip(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: tensor<512xf16, #flat>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #flat>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #flat>
    %ps = tt.addptr %b, %r : tensor<512x!tt.ptr<f16>, #flat>, tensor<512xi32, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f16>, #blocked> -> tensor<512x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<512xf16, #blocked> -> tensor<512xf16, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.atomic_rmw fadd, relaxed, gpu, [[PTR]], [[VAL]] : (tensor<512x!tt.ptr<f16>, #blocked1>, tensor<512xf16, #blocked1>) -> tensor<512xf16, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf16, #blocked1> -> tensor<512xf16, #blocked>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %ps, %v : (tensor<512x!tt.ptr<f16>, #flat>, tensor<512xf16, #flat>) -> tensor<512xf16, #flat>
    tt.return
  }
}

// -----

// Answers to @test_5122: scalars and branches are left alone, whatever the analysis makes of them.

module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @scalars(
  // CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
  // CHECK-NEXT: %0 = arith.cmpi ult, %arg1, %c4_i32 : i32
  // CHECK-NEXT: scf.if %0 {
  // CHECK-NEXT: %1 = scf.if %0 -> (i32) {
  // CHECK-NEXT: scf.yield %c4_i32 : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg1 : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: %2 = scf.for %arg2 = %1 to %1 step %c4_i32 iter_args(%arg3 = %1) -> (i32)  : i32 {
  // CHECK-NEXT: %4 = tt.load %arg0, %0 : !tt.ptr<i32>
  // CHECK-NEXT: %5 = arith.addi %arg3, %4 : i32
  // CHECK-NEXT: scf.yield %5 : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.store %arg0, %2 : !tt.ptr<i32>
  // CHECK-NEXT: %3 = tt.atomic_rmw add, relaxed, gpu, %arg0, %2 : (!tt.ptr<i32>, i32) -> i32
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func public @scalars(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32) {
    %four = arith.constant 4 : i32
    %few = arith.cmpi ult, %n, %four : i32
    scf.if %few {
      %start = scf.if %few -> (i32) {
        scf.yield %four : i32
      } else {
        scf.yield %n : i32
      }
      %sum = scf.for %i = %start to %start step %four iter_args(%acc = %start) -> (i32) : i32 {
        %v = tt.load %p, %few : !tt.ptr<i32>
        %next = arith.addi %acc, %v : i32
        scf.yield %next : i32
      }
      tt.store %p, %sum : !tt.ptr<i32>
      %old = tt.atomic_rmw add, relaxed, gpu, %p, %sum : (!tt.ptr<i32>, i32) -> i32
    }
    tt.return
  }
}

// -----

// Answers to @coalesce_poison: a pointer that may be poison does not hold the other branch back.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @maybe_poison(
  tt.func @maybe_poison(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1) -> tensor<64x32xf32, #tile> {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #tall}>>
    %e = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #tall}>> -> tensor<64x1xi32, #tall>
    %w = tt.broadcast %e : tensor<64x1xi32, #tall> -> tensor<64x32xi32, #tall>
    %o = ttg.convert_layout %w : tensor<64x32xi32, #tall> -> tensor<64x32xi32, #tile>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>, #tile>
    %good = tt.addptr %b, %o : tensor<64x32x!tt.ptr<f32>, #tile>, tensor<64x32xi32, #tile>
    %bad = ub.poison : tensor<64x32x!tt.ptr<f32>, #tile>
    %either = scf.if %c -> (tensor<64x32x!tt.ptr<f32>, #tile>) {
      scf.yield %good : tensor<64x32x!tt.ptr<f32>, #tile>
    } else {
      scf.yield %bad : tensor<64x32x!tt.ptr<f32>, #tile>
    }
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<64x32x!tt.ptr<f32>, #blocked> -> tensor<64x32x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<64x32x!tt.ptr<f32>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<64x32xf32, #blocked2> -> tensor<64x32xf32, #blocked>
    %v = tt.load %either : tensor<64x32x!tt.ptr<f32>, #tile>
    tt.return %v : tensor<64x32xf32, #tile>
  }
}

// -----

// Answers to @load_3D_contig_1: nothing known of the pointers, so the last dimension is the fast one.

#cube = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [1, 2, 2], order = [0, 1, 2]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [1, 2, 2], order = [0, 1, 2]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @unknown_cube(
  tt.func public @unknown_cube(%p: tensor<8x8x16x!tt.ptr<i16>, #cube>) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<8x8x16x!tt.ptr<i16>, #blocked> -> tensor<8x8x16x!tt.ptr<i16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<8x8x16x!tt.ptr<i16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<8x8x16xi16, #blocked1> -> tensor<8x8x16xi16, #blocked>
    %v = tt.load %p : tensor<8x8x16x!tt.ptr<i16>, #cube>
    tt.return
  }
}

// -----

// Answers to @descriptor_store: two rows for four warps of 32, so one element a thread.

#tile = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @put_rows(
  tt.func public @put_rows(%d: !tt.tensordesc<2x32xf16>, %i: i32, %v: tensor<2x32xf16, #tile>) {
    // CHECK: [[SRC:%.*]] = ttg.convert_layout {{%.*}} : tensor<2x32xf16, #blocked> -> tensor<2x32xf16, #blocked1>
    // CHECK-NEXT: tt.descriptor_store {{%.*}}[{{%.*}}, {{%.*}}], [[SRC]] : !tt.tensordesc<2x32xf16>, tensor<2x32xf16, #blocked1>
    tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<2x32xf16>, tensor<2x32xf16, #tile>
    tt.return
  }
}
