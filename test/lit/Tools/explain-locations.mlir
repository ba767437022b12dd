// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain -split-input-file | FileCheck %s

// Python names its values and lines; the report says theirs, not those of the IR.

// CHECK: 2 accesses, 0 at full width, 2 with a hint, 0 with a reason for none
// CHECK: norm.py:15: load 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument n has divisibility 1, not 4: arith.muli (line 13) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(row_start, 4), if row_start is a multiple of 4
// CHECK-NEXT: norm.py:16: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument n has divisibility 1, not 4: arith.muli (line 13) gives divisibility 1, not 4
// CHECK-NEXT: hint: pass n as a multiple of 16 (tt.divisibility = 16): 16 bytes; or tl.multiple_of(row_start, 4), if row_start is a multiple of 4
#x = loc("x"(#arg))
#n = loc("n"(#arg))
#arg = loc("/src/kernels/norm.py":10:0)
#pid = loc("/src/kernels/norm.py":12:8)
#row = loc("/src/kernels/norm.py":13:14)
#cols = loc("/src/kernels/norm.py":14:11)
#ptr = loc("/src/kernels/norm.py":15:10)
#load = loc("/src/kernels/norm.py":15:18)
#store = loc("/src/kernels/norm.py":16:4)
#row_start = loc("row_start"(#row))
#in_x = loc("in_x"(#load))
tt.func public @names(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc(#x), %arg1: i32 loc(#n)) {
  %0 = tt.get_program_id x : i32 loc(#pid)
  %1 = arith.muli %0, %arg1 : i32 loc(#row_start)
  %2 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32> loc(#cols)
  %3 = tt.addptr %arg0, %1 : !tt.ptr<f32>, i32 loc(#ptr)
  %4 = tt.splat %3 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>> loc(#ptr)
  %5 = tt.addptr %4, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32> loc(#ptr)
  %6 = tt.load %5 : tensor<1024x!tt.ptr<f32>> loc(#in_x)
  tt.store %5, %6 : tensor<1024x!tt.ptr<f32>> loc(#store)
  tt.return
}

// -----

// Of a function that was inlined, the line is that of its own code; fused locations say the first.

// CHECK: 2 accesses, 1 at full width, 1 with a hint, 0 with a reason for none
// CHECK: helper.py:40: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: skip (tt.load, line 5) has divisibility 1, not 4: tt.addptr (line 7) gives divisibility 4, not 16
// CHECK-NEXT: hint: tl.multiple_of(skip, 4): 16 bytes; you guarantee that skip is a multiple of 4
// CHECK-NEXT: 1 scalar access: line 5
#arg = loc("x"("k.py":3:0))
#helper = loc("helper.py":40:11)
#caller = loc("k.py":7:4)
#inlined = loc(callsite(#helper at #caller))
#skip = loc("skip"("k.py":5:8))
#both = loc(fused[#skip, #caller])
tt.func public @inlined(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc(#arg), %table: !tt.ptr<i32> loc(unknown)) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32> loc(unknown)
  %s = tt.load %table : !tt.ptr<i32> loc(#both)
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32> loc(#caller)
  %start = tt.addptr %x, %s : !tt.ptr<f32>, i32 loc(#caller)
  %start_s = tt.splat %start : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>> loc(#caller)
  %dst = tt.addptr %start_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32> loc(#caller)
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>> loc(#inlined)
  tt.return
}

// -----

// Nothing is known of where it comes from.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: ?: store 1024xf32: 4 of 16 bytes, limited by divisibility; 4 sectors a request, 100% used
// CHECK-NEXT: cause: argument 0 has divisibility 1, not 16: tt.addptr (line unknown) gives divisibility 1, not 16
// CHECK-NEXT: hint: align argument 0 to 16 bytes (tt.divisibility = 16): 16 bytes
tt.func public @unknown(%x: !tt.ptr<f32> loc(unknown)) {
  %nothing = arith.constant dense<0.0> : tensor<1024xf32> loc(unknown)
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32> loc(unknown)
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>> loc(unknown)
  %dst = tt.addptr %x_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32> loc(unknown)
  tt.store %dst, %nothing : tensor<1024x!tt.ptr<f32>> loc(unknown)
  tt.return
}
