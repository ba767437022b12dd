// RUN: mini-opt %s -split-input-file --tritongpu-F32DotTC | FileCheck %s
// RUN: mini-opt %s -split-input-file --tritongpu-F32DotTC="emu-tf32=false" -canonicalize | FileCheck %s --check-prefix=CANON

// Answers to @dot_test_BF16x3: two parts of each operand, three products.

// CHECK-LABEL: @three_products(
// CANON-LABEL: @three_products(
tt.func @three_products(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK-DAG: [[A0:%.*]] = arith.truncf %arg0 : tensor<16x32xf32> to tensor<16x32xbf16>
  // CHECK-DAG: [[AW:%.*]] = arith.extf [[A0]] : tensor<16x32xbf16> to tensor<16x32xf32>
  // CHECK-DAG: [[AR:%.*]] = arith.subf %arg0, [[AW]] : tensor<16x32xf32>
  // CHECK-DAG: [[A1:%.*]] = arith.truncf [[AR]] : tensor<16x32xf32> to tensor<16x32xbf16>
  // CHECK-DAG: [[B0:%.*]] = arith.truncf %arg1 : tensor<32x16xf32> to tensor<32x16xbf16>
  // CHECK-DAG: [[BW:%.*]] = arith.extf [[B0]] : tensor<32x16xbf16> to tensor<32x16xf32>
  // CHECK-DAG: [[BR:%.*]] = arith.subf %arg1, [[BW]] : tensor<32x16xf32>
  // CHECK-DAG: [[B1:%.*]] = arith.truncf [[BR]] : tensor<32x16xf32> to tensor<32x16xbf16>
  // CHECK: [[D0:%.*]] = tt.dot [[A1]], [[B0]], %cst : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
  // CHECK: [[D1:%.*]] = tt.dot [[A0]], [[B1]], [[D0]] : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
  // CHECK: [[NAN:%.*]] = arith.cmpf uno, [[D1]], [[D1]] : tensor<16x16xf32>
  // CHECK: [[D2:%.*]] = arith.select [[NAN]], {{%.*}}, [[D1]] : tensor<16x16xi1>, tensor<16x16xf32>
  // CHECK: [[D3:%.*]] = tt.dot [[A0]], [[B0]], [[D2]] : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
  // CHECK: [[SUM:%.*]] = arith.addf [[D3]], %arg2 : tensor<16x16xf32>
  // CHECK: tt.return [[SUM]]
  // CANON-COUNT-3: tt.dot
  // CANON-NOT: tt.dot
  // CANON: tt.return
  %0 = tt.dot %a, %b, %c, inputPrecision = bf16x3 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// Answers to @dot_test_BF16x6: three parts of each operand, six products, small ones first.

// CHECK-LABEL: @six_products(
// CANON-LABEL: @six_products(
tt.func @six_products(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: [[A0:%.*]] = arith.truncf %arg0
  // CHECK-NEXT: [[AW:%.*]] = arith.extf [[A0]]
  // CHECK-NEXT: [[AR:%.*]] = arith.subf %arg0, [[AW]]
  // CHECK-NEXT: [[A1:%.*]] = arith.truncf [[AR]]
  // CHECK-NEXT: [[AV:%.*]] = arith.extf [[A1]]
  // CHECK-NEXT: [[AS:%.*]] = arith.subf [[AR]], [[AV]]
  // CHECK-NEXT: [[A2:%.*]] = arith.truncf [[AS]]
  // CHECK-NEXT: [[B0:%.*]] = arith.truncf %arg1
  // CHECK-NEXT: [[BW:%.*]] = arith.extf [[B0]]
  // CHECK-NEXT: [[BR:%.*]] = arith.subf %arg1, [[BW]]
  // CHECK-NEXT: [[B1:%.*]] = arith.truncf [[BR]]
  // CHECK-NEXT: [[BV:%.*]] = arith.extf [[B1]]
  // CHECK-NEXT: [[BS:%.*]] = arith.subf [[BR]], [[BV]]
  // CHECK-NEXT: [[B2:%.*]] = arith.truncf [[BS]]
  // CHECK: [[D0:%.*]] = tt.dot [[A1]], [[B1]], %cst
  // CHECK-NEXT: [[D1:%.*]] = tt.dot [[A2]], [[B0]], [[D0]]
  // CHECK-NEXT: [[D2:%.*]] = tt.dot [[A0]], [[B2]], [[D1]]
  // CHECK-NEXT: [[D3:%.*]] = tt.dot [[A1]], [[B0]], [[D2]]
  // CHECK-NEXT: [[D4:%.*]] = tt.dot [[A0]], [[B1]], [[D3]]
  // CHECK: [[D5:%.*]] = arith.select {{.*}}, [[D4]]
  // CHECK-NEXT: [[D6:%.*]] = tt.dot [[A0]], [[B0]], [[D5]]
  // CHECK-NEXT: arith.addf [[D6]], %arg2
  // CANON-COUNT-6: tt.dot
  // CANON-NOT: tt.dot
  // CANON: tt.return
  %0 = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// Cases that upstream has not: other precisions and types stay, batches and layouts are kept.

// CHECK-LABEL: @others(
tt.func @others(%a: tensor<16x16xf32>, %h: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  // CHECK-NEXT: tt.dot %arg0, %arg0, %arg2, inputPrecision = tf32 :
  // CHECK-NEXT: tt.dot %arg0, %arg0, %arg2, inputPrecision = tf32x3 :
  // CHECK-NEXT: tt.dot %arg0, %arg0, %arg2 :
  // CHECK-NEXT: tt.dot %arg1, %arg1, %arg2, inputPrecision = bf16x3 :
  // CHECK-NEXT: tt.return
  %0 = tt.dot %a, %a, %c, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %1 = tt.dot %a, %a, %c, inputPrecision = tf32x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %2 = tt.dot %a, %a, %c : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %3 = tt.dot %h, %h, %c, inputPrecision = bf16x3 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return %0, %1, %2, %3 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// CHECK-LABEL: @batch(
tt.func @batch(%a: tensor<2x16x16xf32>, %b: tensor<2x16x16xf32>, %c: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> {
  // CHECK-COUNT-3: tt.dot {{.*}} : tensor<2x16x16xbf16> * tensor<2x16x16xbf16> -> tensor<2x16x16xf32>
  // CHECK-NOT: tt.dot
  %0 = tt.dot %a, %b, %c, inputPrecision = bf16x3 {maxNumImpreciseAcc = 32 : i32} : tensor<2x16x16xf32> * tensor<2x16x16xf32> -> tensor<2x16x16xf32>
  tt.return %0 : tensor<2x16x16xf32>
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @with_layouts(
  // CHECK: arith.constant dense<0.000000e+00> : tensor<16x32xf32, #blocked>
  // CHECK: arith.truncf %arg0 : tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> to tensor<16x16xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-COUNT-6: tt.dot
  // CHECK-NOT: tt.dot
  // CHECK: scf.yield
  tt.func @with_layouts(%x: tensor<16x16xf32, #a>, %y: tensor<16x32xf32, #b>, %n: i32, %z: tensor<16x32xf32, #blocked>) -> tensor<16x32xf32, #blocked> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<16x32xf32, #blocked>) : i32 {
      %d = tt.dot %x, %y, %acc, inputPrecision = bf16x6 : tensor<16x16xf32, #a> * tensor<16x32xf32, #b> -> tensor<16x32xf32, #blocked>
      scf.yield %d : tensor<16x32xf32, #blocked>
    }
    tt.return %r : tensor<16x32xf32, #blocked>
  }
}
