// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// In TTGIR, warps and target are those of the module.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-ttgir.mlir:[[# @LINE + 10]]: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %x has divisibility 1, not 16: tt.addptr (line [[# @LINE + 8]]) gives divisibility 1, not 16
// CHECK-NEXT: hint: align %x to 16 bytes (tt.divisibility = 16): 16 bytes
#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @converted(%x: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.0> : tensor<1024xf32, #l>
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    tt.store %dst, %zero : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// A copy to shared memory that doesn't wait.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-ttgir.mlir:[[# @LINE + 20]]: async copy 64x64xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 4: arith.muli (line [[# @LINE + 12]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(%down, [1, 4]), if each run starts at a multiple of 4
#l = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #l}>>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #l}>>
    %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #l}>> -> tensor<64x1xi32, #l>
    %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #l}>> -> tensor<1x64xi32, #l>
    %ld_s = tt.splat %ld : i32 -> tensor<64x1xi32, #l>
    %down = arith.muli %rows, %ld_s : tensor<64x1xi32, #l>
    %down_b = tt.broadcast %down : tensor<64x1xi32, #l> -> tensor<64x64xi32, #l>
    %cols_b = tt.broadcast %cols : tensor<1x64xi32, #l> -> tensor<64x64xi32, #l>
    %at = arith.addi %down_b, %cols_b : tensor<64x64xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #l>
    %src = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f32>, #l>, tensor<64x64xi32, #l>
    %room = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #s, #smem, mutable>
    %token = ttg.async_copy_global_to_local %src, %room : tensor<64x64x!tt.ptr<f32>, #l> -> <64x64xf32, #s, #smem, mutable>
    tt.return
  }
}
