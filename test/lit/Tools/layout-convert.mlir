// What conversions take, from layouts and from a file.
// RUN: mini-layout convert '[1,4]/[8,4]/[2,1]' '[1,4]/[8,4]/[2,1]' --shape 16x16 --elem-bits 32 | FileCheck %s --check-prefix=SAME
// RUN: mini-layout convert '[1,4]/[8,4]/[2,1]' '[1,2]/[8,4]/[2,1]' --shape 16x16 --elem-bits 32 | FileCheck %s --check-prefix=SHUFFLE
// RUN: mini-layout convert '[1,4]/[8,4]/[2,1]' '[4,1]/[4,8]/[1,2]/[0,1]' --shape 16x16 --elem-bits 32 | FileCheck %s --check-prefix=SHARED
// RUN: mini-layout convert %s --value %%1 --target cuda:90 | FileCheck %s --check-prefix=MATRIX

// SAME: takes nothing
// SAME-NEXT: every element is in the same places in both layouts

// SHUFFLE: takes warp shuffle
// SHUFFLE-NEXT: element (0, 2) is in warp 0 lane 0 register 2,
// SHUFFLE-NEXT: then warp 0 lane 1 register 0: its lane changes
// SHUFFLE-NEXT: 192 of 256 elements have to reach another thread
// SHUFFLE-NEXT: 4 shuffles a thread for 4 words
// SHUFFLE: shfl.sync.idx.b32 w0, w0, %from;

// SHARED: takes shared memory
// SHARED-NEXT: element (0, 8) is in warp 0 lane 2 register 0,
// SHARED-NEXT: then warp 1 lane 0 register 0: its warp changes
// SHARED-NEXT: 240 of 256 elements have to reach another thread
// SHARED-NEXT: 1024 bytes of shared memory a block, on sm_80
// SHARED-NEXT: 4 stores a thread, 4 bytes each; {{.*}}: no bank conflicts
// SHARED: st.shared.b32 [%st + 0], r0;
// SHARED: bar.sync 0;
// SHARED-NEXT: ld.shared.b32 d0, [%ld + 0];

// MATRIX: from #ttg.nvidia_mma
// MATRIX: takes shared memory
// MATRIX: 8192 bytes of shared memory a block, on sm_90
// MATRIX: st.shared.v4.b32 [%st + 0], {r0 r1, r4 r5, r8 r9, r12 r13};
// MATRIX: bar.sync 0;
// MATRIX-NEXT: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {4 words}, [%ld + 0];


#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%0: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #rows> {
    %1 = ttg.convert_layout %0 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #rows>
    tt.return %1 : tensor<64x64xf16, #rows>
  }
}
