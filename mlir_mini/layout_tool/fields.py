"""Which field of a layout is wrong.

The dialect's messages are upstream's, byte for byte. They are about an attribute's syntax, or what
its verifier looks at, in words that do not always name a parameter; and upstream reads attributes
of which no layout can be made. Here each gets the name that the parameter has in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mlir_mini.layout.encodings import (
    AMDMfmaEncoding,
    BlockedEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    LayoutEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.memory_encodings import (
    AMDRotatingSharedEncoding,
    NVMMASharedEncoding,
    PartitionedSharedEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.to_linear import to_linear_layout

_BASES = ("register", "lane", "warp", "block")
_SWIZZLED = ("vec", "perPhase", "maxPhase", "order")

#: The parameters that the text of an attribute can't do without.
_NEEDED = {
    "blocked": ("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"),
    "slice": ("dim", "parent"),
    "dot_op": ("opIdx", "parent"),
    "nvidia_mma": ("versionMajor", "warpsPerCTA", "instrShape"),
    "amd_mfma": ("version", "warpsPerCTA", "instrShape", "isTransposed"),
    "amd_wmma": ("version", "isTranspose", "ctaLayout"),
    "linear": _BASES,
    "generic_linear": _BASES,
    "swizzled_shared": _SWIZZLED,
    "amd_rotating_shared": _SWIZZLED,
    "partitioned_shared": ("numPartitions", "numGroups", "partitionDim", "partitionLayout"),
    "padded_shared": (),
    "shared_linear": ("offset", "alignment"),
    "nvmma_shared": ("swizzlingByteWidth", "transposed", "elementBitWidth"),
    "tensor_memory_encoding": ("blockM", "blockN", "colStride"),
    "tensor_memory_scales_encoding": (),
}

#: Those that some have beside them.
_MORE = {
    "dot_op": ("kWidth",),
    "nvidia_mma": ("versionMinor",),
    "padded_shared": ("order", "shape", "offset", "block"),
    "shared_linear": ("block",),
}

#: What upstream calls a parameter in words.
_WORDS = (
    ("number of warps per CTA", "warpsPerCTA"),
    ("number of threads per warp", "threadsPerWarp"),
    ("number of elements per thread", "sizePerThread"),
    ("(mDim, nDim)", "instrShape"),
    ("WMMA v", "version, instrShape"),
    ("interval", "intervals"),
    ("padding", "paddings"),
)

_ATTRIBUTE = re.compile(r"#\w+\.(\w+)<")
_UNKNOWN = re.compile(
    r"(?:unexpected key|parameter name): (\w+)|Unexpected attribute \"(\w+)|attribute `(\w+)`"
)
_FIELD = re.compile(r"(\w+)\s*=")


def unreadable(text: str, message: str, column: int | None) -> str:
    """The message about an attribute's text with the name of a field in front, unless it has one.

    `column`, from 1, is where upstream's parser stopped, if it says.
    """
    # The layout is printed behind this one.
    message = message.partition(", but was not:")[0]
    at = f" (column {column})" if column else ""
    unknown = _UNKNOWN.search(message)
    if unknown is not None:
        return f"{message}{at}{_hint(unknown[unknown.lastindex or 1], text)}"
    missing = missing_field(text)
    if missing is not None:
        return missing
    name = _field_of(text, message, column)
    return f"{name}: {message}{at}" if name else f"{message}{at}"


def _field_of(text: str, message: str, column: int | None) -> str | None:
    """The field that a message is about; None if the message names one, or there is none."""
    for words, name in _WORDS:
        if words in message:
            return name
    given = [match[1] for match in _FIELD.finditer(text)]
    known = {*given, *(name for names in (*_NEEDED.values(), *_MORE.values()) for name in names)}
    if any(re.search(rf"\b{name}\b", message) for name in known):
        return None
    if any(word in message for word in ("bijective", "surjective", "permutation matrix")):
        return ", ".join(name for name in (*_BASES, "offset") if name in given)
    end = len(text) if message.startswith("unbalanced") else column or 0
    before = [word for word in re.findall(r"[a-zA-Z]\w*", text[:end]) if word in known]
    if before:
        return before[-1]
    # #ttg.padded_shared<[interval:+padding, ...] {...}>
    if 1 < end <= text.find("]", text.find("padded_shared<[") + 1):
        return "paddings" if text[end - 2] == "+" else "intervals"
    return None


def _hint(word: str, text: str) -> str:
    """The parameter, or the kind of layout, that was meant perhaps."""
    from mlir_mini.pass_table import did_you_mean

    kinds = _ATTRIBUTE.findall(text)
    names = [name for kind in kinds for name in (*_NEEDED.get(kind, ()), *_MORE.get(kind, ()))]
    return did_you_mean(word, [*names, *_NEEDED])


def missing_field(text: str) -> str | None:
    """That an attribute in this text lacks a parameter, if it does and its brackets are closed."""
    for match in _ATTRIBUTE.finditer(text):
        body = _within(text, match.end())
        if body is None:
            return None
        given = {field[1] for field in _FIELD.finditer(_own(body))}
        needed = _NEEDED.get(match[1], ())
        misspelt = [name for name in given if name not in needed]
        for name in needed:
            if name not in given and not any(_is_near(name, other) for other in misspelt):
                return f"{name}: is missing in #{text[match.start() + 1 : match.end() - 1]}"
    return None


def _within(text: str, start: int) -> str | None:
    """What the bracket `<` before `start` encloses, None if nothing closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] == "<") - (text[at] == ">")
        if not depth:
            return text[start:at]
    return None


def _own(body: str) -> str:
    """An attribute's text without what the attributes inside enclose."""
    depth, kept = 0, []
    for letter in body:
        depth += letter == "<"
        if not depth:
            kept.append(letter)
        depth -= letter == ">"
    return "".join(kept)


def _is_near(name: str, other: str) -> bool:
    """A misspelt parameter is a better message than a missing one."""
    from mlir_mini.pass_table import did_you_mean

    return bool(did_you_mean(other, [name]))


def problem_of(encoding: LayoutEncoding) -> str | None:
    """What keeps every tensor from having this layout, with the field's name in front."""
    for part in _parts(encoding):
        for name, values in _powers_of_two(part):
            for value in values:
                if not is_power_of_2(value):
                    return f"{name}: {value} is not a positive power of two"
        order = part.order if isinstance(part, _WITH_ORDER) else None
        if order is not None and sorted(order) != list(range(part.rank)):
            return f"order: {list(order)} does not list the dims 0 to {part.rank - 1} once each"
        if isinstance(part, (NvidiaMmaEncoding, AMDMfmaEncoding)):
            if not part.warps_per_cta:
                return "warpsPerCTA: there are none"
            if len(part.instr_shape) < 2:
                return f"instrShape: {list(part.instr_shape)} has no rows and columns"
    if isinstance(encoding, DistributedEncoding):
        try:
            to_linear_layout((1,) * encoding.rank, encoding)
        except LayoutError as error:
            return _named(encoding, str(error))
    return None


_WITH_ORDER = (BlockedEncoding, SwizzledSharedEncoding, AMDRotatingSharedEncoding)


def _parts(encoding: LayoutEncoding) -> Iterator[LayoutEncoding]:
    """The encodings that this one is made of, the innermost first."""
    if isinstance(encoding, (SliceEncoding, DotOperandEncoding)):
        yield from _parts(encoding.parent)
    if isinstance(encoding, PartitionedSharedEncoding):
        yield from _parts(encoding.partition_layout)
    yield encoding


def _powers_of_two(encoding: LayoutEncoding) -> list[tuple[str, Sequence[int]]]:
    """(field, its numbers) of all that count registers, threads, warps, elements or bits."""
    if isinstance(encoding, (SwizzledSharedEncoding, AMDRotatingSharedEncoding)):
        return [
            ("vec", [encoding.vec]),
            ("perPhase", [encoding.per_phase]),
            ("maxPhase", [encoding.max_phase]),
        ]
    if isinstance(encoding, (NvidiaMmaEncoding, AMDMfmaEncoding)):
        # An instruction of Hopper's may be 24 columns wide.
        return [("warpsPerCTA", encoding.warps_per_cta)]
    if isinstance(encoding, NVMMASharedEncoding):
        return [("elementBitWidth", [encoding.element_bit_width])]
    if isinstance(encoding, DotOperandEncoding) and encoding.k_width:
        return [("kWidth", [encoding.k_width])]
    return []


def _named(encoding: LayoutEncoding, message: str) -> str:
    """The message about a layout that can't be made, under the field it is about."""
    for part in _parts(encoding):
        if isinstance(part, DotOperandEncoding) and "first operand" in message:
            return f"opIdx: {message}"
        if hasattr(part, "instr_shape"):
            return f"instrShape: {message}"
    return message
