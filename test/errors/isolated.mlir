%0 = arith.constant 1 : i32
tt.func @f() {
  %1 = arith.addi %0, %0 : i32
  tt.return
}
