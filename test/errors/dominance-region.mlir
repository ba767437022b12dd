tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  scf.if %c {
    %0 = arith.addi %n, %n : i32
  }
  %1 = arith.addi %0, %n : i32
  tt.return
}
