tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %0 = tt.load %n : !tt.ptr<f32>
  tt.return
}
