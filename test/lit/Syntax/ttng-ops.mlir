// RUN: mini-opt %s -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | mini-opt - -split-input-file | FileCheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#rows = #ttg.slice<{dim = 0, parent = #blocked}>
#acc = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

  // CHECK-LABEL: tt.func @barriers(%arg0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg1: i1, %arg2: i32, %arg3: !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>) {
  tt.func @barriers(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %c: i1, %phase: i32, %d: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
    // CHECK-NEXT: ttng.init_barrier %arg0, 2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b, 2 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.barrier_expect %arg0, 8192, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.barrier_expect %b, 8192, %c : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.wait_barrier %b, %phase : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.wait_barrier %b, %phase, %c : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2 deps %arg3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    ttng.wait_barrier %b, %phase deps %d : !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    // CHECK-NEXT: ttng.arrive_barrier %arg0, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %b, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.arrive_barrier %arg0, 3, %arg1 {note} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %b, 3, %c {note} : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.inval_barrier %arg0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %b : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
    ttng.fence_async_shared {bCluster = false}
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // CHECK-LABEL: tt.func @tma(%arg0: !tt.tensordesc<64x64xf16, #shared1>, %arg1: !tt.tensordesc<1x64xf16, #shared1>, %arg2: i32, %arg3: i1, %arg4: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, %arg5: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg6: !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>) {
  tt.func @tma(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %rowdesc: !tt.tensordesc<1x64xf16, #nvmma>, %i: i32, %c: i1, %x: tensor<32xi32, #rows>,
               %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %d: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %g: !ttg.memdesc<32x64xf16, #nvmma, #smem, mutable>) {
    // CHECK-NEXT: ttng.async_tma_copy_global_to_local %arg0[%arg2, %arg2] %arg6, %arg5, %arg3 : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %d, %b, %c : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    // CHECK-NEXT: ttng.async_tma_copy_local_to_global %arg0[%arg2, %arg2] %arg6 : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %d : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    // CHECK-NEXT: ttng.async_tma_reduce add, %arg0[%arg2, %arg2] %arg6 : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    ttng.async_tma_reduce add, %desc[%i, %i] %d : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    // CHECK-NEXT: ttng.async_tma_gather %arg1[%arg4, %arg2] %arg7, %arg5, %arg3 : !tt.tensordesc<1x64xf16, #shared1>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>, i1
    ttng.async_tma_gather %rowdesc[%x, %i] %g, %b, %c : !tt.tensordesc<1x64xf16, #nvmma>, tensor<32xi32, #rows>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<32x64xf16, #nvmma, #smem, mutable>, i1
    // CHECK-NEXT: ttng.async_tma_scatter %arg1[%arg4, %arg2] %arg7 : !tt.tensordesc<1x64xf16, #shared1>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    ttng.async_tma_scatter %rowdesc[%x, %i] %g : !tt.tensordesc<1x64xf16, #nvmma>, tensor<32xi32, #rows>, i32, !ttg.memdesc<32x64xf16, #nvmma, #smem, mutable>
    // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.async_tma_store_wait {pendings = 0 : i32}
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }

  // CHECK-LABEL: tt.func @wgmma(%arg0: !ttg.memdesc<64x64xf16, #shared1, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared2, #smem>, %arg2: tensor<64x64xf32, #mma>, %arg3: i1) {
  tt.func @wgmma(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma_t, #smem>, %c: tensor<64x64xf32, #acc>, %u: i1) {
    // CHECK-NEXT: %0 = ttng.warp_group_dot %arg0, %arg1, %arg2 : !ttg.memdesc<64x64xf16, #shared1, #smem> * !ttg.memdesc<64x64xf16, #shared2, #smem> -> tensor<64x64xf32, #mma>
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma_t, #smem> -> tensor<64x64xf32, #acc>
    // CHECK-NEXT: %1 = ttng.warp_group_dot %arg0, %arg1, %arg2, %arg3 {inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 32 : i32} : !ttg.memdesc<64x64xf16, #shared1, #smem> * !ttg.memdesc<64x64xf16, #shared2, #smem> -> tensor<64x64xf32, #mma>
    %1 = ttng.warp_group_dot %a, %b, %c, %u {inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 32 : i32} : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma_t, #smem> -> tensor<64x64xf32, #acc>
    // CHECK-NEXT: %2:2 = ttng.warp_group_dot_wait %1, %0 {pendings = 0 : i32} : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    %2:2 = ttng.warp_group_dot_wait %1, %0 {pendings = 0 : i32} : tensor<64x64xf32, #acc>, tensor<64x64xf32, #acc>
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {

  // CHECK-LABEL: tt.func @tcgen5(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>, %arg3: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg4: i1) {
  tt.func @tcgen5(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %t: tensor<128x64xf32, #blocked>,
                  %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %c: i1) {
    // CHECK-NEXT: %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // CHECK-NEXT: %result_0, %token = ttng.tmem_alloc %arg2 : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %1, %token = ttng.tmem_alloc %t : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    // CHECK-NEXT: %result_1 = ttng.tmem_alloc %arg2 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
    %2 = ttng.tmem_alloc %t : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
    // CHECK-NEXT: ttng.tc_gen5_mma %arg0, %arg1, %result, %arg4, %arg4 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %0, %c, %c : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x64xf16, #nvmma, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // CHECK-NEXT: %0 = ttng.tc_gen5_mma %arg0, %arg1, %result_0[%token], %arg4, %arg4, %arg3[%arg4] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %3 = ttng.tc_gen5_mma %a, %b, %1[%token], %c, %c, %bar[%c] {is_async} : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x64xf16, #nvmma, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.tc_gen5_commit %arg3 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: ttng.tc_gen5_commit %arg3, %arg4 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.tc_gen5_commit %bar, %c : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK-NEXT: %result_2 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %4 = ttng.tmem_load %0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    // CHECK-NEXT: %result_3, %token_4 = ttng.tmem_load %result_0[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %5, %6 = ttng.tmem_load %1[%3] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    // CHECK-NEXT: ttng.tmem_store %result_2, %result, %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %4, %0, %c : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // CHECK-NEXT: %1 = ttng.tmem_store %result_3, %result_0[%token_4], %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %7 = ttng.tmem_store %5, %1[%6], %c : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // CHECK-NEXT: %2 = ttng.tmem_subslice %result {offset = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
    %8 = ttng.tmem_subslice %0 {offset = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}
