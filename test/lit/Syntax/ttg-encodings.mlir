// RUN: mini-opt %s -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-local-scope | mini-opt - -split-input-file | FileCheck %s

// Every layout as an attribute of the module.  Keys may come in any order; defaults are left out.

#a = #ttg.blocked<{order = [1, 0], warpsPerCTA = [4, 1], threadsPerWarp = [8, 4], sizePerThread = [1, 4]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = []}>
#c = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [0, 1]]}>
#d = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [1], order = [0], CGALayout = [[0]]}>
#e = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT{LITERAL}: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [0, 1]]}>
// CHECK-NEXT{LITERAL}: #blocked2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [1], order = [0], CGALayout = [[0]]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-NEXT: module attributes {ttg.a = #blocked, ttg.b = #blocked, ttg.c = #blocked1, ttg.d = #blocked2, ttg.e = #blocked3} {
module attributes {ttg.a = #a, ttg.b = #b, ttg.c = #c, ttg.d = #d, ttg.e = #e} {
}

// -----

#a = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#b = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [32]], block = [[64]]}>
#c = #ttg.generic_linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 1], [64, 0]], block = []}>
// CHECK{LITERAL}: #generic_linear = #ttg.generic_linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 1], [64, 0]], block = []}>
// CHECK-NEXT{LITERAL}: #linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
// CHECK-NEXT{LITERAL}: #linear1 = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [32]], block = [[64]]}>
// CHECK-NEXT: module attributes {ttg.a = #linear, ttg.b = #linear1, ttg.c = #generic_linear} {
module attributes {ttg.a = #a, ttg.b = #b, ttg.c = #c} {
}

// -----

#a = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#b = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>
#c = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#d = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false, CGALayout = [], tilesPerWarp = [1, 1], elementBitWidth = 32}>
#e = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false, tilesPerWarp = [2, 2], elementBitWidth = 64}>
#f = #ttg.amd_wmma<{version = 1, ctaLayout = {register = [], warp = [[0, 1], [1, 0]]}}>
#g = #ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = [[1, 0], [2, 0]]}}>
#h = #ttg.amd_wmma<{version = 3, ctaLayout = {warp = [[1, 0], [2, 0]]}, instrShape = [16, 16, 32]}>
// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT{LITERAL}: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #mma2 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// CHECK-NEXT: #mma3 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false}>
// CHECK-NEXT: #mma4 = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false, tilesPerWarp = [2, 2], elementBitWidth = 64}>
// CHECK-NEXT{LITERAL}: #mma5 = #ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[0, 1], [1, 0]]}}>
// CHECK-NEXT{LITERAL}: #mma6 = #ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = [[1, 0], [2, 0]]}}>
// CHECK-NEXT{LITERAL}: #mma7 = #ttg.amd_wmma<{version = 3, isTranspose = false, ctaLayout = {warp = [[1, 0], [2, 0]]}, instrShape = [16, 16, 32]}>
// CHECK-NEXT: module attributes {ttg.a = #mma, ttg.b = #mma1, ttg.c = #mma2, ttg.d = #mma3, ttg.e = #mma4, ttg.f = #mma5, ttg.g = #mma6, ttg.h = #mma7} {
module attributes {ttg.a = #a, ttg.b = #b, ttg.c = #c, ttg.d = #d, ttg.e = #e, ttg.f = #f, ttg.g = #g, ttg.h = #h} {
}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.slice<{parent = #blocked, dim = 1}>
#b = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #cube}>}>
#c = #ttg.slice<{dim = 1, parent = #mma}>
#d = #ttg.dot_op<{parent = #mma, kWidth = 2, opIdx = 0}>
#e = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
#f = #ttg.slice<{dim = 0, parent = #d}>
// CHECK-NEXT: module attributes {ttg.a = #ttg.slice<{dim = 1, parent = #blocked}>, ttg.b = #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>, ttg.c = #ttg.slice<{dim = 1, parent = #mma}>, ttg.d = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>, ttg.e = #ttg.dot_op<{opIdx = 1, parent = #blocked}>, ttg.f = #ttg.slice<{dim = 0, parent = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>}>} {
module attributes {ttg.a = #a, ttg.b = #b, ttg.c = #c, ttg.d = #d, ttg.e = #e, ttg.f = #f} {
}

// -----

#a = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#c = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#d = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true, CGALayout = [[0, 1]]}>
#e = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, fp4Padded = false, rank = 3}>
#f = #ttg.padded_shared<[32:+4, 64:+2] {order = [1, 0], shape = [16, 64]}>
#g = #ttg.padded_shared<[4:+4] {offset = [[1, 0], [2, 0], [0, 1], [0, 2]], block = []}>
#h = #ttg.padded_shared<[4:+4] {offset = [[0, 1], [1, 0], [0, 2], [2, 0]], block = []}>
#i = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
#j = #ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[2, 0]]}, alignment = 128>
#k = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
// CHECK: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT{LITERAL}: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
// CHECK-NEXT: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT{LITERAL}: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true, CGALayout = [[0, 1]]}>
// CHECK-NEXT: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank = 3}>
// CHECK-NEXT: #shared5 = #ttg.padded_shared<[32:+4, 64:+2] {order = [1, 0], shape = [16, 64]}>
// CHECK-NEXT: #shared6 = #ttg.padded_shared<[4:+4] {order = [0, 1], shape = [4, 4]}>
// CHECK-NEXT{LITERAL}: #shared7 = #ttg.padded_shared<[4:+4] {offset = [[0, 1], [1, 0], [0, 2], [2, 0]], block = []}>
// CHECK-NEXT{LITERAL}: #shared8 = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
// CHECK-NEXT{LITERAL}: #shared9 = #ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[2, 0]]}, alignment = 128>
// CHECK-NEXT: #shared10 = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {ttg.a = #shared, ttg.b = #shared1, ttg.c = #shared2, ttg.d = #shared3, ttg.e = #shared4, ttg.f = #shared5, ttg.g = #shared6, ttg.h = #shared7, ttg.i = #shared8, ttg.j = #shared9, ttg.k = #shared10, ttg.l = #smem} {
module attributes {ttg.a = #a, ttg.b = #b, ttg.c = #c, ttg.d = #d, ttg.e = #e, ttg.f = #f, ttg.g = #g, ttg.h = #h, ttg.i = #i, ttg.j = #j, ttg.k = #k, ttg.l = #ttg.shared_memory} {
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
#b = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 2, CGALayout = [[1, 0]], twoCTAs = true>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, fp4Padded = true>
#d = #ttng.tensor_memory_scales_encoding<>
#e = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]]>
// CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
// CHECK-NEXT{LITERAL}: #tmem1 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 2, CGALayout = [[1, 0]], twoCTAs = true>
// CHECK-NEXT: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, fp4Padded = true>
// CHECK-NEXT: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-NEXT{LITERAL}: #tmem_scales1 = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]]>
// CHECK-NEXT: module attributes {ttng.a = #tmem, ttng.b = #tmem1, ttng.c = #tmem2, ttng.d = #tmem_scales, ttng.e = #tmem_scales1, ttng.f = #ttng.tensor_memory} {
module attributes {ttng.a = #a, ttng.b = #b, ttng.c = #c, ttng.d = #d, ttng.e = #e, ttng.f = #ttng.tensor_memory} {
}

// -----

// Types that carry layouts.

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @types(%arg0: tensor<64x32x!tt.ptr<f16>, #blocked>, %arg1: tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>, %arg2: !ttg.memdesc<64x32xf16, #shared, #smem>, %arg3: !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>, %arg4: !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32>, %arg5: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg6: !ttg.async.token, %arg7: !tt.tensordesc<64x32xf16>, %arg8: !tt.tensordesc<64x32xf16, #shared1>, %arg9: !ttng.tensordesc_im2col<64x32xf16, #shared1>) {
  tt.func @types(%0: tensor<64x32x!tt.ptr<f16>, #blocked>,
                 %1: tensor<32xi1, #ttg.slice<{dim = 0, parent = #blocked}>>,
                 %2: !ttg.memdesc<64x32xf16, #shared, #smem>,
                 %3: !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>,
                 %4: !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32>,
                 %5: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>,
                 %6: !ttg.async.token,
                 %7: !tt.tensordesc<64x32xf16>,
                 %8: !tt.tensordesc<64x32xf16, #nvmma>,
                 %9: !ttng.tensordesc_im2col<64x32xf16, #nvmma>) {
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}
