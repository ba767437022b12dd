// RUN: mini-opt %s -test-print-alignment -split-input-file -verify-diagnostics -o /dev/null

// Shapes and pointers.  Answers to the cases of upstream's Analysis/test-alignment.mlir that have the
// operation's name, on functions of our own.

// Answers to @addptr: offsets count in elements, divisibility in bytes.
tt.func @addptr(%b: !tt.ptr<i1> {tt.divisibility = 32 : i32}, %h: !tt.ptr<f16> {tt.divisibility = 32 : i32}, %f: !tt.ptr<f32> {tt.divisibility = 32 : i32}, %d: !tt.ptr<f64> {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %0 = tt.addptr %b, %one : !tt.ptr<i1>, i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %1 = tt.addptr %h, %one : !tt.ptr<f16>, i32
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %2 = tt.addptr %d, %one : !tt.ptr<f64>, i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 6}}
  %six = arith.constant 6 : i64
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %3 = tt.addptr %b, %six : !tt.ptr<i1>, i64
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %4 = tt.addptr %h, %six : !tt.ptr<f16>, i64
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %5 = tt.addptr %d, %six : !tt.ptr<f64>, i64
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [16, 1], constant_value = <none>}}
  %tile = tt.broadcast %row : tensor<1x64xi32> -> tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [32, 32], constancy = [16, 64], constant_value = <none>}}
  %bs = tt.splat %b : !tt.ptr<i1> -> tensor<16x64x!tt.ptr<i1>>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 32], constancy = [16, 1], constant_value = <none>}}
  %6 = tt.addptr %bs, %tile : tensor<16x64x!tt.ptr<i1>>, tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [32, 32], constancy = [16, 64], constant_value = <none>}}
  %fs = tt.splat %f : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [4, 32], constancy = [16, 1], constant_value = <none>}}
  %7 = tt.addptr %fs, %tile : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [32, 32], constancy = [16, 64], constant_value = <none>}}
  %ds = tt.splat %d : !tt.ptr<f64> -> tensor<16x64x!tt.ptr<f64>>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [8, 32], constancy = [16, 1], constant_value = <none>}}
  %8 = tt.addptr %ds, %tile : tensor<16x64x!tt.ptr<f64>>, tensor<16x64xi32>
  tt.return
}

// -----

// Answers to @bitcast_pointer_element_width: elements of another size are counted anew.
tt.func @bitcast(%p: !tt.ptr<i64> {tt.divisibility = 32 : i32}, %q: !tt.ptr<i8> {tt.divisibility = 32 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [64], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %ps = tt.addptr %b, %r : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = tt.bitcast %ps : tensor<64x!tt.ptr<i64>> -> tensor<64x!tt.ptr<f64>>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %1 = tt.bitcast %ps : tensor<64x!tt.ptr<i64>> -> tensor<64x!tt.ptr<i32>>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [64], constant_value = <none>}}
  %2 = tt.bitcast %b : tensor<64x!tt.ptr<i64>> -> tensor<64x!tt.ptr<i8>>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [64], constant_value = <none>}}
  %c = tt.splat %q : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %qs = tt.addptr %c, %r : tensor<64x!tt.ptr<i8>>, tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %3 = tt.bitcast %qs : tensor<64x!tt.ptr<i8>> -> tensor<64x!tt.ptr<i1>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = tt.bitcast %qs : tensor<64x!tt.ptr<i8>> -> tensor<64x!tt.ptr<bf16>>
  tt.return
}

// -----

// Answers to @expanddims, @broadcast and @splat.
tt.func @dimensions(%p: !tt.ptr<f16> {tt.divisibility = 8 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [32], constant_value = 6}}
  %six = arith.constant dense<6> : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %scaled = arith.muli %r, %six : tensor<32xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [1073741824, 1], constancy = [1, 1], constant_value = <none>}}
  %0 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [2, 2], constancy = [1, 1], constant_value = <none>}}
  %1 = tt.expand_dims %scaled {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [2, 2, 2], constancy = [1, 1, 1], constant_value = <none>}}
  %2 = tt.expand_dims %1 {axis = 2 : i32} : tensor<1x32xi32> -> tensor<1x32x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [2, 2], constancy = [32, 1], constant_value = 6}}
  %3 = tt.expand_dims %six {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [1073741824, 1], constancy = [1, 16], constant_value = <none>}}
  %4 = tt.broadcast %0 : tensor<32x1xi32> -> tensor<32x16xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [2, 2, 2], constancy = [4, 1, 8], constant_value = <none>}}
  %5 = tt.broadcast %2 : tensor<1x32x1xi32> -> tensor<4x32x8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [2, 2], constancy = [32, 4], constant_value = 6}}
  %6 = tt.broadcast %3 : tensor<32x1xi32> -> tensor<32x4xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [2, 4], constant_value = <none>}}
  %7 = tt.splat %p : !tt.ptr<f16> -> tensor<2x4x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [4, 4, 4], constancy = [2, 4, 8], constant_value = <none>}}
  %8 = tt.splat %n : i32 -> tensor<2x4x8xi32>
  // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
  %9 = tt.splat %p : !tt.ptr<f16> -> tensor<!tt.ptr<f16>>
  tt.return
}

// -----

// Answers to @trans_4d_tensor_kernel.
tt.func @trans(%a: tensor<8x16x4x2xi32> {tt.contiguity = dense<[1, 16, 1, 2]> : tensor<4xi32>, tt.divisibility = dense<[1, 32, 1, 4]> : tensor<4xi32>, tt.constancy = dense<[8, 1, 4, 1]> : tensor<4xi32>}) {
  // expected-remark @below {{contiguity = [16, 1, 2, 1], divisibility = [32, 1, 4, 1], constancy = [1, 4, 1, 8], constant_value = <none>}}
  %0 = tt.trans %a {order = array<i32: 1, 2, 3, 0>} : tensor<8x16x4x2xi32> -> tensor<16x4x2x8xi32>
  // expected-remark @below {{contiguity = [2, 16, 1, 1], divisibility = [4, 32, 1, 1], constancy = [1, 1, 4, 8], constant_value = <none>}}
  %1 = tt.trans %a {order = array<i32: 3, 1, 2, 0>} : tensor<8x16x4x2xi32> -> tensor<2x16x4x8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [4, 4], constancy = [2, 8], constant_value = 4}}
  %c = arith.constant dense<4> : tensor<2x8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [4, 4], constancy = [8, 2], constant_value = 4}}
  %2 = tt.trans %c {order = array<i32: 1, 0>} : tensor<2x8xi32> -> tensor<8x2xi32>
  tt.return
}

// -----

// Answers to @reshape: a run survives on the axis that takes over its low end.
tt.func @reshape(%h: tensor<16xi32> {tt.contiguity = 1 : i32, tt.divisibility = 4 : i32, tt.constancy = 8 : i32}) {
  // expected-remark @below {{contiguity = [32], divisibility = [8], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 40 : i32, start = 8 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %0 = tt.reshape %r : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [8, 1], constancy = [1, 1], constant_value = <none>}}
  %1 = tt.reshape %r : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1, 8], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %2 = tt.reshape %r : tensor<32xi32> -> tensor<4x8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = tt.reshape %2 : tensor<4x8xi32> -> tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 1, 4], divisibility = [1, 1, 4], constancy = [1, 1, 1], constant_value = <none>}}
  %4 = tt.reshape %r : tensor<32xi32> -> tensor<2x4x4xi32>
  // expected-remark @below {{contiguity = [8, 1], divisibility = [8, 1], constancy = [1, 1], constant_value = <none>}}
  %5 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<4x8xi32> -> tensor<8x4xi32>
  // expected-remark @below {{contiguity = [1, 4, 1], divisibility = [1, 4, 1], constancy = [1, 1, 1], constant_value = <none>}}
  %6 = tt.reshape %5 : tensor<8x4xi32> -> tensor<2x4x4xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %7 = tt.reshape %5 : tensor<8x4xi32> -> tensor<4x8xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [4, 4], constancy = [2, 4], constant_value = <none>}}
  %8 = tt.reshape %h : tensor<16xi32> -> tensor<4x4xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [4, 4, 4], constancy = [1, 1, 8], constant_value = <none>}}
  %9 = tt.reshape %h : tensor<16xi32> -> tensor<1x2x8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [16], constant_value = 12}}
  %c = arith.constant dense<12> : tensor<16xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [4, 4], constancy = [2, 8], constant_value = 12}}
  %10 = tt.reshape %c : tensor<16xi32> -> tensor<2x8xi32>
  // expected-remark @below {{contiguity = [1, 8], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %11 = tt.reshape %r allow_reorder : tensor<32xi32> -> tensor<4x8xi32>
  tt.return
}

// -----

// Answers to @reshape_refined_piece_merge and @reshape_global_divisibility.
tt.func @merge(%a: tensor<8x4xi32> {tt.contiguity = dense<[1, 1]> : tensor<2xi32>, tt.divisibility = dense<[1, 1]> : tensor<2xi32>, tt.constancy = dense<[4, 4]> : tensor<2xi32>},
               %b: tensor<2x4x2xi32> {tt.contiguity = dense<[1, 1, 2]> : tensor<3xi32>, tt.divisibility = dense<[1, 1, 2]> : tensor<3xi32>, tt.constancy = dense<[2, 4, 1]> : tensor<3xi32>},
               %c: tensor<4x2xi32> {tt.contiguity = dense<[1, 1]> : tensor<2xi32>, tt.divisibility = dense<[16, 4]> : tensor<2xi32>, tt.constancy = dense<[1, 1]> : tensor<2xi32>},
               %d: tensor<4x2x!tt.ptr<f16>> {tt.contiguity = dense<[1, 2]> : tensor<2xi32>, tt.divisibility = dense<[8, 4]> : tensor<2xi32>, tt.constancy = dense<[1, 1]> : tensor<2xi32>}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16], constant_value = <none>}}
  %0 = tt.reshape %a : tensor<8x4xi32> -> tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 2], divisibility = [1, 2], constancy = [8, 1], constant_value = <none>}}
  %1 = tt.reshape %b : tensor<2x4x2xi32> -> tensor<8x2xi32>
  // expected-remark @below {{contiguity = [2], divisibility = [2], constancy = [1], constant_value = <none>}}
  %2 = tt.reshape %b : tensor<2x4x2xi32> -> tensor<16xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [16, 16, 16], constancy = [1, 1, 1], constant_value = <none>}}
  %3 = tt.reshape %c : tensor<4x2xi32> -> tensor<2x2x2xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %4 = tt.reshape %c : tensor<4x2xi32> -> tensor<8xi32>
  // expected-remark @below {{contiguity = [2, 1], divisibility = [8, 8], constancy = [1, 1], constant_value = <none>}}
  %5 = tt.reshape %d : tensor<4x2x!tt.ptr<f16>> -> tensor<8x1x!tt.ptr<f16>>
  tt.return
}

// -----

// Answers to @global_divisibility_is_axis_independent.
tt.func @global(%a: tensor<4x2xi32> {tt.contiguity = dense<[1, 1]> : tensor<2xi32>, tt.divisibility = dense<[4, 16]> : tensor<2xi32>, tt.constancy = dense<[1, 1]> : tensor<2xi32>},
                %b: tensor<4x2xi32> {tt.contiguity = dense<[1, 1]> : tensor<2xi32>, tt.divisibility = dense<[32, 2]> : tensor<2xi32>, tt.constancy = dense<[1, 1]> : tensor<2xi32>}, %c: i1) {
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [16, 16, 16], constancy = [1, 1, 1], constant_value = <none>}}
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<4x2xi32> -> tensor<4x1x2xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [32, 32], constancy = [1, 1], constant_value = <none>}}
  %1 = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x2xi32> -> tensor<2x4xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [16, 16, 16], constancy = [1, 8, 1], constant_value = <none>}}
  %2 = tt.broadcast %0 : tensor<4x1x2xi32> -> tensor<4x8x2xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant_value = <none>}}
  %3 = arith.addi %a, %b : tensor<4x2xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant_value = <none>}}
  %4 = arith.select %c, %a, %b : tensor<4x2xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [512, 512], constancy = [1, 1], constant_value = <none>}}
  %5 = arith.muli %a, %b : tensor<4x2xi32>
  tt.return
}

// -----

// Answers to @permute_2d, and more closely to a tile of a matrix with a pitch.
tt.func @tile(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %pitch: i32 {tt.divisibility = 8 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [16], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %ri = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %rj = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [16, 1], divisibility = [1073741824, 1], constancy = [1, 1], constant_value = <none>}}
  %i = tt.expand_dims %ri {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %j = tt.expand_dims %rj {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [16, 1], constant_value = <none>}}
  %pitches = tt.splat %pitch : i32 -> tensor<16x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 1], constant_value = <none>}}
  %start = arith.muli %i, %pitches : tensor<16x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [16, 1], constant_value = <none>}}
  %base = tt.splat %in : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant_value = <none>}}
  %row = tt.addptr %base, %start : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 64], constant_value = <none>}}
  %rows = tt.broadcast %row : tensor<16x1x!tt.ptr<f16>> -> tensor<16x64x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [16, 1], constant_value = <none>}}
  %columns = tt.broadcast %j : tensor<1x64xi32> -> tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [2, 16], constancy = [1, 1], constant_value = <none>}}
  %src = tt.addptr %rows, %columns : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 64], constant_value = 16}}
  %width = arith.constant dense<16> : tensor<1x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant_value = <none>}}
  %across = arith.muli %j, %width : tensor<1x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [16, 1], constant_value = <none>}}
  %obase = tt.splat %out : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [16, 1], divisibility = [16, 4], constancy = [1, 1], constant_value = <none>}}
  %orow = tt.addptr %obase, %i : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
  // expected-remark @below {{contiguity = [16, 1], divisibility = [16, 4], constancy = [1, 64], constant_value = <none>}}
  %orows = tt.broadcast %orow : tensor<16x1x!tt.ptr<f32>> -> tensor<16x64x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [16, 1], constant_value = <none>}}
  %acrosses = tt.broadcast %across : tensor<1x64xi32> -> tensor<16x64xi32>
  // expected-remark @below {{contiguity = [16, 1], divisibility = [16, 4], constancy = [1, 1], constant_value = <none>}}
  %dst = tt.addptr %orows, %acrosses : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %v = tt.load %src : tensor<16x64x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %f = arith.extf %v : tensor<16x64xf16> to tensor<16x64xf32>
  tt.store %dst, %f : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Answers to @load_constancy: what is loaded is constant where pointer and mask are.
tt.func @load(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [256], constant_value = 32}}
  %thirty_two = arith.constant dense<32> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [256], constant_value = 4}}
  %four = arith.constant dense<4> : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [32], constant_value = <none>}}
  %o = arith.divui %r, %thirty_two : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %q = arith.divui %r, %four : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [256], constant_value = <none>}}
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %m = arith.cmpi slt, %q, %ns : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [256], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [32], constant_value = <none>}}
  %ps = tt.addptr %b, %o : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [32], constant_value = <none>}}
  %0 = tt.load %ps : tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %1 = tt.load %ps, %m : tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [256], constant_value = <none>}}
  %2 = tt.load %b : tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %3 = tt.load %p : !tt.ptr<f32>
  tt.return
}

// -----

// Answers to @store_constant_align, @vecadd_mask_align_16 and @vecadd_mask_align_1: a mask is constant
// over what its bound is divisible by.
tt.func @masks(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 8 : i32}, %m: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [1], constant_value = 256}}
  %c256 = arith.constant 256 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [1], constant_value = <none>}}
  %first = arith.muli %pid, %c256 : i32
  // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [256], constancy = [256], constant_value = <none>}}
  %firsts = tt.splat %first : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity = [256], divisibility = [256], constancy = [1], constant_value = <none>}}
  %o = arith.addi %firsts, %r : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [256], constant_value = <none>}}
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %aligned = arith.cmpi slt, %o, %ns : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [256], constant_value = <none>}}
  %ms = tt.splat %m : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %loose = arith.cmpi slt, %o, %ms : tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %both = arith.andi %aligned, %loose : tensor<256xi1>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [256], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [256], divisibility = [16], constancy = [1], constant_value = <none>}}
  %ps = tt.addptr %b, %o : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %v = tt.load %ps, %aligned : tensor<256x!tt.ptr<f32>>
  tt.store %ps, %v, %loose : tensor<256x!tt.ptr<f32>>
  tt.return
}

// -----

// Answers to @unrealized_conversion_cast: what is known goes through, if the rank allows.
tt.func @conversion(%t: tensor<16x32xi32> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>}, %u: !llvm.struct<(i32)>) {
  // expected-remark @below {{contiguity = [1, 8], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %0 = builtin.unrealized_conversion_cast %t : tensor<16x32xi32> to !llvm.struct<(i32, i32)>
  // expected-remark @below {{contiguity = [1, 8], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %1 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to tensor<16x32xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %2 = builtin.unrealized_conversion_cast %u : !llvm.struct<(i32)> to tensor<16x32xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant_value = <none>}}
  %3 = arith.addi %1, %2 : tensor<16x32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = builtin.unrealized_conversion_cast %t : tensor<16x32xi32> to tensor<16xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5:2 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to i32, i32
  tt.return
}

// -----

// Not among upstream's: a layout changes nothing.
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @layouts(%p: !tt.ptr<i8> {tt.divisibility = 4 : i32}) {
    // expected-remark @below {{contiguity = [64], divisibility = [64], constancy = [1], constant_value = <none>}}
    %r = tt.make_range {end = 128 : i32, start = 64 : i32} : tensor<64xi32, #a>
    // expected-remark @below {{contiguity = [64], divisibility = [64], constancy = [1], constant_value = <none>}}
    %0 = ttg.convert_layout %r : tensor<64xi32, #a> -> tensor<64xi32, #b>
    // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [64], constant_value = <none>}}
    %b = tt.splat %p : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>, #b>
    // expected-remark @below {{contiguity = [64], divisibility = [4], constancy = [1], constant_value = <none>}}
    %1 = tt.addptr %b, %0 : tensor<64x!tt.ptr<i8>, #b>, tensor<64xi32, #b>
    tt.return
  }
}

// -----

// Not among upstream's: poison is anything at all, so it limits nothing.
tt.func @poison(%c: i1, %t: tensor<8x4xi32> {tt.contiguity = dense<[1, 4]> : tensor<2xi32>, tt.divisibility = dense<[4, 8]> : tensor<2xi32>}) {
  // expected-remark @below {{contiguity = [4611686018427387904], divisibility = [4611686018427387904], constancy = [4611686018427387904], constant_value = <none>}}
  %0 = ub.poison : i32
  // expected-remark @below {{contiguity = [4611686018427387904, 4611686018427387904], divisibility = [4611686018427387904, 4611686018427387904], constancy = [4611686018427387904, 4611686018427387904], constant_value = <none>}}
  %1 = ub.poison : tensor<8x4xi32>
  // expected-remark @below {{contiguity = [1, 4], divisibility = [4, 8], constancy = [1, 1], constant_value = <none>}}
  %2 = arith.select %c, %t, %1 : tensor<8x4xi32>
  // expected-remark @below {{contiguity = [1, 4], divisibility = [1, 2], constancy = [1, 1], constant_value = <none>}}
  %3 = arith.addi %t, %1 : tensor<8x4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4611686018427387904], constant_value = <none>}}
  %4 = arith.muli %0, %0 : i32
  tt.return
}

// -----

// Not among upstream's: no power of two.  A range has the power of two of its start, whatever the
// length; a hint is taken as it is.
tt.func @uneven(%n: i32 {tt.divisibility = 12 : i32}, %p: !tt.ptr<i16> {tt.divisibility = 24 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [4], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 76 : i32, start = 12 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [12], constancy = [64], constant_value = <none>}}
  %s = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [4], constancy = [1], constant_value = <none>}}
  %1 = arith.addi %0, %s : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [144], constancy = [64], constant_value = <none>}}
  %2 = arith.muli %s, %s : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [24], constancy = [64], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = tt.addptr %b, %0 : tensor<64x!tt.ptr<i16>>, tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [24], constancy = [64], constant_value = <none>}}
  %4 = tt.addptr %b, %s : tensor<64x!tt.ptr<i16>>, tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4], constant_value = <none>}}
  %5 = arith.cmpi slt, %0, %s : tensor<64xi32>
  tt.return
}

// -----

// Not among upstream's: a matrix in three dimensions, the run in the middle.
tt.func @cube(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %0 = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity = [1, 32, 1], divisibility = [1, 1073741824, 1], constancy = [1, 1, 1], constant_value = <none>}}
  %1 = tt.expand_dims %0 {axis = 2 : i32} : tensor<1x32xi32> -> tensor<1x32x1xi32>
  // expected-remark @below {{contiguity = [1, 32, 1], divisibility = [1, 1073741824, 1], constancy = [4, 1, 8], constant_value = <none>}}
  %2 = tt.broadcast %1 : tensor<1x32x1xi32> -> tensor<4x32x8xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [16, 16, 16], constancy = [4, 32, 8], constant_value = <none>}}
  %3 = tt.splat %n : i32 -> tensor<4x32x8xi32>
  // expected-remark @below {{contiguity = [1, 32, 1], divisibility = [1, 16, 1], constancy = [4, 1, 8], constant_value = <none>}}
  %4 = arith.addi %2, %3 : tensor<4x32x8xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [16, 16, 16], constancy = [4, 32, 8], constant_value = <none>}}
  %b = tt.splat %p : !tt.ptr<f16> -> tensor<4x32x8x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 32, 1], divisibility = [2, 16, 2], constancy = [4, 1, 8], constant_value = <none>}}
  %5 = tt.addptr %b, %4 : tensor<4x32x8x!tt.ptr<f16>>, tensor<4x32x8xi32>
  // expected-remark @below {{contiguity = [1, 1, 1], divisibility = [1, 1, 1], constancy = [4, 1, 8], constant_value = <none>}}
  %6 = tt.load %5 : tensor<4x32x8x!tt.ptr<f16>>
  tt.return
}
