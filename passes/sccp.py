"""sccp: replaces what is the same constant in every execution that can happen.

    %0 = arith.constant true
    cf.cond_br %0, ^bb1(%c1 : i32), ^bb1(%x : i32)
  ^bb1(%y: i32):
    tt.print "y: " : %y : i32
  =>
    ...
  ^bb1(%y: i32):
    tt.print "y: " : %c1 : i32

Blocks that are never reached stay, for canonicalize.  After mlir/lib/Transforms/SCCP.cpp.
"""

from __future__ import annotations

from mlir_mini.analysis.interprocedural import module_constants
from mlir_mini.analysis.reachability import NOT_CONSTANT, ConstantPropagation
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.rewrite.constants import ConstantFolder
from mlir_mini.rewrite.effects import would_be_trivially_dead


class _Replacement:
    def __init__(self, constants: ConstantPropagation) -> None:
        self.constants = constants
        self.folder = ConstantFolder(PatternRewriter())
        self.pending: list[Block] = []

    def add(self, regions: list[Region]) -> None:
        for region in regions:
            self.pending += reversed(region.blocks)

    def run(self) -> None:
        while self.pending:
            block = self.pending.pop()
            for op in block.ops:
                # Every result, also after one that is not constant.
                replaced = [self.replace(result, block) for result in op.results]
                if replaced and all(replaced) and would_be_trivially_dead(op):
                    op.erase()
                else:
                    self.add(op.regions)
            for argument in block.arguments:
                self.replace(argument, block)

    def replace(self, value: Value, block: Block) -> bool:
        """Let everything that uses ``value`` use its constant; False if it has none."""
        fact = self.constants.lattice(value).fact
        if fact is None or fact is NOT_CONSTANT:
            return False
        constant = self.folder.get_or_create(block, fact, value.type)
        if constant is None:
            return False
        value.replace_all_uses_with(constant.results[0])
        return True


class SCCP(Pass):
    name = "sccp"
    display_name = "SCCPPass"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        replacement = _Replacement(module_constants(module))
        replacement.add(module.regions)
        replacement.run()
