// RUN: mini-opt %s -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file | mini-opt - -split-input-file | FileCheck %s

// The names that the input gives are dropped and unused aliases vanish.  Within a name, numbers follow
// the first use in the text.

#unused = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#mine = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#blocked7 = #mine
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 1 : i32} {
module attributes {"ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: tt.func @renumbered(%arg0: tensor<64xf32, #blocked>, %arg1: tensor<64xf32, #blocked>, %arg2: tensor<64xf32, #blocked1>) {
  tt.func @renumbered(%a: tensor<64xf32, #mine>, %b: tensor<64xf32, #blocked7>, %c: tensor<64xf32, #blocked>) {
    // CHECK-NEXT: %0 = ttg.convert_layout %arg2 : tensor<64xf32, #blocked1> -> tensor<64xf32, #blocked2>
    %0 = ttg.convert_layout %c : tensor<64xf32, #blocked> -> tensor<64xf32, #ttg.blocked<{order = [0], warpsPerCTA = [1], threadsPerWarp = [32], sizePerThread = [8]}>>
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}

// -----

// The lines are sorted by name, whatever the order of use.  A slice and a dot operand have no alias
// of their own: their parents have.

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#s = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#l = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT{LITERAL}: #linear = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @sorted(%arg0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<32x32xf16, #shared, #smem>, %arg2: !tt.tensordesc<64x64xf16, #shared1>, %arg3: tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg4: tensor<32x8xf32, #linear>, %arg5: tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, %arg6: tensor<32x32xf32, #blocked1>) {
  tt.func @sorted(%0: !ttg.memdesc<128x128xf32, #t, #ttng.tensor_memory, mutable>,
                  %1: !ttg.memdesc<32x32xf16, #s, #ttg.shared_memory>,
                  %2: !tt.tensordesc<64x64xf16, #n>,
                  %3: tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>,
                  %4: tensor<32x8xf32, #l>,
                  %5: tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>,
                  %6: tensor<32x32xf32, #b1>) {
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
}

// -----

// Attributes of the module and of its functions come before what is inside.

#inner = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#outer = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#last = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32, ttg.z = #blocked} {
module attributes {"ttg.num-warps" = 4 : i32, ttg.z = #outer} {
  // CHECK-LABEL: tt.func @inside(%arg0: tensor<128xf32, #blocked1>) -> tensor<128xf32, #blocked1> attributes {ttg.y = #blocked2} {
  tt.func @inside(%a: tensor<128xf32, #inner>) -> tensor<128xf32, #inner> attributes {ttg.y = #last} {
    // CHECK-NEXT: tt.return %arg0 : tensor<128xf32, #blocked1>
    tt.return %a : tensor<128xf32, #inner>
  // CHECK-NEXT: }
  }
}

// -----

// An alias of anything: an integer, a string, a type.

#number = 16 : i32
#text = "text"
!pointers = tensor<8x!tt.ptr<f32>>
// CHECK-LABEL: tt.func @anything(%arg0: tensor<8x!tt.ptr<f32>> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i8> {tt.divisibility = 16 : i32, tt.note = "text"}) {
tt.func @anything(%p: !pointers {tt.divisibility = #number}, %q: !tt.ptr<i8> {tt.divisibility = #number, tt.note = #text}) {
  // CHECK-NEXT: %0 = tt.load %arg0 : tensor<8x!tt.ptr<f32>>
  %v = tt.load %p : !pointers
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}
