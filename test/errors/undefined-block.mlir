tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  cf.br ^bb7
}
