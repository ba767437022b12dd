tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  cf.br ^bb1
^bb1:
  tt.return
^bb1:
  tt.return
}
