// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics --convert-triton-to-tritongpu=target=cuda:80

// What cannot be converted, and what is left of operations that nobody knows.

tt.func @no_pattern(%x: tensor<64xf32>) {
  // expected-error @+1 {{failed to legalize operation 'math.tanh' that was explicitly marked illegal: %1 = "math.tanh"(%0) <{fastmath = #arith.fastmath<none>}> : (tensor<64xf32>) -> tensor<64xf32>}}
  %0 = math.tanh %x : tensor<64xf32>
  tt.return
}

// -----

tt.func @bits(%x: tensor<64xf32>) {
  // expected-error @+1 {{failed to legalize operation 'arith.bitcast' that was explicitly marked illegal}}
  %0 = arith.bitcast %x : tensor<64xf32> to tensor<64xi32>
  tt.return
}

// -----

tt.func @never(%x: i32) {
  // expected-error @+1 {{failed to legalize operation 'scf.execute_region' that was explicitly marked illegal: %0 = "scf.execute_region"() ({...}) : () -> i32}}
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  tt.return
}

// -----

tt.func @index_switch(%x: tensor<8xf32>, %i: index) {
  // expected-error @+1 {{failed to legalize operation 'scf.index_switch' that was explicitly marked illegal: %1 = "scf.index_switch"(%arg1) <{cases = array<i64: 2>}> ({...}, {...}) : (index) -> tensor<8xf32>}}
  %0 = scf.index_switch %i -> tensor<8xf32>
  case 2 {
    scf.yield %x : tensor<8xf32>
  }
  default {
    scf.yield %x : tensor<8xf32>
  }
  tt.return
}

// -----

tt.func @switch(%x: tensor<8xf32>, %i: i32) {
  // expected-error @+1 {{failed to legalize operation 'cf.switch' that was explicitly marked illegal}}
  cf.switch %i : i32, [
    default: ^bb1(%x : tensor<8xf32>),
    4: ^bb1(%x : tensor<8xf32>)
  ]
^bb1(%y: tensor<8xf32>):
  tt.return
}

// -----

// expected-error @+1 {{failed to legalize unresolved source materialization from ('tensor<8xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>') to ('tensor<8xf32>') that remained live after conversion (no matching callback)}}
tt.func @unknown_user(%x: tensor<8xf32>) {
  // expected-note @+1 {{see existing live user here: "some.user"(%0) : (tensor<8xf32>) -> ()}}
  "some.user"(%x) : (tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @unknown_user_of_slice(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{failed to legalize unresolved source materialization from ('tensor<4xf32, #ttg.slice<{dim = 0, parent = #ttg.blocked<}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8x4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{see existing live user here: "some.user"}}
  "some.user"(%0) : (tensor<4xf32>) -> ()
  tt.return
}

// -----

// Where nothing uses the old type an unknown operation may stay, and its results are converted.

tt.func @unknown_definition(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "some.source"() : () -> tensor<8xf32>
  %1 = arith.addf %0, %x : tensor<8xf32>
  tt.return %1 : tensor<8xf32>
}

// -----

// What was converted is verified.

#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @mixed(%p: tensor<64x!tt.ptr<i8>, #blocked>) {
    // expected-error @+1 {{'tt.splat' op requires the same encoding for all operands and results}}
    %0 = tt.splat %p : tensor<64x!tt.ptr<i8>, #blocked> -> tensor<64x!tt.ptr<i8>>
    tt.return
  }
}
