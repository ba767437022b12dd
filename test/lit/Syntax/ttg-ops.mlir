// RUN: mini-opt %s -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#row = #ttg.slice<{dim = 0, parent = #blocked}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

  // CHECK-LABEL: tt.func @convert(%arg0: tensor<32x32xf16, #blocked>, %arg1: tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>) {
  tt.func @convert(%t: tensor<32x32xf16, #blocked>, %r: tensor<32xi1, #row>) {
    // CHECK-NEXT: %0 = ttg.convert_layout %arg0 : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #blocked1>
    %0 = ttg.convert_layout %t : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #blocked1>
    // CHECK-NEXT: %1 = ttg.convert_layout %arg0 {allocation.offset = 0 : i32} : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #blocked1>
    %1 = ttg.convert_layout %t {allocation.offset = 0 : i32} : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #blocked1>
    // CHECK-NEXT: %2 = ttg.convert_layout %arg1 : tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<32xi1, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %2 = "ttg.convert_layout"(%r) : (tensor<32xi1, #row>) -> tensor<32xi1, #ttg.slice<{dim = 1, parent = #blocked1}>>
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // CHECK-LABEL: tt.func @local(%arg0: tensor<32x32xf16, #blocked>, %arg1: i32, %arg2: !ttg.async.token, %arg3: tensor<8x32xi32, #blocked>, %arg4: tensor<8x32xf16, #blocked>) {
  tt.func @local(%t: tensor<32x32xf16, #blocked>, %i: i32, %k: !ttg.async.token, %x: tensor<8x32xi32, #blocked>, %v: tensor<8x32xf16, #blocked>) {
    // CHECK-NEXT: %0 = ttg.local_alloc : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    %0 = ttg.local_alloc : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %1 = ttg.local_alloc %arg0 : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    %1 = ttg.local_alloc %t : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    // CHECK-NEXT: %2 = ttg.local_alloc %arg0 {alignment = 16 : i32} : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    %2 = ttg.local_alloc %t {alignment = 16 : i32} : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %3 = ttg.memdesc_index %0[%arg1] : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    %3 = ttg.memdesc_index %0[%i] : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %4 = ttg.memdesc_subslice %3[0, 16] : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x16xf16, #shared, #smem, mutable, 32x32>
    %4 = ttg.memdesc_subslice %3[0, 16] : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x16xf16, #shared, #smem, mutable, 32x32>
    // CHECK-NEXT: %5 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<32x32xf16, #shared, #smem> -> !ttg.memdesc<32x32xf16, #shared1, #smem>
    %5 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<32x32xf16, #shared, #smem> -> !ttg.memdesc<32x32xf16, #shared1, #smem>
    // CHECK-NEXT: %6 = ttg.memdesc_reinterpret %3 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x16xf32, #shared, #smem, mutable>
    %6 = ttg.memdesc_reinterpret %3 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x16xf32, #shared, #smem, mutable>
    // CHECK-NEXT: %7 = ttg.local_load %1 : !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<32x32xf16, #blocked>
    %7 = ttg.local_load %1 : !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<32x32xf16, #blocked>
    // CHECK-NEXT: %8 = ttg.local_load %3 token %arg2 {note} : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked1>
    %8 = ttg.local_load %3 token %k {note} : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked1>
    // CHECK-NEXT: ttg.local_store %arg0, %3 : tensor<32x32xf16, #blocked> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    ttg.local_store %t, %3 : tensor<32x32xf16, #blocked> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %9 = ttg.local_gather %1[%arg3] {axis = 0 : i32} : !ttg.memdesc<32x32xf16, #shared, #smem>, tensor<8x32xi32, #blocked> -> tensor<8x32xf16, #blocked>
    %9 = ttg.local_gather %1[%x] {axis = 0 : i32} : !ttg.memdesc<32x32xf16, #shared, #smem>, tensor<8x32xi32, #blocked> -> tensor<8x32xf16, #blocked>
    // CHECK-NEXT: ttg.local_scatter %3[%arg3], %arg4 {axis = 0 : i32} : !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<8x32xi32, #blocked>, tensor<8x32xf16, #blocked>
    ttg.local_scatter %3[%x], %v {axis = 0 : i32} : !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<8x32xi32, #blocked>, tensor<8x32xf16, #blocked>
    // CHECK-NEXT: ttg.local_dealloc %0 : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    ttg.local_dealloc %0 : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // CHECK-LABEL: tt.func @async(%arg0: tensor<32x32x!tt.ptr<f16>, #blocked>, %arg1: tensor<32x32xi1, #blocked>, %arg2: tensor<32x32xf16, #blocked>, %arg3: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) {
  tt.func @async(%p: tensor<32x32x!tt.ptr<f16>, #blocked>, %m: tensor<32x32xi1, #blocked>, %o: tensor<32x32xf16, #blocked>, %d: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) {
    // CHECK-NEXT: %0 = ttg.async_copy_global_to_local %arg0, %arg3 : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %0 = ttg.async_copy_global_to_local %p, %d : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %1 = ttg.async_copy_global_to_local %arg0, %arg3 mask %arg1 other %arg2 {contiguity = 8 : i32} : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %1 = ttg.async_copy_global_to_local %p, %d mask %m other %o {contiguity = 8 : i32} : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %2 = ttg.async_copy_global_to_local %arg0, %arg3 mask %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>, isVolatile = true} : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %2 = ttg.async_copy_global_to_local %p, %d mask %m {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>, contiguity = 1 : i32, isVolatile = true} : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %3 = ttg.async_commit_group tokens %0, %1
    %3 = ttg.async_commit_group tokens %0, %1
    // CHECK-NEXT: %4 = ttg.async_commit_group
    %4 = ttg.async_commit_group
    // CHECK-NEXT: %5 = ttg.async_wait %3, %4 {num = 0 : i32}
    %5 = ttg.async_wait %3, %4 {num = 0 : i32}
    // CHECK-NEXT: %6 = ttg.async_wait {num = 2 : i32}
    %6 = ttg.async_wait {num = 2 : i32}
    // CHECK-NEXT: ttg.barrier local
    ttg.barrier local
    // CHECK-NEXT: ttg.barrier local|global_read|global_write
    ttg.barrier global_read|local|global_write
    // CHECK-NEXT: ttg.barrier all
    ttg.barrier all
    // CHECK-NEXT: ttg.barrier none
    ttg.barrier none
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // CHECK-LABEL: tt.func @other(%arg0: tensor<32x32xi8, #blocked>, %arg1: i32) {
  tt.func @other(%t: tensor<32x32xi8, #blocked>, %i: i32) {
    // CHECK-NEXT: %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    // CHECK-NEXT: %1 = ttg.warp_id
    %1 = ttg.warp_id
    // CHECK-NEXT: %2 = ttg.warp_id {omitUniformHint}
    %2 = ttg.warp_id {omitUniformHint}
    // CHECK-NEXT: %3 = ttg.predicate_stage %arg1, %arg1, %arg1 maxStage 2 stage 1 : i32 -> i1
    %3 = ttg.predicate_stage %i, %i, %i maxStage 2 stage 1 : i32 -> i1
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}

// -----

// Warp specialisation: the default region sees everything, a partition only its own arguments.

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @partitions(%arg0: i32, %arg1: !tt.ptr<f32>) -> (i32, i32) attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @partitions(%a: i32, %p: !tt.ptr<f32>) -> (i32, i32) attributes {"ttg.num-warps" = 8 : i32} {
    // CHECK-NEXT: %0:2 = ttg.warp_specialize(%arg0, %arg1) attributes {requestedRegisters = array<i32: 24, 152>}
    %0:2 = ttg.warp_specialize(%a, %p) attributes {requestedRegisters = array<i32: 24, 152>}
    // CHECK-NEXT: default {
    default {
      // CHECK-NEXT: %1 = arith.addi %arg0, %arg0 : i32
      %1 = arith.addi %a, %a : i32
      // CHECK-NEXT: ttg.warp_yield %1, %arg0 : i32, i32
      ttg.warp_yield %1, %a : i32, i32
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: partition0(%arg2: i32, %arg3: !tt.ptr<f32>) num_warps(1) {
    partition0(%x: i32, %q: !tt.ptr<f32>) num_warps(1) {
      // CHECK-NEXT: %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #blocked>
      %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #one>
      // CHECK-NEXT: %2 = tt.splat %arg3 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #blocked>
      %2 = tt.splat %q : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #one>
      // CHECK-NEXT: ttg.warp_return
      // CHECK-NEXT: }
      // CHECK-NEXT: partition1(%arg2: i32, %arg3: !tt.ptr<f32>) num_warps(4) {
      ttg.warp_return
    }
    partition1(%x: i32, %q: !tt.ptr<f32>) num_warps(4) {
      // CHECK-NEXT: %1 = arith.muli %arg2, %arg2 : i32
      %1 = arith.muli %x, %x : i32
      // CHECK-NEXT: cf.br ^bb1
      cf.br ^next
    // CHECK-NEXT: ^bb1:  // pred: ^bb0
    ^next:
      // CHECK-NEXT: ttg.warp_return
      ttg.warp_return
    // CHECK-NEXT: } : (i32, !tt.ptr<f32>) -> (i32, i32)
    } : (i32, !tt.ptr<f32>) -> (i32, i32)
    // CHECK-NEXT: ttg.warp_specialize()
    // CHECK-NEXT: default {
    ttg.warp_specialize()
    default {
      // CHECK-NEXT: ttg.warp_yield
      ttg.warp_yield
    // CHECK-NEXT: } : () -> ()
    } : () -> ()
    // CHECK-NEXT: tt.return %0#0, %0#1 : i32, i32
    tt.return %0#0, %0#1 : i32, i32
  // CHECK-NEXT: }
  }
}

// GENERIC: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// GENERIC-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
// GENERIC-NEXT: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// GENERIC-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
// GENERIC-NEXT: #smem = #ttg.shared_memory
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<32x32xf16, #blocked>, tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>) -> (), sym_name = "convert"}> ({
// GENERIC-NEXT: ^bb0(%arg11: tensor<32x32xf16, #blocked>, %arg12: tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>):
// GENERIC-NEXT: %21 = "ttg.convert_layout"(%arg11) : (tensor<32x32xf16, #blocked>) -> tensor<32x32xf16, #blocked1>
// GENERIC-NEXT: %22 = "ttg.convert_layout"(%arg11) {allocation.offset = 0 : i32} : (tensor<32x32xf16, #blocked>) -> tensor<32x32xf16, #blocked1>
// GENERIC-NEXT: %23 = "ttg.convert_layout"(%arg12) : (tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>) -> tensor<32xi1, #ttg.slice<{dim = 1, parent = #blocked1}>>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<32x32xf16, #blocked>, i32, !ttg.async.token, tensor<8x32xi32, #blocked>, tensor<8x32xf16, #blocked>) -> (), sym_name = "local"}> ({
// GENERIC-NEXT: ^bb0(%arg6: tensor<32x32xf16, #blocked>, %arg7: i32, %arg8: !ttg.async.token, %arg9: tensor<8x32xi32, #blocked>, %arg10: tensor<8x32xf16, #blocked>):
// GENERIC-NEXT: %11 = "ttg.local_alloc"() : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
// GENERIC-NEXT: %12 = "ttg.local_alloc"(%arg6) : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
// GENERIC-NEXT: %13 = "ttg.local_alloc"(%arg6) <{alignment = 16 : i32}> : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
// GENERIC-NEXT: %14 = "ttg.memdesc_index"(%11, %arg7) : (!ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>, i32) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
// GENERIC-NEXT: %15 = "ttg.memdesc_subslice"(%14) <{offsets = array<i32: 0, 16>}> : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> !ttg.memdesc<32x16xf16, #shared, #smem, mutable, 32x32>
// GENERIC-NEXT: %16 = "ttg.memdesc_trans"(%12) <{order = array<i32: 1, 0>}> : (!ttg.memdesc<32x32xf16, #shared, #smem>) -> !ttg.memdesc<32x32xf16, #shared1, #smem>
// GENERIC-NEXT: %17 = "ttg.memdesc_reinterpret"(%14) : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> !ttg.memdesc<32x16xf32, #shared, #smem, mutable>
// GENERIC-NEXT: %18 = "ttg.local_load"(%12) : (!ttg.memdesc<32x32xf16, #shared, #smem>) -> tensor<32x32xf16, #blocked>
// GENERIC-NEXT: %19 = "ttg.local_load"(%14, %arg8) {note} : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>, !ttg.async.token) -> tensor<32x32xf16, #blocked1>
// GENERIC-NEXT: "ttg.local_store"(%arg6, %14) : (tensor<32x32xf16, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> ()
// GENERIC-NEXT: %20 = "ttg.local_gather"(%12, %arg9) <{axis = 0 : i32}> : (!ttg.memdesc<32x32xf16, #shared, #smem>, tensor<8x32xi32, #blocked>) -> tensor<8x32xf16, #blocked>
// GENERIC-NEXT: "ttg.local_scatter"(%14, %arg10, %arg9) <{axis = 0 : i32}> : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<8x32xf16, #blocked>, tensor<8x32xi32, #blocked>) -> ()
// GENERIC-NEXT: "ttg.local_dealloc"(%11) : (!ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>) -> ()
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi1, #blocked>, tensor<32x32xf16, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> (), sym_name = "async"}> ({
// GENERIC-NEXT: ^bb0(%arg2: tensor<32x32x!tt.ptr<f16>, #blocked>, %arg3: tensor<32x32xi1, #blocked>, %arg4: tensor<32x32xf16, #blocked>, %arg5: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>):
// GENERIC-NEXT: %4 = "ttg.async_copy_global_to_local"(%arg2, %arg5) <{contiguity = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> !ttg.async.token
// GENERIC-NEXT: %5 = "ttg.async_copy_global_to_local"(%arg2, %arg5, %arg3, %arg4) <{contiguity = 8 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<32x32xi1, #blocked>, tensor<32x32xf16, #blocked>) -> !ttg.async.token
// GENERIC-NEXT: %6 = "ttg.async_copy_global_to_local"(%arg2, %arg5, %arg3) <{cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>, contiguity = 1 : i32, isVolatile = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<32x32xi1, #blocked>) -> !ttg.async.token
// GENERIC-NEXT: %7 = "ttg.async_commit_group"(%4, %5) : (!ttg.async.token, !ttg.async.token) -> !ttg.async.token
// GENERIC-NEXT: %8 = "ttg.async_commit_group"() : () -> !ttg.async.token
// GENERIC-NEXT: %9 = "ttg.async_wait"(%7, %8) <{num = 0 : i32}> : (!ttg.async.token, !ttg.async.token) -> !ttg.async.token
// GENERIC-NEXT: %10 = "ttg.async_wait"() <{num = 2 : i32}> : () -> !ttg.async.token
// GENERIC-NEXT: "ttg.barrier"() <{addrSpace = 1 : i32}> : () -> ()
// GENERIC-NEXT: "ttg.barrier"() <{addrSpace = 7 : i32}> : () -> ()
// GENERIC-NEXT: "ttg.barrier"() <{addrSpace = 31 : i32}> : () -> ()
// GENERIC-NEXT: "ttg.barrier"() <{addrSpace = 0 : i32}> : () -> ()
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<32x32xi8, #blocked>, i32) -> (), sym_name = "other"}> ({
// GENERIC-NEXT: ^bb0(%arg0: tensor<32x32xi8, #blocked>, %arg1: i32):
// GENERIC-NEXT: %0 = "ttg.global_scratch_alloc"() <{alignment = 128 : i32, nbytes = 256 : i32}> : () -> !tt.ptr<i8>
// GENERIC-NEXT: %1 = "ttg.warp_id"() : () -> i32
// GENERIC-NEXT: %2 = "ttg.warp_id"() <{omitUniformHint}> : () -> i32
// GENERIC-NEXT: %3 = "ttg.predicate_stage"(%arg1, %arg1, %arg1) <{maxStage = 2 : i32, stage = 1 : i32}> : (i32, i32, i32) -> i1
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} : () -> ()
// GENERIC: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, !tt.ptr<f32>) -> (i32, i32), sym_name = "partitions"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32, %arg1: !tt.ptr<f32>):
// GENERIC-NEXT: %0:2 = "ttg.warp_specialize"() <{partitionNumWarps = array<i32: 1, 4>, requestedRegisters = array<i32: 24, 152>}> ({
// GENERIC-NEXT: %4 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "ttg.warp_yield"(%4, %arg0) : (i32, i32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "ttg.warp_specialize.partitions"(%arg0, %arg1) ({
// GENERIC-NEXT: ^bb0(%arg4: i32, %arg5: !tt.ptr<f32>):
// GENERIC-NEXT: %2 = "tt.make_range"() <{end = 32 : i32, start = 0 : i32}> : () -> tensor<32xi32, #blocked>
// GENERIC-NEXT: %3 = "tt.splat"(%arg5) : (!tt.ptr<f32>) -> tensor<32x!tt.ptr<f32>, #blocked>
// GENERIC-NEXT: "ttg.warp_return"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: ^bb0(%arg2: i32, %arg3: !tt.ptr<f32>):
// GENERIC-NEXT: %1 = "arith.muli"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "cf.br"()[^bb1] : () -> ()
// GENERIC-NEXT: ^bb1:  // pred: ^bb0
// GENERIC-NEXT: "ttg.warp_return"() : () -> ()
// GENERIC-NEXT: }) : (i32, !tt.ptr<f32>) -> ()
// GENERIC-NEXT: }) : () -> (i32, i32)
// GENERIC-NEXT: "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({
// GENERIC-NEXT: "ttg.warp_yield"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "ttg.warp_specialize.partitions"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.return"(%0#0, %0#1) : (i32, i32) -> ()
// GENERIC-NEXT: }) {"ttg.num-warps" = 8 : i32} : () -> ()
// GENERIC-NEXT: }) {"ttg.num-warps" = 4 : i32} : () -> ()
