// RUN: mini-opt %s -test-print-alignment -split-input-file -verify-diagnostics -o /dev/null

// Control flow, functions and hints.  Answers to the cases of upstream's Analysis/test-alignment.mlir
// on these, on functions of our own.

// Answers to @if: what both branches have.
tt.func @if(%c: i1) -> tensor<8x16xi32> {
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [8, 16], constant_value = 48}}
  %a = arith.constant dense<48> : tensor<8x16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [32, 32], constancy = [8, 16], constant_value = 32}}
  %b = arith.constant dense<32> : tensor<8x16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [8, 16], constant_value = <none>}}
  %0 = scf.if %c -> tensor<8x16xi32> {
    scf.yield %a : tensor<8x16xi32>
  } else {
    scf.yield %b : tensor<8x16xi32>
  }
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [8, 16], constant_value = 48}}
  %1 = scf.if %c -> tensor<8x16xi32> {
    scf.yield %a : tensor<8x16xi32>
  } else {
    scf.yield %a : tensor<8x16xi32>
  }
  tt.return %0 : tensor<8x16xi32>
}

// -----

// Answers to @for: values that trade places meet; one that stays is known.
tt.func @for(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %step = arith.constant 24 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = 4}}
  %a = arith.constant dense<4> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant_value = 6}}
  %b = arith.constant dense<6> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [8], constant_value = 16}}
  %c = arith.constant dense<16> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [8], constant_value = 16}}
  %0:3 = scf.for %i = %zero to %n step %step iter_args(%x = %a, %y = %b, %z = %c) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %i, %zero : i32
    // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant_value = <none>}}
    %2 = arith.addi %x, %z : tensor<8xi32>
    scf.yield %y, %x, %z : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
  }
  tt.return
}

// -----

// Answers to @for_dynamic: the induction variable has what start and step share.
tt.func @bounds(%start: i32 {tt.divisibility = 48 : i32}, %end: i32 {tt.divisibility = 1024 : i32}, %step: i32 {tt.divisibility = 32 : i32}, %i: index) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  scf.for %k = %start to %end step %step : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
    %0 = arith.addi %k, %zero : i32
  }
  scf.for %k = %zero to %end step %step : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [1024], constancy = [1], constant_value = <none>}}
    %0 = arith.muli %k, %k : i32
  }
  scf.for %k = %i to %i step %i {
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %0 = arith.addi %k, %k : index
  }
  tt.return
}

// -----

// Answers to @for_if: an advance of 64 elements that is thrown away again.
tt.func @for_if(%c: i1, %p: !tt.ptr<f32> {tt.divisibility = 32 : i32}, %n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [16], constant_value = 64}}
  %step = arith.constant dense<64> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [16], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [16], constant_value = <none>}}
  %0 = scf.for %i = %zero to %n step %one iter_args(%q = %b) -> (tensor<16x!tt.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [16], constant_value = <none>}}
    %1 = scf.if %c -> (tensor<16x!tt.ptr<f32>>) {
      scf.yield %q : tensor<16x!tt.ptr<f32>>
    } else {
      scf.yield %b : tensor<16x!tt.ptr<f32>>
    }
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [16], constant_value = <none>}}
    %2 = tt.addptr %1, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    scf.yield %b : tensor<16x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Answers to @for_if_for: loops in branches in loops.
tt.func @nested(%c: i1, %p: !tt.ptr<f16> {tt.divisibility = 32 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 4 : i32}, %n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [16], constant_value = 8}}
  %step = arith.constant dense<8> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [16], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
  %d = tt.splat %q : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %b) -> (tensor<16x!tt.ptr<f16>>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
    %1 = scf.if %c -> (tensor<16x!tt.ptr<f16>>) {
      // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
      %2 = scf.for %j = %zero to %n step %one iter_args(%y = %d) -> (tensor<16x!tt.ptr<f16>>) : i32 {
        // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
        %3 = tt.addptr %y, %step : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
        scf.yield %3 : tensor<16x!tt.ptr<f16>>
      }
      scf.yield %2 : tensor<16x!tt.ptr<f16>>
    } else {
      scf.yield %x : tensor<16x!tt.ptr<f16>>
    }
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = <none>}}
    %4 = tt.addptr %1, %step : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    scf.yield %4 : tensor<16x!tt.ptr<f16>>
  }
  tt.return
}

// -----

// Answers to @chained_for: one loop goes on where another has ended.
tt.func @chained(%p: tensor<4x16x!tt.ptr<f32>> {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[4, 32]> : tensor<2xi32>}, %n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [4, 16], constant_value = 16}}
  %step = arith.constant dense<16> : tensor<4x16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %value = arith.constant dense<0.0> : tensor<4x16xf32>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [4, 32], constancy = [1, 1], constant_value = <none>}}
  %0 = scf.for %i = %zero to %n step %one iter_args(%q = %p) -> (tensor<4x16x!tt.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity = [1, 16], divisibility = [4, 32], constancy = [1, 1], constant_value = <none>}}
    %1 = tt.addptr %q, %step : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
    scf.yield %1 : tensor<4x16x!tt.ptr<f32>>
  }
  // expected-remark @below {{contiguity = [1, 16], divisibility = [4, 32], constancy = [1, 1], constant_value = <none>}}
  %2 = scf.for %i = %zero to %n step %one iter_args(%q = %0) -> (tensor<4x16x!tt.ptr<f32>>) : i32 {
    tt.store %q, %value : tensor<4x16x!tt.ptr<f32>>
    // expected-remark @below {{contiguity = [1, 16], divisibility = [4, 32], constancy = [1, 1], constant_value = <none>}}
    %3 = tt.addptr %q, %step : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
    scf.yield %3 : tensor<4x16x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Answers to @if_into_for_init and @if_into_for_step.
tt.func @if_into_for(%c: i1, %n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = 96}}
  %a = arith.constant 96 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = 32}}
  %b = arith.constant 32 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  scf.for %i = %0 to %n step %a : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %i, %zero : i32
  }
  scf.for %i = %zero to %n step %0 : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %i, %zero : i32
  }
  tt.return
}

// -----

// Answers to @test_inductor_for: a branch whose condition is known is the only one that counts.
tt.func @known_branch(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 40}}
  %many = arith.constant 40 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 48}}
  %wide = arith.constant 48 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %yes = arith.cmpi ult, %zero, %one : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 40}}
  %0:2 = scf.if %yes -> (i32, i32) {
    scf.yield %zero, %many : i32, i32
  } else {
    scf.yield %one, %many : i32, i32
  }
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %1 = scf.for %i = %0#0 to %0#1 step %many iter_args(%x = %wide) -> (i64) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
    %2 = arith.addi %x, %wide : i64
    scf.yield %2 : i64
  }
  tt.return
}

// -----

// Answers to @dead_op_pessimistic: what cannot run is not optimistic.
tt.func @dead(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [8], constant_value = 6}}
  %six = arith.constant dense<6> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %no = arith.constant false
  scf.if %no {
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %0 = arith.muli %six, %six : tensor<8xi32>
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %1 = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  } else {
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = 36}}
    %2 = arith.muli %six, %six : tensor<8xi32>
  }
  tt.return
}

// -----

// Answers to @addptr_hints and its callers @kernel_div16, @kernel_div8 and @kernel_div4: an argument has what all calls share.
tt.func private @shared_pointer(%p: !tt.ptr<f16>) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %0 = tt.addptr %p, %one : !tt.ptr<f16>, i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
  %six = arith.constant 6 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %1 = tt.addptr %p, %six : !tt.ptr<f16>, i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 16}}
  %sixteen = arith.constant 16 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %2 = tt.addptr %p, %sixteen : !tt.ptr<f16>, i32
  tt.return
}
tt.func @by_32(%p: !tt.ptr<f16> {tt.divisibility = 32 : i32}) {
  tt.call @shared_pointer(%p) : (!tt.ptr<f16>) -> ()
  tt.return
}
tt.func @by_24(%p: !tt.ptr<f16> {tt.divisibility = 24 : i32}) {
  tt.call @shared_pointer(%p) : (!tt.ptr<f16>) -> ()
  tt.return
}

// -----

// Answers to @mul, @bar, @foo and @call_graph: calls of calls.
tt.func private @leaf(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 3}}
  %three = arith.constant 3 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %n, %three : i32
  tt.return
}
tt.func private @left(%n: i32) {
  tt.call @leaf(%n) : (i32) -> ()
  tt.return
}
tt.func private @right(%n: i32) {
  tt.call @leaf(%n) : (i32) -> ()
  tt.return
}
tt.func @root(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %c24 = arith.constant 24 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %n, %c24 : i32
  tt.call @left(%0) : (i32) -> ()
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 16}}
  %c16 = arith.constant 16 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %n, %c16 : i32
  tt.call @right(%1) : (i32) -> ()
  tt.return
}

// -----

// Answers to @callee and @caller: tensors of more than one dimension are not handed over.
tt.func private @tile(%t: tensor<32x1xi32>, %r: tensor<32xi32>) {
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %0 = arith.addi %t, %t : tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %r, %r : tensor<32xi32>
  tt.return
}
tt.func @hands_over() {
  // expected-remark @below {{contiguity = [32], divisibility = [64], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 96 : i32, start = 64 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [64, 1], constancy = [1, 1], constant_value = <none>}}
  %t = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  tt.call @tile(%t, %r) : (tensor<32x1xi32>, tensor<32xi32>) -> ()
  tt.return
}

// -----

// Answers to @test_warp_specialize_propagation: a partition's arguments have what is captured.
tt.func @partitions(%p: !tt.ptr<f32> {tt.divisibility = 64 : i32}, %n: i32 {tt.divisibility = 8 : i32}) {
  ttg.warp_specialize(%p, %n)
  default {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %0 = tt.addptr %p, %n : !tt.ptr<f32>, i32
    ttg.warp_yield
  }
  partition0(%q: !tt.ptr<f32>, %m: i32) num_warps(2) {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %0 = tt.addptr %q, %m : !tt.ptr<f32>, i32
    ttg.warp_return
  }
  partition1(%q: !tt.ptr<f32>, %m: i32) num_warps(1) {
    // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
    %0 = arith.muli %m, %m : i32
    ttg.warp_return
  } : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

// Answers to @op_annotation: hints on operations, a number for all dimensions or one for each.
tt.func @hints(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [48], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %n, %zero {tt.divisibility = 48 : i32} : i32
  // expected-remark @below {{contiguity = [1, 1], divisibility = [24, 24], constancy = [4, 8], constant_value = <none>}}
  %1 = tt.splat %0 {tt.divisibility = dense<[24, 6]> : tensor<2xi32>} : i32 -> tensor<4x8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %2 = tt.get_program_id x {tt.divisibility = 16 : i32} : i32
  // expected-remark @below {{contiguity = [4], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = tt.splat %n {tt.contiguity = 4 : i32, tt.divisibility = 8 : i32, tt.constancy = 1 : i32} : i32 -> tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [2], constancy = [1], constant_value = <none>}}
  %4 = arith.addi %3, %3 {tt.contiguity = 16 : i32} : tensor<16xi32>
  tt.return
}

// -----

// Not among upstream's: a while loop, whose two regions and results meet.
tt.func @while(%n: i32 {tt.divisibility = 64 : i32}, %c: i1) {
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 48}}
  %step = arith.constant 48 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
  %0:2 = scf.while (%x = %n, %y = %n) : (i32, i32) -> (i32, i32) {
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %x, %y : i32
    scf.condition(%c) %1, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
    %2 = arith.addi %x, %step : i32
    scf.yield %2, %y : i32, i32
  }
  // expected-remark @below {{contiguity = [1], divisibility = [1024], constancy = [1], constant_value = <none>}}
  %3 = arith.muli %0#0, %0#1 : i32
  tt.return
}

// -----

// Not among upstream's: blocks, whose arguments have what their edges share.
tt.func @blocks(%c: i1, %n: i32 {tt.divisibility = 48 : i32}, %m: i32 {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %four = arith.constant 4 : i32
  cf.cond_br %c, ^left, ^right(%n, %n : i32, i32)
^left:
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %m, %four : i32
  cf.br ^right(%0, %m : i32, i32)
^right(%x: i32, %y: i32):
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %1 = arith.addi %x, %four : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %2 = arith.addi %y, %m : i32
  cf.cond_br %c, ^right(%x, %1 : i32, i32), ^exit
^exit:
  tt.return
}

// -----

// Not among upstream's: a branch on a constant, the other block never runs.
tt.func @one_way(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %yes = arith.constant true
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 3}}
  %three = arith.constant 3 : i32
  cf.cond_br %yes, ^meet(%n : i32), ^other
^other:
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %three, %three : i32
  cf.br ^meet(%0 : i32)
^meet(%x: i32):
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %x, %x : i32
  tt.return
}

// -----

// Not among upstream's: a reduction and a scan begin without any knowledge.
tt.func @combiners(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [16], constant_value = <none>}}
  %s = tt.splat %n : i32 -> tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = "tt.reduce"(%s) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %a, %b : i32
    tt.reduce.return %1 : i32
  }) : (tensor<16xi32>) -> i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = "tt.scan"(%s) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %3 = arith.muli %a, %b : i32
    tt.scan.return %3 : i32
  }) : (tensor<16xi32>) -> tensor<16xi32>
  tt.return
}

// -----

// Not among upstream's: an integer that a loop builds up, and a pointer that goes round with it.
tt.func @together(%p: !tt.ptr<i8> {tt.divisibility = 64 : i32}, %n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = 32}}
  %c32 = arith.constant 32 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0:2 = scf.for %i = %zero to %n step %one iter_args(%o = %zero, %q = %p) -> (i32, !tt.ptr<i8>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %o, %c32 : i32
    // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
    %2 = tt.addptr %q, %1 : !tt.ptr<i8>, i32
    scf.yield %1, %2 : i32, !tt.ptr<i8>
  }
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %3 = tt.addptr %0#1, %0#0 : !tt.ptr<i8>, i32
  tt.return
}

// -----

// Not among upstream's: results of a call have none of what the callee knows.
tt.func private @makes(%n: i32 {tt.divisibility = 64 : i32}) -> i32 {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %n, %zero : i32
  tt.return %0 : i32
}
tt.func @takes(%n: i32 {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = tt.call @makes(%n) : (i32) -> i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %0, %0 : i32
  tt.return
}

// -----

// Not among upstream's: the hints of a function nobody calls, of every width and of none.
tt.func @arguments(%a: i32 {tt.divisibility = 16 : i64}, %b: tensor<8xi32> {tt.constancy = 8 : i8}, %c: tensor<8x4xi32> {tt.contiguity = dense<[1, 4]> : tensor<2xi32>}, %d: i32 {tt.other = 4 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %a, %zero : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %1 = arith.addi %b, %b : tensor<8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %2 = arith.addi %c, %c : tensor<8x4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.addi %d, %zero : i32
  tt.return
}
