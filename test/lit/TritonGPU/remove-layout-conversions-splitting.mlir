// RUN: mini-opt %s -allow-unregistered-dialect "--tritongpu-remove-layout-conversions=disable-remat-splitting=true" | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect "--tritongpu-remove-layout-conversions=disable-remat-splitting=false" | FileCheck %s --check-prefix=SPLIT

// disable-remat-splitting: nothing is computed twice, so a conversion stays where its operand, or what
// that comes from, is used in the old layout as well.

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @used_once(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return {{%.*}} : tensor<512xi32, #blocked>
  // SPLIT-LABEL: @used_once(
  // SPLIT-NOT: ttg.convert_layout
  // SPLIT: tt.return {{%.*}} : tensor<512xi32, #blocked>
  tt.func @used_once(%x: i32) -> tensor<512xi32, #b> {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %m = arith.muli %r, %s : tensor<512xi32, #a>
    %c = ttg.convert_layout %m : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %c : tensor<512xi32, #b>
  }
  // CHECK-LABEL: @used_twice(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xi32, #blocked1> -> tensor<512xi32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>
  // SPLIT-LABEL: @used_twice(
  // SPLIT-NOT: ttg.convert_layout
  // SPLIT: tt.return {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>
  tt.func @used_twice(%x: i32) -> (tensor<512xi32, #a>, tensor<512xi32, #b>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %m = arith.muli %r, %s : tensor<512xi32, #a>
    %c = ttg.convert_layout %m : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %m, %c : tensor<512xi32, #a>, tensor<512xi32, #b>
  }
  // CHECK-LABEL: @source_used_twice(
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xi32, #blocked1> -> tensor<512xi32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>
  // SPLIT-LABEL: @source_used_twice(
  // SPLIT-NOT: ttg.convert_layout
  // SPLIT: tt.return {{%.*}}, {{%.*}} : tensor<512xi32, #blocked1>, tensor<512xi32, #blocked>
  tt.func @source_used_twice(%x: i32) -> (tensor<512xi32, #a>, tensor<512xi32, #b>) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %m = arith.muli %r, %s : tensor<512xi32, #a>
    %n = arith.addi %m, %s : tensor<512xi32, #a>
    %c = ttg.convert_layout %n : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %m, %c : tensor<512xi32, #a>, tensor<512xi32, #b>
  }
  // A loop may carry the value in the new layout alone.
  // CHECK-LABEL: @loop(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xi32, #blocked>)  : i32 {
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xi32, #blocked>) -> ()
  // CHECK: scf.yield {{%.*}} : tensor<512xi32, #blocked>
  // CHECK: tt.return
  // SPLIT-LABEL: @loop(
  // SPLIT-NOT: ttg.convert_layout
  // SPLIT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}} iter_args({{%.*}} = {{%.*}}) -> (tensor<512xi32, #blocked>)  : i32 {
  // SPLIT-NEXT: "use.it"({{%.*}}) : (tensor<512xi32, #blocked>) -> ()
  // SPLIT: scf.yield {{%.*}} : tensor<512xi32, #blocked>
  // SPLIT: tt.return
  tt.func @loop(%x: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s = tt.splat %x : i32 -> tensor<512xi32, #a>
    %t = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #a>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (tensor<512xi32, #a>) : i32 {
      %c = ttg.convert_layout %acc : tensor<512xi32, #a> -> tensor<512xi32, #b>
      "use.it"(%c) : (tensor<512xi32, #b>) -> ()
      %u = arith.addi %acc, %t : tensor<512xi32, #a>
      scf.yield %u : tensor<512xi32, #a>
    }
    tt.return
  }
  // Hoisting in front of an extension remains (upstream: the functions of disable-remat), hoisting into
  // conditionals and to loads does not.
  // CHECK-LABEL: @extension(
  // CHECK-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf16, #blocked1> -> tensor<512xf16, #blocked>
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<512xf16, #blocked> to tensor<512xf32, #blocked>
  // CHECK: tt.return {{%.*}} : tensor<512xf32, #blocked>
  // SPLIT-LABEL: @extension(
  // SPLIT-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf16, #blocked1> -> tensor<512xf16, #blocked>
  // SPLIT-NEXT: arith.extf {{%.*}} : tensor<512xf16, #blocked> to tensor<512xf32, #blocked>
  // SPLIT: tt.return {{%.*}} : tensor<512xf32, #blocked>
  tt.func @extension(%x: tensor<512xf16, #a>) -> tensor<512xf32, #b> {
    %e = arith.extf %x : tensor<512xf16, #a> to tensor<512xf32, #a>
    %m = arith.addf %e, %e : tensor<512xf32, #a>
    %c = ttg.convert_layout %m : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %c : tensor<512xf32, #b>
  }
  // CHECK-LABEL: @extension_used_twice(
  // CHECK-NEXT: arith.extf {{%.*}} : tensor<512xf16, #blocked1> to tensor<512xf32, #blocked1>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked1>, tensor<512xf32, #blocked>
  // SPLIT-LABEL: @extension_used_twice(
  // SPLIT-NEXT: arith.extf {{%.*}} : tensor<512xf16, #blocked1> to tensor<512xf32, #blocked1>
  // SPLIT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // SPLIT-NEXT: tt.return {{%.*}}, {{%.*}} : tensor<512xf32, #blocked1>, tensor<512xf32, #blocked>
  tt.func @extension_used_twice(%x: tensor<512xf16, #a>) -> (tensor<512xf32, #a>, tensor<512xf32, #b>) {
    %e = arith.extf %x : tensor<512xf16, #a> to tensor<512xf32, #a>
    %m = arith.addf %e, %e : tensor<512xf32, #a>
    %c = ttg.convert_layout %m : tensor<512xf32, #a> -> tensor<512xf32, #b>
    tt.return %m, %c : tensor<512xf32, #a>, tensor<512xf32, #b>
  }
  // CHECK-LABEL: @conditional(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked1>
  // CHECK-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // CHECK-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked1>) {
  // CHECK-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked1>
  // CHECK: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // CHECK-NEXT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // CHECK: tt.return
  // SPLIT-LABEL: @conditional(
  // SPLIT: arith.constant dense<0.000000e+00> : tensor<512xf32, #blocked>
  // SPLIT-NEXT: scf.for {{%.*}} = {{%.*}} to {{%.*}} step {{%.*}}  : i32 {
  // SPLIT-NEXT: scf.if {{%.*}} -> (tensor<512xf32, #blocked>) {
  // SPLIT-NEXT: tt.load {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked1>
  // SPLIT-NEXT: ttg.convert_layout {{%.*}} : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
  // SPLIT-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // SPLIT-NEXT: } else {
  // SPLIT-NEXT: scf.yield {{%.*}} : tensor<512xf32, #blocked>
  // SPLIT: "use.it"({{%.*}}) : (tensor<512xf32, #blocked>) -> ()
  // SPLIT: tt.return
  tt.func @conditional(%p: tensor<512x!tt.ptr<f32>, #a>, %k: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %k -> (tensor<512xf32, #a>) {
        %v = tt.load %p : tensor<512x!tt.ptr<f32>, #a>
        scf.yield %v : tensor<512xf32, #a>
      } else {
        scf.yield %z : tensor<512xf32, #a>
      }
      %c = ttg.convert_layout %r : tensor<512xf32, #a> -> tensor<512xf32, #b>
      "use.it"(%c) : (tensor<512xf32, #b>) -> ()
    }
    tt.return
  }
}
