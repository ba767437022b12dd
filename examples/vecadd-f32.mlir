// out[i] = x[i] + y[i] for f32, 1024 elements a program, the last program masked.  Every thread
// starts out with one element at a time; pointers and size are multiples of 16, so coalescing goes
// to the widest access there is: four elements, 16 bytes.
//
// RUN: mini-opt --coalesce %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @vecadd(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                         %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
    %c1024 = arith.constant 1024 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %c1024 : i32
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %base = tt.splat %start : i32 -> tensor<1024xi32, #blocked>
    %offset = arith.addi %base, %range : tensor<1024xi32, #blocked>
    %limit = tt.splat %n : i32 -> tensor<1024xi32, #blocked>
    %mask = arith.cmpi slt, %offset, %limit : tensor<1024xi32, #blocked>

    %x_base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %x_pointer = tt.addptr %x_base, %offset : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %x_value = tt.load %x_pointer, %mask : tensor<1024x!tt.ptr<f32>, #blocked>
    %y_base = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %y_pointer = tt.addptr %y_base, %offset : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %y_value = tt.load %y_pointer, %mask : tensor<1024x!tt.ptr<f32>, #blocked>

    %sum = arith.addf %x_value, %y_value : tensor<1024xf32, #blocked>
    %out_base = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %out_pointer = tt.addptr %out_base, %offset : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    tt.store %out_pointer, %sum, %mask : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
