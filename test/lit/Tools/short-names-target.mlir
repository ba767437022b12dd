// RUN: mini-opt %s --coalesce 2>&1 | FileCheck %s
// RUN: mini-opt %s --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// NO-GOLDEN: upstream has no short names

// TTIR that says for which GPU it is, is converted for that one.

// CHECK: remark: the module has no 'ttg.num-warps', so --convert-triton-to-tritongpu='target=cuda:90 num-warps=4 num-ctas=2' runs first
// CHECK: "ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"
// EXPLAIN: target cuda:90, num_warps 4
module attributes {"ttg.num-ctas" = 2 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%p: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %l = tt.load %q : tensor<64x!tt.ptr<f32>>
    tt.store %q, %l : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
