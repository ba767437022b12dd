tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %p) -> (i32) : i32 {
    scf.yield %a : i32
  }
  tt.return
}
