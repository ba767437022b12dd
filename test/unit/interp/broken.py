"""A function, and passes that spoil it."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import AnalysisManager, Pass

STORE = """
  tt.func @store(%p: !tt.ptr<i32>, %n: i32) {
    %c1 = arith.constant 1 : i32
    %x = arith.subi %n, %c1 : i32
    tt.store %p, %x : !tt.ptr<i32>
    tt.return
  }
  tt.func private @unused(%n: i32) -> i32 {
    tt.return %n : i32
  }"""


class Broken(Pass):
    """Does to a module what the test says."""

    name = "broken"

    def __init__(self, change: Any) -> None:
        super().__init__()
        self.change = change

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in list(module.walk()):
            self.change(op)


def swap(op: Operation) -> None:
    if isinstance(op, arith.SubIOp):
        op.set_operands([op.rhs, op.lhs])


def erase_store(op: Operation) -> None:
    if isinstance(op, tt.StoreOp):
        op.erase()
