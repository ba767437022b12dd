"""Strides: how far neighbours along each dim are apart."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.strides import Stride, strides_of

ARGUMENTS = "%p: !tt.ptr<f32>, %b: !tt.ptr<i8>, %ld: i32, %n: i32, %c: i1"
RANGE = "%i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>\n"
TILE = (
    RANGE
    + """
%rows = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%cols = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
%ld_s = tt.splat %ld : i32 -> tensor<64x1xi32>
%down = arith.muli %rows, %ld_s : tensor<64x1xi32>
%down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
%cols_b = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
"""
)

#: The operation tagged x, and its strides: numbers, (factor, argument) or None.
CASES = {
    "range": (
        '%x = tt.make_range {end = 64 : i32, start = 7 : i32, tag = "x"} : tensor<64xi32>',
        [1],
    ),
    "splat": ('%x = tt.splat %n {tag = "x"} : i32 -> tensor<64xi32>', [0]),
    "constant": ('%x = arith.constant {tag = "x"} dense<3> : tensor<64xi32>', [0]),
    "irregular constant": ('%x = arith.constant {tag = "x"} dense<[3, 5]> : tensor<2xi32>', [None]),
    "sum": (RANGE + '%x = arith.addi %i, %i {tag = "x"} : tensor<64xi32>', [2]),
    "difference": (RANGE + '%x = arith.subi %i, %i {tag = "x"} : tensor<64xi32>', [0]),
    "falling": (
        RANGE
        + "%s = tt.splat %n : i32 -> tensor<64xi32>\n"
        + '%x = arith.subi %s, %i {tag = "x"} : tensor<64xi32>',
        [-1],
    ),
    "times a constant": (
        RANGE
        + "%four = arith.constant dense<4> : tensor<64xi32>\n"
        + '%x = arith.muli %four, %i {tag = "x"} : tensor<64xi32>',
        [4],
    ),
    "times zero": (
        RANGE
        + "%none = arith.constant dense<0> : tensor<64xi32>\n"
        + '%x = arith.muli %i, %none {tag = "x"} : tensor<64xi32>',
        [0],
    ),
    "times an argument": (
        RANGE
        + "%s = tt.splat %ld : i32 -> tensor<64xi32>\n"
        + "%two = arith.constant dense<2> : tensor<64xi32>\n"
        + "%even = arith.muli %i, %two : tensor<64xi32>\n"
        + '%x = arith.muli %even, %s {tag = "x"} : tensor<64xi32>',
        [(2, "ld")],
    ),
    "times two arguments": (
        RANGE
        + "%s = tt.splat %ld : i32 -> tensor<64xi32>\n"
        + "%t = tt.splat %n : i32 -> tensor<64xi32>\n"
        + "%once = arith.muli %i, %s : tensor<64xi32>\n"
        + '%x = arith.muli %once, %t {tag = "x"} : tensor<64xi32>',
        [None],
    ),
    "square": (RANGE + '%x = arith.muli %i, %i {tag = "x"} : tensor<64xi32>', [None]),
    "shifted left": (
        RANGE
        + "%three = arith.constant dense<3> : tensor<64xi32>\n"
        + '%x = arith.shli %i, %three {tag = "x"} : tensor<64xi32>',
        [8],
    ),
    "shifted by its index": (RANGE + '%x = arith.shli %i, %i {tag = "x"} : tensor<64xi32>', [None]),
    "halved": (
        RANGE
        + "%two = arith.constant dense<2> : tensor<64xi32>\n"
        + '%x = arith.divsi %i, %two {tag = "x"} : tensor<64xi32>',
        [None],
    ),
    "quotient of equal elements": (
        "%s = tt.splat %n : i32 -> tensor<64xi32>\n"
        '%x = arith.divsi %s, %s {tag = "x"} : tensor<64xi32>',
        [0],
    ),
    "extended": (RANGE + '%x = arith.extsi %i {tag = "x"} : tensor<64xi32> to tensor<64xi64>', [1]),
    "expanded": (
        RANGE
        + '%x = tt.expand_dims %i {axis = 0 : i32, tag = "x"} : tensor<64xi32> -> tensor<1x64xi32>',
        [0, 1],
    ),
    "tile": (
        TILE + '%x = arith.addi %down_b, %cols_b {tag = "x"} : tensor<64x64xi32>',
        [(1, "ld"), 1],
    ),
    "transposed": (
        TILE
        + "%at = arith.addi %down_b, %cols_b : tensor<64x64xi32>\n"
        + '%x = tt.trans %at {order = array<i32: 1, 0>, tag = "x"} '
        + ": tensor<64x64xi32> -> tensor<64x64xi32>",
        [1, (1, "ld")],
    ),
    "two scalars along one dim": (
        TILE
        + "%other = tt.splat %n : i32 -> tensor<64x1xi32>\n"
        + "%more = arith.muli %rows, %other : tensor<64x1xi32>\n"
        + '%x = arith.addi %down, %more {tag = "x"} : tensor<64x1xi32>',
        [None, 0],
    ),
    "the same scalar twice": (
        TILE + '%x = arith.addi %down, %down {tag = "x"} : tensor<64x1xi32>',
        [(2, "ld"), 0],
    ),
    "the same scalar taken away": (
        TILE + '%x = arith.subi %down, %down {tag = "x"} : tensor<64x1xi32>',
        [0, 0],
    ),
    "truncated to indices": (
        RANGE
        + "%wide = arith.extsi %i : tensor<64xi32> to tensor<64xi64>\n"
        + '%x = arith.trunci %wide {tag = "x"} : tensor<64xi64> to tensor<64xi32>',
        [1],
    ),
    "truncated to bits": (
        RANGE + '%x = arith.trunci %i {tag = "x"} : tensor<64xi32> to tensor<64xi1>',
        [None],
    ),
    "equal elements truncated to bits": (
        "%s = tt.splat %n : i32 -> tensor<64xi32>\n"
        '%x = arith.trunci %s {tag = "x"} : tensor<64xi32> to tensor<64xi1>',
        [0],
    ),
    "times a truncated argument": (
        RANGE
        + "%s = tt.splat %ld : i32 -> tensor<64xi32>\n"
        + "%byte = arith.trunci %s : tensor<64xi32> to tensor<64xi8>\n"
        + "%back = arith.extui %byte : tensor<64xi8> to tensor<64xi32>\n"
        + '%x = arith.muli %i, %back {tag = "x"} : tensor<64xi32>',
        [None],
    ),
    "reshaped": (
        RANGE + '%x = tt.reshape %i {tag = "x"} : tensor<64xi32> -> tensor<4x16xi32>',
        [16, 1],
    ),
    "reshaped in any order": (
        RANGE + '%x = tt.reshape %i allow_reorder {tag = "x"} : tensor<64xi32> -> tensor<4x16xi32>',
        [None, None],
    ),
    "pointers": (
        RANGE
        + "%s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>\n"
        + '%x = tt.addptr %s, %i {tag = "x"} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>',
        [1],
    ),
    "pointers cast to larger elements": (
        RANGE
        + "%four = arith.constant dense<4> : tensor<64xi32>\n"
        + "%at = arith.muli %i, %four : tensor<64xi32>\n"
        + "%s = tt.splat %b : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>\n"
        + "%q = tt.addptr %s, %at : tensor<64x!tt.ptr<i8>>, tensor<64xi32>\n"
        + '%x = tt.bitcast %q {tag = "x"} : tensor<64x!tt.ptr<i8>> -> tensor<64x!tt.ptr<f32>>',
        [1],
    ),
    "pointers cast between elements": (
        RANGE
        + "%s = tt.splat %b : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>\n"
        + "%q = tt.addptr %s, %i : tensor<64x!tt.ptr<i8>>, tensor<64xi32>\n"
        + '%x = tt.bitcast %q {tag = "x"} : tensor<64x!tt.ptr<i8>> -> tensor<64x!tt.ptr<f32>>',
        [None],
    ),
    "loaded": (
        RANGE
        + "%s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>\n"
        + "%q = tt.addptr %s, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>\n"
        + '%x = tt.load %q {tag = "x"} : tensor<64x!tt.ptr<f32>>',
        [None],
    ),
    "carried by a loop": (
        RANGE
        + "%s = tt.splat %n : i32 -> tensor<64xi32>\n"
        + "%x = scf.for %k = %n to %ld step %n iter_args(%at = %i) -> (tensor<64xi32>) : i32 {\n"
        + "%next = arith.addi %at, %s : tensor<64xi32>\n"
        + "scf.yield %next : tensor<64xi32>\n"
        + '} {tag = "x"}',
        [1],
    ),
    "carried and stretched": (
        RANGE
        + "%x = scf.for %k = %n to %ld step %n iter_args(%at = %i) -> (tensor<64xi32>) : i32 {\n"
        + "%next = arith.addi %at, %i : tensor<64xi32>\n"
        + "scf.yield %next : tensor<64xi32>\n"
        + '} {tag = "x"}',
        [None],
    ),
    "either of two": (
        RANGE
        + "%s = tt.splat %n : i32 -> tensor<64xi32>\n"
        + "%other = arith.addi %i, %s : tensor<64xi32>\n"
        + "%x = scf.if %c -> (tensor<64xi32>) {\n"
        + "scf.yield %i : tensor<64xi32>\n} else {\nscf.yield %other : tensor<64xi32>\n"
        + '} {tag = "x"}',
        [1],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_strides(function_text, case: str) -> None:
    body, expected = CASES[case]
    text = function_text(body, ARGUMENTS)
    names = dict(zip(("p", "b", "ld", "n", "c"), _arguments(text.module), strict=True))
    wanted = []
    for each in expected:
        if isinstance(each, tuple):
            wanted.append(Stride(each[0], names[each[1]]))
        else:
            wanted.append(None if each is None else Stride(each, None))
    assert strides_of(text.value("x")) == tuple(wanted)


def _arguments(module):
    (function,) = [op for op in module.walk() if op.name == "tt.func"]
    return function.regions[0].first_block.arguments


def test_scalars_have_none(function_text) -> None:
    text = function_text('%x = arith.addi %ld, %n {tag = "x"} : i32', ARGUMENTS)
    assert strides_of(text.value("x")) == ()
