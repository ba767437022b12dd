// RUN: mini-opt %s --triton-licm | FileCheck %s

// The first seven answer to the functions of upstream's Triton/loop-invariant-code-motion.mlir, in its
// order.

// Answers to @hoist_load_without_mask: the load gets a mask that is off if the loop does not run.

// CHECK-LABEL: @load(
tt.func @load(%p: tensor<64x!tt.ptr<f16>>, %lb: i32, %ub: i32, %step: i32, %x: tensor<64xf16>) -> tensor<64xf16> {
  // CHECK-NEXT: [[RUNS:%.*]] = arith.cmpi slt, %arg1, %arg2 : i32
  // CHECK-NEXT: [[M:%.*]] = tt.splat [[RUNS]] : i1 -> tensor<64xi1>
  // CHECK-NEXT: [[V:%.*]] = tt.load %arg0, [[M]] : tensor<64x!tt.ptr<f16>>
  // CHECK-NEXT: [[E:%.*]] = math.exp [[V]]
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: arith.mulf {{.*}}, [[E]]
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (tensor<64xf16>) : i32 {
    %v = tt.load %p : tensor<64x!tt.ptr<f16>>
    %e = math.exp %v : tensor<64xf16>
    %m = arith.mulf %a, %e : tensor<64xf16>
    scf.yield %m : tensor<64xf16>
  }
  tt.return %r : tensor<64xf16>
}

// Answers to @hoist_two_loads_without_mask: each load has its own.

// CHECK-LABEL: @two_loads(
tt.func @two_loads(%p: tensor<64x!tt.ptr<f16>>, %q: tensor<64x!tt.ptr<f16>>, %lb: i32, %ub: i32, %step: i32, %x: tensor<64xf16>) -> tensor<64xf16> {
  // CHECK-NEXT: arith.cmpi slt, %arg2, %arg3 : i32
  // CHECK-NEXT: tt.splat
  // CHECK-NEXT: [[V:%.*]] = tt.load %arg0
  // CHECK-NEXT: arith.cmpi slt, %arg2, %arg3 : i32
  // CHECK-NEXT: tt.splat
  // CHECK-NEXT: [[W:%.*]] = tt.load %arg1
  // CHECK-NEXT: arith.subf [[V]], [[W]]
  // CHECK-NEXT: scf.for
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (tensor<64xf16>) : i32 {
    %v = tt.load %p : tensor<64x!tt.ptr<f16>>
    %w = tt.load %q : tensor<64x!tt.ptr<f16>>
    %s = arith.subf %v, %w : tensor<64xf16>
    %m = arith.mulf %a, %s : tensor<64xf16>
    scf.yield %m : tensor<64xf16>
  }
  tt.return %r : tensor<64xf16>
}

// Answers to @hoist_load_with_mask: a mask that is there is kept, and what stands for masked elements.

// CHECK-LABEL: @masked_load(
tt.func @masked_load(%p: tensor<64x!tt.ptr<f16>>, %mask: tensor<64xi1>, %lb: i32, %ub: i32, %step: i32, %x: tensor<64xf16>) -> tensor<64xf16> {
  // CHECK-NEXT: [[RUNS:%.*]] = arith.cmpi slt, %arg2, %arg3 : i32
  // CHECK-NEXT: [[S:%.*]] = tt.splat [[RUNS]]
  // CHECK-NEXT: [[M:%.*]] = arith.andi [[S]], %arg1 : tensor<64xi1>
  // CHECK-NEXT: tt.load %arg0, [[M]], %arg5
  // CHECK-NEXT: scf.for
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (tensor<64xf16>) : i32 {
    %v = tt.load %p, %mask, %x : tensor<64x!tt.ptr<f16>>
    %m = arith.mulf %a, %v : tensor<64xf16>
    scf.yield %m : tensor<64xf16>
  }
  tt.return %r : tensor<64xf16>
}

// Answers to @cannot_hoist_with_print_in_loop, @cannot_hoist_with_assert_in_loop and
// @cannot_hoist_with_store_in_loop: a loop that does more than reading keeps its loads.

// CHECK-LABEL: @print_in_loop(
tt.func @print_in_loop(%p: tensor<64x!tt.ptr<f16>>, %lb: i32, %ub: i32, %step: i32) {
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.load %arg0 :
  scf.for %i = %lb to %ub step %step : i32 {
    %v = tt.load %p : tensor<64x!tt.ptr<f16>>
    tt.print " v: " {hex = false, isSigned = array<i32: 0>} : %v : tensor<64xf16>
  }
  tt.return
}

// CHECK-LABEL: @assert_in_loop(
tt.func @assert_in_loop(%p: !tt.ptr<f16>, %lb: i32, %ub: i32, %step: i32, %x: f16, %g: i1) -> f16 {
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.assert
  // CHECK-NEXT: tt.load %arg0 :
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f16) : i32 {
    tt.assert %g, "g" : i1
    %v = tt.load %p : !tt.ptr<f16>
    %m = arith.mulf %a, %v : f16
    scf.yield %m : f16
  }
  tt.return %r : f16
}

// CHECK-LABEL: @store_in_loop(
tt.func @store_in_loop(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %lb: i32, %ub: i32, %step: i32) {
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.load %arg0 :
  scf.for %i = %lb to %ub step %step : i32 {
    %v = tt.load %p : !tt.ptr<f16>
    tt.store %q, %v : !tt.ptr<f16>
  }
  tt.return
}

// Answers to @hoist_cond_no_hoist_load_from_scf_while: arithmetic leaves while loops, loads don't.

// CHECK-LABEL: @while_loop(
tt.func @while_loop(%p: !tt.ptr<i32>, %n: i32, %x: i32) -> i32 {
  // CHECK-NEXT: [[D:%.*]] = arith.addi %arg1, %arg1
  // CHECK-NEXT: [[S:%.*]] = arith.muli %arg1, %arg2
  // CHECK-NEXT: scf.while
  // CHECK-NEXT: arith.cmpi slt, {{.*}}, [[D]]
  // CHECK: tt.load %arg0 :
  // CHECK-NEXT: arith.addi {{.*}}, [[S]]
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %d = arith.addi %n, %n : i32
    %g = arith.cmpi slt, %a, %d : i32
    scf.condition(%g) %a : i32
  } do {
  ^bb0(%b: i32):
    %v = tt.load %p : !tt.ptr<i32>
    %s = arith.muli %n, %x : i32
    %t = arith.addi %v, %s : i32
    %u = arith.addi %t, %b : i32
    scf.yield %u : i32
  }
  tt.return %r : i32
}

// Cases that upstream has not.

// A scalar load has a scalar mask.

// CHECK-LABEL: @scalar_load(
tt.func @scalar_load(%p: !tt.ptr<f16>, %lb: i32, %ub: i32, %step: i32, %x: f16, %g: i1) -> f16 {
  // CHECK-NEXT: [[RUNS:%.*]] = arith.cmpi slt, %arg1, %arg2 : i32
  // CHECK-NEXT: [[M:%.*]] = arith.andi [[RUNS]], %arg5 : i1
  // CHECK-NEXT: tt.load %arg0, [[M]] : !tt.ptr<f16>
  // CHECK-NEXT: scf.for
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f16) : i32 {
    %v = tt.load %p, %g : !tt.ptr<f16>
    %m = arith.mulf %a, %v : f16
    scf.yield %m : f16
  }
  tt.return %r : f16
}

// Out of two loops at once: out of the inner one first, with a mask for either.

// CHECK-LABEL: @nested(
tt.func @nested(%p: !tt.ptr<f16>, %n: index, %k: index, %x: f16) -> f16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: [[IN:%.*]] = arith.cmpi slt, %c0, %arg2 : index
  // CHECK-NEXT: [[OUT:%.*]] = arith.cmpi slt, %c0, %arg1 : index
  // CHECK-NEXT: [[M:%.*]] = arith.andi [[OUT]], [[IN]] : i1
  // CHECK-NEXT: tt.load %arg0, [[M]]
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f16) {
    %s = scf.for %j = %c0 to %k step %c1 iter_args(%b = %a) -> (f16) {
      %v = tt.load %p : !tt.ptr<f16>
      %m = arith.mulf %b, %v : f16
      scf.yield %m : f16
    }
    scf.yield %s : f16
  }
  tt.return %r : f16
}

// A volatile load writes, for all that is known; a division may fail; both stay, and so does the rest
// of the loop's loads.

// CHECK-LABEL: @stays(
tt.func @stays(%p: !tt.ptr<i32>, %lb: i32, %ub: i32, %step: i32, %x: i32) -> i32 {
  // CHECK-NEXT: [[E:%.*]] = arith.addi %arg4, %arg4
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.load
  // CHECK-NEXT: tt.load
  // CHECK-NEXT: arith.divsi [[E]], %arg1
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (i32) : i32 {
    %v = tt.load %p : !tt.ptr<i32>
    %w = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    %e = arith.addi %x, %x : i32
    %d = arith.divsi %e, %lb : i32
    %s = arith.addi %v, %w : i32
    %t = arith.addi %s, %d : i32
    %u = arith.addi %t, %a : i32
    scf.yield %u : i32
  }
  tt.return %r : i32
}

// Division by a constant can't fail; an if moves as a whole; what depends on the loop stays.

// CHECK-LABEL: @regions(
tt.func @regions(%lb: i32, %ub: i32, %step: i32, %x: i32, %g: i1) -> i32 {
  %c7 = arith.constant 7 : i32
  // CHECK: [[D:%.*]] = arith.divsi %arg3, %c7_i32
  // CHECK-NEXT: [[F:%.*]] = scf.if %arg4
  // CHECK: scf.for
  // CHECK-NEXT: scf.if %arg4
  // CHECK: arith.addi {{.*}}, [[F]]
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (i32) : i32 {
    %d = arith.divsi %x, %c7 : i32
    %f = scf.if %g -> (i32) {
      %s = arith.addi %d, %d : i32
      scf.yield %s : i32
    } else {
      scf.yield %d : i32
    }
    %h = scf.if %g -> (i32) {
      scf.yield %i : i32
    } else {
      scf.yield %d : i32
    }
    %t = arith.addi %h, %f : i32
    %u = arith.addi %t, %a : i32
    scf.yield %u : i32
  }
  tt.return %r : i32
}

// Constants too, though canonicalization would move them anyway; parallel loops are loops as well.

// CHECK-LABEL: @others(
tt.func @others(%n: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %c5 = arith.constant 5 : index
  // CHECK-NEXT: [[S:%.*]] = arith.addi %arg1, %c5
  // CHECK-NEXT: scf.parallel
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %c5 = arith.constant 5 : index
    %s = arith.addi %x, %c5 : index
    %t = arith.addi %s, %i : index
    %u = arith.index_cast %t : index to i32
    tt.print " t: " {hex = false, isSigned = array<i32: 0>} : %u : i32
  }
  tt.return
}

// A remainder fails where its divisor is zero. Of a constant with several elements, all that lies
// between the least and the largest counts as a divisor, with sign or without.

// CHECK-LABEL: @remainders(
tt.func @remainders(%n: i32, %x: i32, %y: i32, %v: tensor<4xi32>, %p: tensor<4x!tt.ptr<i32>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c-1 = arith.constant -1 : i32
  %mixed = arith.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  // CHECK: arith.remsi %arg1, %c-1_i32
  // CHECK-NEXT: arith.remui %arg3, [[MIXED:%.*]] :
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK-NEXT: arith.remsi %arg1, %arg2
    // CHECK-NEXT: arith.remui %arg1, %c0_i32
    // CHECK-NEXT: arith.remsi %arg3, [[MIXED]]
    // CHECK-NEXT: arith.divsi %arg3, [[MIXED]]
    // CHECK-NEXT: tt.store
    %0 = arith.remsi %x, %y : i32
    %1 = arith.remsi %x, %c-1 : i32
    %2 = arith.remui %x, %c0 : i32
    %3 = arith.remui %v, %mixed : tensor<4xi32>
    %4 = arith.remsi %v, %mixed : tensor<4xi32>
    %5 = arith.divsi %v, %mixed : tensor<4xi32>
    tt.store %p, %v : tensor<4x!tt.ptr<i32>>
  }
  tt.return
}
