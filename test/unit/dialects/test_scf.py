"""scf: what is wrong with bad operations, accessors, trip counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlir_mini.dialects import scf
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import f32, i1, i32

#: Bodies of a function (see conftest.py), and what upstream says of them.
COMPLAINTS = [
    (
        ("scf.for %k = %n to %n step %n {\n}"),
        [
            (
                "2:14: error: use of value '%n' expects different type than prior uses: 'index' "
                "vs 'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        ("scf.for %k = %x to %x step %x : f32 {\n}"),
        [
            (
                "2:1: error: 'scf.for' op operand #0 must be signless integer or index, but got "
                "'f32'"
            ),
        ],
    ),
    (
        (
            "%0 = scf.for %k = %i to %i step %i iter_args(%a = %n) -> (i32, i32) {\n"
            "  scf.yield %a : i32\n"
            "}"
        ),
        [
            (
                "2:6: error: custom op 'scf.for' mismatch in number of loop-carried values and "
                "defined values"
            ),
        ],
    ),
    (
        (
            "%0 = scf.for %k = %i to %i step %i iter_args(%a = %n) -> (i32) {\n"
            "  scf.yield %x : f32\n"
            "}"
        ),
        [
            (
                "2:6: error: 'scf.for' op along control flow edge from Operation scf.yield to "
                "Region #0: successor operand type #0 'f32' should match successor input type #0 "
                "'i32'"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        ("%0 = scf.for %k = %i to %i step %i iter_args(%a = %n) -> (i32) {\n}"),
        [
            (
                "2:6: error: 'scf.for' op along control flow edge from Operation scf.yield to "
                "Region #0: region branch point has 0 operands, but region successor needs 1 "
                "inputs"
            ),
            "2:6: note: region branch point",
        ],
    ),
    (
        (
            "%0 = scf.for %k = %i to %i step %i iter_args(%a = %n) -> (i32) {\n"
            "  scf.yield %a, %a : i32, i32\n"
            "}"
        ),
        [
            (
                "2:6: error: 'scf.for' op different number of region iter_args and yielded "
                "values: 1 != 2"
            ),
        ],
    ),
    (
        ("%0 = scf.for %k = %i to %i step %i iter_args(%a = %n) {\n}"),
        [
            "2:54: error: expected '->'",
        ],
    ),
    (
        ("scf.for %k = %i to %i {\n}"),
        [
            "2:23: error: custom op 'scf.for' expected 'step'",
        ],
    ),
    (
        ("scf.for %k = %i step %i {\n}"),
        [
            "2:17: error: custom op 'scf.for' expected 'to'",
        ],
    ),
    (
        ("scf.for %k in %i to %i step %i {\n}"),
        [
            "2:11: error: expected '='",
        ],
    ),
    (
        ("scf.for %i = %i to %i step %i {\n}"),
        [
            "2:9: error: region entry argument '%i' is already in use",
            "1:29: note: previously referenced here",
        ],
    ),
    (
        "scf.for %k = %i to %i step %i",
        [
            "2:30: error: expected '{' to begin a region",
        ],
    ),
    (
        ("scf.for %k = %i to %i step %i {\n  tt.return\n}"),
        [
            "3:3: error: 'tt.return' op expects parent op 'tt.func'",
        ],
    ),
    (
        ("scf.for %k = %i to %i step %i {\n  cf.br ^bb1\n^bb1:\n  scf.yield\n}"),
        [
            "2:1: error: 'scf.for' op expects region #0 to have 0 or 1 blocks",
        ],
    ),
    (
        ('"scf.for"(%i, %i, %n) ({\n^bb0(%k: index):\n  scf.yield\n}) : (index, index, i32) -> ()'),
        [
            (
                "2:1: error: 'scf.for' op failed to verify that all of {lowerBound, upperBound, "
                "step} have same type"
            ),
        ],
    ),
    (
        ('"scf.for"(%i, %i, %i) ({\n}) : (index, index, index) -> ()'),
        [
            (
                "2:1: error: 'scf.for' op region #0 ('region') failed to verify constraint: "
                "region with 1 blocks"
            ),
        ],
    ),
    (
        ('"scf.for"(%i, %i, %i) ({\n^bb0:\n  scf.yield\n}) : (index, index, index) -> ()'),
        [
            (
                "2:1: error: 'scf.for' op expected body to have at least 1 argument(s) for the "
                "induction variable, but got 0"
            ),
        ],
    ),
    (
        ('"scf.for"(%i, %i, %i) ({\n^bb0(%k: i32):\n  scf.yield\n}) : (index, index, index) -> ()'),
        [
            (
                "2:1: error: 'scf.for' op expected induction variable to be same type as bounds "
                "and step"
            ),
        ],
    ),
    (
        ('"scf.for"(%i, %i, %i) ({\n^bb0(%k: index):\n}) : (index, index, index) -> ()'),
        [
            "2:1: error: 'scf.for' op expects a non-empty block",
        ],
    ),
    (
        (
            '%0 = "scf.for"(%i, %i, %i, %n) ({\n'
            "^bb0(%k: index):\n"
            "  scf.yield %n : i32\n"
            "}) : (index, index, index, i32) -> i32"
        ),
        [
            "2:6: error: 'scf.for' op different number of inits and region iter_args: 1 != 0",
        ],
    ),
    (
        ("scf.if %n {\n}"),
        [
            ("2:8: error: use of value '%n' expects different type than prior uses: 'i1' vs 'i32'"),
            "1:20: note: prior use here",
        ],
    ),
    (
        ("scf.if {\n}"),
        [
            "2:7: error: expected SSA operand",
        ],
    ),
    (
        "scf.if %c",
        [
            "2:10: error: expected '{' to begin a region",
        ],
    ),
    (
        ("%0 = scf.if %c -> i32 {\n  scf.yield %n : i32\n}"),
        [
            "2:6: error: 'scf.if' op must have an else block if defining values",
        ],
    ),
    (
        ("%0 = scf.if %c -> f32 {\n  scf.yield %i : index\n} else {\n  scf.yield %x : f32\n}"),
        [
            (
                "2:6: error: 'scf.if' op along control flow edge from Operation scf.yield to "
                "Operation scf.if: successor operand type #0 'index' should match successor "
                "input type #0 'f32'"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        ("%0 = scf.if %c -> f32 {\n  scf.yield %x : f32\n} else {\n}"),
        [
            (
                "2:6: error: 'scf.if' op along control flow edge from Operation scf.yield to "
                "Operation scf.if: region branch point has 0 operands, but region successor "
                "needs 1 inputs"
            ),
            "2:6: note: region branch point",
        ],
    ),
    (
        ("scf.if %c {\n  scf.yield %x : f32\n}"),
        [
            (
                "2:1: error: 'scf.if' op along control flow edge from Operation scf.yield to "
                "Operation scf.if: region branch point has 1 operands, but region successor "
                "needs 0 inputs"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        ('"scf.if"(%c) ({\n^bb0(%a: i32):\n  scf.yield\n}, {\n}) : (i1) -> ()'),
        [
            "2:1: error: 'scf.if' op region #0 should have no arguments",
        ],
    ),
    (
        ('"scf.if"(%c) ({\n  ub.unreachable\n}, {\n}) : (i1) -> ()'),
        [
            (
                "2:1: error: 'scf.if' op expects regions to end with 'scf.yield', found "
                "'ub.unreachable'"
            ),
            ("2:1: note: in custom textual format, the absence of terminator implies 'scf.yield'"),
        ],
    ),
    (
        ("scf.while (%a = %n) : i32 {\n} do {\n}"),
        [
            (
                "2:21: error: custom op 'scf.while' invalid kind of type specified: expected "
                "builtin.function, but found 'i32'"
            ),
        ],
    ),
    (
        ("scf.while (%a = %n) : (i32, i32) -> () {\n} do {\n}"),
        [
            (
                "2:21: error: custom op 'scf.while' expected as many input types as operands "
                "(expected 1 got 2)"
            ),
        ],
    ),
    (
        ("scf.while : () -> () {\n  scf.condition(%c)\n}"),
        [
            "5:3: error: custom op 'scf.while' expected 'do'",
        ],
    ),
    (
        ("scf.while : () -> () {\n  scf.yield\n} do {\n  scf.yield\n}"),
        [
            (
                "2:1: error: 'scf.while' op expects the 'before' region to terminate with "
                "'scf.condition'"
            ),
            "3:3: note: terminator here",
        ],
    ),
    (
        ("scf.while : () -> () {\n  scf.condition(%c)\n} do {\n}"),
        [
            (
                "2:1: error: 'scf.while' op region #1 ('after') failed to verify constraint: "
                "region with 1 blocks"
            ),
        ],
    ),
    (
        (
            "%0 = scf.while (%a = %i) : (index) -> f32 {\n"
            "  scf.condition(%c) %a : index\n"
            "} do {\n"
            "^bb0(%b: f32):\n"
            "  scf.yield %i : index\n"
            "}"
        ),
        [
            (
                "2:6: error: 'scf.while' op along control flow edge from Operation scf.condition "
                "to Operation scf.while: successor operand type #0 'index' should match "
                "successor input type #0 'f32'"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        (
            "%0 = scf.while (%a = %i) : (index) -> f32 {\n"
            "  scf.condition(%c) %x : f32\n"
            "} do {\n"
            "^bb0(%b: index):\n"
            "  scf.yield %i : index\n"
            "}"
        ),
        [
            (
                "2:6: error: 'scf.while' op along control flow edge from Operation scf.condition "
                "to Region #1: successor operand type #0 'f32' should match successor input type "
                "#0 'index'"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        (
            "%0 = scf.while (%a = %i) : (index) -> f32 {\n"
            "  scf.condition(%c) %x : f32\n"
            "} do {\n"
            "^bb0(%b: f32):\n"
            "  scf.yield %b : f32\n"
            "}"
        ),
        [
            (
                "2:6: error: 'scf.while' op along control flow edge from Operation scf.yield to "
                "Region #0: successor operand type #0 'f32' should match successor input type #0 "
                "'index'"
            ),
            "6:3: note: region branch point",
        ],
    ),
    (
        "scf.yield",
        [
            (
                "2:1: error: 'scf.yield' op expects parent op to be one of 'scf.execute_region, "
                "scf.for, scf.if, scf.index_switch, scf.while'"
            ),
        ],
    ),
    (
        "scf.condition(%c)",
        [
            "2:1: error: 'scf.condition' op expects parent op 'scf.while'",
        ],
    ),
    (
        ("scf.if %c {\n  scf.yield %n, %n : i32\n}"),
        [
            (
                "3:13: error: custom op 'scf.yield' number of operands and types do not match: "
                "got 2 operands and 1 types"
            ),
        ],
    ),
    (
        ("scf.execute_region {\n}"),
        [
            "2:1: error: 'scf.execute_region' op region needs to have at least one block",
        ],
    ),
    (
        ("%0 = scf.execute_region -> f32 {\n  scf.yield %i : index\n}"),
        [
            (
                "2:6: error: 'scf.execute_region' op along control flow edge from Operation "
                "scf.yield to Operation scf.execute_region: successor operand type #0 'index' "
                "should match successor input type #0 'f32'"
            ),
            "3:3: note: region branch point",
        ],
    ),
    (
        (
            "%0 = scf.index_switch %i -> f32\n"
            "case 1 {\n"
            "  scf.yield %i : index\n"
            "}\n"
            "default {\n"
            "  scf.yield %x : f32\n"
            "}"
        ),
        [
            "2:6: error: 'scf.index_switch' op expected result #0 of each region to be 'f32'",
            "4:3: note: case region #0 returns 'index' here",
        ],
    ),
    (
        ("scf.index_switch %i\ncase 1 {\n  scf.yield\n}\ncase 1 {\n  scf.yield\n}\ndefault {\n}"),
        [
            "2:1: error: 'scf.index_switch' op has duplicate case value: 1",
        ],
    ),
    (
        ("%0 = scf.index_switch %i -> i32\ndefault {\n  scf.yield\n}"),
        [
            (
                "2:6: error: 'scf.index_switch' op expected each region to return 1 values, but "
                "default region returns 0"
            ),
            "4:3: note: see yield operation here",
        ],
    ),
    (
        ("scf.index_switch %i\ncase 1 {\n}"),
        [
            "5:3: error: custom op 'scf.index_switch' expected 'default'",
        ],
    ),
    (
        ("scf.parallel () = () to () step () {\n}"),
        [
            (
                "2:1: error: 'scf.parallel' op needs at least one tuple element for lowerBound, "
                "upperBound and step"
            ),
        ],
    ),
    (
        ("scf.parallel (%a, %b) = (%i) to (%i) step (%i) {\n}"),
        [
            "2:25: error: custom op 'scf.parallel' expected 2 operands",
        ],
    ),
    (
        ("%0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 {\n}"),
        [
            (
                "2:6: error: 'scf.parallel' op expects number of results: 1 to be the same as "
                "number of reductions: 0"
            ),
        ],
    ),
    (
        (
            "%0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 {\n"
            "  scf.reduce(%x : f32) {\n"
            "  ^bb0(%l: f32):\n"
            "    scf.reduce.return %l : f32\n"
            "  }\n"
            "}"
        ),
        [
            (
                "3:3: error: 'scf.reduce' op expected two block arguments with type 'f32' in the "
                "0-th reduction region"
            ),
        ],
    ),
    (
        ("scf.forall (%a, %b) in (4) {\n}"),
        [
            "2:1: error: expected 2 upper bound values, got 1",
        ],
    ),
]


@pytest.mark.parametrize(("body", "expected"), COMPLAINTS)
def test_complaint(complaints: Callable[[str], list[str]], body: str, expected: list[str]) -> None:
    assert complaints(body) == expected


def first(function: Operation) -> Any:
    return function.regions[0].first_block.first


def test_for_accessors(function: Callable[[str], Operation]) -> None:
    loop = first(
        function(
            "%0:2 = scf.for %k = %i to %i step %i iter_args(%a = %n, %b = %x) -> (i32, f32) {\n"
            "  scf.yield %n, %b : i32, f32\n}"
        )
    )
    assert isinstance(loop, scf.ForOp)
    assert loop.lower_bound is loop.upper_bound is loop.step is loop.operand(0)
    assert loop.init_args == list(loop.operands[3:])
    assert [v.type for v in loop.region_iter_args] == [i32, f32]
    assert loop.induction_var is loop.body.arguments[0]
    assert loop.yielded_values == (loop.operand(3), loop.region_iter_args[1])
    assert loop.tied_init(loop.region_iter_args[1]) is loop.operand(4)
    assert loop.unsignedCmp is False


def test_if_accessors(function: Callable[[str], Operation]) -> None:
    branch = first(function("scf.if %c {\n}"))
    assert isinstance(branch, scf.IfOp)
    assert branch.else_block is None
    assert branch.then_block.terminator is branch.then_yield
    assert branch.region_successors(None) == [branch.then_region, None]
    branch = first(
        function("%0 = scf.if %c -> i32 {\n  scf.yield %n : i32\n} else {\n  scf.yield %n : i32\n}")
    )
    assert branch.else_yield.parent_op is branch
    assert branch.region_successors(None) == branch.regions
    assert branch.region_successors(branch.regions[0]) == [None]


def test_while_accessors(function: Callable[[str], Operation]) -> None:
    loop = first(
        function(
            "%0 = scf.while (%a = %n) : (i32) -> f32 {\n  scf.condition(%c) %x : f32\n} do {\n"
            "^bb0(%b: f32):\n  scf.yield %n : i32\n}"
        )
    )
    assert isinstance(loop, scf.WhileOp)
    assert [v.type for v in loop.before_arguments] == [i32]
    assert [v.type for v in loop.after_arguments] == [f32]
    assert loop.condition_op.condition.type is i1
    assert loop.condition_op.exit_operands == loop.condition_op.args
    assert loop.yielded_values == tuple(loop.init_args)
    before, after = loop.regions
    assert loop.region_successors(None) == loop.region_successors(after) == [before]
    assert loop.region_successors(before) == [None, after]
    assert list(loop.successor_inputs(None)) == loop.results
    assert list(loop.successor_inputs(after)) == loop.after_arguments


@pytest.mark.parametrize(
    ("bounds", "trips"),
    [
        ("%c0 to %c7 step %c2", 4),
        ("%c7 to %c0 step %c2", 0),
        ("%n to %n step %n", 0),
        ("%c0 to %n step %c2", None),
        ("%n to %above step %c2", 2),
        ("%c0 to %c7 step %c0", None),
        ("%cm1 to %c7 step %c2", 4),
    ],
)
def test_trip_count(function: Callable[[str], Operation], bounds: str, trips: int | None) -> None:
    body = (
        "%c0 = arith.constant 0 : i32\n%c2 = arith.constant 2 : i32\n"
        "%c7 = arith.constant 7 : i32\n%cm1 = arith.constant -1 : i32\n"
        "%c3 = arith.constant 3 : i32\n%above = arith.addi %n, %c3 overflow<nsw> : i32\n"
        f"scf.for %k = {bounds} : i32 {{\n}}"
    )
    loops = [op for op in function(body).walk() if isinstance(op, scf.ForOp)]
    assert [loop.static_trip_count() for loop in loops] == [trips]


def test_trip_count_without_sign(function: Callable[[str], Operation]) -> None:
    body = (
        "%c0 = arith.constant 0 : i32\n%cm1 = arith.constant -1 : i32\n"
        "scf.for unsigned %k = %c0 to %cm1 step %cm1 : i32 {\n}"
    )
    loops = [op for op in function(body).walk() if isinstance(op, scf.ForOp)]
    assert [loop.static_trip_count() for loop in loops] == [1]


def test_hidden_terminators_have_the_operations_location(
    function: Callable[[str], Operation],
) -> None:
    branch = first(function("scf.if %c {\n}"))
    assert branch.then_yield.loc is branch.loc


def test_forall_with_dynamic_bounds(function: Callable[[str], Operation]) -> None:
    loop = first(function("scf.forall (%a, %b) = (0, %i) to (%i, 4) step (1, 2) {\n}"))
    assert isinstance(loop, scf.ForallOp)
    assert not loop.is_normalized
    assert len(loop.dynamic_lower_bound) == len(loop.dynamic_upper_bound) == 1
    assert loop.static_step == (1, 2)
    assert len(loop.induction_vars) == 2


def test_only_wanted_terminators_are_added(function: Callable[[str], Operation]) -> None:
    """Of an index switch only the default region may leave its terminator out."""
    switch = first(function("scf.index_switch %i\ncase 3 {\n  scf.yield\n}\ndefault {\n}"))
    assert isinstance(switch, scf.IndexSwitchOp)
    assert switch.cases == (3,)
    assert switch.default_block.terminator.name == "scf.yield"
    assert switch.case_block(0) is switch.regions[1].first_block
