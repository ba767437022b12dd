// RUN: mini-opt %s --ttgir='target=cuda:80 num-warps=2' 2>&1 | FileCheck %s
// RUN: mini-opt %s --ttgir --target=cuda:100 --num-warps=8 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: mini-opt %s --ttgir='num-warps=2' --num-warps=8 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: mini-opt %s --ttgir -o /dev/null --mlir-print-ir-after-all 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not mini-opt %s --ttgir='target=hip:gfx942' 2>&1 | FileCheck %s --check-prefix=VENDOR
// NO-GOLDEN: upstream's triton-opt has no such pipeline

// The passes of upstream's make_ttgir that are here, in its order, and one remark for the others.

// CHECK: ttgir.mlir:0:0: remark: upstream's passes that are left out: {{.*}}tritongpu-pipeline
// CHECK-NOT: remark
// CHECK: "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80"
// CHECK: #blocked
// OWN: remark: --num-warps=8 has no effect
// OWN: "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80"
// FLAGS: remark: {{.*}}tritongpu-automatic-warp-specialization
// FLAGS: "ttg.num-warps" = 8 : i32, ttg.target = "cuda:100"
// DUMP: IR Dump After ConvertTritonToTritonGPU: convert-triton-to-tritongpu{
// DUMP: IR Dump After TritonGPUCoalesce: tritongpu-coalesce
// VENDOR: error: 'ttgir' is for targets such as 'cuda:80', not 'hip:gfx942'
tt.func @f(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %l = tt.load %q : tensor<64x!tt.ptr<f32>>
  tt.store %q, %l : tensor<64x!tt.ptr<f32>>
  tt.return
}
