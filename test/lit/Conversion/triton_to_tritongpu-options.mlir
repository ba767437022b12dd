// RUN: mini-opt %s --convert-triton-to-tritongpu=target=cuda:80 | FileCheck %s --check-prefix=FOUR
// RUN: mini-opt %s --convert-triton-to-tritongpu='target=cuda:80 num-warps=1' | FileCheck %s --check-prefix=ONE
// RUN: mini-opt %s --convert-triton-to-tritongpu='target=hip:gfx942 num-warps=2 threads-per-warp=64' | FileCheck %s --check-prefix=AMD
// RUN: mini-opt %s --convert-triton-to-tritongpu='target=cuda:90 num-warps=8 num-ctas=4' | FileCheck %s --check-prefix=BLOCKS
// RUN: mini-opt %s --convert-triton-to-tritongpu='target=something num-warps=16 threads-per-warp=16' | FileCheck %s --check-prefix=ANY
// RUN: mini-opt %s --pass-pipeline='builtin.module(convert-triton-to-tritongpu{target=cuda:80 num-warps=1})' | FileCheck %s --check-prefix=ONE
// RUN: mini-opt %s --convert='target=cuda:80 num-warps=1' | FileCheck %s --check-prefix=ONE

// Warps go to the fastest dim that has room for them, the rest to the slowest; blocks to the slowest
// first. Other attributes of the module stay, older numbers don't.

// FOUR: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// FOUR: module @m attributes {tt.note, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
// FOUR-NEXT: tt.func @f(%arg0: tensor<8x64xf32, #blocked>, %arg1: tensor<8xf32, #blocked1>, %arg2: tensor<4x2x2xf32, #blocked2>)
// ONE: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
// ONE: "ttg.num-warps" = 1 : i32
// AMD: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 1], order = [1, 0]}>
// AMD: "ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32
// BLOCKS: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0], CGALayout = {{\[\[}}1, 0], [2, 0]]}>
// BLOCKS: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0], CGALayout = {{\[\[}}1], [2]]}>
// BLOCKS: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 2, 2], warpsPerCTA = [8, 1, 1], order = [2, 1, 0], CGALayout = {{\[\[}}1, 0, 0], [2, 0, 0]]}>
// BLOCKS: "ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 8 : i32
// ANY: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 16], warpsPerCTA = [4, 4], order = [1, 0]}>
// ANY: ttg.target = "something", "ttg.threads-per-warp" = 16 : i32
module @m attributes {tt.note, "ttg.num-warps" = 32 : i32} {
  tt.func @f(%x: tensor<8x64xf32>, %y: tensor<8xf32>, %z: tensor<4x2x2xf32>) {
    tt.return
  }
}
