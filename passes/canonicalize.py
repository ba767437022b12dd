"""canonicalize: folds operations and applies the canonicalization patterns of all dialects.

    %0 = arith.addi %x, %c0_i32 : i32
    %1 = arith.muli %c2_i32, %0 : i32
  =>
    %1 = arith.muli %x, %c2_i32 : i32

Constants move to the start of their function, one of each.  After
mlir/lib/Transforms/Canonicalizer.cpp.
"""

from __future__ import annotations

from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import AnalysisManager, Option, Pass, PassFailure
from mlir_mini.rewrite.greedy import GreedyConfig, apply_patterns_greedily
from mlir_mini.rewrite.patterns import CanonicalPatterns


class Canonicalize(Pass):
    name = "canonicalize"
    display_name = "CanonicalizerPass"

    top_down = Option(bool, True, "fill the worklist so that the first operation comes first")
    region_simplify = Option(
        str, "normal", "how far to clean up blocks: disabled, normal or aggressive"
    )
    max_iterations = Option(int, 10, "how often to start over; -1: no limit")
    max_num_rewrites = Option(int, -1, "how many rewrites to make in an iteration; -1: no limit")
    cse_between_iterations = Option(bool, False, "also share equal operations, and start over")
    test_convergence = Option(bool, False, "fail if the last iteration still changed something")

    def run(self, module: Operation, am: AnalysisManager) -> None:
        config = GreedyConfig(
            top_down=self.top_down,
            region_simplification=self.region_simplify,
            max_iterations=None if self.max_iterations < 0 else self.max_iterations,
            cse_between_iterations=self.cse_between_iterations,
            max_rewrites=None if self.max_num_rewrites < 0 else self.max_num_rewrites,
        )
        converged = apply_patterns_greedily(module, CanonicalPatterns(), config)
        if self.test_convergence and not converged:
            raise PassFailure
