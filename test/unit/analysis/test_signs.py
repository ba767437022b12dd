"""Which value may make another one negative."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.signs import negative_source

ARGUMENTS = "%p: !tt.ptr<i32>, %n: i32, %m: i32, %c: i1"
ASSUMED = """
%zero = arith.constant 0 : i32
%is = arith.cmpi sge, %n, %zero : i32
llvm.intr.assume %is : i1
"""
CONSTANTS = "%zero = arith.constant 0 : i32\n%one = arith.constant 1 : i32\n"
AT_LEAST_ZERO = CONSTANTS + "%most = arith.maxsi %n, %zero : i32\n"
WRAP = """
%range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
%n_s = tt.splat %n : i32 -> tensor<64xi32>
%at = arith.addi %range, %n_s : tensor<64xi32>
%m_s = tt.splat %m : i32 -> tensor<64xi32>
"""

#: The operation tagged x, and the tag or the argument that is to blame, if any.
CASES = {
    "program": ('%x = tt.get_program_id x {tag = "x"} : i32', None),
    "range": (
        '%x = tt.make_range {end = 64 : i32, start = 0 : i32, tag = "x"} : tensor<64xi32>',
        None,
    ),
    "constant": ('%x = arith.constant {tag = "x"} 3 : i32', None),
    "negative constant": ('%x = arith.constant {tag = "x"} -3 : i32', "x"),
    "sum with an argument": (WRAP + '%x = arith.addi %at, %at {tag = "x"} : tensor<64xi32>', "n"),
    "remainder of a sum": (WRAP + '%x = arith.remsi %at, %m_s {tag = "x"} : tensor<64xi32>', "n"),
    "unsigned remainder": (WRAP + '%x = arith.remui %at, %m_s {tag = "x"} : tensor<64xi32>', None),
    "assumed": (ASSUMED + WRAP + '%x = arith.remsi %at, %m_s {tag = "x"} : tensor<64xi32>', None),
    "assumed above minus one": (
        "%low = arith.constant -1 : i32\n%is = arith.cmpi sgt, %n, %low : i32\n"
        "llvm.intr.assume %is : i1\n" + '%x = arith.addi %n, %n {tag = "x"} : i32',
        None,
    ),
    "assumed too little": (
        "%low = arith.constant -1 : i32\n%is = arith.cmpi sge, %n, %low : i32\n"
        "llvm.intr.assume %is : i1\n" + '%x = arith.addi %n, %n {tag = "x"} : i32',
        "n",
    ),
    "compared but not assumed": (
        CONSTANTS
        + "%is = arith.cmpi sge, %n, %zero : i32\n"
        + '%x = arith.addi %n, %n {tag = "x"} : i32',
        "n",
    ),
    "product with a size": (
        '%pid = tt.get_program_id x : i32\n%x = arith.muli %pid, %n {tag = "x"} : i32',
        None,
    ),
    "difference": (
        '%pid = tt.get_program_id x : i32\n%x = arith.subi %pid, %n {tag = "x"} : i32',
        "x",
    ),
    "loaded": ('%x = tt.load %p {tag = "x"} : !tt.ptr<i32>', "x"),
    "at least zero": (CONSTANTS + '%x = arith.maxsi %n, %zero {tag = "x"} : i32', None),
    "at least zero, then the argument": (
        AT_LEAST_ZERO + '%x = arith.addi %most, %n {tag = "x"} : i32',
        "n",
    ),
    "the argument, then at least zero": (
        AT_LEAST_ZERO + '%x = arith.addi %n, %most {tag = "x"} : i32',
        "n",
    ),
    "the larger of two arguments": ('%x = arith.maxsi %n, %m {tag = "x"} : i32', "n"),
    "the smaller one": (CONSTANTS + '%x = arith.minsi %one, %n {tag = "x"} : i32', "n"),
    "selected": (CONSTANTS + '%x = arith.select %c, %one, %n {tag = "x"} : i32', "n"),
    "zero extended": ('%x = arith.extui %n {tag = "x"} : i32 to i64', None),
    "sign extended": ('%x = arith.extsi %n {tag = "x"} : i32 to i64', "n"),
    "counted up": (
        CONSTANTS
        + "%x = scf.for %k = %zero to %n step %one iter_args(%at = %one) -> (i32) : i32 {\n"
        + "%next = arith.addi %at, %k : i32\nscf.yield %next : i32\n"
        + '} {tag = "x"}',
        None,
    ),
    "counted down": (
        CONSTANTS
        + "%x = scf.for %k = %zero to %m step %one iter_args(%at = %one) -> (i32) : i32 {\n"
        + "%next = arith.subi %at, %k : i32\nscf.yield %next : i32\n"
        + '} {tag = "x"}',
        "next",
    ),
    # %far is found to be fine on the way to %next, which is not.
    "fine while it was looked at": (
        CONSTANTS
        + "%r:2 = scf.for %k = %zero to %m step %one iter_args(%at = %one, %to = %one)"
        + " -> (i32, i32) : i32 {\n"
        + "%far = arith.addi %at, %one : i32\n"
        + "%next = arith.addi %far, %n : i32\n"
        + "scf.yield %next, %far : i32, i32\n}\n"
        + '%x = arith.maxsi %r#0, %r#1 {tag = "x"} : i32',
        "n",
    ),
    "counted from an argument": (
        CONSTANTS
        + "%x = scf.for %k = %n to %m step %one iter_args(%at = %one) -> (i32) : i32 {\n"
        + "%next = arith.addi %at, %k : i32\nscf.yield %next : i32\n"
        + '} {tag = "x"}',
        "n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_negative_source(function_text, case: str) -> None:
    body, blamed = CASES[case]
    text = function_text(body, ARGUMENTS)
    found = negative_source(text.value("x"))
    if blamed is None:
        assert found is None
    elif blamed == "x":
        assert found is text.value("x")
    elif blamed == "next":
        assert found is not None
        assert found.defining_op is not None
        assert found.defining_op.name == "arith.subi"
    else:
        (function,) = [op for op in text.module.walk() if op.name == "tt.func"]
        arguments = function.regions[0].first_block.arguments
        assert found is dict(zip("pnmc", arguments, strict=True))[blamed]


def test_blocks_after_branches(function_text) -> None:
    """A block's argument is not one of the function, and what it gets counts."""
    text = function_text(
        """
        %one = arith.constant 1 : i32
        cf.cond_br %c, ^next(%one : i32), ^next(%n : i32)
        ^next(%at: i32):
        %x = arith.muli %at, %at {tag = "x"} : i32
        """,
        ARGUMENTS,
    )
    (function,) = [op for op in text.module.walk() if op.name == "tt.func"]
    assert negative_source(text.value("x")) is function.regions[0].first_block.arguments[1]
