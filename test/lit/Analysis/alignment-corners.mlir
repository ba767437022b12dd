// RUN: mini-opt %s -test-print-alignment -split-input-file -verify-diagnostics -o /dev/null

// Cases that upstream's Analysis/test-alignment.mlir does not have: the corners of the rules.

// A tensor without dimensions has an entry for none of them, a scalar has one.
tt.func @no_dimension(%n: i32 {tt.divisibility = 16 : i32}, %p: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
  %0 = tt.splat %n : i32 -> tensor<i32>
  // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
  %1 = arith.addi %0, %0 : tensor<i32>
  // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
  %2 = arith.constant dense<4> : tensor<i32>
  // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
  %3 = tt.splat %p : !tt.ptr<i8> -> tensor<!tt.ptr<i8>>
  tt.return
}

// -----

// A run of a single element is no run: divisibility and constancy go on as with a constant.
tt.func @single_element() {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 9 : i32, start = 8 : i32} : tensor<1xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %1 = arith.addi %0, %0 : tensor<1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 1], constant_value = <none>}}
  %2 = tt.expand_dims %0 {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [4, 8], constant_value = <none>}}
  %3 = tt.broadcast %2 : tensor<1x1xi32> -> tensor<4x8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
  %4 = arith.muli %0, %0 : tensor<1xi32>
  tt.return
}

// -----

// A divisor stops at 2^62 wherever it is multiplied.
tt.func @saturated(%n: i64 {tt.divisibility = 4611686018427387904 : i64}, %p: !tt.ptr<i64> {tt.divisibility = 4611686018427387904 : i64}) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %n, %n : i64
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = <none>}}
  %1 = tt.addptr %p, %n : !tt.ptr<i64>, i64
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %four = arith.constant 4 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = <none>}}
  %2 = arith.shli %n, %four : i64
  // expected-remark @below {{contiguity = [1], divisibility = [1152921504606846976], constancy = [1], constant_value = <none>}}
  %3 = arith.divsi %n, %four : i64
  // expected-remark @below {{contiguity = [1], divisibility = [288230376151711744], constancy = [1], constant_value = <none>}}
  %4 = arith.shrui %0, %four : i64
  tt.return
}

// -----

// Pointers made of integers and what is loaded through pointers: nothing is known.
tt.func @opaque(%n: i64 {tt.divisibility = 64 : i32}, %p: !tt.ptr<i64> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = tt.int_to_ptr %n : i64 -> !tt.ptr<f32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = tt.ptr_to_int %p : !tt.ptr<i64> -> i64
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = tt.load %p : !tt.ptr<i64>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %3 = tt.int_to_ptr %2 {tt.divisibility = 16 : i32} : i64 -> !tt.ptr<f32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 12}}
  %c = arith.constant 12 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %4 = tt.addptr %3, %c : !tt.ptr<f32>, i64
  tt.return
}

// -----

// Operations on whole tensors that have no rule.
tt.func @whole_tensors(%m: tensor<16xi1>) {
  // expected-remark @below {{contiguity = [16], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [16], constant_value = 8}}
  %c = arith.constant dense<8> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %0 = tt.join %r, %c : tensor<16xi32> -> tensor<16x2xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1, %2 = tt.split %0 : tensor<16x2xi32> -> tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = tt.cat %c, %c : tensor<16xi32> -> tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = tt.gather %c[%r] {axis = 0 : i32} : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = tt.histogram %r : tensor<16xi32> -> tensor<8xi32>
  tt.return
}

// -----

// A constant that a loop changes is known to none of its turns, one that it passes on is.
tt.func @changing(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [8], constant_value = 32}}
  %c = arith.constant dense<32> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = 12}}
  %d = arith.constant dense<12> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = 12}}
  %0:2 = scf.for %i = %zero to %n step %one iter_args(%x = %c, %y = %d) -> (tensor<8xi32>, tensor<8xi32>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = <none>}}
    %1 = arith.addi %x, %y : tensor<8xi32>
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [8], constant_value = 144}}
    %2 = arith.muli %y, %y : tensor<8xi32>
    scf.yield %1, %y : tensor<8xi32>, tensor<8xi32>
  }
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = <none>}}
  %3 = arith.addi %0#0, %0#1 : tensor<8xi32>
  tt.return
}

// -----

// A run that a loop shifts stays one; its base has what the shift leaves of it.
tt.func @sliding(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [64], constant_value = 64}}
  %by64 = arith.constant dense<64> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [64], constant_value = 6}}
  %by6 = arith.constant dense<6> : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [64], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [64], divisibility = [2], constancy = [1], constant_value = <none>}}
  %0:2 = scf.for %i = %zero to %n step %one iter_args(%x = %r, %y = %r) -> (tensor<64xi32>, tensor<64xi32>) : i32 {
    // expected-remark @below {{contiguity = [64], divisibility = [64], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %x, %by64 : tensor<64xi32>
    // expected-remark @below {{contiguity = [64], divisibility = [2], constancy = [1], constant_value = <none>}}
    %2 = arith.addi %y, %by6 : tensor<64xi32>
    scf.yield %1, %2 : tensor<64xi32>, tensor<64xi32>
  }
  tt.return
}

// -----

// An argument has what all calls share, but not the value that all of them pass.
tt.func private @constant_argument(%n: i32, %m: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %n, %m : i32
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %n, %n : i32
  tt.return
}
tt.func @constant_callers() {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 40}}
  %c = arith.constant 40 : i32
  tt.call @constant_argument(%c, %c) : (i32, i32) -> ()
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %d = arith.constant 24 : i32
  tt.call @constant_argument(%c, %d) : (i32, i32) -> ()
  tt.return
}

// -----

// A function's own hint counts along with its calls.
tt.func private @hinted_callee(%n: i32 {tt.divisibility = 24 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %n, %zero : i32
  tt.return
}
tt.func @hinted_caller(%n: i32 {tt.divisibility = 32 : i32}) {
  tt.call @hinted_callee(%n) : (i32) -> ()
  tt.return
}

// -----

// Regions of other kinds: what they yield arrives.
tt.func @other_regions(%i: index, %n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %c = arith.constant 24 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %0 = scf.execute_region -> i32 {
    scf.yield %n : i32
  }
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %1 = scf.index_switch %i -> i32
  case 0 {
    scf.yield %n : i32
  }
  default {
    scf.yield %c : i32
  }
  tt.return
}

// -----

// What the default region of a warp specialisation hands out.
tt.func @handed_out(%n: i32 {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = <none>}}
  %0 = ttg.warp_specialize(%n)
  default {
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 12}}
    %c = arith.constant 12 : i32
    // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = <none>}}
    %1 = arith.muli %n, %c : i32
    ttg.warp_yield %1 : i32
  }
  partition0(%m: i32) num_warps(1) {
    // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
    %c = arith.constant 6 : i32
    // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
    %2 = arith.muli %m, %c : i32
    ttg.warp_return
  } : (i32) -> i32
  tt.return
}
