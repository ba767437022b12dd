// A swizzle that divides by zero.
#zero = #ttg.swizzled_shared<{vec = 4, perPhase = 0, maxPhase = 4, order = [1, 0]}>
#other = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<16x32xf16, #zero, #smem>) {
    %v = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #zero, #smem> -> !ttg.memdesc<32x16xf16, #other, #smem>
    tt.return
  }
}
