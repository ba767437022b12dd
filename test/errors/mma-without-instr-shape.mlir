#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<64x64xf16, #mma>) {
    %y = arith.negf %x : tensor<64x64xf16, #mma>
    tt.return
  }
}
