// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu='target=cuda:80 num-warps=2' | FileCheck %s
// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu='target=cuda:90 num-warps=2 num-ctas=2' | FileCheck %s --check-prefix=BLOCKS

// One case for each function of upstream's Conversion/triton_to_tritongpu.mlir, in its order, on kernels
// of our own.

// Answers to @ops: the module's attributes, and a dot, whose result has a tile of up to 4x4 elements per
// thread. The operands are converted before it, one by one.

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
// CHECK: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32}
// BLOCKS: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// BLOCKS: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}
module {
  // CHECK-LABEL: @product(
  tt.func @product(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> {
    // CHECK: [[C:%.*]] = arith.constant dense<1.500000e+00> : tensor<64x64xf32, #blocked1>
    // CHECK-NEXT: [[X:%.*]] = ttg.convert_layout %arg0 : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>
    // CHECK-NEXT: [[Y:%.*]] = ttg.convert_layout %arg1 : tensor<32x64xf16, #blocked1> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>
    // CHECK-NEXT: [[Z:%.*]] = ttg.convert_layout [[C]] : tensor<64x64xf32, #blocked1> -> tensor<64x64xf32, #blocked2>
    // CHECK-NEXT: [[R:%.*]] = tt.dot [[X]], [[Y]], [[Z]], inputPrecision = tf32 {{.*}} -> tensor<64x64xf32, #blocked2>
    // CHECK-NEXT: [[S:%.*]] = ttg.convert_layout [[R]] : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #blocked1>
    // CHECK-NEXT: tt.return [[S]] : tensor<64x64xf32, #blocked1>
    %c = arith.constant dense<1.5> : tensor<64x64xf32>
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    tt.return %d : tensor<64x64xf32>
  }
}

// -----

// Answers to @load_ops: pointer, mask and other of one access agree.

// CHECK-LABEL: @copy(
tt.func @copy(%p: tensor<256x!tt.ptr<i8>>, %q: tensor<256x!tt.ptr<i8>>, %m: tensor<256xi1>) {
  %o = arith.constant dense<7> : tensor<256xi8>
  // CHECK: tt.load %arg0 : tensor<256x!tt.ptr<i8>, #blocked>
  %x = tt.load %p : tensor<256x!tt.ptr<i8>>
  // CHECK-NEXT: tt.load %arg0, %arg2 {{.*}}isVolatile = true{{.*}} : tensor<256x!tt.ptr<i8>, #blocked>
  %y = tt.load %p, %m {isVolatile = true} : tensor<256x!tt.ptr<i8>>
  // CHECK-NEXT: tt.load %arg0, %arg2, %cst {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>} : tensor<256x!tt.ptr<i8>, #blocked>
  %z = tt.load %p, %m, %o {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>} : tensor<256x!tt.ptr<i8>>
  // CHECK-NEXT: tt.store %arg1, %0 : tensor<256x!tt.ptr<i8>, #blocked>
  tt.store %q, %x : tensor<256x!tt.ptr<i8>>
  // CHECK-NEXT: tt.store %arg1, %1, %arg2 : tensor<256x!tt.ptr<i8>, #blocked>
  tt.store %q, %y, %m : tensor<256x!tt.ptr<i8>>
  tt.store %q, %z : tensor<256x!tt.ptr<i8>>
  tt.return
}

// -----

// Answers to @reduce_ops: the default layout of small tensors still has 32 threads and 2 warps, and a
// reduction gives a slice of it.

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// BLOCKS: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// CHECK-LABEL: @largest(
// BLOCKS-LABEL: @largest(
tt.func @largest(%a: tensor<4x2xi32>, %b: tensor<2x8xi32>) -> (i32, i32) {
  // CHECK: (tensor<4x2xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    tt.reduce.return %m : i32
  }) : (tensor<4x2xi32>) -> tensor<2xi32>
  // CHECK: [[V:%.*]] = ttg.convert_layout {{.*}} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<2xi32, #blocked2>
  // CHECK-NEXT: "tt.reduce"([[V]])
  // CHECK: (tensor<2xi32, #blocked2>) -> i32
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    tt.reduce.return %m : i32
  }) : (tensor<2xi32>) -> i32
  // CHECK: (tensor<2x8xi32, #blocked1>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  %2 = "tt.reduce"(%b) <{axis = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    tt.reduce.return %m : i32
  }) : (tensor<2x8xi32>) -> tensor<2xi32>
  %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    tt.reduce.return %m : i32
  }) : (tensor<2xi32>) -> i32
  tt.return %1, %3 : i32, i32
}

// -----

// Answers to @select_op: a scalar condition stays as it is, a tensor of them gets the layout.

// CHECK-LABEL: @choose(
tt.func @choose(%c: i1, %m: tensor<64xi1>, %x: tensor<64xf16>, %y: tensor<64xf16>) -> tensor<64xf16> {
  // CHECK: arith.select %arg0, %arg2, %arg3 : tensor<64xf16, #blocked>
  %0 = arith.select %c, %x, %y : tensor<64xf16>
  // CHECK: arith.select %arg1, %{{.*}}, %arg3 : tensor<64xi1, #blocked>, tensor<64xf16, #blocked>
  %1 = arith.select %m, %0, %y : tensor<64xi1>, tensor<64xf16>
  tt.return %1 : tensor<64xf16>
}

// -----

// Answers to @arith_splat_bool: constants of each kind, with attributes that come along.

// CHECK-LABEL: @constants(
tt.func @constants() {
  // CHECK-NEXT: arith.constant {hint = 1 : i32} dense<false> : tensor<32xi1, #{{.*}}>
  // CHECK-NEXT: arith.constant dense<[1, 2, 3, 4]> : tensor<4xi16, #{{.*}}>
  // CHECK-NEXT: arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf8E5M2, #{{.*}}>
  // CHECK-NEXT: arith.constant 5 : i32
  %0 = arith.constant {hint = 1 : i32} dense<false> : tensor<32xi1>
  %1 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
  %2 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf8E5M2>
  %3 = arith.constant 5 : i32
  tt.return
}

// -----

// Answers to @gather_op.

// CHECK-LABEL: @pick(
tt.func @pick(%x: tensor<16x64xf16>, %i: tensor<16x8xi32>) -> tensor<16x8xf16> {
  // CHECK-NEXT: tt.gather %arg0[%arg1] {axis = 1 : i32} : (tensor<16x64xf16, #blocked>, tensor<16x8xi32, #blocked1>) -> tensor<16x8xf16, #blocked1>
  %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<16x64xf16>, tensor<16x8xi32>) -> tensor<16x8xf16>
  tt.return %0 : tensor<16x8xf16>
}

// -----

// Answers to @gather4_layout and @scatter4_layout: a thread holds four neighbouring row offsets.

// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0]}>
// BLOCKS: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0], CGALayout = {{\[\[}}0, 1]]}>
// CHECK-LABEL: @rows(
// BLOCKS-LABEL: @rows(
tt.func @rows(%from: !tt.tensordesc<1x64xbf16>, %to: !tt.tensordesc<1x64xbf16>, %x: tensor<8xi32>, %y: i32) {
  // CHECK-NEXT: [[I:%.*]] = ttg.convert_layout %arg2 : tensor<8xi32, #{{.*}}> -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT: [[V:%.*]] = tt.descriptor_gather %arg0{{\[}}[[I]], %arg3] : {{.*}} -> tensor<8x64xbf16, #blocked2>
  // BLOCKS: ttg.convert_layout %arg2 : tensor<8xi32, #{{.*}}> -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  %v = tt.descriptor_gather %from[%x, %y] : (!tt.tensordesc<1x64xbf16>, tensor<8xi32>, i32) -> tensor<8x64xbf16>
  // CHECK-NEXT: [[I:%.*]] = ttg.convert_layout %arg2
  // CHECK-NEXT: tt.descriptor_scatter %arg1{{\[}}[[I]], %arg3], [[V]] : !tt.tensordesc<1x64xbf16>, tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, i32, tensor<8x64xbf16, #blocked2>
  tt.descriptor_scatter %to[%x, %y], %v : !tt.tensordesc<1x64xbf16>, tensor<8xi32>, i32, tensor<8x64xbf16>
  tt.return
}

// -----

// Answers to @ub_poison.

// CHECK-LABEL: @nothing(
tt.func @nothing() {
  // CHECK-NEXT: ub.poison : tensor<16xbf16, #blocked>
  // CHECK-NEXT: ub.poison : bf16
  %0 = ub.poison : tensor<16xbf16>
  %1 = ub.poison : bf16
  tt.return
}

// -----

// Answers to @cf_br: the arguments of all blocks get layouts with the first branch.

// CHECK-LABEL: @branch(
tt.func @branch(%p: !tt.ptr<f32>) {
  %c = arith.constant dense<0.5> : tensor<32xf32>
  // CHECK: cf.br ^bb2(%cst : tensor<32xf32, #blocked>)
  cf.br ^bb2(%c : tensor<32xf32>)
// CHECK-NEXT: ^bb1(%0: tensor<32xf32, #blocked>):
^bb1(%x: tensor<32xf32>):
  // CHECK-NEXT: %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.store %1, %0 : tensor<32x!tt.ptr<f32>, #blocked>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  tt.store %ps, %x : tensor<32x!tt.ptr<f32>>
  tt.return
// CHECK: ^bb2(%2: tensor<32xf32, #blocked>):
^bb2(%y: tensor<32xf32>):
  // CHECK-NEXT: %3 = math.exp2 %2 : tensor<32xf32, #blocked>
  %z = math.exp2 %y : tensor<32xf32>
  cf.br ^bb1(%z : tensor<32xf32>)
}

// -----

// Answers to @split_op: both halves of a pair lie in one thread, with several blocks too.

// CHECK: #blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
// BLOCKS: #blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// CHECK-LABEL: @halves(
// BLOCKS-LABEL: @halves(
tt.func @halves(%x: tensor<128x2xf16>) -> tensor<128xf16> {
  // CHECK-NEXT: [[V:%.*]] = ttg.convert_layout %arg0 : tensor<128x2xf16, #{{.*}}> -> tensor<128x2xf16, #blocked2>
  // CHECK-NEXT: %outLHS, %outRHS = tt.split [[V]] : tensor<128x2xf16, #blocked2> -> tensor<128xf16, #{{.*}}>
  // BLOCKS: tt.split {{.*}} : tensor<128x2xf16, #blocked2> -> tensor<128xf16, #{{.*}}>
  %l, %r = tt.split %x : tensor<128x2xf16> -> tensor<128xf16>
  %s = arith.addf %l, %r : tensor<128xf16>
  tt.return %s : tensor<128xf16>
}

// -----

// Answers to @callee and @caller: functions take and give tensors in default layouts.

// CHECK-LABEL: tt.func private @next(%arg0: tensor<64xi64, #blocked>, %arg1: i64) -> (tensor<64xi64, #blocked>, i64)
tt.func private @next(%x: tensor<64xi64>, %s: i64) -> (tensor<64xi64>, i64) {
  %y = tt.splat %s : i64 -> tensor<64xi64>
  %z = arith.addi %x, %y : tensor<64xi64>
  // CHECK: tt.return {{.*}} : tensor<64xi64, #blocked>, i64
  tt.return %z, %s : tensor<64xi64>, i64
}
// CHECK-LABEL: tt.func private @outside(tensor<64xi64, #blocked> {tt.note = 1 : i32}) -> i64
tt.func private @outside(%x: tensor<64xi64> {tt.note = 1 : i32}) -> i64
// CHECK-LABEL: @twice(
tt.func @twice(%x: tensor<64xi64>, %s: i64) -> i64 {
  // CHECK-NEXT: [[A:%.*]]:2 = tt.call @next(%arg0, %arg1) : (tensor<64xi64, #blocked>, i64) -> (tensor<64xi64, #blocked>, i64)
  // CHECK-NEXT: [[B:%.*]]:2 = tt.call @next([[A]]#0, [[A]]#1) {noted} : (tensor<64xi64, #blocked>, i64) -> (tensor<64xi64, #blocked>, i64)
  // CHECK-NEXT: tt.call @outside([[B]]#0) : (tensor<64xi64, #blocked>) -> i64
  %a:2 = tt.call @next(%x, %s) : (tensor<64xi64>, i64) -> (tensor<64xi64>, i64)
  %b:2 = tt.call @next(%a#0, %a#1) {noted} : (tensor<64xi64>, i64) -> (tensor<64xi64>, i64)
  %c = tt.call @outside(%b#0) : (tensor<64xi64>) -> i64
  tt.return %c : i64
}

// -----

// Answers to @make_a and @call_into_dot: what is between a call and a user that wants another layout,
// and between a result in another layout and a call.

// CHECK-LABEL: tt.func private @load_tile(
// CHECK: tt.return {{.*}} : tensor<32x32xbf16, #blocked>
tt.func private @load_tile(%p: tensor<32x32x!tt.ptr<bf16>>) -> tensor<32x32xbf16> {
  %0 = tt.load %p : tensor<32x32x!tt.ptr<bf16>>
  tt.return %0 : tensor<32x32xbf16>
}
// CHECK-LABEL: @chain(
tt.func @chain(%p: tensor<32x32x!tt.ptr<bf16>>, %c: tensor<32x32xf32>) {
  // CHECK: [[A:%.*]] = tt.call @load_tile(%arg0)
  // CHECK-NEXT: [[B:%.*]] = tt.call @load_tile(%arg0)
  // CHECK-NEXT: ttg.convert_layout [[A]] : {{.*}} -> tensor<32x32xbf16, #ttg.dot_op<{opIdx = 0, {{.*}}>>
  // CHECK-NEXT: ttg.convert_layout [[B]] : {{.*}} -> tensor<32x32xbf16, #ttg.dot_op<{opIdx = 1, {{.*}}>>
  // CHECK: [[D:%.*]] = tt.dot
  // CHECK-NEXT: [[E:%.*]] = ttg.convert_layout [[D]]
  // CHECK-NEXT: tt.call @keep([[E]])
  %a = tt.call @load_tile(%p) : (tensor<32x32x!tt.ptr<bf16>>) -> tensor<32x32xbf16>
  %b = tt.call @load_tile(%p) : (tensor<32x32x!tt.ptr<bf16>>) -> tensor<32x32xbf16>
  %d = tt.dot %a, %b, %c : tensor<32x32xbf16> * tensor<32x32xbf16> -> tensor<32x32xf32>
  tt.call @keep(%d) : (tensor<32x32xf32>) -> ()
  tt.return
}
tt.func private @keep(%x: tensor<32x32xf32>)
