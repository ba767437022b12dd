"""Matrix products whose accumulator is in tensor memory (Blackwell, tcgen05).

Sources: include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUOps.td,
lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.tt_traits import DotLike, Predicated
from mlir_mini.dialects.tt_types import ScaleDotElemType
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_traits import LAYOUTS, AsyncToken, MBarrierLike, MemDesc, TTGOp
from mlir_mini.dialects.ttg_types import (
    AsyncTokenType,
    MemDescType,
    memdesc_layout,
    tensor_memory_rows,
)
from mlir_mini.dialects.ttng_attrs import TENSOR_MEMORY
from mlir_mini.dialects.ttng_checks import verify_completion_barrier, verify_tcgen05
from mlir_mini.ir.attributes import IntegerAttr, StringAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import FloatType, Type, bf16, bit_width, f16, f32, i8, i32
from mlir_mini.layout import (
    NVMMASharedEncoding,
    SharedLinearEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.queries import cta_shape
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec import verify
from mlir_mini.spec.attr_kinds import UnitAttrKind
from mlir_mini.spec.constraints import I1
from mlir_mini.spec.effects import READ, SHARED, TENSOR, WRITE, Effect
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    variadic,
)
from mlir_mini.spec.traits import Trait

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer

OPERAND_CHAIN = """
operand_chain: operand_link -> first
 | operand_chain COMMA operand_link -> append_item
operand_link: OPERANDS -> seq
 | OPERANDS BRACKETS -> seq
"""


@custom_directive("Chain")
class OperandChain(CustomDirective):
    """`%a, %b[%dep], %c, %barrier[%pred]`: operands, some with others in brackets.

    Each argument is a field, or `field(inner)` for one that brackets may follow.  After an
    operand, brackets hold a token to depend on and say that the operation has a result, `token`;
    after a variadic field they hold one operand each.
    """

    grammar = "operand_chain"
    rules = OPERAND_CHAIN

    def __init__(self, spec: Any, args: list[str]) -> None:
        super().__init__(spec, args)
        self.parts = []
        fields = {field.name: field for field in spec.operands}
        for arg in args:
            name, _, inner = arg.rstrip(")").partition("(")
            self.parts.append((fields[name], fields.get(inner)))

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        links = operand_links(children[i], state)
        names = state.names
        for field, inner in self.parts:
            if field.kind == "variadic":
                names[field.name] = [name for name, _ in links]
                names[inner.name] = [_one_operand(link, state) for link in links]
                links = []
                continue
            if not links:
                raise state.error(_end(children[i]), "expected ','")
            name, brackets = links.pop(0)
            names[field.name] = [name]
            if inner is not None:
                inside = [] if brackets is None else operands_in(brackets, state)
                names[inner.name] = inside
                state.types["token"] = [AsyncTokenType()] if brackets is not None else []
            elif brackets is not None:
                raise state.error(brackets.pos, "expected ','")
        if links:
            raise state.error(links[0][0][1], "expected ':'")
        return i + 1

    def print(self, op: Any, p: Printer) -> None:
        separator = ""
        for field, inner in self.parts:
            values = field.__get__(op)
            if field.kind != "variadic":
                p.write(separator)
                p.operand(values)
                if inner is not None and op.token is not None:
                    print_dependency(inner.__get__(op), p)
            else:
                for value, each in zip(values, inner.__get__(op), strict=True):
                    p.write(separator)
                    p.operand(value)
                    print_dependency(each, p)
                    separator = ", "
            separator = ", "


def print_dependency(value: Value | None, p: Printer) -> None:
    """`[%dep]`, or `[]`."""
    p.write("[")
    if value is not None:
        p.operand(value)
    p.write("]")


def _end(links: Sequence[Any]) -> int:
    last = links[-1][-1]
    return last.pos + len(last.value)


def operand_links(links: Sequence[Any], state: OpState) -> list[Any]:
    """(name, brackets behind it or None) for each operand of a chain."""
    found: list[Any] = []
    for link in links:
        found += [(name, None) for name in state.parser.operand_names(link[0])]
        if len(link) > 1:
            found[-1] = (found[-1][0], link[1])
    return found


def operands_in(brackets: Any, state: OpState) -> list[Any]:
    """Names of the operands in `[%a]` or `[]`."""
    inner = brackets.value[1:-1]
    stripped = inner.strip()
    if not stripped:
        return []
    pos = brackets.pos + 1 + inner.index(stripped)
    if not stripped.startswith("%") or "," in stripped:
        raise state.error(pos, "expected SSA operand")
    return [(stripped, pos)]


def _one_operand(link: Any, state: OpState) -> Any:
    name, brackets = link
    if brackets is None:
        raise state.error(name[1] + len(name[0]), "expected '['")
    inside = operands_in(brackets, state)
    if not inside:
        raise state.error(brackets.pos + 1, "expected SSA operand")
    return inside[0]


@custom_directive("ScaledTypes")
class _ScaledTypes(CustomDirective):
    """`lhs = e4m3 rhs = e4m3` and the barriers behind it."""

    grammar = "'lhs' EQUAL KEYWORD 'rhs' EQUAL KEYWORD scaled_barriers"
    rules = """
scaled_barriers: -> empty
 | COMMA operand_chain -> second
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        _, _, lhs, _, _, rhs, links = children[i : i + 7]
        state.properties["a_type"] = ScaleDotElemType.parse(lhs, state)
        state.properties["b_type"] = ScaleDotElemType.parse(rhs, state)
        barriers = operand_links(links, state)
        state.names["barriers"] = [name for name, _ in barriers]
        state.names["barrier_preds"] = [_one_operand(link, state) for link in barriers]
        return i + 7

    def print(self, op: Any, p: Printer) -> None:
        p.write(f"lhs = {op.a_type} rhs = {op.b_type}")
        for barrier, pred in zip(op.barriers, op.barrier_preds, strict=True):
            p.write(", ")
            p.operand(barrier)
            print_dependency(pred, p)

    def field_names(self) -> list[str]:
        return ["a_type", "b_type"]


def _verify_interleaved(op: Any) -> Diagnostic | None:
    if all(map(_is_interleaved, (op.a.type, op.d.type))):
        return op.op_error("does not support blockM=64 with interleaved blocks in TMEM layout")
    return None


def _is_interleaved(type: MemDescType) -> bool:
    encoding = type.encoding
    return (
        isinstance(encoding, TensorMemoryEncoding)
        and tensor_memory_rows(type) != 64
        and encoding.block_m == 64
    )


MMAv5Like = Trait("MMAv5OpInterface", _verify_interleaved)


class _MMAv5Op(TTGOp):
    """Base of both products; `a` is in shared or tensor memory, `b` in shared memory."""

    a = operand(MemDesc)
    b = operand(MemDesc)
    d = operand(MemDesc)
    acc_dep = optional_operand(AsyncToken)
    barriers: Any

    @property
    def barrier_operands(self) -> list[Value]:
        return self.barriers

    def own_effects(self) -> list[Effect]:
        op: Any = self
        found = [] if _is_false(op.useD) else [Effect(READ, TENSOR, op.d)]
        found.append(Effect(WRITE, TENSOR, op.d))
        shared = op.a.type.memory_space is SHARED_MEMORY
        found.append(Effect(READ, SHARED if shared else TENSOR, op.a))
        found.append(Effect(READ, SHARED, op.b))
        for scale in self.scales:
            found.append(Effect(READ, TENSOR, scale))
        return found + [Effect(WRITE, SHARED, barrier) for barrier in op.barriers]

    @property
    def scales(self) -> list[Value]:
        return []


def _is_false(value: Value) -> bool:
    """A constant 0."""
    source = value.defining_op
    found = source.attr("value") if source is not None else None
    constant = source is not None and source.has_trait(t.ConstantLike)
    return constant and isinstance(found, IntegerAttr) and found.value == 0


def _verify_barriers(op: Any) -> Diagnostic | None:
    problem = verify_tcgen05(op)
    if problem is not None:
        return problem
    if not op.is_async and op.barriers:
        return op.op_error("The op is synchronous but a barrier is present.")
    for barrier in op.barriers:
        problem = verify_completion_barrier(op, barrier)
        if problem is not None:
            return problem
    return None


_F8F6F4_BITS = (4, 6, 8)


def _kind_of(element: Type) -> tuple[str, tuple[Type, ...]] | None:
    """The kind of the instruction for such operands, and the accumulators that it can have."""
    if element is f32:
        return "tf32", (f32,)
    if element is f16:
        return "f16", (f16, f32)
    if element is bf16:
        return "f16", (f32,)
    if isinstance(element, FloatType) and element.width in _F8F6F4_BITS:
        return "f8f6f4", (f16, f32)
    return ("i8", (i32,)) if getattr(element, "width", 0) == 8 else None


def _verify_elements(op: Operation, a: Type, b: Type, d: Type) -> Diagnostic | None:
    text = verify.type_text
    a_kind, b_kind = _kind_of(a), _kind_of(b)
    if a_kind is None:
        return op.op_error(f"unsupported LHS operand dtype: '{text(a)}'")
    if b_kind is None:
        return op.op_error(f"unsupported RHS operand dtype: '{text(b)}'")
    if a_kind[0] != b_kind[0]:
        return op.op_error(
            f"LHS and RHS operand dtypes kinds don't match: LHS kind is {a_kind[0]} but RHS kind "
            f"is {b_kind[0]}"
        )
    if d not in a_kind[1] or d not in b_kind[1]:
        allowed = ", ".join(f"'{text(type)}'" for type in a_kind[1])
        return op.op_error(
            f"unsupported accumulator dtype for operand types '{text(a)}' and '{text(b)}', "
            f"accumulator dtype is '{text(d)}' but must be one of [{allowed}]"
        )
    return None


class TCGen5MMAOp(_MMAv5Op):
    """`d += a * b`; waits for the end unless `is_async`.

    With tokens, the accumulator's content is passed from operation to operation.

    %1 = ttng.tc_gen5_mma %a, %b, %d[%0], %useD, %pred, %bar[%barPred] {is_async}
      : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>,
        !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>,
        !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    """

    name = "ttng.tc_gen5_mma"
    useD = operand(I1)
    pred = operand(I1)
    barriers = variadic(MemDesc)
    barrier_preds = variadic(I1)
    is_async = optional_attr(UnitAttrKind)
    two_ctas = optional_attr(UnitAttrKind)
    multicast = optional_attr(UnitAttrKind)
    is_unsigned = optional_attr(UnitAttrKind)
    token = optional_result(AsyncToken)
    traits = LAYOUTS | {
        t.AttrSizedOperandSegments,
        DotLike,
        MMAv5Like,
        Predicated,
        MBarrierLike,
    }
    assembly_format = (
        "custom<Chain>(a, b, d(acc_dep), useD, pred, barriers(barrier_preds)) attr-dict `:` "
        "qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) "
        "(`,` qualified(type($barriers))^)?"
    )

    def verify_dims(self) -> bool:
        return self.a.type.shape[-1] == self.b.type.shape[-2]

    def verify_output_dims(self) -> bool:
        a, b, d = self.a.type.shape, self.b.type.shape, self.d.type.shape
        return d[-2] == a[-2] and d[-1] == b[len(a) - 1]

    def verify(self) -> Diagnostic | None:
        a, b, d = self.a.type, self.b.type, self.d.type
        problem = _verify_barriers(self) or _verify_elements(
            self, a.element_type, b.element_type, d.element_type
        )
        if problem is not None:
            return problem
        message = _operand_problem(a, b, d) or _block_problem(self, a, b, d)
        return None if message is None else self.op_error(message)


def _operand_problem(a: MemDescType, b: MemDescType, d: MemDescType) -> str | None:
    """What is wrong with the layouts of the operands, each by itself."""
    for name, type in (("LHS", a), ("RHS", b), ("Return", d)):
        if type.rank != 2:
            return f"{name} operand must have a rank-2 tensor"
    shared = (NVMMASharedEncoding, SharedLinearEncoding)
    left, result = a.encoding, d.encoding
    if not isinstance(left, (*shared, TensorMemoryEncoding)):
        return "LHS operand must have a NVMMAShared or TensorMemory encoding"
    if not isinstance(b.encoding, shared):
        return "RHS operand must have a NVMMAShared encoding"
    if not isinstance(result, TensorMemoryEncoding):
        return "Return operand must have a TensorMemory encoding"
    if result.fp4_padded:
        return "Accumulator must not be fp4_padded"
    if isinstance(left, TensorMemoryEncoding):
        if left.col_stride != 1:
            return "The col stride of the LHS operand must be 1"
        if left.fp4_padded:
            return "fp4_padded tensor memory LHS is only supported by scaled MMA"
    bits = bit_width(d.element_type)
    if result.col_stride != 32 // bits:
        return (
            f"The col stride of the return operand must be 32 / {bits} but got {result.col_stride}"
        )
    columns = shape_per_cta(result.cga_layout.cta_split_num, d.shape)[1]
    if min(result.block_n, columns) > 256:
        return "The block size of the return operand must be less than or equal to 256"
    return None


def _block_problem(op: Any, a: MemDescType, b: MemDescType, d: MemDescType) -> str | None:
    """What is wrong with how the operands are split among blocks."""
    left, right = (type.encoding.cga_layout.linear_layout for type in (a, b))
    for name, size in (
        ("LHS", left.out_dim_size("dim1")),
        ("RHS", right.out_dim_size("dim0")),
    ):
        if size != 1:
            return f"{name} CTASplit along K should be 1, but got {size}"
    two_ctas = op.two_ctas
    result: Any = d.encoding
    if two_ctas:
        if right.basis("block", 0) != (0, 1):
            return "twoCTA mode expects the first basis of the cga_layout of the RHS to be [0, 1]"
        # The blocks of a pair would have to alternate along N.
        split = result.cga_layout.linear_layout.out_dim_size("dim1")
        if d.shape[1] // split > 256:
            return (
                "We don't allow to emit more than one mma instruction along N. Reduce the block or "
                "increase the number of warps or CTAs along N"
            )
    kernel = "twoCTA" if two_ctas else "non-twoCTA"
    for name, encoding in (("returned value", result), ("LHS operand", a.encoding)):
        if isinstance(encoding, TensorMemoryEncoding) and encoding.two_ctas != two_ctas:
            return (
                f"The {name}'s encoding must have twoCTA={int(two_ctas)} to be used in a {kernel} "
                "kernel"
            )
    left, right, result = map(memdesc_layout, (a, b, d))
    for bit in range(result.in_dim_size_log2("block")):
        row = left.basis("block", bit)[0]
        column = 0 if two_ctas and bit == 0 else right.basis("block", bit)[1]
        found = result.basis("block", bit)
        if found != (row, column):
            return (
                f"expected block basis {row}, {column} at result index {bit}, but got "
                f"{found[0]}, {found[1]}"
            )
    return None


class TCGen5MMAScaledOp(_MMAv5Op):
    """`d += (a * a_scale) * (b * b_scale)`, with a scale for each block of elements along k.

    %1 = ttng.tc_gen5_mma_scaled %a, %b, %d[%0], %sa, %sb, %useD, %pred lhs = e4m3 rhs = e4m3
      : !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>,
        !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>,
        !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>,
        !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>,
        !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    """

    name = "ttng.tc_gen5_mma_scaled"
    a_scale = operand(MemDesc)
    b_scale = operand(MemDesc)
    a_type = attr(ScaleDotElemType)
    b_type = attr(ScaleDotElemType)
    useD = operand(I1)
    pred = operand(I1)
    barriers = variadic(MemDesc)
    barrier_preds = variadic(I1)
    two_ctas = optional_attr(UnitAttrKind)
    multicast = optional_attr(UnitAttrKind)
    is_async = optional_attr(UnitAttrKind)
    token = optional_result(AsyncToken)
    traits = TCGen5MMAOp.traits
    assembly_format = (
        "custom<Chain>(a, b, d(acc_dep), a_scale, b_scale, useD, pred) custom<ScaledTypes>() "
        "attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,` "
        "qualified(type($a_scale)) `,` qualified(type($b_scale)) "
        "(`,` qualified(type($barriers))^)?"
    )

    @property
    def scales(self) -> list[Value]:
        return [self.a_scale, self.b_scale]

    def _packed(self) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
        """For a and b: whether fp4 pairs lie along k, and whether along m or n."""
        found = []
        for type, kind, plain in (
            (self.a.type, self.a_type, False),
            (self.b.type, self.b_type, True),
        ):
            encoding = type.encoding
            swapped = isinstance(encoding, NVMMASharedEncoding) and encoding.transposed != plain
            fp4 = kind == "e2m1"
            found.append((fp4 and not swapped, fp4 and swapped))
        return found[0], found[1]

    def verify_dims(self) -> bool:
        (a_packed, _), (b_packed, _) = self._packed()
        return self.a.type.shape[-1] << a_packed == self.b.type.shape[-2] << b_packed

    def verify_output_dims(self) -> bool:
        (_, a_packed), (_, b_packed) = self._packed()
        d = self.d.type.shape
        rows = self.a.type.shape[-2] << a_packed
        return (rows, self.b.type.shape[-1] << b_packed) == (d[-2], d[-1])

    @property
    def block_m(self) -> int:
        return self.a.type.shape[-2] << self._packed()[0][1]

    @property
    def block_n(self) -> int:
        return self.b.type.shape[-1] << self._packed()[1][1]

    @property
    def block_k(self) -> int:
        return self.a.type.shape[-1] << self._packed()[0][0]

    def verify(self) -> Diagnostic | None:
        a, b, d = self.a.type, self.b.type, self.d.type
        problem = _verify_barriers(self) or _verify_elements(
            self,
            _scaled_element(a.element_type, self.a_type),
            _scaled_element(b.element_type, self.b_type),
            d.element_type,
        )
        if problem is not None:
            return problem
        message = _accumulator_problem(d) or self._left_problem()
        if message is None:
            message = self._scale_problem(self.a_scale, True) or self._scale_problem(
                self.b_scale, False
            )
        return None if message is None else self.op_error(message)

    def _left_problem(self) -> str | None:
        encoding, element = self.a.type.encoding, self.a.type.element_type
        if not isinstance(encoding, TensorMemoryEncoding):
            return None
        if self.a_type == "e2m1":
            if element is not i8:
                return "expected e2m1 LHS operand to have i8 storage"
            if encoding.fp4_padded != (self.b_type in _FLOAT8):
                if encoding.fp4_padded:
                    return "can only use fp4_padded LHS when RHS is float8"
                return "expected e2m1 LHS operand to be fp4_padded when RHS is float8"
            return None
        if element not in (FloatType("f8E4M3FN"), FloatType("f8E5M2")):
            return "unsupported LHS operand type for scaled MMA"
        if self.a_type not in _FLOAT8:
            return "expected float8 LHS operand to have e4m3 or e5m2 format"
        return None

    def _scale_problem(self, scale: Value, is_a: bool) -> str | None:
        type = scale.type
        assert isinstance(type, MemDescType)
        if type.memory_space is not TENSOR_MEMORY:
            return None
        shape = cta_shape(type.encoding, type.shape)
        # The order matters where there are several 128x4 blocks along both dims.
        relevant = shape[-2] > 128 and shape[-1] > 4
        name = "A" if is_a else "B"
        encoding = type.encoding
        needed = f"{name} scales in tensor memory must use #ttng.tensor_memory_scales_encoding"
        if not isinstance(encoding, TensorMemoryScalesEncoding):
            return needed if relevant else None
        if not relevant and encoding.block_rep_order == "mnThenK":
            return None
        expected = self._scale_order(is_a)
        if encoding.block_rep_order == expected:
            return None
        return f"{needed}<blockRepOrder = {expected}>"

    def _scale_order(self, is_a: bool) -> str:
        """How blocks of scales repeat: Rubin's NVFP4 has its A scales advance along k first."""
        module = ttg_utils.enclosing_module(self)
        target = module.attr(ttg_utils.TARGET) if module is not None else None
        rubin = isinstance(target, StringAttr) and target.value == "cuda:107"
        fp4 = self.a_type == self.b_type == "e2m1"
        fp8 = FloatType("f8E4M3FN")
        scales = [scale.type for scale in self.scales]
        nvfp4 = fp4 and all(getattr(s, "element_type", None) is fp8 for s in scales)
        return "kThenMn" if rubin and nvfp4 and is_a else "mnThenK"


_FLOAT8 = ("e4m3", "e5m2")
_SCALED_ELEMENTS = {
    "e4m3": FloatType("f8E4M3FN"),
    "e5m2": FloatType("f8E5M2"),
    "e2m3": FloatType("f6E2M3FN"),
    "e3m2": FloatType("f6E3M2FN"),
    "e2m1": FloatType("f4E2M1FN"),
    "bf16": bf16,
    "fp16": f16,
}


def _scaled_element(element: Type, kind: str) -> Type:
    """What integer storage stands for."""
    return element if isinstance(element, FloatType) else _SCALED_ELEMENTS[kind]


def _accumulator_problem(d: MemDescType) -> str | None:
    encoding = d.encoding
    if not isinstance(encoding, TensorMemoryEncoding):
        return "expected accumulator layout to be a TensorMemoryLayout"
    if encoding.fp4_padded:
        return "accumulator layout must not be fp4_padded"
    if encoding.block_m != 128:
        return "only supports instruction shape blockM=128"
    return None
