// A 64 x 64 tile of f32 is read from a row-major matrix and written transposed.  Both accesses use
// one layout whose lanes run down the rows, so the 32 threads of a warp read from 32 different rows,
// and the store moves 4 bytes a thread.  Coalescing gives the load a layout that runs along the rows
// and the store one that runs along the columns, four elements a thread.
//
// RUN: mini-opt --coalesce %s

#slow = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#rows = #ttg.slice<{dim = 1, parent = #slow}>
#columns = #ttg.slice<{dim = 0, parent = #slow}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @transpose(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in_stride: i32 {tt.divisibility = 16 : i32},
                            %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_stride: i32 {tt.divisibility = 16 : i32}) {
    %c64 = arith.constant 64 : i32

    // Row and column numbers of the tile.
    %pid_x = tt.get_program_id x : i32
    %pid_y = tt.get_program_id y : i32
    %first_row = arith.muli %pid_x, %c64 : i32
    %first_column = arith.muli %pid_y, %c64 : i32
    %row_range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
    %column_range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #columns>
    %row_base = tt.splat %first_row : i32 -> tensor<64xi32, #rows>
    %column_base = tt.splat %first_column : i32 -> tensor<64xi32, #columns>
    %row_numbers = arith.addi %row_base, %row_range : tensor<64xi32, #rows>
    %column_numbers = arith.addi %column_base, %column_range : tensor<64xi32, #columns>
    %row_column = tt.expand_dims %row_numbers {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #slow>
    %column_row = tt.expand_dims %column_numbers {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #slow>
    %row = tt.broadcast %row_column : tensor<64x1xi32, #slow> -> tensor<64x64xi32, #slow>
    %column = tt.broadcast %column_row : tensor<1x64xi32, #slow> -> tensor<64x64xi32, #slow>

    // in[row, column]
    %in_stride_tile = tt.splat %in_stride : i32 -> tensor<64x64xi32, #slow>
    %in_row = arith.muli %row, %in_stride_tile : tensor<64x64xi32, #slow>
    %in_offset = arith.addi %in_row, %column : tensor<64x64xi32, #slow>
    %in_base = tt.splat %in : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #slow>
    %in_pointer = tt.addptr %in_base, %in_offset : tensor<64x64x!tt.ptr<f32>, #slow>, tensor<64x64xi32, #slow>
    %tile = tt.load %in_pointer : tensor<64x64x!tt.ptr<f32>, #slow>

    // out[column, row]
    %out_stride_tile = tt.splat %out_stride : i32 -> tensor<64x64xi32, #slow>
    %out_column = arith.muli %column, %out_stride_tile : tensor<64x64xi32, #slow>
    %out_offset = arith.addi %out_column, %row : tensor<64x64xi32, #slow>
    %out_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #slow>
    %out_pointer = tt.addptr %out_base, %out_offset : tensor<64x64x!tt.ptr<f32>, #slow>, tensor<64x64xi32, #slow>
    tt.store %out_pointer, %tile : tensor<64x64x!tt.ptr<f32>, #slow>
    tt.return
  }
}
