// NO-GOLDEN: running functions on values is for mini-opt alone.
// RUN: mini-opt %s --verify-semantics --coalesce --licm --loop-aware-cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: not mini-opt %s --load-pass-plugin=%S/Inputs/broken_passes.py --verify-semantics --coalesce --swap-subtraction --cse 2>&1 | FileCheck %s --check-prefix=SWAP
// RUN: not mini-opt %s --load-pass-plugin=%S/Inputs/broken_passes.py --verify-semantics --seed=3 --drop-masks 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not mini-opt %s --load-pass-plugin=%S/Inputs/broken_passes.py --verify-semantics --reassociate 2>&1 | FileCheck %s --check-prefix=ROUND
// RUN: mini-opt %s --load-pass-plugin=%S/Inputs/broken_passes.py --verify-semantics --reassociate-openly -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: mini-opt %s --load-pass-plugin=%S/Inputs/broken_passes.py --swap-subtraction --drop-masks -o /dev/null

// What cannot be run is said once, with the reason; the other function is checked.
// GOOD: verify-semantics.mlir:28:3: remark: 'foreign' is not checked: the interpreter has no 'tt.extern_elementwise' of 'unknown'
// GOOD-NOT: {{error|warning}}

// The first pass that goes wrong is named, the function, the argument and element, both values.
// SWAP: verify-semantics.mlir:33:3: error: the pass 'swap-subtraction' changes what 'center' computes: argument #1, element 0: {{-?[0-9.]+}} before, {{-?[0-9.]+}} after
// SWAP: note: run with seed 0, grid 1x1x1, arguments #2 = {{[0-9]+}}

// Reading further than before is an error where it happens.
// MASK: verify-semantics.mlir:40:10: error: after the pass 'drop-masks', 'tt.load' op out of bounds: element {{[0-9]+}} of argument #0, which has {{[0-9]+}} elements from 0 on; before it, 'center' ran well
// MASK-NEXT: %v = tt.load
// MASK-NEXT: ^

// Other rounding is a difference, unless the pass says that it rounds otherwise.
// ROUND: error: the pass 'reassociate' changes what 'center' computes
// OPEN-NOT: error

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @foreign(%x: f32) -> f32 {
    %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "unknown"} : (f32) -> f32
    tt.return %y : f32
  }

  tt.func @center(%from: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %to: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #line>
    %ns = tt.splat %n : i32 -> tensor<1024xi32, #line>
    %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32, #line>
    %ps = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
    %p = tt.addptr %ps, %i : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
    %zero = arith.constant dense<0.0> : tensor<1024xf32, #line>
    %v = tt.load %p, %mask, %zero : tensor<1024x!tt.ptr<f32>, #line>
    %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<1024xf32, #line>) -> f32
    %count = arith.sitofp %n : i32 to f32
    %mean = arith.divf %sum, %count : f32
    %means = tt.splat %mean : f32 -> tensor<1024xf32, #line>
    %c = arith.subf %v, %means : tensor<1024xf32, #line>
    %d = arith.addf %c, %v : tensor<1024xf32, #line>
    %e = arith.addf %d, %means : tensor<1024xf32, #line>
    %qs = tt.splat %to : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
    %q = tt.addptr %qs, %i : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
    tt.store %q, %e, %mask : tensor<1024x!tt.ptr<f32>, #line>
    tt.return
  }
}
