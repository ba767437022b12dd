// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// The layouts of TTGIR are reported where they come to something else than coalesce's.

// One element a thread, of addresses that allow four. What AxisInfo knows is enough for coalesce.

// CHECK: {{^}}2 accesses, 2 at full width; 2 worse as written{{$}}
// CHECK-NEXT: worst: none
// CHECK: explain-as-written.mlir:[[# @LINE + 8]]: load 1024xf32: as written 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used; with coalesce's layout 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used{{$}}
// CHECK-NEXT: explain-as-written.mlir:[[# @LINE + 9]]: store 1024xf32: as written 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used; with coalesce's layout 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used{{$}}
#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @narrow(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %p = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #l>

    tt.store %p, %v : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// Coalesced already: nothing to add.

// CHECK: {{^}}2 accesses, 2 at full width{{$}}
// CHECK-NEXT: worst: none
// CHECK: explain-as-written.mlir:[[# @LINE + 7]]: load 1024xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used{{$}}
#l = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @coalesced(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %p = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #l>
    tt.store %p, %v : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// Threads along columns of rows: as narrow as with coalesce's layout, whose rows end in alignments
// of 4 bytes, but each thread is in a sector of its own. Cause and hint are of coalesce's layout.

// CHECK: {{^}}2 accesses, 0 at full width, 2 with a hint, 0 with a reason for none; 2 worse as written{{$}}
// CHECK-NEXT: worst: explain-as-written.mlir:[[# @LINE + 18]] load (4 of 16 bytes);
// CHECK: explain-as-written.mlir:[[# @LINE + 17]]: load 128x64xf32: as written 4 of 16 bytes, limited by contiguity along dim 0; 32 sectors a request, 12% used; with coalesce's layout 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used{{$}}
// CHECK-NEXT: cause: argument %ld has divisibility 1, not 4
// CHECK-NEXT: hint: pass %ld as a multiple of 16 (tt.divisibility = 16): 16 bytes
#l = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ld: i32) {
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #l}>>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #l}>>
    %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #l}>> -> tensor<128x1xi32, #l>
    %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #l}>> -> tensor<1x64xi32, #l>
    %ld_s = tt.splat %ld : i32 -> tensor<128x1xi32, #l>
    %down = arith.muli %rows, %ld_s : tensor<128x1xi32, #l>
    %down_b = tt.broadcast %down : tensor<128x1xi32, #l> -> tensor<128x64xi32, #l>
    %cols_b = tt.broadcast %cols : tensor<1x64xi32, #l> -> tensor<128x64xi32, #l>
    %at = arith.addi %down_b, %cols_b : tensor<128x64xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #l>
    %p = tt.addptr %x_s, %at : tensor<128x64x!tt.ptr<f32>, #l>, tensor<128x64xi32, #l>
    %v = tt.load %p : tensor<128x64x!tt.ptr<f32>, #l>
    tt.store %p, %v : tensor<128x64x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// Wider than coalesce's, of which each thread gets one element: different, not worse.

// CHECK: {{^}}2 accesses, 0 at full width, 2 with a hint, 0 with a reason for none{{$}}
// CHECK: explain-as-written.mlir:[[# @LINE + 8]]: load 128xf32: as written 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used; with coalesce's layout 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used{{$}}
// CHECK-NEXT: hint: num_warps=1: 16 bytes
#l = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @wider(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #l>
    %p = tt.addptr %x_s, %i : tensor<128x!tt.ptr<f32>, #l>, tensor<128xi32, #l>
    %v = tt.load %p : tensor<128x!tt.ptr<f32>, #l>
    tt.store %p, %v : tensor<128x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// The layout of a matrix instruction's result: pairs of elements, eight rows a request.

// CHECK: {{^}}1 access, 1 at full width; 1 worse as written{{$}}
// CHECK: explain-as-written.mlir:[[# @LINE + 15]]: store 64x64xf16: as written 4 of 16 bytes, limited by elements per thread; 8 sectors a request, 50% used; with coalesce's layout 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used{{$}}
#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @product(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: tensor<64x64xf16, #m>) {
    %ld = arith.constant dense<64> : tensor<64x1xi32, #m>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #m}>>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #m}>>
    %rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #m}>> -> tensor<64x1xi32, #m>
    %cols = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #m}>> -> tensor<1x64xi32, #m>
    %down = arith.muli %rows, %ld : tensor<64x1xi32, #m>
    %down_b = tt.broadcast %down : tensor<64x1xi32, #m> -> tensor<64x64xi32, #m>
    %cols_b = tt.broadcast %cols : tensor<1x64xi32, #m> -> tensor<64x64xi32, #m>
    %at = arith.addi %down_b, %cols_b : tensor<64x64xi32, #m>
    %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #m>
    %p = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f16>, #m>, tensor<64x64xi32, #m>
    tt.store %p, %v : tensor<64x64x!tt.ptr<f16>, #m>
    tt.return
  }
}
