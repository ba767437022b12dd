"""convert-triton-to-tritongpu: every tensor gets a layout, the module says for which target.

    module {                                  module attributes {"ttg.num-warps" = 4 : i32, ...} {
      %0 = tt.load %p                           %0 = tt.load %p
         : tensor<64x!tt.ptr<f32>>                 : tensor<64x!tt.ptr<f32>, #blocked>
      %1 = tt.expand_dims %0 {axis = 0}    ->   %1 = ttg.convert_layout %0
         : ... -> tensor<1x64xf32>                 : ... -> tensor<64xf32, #ttg.slice<...>>
    }                                           %2 = tt.expand_dims %1 {axis = 0}
                                                   : ... -> tensor<1x64xf32, #blocked1>
                                              }

Most operations keep everything but the encodings of their tensors, which are the default ones. A
few have needs of their own: their operands are converted before them, and their results, where
their layout isn't the default one, for each user. After
lib/Conversion/TritonToTritonGPU/TritonToTritonGPUPass.cpp and
lib/Dialect/Triton/Transforms/FunctionTypeConversion.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mlir_mini.dialects import cf, scf
from mlir_mini.dialects.ttg_utils import NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseElementsAttr, StringAttr, TypeAttr, i32_array, i32_attr
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.types import FunctionType, ShapedType, Type, bit_width
from mlir_mini.ir.values import location_of
from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.coalescing import build_blocked_for_ctas
from mlir_mini.layout.encodings import BlockedEncoding, DotOperandEncoding, SliceEncoding
from mlir_mini.layout.inference import infer_join
from mlir_mini.layout.layout_utils import product, transpose_layout
from mlir_mini.layout.queries import total_elems_per_thread
from mlir_mini.passmanager import AnalysisManager, Option, Pass
from mlir_mini.rewrite.conversion import (
    ConversionPattern,
    ConversionRewriter,
    apply_partial_conversion,
)
from mlir_mini.source import Diagnostic, MLIRError
from passes.tritongpu_conversion import (
    LayoutConverter,
    convert_gather_scatter,
    convert_layout,
    encoding_of,
    legality,
    with_encoding,
)


class ConvertTritonToTritonGPU(Pass):
    name = "convert-triton-to-tritongpu"

    target = Option(str, "", "the GPU target, such as cuda:80 or hip:gfx942")
    num_warps = Option(int, 4, "number of warps")
    threads_per_warp = Option(int, 32, "number of threads of a warp")
    num_ctas = Option(int, 1, "number of blocks (CTAs) of a cluster (CGA)")
    enable_source_remat = Option(bool, False, "let operations that are not known keep their types")

    def run(self, module: Operation, am: AnalysisManager) -> None:
        if not self.target:
            message = f"'{self.name}' requires 'target' option to be set"
            raise MLIRError(Diagnostic("error", module.loc.position(), message))
        converter = LayoutConverter(
            self.num_warps, self.threads_per_warp, self.num_ctas, self.enable_source_remat
        )
        module.set_attr(NUM_WARPS, i32_attr(self.num_warps))
        module.set_attr(THREADS_PER_WARP, i32_attr(self.threads_per_warp))
        module.set_attr(NUM_CTAS, i32_attr(self.num_ctas))
        module.set_attr(TARGET, StringAttr(self.target))
        apply_partial_conversion(module, converter, lambda op: legality(op, converter), PATTERNS)


def _converter(rewriter: ConversionRewriter) -> LayoutConverter:
    assert isinstance(rewriter.converter, LayoutConverter)
    return rewriter.converter


def _replace(
    op: Any,
    operands: Sequence[Value],
    types: Iterable[Type],
    rewriter: ConversionRewriter,
    properties: Mapping[str, Interned] | None = None,
) -> bool:
    """Replace ``op`` by one of its kind with other operands and result types."""
    properties = op.properties if properties is None else properties
    rewriter.replace_op_with(op, type(op), operands, list(types), properties, op.attributes)
    return True


# Operations that take layouts as they come ------------------------------------------------------


def _convert_types(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    return _replace(op, operands, rewriter.converter.convert_all(op.result_types), rewriter)


def _infer_types(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    """The results get the layout that follows from that of the operands."""
    types = op.infer_result_types(operands, op.properties, ())
    return _replace(op, operands, types, rewriter)


def _constant(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    value, new_type = op.attr("value"), rewriter.converter.convert(op.result.type)
    if not isinstance(value, DenseElementsAttr) or not isinstance(new_type, ShapedType):
        return False
    return _replace(op, (), [new_type], rewriter, {"value": value.with_type(new_type)})


def _combine(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    """tt.reduce and tt.scan."""
    types = op.infer_result_types(operands, op.properties, ())
    return _replace_with_region(op, operands, types, rewriter)


def _map_elementwise(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    types = rewriter.converter.convert_all(op.result_types)
    return _replace_with_region(op, operands, types, rewriter)


def _replace_with_region(
    op: Any, operands: Sequence[Value], types: Sequence[Type], rewriter: ConversionRewriter
) -> bool:
    new = rewriter.create(
        type(op), operands, types, op.properties, op.attributes, regions=[Region()]
    )
    rewriter.clone_region(op.regions[0], new.regions[0])
    rewriter.replace_op(op, new)
    return True


# Operations that ask for a layout ---------------------------------------------------------------


# %r = tt.expand_dims %x {axis = 1}  ->  %s = ttg.convert_layout %x : #b -> slice<1, #b with a dim>
#                                        %r = tt.expand_dims %s {axis = 1} : ... -> #b with a dim
def _expand_dims(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    encoding, axis = encoding_of(operands[0]), op.axis
    if not isinstance(encoding, BlockedEncoding):
        return False

    def inserted(sizes: tuple[int, ...]) -> tuple[int, ...]:
        return (*sizes[:axis], 1, *sizes[axis:])

    rank = encoding.rank
    dims = list(range(rank))
    dims.insert(axis, rank)
    blocks = encoding.cga_layout.linear_layout.unsqueeze_out(f"dim{rank}")
    # The dims' order doesn't carry over: upstream lists them from the first on.
    parent = BlockedEncoding(
        inserted(encoding.size_per_thread),
        inserted(encoding.threads_per_warp),
        inserted(encoding.warps_per_cta),
        range(rank + 1),
        CGALayout(transpose_layout(blocks, dims)),
    )
    source_type = with_encoding(operands[0], SliceEncoding(axis, parent))
    return _infer_types(op, [convert_layout(rewriter, operands[0], source_type)], rewriter)


def _broadcast(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    return _replace(op, operands, [with_encoding(op.result, encoding_of(operands[0]))], rewriter)


def _join(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    encoding = infer_join(encoding_of(operands[0]), op.lhs.type.shape)
    return _replace(op, operands, [with_encoding(op.result, encoding)], rewriter)


# %r:2 = tt.split %x  ->  %y = ttg.convert_layout %x : ... -> both halves in one thread
#                         %r:2 = tt.split %y
def _split(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    (source,) = operands
    encoding = encoding_of(source)
    rank = len(op.src.type.shape)
    if (
        not isinstance(encoding, BlockedEncoding)
        or encoding.size_per_thread[-1] != 2
        or encoding.order[0] != rank - 1
    ):
        default = _converter(rewriter).default_encoding(op.src.type.shape[:-1])
        blocks = default.cga_layout.linear_layout.unsqueeze_out(f"dim{rank - 1}")
        encoding = BlockedEncoding(
            (*default.size_per_thread, 2),
            (*default.threads_per_warp, 1),
            (*default.warps_per_cta, 1),
            (rank - 1, *default.order),
            CGALayout(blocks),
        )
        source = convert_layout(rewriter, source, with_encoding(source, encoding))
    return _infer_types(op, [source], rewriter)


# The result has a register for each one of the operands, which may be more than by default.
def _cat(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    result_type: Any = rewriter.converter.convert(op.result.type)
    encoding = result_type.encoding
    if not isinstance(encoding, BlockedEncoding):
        return False
    held = total_elems_per_thread(encoding, result_type.shape)
    wanted = sum(
        total_elems_per_thread(encoding_of(value), op.lhs.type.shape) for value in operands
    )
    sizes = list(encoding.size_per_thread)
    sizes[encoding.order[0]] *= (1 << (wanted - 1).bit_length()) // held
    encoding = encoding.replace(size_per_thread=tuple(sizes))
    return _replace(op, operands, [result_type.with_encoding(encoding)], rewriter)


# %r = tt.dot %a, %b, %c  ->  %x = ttg.convert_layout %a : ... -> dot_op<0, #d>
#                             %y = ttg.convert_layout %b : ... -> dot_op<1, #d>
#                             %z = ttg.convert_layout %c : ... -> #d
#                             %r = tt.dot %x, %y, %z : ... -> #d
def _dot(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    converter = _converter(rewriter)
    shape: tuple[int, ...] = op.result.type.shape
    rank = len(shape)
    per_thread = product(shape) // (converter.num_warps * converter.threads_per_warp)
    tile = 4 if per_thread >= 16 else 2 if per_thread >= 4 else 1
    sizes = (1,) * (rank - 2) + tuple(min(tile, size) for size in shape[-2:])
    result_encoding = build_blocked_for_ctas(
        shape,
        sizes,
        range(rank - 1, -1, -1),
        converter.num_warps,
        converter.threads_per_warp,
        converter.num_ctas,
    )
    converted: list[Value] = []
    for index, value in enumerate(operands):
        encoding: Any = result_encoding
        if index < 2:
            encoding = encoding_of(value)
            if not isinstance(encoding, DotOperandEncoding):
                encoding = DotOperandEncoding.for_bit_width(
                    index, result_encoding, bit_width(value.type)
                )
        if index == 2 or encoding is not encoding_of(value):
            # Unlike elsewhere, the conversion is where the operand is, not where its user is.
            new_type = with_encoding(value, encoding)
            value = convert_layout(rewriter, value, new_type, location_of(value))
        converted.append(value)
    return _replace(op, converted, [with_encoding(op.result, result_encoding)], rewriter)


# Functions and control flow ---------------------------------------------------------------------


def _function(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    converter = rewriter.converter
    old: Any = op.attr("function_type").type
    inputs, results = converter.convert_all(old.inputs), converter.convert_all(old.results)
    rewriter.convert_region_types(op.regions[0])
    op.set_attr("function_type", TypeAttr(FunctionType(tuple(inputs), tuple(results))))
    rewriter.modified(op)
    return True


def _for(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    new = _move_to_clone(op, operands, rewriter)
    rewriter.convert_region_types(new.regions[0])
    rewriter.replace_op(op, new)
    return True


def _if(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    rewriter.replace_op(op, _move_to_clone(op, operands, rewriter))
    return True


def _move_to_clone(
    op: Operation, operands: Sequence[Value], rewriter: ConversionRewriter
) -> Operation:
    """A copy with converted operands and results, to which the bodies of ``op`` move."""
    new = rewriter.clone_without_regions(op)
    for source, target in zip(op.regions, new.regions, strict=True):
        rewriter.inline_region(source, target)
    new.set_operands(operands)
    for result in new.results:
        result.type = rewriter.converter.convert(result.type)
    return new


# Attributes are lost, as they are upstream.
def _while(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    types = rewriter.converter.convert_all(op.result_types)
    new = rewriter.create(scf.WhileOp, operands, types, regions=[Region(), Region()])
    for source, target in zip(op.regions, new.regions, strict=True):
        rewriter.inline_region(source, target)
        rewriter.convert_region_types(target)
    rewriter.replace_op(op, new)
    return True


def _set_operands(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    op.set_operands(operands)
    rewriter.modified(op)
    return True


# Attributes are lost, as they are upstream.
def _branch(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    region = op.parent_region
    rewriter.replace_op_with(op, cf.BranchOp, operands, successors=op.successors)
    rewriter.convert_region_types(region)
    return True


# Weights are lost, as they are upstream.
def _cond_branch(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    region = op.parent_region
    rewriter.replace_op_with(
        op,
        cf.CondBranchOp,
        operands,
        (),
        {"operandSegmentSizes": i32_array(op.operand_segments())},
        op.attributes,
        op.successors,
    )
    rewriter.convert_region_types(region)
    return True


#: Operations, by dialect, whose tensors all get default layouts.
_DEFAULT = {
    "arith": """
        addi subi muli divui divsi ceildivui ceildivsi floordivsi remui remsi andi ori xori
        shli shrui shrsi maxsi maxui minsi minui
        negf addf subf mulf divf remf maximumf maxnumf minimumf minnumf
        cmpi cmpf select trunci truncf extui extsi extf sitofp fptosi fptoui uitofp
    """,
    "math": "exp exp2 floor ceil cos sin log log2 erf absf absi sqrt rsqrt fma",
    "tt": """
        reshape splat unsplat make_range gather histogram dot_scaled print assert
        bitcast fp_to_fp int_to_ptr ptr_to_int addptr
        clampf precise_sqrt precise_divf approx_divf mulhiui
        elementwise_inline_asm extern_elementwise
        load store atomic_load atomic_store atomic_poll atomic_cas atomic_rmw
        descriptor_load descriptor_store descriptor_reduce
        reduce.return scan.return call return
    """,
    "scf": "yield",
    "ub": "poison",
}

#: How each operation is converted, by its name.
PATTERNS: dict[str, ConversionPattern] = {
    **{
        f"{dialect}.{name}": _convert_types
        for dialect, names in _DEFAULT.items()
        for name in names.split()
    },
    "arith.constant": _constant,
    "tt.trans": _infer_types,
    "tt.reduce": _combine,
    "tt.scan": _combine,
    "tt.map_elementwise": _map_elementwise,
    "tt.expand_dims": _expand_dims,
    "tt.broadcast": _broadcast,
    "tt.join": _join,
    "tt.split": _split,
    "tt.cat": _cat,
    "tt.dot": _dot,
    "tt.descriptor_gather": convert_gather_scatter,
    "tt.descriptor_scatter": convert_gather_scatter,
    "tt.func": _function,
    "scf.for": _for,
    "scf.if": _if,
    "scf.while": _while,
    "scf.condition": _set_operands,
    "cf.br": _branch,
    "cf.cond_br": _cond_branch,
}
