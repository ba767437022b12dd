"""cf: what is wrong with bad branches, and what they hand over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mlir_mini.dialects import cf
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import f32, i32

#: Bodies of a function (see conftest.py), and what upstream says of them.
COMPLAINTS = [
    (
        ("cf.br ^a(%n : i32)\n^a:"),
        [
            "2:1: error: branch has 1 operands for successor #0, but target block has 0",
        ],
    ),
    (
        ("cf.br ^a(%n : i32)\n^a(%p: f32):"),
        [
            "2:1: error: type mismatch for bb argument #0 of successor #0",
        ],
    ),
    (
        ("cf.br ^a(%n, %n : i32)\n^a:"),
        [
            (
                "2:10: error: custom op 'cf.br' number of operands and types do not match: got 2 "
                "operands and 1 types"
            ),
        ],
    ),
    (
        "cf.br ^nowhere",
        [
            "2:7: error: reference to an undefined block",
        ],
    ),
    (
        ("cf.br ^a(%n : f32)\n^a(%p: f32):"),
        [
            (
                "2:10: error: use of value '%n' expects different type than prior uses: 'f32' vs "
                "'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        ("cf.cond_br %n, ^a, ^a\n^a:"),
        [
            (
                "2:12: error: use of value '%n' expects different type than prior uses: 'i1' vs "
                "'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        ("cf.cond_br %c, ^a, ^b(%n : i32)\n^a:\n  tt.return\n^b(%p: i64):"),
        [
            "2:1: error: type mismatch for bb argument #0 of successor #1",
        ],
    ),
    (
        ("cf.cond_br %c weights([1, 2, 3]), ^a, ^a\n^a:"),
        [
            ("2:1: error: expects number of branch weights to match number of successors: 3 vs 2"),
        ],
    ),
    (
        ("cf.cond_br %c, ^a\n^a:"),
        [
            "2:18: error: expected ','",
        ],
    ),
    (
        ('"cf.cond_br"(%c)[^a, ^a] : (i1) -> ()\n^a:'),
        [
            (
                "2:1: error: 'cf.cond_br' op operand count (1) does not match with the total "
                "size (0) specified in attribute 'operandSegmentSizes'"
            ),
        ],
    ),
    (
        ('"cf.cond_br"(%c)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n^a:'),
        [
            "2:1: error: 'cf.cond_br' op requires 2 successors but found 1",
        ],
    ),
    (
        ('"cf.br"()[^a, ^a] : () -> ()\n^a:'),
        [
            "2:1: error: 'cf.br' op requires 1 successor but found 2",
        ],
    ),
    (
        ("cf.switch %n : i32, [\n  default: ^a,\n  1: ^a(%n : i32)\n]\n^a:"),
        [
            "2:1: error: branch has 1 operands for successor #1, but target block has 0",
        ],
    ),
    (
        ("cf.switch %n : i32, [\n  1: ^a\n]\n^a:"),
        [
            "3:3: error: custom op 'cf.switch' expected 'default'",
        ],
    ),
    (
        ("cf.switch %n : i32, [\n  default: ^a,\n  default: ^a\n]\n^a:"),
        [
            "4:3: error: custom op 'cf.switch' expected integer value",
        ],
    ),
    (
        ("cf.switch %x : f32, [\n  default: ^a\n]\n^a:"),
        [
            (
                "2:16: error: custom op 'cf.switch' invalid kind of type specified: expected "
                "builtin.integer, but found 'f32'"
            ),
        ],
    ),
    (
        (
            '"cf.switch"(%n)[^a] <{case_operand_segments = array<i32: 1>, operandSegmentSizes = '
            "array<i32: 1, 0, 0>}> : (i32) -> ()\n"
            "^a:"
        ),
        [
            (
                "2:1: error: 'cf.switch' op caseOperands count (0) does not match with the total "
                "size (1) specified in attribute 'case_operand_segments'"
            ),
        ],
    ),
    (
        (
            '"cf.switch"(%n)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = '
            "dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> "
            "()\n"
            "^a:"
        ),
        [
            ("2:1: error: 'cf.switch' op 'flag' type ('i32') should match case value type ('i64')"),
        ],
    ),
    (
        'cf.assert %n, "message"',
        [
            (
                "2:11: error: use of value '%n' expects different type than prior uses: 'i1' vs "
                "'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        "cf.assert %c, message",
        [
            "2:14: error: expected attribute value",
        ],
    ),
    (
        "cf.assert %c",
        [
            "2:13: error: expected ','",
        ],
    ),
    (
        ("cf.br ^a\n  tt.return\n^a:"),
        [
            "2:1: error: operation with block successors must terminate its parent block",
        ],
    ),
    (
        ("scf.if %c {\n  cf.br ^a\n}\n  tt.return\n^a:"),
        [
            "3:9: error: reference to an undefined block",
        ],
    ),
]


@pytest.mark.parametrize(("body", "expected"), COMPLAINTS)
def test_complaint(complaints: Callable[[str], list[str]], body: str, expected: list[str]) -> None:
    assert complaints(body) == expected


def test_branch_accessors(function: Callable[[str], Operation]) -> None:
    body = (
        "cf.cond_br %c weights([3, 1]), ^a(%n : i32), ^b(%x, %n : f32, i32)\n"
        "^a(%p: i32):\n  tt.return\n^b(%q: f32, %r: i32):"
    )
    branch = function(body).regions[0].first_block.terminator
    assert isinstance(branch, cf.CondBranchOp)
    assert branch.true_dest.arguments[0].type is i32
    assert branch.branch_weights == (3, 1)
    assert [v.type for v in branch.successor_operands(0)] == [i32]
    assert [v.type for v in branch.successor_operands(1)] == [f32, i32]
    branch.true_dest_operands = []
    assert branch.operand_segments() == (1, 0, 2)
    assert [v.type for v in branch.false_dest_operands] == [f32, i32]


def test_switch_accessors(function: Callable[[str], Operation]) -> None:
    body = (
        "cf.switch %n : i32, [\n  default: ^a(%x : f32),\n  -7: ^b(%n : i32),\n"
        "  0x10: ^a(%x : f32)\n]\n^a(%p: f32):\n  tt.return\n^b(%q: i32):"
    )
    switch = function(body).regions[0].first_block.terminator
    assert isinstance(switch, cf.SwitchOp)
    assert switch.values == [-7, 16]
    passed = [[v.type for v in switch.successor_operands(n)] for n in range(3)]
    assert passed == [[f32], [i32], [f32]]
    assert "4294967289: ^bb2(%arg1 : i32)," in str(switch)
