"""The textual form of ttng's attributes: layouts of tensor memory, cache policies.

Source: lib/Dialect/TritonNvidiaGPU/IR/Dialect.cpp, TritonNvidiaGPUAttrDefs.td.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.layout_text import bases_text, read_cga_layout, text_printer
from mlir_mini.dialects.tt_types import check_cache_modifier
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import FloatAttr, IntegerAttr
from mlir_mini.ir.types import f32, i32
from mlir_mini.layout import CGALayout, TensorMemoryEncoding, TensorMemoryScalesEncoding
from mlir_mini.spec import verify

if TYPE_CHECKING:
    from mlir_mini.spec.registry import Dialect
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer


class TensorMemorySpaceAttr(Interned):
    """`#ttng.tensor_memory`: the memory of Blackwell's tensor cores."""

    fields = ()
    __slots__ = fields


TENSOR_MEMORY = TensorMemorySpaceAttr()

CACHE_MODIFIERS = ("none", "ca", "cg", "wb", "cs", "wt", "cv")
EVICTION_PRIORITIES = (
    "none",
    "evict_normal",
    "evict_unchanged",
    "evict_first",
    "evict_last",
    "no_allocate",
)
BLOCK_REP_ORDERS = ("mnThenK", "kThenMn")
_L2_PRIMARY = ("evict_normal", "evict_unchanged", "evict_first", "evict_last")
_L2_SECONDARY = ("evict_unchanged", "evict_first")


class CachePolicyAttr(Interned):
    """`#ttng.cache_policy<...>`: hints for an access to global memory.

    `l2_fraction` is a FloatAttr or None, `l2_prefetch_size` an IntegerAttr, in bytes, or None;
    the others are keywords.
    """

    fields = (
        "cache_modifier",
        "l1",
        "l2_primary",
        "l2_secondary",
        "l2_fraction",
        "l2_prefetch_size",
    )
    __slots__ = fields
    cache_modifier: str
    l1: str
    l2_primary: str
    l2_secondary: str
    l2_fraction: FloatAttr | None
    l2_prefetch_size: IntegerAttr | None

    def __new__(
        cls,
        cache_modifier: str = "none",
        l1: str = "none",
        l2_primary: str = "none",
        l2_secondary: str = "none",
        l2_fraction: FloatAttr | None = None,
        l2_prefetch_size: IntegerAttr | None = None,
    ) -> CachePolicyAttr:
        return super().__new__(
            cls, cache_modifier, l1, l2_primary, l2_secondary, l2_fraction, l2_prefetch_size
        )

    def verify(self) -> str | None:
        """Upstream's complaint about the hints, or None."""
        if self.cache_modifier != "none" and self.l1 != "none":
            return "cache modifier cannot be combined with an L1 eviction priority"
        fraction = self.l2_fraction
        if self.l2_primary == "none":
            if self.l2_secondary != "none" or fraction is not None:
                return "l2_secondary and l2_fraction require l2_primary"
        else:
            if self.l2_secondary == "none" or fraction is None:
                return "L2 policy requires l2_secondary and l2_fraction"
            if self.l2_primary not in _L2_PRIMARY:
                return f"invalid L2 primary eviction priority '{self.l2_primary}'"
            if self.l2_secondary not in _L2_SECONDARY:
                return f"invalid L2 secondary eviction priority '{self.l2_secondary}'"
            if fraction.type is not f32 or not 0 < fraction.value <= 1:
                return "L2 fraction must be a finite f32 in (0, 1]"
        size = self.l2_prefetch_size
        if size is not None and (size.type is not i32 or size.value not in (64, 128, 256)):
            return "L2 prefetch size must be 64, 128, or 256"
        return None


class _EnumAttr(Interned):
    fields = ("value",)
    __slots__ = fields
    value: str


class TMEMLoadReduceModifierAttr(_EnumAttr):
    """`#ttng.redOp<min>`: how a load from tensor memory reduces rows."""

    __slots__ = ()


class TensorMemoryScalesBlockRepOrderAttr(_EnumAttr):
    """`#ttng.blockRepOrder<mnThenK>`."""

    __slots__ = ()


# Parsing -------------------------------------------------------------------------------------


def _unsigned(cursor: Cursor) -> Callable[[], int]:
    return lambda: cursor.integer() & 0xFFFFFFFF


def _one_of(cursor: Cursor, cases: Sequence[str], enum: str) -> Callable[[], str]:
    def read() -> str:
        at = cursor.location()
        word = cursor.optional_keyword()
        if word is None:
            raise cursor.error("expected valid keyword or string", at)
        if word not in cases:
            listed = ", ".join(cases)
            name = f"::mlir::triton::{enum}"
            raise cursor.error(f"expected {name} to be one of: {listed}", at)
        return word

    return read


def _block_rep_order(cursor: Cursor) -> Callable[[], str]:
    def read() -> str:
        at = cursor.location()
        word = cursor.keyword()
        if word not in BLOCK_REP_ORDERS:
            listed = ", ".join(BLOCK_REP_ORDERS)
            raise cursor.error(
                f"expected one of [{listed}] for allowed 32-bit signless integer cases: 0, 1, "
                f"got: {word}",
                at,
            )
        return word

    return read


def _attribute(cursor: Cursor, cls: type) -> Callable[[], Any]:
    def read() -> Any:
        at = cursor.location()
        found = cursor.attribute()
        if not isinstance(found, cls):
            raise cursor.error("invalid kind of attribute specified", at)
        return found

    return read


def _parse_tensor_memory(params: Params) -> TensorMemoryEncoding:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    values = cursor.struct(
        {
            "blockM": _unsigned(cursor),
            "blockN": _unsigned(cursor),
            "colStride": _unsigned(cursor),
            "CGALayout": lambda: read_cga_layout(params, cursor.attribute(), 2),
            "twoCTAs": cursor.integer,
            "fp4Padded": cursor.integer,
        },
        required=("blockM", "blockN", "colStride"),
    )
    cursor.expect(">")
    encoding = TensorMemoryEncoding(
        values["blockM"],
        values["blockN"],
        values["colStride"],
        values.get("CGALayout"),
        bool(values.get("twoCTAs")),
        bool(values.get("fp4Padded")),
    )
    return _checked(cursor, start, encoding)


def _parse_tensor_memory_scales(params: Params) -> TensorMemoryScalesEncoding:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    values = {}
    if not cursor.optional(">"):
        values = cursor.struct(
            {
                "CGALayout": lambda: read_cga_layout(params, cursor.attribute(), 2),
                "blockRepOrder": _block_rep_order(cursor),
            }
        )
        cursor.expect(">")
    order = values.get("blockRepOrder", BLOCK_REP_ORDERS[0])
    return _checked(cursor, start, TensorMemoryScalesEncoding(values.get("CGALayout"), order))


def _parse_cache_policy(params: Params) -> CachePolicyAttr:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    values = {}
    if not cursor.optional(">"):
        priority = _one_of(cursor, EVICTION_PRIORITIES, "nvidia_gpu::CacheEvictionPriority")
        values = cursor.struct(
            {
                "cache_modifier": _one_of(cursor, CACHE_MODIFIERS, "CacheModifier"),
                "l1": priority,
                "l2_primary": priority,
                "l2_secondary": priority,
                "l2_fraction": _attribute(cursor, FloatAttr),
                "l2_prefetch_size": _attribute(cursor, IntegerAttr),
            }
        )
        cursor.expect(">")
    return _checked(cursor, start, CachePolicyAttr(**values))


def _checked(cursor: Cursor, start: int, attr: Any) -> Any:
    problem = attr.verify()
    if problem is not None:
        raise cursor.error(problem, start)
    return attr


def _parse_enum(
    cls: type[_EnumAttr], cases: Sequence[str], enum: str
) -> Callable[[Params], _EnumAttr]:
    def parse(params: Params) -> _EnumAttr:
        cursor = params.cursor()
        cursor.expect("<")
        value = _one_of(cursor, cases, enum)()
        cursor.expect(">")
        return cls(value)

    return parse


# Printing ------------------------------------------------------------------------------------


def _tensor_memory_text(e: TensorMemoryEncoding) -> str:
    tail = "" if e.cga_layout is CGALayout.one_cta(2) else f", {_cga(e.cga_layout)}"
    tail += ", twoCTAs = true" if e.two_ctas else ""
    tail += ", fp4Padded = true" if e.fp4_padded else ""
    return (
        f"tensor_memory_encoding<blockM = {e.block_m}, blockN = {e.block_n}, "
        f"colStride = {e.col_stride}{tail}>"
    )


def _cga(layout: CGALayout) -> str:
    return f"CGALayout = {bases_text(layout.bases)}"


def _tensor_memory_scales_text(e: TensorMemoryScalesEncoding) -> str:
    parts = [] if e.cga_layout is CGALayout.one_cta(2) else [_cga(e.cga_layout)]
    if e.block_rep_order != BLOCK_REP_ORDERS[0]:
        parts.append(f"blockRepOrder = {e.block_rep_order}")
    return f"tensor_memory_scales_encoding<{', '.join(parts)}>"


def _print_cache_policy(attr: CachePolicyAttr, p: Printer) -> None:
    p.write("cache_policy<")
    separator = ""
    for name in CachePolicyAttr.fields:
        value = getattr(attr, name)
        if value is None or value == "none":
            continue
        p.write(f"{separator}{name} = ")
        separator = ", "
        if isinstance(value, str):
            p.write(value)
        else:
            p.attr(value)
    p.write(">")


def alias_of(attr: Interned) -> str | None:
    if isinstance(attr, TensorMemoryEncoding):
        return "tmem"
    return "tmem_scales" if isinstance(attr, TensorMemoryScalesEncoding) else None


def check_cache_policy(attr: Interned, is_store: bool) -> str | None:
    """What is wrong with an attribute of this dialect as a cache policy."""
    if not isinstance(attr, CachePolicyAttr):
        return f"unsupported NVIDIA cache policy attribute {verify.attr_text(attr)}"
    return check_cache_modifier(attr.cache_modifier, is_store)


def register(dialect: Dialect) -> None:
    """Enter the attributes into the dialect's tables."""
    dialect.verify_cache_policy = check_cache_policy
    dialect.alias_of = alias_of
    dialect.attr_parsers.update(
        {
            "tensor_memory": lambda params: TENSOR_MEMORY,
            "tensor_memory_encoding": _parse_tensor_memory,
            "tensor_memory_scales_encoding": _parse_tensor_memory_scales,
            "cache_policy": _parse_cache_policy,
            "redOp": _parse_enum(
                TMEMLoadReduceModifierAttr, ("min", "max"), "nvidia_gpu::TMEMLoadReduceModifier"
            ),
            "blockRepOrder": _parse_enum(
                TensorMemoryScalesBlockRepOrderAttr,
                BLOCK_REP_ORDERS,
                "nvidia_gpu::TensorMemoryScalesBlockRepOrder",
            ),
        }
    )
    dialect.printers.update(
        {
            TensorMemorySpaceAttr: text_printer(lambda e: "tensor_memory"),
            TensorMemoryEncoding: text_printer(_tensor_memory_text),
            TensorMemoryScalesEncoding: text_printer(_tensor_memory_scales_text),
            CachePolicyAttr: _print_cache_policy,
            TMEMLoadReduceModifierAttr: text_printer(lambda e: f"redOp<{e.value}>"),
            TensorMemoryScalesBlockRepOrderAttr: text_printer(
                lambda e: f"blockRepOrder<{e.value}>"
            ),
        }
    )
