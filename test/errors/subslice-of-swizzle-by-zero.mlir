#zero = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 0, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<16x32xf16, #zero, #smem>) {
    %v = ttg.memdesc_subslice %m[0, 16] : !ttg.memdesc<16x32xf16, #zero, #smem> -> !ttg.memdesc<16x16xf16, #zero, #smem, 16x32>
    tt.return
  }
}
