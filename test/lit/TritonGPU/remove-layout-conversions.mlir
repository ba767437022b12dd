// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// The basic cases: what a conversion folds into, and that layouts follow from anchors.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A constant, a range and a splat are made in the layout that is wanted (upstream: cst, range, splat).
  // CHECK-LABEL: @makes_it_in_place(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: arith.constant dense<7> : tensor<512xi32, #blocked>
  // CHECK: tt.return {{%.*}}, {{%.*}}, {{%.*}} : tensor<512xi32, #blocked>, tensor<512xi32, #blocked>, tensor<512xi32, #blocked>
  tt.func @makes_it_in_place(%x: i32) -> (tensor<512xi32, #b>, tensor<512xi32, #b>, tensor<512xi32, #b>) {
    %k = arith.constant dense<7> : tensor<512xi32, #a>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %k2 = ttg.convert_layout %k : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %r2 = ttg.convert_layout %r : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %s2 = ttg.convert_layout %s : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %k2, %r2, %s2 : tensor<512xi32, #b>, tensor<512xi32, #b>, tensor<512xi32, #b>
  }
  // One conversion of two, none if it leads back.
  // CHECK-LABEL: @chain(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked2>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked2>, tensor<512xf32, #blocked1>
  tt.func @chain(%x: tensor<512xf32, #a>) -> (tensor<512xf32, #c>, tensor<512xf32, #a>) {
    %y = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %z = ttg.convert_layout %y : tensor<512xf32, #b> -> tensor<512xf32, #c>
    %w = ttg.convert_layout %z : tensor<512xf32, #c> -> tensor<512xf32, #a>
    tt.return %z, %w : tensor<512xf32, #c>, tensor<512xf32, #a>
  }
  // The pointers of a large load are computed in the layout of the load (upstream: remat, vecadd).
  // CHECK-LABEL: @pointers_of_a_load(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}}, {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @pointers_of_a_load(%p: !tt.ptr<f32>, %n: i32) -> tensor<512xf32, #b> {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %n : i32 -> tensor<512xi32, #a>
    %o = arith.muli %r, %s : tensor<512xi32, #a>
    %m = arith.cmpi slt, %o, %s : tensor<512xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %o : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
    %q2 = ttg.convert_layout %q : tensor<512x!tt.ptr<f32>, #a> -> tensor<512x!tt.ptr<f32>, #b>
    %m2 = ttg.convert_layout %m : tensor<512xi1, #a> -> tensor<512xi1, #b>
    %v = tt.load %q2, %m2 : tensor<512x!tt.ptr<f32>, #b>
    tt.return %v : tensor<512xf32, #b>
  }
  // What is loaded stays in the layout of the load up to the store, which wants another one.
  // CHECK-LABEL: @from_load_to_store(
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: math.exp {{%.*}} : tensor<512xf32, #blocked>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.store {{%.*}}, {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: tt.return
  tt.func @from_load_to_store(%p: tensor<512x!tt.ptr<f32>, #b>, %q: tensor<512x!tt.ptr<f32>, #a>) {
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #b>
    %w = ttg.convert_layout %v : tensor<512xf32, #b> -> tensor<512xf32, #c>
    %x = math.exp %w : tensor<512xf32, #c>
    %y = arith.addf %x, %w : tensor<512xf32, #c>
    %z = ttg.convert_layout %y : tensor<512xf32, #c> -> tensor<512xf32, #a>
    tt.store %q, %z : tensor<512x!tt.ptr<f32>, #a>
    tt.return
  }
  // A load of fewer elements than threads is no anchor: it is done again (upstream: remat_fast_load).
  // CHECK-LABEL: @small_load(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<64xf32, #blocked>
  tt.func @small_load(%p: !tt.ptr<f32>) -> tensor<64xf32, #b> {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %r : tensor<64x!tt.ptr<f32>, #a>, tensor<64xi32, #a>
    %v = tt.load %q : tensor<64x!tt.ptr<f32>, #a>
    %w = ttg.convert_layout %v : tensor<64xf32, #a> -> tensor<64xf32, #b>
    tt.return %w : tensor<64xf32, #b>
  }
  // A single element is never expensive to load (upstream: remat_single_value).
  // CHECK-LABEL: @single_element(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.load {{%.*}} : tensor<1x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<1xf32, #blocked>
  tt.func @single_element(%p: !tt.ptr<f32>) -> tensor<1xf32, #b> {
    %q = tt.splat %p : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>, #a>
    %v = tt.load %q : tensor<1x!tt.ptr<f32>, #a>
    %w = ttg.convert_layout %v : tensor<1xf32, #a> -> tensor<1xf32, #b>
    tt.return %w : tensor<1xf32, #b>
  }
  // As many elements as threads: the load keeps its layout.
  // CHECK-LABEL: @as_many_as_threads(
  // CHECK: tt.load {{%.*}} : tensor<128x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<128xf32, #blocked1> -> tensor<128xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<128xf32, #blocked>
  tt.func @as_many_as_threads(%p: !tt.ptr<f32>) -> tensor<128xf32, #b> {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
    %q = tt.addptr %b, %r : tensor<128x!tt.ptr<f32>, #a>, tensor<128xi32, #a>
    %v = tt.load %q : tensor<128x!tt.ptr<f32>, #a>
    %w = ttg.convert_layout %v : tensor<128xf32, #a> -> tensor<128xf32, #b>
    tt.return %w : tensor<128xf32, #b>
  }
  // Nothing to do with values that the caller or somebody unknown fixes.
  // CHECK-LABEL: @leaves_alone(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK-NEXT: tt.return
  tt.func @leaves_alone(%x: tensor<512xf32, #a>) {
    %y = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #b>
    "use.it"(%y) : (tensor<512xf32, #b>) -> ()
    tt.return
  }
}

// -----

// A histogram takes any layout and gives any, so both conversions go.
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @histogram(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.histogram {{%.*}} : tensor<512xi32, #blocked> -> tensor<32xi32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32xi32, #blocked1>
  tt.func @histogram(%x: tensor<512xi32, #a>) -> tensor<32xi32, #b> {
    %y = ttg.convert_layout %x : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %h = tt.histogram %y : tensor<512xi32, #b> -> tensor<32xi32, #a>
    %g = ttg.convert_layout %h : tensor<32xi32, #a> -> tensor<32xi32, #b>
    tt.return %g : tensor<32xi32, #b>
  }
  // The mask goes along with the operand.
  // CHECK-LABEL: @masked_histogram(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xi1, #blocked1> -> tensor<512xi1, #blocked>
  // CHECK-NEXT: tt.histogram {{%.*}}, {{%.*}} : tensor<512xi32, #blocked> -> tensor<32xi32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<32xi32, #blocked1>
  tt.func @masked_histogram(%x: tensor<512xi32, #a>, %m: tensor<512xi1, #b>) -> tensor<32xi32, #b> {
    %y = ttg.convert_layout %x : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %h = tt.histogram %y, %m : tensor<512xi32, #b> -> tensor<32xi32, #a>
    %g = ttg.convert_layout %h : tensor<32xi32, #a> -> tensor<32xi32, #b>
    tt.return %g : tensor<32xi32, #b>
  }
  // A concatenation changes its layout with its size: twice the registers of an operand, no more.
  // CHECK-LABEL: @concatenation(
  // CHECK-NEXT: tt.cat {{%.*}}, {{%.*}} : tensor<64xf32, #blocked> -> tensor<128xf32, #blocked>
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<128xf32, #blocked>, tensor<128xf32, #blocked1>
  tt.func @concatenation(%x: tensor<64xf32, #a>, %y: tensor<64xf32, #a>) -> (tensor<128xf32, #a>, tensor<128xf32, #b>) {
    %z = tt.cat %x, %y : tensor<64xf32, #a> -> tensor<128xf32, #a>
    %w = ttg.convert_layout %z : tensor<128xf32, #a> -> tensor<128xf32, #b>
    tt.return %z, %w : tensor<128xf32, #a>, tensor<128xf32, #b>
  }
  // CHECK-LABEL: @concatenation_refits(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.cat {{%.*}}, {{%.*}} : tensor<128xf32, #blocked> -> tensor<256xf32, #blocked1>
  // CHECK-NEXT: tt.return {{%.*}} : tensor<256xf32, #blocked1>
  tt.func @concatenation_refits(%x: tensor<128xf32, #a>, %y: tensor<128xf32, #a>) -> tensor<256xf32, #b> {
    %z = tt.cat %x, %y : tensor<128xf32, #a> -> tensor<256xf32, #a>
    %w = ttg.convert_layout %z : tensor<256xf32, #a> -> tensor<256xf32, #b>
    tt.return %w : tensor<256xf32, #b>
  }
}
