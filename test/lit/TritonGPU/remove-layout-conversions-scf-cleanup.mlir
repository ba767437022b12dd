// RUN: mini-opt %s --tritongpu-remove-layout-conversions | FileCheck %s

// At the end loops and conditionals are simplified, round after round, ten at most. Each round shortens
// a chain of conditionals, each of which yields the result of the one before in a branch, by a link:
// this chain is longer than that. Then it stays as it is by then; that is no failure.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The first conditional of the chain still has two results (upstream: crash_kernel).
  // CHECK-LABEL: @crash_kernel(
  // CHECK: {{%.+}}:2 = scf.if {{%.+}} -> (tensor<2048xi32, #blocked>, tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: {{%.+}} = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: [[IF:%[a-z0-9_]+]] = scf.if {{%.+}} -> (tensor<2048xi32, #blocked1>) {
  // CHECK: tt.store {{%.+}}, [[IF]] : tensor<2048x!tt.ptr<i32>, #blocked1>
  // CHECK-NEXT: tt.return
  tt.func @crash_kernel(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
    %zero = arith.constant dense<0> : tensor<2048xi32, #a>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 3 : i32
    %c2 = arith.constant 6 : i32
    %c3 = arith.constant 9 : i32
    %c4 = arith.constant 12 : i32
    %c5 = arith.constant 15 : i32
    %c6 = arith.constant 18 : i32
    %c7 = arith.constant 21 : i32
    %c8 = arith.constant 24 : i32
    %c9 = arith.constant 27 : i32
    %c10 = arith.constant 30 : i32
    %range = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #a>
    %k0 = arith.cmpi ult, %c0, %n : i32
    %r0 = scf.if %k0 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c0 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.addi %x, %zero : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %zero : tensor<2048xi32, #a>
    }
    %k1 = arith.cmpi ult, %c1, %n : i32
    %r1 = scf.if %k1 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c1 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.xori %x, %r0 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r0 : tensor<2048xi32, #a>
    }
    %k2 = arith.cmpi ult, %c2, %n : i32
    %r2 = scf.if %k2 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c2 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.ori %x, %r1 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r1 : tensor<2048xi32, #a>
    }
    %k3 = arith.cmpi ult, %c3, %n : i32
    %r3 = scf.if %k3 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c3 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.muli %x, %r2 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r2 : tensor<2048xi32, #a>
    }
    %k4 = arith.cmpi ult, %c4, %n : i32
    %r4 = scf.if %k4 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c4 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.subi %x, %r3 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r3 : tensor<2048xi32, #a>
    }
    %k5 = arith.cmpi ult, %c5, %n : i32
    %r5 = scf.if %k5 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c5 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.maxsi %x, %r4 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r4 : tensor<2048xi32, #a>
    }
    %k6 = arith.cmpi ult, %c6, %n : i32
    %r6 = scf.if %k6 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c6 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.minsi %x, %r5 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r5 : tensor<2048xi32, #a>
    }
    %k7 = arith.cmpi ult, %c7, %n : i32
    %r7 = scf.if %k7 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c7 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.andi %x, %r6 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r6 : tensor<2048xi32, #a>
    }
    %k8 = arith.cmpi ult, %c8, %n : i32
    %r8 = scf.if %k8 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c8 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.addi %x, %r7 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r7 : tensor<2048xi32, #a>
    }
    %k9 = arith.cmpi ult, %c9, %n : i32
    %r9 = scf.if %k9 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c9 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.xori %x, %r8 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r8 : tensor<2048xi32, #a>
    }
    %k10 = arith.cmpi ult, %c10, %n : i32
    %r10 = scf.if %k10 -> (tensor<2048xi32, #a>) {
      %o = tt.addptr %q, %c10 : !tt.ptr<i32>, i32
      %v = tt.load %o : !tt.ptr<i32>
      %s = tt.splat %v : i32 -> tensor<2048xi32, #a>
      %x = arith.shrui %range, %s : tensor<2048xi32, #a>
      %y = arith.ori %x, %r9 : tensor<2048xi32, #a>
      scf.yield %y : tensor<2048xi32, #a>
    } else {
      scf.yield %r9 : tensor<2048xi32, #a>
    }
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<2048x!tt.ptr<i32>, #a>
    %t = tt.addptr %s, %range : tensor<2048x!tt.ptr<i32>, #a>, tensor<2048xi32, #a>
    %u = ttg.convert_layout %t : tensor<2048x!tt.ptr<i32>, #a> -> tensor<2048x!tt.ptr<i32>, #b>
    %v = ttg.convert_layout %r10 : tensor<2048xi32, #a> -> tensor<2048xi32, #b>
    tt.store %u, %v : tensor<2048x!tt.ptr<i32>, #b>
    tt.return
  }
}
