"""The order of uses after parsing, as upstream's --mlir-print-value-users has it: newest first."""

from __future__ import annotations

from mlir_mini.source import Source
from mlir_mini.syntax.parser import ModuleParser

TEXT = """
tt.func @f(%n: i32, %c: i1) -> i32 {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %n) -> (i32) : i32 {
    %u = arith.addi %a, %n : i32
    %q = scf.if %c -> (i32) {
      %w = arith.muli %n, %n : i32
      scf.yield %w : i32
    } else {
      scf.yield %n : i32
    }
    scf.yield %q : i32
  }
  "test.around"(%n, %c) ({
    "test.inside"(%c, %n) : (i1, i32) -> ()
  }) : (i32, i1) -> ()
  tt.return %n : i32
}
"""


def test_what_is_around_regions_is_older_than_what_is_in_them() -> None:
    module = ModuleParser(Source("f.mlir", TEXT), True).parse_module()
    function = next(op for op in module.walk() if op.name == "tt.func")
    n, c = function.regions[0].first_block.arguments
    assert [user.name for user in n.users] == [
        "tt.return",
        "test.inside",
        "test.around",
        "scf.yield",
        *["arith.muli"] * 2,
        "arith.addi",
        *["scf.for"] * 4,
    ]
    assert [user.name for user in c.users] == ["test.inside", "test.around", "scf.if"]
    # Of one operation, the last operand is the newest use.
    assert [use.index for use in n.uses][-4:] == [3, 2, 1, 0]
