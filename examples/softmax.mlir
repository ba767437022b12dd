// Softmax over the rows of a matrix of f16, one row of up to 2048 columns a program, computed in
// f32.  Loads and stores of 2-byte elements become eight wide; the arithmetic between them stays in
// the layout it had.
//
// RUN: mini-opt --coalesce %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @softmax(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                          %stride: i32 {tt.divisibility = 16 : i32}, %columns: i32 {tt.divisibility = 16 : i32}) {
    %minus_infinity = arith.constant dense<0xFC00> : tensor<2048xf16, #blocked>
    %row = tt.get_program_id x : i32
    %row_start = arith.muli %row, %stride : i32
    %column = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #blocked>
    %limit = tt.splat %columns : i32 -> tensor<2048xi32, #blocked>
    %mask = arith.cmpi slt, %column, %limit : tensor<2048xi32, #blocked>

    %in_row = tt.addptr %in, %row_start : !tt.ptr<f16>, i32
    %in_base = tt.splat %in_row : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>, #blocked>
    %in_pointer = tt.addptr %in_base, %column : tensor<2048x!tt.ptr<f16>, #blocked>, tensor<2048xi32, #blocked>
    %loaded = tt.load %in_pointer, %mask, %minus_infinity : tensor<2048x!tt.ptr<f16>, #blocked>
    %x = arith.extf %loaded : tensor<2048xf16, #blocked> to tensor<2048xf32, #blocked>

    %maximum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %larger = arith.maxnumf %a, %b : f32
      tt.reduce.return %larger : f32
    }) : (tensor<2048xf32, #blocked>) -> f32
    %maximum_row = tt.splat %maximum : f32 -> tensor<2048xf32, #blocked>
    %shifted = arith.subf %x, %maximum_row : tensor<2048xf32, #blocked>
    %exponential = math.exp %shifted : tensor<2048xf32, #blocked>
    %total = "tt.reduce"(%exponential) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %both = arith.addf %a, %b : f32
      tt.reduce.return %both : f32
    }) : (tensor<2048xf32, #blocked>) -> f32
    %total_row = tt.splat %total : f32 -> tensor<2048xf32, #blocked>
    %quotient = arith.divf %exponential, %total_row : tensor<2048xf32, #blocked>

    %result = arith.truncf %quotient : tensor<2048xf32, #blocked> to tensor<2048xf16, #blocked>
    %out_row = tt.addptr %out, %row_start : !tt.ptr<f16>, i32
    %out_base = tt.splat %out_row : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>, #blocked>
    %out_pointer = tt.addptr %out_base, %column : tensor<2048x!tt.ptr<f16>, #blocked>, tensor<2048xi32, #blocked>
    tt.store %out_pointer, %result, %mask : tensor<2048x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
