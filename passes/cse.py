"""cse: computes things once.

    %0 = arith.addi %a, %b : i32
    %1 = arith.addi %b, %a : i32
    tt.print "sums: " : %0, %1 : i32, i32
  =>
    %0 = arith.addi %a, %b : i32
    tt.print "sums: " : %0, %0 : i32, i32

After mlir/lib/Transforms/CSE.cpp.
"""

from __future__ import annotations

from mlir_mini.ir.core import Operation
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.rewrite.cse import eliminate_common_subexpressions


class CSE(Pass):
    name = "cse"
    display_name = "CSEPass"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        eliminate_common_subexpressions(PatternRewriter(), DominanceInfo(), module)
