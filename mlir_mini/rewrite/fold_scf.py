"""Folders of scf (mlir/lib/Dialect/SCF/IR/SCF.cpp)."""

from __future__ import annotations

from mlir_mini.dialects import arith, scf
from mlir_mini.rewrite.folding import IN_PLACE, Constants, Folder, FoldResult
from mlir_mini.rewrite.matchers import defined_by, integer_value


# if not(c) { A } else { B } -> if c { B } else { A }
def _if(op: scf.IfOp, constants: Constants) -> FoldResult:
    if op.else_block is None:
        return None
    inversion = defined_by(op.condition, arith.XOrIOp)
    if inversion is None:
        return None
    mask = integer_value(inversion.rhs)
    if mask is None or not mask.is_one:
        return None
    op.set_operand(0, inversion.lhs)
    then, otherwise = op.regions
    then.blocks, otherwise.blocks = otherwise.blocks, then.blocks
    for region in (then, otherwise):
        for block in region.blocks:
            block.parent = region
    return IN_PLACE


FOLDERS: dict[type, Folder] = {scf.IfOp: _if}
