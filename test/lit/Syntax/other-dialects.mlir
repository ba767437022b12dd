// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: tt.func @ub() {
tt.func @ub() {
  // CHECK-NEXT: %0 = ub.poison : i32
  %0 = ub.poison : i32
  // CHECK-NEXT: %1 = ub.poison : tensor<8x!tt.ptr<f32>>
  %1 = ub.poison : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %2 = ub.poison {note} : f32
  %2 = ub.poison {note} : f32
  // CHECK-NEXT: ub.unreachable
  ub.unreachable
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @builtin(%arg0: tensor<4xi32>, %arg1: i32) {
tt.func @builtin(%t: tensor<4xi32>, %a: i32) {
  // CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : tensor<4xi32> to !llvm.struct<(i32, i32)>
  %0 = builtin.unrealized_conversion_cast %t : tensor<4xi32> to !llvm.struct<(i32, i32)>
  // CHECK-NEXT: %1:2 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to i32, i32
  %1:2 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to i32, i32
  // CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1#0, %arg1 : i32, i32 to tensor<4xi32>
  %2 = builtin.unrealized_conversion_cast %1#0, %a : i32, i32 to tensor<4xi32>
  // CHECK-NEXT: %3 = builtin.unrealized_conversion_cast to i64
  %3 = builtin.unrealized_conversion_cast to i64
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @llvm(%arg0: i1, %arg1: !llvm.ptr, %arg2: !llvm.ptr<3>, %arg3: !llvm.struct<(i32, ptr<1>, array<4 x f32>)>, %arg4: vector<4xi32>) {
tt.func @llvm(%c: i1, %p: !llvm.ptr, %q: !llvm.ptr<3>, %s: !llvm.struct<(i32, ptr<1>, array<4 x f32>)>, %v: vector<4xi32>) {
  // CHECK-NEXT: llvm.intr.assume %arg0 : i1
  llvm.intr.assume %c : i1
  // CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  // CHECK-NEXT: %1 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.mlir.constant(7 : i32) : i32
  // CHECK-NEXT: %2 = llvm.mlir.zero : !llvm.ptr
  %2 = llvm.mlir.zero : !llvm.ptr
  // CHECK-NEXT: %3 = llvm.mlir.poison : i64
  %3 = llvm.mlir.poison : i64
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @gpu() {
tt.func @gpu() {
  // CHECK-NEXT: gpu.barrier
  gpu.barrier
  // CHECK-NEXT: %thread_id_x = gpu.thread_id x
  %0 = gpu.thread_id x
  // CHECK-NEXT: %block_id_y = gpu.block_id y
  %1 = gpu.block_id y
  // CHECK-NEXT: %block_dim_z = gpu.block_dim z
  %2 = gpu.block_dim z
  // CHECK-NEXT: %grid_dim_x = gpu.grid_dim x
  %3 = gpu.grid_dim x
  // CHECK-NEXT: %thread_id_x_0 = gpu.thread_id x upper_bound 128
  %4 = gpu.thread_id x upper_bound 128
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "ub"}> ({
// GENERIC-NEXT: %13 = "ub.poison"() <{value = #ub.poison}> : () -> i32
// GENERIC-NEXT: %14 = "ub.poison"() <{value = #ub.poison}> : () -> tensor<8x!tt.ptr<f32>>
// GENERIC-NEXT: %15 = "ub.poison"() <{value = #ub.poison}> {note} : () -> f32
// GENERIC-NEXT: "ub.unreachable"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (tensor<4xi32>, i32) -> (), sym_name = "builtin"}> ({
// GENERIC-NEXT: ^bb0(%arg5: tensor<4xi32>, %arg6: i32):
// GENERIC-NEXT: %9 = "builtin.unrealized_conversion_cast"(%arg5) : (tensor<4xi32>) -> !llvm.struct<(i32, i32)>
// GENERIC-NEXT: %10:2 = "builtin.unrealized_conversion_cast"(%9) : (!llvm.struct<(i32, i32)>) -> (i32, i32)
// GENERIC-NEXT: %11 = "builtin.unrealized_conversion_cast"(%10#0, %arg6) : (i32, i32) -> tensor<4xi32>
// GENERIC-NEXT: %12 = "builtin.unrealized_conversion_cast"() : () -> i64
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i1, !llvm.ptr, !llvm.ptr<3>, !llvm.struct<(i32, ptr<1>, array<4 x f32>)>, vector<4xi32>) -> (), sym_name = "llvm"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i1, %arg1: !llvm.ptr, %arg2: !llvm.ptr<3>, %arg3: !llvm.struct<(i32, ptr<1>, array<4 x f32>)>, %arg4: vector<4xi32>):
// GENERIC-NEXT: "llvm.intr.assume"(%arg0) <{op_bundle_sizes = array<i32>}> : (i1) -> ()
// GENERIC-NEXT: %5 = "llvm.mlir.undef"() : () -> !llvm.struct<(i32, f32)>
// GENERIC-NEXT: %6 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
// GENERIC-NEXT: %7 = "llvm.mlir.zero"() : () -> !llvm.ptr
// GENERIC-NEXT: %8 = "llvm.mlir.poison"() : () -> i64
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "gpu"}> ({
// GENERIC-NEXT: "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
// GENERIC-NEXT: %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT: %1 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
// GENERIC-NEXT: %2 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index
// GENERIC-NEXT: %3 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT: %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 128 : index}> : () -> index
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
