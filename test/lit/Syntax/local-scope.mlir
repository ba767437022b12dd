// RUN: mini-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: mini-opt %s --mlir-print-local-scope | mini-opt - --mlir-print-local-scope | FileCheck %s
// RUN: mini-opt %s --mlir-print-local-scope --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// RUN: mini-opt %s --mlir-print-local-scope --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Nothing is printed through an alias: not encodings, not memory spaces, not locations.

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#where = loc("f.py":3:5)

// CHECK: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @local(%arg0: tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
  tt.func @local(%a: tensor<32x32xf16, #blocked> loc("a"(#where))) {
    // CHECK-NEXT: %0 = ttg.local_alloc %arg0 : (tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory>
    %0 = ttg.local_alloc %a : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory> loc(#where)
    // CHECK-NEXT: %1 = ttg.local_load %0 : !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory> -> tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %1 = ttg.local_load %0 : !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory> -> tensor<32x32xf16, #blocked> loc("load"(#where))
    // CHECK-NEXT: tt.return
    tt.return loc(#where)
  // CHECK-NEXT: }
  } loc("local"(#where))
} loc(unknown)

// DEBUG: module attributes {"ttg.num-warps" = 4 : i32} {
// DEBUG-NEXT: tt.func @local(%arg0: tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("a"("f.py":3:5))) {
// DEBUG-NEXT: %0 = ttg.local_alloc %arg0 : (tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory> loc("f.py":3:5)
// DEBUG-NEXT: %1 = ttg.local_load %0 : !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory> -> tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("load"("f.py":3:5))
// DEBUG-NEXT: tt.return loc("f.py":3:5)
// DEBUG-NEXT: } loc("local"("f.py":3:5))
// DEBUG-NEXT: } loc(unknown)

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (), sym_name = "local"}> ({
// GENERIC-NEXT: ^bb0(%arg0: tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>):
// GENERIC-NEXT: %0 = "ttg.local_alloc"(%arg0) : (tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory>
// GENERIC-NEXT: %1 = "ttg.local_load"(%0) : (!ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory>) -> tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) {"ttg.num-warps" = 4 : i32} : () -> ()
