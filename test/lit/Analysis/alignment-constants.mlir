// RUN: mini-opt %s -test-print-alignment -split-input-file -verify-diagnostics -o /dev/null

// Constants: what is known exactly, through casts, arithmetic and its flags.  Answers to the constant
// cases of upstream's Analysis/test-alignment.mlir, on functions of our own.

// Answers to @cast.
tt.func @casts_keep_constants() {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 5}}
  %five = arith.constant 5 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 5}}
  %wide = arith.extsi %five : i16 to i64
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 8}}
  %many = arith.constant dense<8> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = <none>}}
  %bits = tt.bitcast %many : tensor<64xi32> -> tensor<64xf32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = <none>}}
  %back = tt.bitcast %bits : tensor<64xf32> -> tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %float = arith.sitofp %many : tensor<64xi32> to tensor<64xf32>
  tt.return
}

// -----

// Answers to @integer_cast_constants: sign, zero and truncation.
tt.func @integer_casts() {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -3}}
  %minus = arith.constant -3 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 253}}
  %unsigned = arith.extui %minus : i8 to i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -3}}
  %signed = arith.extsi %minus : i8 to i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -3}}
  %narrow = arith.trunci %unsigned : i16 to i4
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %yes = arith.constant true
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.extui %yes : i1 to i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %all = arith.extsi %yes : i1 to i8
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [2], constant_value = 768}}
  %big = arith.constant dense<768> : tensor<2xi16>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [2], constant_value = 0}}
  %none = arith.trunci %big : tensor<2xi16> to tensor<2xi8>
  tt.return
}

// -----

// Answers to @wide_integer_cast_constants: values of more than 64 bits stay exact.
tt.func @wide_casts() {
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %minus = arith.constant -2 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %signed = arith.extsi %minus : i64 to i128
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 18446744073709551614}}
  %unsigned = arith.extui %minus : i64 to i128
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %narrow = arith.trunci %unsigned : i128 to i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 36893488147419103228}}
  %shifted = arith.addi %unsigned, %unsigned : i128
  tt.return
}

// -----

// Answers to @narrow_integer_arithmetic_constants: results wrap around at the width of the type.
tt.func @wrap_around() {
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = -32768}}
  %low = arith.constant -32768 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 2}}
  %two = arith.constant 2 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %twice = arith.addi %low, %low : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 32766}}
  %below = arith.subi %low, %two : i16
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [8], constant_value = 256}}
  %square = arith.constant dense<256> : tensor<8xi16>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [8], constant_value = 0}}
  %zero = arith.muli %square, %square : tensor<8xi16>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %gone = arith.shli %low, %two : i16
  tt.return
}

// -----

// Answers to @signed_unsigned_integer_constants: the same bits read in two ways.
tt.func @signedness() {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -9}}
  %a = arith.constant -9 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %four = arith.constant 4 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %0 = arith.divsi %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 61}}
  %1 = arith.divui %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %2 = arith.remsi %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 3}}
  %3 = arith.remui %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -5}}
  %4 = arith.shrsi %a, %one : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 123}}
  %5 = arith.shrui %a, %one : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -9}}
  %6 = arith.minsi %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %7 = arith.minui %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %8 = arith.maxsi %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -9}}
  %9 = arith.maxui %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %10 = arith.cmpi sgt, %a, %four : i8
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %11 = arith.cmpi ugt, %a, %four : i8
  tt.return
}

// -----

// Answers to @invalid_integer_constants: what is undefined or poison has no value.
tt.func @undefined() {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 7}}
  %seven = arith.constant 7 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = -32768}}
  %low = arith.constant -32768 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %minus = arith.constant -1 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 16}}
  %width = arith.constant 16 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.divui %seven, %zero : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.remsi %seven, %zero : i16
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = <none>}}
  %2 = arith.divsi %low, %minus : i16
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %3 = arith.remsi %low, %minus : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.shli %seven, %width : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.shrsi %seven, %width : i16
  tt.return
}

// -----

// Answers to @integer_overflow_flags.
tt.func @overflow_flags() {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 3}}
  %three = arith.constant 3 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = -32768}}
  %low = arith.constant -32768 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 32767}}
  %high = arith.constant 32767 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %high, %one overflow<nsw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = -32768}}
  %1 = arith.addi %high, %one overflow<nuw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.subi %zero, %one overflow<nuw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %3 = arith.subi %zero, %one overflow<nsw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [32768], constancy = [1], constant_value = <none>}}
  %4 = arith.muli %low, %three overflow<nuw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %5 = arith.shli %high, %one overflow<nsw> : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 9}}
  %6 = arith.muli %three, %three overflow<nsw, nuw> : i16
  tt.return
}

// -----

// Answers to @integer_exact_flags.
tt.func @exact_flags() {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -5}}
  %odd = arith.constant -5 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = -12}}
  %even = arith.constant -12 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %four = arith.constant 4 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.divsi %odd, %four exact : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.divui %odd, %four exact : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.shrui %odd, %one exact : i16
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -3}}
  %3 = arith.divsi %even, %four exact : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -6}}
  %4 = arith.shrsi %even, %one exact : i16
  tt.return
}

// -----

// Answers to @integer_cast_flags.
tt.func @cast_flags() {
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %minus = arith.constant -2 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 2}}
  %plus = arith.constant 2 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 200}}
  %byte = arith.constant 200 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %signed = arith.constant -2 : i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %0 = arith.extui %minus nneg : i8 to i16
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 2}}
  %1 = arith.extui %plus nneg : i8 to i16
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %2 = arith.trunci %byte overflow<nsw> : i16 to i8
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = -56}}
  %3 = arith.trunci %byte overflow<nuw> : i16 to i8
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %4 = arith.trunci %signed overflow<nuw> : i16 to i8
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = -2}}
  %5 = arith.trunci %signed overflow<nsw> : i16 to i8
  tt.return
}

// -----

// Answers to @int_min_does_not_underflow_in_analysis: the divisibility stops at 2^62.
tt.func @least() -> i64 {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = -9223372036854775808}}
  %0 = arith.constant -9223372036854775808 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [2147483648], constancy = [4], constant_value = -2147483648}}
  %1 = arith.constant dense<-2147483648> : tensor<4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 4611686018427387904}}
  %2 = arith.constant 4611686018427387904 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %3 = arith.constant 0 : i128
  tt.return %0 : i64
}

// -----

// Answers to @negative_constants.
tt.func @negative() {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = -24}}
  %scalar = arith.constant -24 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [16], constant_value = -24}}
  %dense = arith.constant dense<-24> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [16], constant_value = 8}}
  %eight = arith.constant dense<8> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [16], constant_value = -16}}
  %sum = arith.addi %dense, %eight : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [16], constant_value = -192}}
  %product = arith.muli %dense, %eight : tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16], constant_value = -3}}
  %quotient = arith.divsi %dense, %eight : tensor<16xi32>
  tt.return
}

// -----

// Answers to @mul_zero_constancy, @max_constancy, @cmp_after_max_constancy and
// @select_same_value_constancy: known results of operands that are not all known.
tt.func @known_results(%c: tensor<8xi1>) {
  // expected-remark @below {{contiguity = [8], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [8], constant_value = 0}}
  %zero = arith.constant dense<0> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [8], constant_value = 0}}
  %nothing = arith.muli %r, %zero : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 3}}
  %three = arith.constant dense<3> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 9}}
  %nine = arith.constant dense<9> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 9}}
  %max = arith.maxsi %nine, %three : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 3}}
  %min = arith.minui %nine, %three : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = -1}}
  %above = arith.cmpi uge, %max, %min : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 9}}
  %nine2 = arith.constant dense<9> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 9}}
  %same = arith.select %c, %nine, %nine2 : tensor<8xi1>, tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %other = arith.select %c, %nine, %three : tensor<8xi1>, tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 1}}
  %one = arith.constant dense<1> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [8], constant_value = 0}}
  %left = arith.remui %r, %one : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = -1}}
  %minus = arith.constant dense<-1> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [8], constant_value = 0}}
  %left2 = arith.remsi %r, %minus : tensor<8xi32>
  tt.return
}

// -----

// Not among upstream's: constants of other kinds.  A list that differs in its elements has no value and
// no constancy, a float and an index have no value either.
tt.func @kinds() {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = arith.constant dense<[4, 8, 16, 32]> : tensor<4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = arith.constant 12 : index
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.constant 4.0 : f32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = arith.constant dense<2.0> : tensor<4xf16>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [4, 2], constant_value = -1}}
  %4 = arith.constant dense<true> : tensor<4x2xi1>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [2], constant_value = -1}}
  %5 = arith.constant dense<[true, true]> : tensor<2xi1>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [2, 2, 2], constancy = [2, 4, 8], constant_value = 6}}
  %6 = arith.constant dense<6> : tensor<2x4x8xi64>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %7 = arith.addi %1, %1 : index
  tt.return
}

// -----

// Not among upstream's: bits, one at a time.
tt.func @bitwise() {
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 12}}
  %a = arith.constant 12 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 10}}
  %b = arith.constant 10 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 8}}
  %0 = arith.andi %a, %b : i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 14}}
  %1 = arith.ori %a, %b : i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
  %2 = arith.xori %a, %b : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %3 = arith.xori %a, %a : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4096], constancy = [1], constant_value = 12288}}
  %4 = arith.shli %a, %b : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.ceildivsi %a, %b : i32
  tt.return
}

// -----

// Not among upstream's: a known condition selects, even an unknown value.
tt.func @selected(%x: i32 {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -1}}
  %yes = arith.constant true
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %no = arith.constant false
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
  %six = arith.constant 6 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = arith.select %yes, %x, %six : i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
  %1 = arith.select %no, %x, %six : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = -1}}
  %yeses = arith.constant dense<true> : tensor<4xi1>
  // expected-remark @below {{contiguity = [4], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [4], constant_value = 6}}
  %s = tt.splat %six : i32 -> tensor<4xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %2 = arith.select %yeses, %r, %s : tensor<4xi1>, tensor<4xi32>
  tt.return
}
