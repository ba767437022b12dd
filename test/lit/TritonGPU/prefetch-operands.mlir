// RUN: mini-opt %s -split-input-file --tritongpu-prefetch --canonicalize | FileCheck %s

// More operands to load one turn ahead: in batches, out of rings of buffers, of other widths; and a
// loop without results.

// A batch, as deep as one part: the dot of a turn waits for the loads of the next, and in the
// end nothing needs to carry the memory. Integers turn into floats once they are loaded.
// Answers to prefetch.mlir @matmul_3D_loop_mixed.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2, 1], instrShape = [1, 16, 8]}>
#rows = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [2, 1, 0]}>
#columns = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 2, order = [1, 2, 0]}>
#smem = #ttg.shared_memory
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:86", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @matmul_3D_loop_mixed(
  // CHECK-SAME: [[X:%[^ ]+]]: !ttg.memdesc<4x32x16xf16, {{[^ ]+}} #smem, mutable>, [[W:%[^ ]+]]: !ttg.memdesc<4x16x64xi8,
  // CHECK: [[XS:%.*]] = ttg.memdesc_subslice [[X]][0, 0, 0] : {{.*}} -> !ttg.memdesc<4x32x16xf16,
  // CHECK: [[XL:%.*]] = ttg.local_load [[XS]]
  // CHECK: [[WS:%.*]] = ttg.memdesc_subslice [[W]][0, 0, 0] : {{.*}} -> !ttg.memdesc<4x16x64xi8,
  // CHECK: [[WL:%.*]] = ttg.local_load [[WS]] : {{.*}} -> tensor<4x16x64xi8,
  // CHECK: [[WF:%.*]] = arith.sitofp [[WL]]
  // CHECK: scf.for {{.*}} iter_args([[SUM:%.*]] = {{%.*}}, [[XA:%.*]] = [[XL]], [[WA:%.*]] = [[WF]])
  // CHECK-NEXT: [[XN:%.*]] = ttg.memdesc_index
  // CHECK-NEXT: [[WN:%.*]] = ttg.memdesc_index
  // CHECK-NEXT: [[XS2:%.*]] = ttg.memdesc_subslice [[XN]][0, 0, 0]
  // CHECK-NEXT: [[XL2:%.*]] = ttg.local_load [[XS2]]
  // CHECK-NEXT: [[WS2:%.*]] = ttg.memdesc_subslice [[WN]][0, 0, 0]
  // CHECK-NEXT: [[WL2:%.*]] = ttg.local_load [[WS2]]
  // CHECK-NEXT: [[WF2:%.*]] = arith.sitofp [[WL2]]
  // CHECK-NEXT: [[D:%.*]] = tt.dot [[XA]], [[WA]], [[SUM]]
  // CHECK-NEXT: scf.yield [[D]], [[XL2]], [[WF2]]
  tt.func @matmul_3D_loop_mixed(%x: !ttg.memdesc<4x32x16xf16, #rows, #smem, mutable>, %w: !ttg.memdesc<4x16x64xi8, #columns, #smem, mutable>, %xs: !ttg.memdesc<2x4x32x16xf16, #rows, #smem, mutable>, %ws: !ttg.memdesc<2x4x16x64xi8, #columns, #smem, mutable>, %n: i32) -> tensor<4x32x64xf32, #mma> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = arith.constant dense<5.000000e-01> : tensor<4x32x64xf32, #mma>
    %r:3 = scf.for %i = %zero to %n step %one iter_args(%sum = %start, %xi = %x, %wi = %w) -> (tensor<4x32x64xf32, #mma>, !ttg.memdesc<4x32x16xf16, #rows, #smem, mutable>, !ttg.memdesc<4x16x64xi8, #columns, #smem, mutable>) : i32 {
      %wl = ttg.local_load %wi : !ttg.memdesc<4x16x64xi8, #columns, #smem, mutable> -> tensor<4x16x64xi8, #rhs>
      %wf = arith.sitofp %wl : tensor<4x16x64xi8, #rhs> to tensor<4x16x64xf16, #rhs>
      %xl = ttg.local_load %xi : !ttg.memdesc<4x32x16xf16, #rows, #smem, mutable> -> tensor<4x32x16xf16, #lhs>
      %d = tt.dot %xl, %wf, %sum : tensor<4x32x16xf16, #lhs> * tensor<4x16x64xf16, #rhs> -> tensor<4x32x64xf32, #mma>
      %xn = ttg.memdesc_index %xs[%one] : !ttg.memdesc<2x4x32x16xf16, #rows, #smem, mutable> -> !ttg.memdesc<4x32x16xf16, #rows, #smem, mutable>
      %wn = ttg.memdesc_index %ws[%zero] : !ttg.memdesc<2x4x16x64xi8, #columns, #smem, mutable> -> !ttg.memdesc<4x16x64xi8, #columns, #smem, mutable>
      scf.yield %d, %xn, %wn : tensor<4x32x64xf32, #mma>, !ttg.memdesc<4x32x16xf16, #rows, #smem, mutable>, !ttg.memdesc<4x16x64xi8, #columns, #smem, mutable>
    }
    tt.return %r#0 : tensor<4x32x64xf32, #mma>
  }
}

// -----

// A batch in two parts of 32, since a thread holds four elements of fp8 along k; both operands are
// widened, one of them in two steps.
// Answers to prefetch.mlir @matmul_3D_loop_mixed2.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [1, 16, 8]}>
#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [2, 1, 0]}>
#smem = #ttg.shared_memory
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @matmul_3D_loop_mixed2(
  // CHECK: ttg.local_load {{.*}} -> tensor<8x16x32xf8E4M3FN,
  // CHECK: [[A0:%.*]] = tt.fp_to_fp {{.*}} -> tensor<8x16x32xbf16,
  // CHECK: ttg.local_load {{.*}} -> tensor<8x32x16xi8,
  // CHECK: [[B00:%.*]] = tt.bitcast {{.*}} -> tensor<8x32x16xf8E5M2,
  // CHECK: [[B0:%.*]] = tt.fp_to_fp [[B00]] : {{.*}} -> tensor<8x32x16xbf16,
  // CHECK: scf.for {{.*}} iter_args([[A:%.*]] = %arg0, [[B:%.*]] = %arg1, [[SUM:%.*]] = %arg4, [[HA:%.*]] = [[A0]], [[HB:%.*]] = [[B0]])
  // CHECK: [[SA:%.*]] = ttg.memdesc_subslice [[A]][0, 0, 32]
  // CHECK: [[LA:%.*]] = ttg.local_load [[SA]]
  // CHECK: [[CA:%.*]] = tt.fp_to_fp [[LA]]
  // CHECK: [[SB:%.*]] = ttg.memdesc_subslice [[B]][0, 32, 0]
  // CHECK: [[LB:%.*]] = ttg.local_load [[SB]]
  // CHECK: [[TB:%.*]] = tt.bitcast [[LB]]
  // CHECK: [[CB:%.*]] = tt.fp_to_fp [[TB]]
  // CHECK: [[D:%.*]] = tt.dot [[HA]], [[HB]], [[SUM]]
  // CHECK: [[NA:%.*]] = tt.fp_to_fp
  // CHECK: [[NB:%.*]] = tt.fp_to_fp
  // CHECK: [[E:%.*]] = tt.dot [[CA]], [[CB]], [[D]]
  // CHECK: scf.yield {{%.*}}, {{%.*}}, [[E]], [[NA]], [[NB]]
  tt.func @matmul_3D_loop_mixed2(%a: !ttg.memdesc<8x16x64xf8E4M3FN, #s, #smem, mutable>, %b: !ttg.memdesc<8x64x16xi8, #s, #smem, mutable>, %n: index, %one: index, %start: tensor<8x16x16xf32, #mma>) -> tensor<8x16x16xf32, #mma> {
    %r:3 = scf.for %i = %one to %n step %one iter_args(%ai = %a, %bi = %b, %sum = %start) -> (!ttg.memdesc<8x16x64xf8E4M3FN, #s, #smem, mutable>, !ttg.memdesc<8x64x16xi8, #s, #smem, mutable>, tensor<8x16x16xf32, #mma>) {
      %al = ttg.local_load %ai : !ttg.memdesc<8x16x64xf8E4M3FN, #s, #smem, mutable> -> tensor<8x16x64xf8E4M3FN, #lhs>
      %bl = ttg.local_load %bi : !ttg.memdesc<8x64x16xi8, #s, #smem, mutable> -> tensor<8x64x16xi8, #rhs>
      %bb = tt.bitcast %bl : tensor<8x64x16xi8, #rhs> -> tensor<8x64x16xf8E5M2, #rhs>
      %aw = tt.fp_to_fp %al : tensor<8x16x64xf8E4M3FN, #lhs> -> tensor<8x16x64xbf16, #lhs>
      %bw = tt.fp_to_fp %bb : tensor<8x64x16xf8E5M2, #rhs> -> tensor<8x64x16xbf16, #rhs>
      %d = tt.dot %aw, %bw, %sum : tensor<8x16x64xbf16, #lhs> * tensor<8x64x16xbf16, #rhs> -> tensor<8x16x16xf32, #mma>
      %an = ttg.local_alloc : () -> !ttg.memdesc<8x16x64xf8E4M3FN, #s, #smem, mutable>
      %bn = ttg.local_alloc : () -> !ttg.memdesc<8x64x16xi8, #s, #smem, mutable>
      scf.yield %an, %bn, %d : !ttg.memdesc<8x16x64xf8E4M3FN, #s, #smem, mutable>, !ttg.memdesc<8x64x16xi8, #s, #smem, mutable>, tensor<8x16x16xf32, #mma>
    }
    tt.return %r#2 : tensor<8x16x16xf32, #mma>
  }
}

// -----

// A loop that yields nothing, whose dot takes what was loaded from global memory: left alone.
// Answers to prefetch.mlir @matmul_loop_yield_no_operand.

#tile = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @matmul_loop_yield_no_operand(
  // CHECK: scf.for {{[^(]*}} : i64 {
  // CHECK: ttg.convert_layout
  // CHECK: ttg.convert_layout
  // CHECK: [[D:%.*]] = tt.dot
  // CHECK: [[S:%.*]] = scf.if
  // CHECK: arith.negf [[D]]
  // CHECK: scf.yield [[D]]
  // CHECK: tt.store {{%.*}}, [[S]]
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  tt.func @matmul_loop_yield_no_operand(%p: tensor<16x16x!tt.ptr<bf16>, #tile>, %q: tensor<16x16x!tt.ptr<f32>, #mma>, %n: i64, %step: i64, %limit: i64) {
    %one = arith.constant 1 : i64
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32, #mma>
    scf.for %i = %one to %n step %step : i64 {
      %x = tt.load %p : tensor<16x16x!tt.ptr<bf16>, #tile>
      %a = ttg.convert_layout %x : tensor<16x16xbf16, #tile> -> tensor<16x16xbf16, #lhs>
      %b = ttg.convert_layout %x : tensor<16x16xbf16, #tile> -> tensor<16x16xbf16, #rhs>
      %d = tt.dot %a, %b, %zero : tensor<16x16xbf16, #lhs> * tensor<16x16xbf16, #rhs> -> tensor<16x16xf32, #mma>
      %late = arith.cmpi uge, %i, %limit : i64
      %s = scf.if %late -> (tensor<16x16xf32, #mma>) {
        %m = arith.negf %d : tensor<16x16xf32, #mma>
        scf.yield %m : tensor<16x16xf32, #mma>
      } else {
        scf.yield %d : tensor<16x16xf32, #mma>
      }
      tt.store %q, %s : tensor<16x16x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// Buffers in a ring, at a place that the loop carries and moves. The new loop carries the buffers and
// the tokens as well; places and waits of the next turn are computed at the end of this one.
// Answers to prefetch.mlir @split_pipelined_mmav2_loads.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @split_pipelined_mmav2_loads(
  // CHECK-SAME: [[RA:%[^ ]+]]: !ttg.memdesc<4x32x16xf32, {{[^ ]+}} #smem, mutable>, [[RB:%[^ ]+]]: !ttg.memdesc<4x16x64xf32,
  // CHECK: [[I0:%.*]] = arith.andi
  // CHECK: [[A0:%.*]] = ttg.memdesc_index [[RA]][[[I0]]]
  // CHECK: [[WA0:%.*]] = ttg.async_wait {{%.*}} {num = 3 : i32}
  // CHECK: [[SA0:%.*]] = ttg.memdesc_subslice [[A0]][0, 0]
  // CHECK: [[LA0:%.*]] = ttg.local_load [[SA0]] token [[WA0]]
  // CHECK: [[B0:%.*]] = ttg.memdesc_index [[RB]][[[I0]]]
  // CHECK: [[WB0:%.*]] = ttg.async_wait {{%.*}} {num = 2 : i32}
  // CHECK: [[SB0:%.*]] = ttg.memdesc_subslice [[B0]][0, 0]
  // CHECK: [[LB0:%.*]] = ttg.local_load [[SB0]] token [[WB0]]
  // CHECK: scf.for {{.*}} iter_args([[SUM:%.*]] = {{%.*}}, {{%.*}} = {{%.*}}, [[A:%.*]] = [[A0]], [[B:%.*]] = [[B0]], [[WA:%.*]] = [[WA0]], [[WB:%.*]] = [[WB0]], [[HA:%.*]] = [[LA0]], [[HB:%.*]] = [[LB0]])
  // CHECK: [[SA1:%.*]] = ttg.memdesc_subslice [[A]][0, 8]
  // CHECK: [[LA1:%.*]] = ttg.local_load [[SA1]] token [[WA]]
  // CHECK: [[SB1:%.*]] = ttg.memdesc_subslice [[B]][8, 0]
  // CHECK: [[LB1:%.*]] = ttg.local_load [[SB1]] token [[WB]]
  // CHECK: [[D0:%.*]] = tt.dot [[HA]], [[HB]], [[SUM]], inputPrecision = tf32
  // CHECK: [[NA:%.*]] = ttg.memdesc_index [[RA]][
  // CHECK: [[NB:%.*]] = ttg.memdesc_index [[RB]][
  // CHECK: [[KA:%.*]] = ttg.async_wait {{%.*}} {num = 3 : i32}
  // CHECK: [[KB:%.*]] = ttg.async_wait {{%.*}} {num = 2 : i32}
  // CHECK: [[SNA:%.*]] = ttg.memdesc_subslice [[NA]][0, 0]
  // CHECK: ttg.local_load [[SNA]] token [[KA]]
  // CHECK: [[SNB:%.*]] = ttg.memdesc_subslice [[NB]][0, 0]
  // CHECK: ttg.local_load [[SNB]] token [[KB]]
  // CHECK: tt.dot [[LA1]], [[LB1]], [[D0]], inputPrecision = tf32
  // CHECK: scf.yield {{%.*}}, {{%.*}}, [[NA]], [[NB]], [[KA]], [[KB]],
  tt.func @split_pipelined_mmav2_loads(%ra: !ttg.memdesc<4x32x16xf32, #s, #smem, mutable>, %rb: !ttg.memdesc<4x16x64xf32, #s, #smem, mutable>, %ta: !ttg.async.token, %tb: !ttg.async.token, %n: i32, %first: i32) -> tensor<32x64xf32, #mma> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %start = arith.constant dense<0.000000e+00> : tensor<32x64xf32, #mma>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %start, %place = %first) -> (tensor<32x64xf32, #mma>, i32) : i32 {
      %next = arith.addi %place, %one : i32
      %in_ring = arith.andi %next, %three : i32
      %ka = ttg.async_wait %ta {num = 3 : i32}
      %a = ttg.memdesc_index %ra[%in_ring] : !ttg.memdesc<4x32x16xf32, #s, #smem, mutable> -> !ttg.memdesc<32x16xf32, #s, #smem, mutable>
      %al = ttg.local_load %a token %ka : !ttg.memdesc<32x16xf32, #s, #smem, mutable> -> tensor<32x16xf32, #lhs>
      %kb = ttg.async_wait %tb {num = 2 : i32}
      %b = ttg.memdesc_index %rb[%in_ring] : !ttg.memdesc<4x16x64xf32, #s, #smem, mutable> -> !ttg.memdesc<16x64xf32, #s, #smem, mutable>
      %bl = ttg.local_load %b token %kb : !ttg.memdesc<16x64xf32, #s, #smem, mutable> -> tensor<16x64xf32, #rhs>
      %d = tt.dot %al, %bl, %sum, inputPrecision = tf32 : tensor<32x16xf32, #lhs> * tensor<16x64xf32, #rhs> -> tensor<32x64xf32, #mma>
      scf.yield %d, %in_ring : tensor<32x64xf32, #mma>, i32
    }
    tt.return %r#0 : tensor<32x64xf32, #mma>
  }
}

// -----

// Doubles: parts of eight, four of them.
// Answers to prefetch.mlir @split_pipelined_mmav2_loads_f64.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#rows = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#columns = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @split_pipelined_mmav2_loads_f64(
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 0] : !ttg.memdesc<32x32xf64, {{.*}} -> !ttg.memdesc<32x8xf64,
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 0] : !ttg.memdesc<32x16xf64, {{.*}} -> !ttg.memdesc<8x16xf64,
  // CHECK: scf.for {{%.*}} iter_args([[A:%[^ ]+]] = {{.*}}, [[HA:%[^ ]+]] = {{%[^ ]+}}, [[HB:%[^ ]+]] = {{%[^ ]+}}) ->
  // CHECK: ttg.memdesc_subslice [[A]][0, 8]
  // CHECK: ttg.memdesc_subslice {{%.*}}[8, 0]
  // CHECK: [[D0:%.*]] = tt.dot [[HA]], [[HB]],
  // CHECK: ttg.memdesc_subslice [[A]][0, 16]
  // CHECK: ttg.memdesc_subslice {{%.*}}[16, 0]
  // CHECK: [[D1:%.*]] = tt.dot {{%.*}}, {{%.*}}, [[D0]] :
  // CHECK: ttg.memdesc_subslice [[A]][0, 24]
  // CHECK: ttg.memdesc_subslice {{%.*}}[24, 0]
  // CHECK: [[D2:%.*]] = tt.dot {{%.*}}, {{%.*}}, [[D1]] :
  // CHECK: [[D3:%.*]] = tt.dot {{%.*}}, {{%.*}}, [[D2]] : tensor<32x8xf64, {{.*}} * tensor<8x16xf64,
  // CHECK: scf.yield {{.*}} [[D3]],
  tt.func @split_pipelined_mmav2_loads_f64(%ra: !ttg.memdesc<2x32x32xf64, #rows, #smem, mutable>, %rb: !ttg.memdesc<2x32x16xf64, #columns, #smem, mutable>, %t: !ttg.async.token, %n: index, %one: index, %start: tensor<32x16xf64, #mma>) -> tensor<32x16xf64, #mma> {
    %zero = arith.constant 0 : i32
    %unit = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<2x32x32xf64, #rows, #smem, mutable> -> !ttg.memdesc<32x32xf64, #rows, #smem, mutable>
    %r:3 = scf.for %i = %one to %n step %one iter_args(%a = %a0, %place = %unit, %sum = %start) -> (!ttg.memdesc<32x32xf64, #rows, #smem, mutable>, i32, tensor<32x16xf64, #mma>) {
      %k = ttg.async_wait %t {num = 0 : i32}
      %b = ttg.memdesc_index %rb[%place] : !ttg.memdesc<2x32x16xf64, #columns, #smem, mutable> -> !ttg.memdesc<32x16xf64, #columns, #smem, mutable>
      %bl = ttg.local_load %b token %k : !ttg.memdesc<32x16xf64, #columns, #smem, mutable> -> tensor<32x16xf64, #rhs>
      %al = ttg.local_load %a token %k : !ttg.memdesc<32x32xf64, #rows, #smem, mutable> -> tensor<32x32xf64, #lhs>
      %d = tt.dot %al, %bl, %sum : tensor<32x32xf64, #lhs> * tensor<32x16xf64, #rhs> -> tensor<32x16xf64, #mma>
      %other = arith.xori %place, %unit : i32
      %an = ttg.memdesc_index %ra[%other] : !ttg.memdesc<2x32x32xf64, #rows, #smem, mutable> -> !ttg.memdesc<32x32xf64, #rows, #smem, mutable>
      scf.yield %an, %other, %d : !ttg.memdesc<32x32xf64, #rows, #smem, mutable>, i32, tensor<32x16xf64, #mma>
    }
    tt.return %r#2 : tensor<32x16xf64, #mma>
  }
}
