module {
  tt.func @f(%p: !tt.ptr<f3