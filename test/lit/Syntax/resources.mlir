// RUN: mini-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect | mini-opt - -allow-unregistered-dialect | FileCheck %s

// A blob is listed behind the module once it is referred to; other resources are dropped.

// CHECK: "test.blob"() {a = dense_resource<used> : tensor<3xi64>, b = dense_resource<used> : tensor<24xi8>} : () -> ()
"test.blob"() {a = dense_resource<used> : tensor<3xi64>, b = dense_resource<used> : tensor<24xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      used: "0x08000000010000000000000002000000000000000300000000000000"
    }
  },
  external_resources: {
    someone: {
      flag: true,
      "quoted key": "text"
    }
  }
#-}

// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: used: "0x08000000010000000000000002000000000000000300000000000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
// CHECK-NOT: external_resources
