// RUN: mini-opt %s -test-print-alignment -split-input-file -verify-diagnostics -o /dev/null

// Arithmetic on ranges, splats and hints.  Answers to the cases of upstream's
// Analysis/test-alignment.mlir that have the operation's name, on functions of our own.

// Answers to @add.
tt.func @add(%a: tensor<64xi32> {tt.contiguity = 1 : i32, tt.divisibility = 8 : i32, tt.constancy = 4 : i32},
             %b: tensor<64xi32> {tt.contiguity = 8 : i32, tt.divisibility = 16 : i32, tt.constancy = 1 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %even = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1], constancy = [1], constant_value = <none>}}
  %odd = tt.make_range {end = 67 : i32, start = 3 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<64xi32>
  // The base moves, the run stays.
  // expected-remark @below {{contiguity = [64], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %even, %one : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.addi %one, %odd : tensor<64xi32>
  // Two runs make steps of two, whose parity is all that is known.
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %2 = arith.addi %even, %even : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.addi %even, %odd : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.addi %odd, %odd : tensor<64xi32>
  // A piecewise constant cuts the run.
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %5 = arith.addi %even, %a : tensor<64xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %6 = arith.addi %a, %b : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %7 = arith.addi %b, %b : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [4], constant_value = <none>}}
  %8 = arith.addi %a, %a : tensor<64xi32>
  tt.return
}

// -----

// Answers to @sub.
tt.func @sub(%a: tensor<64xi32> {tt.contiguity = 1 : i32, tt.divisibility = 8 : i32, tt.constancy = 4 : i32},
             %b: tensor<64xi32> {tt.contiguity = 8 : i32, tt.divisibility = 16 : i32, tt.constancy = 1 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %even = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1], constancy = [1], constant_value = <none>}}
  %odd = tt.make_range {end = 67 : i32, start = 3 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %late = tt.make_range {end = 96 : i32, start = 32 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.subi %even, %one : tensor<64xi32>
  // A falling run is no run.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.subi %one, %even : tensor<64xi32>
  // Runs of one length cancel out, runs of two lengths leave the parity.
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %2 = arith.subi %even, %late : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.subi %even, %odd : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %4 = arith.subi %even, %b : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.subi %odd, %b : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %6 = arith.subi %b, %b : tensor<64xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %7 = arith.subi %even, %a : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [4], constant_value = <none>}}
  %8 = arith.subi %a, %a : tensor<64xi32>
  tt.return
}

// -----

// Answers to @mul.
tt.func @mul(%n: i64 {tt.divisibility = 8 : i32}, %m: i32 {tt.divisibility = 4 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [64], constant_value = 6}}
  %six = arith.constant dense<6> : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %r, %one : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %1 = arith.muli %one, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %2 = arith.muli %r, %six : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = 36}}
  %3 = arith.muli %six, %six : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.muli %r, %r : tensor<64xi32>
  // Divisors multiply up to 2^62.
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = <none>}}
  %5 = arith.muli %n, %n : i64
  // expected-remark @below {{contiguity = [1], divisibility = [2305843009213693952], constancy = [1], constant_value = 2305843009213693952}}
  %huge = arith.constant 2305843009213693952 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = <none>}}
  %6 = arith.muli %n, %huge : i64
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %7 = arith.muli %m, %m : i32
  tt.return
}

// -----

// Answers to @div.
tt.func @div(%n: i32 {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [256], divisibility = [32], constancy = [1], constant_value = <none>}}
  %late = tt.make_range {end = 352 : i32, start = 96 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [256], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [256], constant_value = 8}}
  %eight = arith.constant dense<8> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [256], constant_value = 12}}
  %twelve = arith.constant dense<12> : tensor<256xi32>
  // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = arith.divsi %r, %one : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.divui %one, %r : tensor<256xi32>
  // The quotient is constant over as many as the divisor and the base share.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %2 = arith.divsi %r, %eight : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %3 = arith.divui %r, %twelve : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %4 = arith.divsi %late, %eight : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.divsi %eight, %r : tensor<256xi32>
  // Of a scalar a power of two takes its share of the divisibility, anything else all of it.
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %c4 = arith.constant 4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %6 = arith.divsi %n, %c4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [1], constant_value = 64}}
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %7 = arith.divui %n, %c64 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 3}}
  %c3 = arith.constant 3 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %8 = arith.divsi %n, %c3 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = -4}}
  %minus4 = arith.constant -4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %9 = arith.divsi %n, %minus4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %10 = arith.divui %n, %minus4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [256], constant_value = <none>}}
  %s = tt.splat %n : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [256], constant_value = <none>}}
  %11 = arith.divsi %s, %eight : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [256], constant_value = 0}}
  %zero = arith.constant dense<0> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = <none>}}
  %12 = arith.divsi %zero, %r : tensor<256xi32>
  tt.return
}

// -----

// Answers to @rem.  A remainder has the divisibility that both share, unless it breaks up a run.
tt.func @rem(%n: i32 {tt.divisibility = 16 : i32}, %u: tensor<256xi32> {tt.divisibility = 8 : i32}, %v: tensor<256xi32> {tt.contiguity = 4 : i32, tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [256], divisibility = [16], constancy = [1], constant_value = <none>}}
  %late = tt.make_range {end = 272 : i32, start = 16 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [256], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [256], constant_value = 32}}
  %thirty_two = arith.constant dense<32> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [256], constant_value = 12}}
  %twelve = arith.constant dense<12> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [256], constant_value = 0}}
  %0 = arith.remsi %r, %one : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.remui %one, %r : tensor<256xi32>
  // expected-remark @below {{contiguity = [32], divisibility = [32], constancy = [1], constant_value = <none>}}
  %2 = arith.remsi %r, %thirty_two : tensor<256xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %3 = arith.remui %r, %twelve : tensor<256xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1], constant_value = <none>}}
  %4 = arith.remsi %late, %thirty_two : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.remsi %thirty_two, %late : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %6 = arith.remsi %r, %late : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 8}}
  %c8 = arith.constant 8 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %7 = arith.remsi %n, %c8 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %8 = arith.remui %n, %n : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %9 = arith.remsi %u, %u : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %10 = arith.remui %v, %u : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %11 = arith.remui %u, %v : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %12 = arith.remsi %v, %thirty_two : tensor<256xi32>
  tt.return
}

// -----

// Answers to @logic.
tt.func @logic() {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = 4}}
  %four = arith.constant dense<4> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [64], constant_value = 16}}
  %sixteen = arith.constant dense<16> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %fours = arith.divsi %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16], constant_value = <none>}}
  %sixteens = arith.divsi %r, %sixteen : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.andi %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.ori %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.xori %r, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %3 = arith.andi %fours, %sixteens : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %4 = arith.ori %fours, %sixteens : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %5 = arith.xori %fours, %fours : tensor<64xi32>
  tt.return
}

// -----

// Answers to @cmp_all_contiguous: a comparison changes at most where the run meets the constant.
tt.func @cmp_runs() {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [64], constant_value = 0}}
  %zero = arith.constant dense<0> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = 4}}
  %four = arith.constant dense<4> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.cmpi eq, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.cmpi ne, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %2 = arith.cmpi slt, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.cmpi sle, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.cmpi sgt, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %5 = arith.cmpi sge, %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %6 = arith.cmpi ult, %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %7 = arith.cmpi ule, %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %8 = arith.cmpi ugt, %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %9 = arith.cmpi uge, %r, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %10 = arith.cmpi slt, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %11 = arith.cmpi sle, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %12 = arith.cmpi sgt, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %13 = arith.cmpi sge, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %14 = arith.cmpi ugt, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %15 = arith.cmpi ule, %four, %r : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = -1}}
  %16 = arith.cmpi ult, %zero, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %17 = arith.cmpi slt, %r, %r : tensor<64xi32>
  tt.return
}

// -----

// Answers to @cmp_partial_contiguous: the same with runs that start anew.
tt.func @cmp_pieces() {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [64], constant_value = 16}}
  %sixteen = arith.constant dense<16> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = 4}}
  %four = arith.constant dense<4> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = 12}}
  %twelve = arith.constant dense<12> : tensor<64xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1], constant_value = <none>}}
  %p = arith.remsi %r, %sixteen : tensor<64xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %q = arith.remsi %r, %twelve : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.cmpi eq, %p, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %1 = arith.cmpi slt, %p, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.cmpi sle, %p, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %3 = arith.cmpi sge, %p, %four : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %4 = arith.cmpi sgt, %four, %p : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %5 = arith.cmpi sle, %four, %p : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %6 = arith.cmpi slt, %q, %sixteen : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %7 = arith.cmpi sge, %q, %sixteen : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %8 = arith.cmpi sgt, %sixteen, %q : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %9 = arith.cmpi ne, %sixteen, %q : tensor<64xi32>
  tt.return
}

// -----

// Answers to @select and @select_cond_constancy_clamps_divisibility.
tt.func @select(%c: i1, %cs: tensor<16xi1>, %ps: tensor<16xi1> {tt.constancy = 4 : i32}) {
  // expected-remark @below {{contiguity = [16], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %a = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [32], constancy = [1], constant_value = <none>}}
  %b = tt.make_range {end = 48 : i32, start = 32 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [16], constant_value = 6}}
  %six = arith.constant dense<6> : tensor<16xi32>
  // A scalar condition takes one or the other as a whole.
  // expected-remark @below {{contiguity = [16], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = arith.select %c, %a, %b : tensor<16xi32>
  // A tensor may switch at any element, or at every fourth.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.select %cs, %a, %b : tensor<16xi1>, tensor<16xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %2 = arith.select %ps, %a, %b : tensor<16xi1>, tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.select %ps, %a, %six : tensor<16xi1>, tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [16], constant_value = 6}}
  %4 = arith.select %ps, %six, %six : tensor<16xi1>, tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [16], constant_value = 8}}
  %eight = arith.constant dense<8> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %head = arith.cmpi slt, %a, %eight : tensor<16xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1], constant_value = <none>}}
  %5 = arith.select %head, %a, %b : tensor<16xi1>, tensor<16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 8], constant_value = <none>}}
  %h2 = tt.expand_dims %head {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
  // expected-remark @below {{contiguity = [1, 16], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %a2 = tt.expand_dims %a {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  // expected-remark @below {{contiguity = [1, 8], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %6 = arith.select %h2, %a2, %a2 : tensor<1x16xi1>, tensor<1x16xi32>
  tt.return
}

// -----

// Answers to @shift.
tt.func @shift(%n: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = <none>}}
  %s = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 80 : i32, start = 16 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [64], constant_value = 0}}
  %zero = arith.constant dense<0> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [64], constant_value = 2}}
  %two = arith.constant dense<2> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 40}}
  %wide = arith.constant dense<40> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %0 = arith.shli %r, %two : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], constant_value = <none>}}
  %1 = arith.shli %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [64], constant_value = <none>}}
  %2 = arith.shli %s, %two : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = <none>}}
  %3 = arith.shli %s, %s : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.shli %r, %s : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %5 = arith.shli %s, %wide : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [64], constant_value = <none>}}
  %6 = arith.shrsi %s, %two : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %7 = arith.shrui %r, %two : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [16], constancy = [1], constant_value = <none>}}
  %8 = arith.shrui %r, %zero : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %9 = arith.shrsi %s, %wide : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %10 = arith.shrsi %s, %s : tensor<64xi32>
  tt.return
}

// -----

// Answers to @max_min and @contiguity_dependent_divisibility: a maximum may be either operand.
tt.func @max_min(%a: tensor<16xi32> {tt.contiguity = 16 : i32, tt.divisibility = 8 : i32},
                 %b: tensor<16xi32> {tt.contiguity = 4 : i32, tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %0 = arith.maxsi %a, %b : tensor<16xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %1 = arith.minui %b, %a : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %no = arith.constant false
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1], constant_value = <none>}}
  %2 = arith.select %no, %0, %1 : tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [8], constancy = [1], constant_value = <none>}}
  %s = tt.make_range {end = 56 : i32, start = 40 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = arith.maxui %r, %s : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [16], constant_value = 6}}
  %six = arith.constant dense<6> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [16], constant_value = 10}}
  %ten = arith.constant dense<10> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [16], constant_value = 6}}
  %4 = arith.minsi %six, %ten : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.maxsi %r, %six : tensor<16xi32>
  tt.return
}

// -----

// Not among upstream's: what has no rule of its own knows nothing but the rank.
tt.func @unknown(%x: f32, %n: i32 {tt.divisibility = 16 : i32}, %i: index) {
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [4, 8], constant_value = <none>}}
  %s = tt.splat %n : i32 -> tensor<4x8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %0 = arith.sitofp %s : tensor<4x8xi32> to tensor<4x8xf32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %1 = arith.ceildivsi %s, %s : tensor<4x8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.index_cast %i : index to i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = math.exp %x : f32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4:2 = arith.mului_extended %n, %n : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = tt.mulhiui %n, %n : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %6 = tt.get_program_id x : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %7 = arith.cmpi slt, %n, %n : i32
  tt.return
}

// -----

// Not among upstream's: integers of other widths, and extension, which keeps everything.
tt.func @widths(%n: i8 {tt.divisibility = 4 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %1 = arith.trunci %r : tensor<64xi32> to tensor<64xi8>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %2 = arith.extui %n : i8 to i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 24}}
  %c = arith.constant dense<24> : tensor<64xi64>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = arith.addi %0, %c : tensor<64xi64>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %4 = arith.muli %0, %c : tensor<64xi64>
  tt.return
}
