tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = arith.addi %n : i32
  tt.return
}
