"""Triton's operations: what the verifier says of bad ones, inferred types, accessors, effects."""

from __future__ import annotations

from typing import Any

import pytest

from mlir_mini.dialects import tt
from mlir_mini.ir.attributes import i32_attr
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType, f32, i1
from mlir_mini.ir.verifier import VerificationError, verify
from mlir_mini.layout.encodings import BlockedEncoding, SliceEncoding
from mlir_mini.source import MLIRError
from mlir_mini.spec import effects as fx
from mlir_mini.syntax.parser import parse_module

ROWS = (
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>"
)
COLUMNS = (
    "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], "
    "order = [0, 1]}>"
)
ALIASES = (
    f"#rows = {ROWS}\n#columns = {COLUMNS}\n#slice = #ttg.slice<{{dim = 1, parent = #rows}}>\n"
)


def function(arguments: str, body: str) -> Operation:
    return parse_module(
        f'{ALIASES}module attributes {{"ttg.num-warps" = 4 : i32}} {{\n'
        f"  tt.func @f({arguments}) {{\n    {body}\n    tt.return\n  }}\n}}\n"
    )


def only(module: Operation, op_class: type) -> Any:
    (found,) = [op for op in module.walk() if isinstance(op, op_class)]
    return found


BAD = {
    "load of a number": (
        "%a: f32",
        '%0 = "tt.load"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> f32',
        "'tt.load' op operand #0 must be ptr or ranked tensor of ptr values, but got 'f32'",
    ),
    "load's result": (
        "%a: !tt.ptr<f32>",
        '%0 = "tt.load"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i32',
        "'tt.load' op failed to verify that result matches ptr type",
    ),
    "load's cache modifier": (
        "%a: !tt.ptr<f32>",
        "%0 = tt.load %a {cachePolicy = #tt.cache_policy<cache_modifier = wt, "
        "eviction_policy = evict_normal>} : !tt.ptr<f32>",
        "'tt.load' op invalid cache policy: cache modifier 'wt' is not supported for loads",
    ),
    "store's cache policy": (
        "%a: !tt.ptr<f32>, %b: f32",
        'tt.store %a, %b {cachePolicy = "fast"} : !tt.ptr<f32>',
        "'tt.store' op unsupported cache policy attribute \"fast\"",
    ),
    "atomic load that releases": (
        "%a: !tt.ptr<i32>",
        "%0 = tt.atomic_load release, gpu, %a : (!tt.ptr<i32>) -> i32",
        "'tt.atomic_load' op only supports acquire and relaxed semantics",
    ),
    "approximate quotient of halves": (
        "%a: f16",
        "%0 = tt.approx_divf %a, %a : f16",
        "'tt.approx_divf' op operand #0 must be 32-bit float or ranked tensor of 32-bit float "
        "values, but got 'f16'",
    ),
    "atomic store of a bit": (
        "%a: !tt.ptr<i1>, %b: i1",
        "tt.atomic_store release, gpu, %a, %b : !tt.ptr<i1>",
        "'tt.atomic_store' op does not support sub-byte elements",
    ),
    "poll of bytes": (
        "%a: !tt.ptr<i8>, %b: i8",
        "%0 = tt.atomic_poll relaxed, gpu, %a, %b : !tt.ptr<i8>, i8 -> i1",
        "'tt.atomic_poll' op only supports integer elements with width {16, 32, 64}",
    ),
    "block of other elements": (
        "%d: !tt.tensordesc<8x8xf32>, %i: i32",
        "%0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x8xf32> -> tensor<8x8xi32>",
        "'tt.descriptor_load' op descriptor block and tensor element types must match, but got "
        "descriptor element type 'f32' and tensor element type 'i32'",
    ),
    "gather of few rows": (
        "%d: !tt.tensordesc<1x64xf16>, %x: tensor<4xi32>, %y: i32",
        "%0 = tt.descriptor_gather %d[%x, %y] "
        ": (!tt.tensordesc<1x64xf16>, tensor<4xi32>, i32) -> tensor<4x64xf16>",
        "'tt.descriptor_gather' op must have at least 8 rows, but got 4",
    ),
    "gather of narrow rows": (
        "%d: !tt.tensordesc<1x8xf16>, %x: tensor<8xi32>, %y: i32",
        "%0 = tt.descriptor_gather %d[%x, %y] "
        ": (!tt.tensordesc<1x8xf16>, tensor<8xi32>, i32) -> tensor<8x8xf16>",
        "'tt.descriptor_gather' op must have at least 16 columns for 'f16', but got 8",
    ),
    "size no power of two": (
        "%a: tensor<6xf32>",
        "%0 = tt.precise_sqrt %a : tensor<6xf32>",
        'Number of elements must be power-of-two, but %0 = "tt.precise_sqrt"(%arg0) : '
        "(tensor<6xf32>) -> tensor<6xf32> doesn't follow the rule (6) elements",
    ),
    "expanded along another dim": (
        "%a: tensor<8xf32>",
        "%0 = tt.expand_dims %a {axis = 0 : i32} : tensor<8xf32> -> tensor<8x1xf32>",
        "'tt.expand_dims' op inferred type(s) 'tensor<1x8xf32>' are incompatible with return "
        "type(s) of operation 'tensor<8x1xf32>'",
    ),
    "expanded encoding": (
        "%a: tensor<32xf32, #slice>",
        "%0 = tt.expand_dims %a {axis = 0 : i32} "
        ": tensor<32xf32, #slice> -> tensor<1x32xf32, #rows>",
        "Incompatible slice dimension for ExpandDimsOp operand",
    ),
    "broadcast to other threads": (
        "%a: tensor<32x1xf32, #rows>",
        "%0 = tt.broadcast %a : tensor<32x1xf32, #rows> -> tensor<32x64xf32, #columns>",
        "'tt.broadcast' op requires matching source and result layouts up to broadcasting",
    ),
    "reshape to other threads": (
        "%a: tensor<32x64xf32, #columns>",
        "%0 = tt.reshape %a : tensor<32x64xf32, #columns> -> tensor<32x64xf32, #rows>",
        f"Expected result encoding {COLUMNS} but was {ROWS}",
    ),
    "order of a transposition": (
        "%a: tensor<8x8xf32>",
        "%0 = tt.trans %a {order = array<i32: 1, 1>} : tensor<8x8xf32> -> tensor<8x8xf32>",
        "order must be a permutation of [0, ..., rank - 1]",
    ),
    "split of another size": (
        "%a: tensor<8x4xf32>",
        "%0, %1 = tt.split %a : tensor<8x4xf32> -> tensor<8xf32>",
        "last dimension of input tensor must be 2",
    ),
    "cat of too much": (
        "%a: tensor<8xf32>",
        "%0 = tt.cat %a, %a : tensor<8xf32> -> tensor<8xf32>",
        "'tt.cat' op result element count must equal the sum of the operand element counts, "
        "expected 16 but got 8",
    ),
    "reduction's arguments": (
        "%a: tensor<8xf32>",
        '%0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({\n^bb0(%x: f32, %y: i32):\n'
        "tt.reduce.return %x : f32\n}) : (tensor<8xf32>) -> f32",
        "'tt.reduce' op type mismatch on combine operation. Expected argument 1 to have type "
        "'f32' but got 'i32'",
    ),
    "scan's axis": (
        "%a: tensor<8xf32>",
        '%0 = "tt.scan"(%a) <{axis = 1 : i32, reverse = false}> ({\n^bb0(%x: f32, %y: f32):\n'
        "tt.scan.return %x : f32\n}) : (tensor<8xf32>) -> tensor<8xf32>",
        "'tt.scan' op axis out of bounds for operand rank 1",
    ),
    "map that stores": (
        "%a: tensor<8x!tt.ptr<i32>>, %v: i32",
        '%0 = "tt.map_elementwise"(%a) <{pack = 1 : i32}> ({\n^bb0(%x: !tt.ptr<i32>):\n'
        "tt.store %x, %v : !tt.ptr<i32>\ntt.map_elementwise.return %v : i32\n"
        "}) : (tensor<8x!tt.ptr<i32>>) -> tensor<8xi32>",
        "'tt.store' op Stores are not supported inside map_elementwise",
    ),
    "dot of unequal elements": (
        "%a: tensor<16x16xf16>, %b: tensor<16x16xf32>",
        "%0 = tt.dot %a, %b, %b : tensor<16x16xf16> * tensor<16x16xf32> -> tensor<16x16xf32>",
        "element types of operands A and B must have same bit width",
    ),
    "dot of unequal sizes": (
        "%a: tensor<16x32xf32>, %b: tensor<16x16xf32>",
        "%0 = tt.dot %a, %b, %b : tensor<16x32xf32> * tensor<16x16xf32> -> tensor<16x16xf32>",
        "'tt.dot' op expected the last dimension of the first operand to be equal to the "
        "second-to-last dimension of the second operand",
    ),
    "call of nothing": (
        "%a: f32",
        "%0 = tt.call @nobody(%a) : (f32) -> f32",
        "'tt.call' op 'nobody' does not reference a valid function",
    ),
    "call with another type": (
        "%a: f32",
        "tt.call @f(%a, %a) : (f32, f32) -> ()",
        "'tt.call' op incorrect number of operands for callee",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_verifier(case: str) -> None:
    arguments, body, message = BAD[case]
    with pytest.raises(VerificationError) as error:
        verify(function(arguments, body))
    assert error.value.diagnostic.message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!tt.ptr<index>", "pointer types must point to integer or floating-point types"),
        ('!tt.ptr<f32, "nowhere">', "invalid pointer address space 'nowhere'"),
        ("!tt.ptr<f32, 3>", "expected string"),
        ("!tt.tensordesc<?x8xf32>", "expected static shape"),
        (
            "!tt.tensordesc<8xtensor<8xf32>>",
            "tensor descriptors must not wrap tensor types; use "
            "!tt.tensordesc<shape x element-type[, layout]> instead",
        ),
    ],
)
def test_bad_types(text: str, message: str) -> None:
    with pytest.raises(MLIRError) as error:
        function(f"%a: {text}", "")
    assert error.value.diagnostic.message == message


def test_functions() -> None:
    module = parse_module(
        "tt.func private @g(f32 {tt.a}, i32) -> (f32, i32 {tt.b})\n"
        "tt.func @f(%x: f32) {\n  tt.return\n}\n"
    )
    declared, defined = module.regions[0].first_block.ops
    assert isinstance(declared, tt.FuncOp)
    assert isinstance(defined, tt.FuncOp)
    assert (declared.is_declaration, defined.is_declaration) == (True, False)
    assert (declared.visibility, defined.visibility) == ("private", "public")
    assert declared.returned_types == declared.type.results
    assert defined.argument_types == (f32,)


def test_inferred_encodings() -> None:
    module = function("%a: tensor<32x64xf32, #rows>", "")
    argument = next(op for op in module.walk() if isinstance(op, tt.FuncOp))
    value = argument.body_region.first_block.arguments[0]
    rows = value.type.encoding  # type: ignore[attr-defined]
    assert isinstance(rows, BlockedEncoding)
    reduced = tt.ReduceOp.infer_result_types([value], {"axis": i32_attr(1)}, ())
    assert reduced == [RankedTensorType((32,), f32, SliceEncoding(1, rows))]
    assert tt.UnsplatOp.infer_result_types([value], {}, ()) == [f32]


def test_masks_and_pointees() -> None:
    load = only(
        function(
            "%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>",
            "%0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>",
        ),
        tt.LoadOp,
    )
    assert load.mask.type == RankedTensorType((8,), i1)
    assert load.other is None
    assert load.result.type == RankedTensorType((8,), f32)
    load.mask = None
    assert load.operand_segments() == (1, 0, 0)


def test_effects() -> None:
    module = function(
        "%p: !tt.ptr<f32>",
        "%0 = tt.load %p : !tt.ptr<f32>\n    %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>",
    )
    loads = [op for op in module.walk() if isinstance(op, tt.LoadOp)]
    kinds = [[effect.kind for effect in fx.memory_effects(op) or ()] for op in loads]
    assert kinds == [[fx.READ], [fx.READ, fx.WRITE]]


def test_single_combiner() -> None:
    reduction = only(
        function(
            "%a: tensor<8xf32>",
            '%0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({\n^bb0(%x: f32, %y: f32):\n'
            "%s = arith.addf %y, %x : f32\ntt.reduce.return %s : f32\n"
            "}) : (tensor<8xf32>) -> f32",
        ),
        tt.ReduceOp,
    )
    assert reduction.single_combiner.name == "arith.addf"


@pytest.mark.parametrize(
    ("source", "target", "axis"),
    [("8x4", "8x1x4", 1), ("8x4", "1x8x4", 0), ("8x4", "4x8x1", None), ("8x4", "32", None)],
)
def test_reshape_that_expands(source: str, target: str, axis: int | None) -> None:
    reshape = only(
        function(
            f"%a: tensor<{source}xf32>",
            f"%0 = tt.reshape %a : tensor<{source}xf32> -> tensor<{target}xf32>",
        ),
        tt.ReshapeOp,
    )
    assert reshape.expand_dims_axis == axis


def test_scale_factor() -> None:
    product = only(
        function(
            "%a: tensor<128x64xi8>, %s: tensor<128x8xi8>, %b: tensor<64x128xi8>, "
            "%c: tensor<128x128xf32>",
            "%0 = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : "
            "tensor<128x64xi8>, tensor<128x8xi8> * tensor<64x128xi8> -> tensor<128x128xf32>",
        ),
        tt.DotScaledOp,
    )
    assert product.deduce_scale_factor() == 16
