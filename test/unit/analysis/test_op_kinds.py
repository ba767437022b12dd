"""Sets of operations by name: each is one that exists; and the walk through recasts."""

from __future__ import annotations

import pytest

from mlir_mini.analysis import op_kinds, strides
from mlir_mini.analysis.op_kinds import recast_chain
from mlir_mini.spec.registry import op_class

SETS = {name: kind for name, kind in vars(op_kinds).items() if isinstance(kind, frozenset)}
SETS["RULES of strides"] = frozenset(strides.RULES)


def test_there_are_sets() -> None:
    assert len(SETS) >= 13


@pytest.mark.parametrize("name", SETS)
def test_names_are_of_operations(name: str) -> None:
    assert SETS[name]
    assert [each for each in sorted(SETS[name]) if op_class(each) is None] == []


def test_kinds_exclude_each_other() -> None:
    """What is data, breaks runs or says all there is about them is one of these."""
    kinds = (op_kinds.DATA, op_kinds.SPREADING, op_kinds.BREAKING - {"tt.bitcast"}, op_kinds.EXACT)
    assert sum(map(len, kinds)) == len(frozenset().union(*kinds))
    signs = (
        op_kinds.NON_NEGATIVE,
        op_kinds.NON_NEGATIVE_IF_ALL,
        op_kinds.NON_NEGATIVE_IF_FIRST,
    )
    assert sum(map(len, signs)) == len(frozenset().union(*signs))


@pytest.mark.parametrize(("bits", "length"), [(32, 6), (16, 3)])
def test_recast_chain(function_text, bits: int, length: int) -> None:
    """Up to a cut to fewer bits than indices have."""
    text = function_text(
        f"""
        %row = tt.expand_dims %r {{axis = 0 : i32}} : tensor<64xi64> -> tensor<1x64xi64>
        %wide = tt.broadcast %row : tensor<1x64xi64> -> tensor<4x64xi64>
        %cut = arith.trunci %wide : tensor<4x64xi64> to tensor<4x64xi{bits}>
        %more = arith.extsi %cut : tensor<4x64xi{bits}> to tensor<4x64xi64>
        %x = arith.extui %more {{tag = "x"}} : tensor<4x64xi64> to tensor<4x64xi128>
        """,
        "%r: tensor<64xi64>",
    )
    chain = list(recast_chain(text.value("x")))
    assert len(chain) == length
    last = chain[-1].defining_op
    assert (None if last is None else last.name) == (None if length == 6 else "arith.trunci")
