tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %r = scf.if %c -> (i32) {
    scf.yield %c : i1
  } else {
    scf.yield %n : i32
  }
  tt.return
}
