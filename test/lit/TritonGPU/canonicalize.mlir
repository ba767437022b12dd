// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --canonicalize | FileCheck %s

// These answer to the functions of upstream's TritonGPU/canonicalize.mlir, in its order.

// Answers to the first @test_canonicalize_convert_view: in any order, so in any layout.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @any_order(
  // CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 allow_reorder : tensor<32x64xf16, #blocked> -> tensor<2048xf16, #blocked1>
  // CHECK-NEXT: tt.return [[V0]] : tensor<2048xf16, #blocked1>
  tt.func @any_order(%x: tensor<32x64xf16, #rows>) -> tensor<2048xf16, #line> {
    %0 = ttg.convert_layout %x : tensor<32x64xf16, #rows> -> tensor<32x64xf16, #columns>
    %1 = tt.reshape %0 allow_reorder : tensor<32x64xf16, #columns> -> tensor<2048xf16, #line>
    tt.return %1 : tensor<2048xf16, #line>
  }
}

// -----

// Answers to the first @test_canonicalize_convert_expensive_view: the view would move data between threads.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @expensive(
  // CHECK-NEXT: [[V0:%.*]] = ttg.convert_layout %arg0 : tensor<128x8xf16, #blocked> -> tensor<128x8xf16, #blocked2>
  // CHECK-NEXT: [[V1:%.*]] = tt.reshape [[V0]] allow_reorder : tensor<128x8xf16, #blocked2> -> tensor<1024xf16, #blocked1>
  // CHECK-NEXT: tt.return [[V1]] : tensor<1024xf16, #blocked1>
  tt.func @expensive(%x: tensor<128x8xf16, #rows>) -> tensor<1024xf16, #line> {
    %0 = ttg.convert_layout %x : tensor<128x8xf16, #rows> -> tensor<128x8xf16, #columns>
    %1 = tt.reshape %0 allow_reorder : tensor<128x8xf16, #columns> -> tensor<1024xf16, #line>
    tt.return %1 : tensor<1024xf16, #line>
  }
}

// -----

// Answers to @test_canonicalize_convert_expensive_view2: a slice, and fewer elements than threads.

#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @expensive_slice(
  // CHECK-NEXT: [[V0:%.*]] = ttg.convert_layout %arg0 : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4xi32, #blocked1>
  // CHECK-NEXT: [[V1:%.*]] = tt.reshape [[V0]] allow_reorder : tensor<4xi32, #blocked1> -> tensor<4xi32, #blocked1>
  // CHECK-NEXT: tt.return [[V1]] : tensor<4xi32, #blocked1>
  tt.func @expensive_slice(%x: tensor<4xi32, #ttg.slice<{dim = 1, parent = #rows}>>) -> tensor<4xi32, #line> {
    %0 = ttg.convert_layout %x : tensor<4xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<4xi32, #line>
    %1 = tt.reshape %0 allow_reorder : tensor<4xi32, #line> -> tensor<4xi32, #line>
    tt.return %1 : tensor<4xi32, #line>
  }
}

// -----

// Answers to the second @test_canonicalize_convert_view: an efficient layout all the same.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @efficient(
  // CHECK-NEXT: [[V0:%.*]] = tt.reshape %arg0 allow_reorder efficient_layout : tensor<32x64xf16, #blocked> -> tensor<2048xf16, #blocked1>
  // CHECK-NEXT: tt.return [[V0]] : tensor<2048xf16, #blocked1>
  tt.func @efficient(%x: tensor<32x64xf16, #rows>) -> tensor<2048xf16, #line> {
    %0 = ttg.convert_layout %x : tensor<32x64xf16, #rows> -> tensor<32x64xf16, #columns>
    %1 = tt.reshape %0 allow_reorder efficient_layout : tensor<32x64xf16, #columns> -> tensor<2048xf16, #line>
    tt.return %1 : tensor<2048xf16, #line>
  }
}

// -----

// Answers to @test_canonicalize_convert_histogram.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @histogram(
  // CHECK-NEXT: [[V0:%.*]] = ttg.convert_layout %arg1 : tensor<512xi1, #blocked1> -> tensor<512xi1, #blocked>
  // CHECK-NEXT: [[V1:%.*]] = tt.histogram %arg0, [[V0]] : tensor<512xi32, #blocked> -> tensor<64xi32, #blocked1>
  // CHECK-NEXT: tt.return [[V1]] : tensor<64xi32, #blocked1>
  tt.func @histogram(%x: tensor<512xi32, #b>, %m: tensor<512xi1, #c>) -> tensor<64xi32, #c> {
    %0 = ttg.convert_layout %x : tensor<512xi32, #b> -> tensor<512xi32, #a>
    %1 = ttg.convert_layout %m : tensor<512xi1, #c> -> tensor<512xi1, #a>
    %2 = tt.histogram %0, %1 : tensor<512xi32, #a> -> tensor<64xi32, #a>
    %3 = ttg.convert_layout %2 : tensor<64xi32, #a> -> tensor<64xi32, #c>
    tt.return %3 : tensor<64xi32, #c>
  }
}

// -----

// Answers to @test_canonicalize_convert_local_load: the load stays where it is.

#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @local_load(
  // CHECK-NEXT: [[V0:%.*]] = ttg.local_load %arg0 token %arg1 : !ttg.memdesc<16x32xf16, #shared, #smem, mutable> -> tensor<16x32xf16, #blocked>
  // CHECK-NEXT: ttg.barrier local
  // CHECK-NEXT: tt.return [[V0]] : tensor<16x32xf16, #blocked>
  tt.func @local_load(%m: !ttg.memdesc<16x32xf16, #shared, #smem, mutable>, %t: !ttg.async.token) -> tensor<16x32xf16, #b> {
    %0 = ttg.local_load %m token %t : !ttg.memdesc<16x32xf16, #shared, #smem, mutable> -> tensor<16x32xf16, #a>
    ttg.barrier local
    %1 = ttg.convert_layout %0 : tensor<16x32xf16, #a> -> tensor<16x32xf16, #b>
    tt.return %1 : tensor<16x32xf16, #b>
  }
}

// -----

// Answers to test_canonicalize_convert_tmem_store.

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0], [0, 64]], block = []}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: @tmem_store(
  // CHECK-NEXT: ttng.tmem_store %arg0, %arg1, %arg2 : tensor<128x128xf32, #linear> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: tt.return
  tt.func @tmem_store(%x: tensor<128x128xf32, #linear>, %m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %c: i1) {
    %0 = ttg.convert_layout %x : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
    ttng.tmem_store %0, %m, %c : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Answers to local_alloc_nofold1: the first buffer is mutable.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copy_of_mutable(
  // CHECK-NEXT: [[V0:%.*]] = ttg.local_alloc %arg0 : (tensor<8x32xi8, #blocked>) -> !ttg.memdesc<8x32xi8, #shared, #smem, mutable>
  // CHECK-NEXT: [[V1:%.*]] = ttg.local_load [[V0]] : !ttg.memdesc<8x32xi8, #shared, #smem, mutable> -> tensor<8x32xi8, #blocked>
  // CHECK-NEXT: [[V2:%.*]] = ttg.local_alloc [[V1]] : (tensor<8x32xi8, #blocked>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
  // CHECK-NEXT: tt.return [[V2]] : !ttg.memdesc<8x32xi8, #shared, #smem>
  tt.func @copy_of_mutable(%x: tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem> {
    %0 = ttg.local_alloc %x : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem, mutable>
    %1 = ttg.local_load %0 : !ttg.memdesc<8x32xi8, #shared, #smem, mutable> -> tensor<8x32xi8, #rows>
    %2 = ttg.local_alloc %1 : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
    tt.return %2 : !ttg.memdesc<8x32xi8, #shared, #smem>
  }
}

// -----

// Answers to local_alloc_nofold2: the buffers differ in their encoding.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copy_to_another(
  // CHECK-NEXT: [[V0:%.*]] = ttg.local_alloc %arg0 : (tensor<8x32xi8, #blocked>) -> !ttg.memdesc<8x32xi8, #shared1, #smem>
  // CHECK-NEXT: [[V1:%.*]] = ttg.local_load [[V0]] : !ttg.memdesc<8x32xi8, #shared1, #smem> -> tensor<8x32xi8, #blocked>
  // CHECK-NEXT: [[V2:%.*]] = ttg.local_alloc [[V1]] : (tensor<8x32xi8, #blocked>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
  // CHECK-NEXT: tt.return [[V2]] : !ttg.memdesc<8x32xi8, #shared, #smem>
  tt.func @copy_to_another(%x: tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #plain, #smem> {
    %0 = ttg.local_alloc %x : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
    %1 = ttg.local_load %0 : !ttg.memdesc<8x32xi8, #shared, #smem> -> tensor<8x32xi8, #rows>
    %2 = ttg.local_alloc %1 : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #plain, #smem>
    tt.return %2 : !ttg.memdesc<8x32xi8, #plain, #smem>
  }
}

// -----

// Answers to local_alloc_fold.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copy_of_same(
  // CHECK-NEXT: [[V0:%.*]] = ttg.local_alloc %arg0 : (tensor<8x32xi8, #blocked>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
  // CHECK-NEXT: tt.return [[V0]] : !ttg.memdesc<8x32xi8, #shared, #smem>
  tt.func @copy_of_same(%x: tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem> {
    %0 = ttg.local_alloc %x : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
    %1 = ttg.local_load %0 : !ttg.memdesc<8x32xi8, #shared, #smem> -> tensor<8x32xi8, #rows>
    %2 = ttg.local_alloc %1 : (tensor<8x32xi8, #rows>) -> !ttg.memdesc<8x32xi8, #shared, #smem>
    tt.return %2 : !ttg.memdesc<8x32xi8, #shared, #smem>
  }
}

// -----

// Answers to convert_layout_gather_src and gather_efficient_layout.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @gather(
  // CHECK-NEXT: [[V0:%.*]] = tt.gather %arg0[%arg1] {axis = 1 : i32} : (tensor<32x32xf32, #blocked>, tensor<32x32xi32, #blocked>) -> tensor<32x32xf32, #blocked>
  // CHECK-NEXT: tt.return [[V0]] : tensor<32x32xf32, #blocked>
  tt.func @gather(%x: tensor<32x32xf32, #rows>, %i: tensor<32x32xi32, #rows>) -> tensor<32x32xf32, #rows> {
    %0 = ttg.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %1 = tt.gather %0[%i] {axis = 1 : i32} : (tensor<32x32xf32, #columns>, tensor<32x32xi32, #rows>) -> tensor<32x32xf32, #rows>
    tt.return %1 : tensor<32x32xf32, #rows>
  }

  // CHECK-LABEL: @efficient_gather(
  // CHECK-NEXT: [[V0:%.*]] = ttg.convert_layout %arg0 : tensor<32x32xf32, #blocked> -> tensor<32x32xf32, #blocked1>
  // CHECK-NEXT: [[V1:%.*]] = tt.gather [[V0]][%arg1] {axis = 1 : i32, efficient_layout} : (tensor<32x32xf32, #blocked1>, tensor<32x32xi32, #blocked>) -> tensor<32x32xf32, #blocked>
  // CHECK-NEXT: tt.return [[V1]] : tensor<32x32xf32, #blocked>
  tt.func @efficient_gather(%x: tensor<32x32xf32, #rows>, %i: tensor<32x32xi32, #rows>) -> tensor<32x32xf32, #rows> {
    %0 = ttg.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %1 = tt.gather %0[%i] {axis = 1 : i32, efficient_layout} : (tensor<32x32xf32, #columns>, tensor<32x32xi32, #rows>) -> tensor<32x32xf32, #rows>
    tt.return %1 : tensor<32x32xf32, #rows>
  }
}

// -----

// Answers to @infer_trans: the linear layout is the blocked one in other words.

#linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @same_in_other_words(
  // CHECK-NEXT: [[V0:%.*]] = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<16x16xf16, #linear> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT: tt.return [[V0]] : tensor<16x16xf16, #blocked>
  tt.func @same_in_other_words(%x: tensor<16x16xf16, #linear>) -> tensor<16x16xf16, #columns> {
    %0 = ttg.convert_layout %x : tensor<16x16xf16, #linear> -> tensor<16x16xf16, #rows>
    %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #columns>
    tt.return %1 : tensor<16x16xf16, #columns>
  }
}

// -----

// Answers to @simplify_trans_trans: two transposes that come to a conversion.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#turned = #ttg.linear<{register = [[1, 0], [2, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8]], block = []}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @turned_twice(
  // CHECK-NEXT: [[V0:%.*]] = ttg.convert_layout %arg0 : tensor<16x16xf16, #linear> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT: tt.return [[V0]] : tensor<16x16xf16, #blocked>
  tt.func @turned_twice(%x: tensor<16x16xf16, #linear>) -> tensor<16x16xf16, #rows> {
    %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x16xf16, #linear> -> tensor<16x16xf16, #turned>
    %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<16x16xf16, #turned> -> tensor<16x16xf16, #rows>
    tt.return %1 : tensor<16x16xf16, #rows>
  }
}

// -----

// Answers to @warp_specialize_with_no_uses_and_effects.

// CHECK-LABEL: @nothing_happens(
// CHECK-NEXT: tt.return
tt.func @nothing_happens(%x: i64) {
  %0 = ttg.warp_specialize(%x)
  default {
    %1 = arith.muli %x, %x : i64
    ttg.warp_yield %1 : i64
  }
  partition0(%y: i64) num_warps(2) {
    %2 = arith.muli %y, %y : i64
    ttg.warp_return
  } : (i64) -> i64
  tt.return
}

// Answers to @canonicalize_within_warp_specialize.

// CHECK-LABEL: @folds_inside(
// CHECK-NEXT: [[V0:%.*]] = ttg.warp_specialize()
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield %arg0 : i64
// CHECK-NEXT: }
// CHECK-NEXT: partition0() num_warps(2) {
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: } : () -> i64
// CHECK-NEXT: tt.return [[V0]] : i64
tt.func @folds_inside(%x: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %0 = ttg.warp_specialize()
  default {
    %1 = arith.muli %x, %c1 : i64
    ttg.warp_yield %1 : i64
  }
  partition0() num_warps(2) {
    %c5 = arith.constant 5 : i64
    ttg.warp_return
  } : () -> i64
  tt.return %0 : i64
}

// Answers to @unused_warp_specialize_results.

// CHECK-LABEL: @results(
// CHECK-NEXT: [[V0:%.*]] = ttg.warp_specialize()
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield %arg2 : f32
// CHECK-NEXT: } : () -> f32
// CHECK-NEXT: tt.return [[V0]] : f32
tt.func @results(%x: i64, %y: i32, %z: f32) -> f32 {
  %0:3 = ttg.warp_specialize()
  default {
    ttg.warp_yield %x, %y, %z : i64, i32, f32
  } : () -> (i64, i32, f32)
  tt.return %0#2 : f32
}

// Answers to @unused_warp_specialize_captures.

// CHECK-LABEL: @captures(
// CHECK-NEXT: ttg.warp_specialize(%arg1, %arg2)
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield
// CHECK-NEXT: }
// CHECK-NEXT: partition0(%arg3: i32, %arg4: f32) num_warps(2) {
// CHECK-NEXT: "ours"(%arg4) : (f32) -> ()
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: }
// CHECK-NEXT: partition1(%arg3: i32, %arg4: f32) num_warps(1) {
// CHECK-NEXT: "ours"(%arg4, %arg3) : (f32, i32) -> ()
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: } : (i32, f32) -> ()
// CHECK-NEXT: tt.return
tt.func @captures(%x: i64, %y: i32, %z: f32) {
  ttg.warp_specialize(%x, %y, %z)
  default {
    ttg.warp_yield
  }
  partition0(%a: i64, %b: i32, %c: f32) num_warps(2) {
    "ours"(%c) : (f32) -> ()
    ttg.warp_return
  }
  partition1(%a: i64, %b: i32, %c: f32) num_warps(1) {
    "ours"(%c, %b) : (f32, i32) -> ()
    ttg.warp_return
  } : (i64, i32, f32) -> ()
  tt.return
}

// Answers to @unused_warp_specialize_captures_and_results.

// CHECK-LABEL: @both(
// CHECK-NEXT: [[V0:%.*]] = ttg.warp_specialize(%arg0, %arg2)
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: partition0(%arg3: i64, %arg4: f32) num_warps(2) {
// CHECK-NEXT: "ours"(%arg3, %arg4) : (i64, f32) -> ()
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: } : (i64, f32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @both(%x: i64, %y: i32, %z: f32) -> i32 {
  %0:3 = ttg.warp_specialize(%x, %y, %z)
  default {
    ttg.warp_yield %x, %y, %z : i64, i32, f32
  }
  partition0(%a: i64, %b: i32, %c: f32) num_warps(2) {
    "ours"(%a, %c) : (i64, f32) -> ()
    ttg.warp_return
  } : (i64, i32, f32) -> (i64, i32, f32)
  tt.return %0#1 : i32
}

// Answers to @duplicate_warp_specialize_captures.

// CHECK-LABEL: @twice(
// CHECK-NEXT: ttg.warp_specialize(%arg1, %arg0)
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield
// CHECK-NEXT: }
// CHECK-NEXT: partition0(%arg2: i64, %arg3: i64) num_warps(2) {
// CHECK-NEXT: "ours"(%arg2, %arg3, %arg2, %arg3) : (i64, i64, i64, i64) -> ()
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: } : (i64, i64) -> ()
// CHECK-NEXT: tt.return
tt.func @twice(%x: i64, %y: i64) {
  ttg.warp_specialize(%y, %x, %y, %y, %x)
  default {
    ttg.warp_yield
  }
  partition0(%a: i64, %b: i64, %c: i64, %d: i64, %e: i64) num_warps(2) {
    "ours"(%a, %b, %c, %e) : (i64, i64, i64, i64) -> ()
    ttg.warp_return
  } : (i64, i64, i64, i64, i64) -> ()
  tt.return
}

// -----

// Answers to @fold_subslice_chain.

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory

// CHECK-LABEL: @slice_of_slice(
// CHECK-NEXT: [[V0:%.*]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT: [[V1:%.*]] = ttg.memdesc_subslice [[V0]][48, 16] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x16xf16, #shared, #smem, mutable, 64x64>
// CHECK-NEXT: ttg.local_store %arg0, [[V1]] : tensor<16x16xf16> -> !ttg.memdesc<16x16xf16, #shared, #smem, mutable, 64x64>
// CHECK-NEXT: tt.return
tt.func @slice_of_slice(%x: tensor<16x16xf16>) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = ttg.memdesc_subslice %0[32, 0] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable, 64x64>
  %2 = ttg.memdesc_subslice %1[16, 16] : !ttg.memdesc<32x32xf16, #shared, #smem, mutable, 64x64> -> !ttg.memdesc<16x16xf16, #shared, #smem, mutable, 64x64>
  ttg.local_store %x, %2 : tensor<16x16xf16> -> !ttg.memdesc<16x16xf16, #shared, #smem, mutable, 64x64>
  tt.return
}

// -----

// An expand_dims stays behind its broadcast where the broadcast's operand has a layout, equivalent
// to that of its result, from which no dim can be expanded. (upstream has no such case)

#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 4, 1], order = [2, 1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @expand_dims_of_equivalent_broadcast(
  // CHECK-NEXT: [[WIDE:%.*]] = tt.broadcast %arg0
  // CHECK-NEXT: tt.expand_dims [[WIDE]]
  tt.func @expand_dims_of_equivalent_broadcast(%x: tensor<1x32xi32, #rows>) -> tensor<1x4x32xi32, #cube> {
    %a = tt.broadcast %x : tensor<1x32xi32, #rows> -> tensor<4x32xi32, #ttg.slice<{dim = 0, parent = #cube}>>
    %b = tt.expand_dims %a {axis = 0 : i32} : tensor<4x32xi32, #ttg.slice<{dim = 0, parent = #cube}>> -> tensor<1x4x32xi32, #cube>
    tt.return %b : tensor<1x4x32xi32, #cube>
  }
}
