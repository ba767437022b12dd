"""The lattice of AxisInfo: its values, their join, and arithmetic on divisors.

See :mod:`mlir_mini.analysis.axis_info` for what the numbers mean. Divisors are powers of two
except where a hint in the text says otherwise; they saturate at :data:`MAX_DIVISOR`, which is also
the divisibility of zero. After the class AxisInfo of lib/Analysis/AxisInfo.cpp.
"""

from __future__ import annotations

from math import gcd

from mlir_mini.analysis.integers import IntConstant, integer_width
from mlir_mini.interned import Interned
from mlir_mini.ir.types import RankedTensorType, Type

Dims = tuple[int, ...]

MAX_DIVISOR_LOG2 = 62
MAX_DIVISOR = 1 << MAX_DIVISOR_LOG2


class AxisInfo(Interned):
    """Contiguity, divisibility and constancy, one entry a dimension, and the constant if known.

    The info of rank 0 is the bottom of the lattice: a value not reached. In a dimension of
    contiguity 1 every element starts a run, so what divides those divides all elements: the
    constructor raises the other dimensions' divisibility to the greatest such bound.
    """

    fields = ("contiguity", "divisibility", "constancy", "constant_value")
    __slots__ = fields
    contiguity: Dims
    divisibility: Dims
    constancy: Dims
    constant_value: IntConstant | None

    def __new__(
        cls,
        contiguity: Dims,
        divisibility: Dims,
        constancy: Dims,
        constant_value: IntConstant | None = None,
    ) -> AxisInfo:
        bound = _global_divisibility(contiguity, divisibility)
        if bound > 1:
            divisibility = tuple([max(each, bound) for each in divisibility])
        elif min(divisibility, default=1) < 1:
            divisibility = tuple([max(each, 1) for each in divisibility])
        return super().__new__(cls, contiguity, divisibility, constancy, constant_value)

    @property
    def rank(self) -> int:
        return len(self.contiguity)

    @property
    def global_divisibility(self) -> int:
        """A number that divides every element."""
        return _global_divisibility(self.contiguity, self.divisibility)

    def without_constant(self) -> AxisInfo:
        return AxisInfo(self.contiguity, self.divisibility, self.constancy)

    def is_constant(self, value: int) -> bool:
        """Whether all elements are known to have the bits of ``value``, 0 or 1."""
        constant = self.constant_value
        return constant is not None and constant.unsigned == value

    def __str__(self) -> str:
        constant = "<none>" if self.constant_value is None else self.constant_value.value
        return (
            f"contiguity = {list(self.contiguity)}, divisibility = {list(self.divisibility)}, "
            f"constancy = {list(self.constancy)}, constant_value = {constant}"
        )


def _global_divisibility(contiguity: Dims, divisibility: Dims) -> int:
    bound = 1
    for run, divisor in zip(contiguity, divisibility, strict=True):
        if run == 1 and divisor > bound:
            bound = divisor
    return bound


#: The fact of a value that has not been reached.
BOTTOM = AxisInfo((), (), ())


def unknown_info(rank: int) -> AxisInfo:
    """What holds of any value of ``rank`` dimensions."""
    ones = (1,) * rank
    return AxisInfo(ones, ones, ones)


def constant_info(type: Type, constant: IntConstant) -> AxisInfo:
    """The info of ``constant`` as a scalar of ``type``, or splat over a tensor ``type``."""
    assert integer_width(type) == constant.width, "constant width must match the result type"
    constancy = type.shape if isinstance(type, RankedTensorType) else (1,)
    rank = len(constancy)
    if constant.value == 0:
        divisor = MAX_DIVISOR
    else:
        divisor = 1 << min(constant.trailing_zeros, MAX_DIVISOR_LOG2)
    return AxisInfo((1,) * rank, (divisor,) * rank, constancy, constant)


def multiply_divisors(lhs: int, rhs: int) -> int:
    """The product, saturated at :data:`MAX_DIVISOR`."""
    return min(lhs * rhs, MAX_DIVISOR)


def highest_power_of_two(number: int, bits: int) -> int:
    """The highest power of two that divides ``number``, read as an unsigned one of ``bits``.

    That of 0 is taken to be ``2**(bits-2)``.
    """
    number &= (1 << bits) - 1
    return number & -number if number else 1 << (bits - 2)


def joined_divisibility(lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
    """What divides the run starts of a value that is either ``lhs`` or ``rhs``.

    Runs of different length get cut: of ``[0, 1], [4, 5]`` and ``[16, 17, 18, 19]`` remain runs
    of 2, and 18 now starts one. A run of MAX_DIVISOR stands for any length.
    """
    divisor = gcd(lhs.divisibility[dim], rhs.divisibility[dim])
    runs = lhs.contiguity[dim], rhs.contiguity[dim]
    if runs[0] == runs[1] or MAX_DIVISOR in runs:
        return divisor
    return gcd(divisor, *runs)


def join(lhs: AxisInfo, rhs: AxisInfo) -> AxisInfo:
    """What holds of a value that is either ``lhs`` or ``rhs``."""
    if lhs is rhs or not rhs.contiguity:
        return lhs
    if not lhs.contiguity:
        return rhs
    assert lhs.rank == rhs.rank, "mismatched ranks"
    dims = range(lhs.rank)
    constant = lhs.constant_value if lhs.constant_value is rhs.constant_value else None
    return AxisInfo(
        tuple([gcd(lhs.contiguity[d], rhs.contiguity[d]) for d in dims]),
        tuple([joined_divisibility(lhs, rhs, d) for d in dims]),
        tuple([gcd(lhs.constancy[d], rhs.constancy[d]) for d in dims]),
        constant,
    )
