tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0:2 = arith.addi %n, %n : i32
  tt.return
}
