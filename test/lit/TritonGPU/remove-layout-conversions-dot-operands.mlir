// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect --tritongpu-remove-layout-conversions | FileCheck %s

// Operands of dots: their conversion moves back to the load, over what is done elementwise, and
// constants are made in the layout of the operand.

#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Nothing to do for an operand whose conversion stands behind its load already, though casts follow
  // (upstream: succeeds_if_arg_is_not_convert_layout).
  // CHECK-LABEL: @succeeds_if_arg_is_not_convert_layout(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<32x32x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<32x32xi8, #blocked> -> tensor<32x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg1 : tensor<32x16x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<32x16xf16, #blocked> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[CONVERTED]] : tensor<32x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> to tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[CONVERTED2]] : tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[SITOFP]], [[NEGF]], %arg2 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @succeeds_if_arg_is_not_convert_layout(%p: tensor<32x32x!tt.ptr<i8>, #a>, %q: tensor<32x16x!tt.ptr<f16>, #a>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %v = tt.load %p : tensor<32x32x!tt.ptr<i8>, #a>
    %c = ttg.convert_layout %v : tensor<32x32xi8, #a> -> tensor<32x32xi8, #d0>
    %w = tt.load %q : tensor<32x16x!tt.ptr<f16>, #a>
    %x = arith.sitofp %c : tensor<32x32xi8, #d0> to tensor<32x32xf16, #d0>
    %y = arith.negf %w : tensor<32x16xf16, #a>
    %e = ttg.convert_layout %y : tensor<32x16xf16, #a> -> tensor<32x16xf16, #d1>
    %d = tt.dot %x, %e, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
  // Pure inline assembly is elementwise too (upstream: push_inline_asm_op).
  // CHECK-LABEL: @push_inline_asm_op(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<32x32x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<32x32xi16, #blocked> -> tensor<32x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[ASM:%[a-z0-9_]+]] = tt.elementwise_inline_asm "lop3.b32 $0, $1, 0x00ff00ff, 0x64006400, 0xea;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} [[CONVERTED]] : tensor<32x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<32x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = tt.bitcast [[ASM]] : tensor<32x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[BITCAST]], %arg1, %arg2 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @push_inline_asm_op(%p: tensor<32x32x!tt.ptr<i16>, #a>, %y: tensor<32x16xf16, #d1>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %v = tt.load %p : tensor<32x32x!tt.ptr<i16>, #a>
    %w = tt.elementwise_inline_asm "lop3.b32 $0, $1, 0x00ff00ff, 0x64006400, 0xea;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %v : tensor<32x32xi16, #a> -> tensor<32x32xi16, #a>
    %x = tt.bitcast %w : tensor<32x32xi16, #a> -> tensor<32x32xf16, #a>
    %c = ttg.convert_layout %x : tensor<32x32xf16, #a> -> tensor<32x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
  // Impure assembly is not.
  // CHECK-LABEL: @not_past_impure_assembly(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<32x32x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: [[ASM:%[a-z0-9_]+]] = tt.elementwise_inline_asm "lop3.b32 $0, $1, 0x00ff00ff, 0x64006400, 0xea;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} [[LOAD]] : tensor<32x32xi16, #blocked> -> tensor<32x32xi16, #blocked>
  // CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = tt.bitcast [[ASM]] : tensor<32x32xi16, #blocked> -> tensor<32x32xf16, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[BITCAST]] : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[CONVERTED]], %arg1, %arg2 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @not_past_impure_assembly(%p: tensor<32x32x!tt.ptr<i16>, #a>, %y: tensor<32x16xf16, #d1>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %v = tt.load %p : tensor<32x32x!tt.ptr<i16>, #a>
    %w = tt.elementwise_inline_asm "lop3.b32 $0, $1, 0x00ff00ff, 0x64006400, 0xea;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} %v : tensor<32x32xi16, #a> -> tensor<32x32xi16, #a>
    %x = tt.bitcast %w : tensor<32x32xi16, #a> -> tensor<32x32xf16, #a>
    %c = ttg.convert_layout %x : tensor<32x32xf16, #a> -> tensor<32x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
  // Another input of what is passed, a constant, is made in the operand's layout
  // (upstream: update_kwidth_slice).
  // CHECK-LABEL: @update_kwidth_slice(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<2.000000e+00> : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<32x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[CONVERTED]], [[CST]] : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg1 : tensor<32x16x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<32x16xf8E5M2, #blocked> -> tensor<32x16xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[FP_TO_FP:%[a-z0-9_]+]] = tt.fp_to_fp [[CONVERTED2]] : tensor<32x16xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[MULF]], [[FP_TO_FP]], %arg2 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @update_kwidth_slice(%p: tensor<32x32x!tt.ptr<f16>, #a>, %q: tensor<32x16x!tt.ptr<f8E5M2>, #a>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %two = arith.constant dense<2.000000e+00> : tensor<32x32xf16, #a>
    %v = tt.load %p : tensor<32x32x!tt.ptr<f16>, #a>
    %w = arith.mulf %v, %two : tensor<32x32xf16, #a>
    %l = tt.load %q : tensor<32x16x!tt.ptr<f8E5M2>, #a>
    %r = tt.fp_to_fp %l : tensor<32x16xf8E5M2, #a> -> tensor<32x16xf16, #a>
    %c = ttg.convert_layout %w : tensor<32x32xf16, #a> -> tensor<32x32xf16, #d0>
    %e = ttg.convert_layout %r : tensor<32x16xf16, #a> -> tensor<32x16xf16, #d1>
    %d = tt.dot %c, %e, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
  // What computes the pointers of the load isn't passed, though some of it could be: the conversion
  // goes no further than the load
  // (upstream: dot_op_hoisted_to_load_with_unsupported_op_and_initializer_above_slice, the first).
  // CHECK-LABEL: @dot_op_hoisted_to_load_with_unsupported_op_and_initializer_above_slice(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<4> : tensor<1x32xi32, #blocked>
  // CHECK-NEXT: [[MULI:%[a-z0-9_]+]] = arith.muli %arg1, [[CST]] : tensor<1x32xi32, #blocked>
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[MULI]] : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
  // CHECK-NEXT: [[ADDPTR:%[a-z0-9_]+]] = tt.addptr %arg0, [[BROADCAST]] : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load [[ADDPTR]] : tensor<32x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[CONVERTED]] : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[NEGF]], %arg2, %arg3 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @dot_op_hoisted_to_load_with_unsupported_op_and_initializer_above_slice(%p: tensor<32x32x!tt.ptr<f16>, #a>, %i: tensor<1x32xi32, #a>, %y: tensor<32x16xf16, #d1>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %four = arith.constant dense<4> : tensor<1x32xi32, #a>
    %m = arith.muli %i, %four : tensor<1x32xi32, #a>
    %b = tt.broadcast %m : tensor<1x32xi32, #a> -> tensor<32x32xi32, #a>
    %o = tt.addptr %p, %b : tensor<32x32x!tt.ptr<f16>, #a>, tensor<32x32xi32, #a>
    %v = tt.load %o : tensor<32x32x!tt.ptr<f16>, #a>
    %w = arith.negf %v : tensor<32x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<32x32xf16, #a> -> tensor<32x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
  // A small load, broadcast, is another start: each load gets its conversion
  // (upstream: dot_op_hoisted_to_load_with_unsupported_op_and_initializer_above_slice, the second).
  // CHECK-LABEL: @dot_op_hoisted_to_two_loads(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg1 : tensor<1x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<1x32xf16, #blocked> -> tensor<1x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[LOAD2:%[a-z0-9_]+]] = tt.load %arg0 : tensor<32x32x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: [[CONVERTED2:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD2]] : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = tt.broadcast [[CONVERTED]] : tensor<1x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[CONVERTED2]], [[BROADCAST]] : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[SUBF]], %arg2, %arg3 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x16xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x16xf32, #mma>
  tt.func @dot_op_hoisted_to_two_loads(%p: tensor<32x32x!tt.ptr<f16>, #a>, %q: tensor<1x32x!tt.ptr<f16>, #a>, %y: tensor<32x16xf16, #d1>, %z: tensor<32x16xf32, #mma>) -> tensor<32x16xf32, #mma> {
    %u = tt.load %q : tensor<1x32x!tt.ptr<f16>, #a>
    %v = tt.load %p : tensor<32x32x!tt.ptr<f16>, #a>
    %b = tt.broadcast %u : tensor<1x32xf16, #a> -> tensor<32x32xf16, #a>
    %w = arith.subf %v, %b : tensor<32x32xf16, #a>
    %c = ttg.convert_layout %w : tensor<32x32xf16, #a> -> tensor<32x32xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<32x32xf16, #d0> * tensor<32x16xf16, #d1> -> tensor<32x16xf32, #mma>
    tt.return %d : tensor<32x16xf32, #mma>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#b0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#b1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // From an operand without tensor cores to one with: a constant behind inline assembly changes its
  // layout (upstream: propagate_dot_op_to_constant),
  // CHECK-LABEL: @propagate_dot_op_to_constant(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<3.000000e+00> : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[ASM:%[a-z0-9_]+]] = tt.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} [[CST]] : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[ASM]], %arg0, %arg1 : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x64xf32, #mma>
  tt.func @propagate_dot_op_to_constant(%y: tensor<16x64xf16, #d1>, %z: tensor<32x64xf32, #mma>) -> tensor<32x64xf32, #mma> {
    %three = arith.constant dense<3.000000e+00> : tensor<32x16xf16, #b0>
    %v = tt.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %three : tensor<32x16xf16, #b0> -> tensor<32x16xf16, #b0>
    %c = ttg.convert_layout %v : tensor<32x16xf16, #b0> -> tensor<32x16xf16, #d0>
    %d = tt.dot %c, %y, %z : tensor<32x16xf16, #d0> * tensor<16x64xf16, #d1> -> tensor<32x64xf32, #mma>
    tt.return %d : tensor<32x64xf32, #mma>
  }
  // in front of a loop as well (upstream: propagate_dot_op_to_constant_above_for).
  // CHECK-LABEL: @propagate_dot_op_to_constant_above_for(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<5.000000e+00> : tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[CST2:%[a-z0-9_]+]] = arith.constant 0 : i32
  // CHECK-NEXT: [[CST3:%[a-z0-9_]+]] = arith.constant 1 : i32
  // CHECK-NEXT: [[CST4:%[a-z0-9_]+]] = arith.constant dense<3.000000e+00> : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[FOR:%[a-z0-9_]+]] = scf.for {{%.+}} = [[CST2]] to %arg0 step [[CST3]] iter_args([[ARG:%[a-z0-9_]+]] = %arg1) -> (tensor<32x64xf32, #mma>)  : i32 {
  // CHECK-NEXT: [[ASM:%[a-z0-9_]+]] = tt.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} [[CST4]] : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot [[ASM]], [[CST]], [[ARG]] : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: scf.yield [[DOT]] : tensor<32x64xf32, #mma>
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return [[FOR]] : tensor<32x64xf32, #mma>
  tt.func @propagate_dot_op_to_constant_above_for(%n: i32, %z: tensor<32x64xf32, #mma>) -> tensor<32x64xf32, #mma> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant dense<3.000000e+00> : tensor<32x16xf16, #b0>
    %five = arith.constant dense<5.000000e+00> : tensor<16x64xf16, #b1>
    %r = scf.for %i = %zero to %n step %one iter_args(%carried = %z) -> (tensor<32x64xf32, #mma>) : i32 {
      %v = tt.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %three : tensor<32x16xf16, #b0> -> tensor<32x16xf16, #b0>
      %c = ttg.convert_layout %v : tensor<32x16xf16, #b0> -> tensor<32x16xf16, #d0>
      %e = ttg.convert_layout %five : tensor<16x64xf16, #b1> -> tensor<16x64xf16, #d1>
      %d = tt.dot %c, %e, %carried : tensor<32x16xf16, #d0> * tensor<16x64xf16, #d1> -> tensor<32x64xf32, #mma>
      scf.yield %d : tensor<32x64xf32, #mma>
    }
    tt.return %r : tensor<32x64xf32, #mma>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A warp group's dot with its first operand in registers: past a cast
  // (upstream: mma_v3_reg_push_elementwise),
  // CHECK-LABEL: @mma_v3_reg_push_elementwise(
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<64x32x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<64x32xf8E5M2, #blocked> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[FP_TO_FP:%[a-z0-9_]+]] = tt.fp_to_fp [[CONVERTED]] : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> -> tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = ttng.warp_group_dot [[FP_TO_FP]], %arg1, %arg2 : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<32x128xbf16, #shared, #smem> -> tensor<64x128xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<64x128xf32, #mma>
  tt.func @mma_v3_reg_push_elementwise(%p: tensor<64x32x!tt.ptr<f8E5M2>, #a>, %m: !ttg.memdesc<32x128xbf16, #shared, #smem>, %z: tensor<64x128xf32, #mma>) -> tensor<64x128xf32, #mma> {
    %v = tt.load %p : tensor<64x32x!tt.ptr<f8E5M2>, #a>
    %w = tt.fp_to_fp %v : tensor<64x32xf8E5M2, #a> -> tensor<64x32xbf16, #a>
    %c = ttg.convert_layout %w : tensor<64x32xbf16, #a> -> tensor<64x32xbf16, #d0>
    %d = ttng.warp_group_dot %c, %m, %z : tensor<64x32xbf16, #d0> * !ttg.memdesc<32x128xbf16, #shared, #smem> -> tensor<64x128xf32, #mma>
    tt.return %d : tensor<64x128xf32, #mma>
  }
  // and past several operations, one with a constant
  // (upstream: mma_v3_reg_push_elementwise_chained).
  // CHECK-LABEL: @mma_v3_reg_push_elementwise_chained(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<64x32x!tt.ptr<i16>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<64x32xi16, #blocked> -> tensor<64x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[CONVERTED]] : tensor<64x32xi16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[UITOFP]], [[CST]] : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[SUBF]] : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = ttng.warp_group_dot [[ABSF]], %arg1, %arg2 : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<32x128xbf16, #shared, #smem> -> tensor<64x128xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<64x128xf32, #mma>
  tt.func @mma_v3_reg_push_elementwise_chained(%p: tensor<64x32x!tt.ptr<i16>, #a>, %m: !ttg.memdesc<32x128xbf16, #shared, #smem>, %z: tensor<64x128xf32, #mma>) -> tensor<64x128xf32, #mma> {
    %half = arith.constant dense<5.000000e-01> : tensor<64x32xbf16, #a>
    %v = tt.load %p : tensor<64x32x!tt.ptr<i16>, #a>
    %w = arith.uitofp %v : tensor<64x32xi16, #a> to tensor<64x32xbf16, #a>
    %x = arith.subf %w, %half : tensor<64x32xbf16, #a>
    %y = math.absf %x : tensor<64x32xbf16, #a>
    %c = ttg.convert_layout %y : tensor<64x32xbf16, #a> -> tensor<64x32xbf16, #d0>
    %d = ttng.warp_group_dot %c, %m, %z : tensor<64x32xbf16, #d0> * !ttg.memdesc<32x128xbf16, #shared, #smem> -> tensor<64x128xf32, #mma>
    tt.return %d : tensor<64x128xf32, #mma>
  }
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#j = #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#r = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [16, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#b = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#b1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
#d0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#d1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 4], [0, 8], [16, 0], [32, 0]], lane = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [0, 0]], block = []}>
// CHECK-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}0, 0, 1], [0, 4, 0], [0, 8, 0], [16, 0, 0], [32, 0, 0]], lane = {{\[\[}}0, 1, 0], [0, 2, 0], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = {{\[\[}}8, 0, 0], [0, 0, 0]], block = []}>
// CHECK-NEXT: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 8], [0, 16], [16, 0], [32, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // An operand that is unpacked: two values for each byte that is loaded, joined, reshaped and
  // transposed. The conversion moves back over all that, to the bytes (upstream: join_reshape_dot).
  // CHECK-LABEL: @join_reshape_dot(
  // CHECK-NEXT: [[CST:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : tensor<32x64xf32, #mma>
  // CHECK-NEXT: [[LOAD:%[a-z0-9_]+]] = tt.load %arg0 : tensor<64x16x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT: [[CONVERTED:%[a-z0-9_]+]] = ttg.convert_layout [[LOAD]] : tensor<64x16xi8, #blocked> -> tensor<64x16xi8, #linear>
  // CHECK-NEXT: [[ASM:%[a-z0-9_]+]]:2 = tt.elementwise_inline_asm "prmt.b32 $0, $2, 0, 0x4140; prmt.b32 $1, $2, 0, 0x4342;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} [[CONVERTED]] : tensor<64x16xi8, #linear> -> tensor<64x16xf16, #linear>, tensor<64x16xf16, #linear>
  // CHECK-NEXT: [[JOIN:%[a-z0-9_]+]] = tt.join [[ASM]]#0, [[ASM]]#1 : tensor<64x16xf16, #linear> -> tensor<64x16x2xf16, #linear1>
  // CHECK-NEXT: [[RESHAPE:%[a-z0-9_]+]] = tt.reshape [[JOIN]] : tensor<64x16x2xf16, #linear1> -> tensor<64x32xf16, #linear2>
  // CHECK-NEXT: [[TRANS:%[a-z0-9_]+]] = tt.trans [[RESHAPE]] {order = array<i32: 1, 0>} : tensor<64x32xf16, #linear2> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: [[DOT:%[a-z0-9_]+]] = tt.dot %arg1, [[TRANS]], [[CST]] : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<32x64xf32, #mma>
  // CHECK-NEXT: tt.return [[DOT]] : tensor<32x64xf32, #mma>
  tt.func @join_reshape_dot(%p: tensor<64x16x!tt.ptr<i8>, #a>, %x: tensor<32x32xf16, #d0>) -> tensor<32x64xf32, #mma> {
    %zero = arith.constant dense<0.000000e+00> : tensor<32x64xf32, #b>
    %v = tt.load %p : tensor<64x16x!tt.ptr<i8>, #a>
    %w:2 = tt.elementwise_inline_asm "prmt.b32 $0, $2, 0, 0x4140; prmt.b32 $1, $2, 0, 0x4342;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %v : tensor<64x16xi8, #a> -> tensor<64x16xf16, #a>, tensor<64x16xf16, #a>
    %j = tt.join %w#0, %w#1 : tensor<64x16xf16, #a> -> tensor<64x16x2xf16, #j>
    %r = tt.reshape %j : tensor<64x16x2xf16, #j> -> tensor<64x32xf16, #r>
    %t = tt.trans %r {order = array<i32: 1, 0>} : tensor<64x32xf16, #r> -> tensor<32x64xf16, #t>
    %c = ttg.convert_layout %t : tensor<32x64xf16, #t> -> tensor<32x64xf16, #b1>
    %z = ttg.convert_layout %zero : tensor<32x64xf32, #b> -> tensor<32x64xf32, #mma>
    %e = ttg.convert_layout %c : tensor<32x64xf16, #b1> -> tensor<32x64xf16, #d1>
    %d = tt.dot %x, %e, %z : tensor<32x32xf16, #d0> * tensor<32x64xf16, #d1> -> tensor<32x64xf32, #mma>
    tt.return %d : tensor<32x64xf32, #mma>
  }
}
