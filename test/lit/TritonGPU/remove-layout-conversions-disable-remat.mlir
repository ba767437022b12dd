// RUN: mini-opt %s --tritongpu-remove-layout-conversions | FileCheck %s --check-prefix=PARTS
// RUN: mini-opt %s --tritongpu-remove-layout-conversions='disable-remat-splitting=true' | FileCheck %s --check-prefix=WHOLE

// With disable-remat-splitting a value is computed in the new layout only if the old one then has no
// use left; nothing is computed in both.

#l = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [0, 64]], block = [[0, 128]]}>
#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 1]]}>
#p = #ttg.linear<{register = [[0, 0, 1], [2, 0, 0], [4, 0, 0], [8, 0, 0], [16, 0, 0]], lane = [[0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 16, 0]], warp = [[0, 32, 0], [1, 0, 0]], block = [[0, 64, 0]]}>
#t = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0]], block = [[0, 64]]}>
#h = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#g = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
// PARTS: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// PARTS-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// PARTS-NEXT: #linear = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[\[}}0, 32], [0, 64]], block = {{\[\[}}0, 128]]}>
// PARTS-NEXT: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [8, 0], [16, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = {{\[\[}}2, 0], [4, 0]], block = {{\[\[}}0, 64]]}>
// PARTS-NEXT: #linear2 = #ttg.linear<{register = {{\[\[}}0, 0, 1], [2, 0, 0], [4, 0, 0], [8, 0, 0], [16, 0, 0]], lane = {{\[\[}}0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 16, 0]], warp = {{\[\[}}0, 32, 0], [1, 0, 0]], block = {{\[\[}}0, 64, 0]]}>
// PARTS-NEXT: #linear3 = #ttg.linear<{register = {{\[\[}}1, 0, 0], [2, 0, 0], [4, 0, 0], [8, 0, 0], [16, 0, 0]], lane = {{\[\[}}0, 0, 1], [0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0]], warp = {{\[\[}}0, 16, 0], [0, 32, 0]], block = {{\[\[}}0, 64, 0]]}>
// PARTS-NEXT: #linear4 = #ttg.linear<{register = {{\[\[}}0, 0, 1], [0, 1, 0], [0, 2, 0], [8, 0, 0], [16, 0, 0]], lane = {{\[\[}}0, 4, 0], [0, 8, 0], [0, 16, 0], [0, 32, 0], [1, 0, 0]], warp = {{\[\[}}2, 0, 0], [4, 0, 0]], block = {{\[\[}}0, 64, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Two conversions of what inline assembly makes of the halves of a tensor, and a use of that as it
  // is: the assembly is run in both layouts, or not
  // (upstream: nested_convert_multi_use).
  // PARTS-LABEL: @nested_convert_multi_use(
  // PARTS-NEXT: [[RESHAPE:%[a-zA-Z0-9_]+]] = tt.reshape %arg0 : tensor<32x256xi16, #linear> -> tensor<32x128x2xi16, #linear3>
  // PARTS-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[RESHAPE]] : tensor<32x128x2xi16, #linear3> -> tensor<32x128x2xi16, #linear4>
  // PARTS-NEXT: [[CONVERTED2:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[RESHAPE]] : tensor<32x128x2xi16, #linear3> -> tensor<32x128x2xi16, #linear2>
  // PARTS-NEXT: [[SPLIT:%[a-zA-Z0-9_]+]], [[SPLIT2:%[a-zA-Z0-9_]+]] = tt.split [[CONVERTED]] : tensor<32x128x2xi16, #linear4> -> tensor<32x128xi16, #linear1>
  // PARTS-NEXT: [[SPLIT3:%[a-zA-Z0-9_]+]], [[SPLIT4:%[a-zA-Z0-9_]+]] = tt.split [[CONVERTED2]] : tensor<32x128x2xi16, #linear2> -> tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>>
  // PARTS-NEXT: [[ASM:%[a-zA-Z0-9_]+]] = tt.elementwise_inline_asm "mov.b32 $0, {$1, $2};" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} [[SPLIT]], [[SPLIT2]] : tensor<32x128xi16, #linear1>, tensor<32x128xi16, #linear1> -> tensor<32x128xi32, #linear1>
  // PARTS-NEXT: [[ASM2:%[a-zA-Z0-9_]+]] = tt.elementwise_inline_asm "mov.b32 $0, {$1, $2};" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} [[SPLIT3]], [[SPLIT4]] : tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>>, tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>> -> tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #linear2}>>
  // PARTS-NEXT: tt.return [[ASM]], [[ASM2]], [[ASM]] : tensor<32x128xi32, #linear1>, tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #linear2}>>, tensor<32x128xi32, #linear1>
  // WHOLE-LABEL: @nested_convert_multi_use(
  // WHOLE-NEXT: [[RESHAPE:%[a-zA-Z0-9_]+]] = tt.reshape %arg0 : tensor<32x256xi16, #linear> -> tensor<32x128x2xi16, #linear3>
  // WHOLE-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[RESHAPE]] : tensor<32x128x2xi16, #linear3> -> tensor<32x128x2xi16, #linear2>
  // WHOLE-NEXT: [[SPLIT:%[a-zA-Z0-9_]+]], [[SPLIT2:%[a-zA-Z0-9_]+]] = tt.split [[CONVERTED]] : tensor<32x128x2xi16, #linear2> -> tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>>
  // WHOLE-NEXT: [[ASM:%[a-zA-Z0-9_]+]] = tt.elementwise_inline_asm "mov.b32 $0, {$1, $2};" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} [[SPLIT]], [[SPLIT2]] : tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>>, tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #linear2}>> -> tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #linear2}>>
  // WHOLE-NEXT: [[CONVERTED2:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[ASM]] : tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #linear2}>> -> tensor<32x128xi32, #linear1>
  // WHOLE-NEXT: tt.return [[CONVERTED2]], [[ASM]], [[CONVERTED2]] : tensor<32x128xi32, #linear1>, tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #linear2}>>, tensor<32x128xi32, #linear1>
  tt.func @nested_convert_multi_use(%x: tensor<32x256xi16, #l>) -> (tensor<32x128xi32, #t>, tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #p}>>, tensor<32x128xi32, #t>) {
    %1 = ttg.convert_layout %x : tensor<32x256xi16, #l> -> tensor<32x256xi16, #a>
    %2 = tt.reshape %1 : tensor<32x256xi16, #a> -> tensor<32x128x2xi16, #p>
    %3, %4 = tt.split %2 : tensor<32x128x2xi16, #p> -> tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #p}>>
    %5 = tt.elementwise_inline_asm "mov.b32 $0, {$1, $2};" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} %3, %4 : tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #p}>>, tensor<32x128xi16, #ttg.slice<{dim = 2, parent = #p}>> -> tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #p}>>
    %c = ttg.convert_layout %5 : tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #p}>> -> tensor<32x128xi32, #t>
    %d = ttg.convert_layout %5 : tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #p}>> -> tensor<32x128xi32, #t>
    tt.return %c, %5, %d : tensor<32x128xi32, #t>, tensor<32x128xi32, #ttg.slice<{dim = 2, parent = #p}>>, tensor<32x128xi32, #t>
  }
  // A conversion moves in front of a broadcast that has no other use (upstream: hoist_broadcast),
  // PARTS-LABEL: @hoist_broadcast(
  // PARTS-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<1x32xf32, #blocked> -> tensor<1x32xf32, #blocked1>
  // PARTS-NEXT: [[BROADCAST:%[a-zA-Z0-9_]+]] = tt.broadcast [[CONVERTED]] : tensor<1x32xf32, #blocked1> -> tensor<64x32xf32, #blocked1>
  // PARTS-NEXT: tt.return [[BROADCAST]] : tensor<64x32xf32, #blocked1>
  // WHOLE-LABEL: @hoist_broadcast(
  // WHOLE-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<1x32xf32, #blocked> -> tensor<1x32xf32, #blocked1>
  // WHOLE-NEXT: [[BROADCAST:%[a-zA-Z0-9_]+]] = tt.broadcast [[CONVERTED]] : tensor<1x32xf32, #blocked1> -> tensor<64x32xf32, #blocked1>
  // WHOLE-NEXT: tt.return [[BROADCAST]] : tensor<64x32xf32, #blocked1>
  tt.func @hoist_broadcast(%x: tensor<1x32xf32, #h>) -> tensor<64x32xf32, #g> {
    %v = tt.broadcast %x : tensor<1x32xf32, #h> -> tensor<64x32xf32, #h>
    %c = ttg.convert_layout %v : tensor<64x32xf32, #h> -> tensor<64x32xf32, #g>
    tt.return %c : tensor<64x32xf32, #g>
  }
  // in front of such an extension (upstream: hoist_ext),
  // PARTS-LABEL: @hoist_ext(
  // PARTS-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<64x32xbf16, #blocked> -> tensor<64x32xbf16, #blocked1>
  // PARTS-NEXT: [[EXTF:%[a-zA-Z0-9_]+]] = arith.extf [[CONVERTED]] : tensor<64x32xbf16, #blocked1> to tensor<64x32xf64, #blocked1>
  // PARTS-NEXT: tt.return [[EXTF]] : tensor<64x32xf64, #blocked1>
  // WHOLE-LABEL: @hoist_ext(
  // WHOLE-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<64x32xbf16, #blocked> -> tensor<64x32xbf16, #blocked1>
  // WHOLE-NEXT: [[EXTF:%[a-zA-Z0-9_]+]] = arith.extf [[CONVERTED]] : tensor<64x32xbf16, #blocked1> to tensor<64x32xf64, #blocked1>
  // WHOLE-NEXT: tt.return [[EXTF]] : tensor<64x32xf64, #blocked1>
  tt.func @hoist_ext(%x: tensor<64x32xbf16, #h>) -> tensor<64x32xf64, #g> {
    %v = arith.extf %x : tensor<64x32xbf16, #h> to tensor<64x32xf64, #h>
    %c = ttg.convert_layout %v : tensor<64x32xf64, #h> -> tensor<64x32xf64, #g>
    tt.return %c : tensor<64x32xf64, #g>
  }
  // but then not in front of a broadcast that has (upstream: reject_hoist_broadcast_multi_use).
  // PARTS-LABEL: @reject_hoist_broadcast_multi_use(
  // PARTS-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout %arg0 : tensor<1x32xf32, #blocked> -> tensor<1x32xf32, #blocked1>
  // PARTS-NEXT: [[BROADCAST:%[a-zA-Z0-9_]+]] = tt.broadcast [[CONVERTED]] : tensor<1x32xf32, #blocked1> -> tensor<64x32xf32, #blocked1>
  // PARTS-NEXT: [[BROADCAST2:%[a-zA-Z0-9_]+]] = tt.broadcast %arg0 : tensor<1x32xf32, #blocked> -> tensor<64x32xf32, #blocked>
  // PARTS-NEXT: tt.return [[BROADCAST2]], [[BROADCAST]] : tensor<64x32xf32, #blocked>, tensor<64x32xf32, #blocked1>
  // WHOLE-LABEL: @reject_hoist_broadcast_multi_use(
  // WHOLE-NEXT: [[BROADCAST:%[a-zA-Z0-9_]+]] = tt.broadcast %arg0 : tensor<1x32xf32, #blocked> -> tensor<64x32xf32, #blocked>
  // WHOLE-NEXT: [[CONVERTED:%[a-zA-Z0-9_]+]] = ttg.convert_layout [[BROADCAST]] : tensor<64x32xf32, #blocked> -> tensor<64x32xf32, #blocked1>
  // WHOLE-NEXT: tt.return [[BROADCAST]], [[CONVERTED]] : tensor<64x32xf32, #blocked>, tensor<64x32xf32, #blocked1>
  tt.func @reject_hoist_broadcast_multi_use(%x: tensor<1x32xf32, #h>) -> (tensor<64x32xf32, #h>, tensor<64x32xf32, #g>) {
    %v = tt.broadcast %x : tensor<1x32xf32, #h> -> tensor<64x32xf32, #h>
    %c = ttg.convert_layout %v : tensor<64x32xf32, #h> -> tensor<64x32xf32, #g>
    tt.return %v, %c : tensor<64x32xf32, #h>, tensor<64x32xf32, #g>
  }
}
