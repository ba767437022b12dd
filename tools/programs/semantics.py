"""Programs on values: what a pass may not change, and whether what AxisInfo says is so.

The interpreter needs numpy (the extra `interp`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mlir_mini.analysis.axis_info import AxisInfo, ModuleAxisInfoAnalysis
from mlir_mini.analysis.liveness import Liveness
from mlir_mini.dialects import scf, tt
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp import (
    Arguments,
    InterpError,
    Outcome,
    StepLimit,
    Unsupported,
    compare,
    random_arguments,
    run_function,
)
from mlir_mini.interp.math import EXACT
from mlir_mini.interp.outcome import Tolerance, at_least
from mlir_mini.interp.roles import reachable
from mlir_mini.interp.semantics import rounding_tolerance, run_on
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import (
    RankedTensorType,
    Type,
    bf16,
    bit_width,
    element_type_or_self,
    f16,
    f32,
    f64,
)
from mlir_mini.ir.verifier import verify
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.source import MLIRError, Source
from mlir_mini.syntax.parser import ModuleParser
from passes import PASSES
from programs.known import AHEAD_OF_TIME, SPECULATED, UNENDING
from programs.unsound import unsound_rule

#: Operations whose regions see many elements at once.
_LANES = ("tt.reduce", "tt.scan", "tt.map_elementwise")


def parse(text: str) -> Operation:
    return ModuleParser(Source("<stdin>", text)).parse_module()


def kernel_of(module: Operation) -> tt.FuncOp:
    """The public function of a generated program."""
    for op in module.regions[0].first_block.ops:
        if isinstance(op, tt.FuncOp) and op.sym_name == "kernel":
            return op
    raise ValueError("the kernel is gone")


#: Where a function is folded by the C library and not computed as on values, what floats of a type
#: may differ by: a share that is a few units in the last place. Narrower ones than these may be
#: neighbours (see :mod:`mlir_mini.interp.outcome`). Functions of f64 and f32 alone are folded.
LIBRARY_TOLERANCES: dict[Type, float] = {f64: 2.0**-50, f32: 2.0**-21, f16: 2.0**-9, bf16: 2.0**-6}
#: Functions that are the same wherever they are computed, or that nobody folds.
_EXACT = {*EXACT, "clampf", "copysign", "fma"}


class Reference(NamedTuple):
    """A kernel, arguments, and what it makes of them.

    ``rounded`` says what floats may differ by after passes that round otherwise, ``folded`` after
    all others, which may fold functions; None if the kernel computes none.
    """

    function: FunctionOp
    arguments: Arguments
    outcome: Outcome
    rounded: Tolerance
    folded: Tolerance | None


def reference(text: str, seed: int) -> Reference | str:
    """What a program computes on random arguments; why it can't be run."""
    function = kernel_of(parse(text))
    try:
        arguments = random_arguments(function, seed)
        if not arguments.poison_is_error:
            # Passes may make anything of poison.
            return "computes poison"
        outcome = run_on(function, arguments)
        rounded = at_least(rounding_tolerance(function))
        return Reference(function, arguments, outcome, rounded, _library_tolerance(function))
    except Unsupported as reason:
        return f"no {reason}"
    except InterpError as error:
        return f"{error.kind} in {error.op.name if error.op is not None else 'it'}"


def _library_tolerance(function: FunctionOp) -> Tolerance | None:
    """A few units of the coarsest type whose functions may be folded, or of what is compared.

    An f64 may come from a function of f32.
    """
    types = [
        element_type_or_self(op.results[0].type)
        for op in reachable(function)
        if op.name.startswith("math.") and op.name.removeprefix("math.") not in _EXACT
    ]
    share = max((LIBRARY_TOLERANCES[type] for type in types if type in (f64, f32)), default=None)
    if share is None:
        return None
    return lambda type: max(share, LIBRARY_TOLERANCES.get(element_type_or_self(type), 0.0))


class KnownChange(Exception):
    """A pass changes what a program does just as upstream's pass does; says how."""


def difference(text: str, name: str, before: Reference) -> str | None:
    """How the text that the pass `name` has left computes something else; None if it doesn't.

    Raises Unsupported where that can't be run, and KnownChange where the rules of `known` hold.
    """
    return judge(rerun(text, before), name, before)


def rerun(text: str, before: Reference) -> Outcome | Exception:
    """What a text computes on the arguments of another, or why that can't be said."""
    try:
        module = parse(text)
        verify(module)
        return run_on(kernel_of(module), before.arguments)
    except (InterpError, Unsupported, MLIRError, ValueError) as error:
        return error


def judge(found: Outcome | Exception, name: str, before: Reference) -> str | None:
    """What `difference` says, of a run that is done."""
    if isinstance(found, Unsupported):
        raise found
    if isinstance(found, InterpError):
        _check_known(found, name, before)
    if isinstance(found, MLIRError):
        return f"cannot be read: {found.diagnostic.message}"
    if isinstance(found, Exception):
        return str(found)
    loose = any(row.name == name and row.load().changes_rounding for row in PASSES)
    unlike = compare(before.outcome, found, before.rounded if loose else before.folded)
    return None if unlike is None else str(unlike)


def _check_known(error: InterpError, name: str, before: Reference) -> None:
    """Raise KnownChange if this error after the pass `name` is one that upstream brings as well."""
    op = error.op
    if op is None:
        return
    if op.name in SPECULATED and name in AHEAD_OF_TIME.passes:
        depths = [_depth(each) for each in reachable(before.function) if each.name == op.name]
        if max(depths, default=0) > _depth(op):
            raise KnownChange(f"{op.name} {AHEAD_OF_TIME.reason}")
    may_lose_an_end = isinstance(error, StepLimit) and name in UNENDING.passes
    if may_lose_an_end and _in_endless_loop(op) and _has_dead_weight(before.function):
        raise KnownChange(UNENDING.reason)


def _depth(op: Operation) -> int:
    """The number of loops around it."""
    count = 0
    parent = op.parent_op
    while parent is not None:
        count += isinstance(parent, (scf.ForOp, scf.WhileOp))
        parent = parent.parent_op
    return count


def _in_endless_loop(op: Operation | None) -> bool:
    """Whether it is in a loop, or is one, whose condition is the constant true."""
    while op is not None:
        if isinstance(op, scf.WhileOp):
            found = constant_value(op.condition_op.condition)
            if isinstance(found, IntegerAttr) and found.value:
                return True
        op = op.parent_op
    return False


def _has_dead_weight(function: FunctionOp) -> bool:
    """Whether an scf.while of its module carries along what is not live, as upstream sees it."""
    module = function.parent_op
    assert module is not None
    liveness = Liveness(module)
    return any(
        argument.has_uses and not liveness.is_live(argument)
        for loop in module.walk()
        if isinstance(loop, scf.WhileOp)
        for argument in loop.before_arguments
    )


# AxisInfo


class Claim(NamedTuple):
    """Something that AxisInfo says of a value and that is not so."""

    op: str
    rule: str | None
    text: str


def false_claims(text: str, before: Reference) -> list[Claim]:
    """What AxisInfo says of the values of a program that its run contradicts.

    An operation counts only where all that is said of its operands holds.
    """
    module = parse(text)
    function = kernel_of(module)
    infos = ModuleAxisInfoAnalysis(module)
    wrong: dict[Value, str] = {}
    seen: dict[Value, list[Any]] = {}

    def observe(source: Any, value: Value, what: Any) -> None:
        seen.setdefault(value, []).append(what)

    arguments = before.arguments
    run_function(function, arguments, arguments.grid, observe=observe, programs=arguments.programs)
    for value, whats in seen.items():
        info = infos.axis_info(value)
        if info is None or not _is_plain(value):
            continue
        for what in whats:
            problem = _contradiction(info, value, what)
            if problem is not None:
                wrong[value] = problem
                break
    claims: list[Claim] = []
    for value, problem in wrong.items():
        op = value.defining_op
        if op is None or any(operand in wrong for operand in _sources(op)):
            continue
        said = f"{problem}, {infos.axis_info(value)}: {op}"
        claims.append(Claim(op.name, unsound_rule(op, seen), said))
    return claims


def _sources(op: Operation) -> list[Value]:
    """Operands, and what regions hand to the results."""
    found = list(op.operands)
    for region in op.regions:
        for block in region.blocks:
            found += block.arguments
            found += block.terminator.operands
    return found


def _is_plain(value: Value) -> bool:
    """A number or pointer, or a tensor of them, of one lane at a time."""
    region = value.parent_region
    while region is not None and region.parent_op is not None:
        if region.parent_op.name in _LANES:
            return False
        region = region.parent_op.parent_region
    element = element_type_or_self(value.type)
    return tt.IntLike.predicate(value.type) or isinstance(element, tt.PointerType)


def _contradiction(info: AxisInfo, value: Value, what: Any) -> str | None:
    """What of the info does not hold for these elements."""
    type: Any = value.type
    element = element_type_or_self(type)
    step, bits = 1, bit_width(type)
    if isinstance(element, tt.PointerType):
        step = max(bit_width(element.pointee) // 8, 1)
    shape = type.shape if isinstance(type, RankedTensorType) else (1,)
    # Python's integers: products and differences must not wrap.
    mask = (1 << bits) - 1
    data = np.vectorize(lambda each: int(each) & mask, otypes=[object])(
        np.asarray(what).reshape(shape)
    )
    for dim, (run, divisor, same) in enumerate(
        zip(info.contiguity, info.divisibility, info.constancy, strict=True)
    ):
        lines = np.moveaxis(data, dim, -1).reshape(-1, shape[dim])
        run, same = min(run, shape[dim]), min(same, shape[dim])
        blocks = lines.reshape(-1, run)
        if ((blocks - blocks[:, :1] - step * np.arange(run).astype(object)) & mask).any():
            return f"contiguity {run} of dim {dim}"
        if (blocks[:, 0] % min(divisor, 1 << bits)).any():
            return f"divisibility {divisor} of dim {dim}"
        blocks = lines.reshape(-1, same)
        if (blocks != blocks[:, :1]).any():
            return f"constancy {same} of dim {dim}"
    constant = info.constant_value
    if constant is not None and (data != int(constant.value) & mask).any():
        return f"constant value {constant}"
    return None
