// RUN: mini-opt %s | FileCheck %s

// Operations of tt as they are read and printed, one kernel for each kind. Upstream's test of the
// same name has functions called alike; these are other kernels for the same operations.

// Casts between integers and pointers, of scalars, of tensors without dimensions and with two.
// Answers to ops.mlir @cast_ops.

// CHECK-LABEL: tt.func @cast_ops(
// CHECK-SAME: [[ADDRESS:%[^ ]+]]: i64, [[TABLE:%[^ ]+]]: !tt.ptr<bf16>
tt.func @cast_ops(%address: i64, %table: !tt.ptr<bf16>, %x: i32) -> (tensor<4x8xi64>, tensor<i64>, tensor<4x8xf64>) {
  // CHECK: [[P:%.*]] = tt.int_to_ptr [[ADDRESS]] : i64 -> !tt.ptr<i16>
  %p = tt.int_to_ptr %address : i64 -> !tt.ptr<i16>
  // CHECK: [[Q:%.*]] = tt.bitcast [[P]] : !tt.ptr<i16> -> !tt.ptr<bf16>
  %q = tt.bitcast %p : !tt.ptr<i16> -> !tt.ptr<bf16>
  // CHECK: tt.ptr_to_int [[TABLE]] : !tt.ptr<bf16> -> i64
  %n = tt.ptr_to_int %table : !tt.ptr<bf16> -> i64
  // CHECK: arith.sitofp {{%.*}} : i32 to f64
  %f = arith.sitofp %x : i32 to f64

  %n0 = tt.splat %n : i64 -> tensor<i64>
  // CHECK: [[P0:%.*]] = tt.int_to_ptr {{%.*}} : tensor<i64> -> tensor<!tt.ptr<bf16>>
  %p0 = tt.int_to_ptr %n0 : tensor<i64> -> tensor<!tt.ptr<bf16>>
  // CHECK: tt.ptr_to_int [[P0]] : tensor<!tt.ptr<bf16>> -> tensor<i64>
  %m0 = tt.ptr_to_int %p0 : tensor<!tt.ptr<bf16>> -> tensor<i64>
  %x0 = tt.splat %x : i32 -> tensor<i32>
  // CHECK: arith.sitofp {{%.*}} : tensor<i32> to tensor<f64>
  %f0 = arith.sitofp %x0 : tensor<i32> to tensor<f64>

  %q2 = tt.splat %q : !tt.ptr<bf16> -> tensor<4x8x!tt.ptr<bf16>>
  // CHECK: [[M2:%.*]] = tt.ptr_to_int {{%.*}} : tensor<4x8x!tt.ptr<bf16>> -> tensor<4x8xi64>
  %m2 = tt.ptr_to_int %q2 : tensor<4x8x!tt.ptr<bf16>> -> tensor<4x8xi64>
  // CHECK: tt.int_to_ptr [[M2]] : tensor<4x8xi64> -> tensor<4x8x!tt.ptr<f64>>
  %r2 = tt.int_to_ptr %m2 : tensor<4x8xi64> -> tensor<4x8x!tt.ptr<f64>>
  // CHECK: arith.sitofp {{%.*}} : tensor<4x8xi64> to tensor<4x8xf64>
  %f2 = arith.sitofp %m2 : tensor<4x8xi64> to tensor<4x8xf64>
  tt.return %m2, %m0, %f2 : tensor<4x8xi64>, tensor<i64>, tensor<4x8xf64>
}

// Pointers move by i32 and i64, as scalars, in tensors without dimensions and with some.
// Answers to ops.mlir @addptr_ops.

// CHECK-LABEL: tt.func @addptr_ops(
tt.func @addptr_ops(%base: !tt.ptr<i8>, %step: i64, %lane: i32) -> tensor<2x64x!tt.ptr<i8>> {
  // CHECK: [[ROW:%.*]] = tt.addptr {{%.*}}, {{%.*}} : !tt.ptr<i8>, i64
  %row = tt.addptr %base, %step : !tt.ptr<i8>, i64
  // CHECK: [[CELL:%.*]] = tt.addptr [[ROW]], {{%.*}} : !tt.ptr<i8>, i32
  %cell = tt.addptr %row, %lane : !tt.ptr<i8>, i32
  %cell0 = tt.splat %cell : !tt.ptr<i8> -> tensor<!tt.ptr<i8>>
  %lane0 = tt.splat %lane : i32 -> tensor<i32>
  // CHECK: tt.addptr {{%.*}}, {{%.*}} : tensor<!tt.ptr<i8>>, tensor<i32>
  %next0 = tt.addptr %cell0, %lane0 : tensor<!tt.ptr<i8>>, tensor<i32>
  %cells = tt.splat %cell : !tt.ptr<i8> -> tensor<2x64x!tt.ptr<i8>>
  %steps = tt.splat %step : i64 -> tensor<2x64xi64>
  // CHECK: [[MOVED:%.*]] = tt.addptr {{%.*}}, {{%.*}} : tensor<2x64x!tt.ptr<i8>>, tensor<2x64xi64>
  %moved = tt.addptr %cells, %steps : tensor<2x64x!tt.ptr<i8>>, tensor<2x64xi64>
  // CHECK: tt.return [[MOVED]]
  tt.return %moved : tensor<2x64x!tt.ptr<i8>>
}

// Loads and stores of single elements: with a mask, with another value, with what caches are told.
// Answers to ops.mlir @load_store_ops_scalar.

// CHECK-LABEL: tt.func @load_store_ops_scalar(
// CHECK-SAME: [[FROM:%[^ ]+]]: !tt.ptr<i64> {tt.divisibility = 8 : i32}, [[TO:%[^ ]+]]: !tt.ptr<i64>, [[MASK:%[^ ]+]]: i1
tt.func @load_store_ops_scalar(%from: !tt.ptr<i64> {tt.divisibility = 8 : i32}, %to: !tt.ptr<i64>, %mask: i1) {
  // CHECK: [[OTHER:%.*]] = arith.constant -1 : i64
  %other = arith.constant -1 : i64
  // CHECK: [[A:%.*]] = tt.load [[FROM]] : !tt.ptr<i64>
  %a = tt.load %from : !tt.ptr<i64>
  // CHECK: [[B:%.*]] = tt.load [[FROM]], [[MASK]] {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.ptr<i64>
  %b = tt.load %from, %mask {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.ptr<i64>
  // CHECK: [[C:%.*]] = tt.load [[FROM]], [[MASK]], [[OTHER]] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>, isVolatile = true} : !tt.ptr<i64>
  %c = tt.load %from, %mask, %other {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>, isVolatile = true} : !tt.ptr<i64>
  %ab = arith.xori %a, %b : i64
  %abc = arith.minsi %ab, %c : i64
  // CHECK: tt.store [[TO]], {{%.*}} : !tt.ptr<i64>
  tt.store %to, %ab : !tt.ptr<i64>
  // CHECK: tt.store [[TO]], {{%.*}}, [[MASK]] {cachePolicy = #tt.cache_policy<cache_modifier = wb, eviction_policy = evict_first>} : !tt.ptr<i64>
  tt.store %to, %abc, %mask {cachePolicy = #tt.cache_policy<cache_modifier = wb, eviction_policy = evict_first>} : !tt.ptr<i64>
  tt.return
}

// A reduction removes its axis, the last one leaves a scalar; of two operands reduced together each
// has a result.
// Answers to ops.mlir @reduce_ops_infer.

// CHECK-LABEL: tt.func @reduce_ops_infer(
tt.func @reduce_ops_infer(%v: tensor<8x1x2xi32>, %w: tensor<8x1x2xf16>, %to: !tt.ptr<i32>) -> (tensor<1x2xi32>, tensor<8x1xi32>, tensor<8xf16>) {
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 0 : i32}> ({
  // CHECK: tt.reduce.return
  // CHECK-NEXT: }) : (tensor<8x1x2xi32>) -> tensor<1x2xi32>
  %first = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %m = arith.maxsi %l, %r : i32
    tt.reduce.return %m : i32
  }) : (tensor<8x1x2xi32>) -> tensor<1x2xi32>
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 2 : i32}> ({
  // CHECK: tt.reduce.return
  // CHECK-NEXT: }) : (tensor<8x1x2xi32>) -> tensor<8x1xi32>
  %last = "tt.reduce"(%v) <{axis = 2 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %m = arith.xori %l, %r : i32
    tt.reduce.return %m : i32
  }) : (tensor<8x1x2xi32>) -> tensor<8x1xi32>
  // CHECK: "tt.reduce"({{%.*}}) <{axis = 1 : i32}> ({
  // CHECK: ^bb0({{%.*}}: f16, {{%.*}}: i32, {{%.*}}: f16, {{%.*}}: i32):
  // CHECK: tt.reduce.return {{%.*}}, {{%.*}} : f16, i32
  // CHECK-NEXT: }) : (tensor<8x1x2xf16>, tensor<8x1x2xi32>) -> (tensor<8x2xf16>, tensor<8x2xi32>)
  %best:2 = "tt.reduce"(%w, %v) <{axis = 1 : i32}> ({
  ^bb0(%lw: f16, %li: i32, %rw: f16, %ri: i32):
    %less = arith.cmpf olt, %lw, %rw : f16
    %x = arith.select %less, %lw, %rw : f16
    %i = arith.select %less, %li, %ri : i32
    tt.reduce.return %x, %i : f16, i32
  }) : (tensor<8x1x2xf16>, tensor<8x1x2xi32>) -> (tensor<8x2xf16>, tensor<8x2xi32>)
  // CHECK: }) : (tensor<8x2xf16>) -> tensor<8xf16>
  %column = "tt.reduce"(%best#0) <{axis = 1 : i32}> ({
  ^bb0(%l: f16, %r: f16):
    %s = arith.mulf %l, %r : f16
    tt.reduce.return %s : f16
  }) : (tensor<8x2xf16>) -> tensor<8xf16>
  // CHECK: }) : (tensor<8x1xi32>) -> tensor<1xi32>
  %one = "tt.reduce"(%last) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %l, %r : i32
    tt.reduce.return %s : i32
  }) : (tensor<8x1xi32>) -> tensor<1xi32>
  // CHECK: [[SCALAR:%.*]] = "tt.reduce"
  // CHECK: }) : (tensor<1xi32>) -> i32
  %scalar = "tt.reduce"(%one) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %l, %r : i32
    tt.reduce.return %s : i32
  }) : (tensor<1xi32>) -> i32
  // CHECK: tt.store {{%.*}}, [[SCALAR]] : !tt.ptr<i32>
  tt.store %to, %scalar : !tt.ptr<i32>
  tt.return %first, %last, %column : tensor<1x2xi32>, tensor<8x1xi32>, tensor<8xf16>
}

// Dots of rectangles, of a column with a row and the reverse, with a batch, with a precision.
// Answers to ops.mlir @dot_ops_infer.

// CHECK-LABEL: tt.func @dot_ops_infer(
tt.func @dot_ops_infer(%tall: tensor<64x16xf16>, %wide: tensor<16x64xf16>, %column: tensor<64x1xf32>, %row: tensor<1x64xf32>, %batch: tensor<4x16x16xi8>, %to: !tt.ptr<f32>) -> (tensor<64x64xf32>, tensor<16x16xf16>, tensor<4x16x16xi32>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %small = arith.constant dense<1.000000e+00> : tensor<16x16xf16>
  %unit = arith.constant dense<0.000000e+00> : tensor<1x1xf32>
  %count = arith.constant dense<3> : tensor<4x16x16xi32>
  // CHECK: [[OUTER:%.*]] = tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
  %outer = tt.dot %tall, %wide, %zero : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<16x64xf16> * tensor<64x16xf16> -> tensor<16x16xf16>
  %inner = tt.dot %wide, %tall, %small : tensor<16x64xf16> * tensor<64x16xf16> -> tensor<16x16xf16>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, [[OUTER]], inputPrecision = tf32x3 : tensor<64x1xf32> * tensor<1x64xf32> -> tensor<64x64xf32>
  %rank1 = tt.dot %column, %row, %outer, inputPrecision = tf32x3 : tensor<64x1xf32> * tensor<1x64xf32> -> tensor<64x64xf32>
  // CHECK: [[ONE:%.*]] = tt.dot {{%.*}}, {{%.*}}, {{%.*}}, inputPrecision = tf32 {maxNumImpreciseAcc = 2 : i32} : tensor<1x64xf32> * tensor<64x1xf32> -> tensor<1x1xf32>
  %one = tt.dot %row, %column, %unit, inputPrecision = tf32 {maxNumImpreciseAcc = 2 : i32} : tensor<1x64xf32> * tensor<64x1xf32> -> tensor<1x1xf32>
  // CHECK: tt.dot {{%.*}}, {{%.*}}, {{%.*}} : tensor<4x16x16xi8> * tensor<4x16x16xi8> -> tensor<4x16x16xi32>
  %four = tt.dot %batch, %batch, %count : tensor<4x16x16xi8> * tensor<4x16x16xi8> -> tensor<4x16x16xi32>
  // CHECK: tt.unsplat [[ONE]] : tensor<1x1xf32>
  %scalar = tt.unsplat %one : tensor<1x1xf32>
  tt.store %to, %scalar : !tt.ptr<f32>
  tt.return %rank1, %inner, %four : tensor<64x64xf32>, tensor<16x16xf16>, tensor<4x16x16xi32>
}

// A print without values, between others that have some.
// Answers to ops.mlir @print_no_arg.

// CHECK-LABEL: tt.func @print_no_arg(
tt.func @print_no_arg(%i: i32, %v: tensor<32xi8>) {
  // CHECK: tt.print " started: " {hex = false, isSigned = array<i32>}
  tt.print " started: " {hex = false, isSigned = array<i32>}
  // CHECK-NEXT: tt.print " turn: " {hex = true, isSigned = array<i32: 1>} : %{{.*}} : i32
  tt.print " turn: " {hex = true, isSigned = array<i32: 1>} : %i : i32
  // CHECK-NEXT: tt.print "no \22colon\22" {hex = false, isSigned = array<i32: 0>}
  tt.print "no \"colon\"" {hex = false, isSigned = array<i32: 0>}
  // CHECK-NEXT: tt.return
  tt.return
}

// A scan keeps shape and axis, runs either way, and may carry two values.
// Answers to ops.mlir @scan_op.

// CHECK-LABEL: tt.func @scan_op(
tt.func @scan_op(%v: tensor<4x32xf64>, %w: tensor<4x32xi1>) -> (tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xi1>) {
  // CHECK: [[PREFIX:%.*]] = "tt.scan"({{%.*}}) <{axis = 0 : i32, reverse = false}> ({
  // CHECK: tt.scan.return {{%.*}} : f64
  // CHECK-NEXT: }) : (tensor<4x32xf64>) -> tensor<4x32xf64>
  %prefix = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f64, %r: f64):
    %m = arith.maximumf %l, %r : f64
    tt.scan.return %m : f64
  }) : (tensor<4x32xf64>) -> tensor<4x32xf64>
  // CHECK: "tt.scan"([[PREFIX]], {{%.*}}) <{axis = 1 : i32, reverse = true}> ({
  // CHECK: tt.scan.return {{%.*}}, {{%.*}} : f64, i1
  // CHECK-NEXT: }) : (tensor<4x32xf64>, tensor<4x32xi1>) -> (tensor<4x32xf64>, tensor<4x32xi1>)
  %both:2 = "tt.scan"(%prefix, %w) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%lv: f64, %lw: i1, %rv: f64, %rw: i1):
    %s = arith.addf %lv, %rv : f64
    %x = arith.select %rw, %rv, %s : f64
    %y = arith.ori %lw, %rw : i1
    tt.scan.return %x, %y : f64, i1
  }) : (tensor<4x32xf64>, tensor<4x32xi1>) -> (tensor<4x32xf64>, tensor<4x32xi1>)
  tt.return %prefix, %both#0, %both#1 : tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xi1>
}

// Assembly for several elements of a tensor at a time, with two operands and two results.
// Answers to ops.mlir @inline_asm.

// CHECK-LABEL: tt.func @inline_asm(
tt.func @inline_asm(%v: tensor<16x64xi16>, %w: tensor<16x64xi16>) -> (tensor<16x64xi16>, tensor<16x64xi16>) {
  // CHECK: tt.elementwise_inline_asm "vadd2.s32.s32.s32 $0, $2, $3; prmt.b32 $1, $2, $3, 0x5410;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = false} {{%.*}}, {{%.*}} : tensor<16x64xi16>, tensor<16x64xi16> -> tensor<16x64xi16>, tensor<16x64xi16>
  %r:2 = tt.elementwise_inline_asm "vadd2.s32.s32.s32 $0, $2, $3; prmt.b32 $1, $2, $3, 0x5410;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = false} %v, %w : tensor<16x64xi16>, tensor<16x64xi16> -> tensor<16x64xi16>, tensor<16x64xi16>
  tt.return %r#0, %r#1 : tensor<16x64xi16>, tensor<16x64xi16>
}

// The same for scalars; strings are printed with their escapes.
// Answers to ops.mlir @inline_asm_scalar.

// CHECK-LABEL: tt.func @inline_asm_scalar(
tt.func @inline_asm_scalar(%x: f32, %n: i32) -> f32 {
  // CHECK: tt.elementwise_inline_asm "ex2.approx.f32 $0, $1;\0A\09// \22$2\22" {constraints = "=f,f,r", packed_element = 1 : i32, pure = true} {{%.*}}, {{%.*}} : f32, i32 -> f32
  %r = tt.elementwise_inline_asm "ex2.approx.f32 $0, $1;\n\t// \"$2\"" {constraints = "=f,f,r", packed_element = 1 : i32, pure = true} %x, %n : f32, i32 -> f32
  tt.return %r : f32
}

// Reshapes to more and to fewer dimensions, with leave to reorder and with a wish for a layout.
// Answers to ops.mlir @reshape.

// CHECK-LABEL: tt.func @reshape(
tt.func @reshape(%v: tensor<8x4x32xf8E5M2>) -> (tensor<1024xf8E5M2>, tensor<2x16x32xf8E5M2>, tensor<32x32xf8E5M2>, tensor<64x16xf8E5M2>) {
  // CHECK: tt.reshape {{%.*}} : tensor<8x4x32xf8E5M2> -> tensor<1024xf8E5M2>
  %flat = tt.reshape %v : tensor<8x4x32xf8E5M2> -> tensor<1024xf8E5M2>
  // CHECK: tt.reshape {{%.*}} efficient_layout : tensor<1024xf8E5M2> -> tensor<2x16x32xf8E5M2>
  %split = tt.reshape %flat efficient_layout : tensor<1024xf8E5M2> -> tensor<2x16x32xf8E5M2>
  // CHECK: tt.reshape {{%.*}} allow_reorder : tensor<8x4x32xf8E5M2> -> tensor<32x32xf8E5M2>
  %square = tt.reshape %v allow_reorder : tensor<8x4x32xf8E5M2> -> tensor<32x32xf8E5M2>
  // CHECK: tt.reshape {{%.*}} allow_reorder efficient_layout : tensor<32x32xf8E5M2> -> tensor<64x16xf8E5M2>
  %tall = tt.reshape %square allow_reorder efficient_layout : tensor<32x32xf8E5M2> -> tensor<64x16xf8E5M2>
  tt.return %flat, %split, %square, %tall : tensor<1024xf8E5M2>, tensor<2x16x32xf8E5M2>, tensor<32x32xf8E5M2>, tensor<64x16xf8E5M2>
}

// Counts of values in bins, of all and of those that a mask picks.
// Answers to ops.mlir @histogram and @masked_histogram.

// CHECK-LABEL: tt.func @histogram(
tt.func @histogram(%v: tensor<2048xi64>) -> tensor<128xi32> {
  // CHECK: tt.histogram {{%.*}} : tensor<2048xi64> -> tensor<128xi32>
  %h = tt.histogram %v : tensor<2048xi64> -> tensor<128xi32>
  tt.return %h : tensor<128xi32>
}

// CHECK-LABEL: tt.func @masked_histogram(
tt.func @masked_histogram(%v: tensor<256xi8>, %limit: tensor<256xi8>) -> tensor<4xi64> {
  // CHECK: [[MASK:%.*]] = arith.cmpi ult
  %mask = arith.cmpi ult, %v, %limit : tensor<256xi8>
  // CHECK: tt.histogram {{%.*}}, [[MASK]] : tensor<256xi8> -> tensor<4xi64>
  %h = tt.histogram %v, %mask : tensor<256xi8> -> tensor<4xi64>
  tt.return %h : tensor<4xi64>
}

// A tile by its descriptor: an index a dimension.
// Answers to ops.mlir @descriptor_load.

// CHECK-LABEL: tt.func @descriptor_load(
// CHECK-SAME: [[DESC:%[^ ]+]]: !tt.tensordesc<1x16x64xf16>, [[X:%[^ ]+]]: i32, [[Y:%[^ ]+]]: i32
tt.func @descriptor_load(%desc: !tt.tensordesc<1x16x64xf16>, %x: i32, %y: i32) -> tensor<16x64xf16> {
  %zero = arith.constant 0 : i32
  // CHECK: tt.descriptor_load [[DESC]][[[X]], {{%.*}}, [[Y]]] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<1x16x64xf16> -> tensor<16x64xf16>
  %tile = tt.descriptor_load %desc[%x, %zero, %y] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<1x16x64xf16> -> tensor<16x64xf16>
  tt.return %tile : tensor<16x64xf16>
}

// A gather has the shape of its indices.
// Answers to ops.mlir @gather_op.

// CHECK-LABEL: tt.func @gather_op(
tt.func @gather_op(%table: tensor<16x4xi16>, %index: tensor<16x64xi32>) -> tensor<16x64xi16> {
  // CHECK-NEXT: tt.gather {{%.*}}[{{%.*}}] {axis = 1 : i32, efficient_layout} : (tensor<16x4xi16>, tensor<16x64xi32>) -> tensor<16x64xi16>
  %picked = tt.gather %table[%index] {axis = 1 : i32, efficient_layout} : (tensor<16x4xi16>, tensor<16x64xi32>) -> tensor<16x64xi16>
  tt.return %picked : tensor<16x64xi16>
}

// Rows by a descriptor of one row, fetched ...
// Answers to ops.mlir @tma_gather.

// CHECK-LABEL: tt.func @tma_gather(
// CHECK-SAME: [[DESC:%[^ ]+]]: !tt.tensordesc<1x64xf32>, [[ROWS:%[^ ]+]]: tensor<8xi32>, [[START:%[^ ]+]]: i32
tt.func @tma_gather(%desc: !tt.tensordesc<1x64xf32>, %rows: tensor<8xi32>, %start: i32) -> tensor<8x64xf32> {
  // CHECK-NEXT: tt.descriptor_gather [[DESC]][[[ROWS]], [[START]]] : (!tt.tensordesc<1x64xf32>, tensor<8xi32>, i32) -> tensor<8x64xf32>
  %tile = tt.descriptor_gather %desc[%rows, %start] : (!tt.tensordesc<1x64xf32>, tensor<8xi32>, i32) -> tensor<8x64xf32>
  tt.return %tile : tensor<8x64xf32>
}

// ... and written.
// Answers to ops.mlir @tma_scatter.

// CHECK-LABEL: tt.func @tma_scatter(
// CHECK-SAME: [[DESC:%[^ ]+]]: !tt.tensordesc<1x32xi16>, [[ROWS:%[^ ]+]]: tensor<64xi32>, [[TILE:%[^ ]+]]: tensor<64x32xi16>
tt.func @tma_scatter(%desc: !tt.tensordesc<1x32xi16>, %rows: tensor<64xi32>, %tile: tensor<64x32xi16>) {
  // CHECK-NEXT: [[COLUMN:%.*]] = arith.constant 96 : i32
  %column = arith.constant 96 : i32
  // CHECK-NEXT: tt.descriptor_scatter [[DESC]][[[ROWS]], [[COLUMN]]], [[TILE]] : !tt.tensordesc<1x32xi16>, tensor<64xi32>, i32, tensor<64x32xi16>
  tt.descriptor_scatter %desc[%rows, %column], %tile : !tt.tensordesc<1x32xi16>, tensor<64xi32>, i32, tensor<64x32xi16>
  tt.return
}

// The only element of a tensor, with one dimension and with three.
// Answers to ops.mlir @unsplat.

// CHECK-LABEL: tt.func @unsplat(
tt.func @unsplat(%a: tensor<1xi8>, %b: tensor<1x1x1x!tt.ptr<i8>>) -> i8 {
  // CHECK-NEXT: tt.unsplat {{%.*}} : tensor<1xi8>
  %x = tt.unsplat %a : tensor<1xi8>
  // CHECK-NEXT: [[P:%.*]] = tt.unsplat {{%.*}} : tensor<1x1x1x!tt.ptr<i8>>
  %p = tt.unsplat %b : tensor<1x1x1x!tt.ptr<i8>>
  // CHECK-NEXT: tt.store [[P]]
  tt.store %p, %x : !tt.ptr<i8>
  tt.return %x : i8
}

// Address spaces of pointers: the usual one is not printed, others are, inside of tensors too.
// Answers to ops.mlir @ptr_addr_space.

// CHECK-LABEL: tt.func @ptr_addr_space(
// CHECK-SAME: %arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16, "constant">, %arg2: !tt.ptr<i8, "descriptor">
// CHECK-SAME: -> tensor<4x!tt.ptr<f16, "constant">>
tt.func @ptr_addr_space(%global: !tt.ptr<f16, "global">, %shared: !tt.ptr<f16, "constant">, %desc: !tt.ptr<i8, "descriptor">) -> tensor<4x!tt.ptr<f16, "constant">> {
  // CHECK-NEXT: tt.splat %arg1 : !tt.ptr<f16, "constant"> -> tensor<4x!tt.ptr<f16, "constant">>
  %four = tt.splat %shared : !tt.ptr<f16, "constant"> -> tensor<4x!tt.ptr<f16, "constant">>
  tt.return %four : tensor<4x!tt.ptr<f16, "constant">>
}
