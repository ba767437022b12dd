// Every function that is wrong is reported.
module {
  tt.func @first(%c: i1, %a: i32) {
    %0 = arith.select %c, %a, %a : i32
    "arith.addi"(%a) : (i32) -> ()
    tt.return
  }
  tt.func @fine() {
    tt.return
  }
  tt.func @second(%a: i32) -> i32 {
    tt.return
  }
}
