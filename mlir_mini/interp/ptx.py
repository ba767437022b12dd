"""Inline assembly: straight-line PTX of common instructions, for all groups of elements at once.

Registers hold bit patterns; an instruction reads and writes them as its type says. What is not
here (branches, predicates, other instructions) is Unsupported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from mlir_mini.interp.arith import maximum, maximum_number, minimum, minimum_number
from mlir_mini.interp.errors import Unsupported
from mlir_mini.interp.floats import round_tf32
from mlir_mini.interp.rounding import fused
from mlir_mini.ir.types import IntegerType

_TYPES: dict[str, Any] = {
    **{f"{kind}{width}": np.dtype(f"u{width // 8}") for kind in "bu" for width in (8, 16, 32, 64)},
    **{f"s{width}": np.dtype(f"i{width // 8}") for width in (8, 16, 32, 64)},
    **{f"f{width}": np.dtype(f"f{width // 8}") for width in (16, 32, 64)},
}
_FLOAT_UNARY: dict[str, Callable[[Any], Any]] = {
    "ex2": np.exp2,
    "lg2": np.log2,
    "rcp": lambda x: 1.0 / x,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1.0 / np.sqrt(x),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
}
_BITWISE: dict[str, Callable[..., Any]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "not": np.bitwise_not,
    "neg": np.negative,
    "abs": np.abs,
    "add": np.add,
    "sub": np.subtract,
}
_NOTHING = frozenset({"fence", "membar", "bar", ".reg"})


@lru_cache(maxsize=256)
def _instructions(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Opcodes with their operands; a vector operand is ``{a,b}``."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    found = []
    for statement in text.split(";"):
        statement = statement.strip()
        # Braces around statements open and close a scope.
        while statement[:1] in ("{", "}"):
            statement = statement[1:].strip()
        if statement:
            opcode, _, rest = statement.partition(" ")
            operands = re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+", rest)
            found.append((opcode, tuple(re.sub(r"\s", "", o) for o in operands)))
    return tuple(found)


def run_assembly(
    memory: Any,
    text: str,
    constraints: str,
    pack: int,
    values: Sequence[Any],
    outputs: Sequence[tuple[tuple[int, ...], Any]],
) -> list[Any]:
    """Results of ``text`` for each group of ``pack`` elements of ``values``.

    ``outputs`` are the shapes and numpy types of the results. Elements narrower than a register
    of 32 bits share one, as many of the group as fit, the first one in the lowest bits.
    """
    shapes = {np.shape(v) for v in values}
    grouped = len(shapes) == 1 and shapes != {()}
    lanes = int(np.prod(shapes.pop())) // pack if grouped else 1
    shape = np.shape(values[0]) if values else ()
    machine = _Machine(memory, lanes)
    counts = [_registers(dtype, pack) for _, dtype in outputs]
    number = sum(counts)
    for value in values:
        for pattern in _packed(value, pack, lanes):
            machine.registers[f"${number}"] = pattern
            number += 1
    declared = [c for c in constraints.split(",") if not c.strip().startswith("~")]
    if number != len(declared):
        raise Unsupported(None, f"with constraints '{constraints}' for {number} registers")
    for opcode, operands in _instructions(text):
        machine.run(opcode, operands)
    results, number = [], 0
    for (wanted, dtype), count in zip(outputs, counts, strict=True):
        registers = [machine.registers.get(f"${number + i}") for i in range(count)]
        number += count
        if any(register is None for register in registers):
            raise Unsupported(None, "that leaves a result unset")
        result = _unpacked(registers, dtype, pack, lanes)
        # A region's scalar has an element per lane.
        results.append(result.reshape(wanted or shape))
    return results


def _registers(dtype: Any, pack: int) -> int:
    return max(1, pack * dtype.itemsize // 4) if dtype.itemsize <= 4 else pack


def _packed(value: Any, pack: int, lanes: int) -> list[Any]:
    value = np.ascontiguousarray(value)
    bits = value.view(np.dtype(f"u{value.dtype.itemsize}")).astype(np.uint64).reshape(lanes, pack)
    count = _registers(value.dtype, pack)
    each, width = pack // count, value.dtype.itemsize * 8
    patterns = []
    for register in range(count):
        pattern = np.zeros(lanes, np.uint64)
        for i in range(each):
            pattern |= bits[:, register * each + i] << np.uint64(i * width)
        patterns.append(pattern)
    return patterns


def _unpacked(registers: Sequence[Any], dtype: Any, pack: int, lanes: int) -> Any:
    each, width = pack // len(registers), dtype.itemsize * 8
    stored = np.dtype(f"u{dtype.itemsize}")
    columns = [
        np.broadcast_to(r >> np.uint64(i * width), (lanes,)).astype(stored)
        for r in registers
        for i in range(each)
    ]
    bits = np.ascontiguousarray(np.stack(columns, axis=1))
    return bits.astype(np.bool_) if dtype == np.bool_ else bits.view(dtype)


class _Machine:
    """Registers of all lanes, and the instructions."""

    def __init__(self, memory: Any, lanes: int) -> None:
        self.memory = memory
        self.lanes = lanes
        self.registers: dict[str, Any] = {}

    def read(self, operand: str, dtype: Any) -> Any:
        """An operand as an array of ``dtype``."""
        if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)U?", operand):
            mask = (1 << (dtype.itemsize * 8)) - 1
            pattern = np.full(self.lanes, int(operand.rstrip("U"), 0) & mask, np.uint64)
        elif re.fullmatch(r"0[fF][0-9a-fA-F]{8}", operand):
            pattern = np.full(self.lanes, int(operand[2:], 16), np.uint64)
        elif operand in self.registers:
            pattern = self.registers[operand]
        else:
            raise Unsupported(None, f"that reads '{operand}'")
        return pattern.astype(np.dtype(f"u{dtype.itemsize}")).view(dtype)

    def write(self, operand: str, value: Any) -> None:
        bits = np.ascontiguousarray(value).view(np.dtype(f"u{value.dtype.itemsize}"))
        self.registers[operand] = bits.astype(np.uint64)

    def run(self, opcode: str, operands: tuple[str, ...]) -> None:
        name, *modifiers = opcode.split(".") if not opcode.startswith(".") else [opcode]
        if name in _NOTHING:
            return
        types = [_TYPES[m] for m in modifiers if m in _TYPES]
        method: Any = getattr(self, f"_{name}", None)
        if not types or not operands:
            raise Unsupported(None, f"with '{opcode}'")
        if method is not None:
            try:
                method(types, modifiers, operands)
            except ValueError:
                # As many operands as the instruction has in no form that is known here.
                raise Unsupported(None, f"with '{opcode} {', '.join(operands)}'") from None
            return
        target, *sources = operands
        values = [self.read(source, types[0]) for source in sources]
        if name in _FLOAT_UNARY and types[0].kind == "f":
            wide = _FLOAT_UNARY[name](values[0].astype(np.float64))
            self.write(target, wide.astype(types[0]))
        elif name in _BITWISE:
            self.write(target, _BITWISE[name](*values).astype(types[0]))
        else:
            raise Unsupported(None, f"with '{opcode}'")

    def _mov(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, source = operands
        kind = types[0]
        if target.startswith("{"):
            parts = target[1:-1].split(",")
            width = kind.itemsize * 8 // len(parts)
            whole = self.read(source, kind).view(np.dtype(f"u{kind.itemsize}")).astype(np.uint64)
            for i, part in enumerate(parts):
                low = np.uint64((1 << width) - 1)
                self.registers[part] = (whole >> np.uint64(i * width)) & low
        elif source.startswith("{"):
            parts = source[1:-1].split(",")
            width = kind.itemsize * 8 // len(parts)
            part_type = np.dtype(f"u{width // 8}")
            whole = np.zeros(self.lanes, np.uint64)
            for i, part in enumerate(parts):
                whole |= self.read(part, part_type).astype(np.uint64) << np.uint64(i * width)
            self.registers[target] = whole
        else:
            self.write(target, self.read(source, kind))

    def _cvt(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, source = operands
        if "tf32" in modifiers:
            value = round_tf32(self.read(source, np.dtype(np.float32)))
        elif len(types) == 2:
            value = self.read(source, types[1])
            if types[1].kind == "f" and types[0].kind != "f":
                rounding = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
                found = [rounding[m] for m in modifiers if m in rounding]
                limits = np.iinfo(types[0])
                whole = np.nan_to_num(found[0](value.astype(np.float64)) if found else value)
                value = np.clip(whole, float(limits.min), float(limits.max))
            value = value.astype(types[0])
        else:
            raise Unsupported(None, f"with 'cvt.{'.'.join(modifiers)}'")
        self.write(target, value)

    def _extremum(
        self, smaller: bool, types: list[Any], modifiers: list[str], operands: Any
    ) -> None:
        target, *sources = operands
        a, b = (self.read(source, types[0]) for source in sources)
        if types[0].kind != "f":
            self.write(target, (np.minimum if smaller else np.maximum)(a, b))
            return
        functions = (minimum, minimum_number) if smaller else (maximum, maximum_number)
        sign = np.signbit(a) ^ np.signbit(b)
        if "abs" in modifiers:
            a, b = np.abs(a), np.abs(b)
        found = functions["NaN" not in modifiers](a, b)
        if "xorsign" in modifiers:
            found = np.where(np.isnan(found), found, np.copysign(found, np.where(sign, -1.0, 1.0)))
        self.write(target, found.astype(types[0]))

    def _max(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        self._extremum(False, types, modifiers, operands)

    def _min(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        self._extremum(True, types, modifiers, operands)

    def _mul(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, *sources = operands
        a, b = (self.read(source, types[0]) for source in sources)
        if "hi" in modifiers or "wide" in modifiers:
            raise Unsupported(None, f"with 'mul.{'.'.join(modifiers)}'")
        self.write(target, (a * b).astype(types[0]))

    def _fma(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, *sources = operands
        a, b, c = (self.read(source, types[0]) for source in sources)
        self.write(target, fused(a, b, c).astype(types[0]))

    def _shift(self, left: bool, types: list[Any], operands: tuple[str, ...]) -> None:
        target, source, count = operands
        value = self.read(source, types[0])
        amount = self.read(count, np.dtype(np.uint32))
        width = types[0].itemsize * 8
        within = np.minimum(amount, width - 1).astype(value.dtype)
        shifted = np.left_shift(value, within) if left else np.right_shift(value, within)
        # Too far a shift gives zeros, or copies of the sign.
        spent = (amount >= width) & (left or value.dtype.kind == "u")
        self.write(target, np.where(spent, 0, shifted).astype(types[0]))

    def _shl(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        self._shift(True, types, operands)

    def _shr(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        self._shift(False, types, operands)

    def _shf(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, low, high, count = operands
        word = np.dtype(np.uint32)
        whole = self.read(low, word).astype(np.uint64)
        whole |= self.read(high, word).astype(np.uint64) << np.uint64(32)
        amount = self.read(count, word).astype(np.uint64)
        wrapped = amount & np.uint64(31) if "wrap" in modifiers else np.minimum(amount, 32)
        wrapped = wrapped.astype(np.uint64)
        if modifiers[0] == "l":
            # Of the 64 bits shifted to the left, the upper word.
            found = np.where(wrapped < 32, (whole << (wrapped % 32)) >> np.uint64(32), whole)
        else:
            found = whole >> wrapped
        self.write(target, (found & np.uint64(0xFFFFFFFF)).astype(word))

    def _prmt(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, low, high, selector = operands
        word = np.dtype(np.uint32)
        whole = self.read(low, word).astype(np.uint64)
        whole |= self.read(high, word).astype(np.uint64) << np.uint64(32)
        chosen = self.read(selector, word).astype(np.uint64)
        result = np.zeros(self.lanes, np.uint64)
        for i in range(4):
            nibble = (chosen >> np.uint64(4 * i)) & np.uint64(15)
            byte = (whole >> (np.uint64(8) * (nibble & np.uint64(7)))) & np.uint64(255)
            sign = np.where(byte >> np.uint64(7), np.uint64(255), np.uint64(0))
            byte = np.where(nibble & np.uint64(8), sign, byte)
            result |= byte << np.uint64(8 * i)
        self.registers[target] = result

    def _lop3(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, *sources, table = operands
        word = np.dtype(np.uint32)
        a, b, c = (self.read(source, word) for source in sources)
        result = np.zeros(self.lanes, np.uint32)
        for case in range(8):
            if int(table, 0) >> case & 1:
                terms = [v if case >> bit & 1 else ~v for v, bit in ((a, 2), (b, 1), (c, 0))]
                result |= terms[0] & terms[1] & terms[2]
        self.write(target, result)

    def _address(self, operand: str) -> Any:
        inside = operand[1:-1]
        base, _, offset = inside.partition("+")
        return self.read(base, np.dtype(np.int64)) + int(offset or "0", 0)

    def _ld(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, source = operands
        element = IntegerType(types[0].itemsize * 8)
        self.write(target, self.memory.read(self._address(source), element))

    def _st(self, types: list[Any], modifiers: list[str], operands: tuple[str, ...]) -> None:
        target, source = operands
        element = IntegerType(types[0].itemsize * 8)
        value = self.read(source, np.dtype(f"i{types[0].itemsize}"))
        self.memory.write(self._address(target), value, element)
