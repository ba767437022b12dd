tt.func @f(%p: !tt.foo<f32>) {
 tt.return
}
