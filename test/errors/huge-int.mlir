tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = arith.constant 99999999999999999999999999 : i64
  tt.return
}
