// RUN: mini-opt %s --coalesce 2>&1 | FileCheck %s
// RUN: mini-opt %s --coalesce --target=cuda:90 --num-warps 1 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: mini-opt %s --pass-pipeline='builtin.module(coalesce)' 2>&1 | FileCheck %s
// RUN: mini-opt %s --convert-triton-to-tritongpu=target=cuda:80 --coalesce 2>&1 | FileCheck %s --check-prefix=TTGIR
// RUN: mini-opt %s --coalesce --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not mini-opt %s --tritongpu-coalesce 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not mini-opt %s --coalesce --num-warps=few 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mini-opt %s --coalesce --num-warps=3 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not mini-opt %s --coalesce --target=bogus 2>&1 | FileCheck %s --check-prefix=BOGUS
// RUN: mini-opt %s --coalesce --target=sm_90 --num-warps=1 2>&1 | FileCheck %s --check-prefix=FLAGS
// NO-GOLDEN: upstream has no short names

// Under a short name a pass that needs TTGIR converts TTIR first, and says so; under its full name it
// says what to do.

// CHECK: short-names.mlir:0:0: remark: the module has no 'ttg.num-warps', so --convert-triton-to-tritongpu='target=cuda:80 num-warps=4' runs first; --target and --num-warps change that
// CHECK-NOT: note
// CHECK: "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"
// CHECK: tt.store {{.*}} : tensor<64x!tt.ptr<f32>, #blocked>
// FLAGS: remark: {{.*}}='target=cuda:90 num-warps=1' runs first
// FLAGS: "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"
// TTGIR-NOT: remark
// DUMP: IR Dump After ConvertTritonToTritonGPU: convert-triton-to-tritongpu{
// DUMP: IR Dump After TritonGPUCoalesce: tritongpu-coalesce
// FULL: error: {{.*}}the number of warps
// FULL: run convert-triton-to-tritongpu first
// WRONG: mini-opt: for the --num-warps option: 'few' value invalid for uint argument!
// ODD: mini-opt: for the --num-warps option: '3' is not a power of two
// BOGUS: mini-opt: for the --target option: 'bogus' is no GPU such as cuda:80, sm_90 or hip:gfx942
tt.func @f(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %l = tt.load %q : tensor<64x!tt.ptr<f32>>
  tt.store %q, %l : tensor<64x!tt.ptr<f32>>
  tt.return
}
