"""Shapes, reductions, scans, maps, products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlir_mini.interp import InterpError
from mlir_mini.interp.floats import decode, round_tf32
from mlir_mini.interp.tt_dot import unpack_fp4

from .text import returned

RANDOM = np.random.default_rng(0)
MATRIX = RANDOM.standard_normal((4, 8)).astype(np.float32)


def unary(body: str, value: Any, source: str, target: str) -> Any:
    return returned(f"%x: {source}", target, f"{body}\ntt.return %r : {target}", value)[0]


@pytest.mark.parametrize(
    ("body", "target", "expected"),
    [
        (
            "%r = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>",
            "tensor<8x4xf32>",
            MATRIX.T,
        ),
        (
            "%r = tt.reshape %x : tensor<4x8xf32> -> tensor<2x16xf32>",
            "tensor<2x16xf32>",
            MATRIX.reshape(2, 16),
        ),
        (
            "%r = tt.expand_dims %x {axis = 1 : i32} : tensor<4x8xf32> -> tensor<4x1x8xf32>",
            "tensor<4x1x8xf32>",
            MATRIX[:, None],
        ),
        (
            "%r = tt.join %x, %x : tensor<4x8xf32> -> tensor<4x8x2xf32>",
            "tensor<4x8x2xf32>",
            np.stack([MATRIX, MATRIX], -1),
        ),
        (
            """%y = tt.reshape %x : tensor<4x8xf32> -> tensor<4x4x2xf32>
               %a, %b = tt.split %y : tensor<4x4x2xf32> -> tensor<4x4xf32>
               %r = arith.subf %a, %b : tensor<4x4xf32>""",
            "tensor<4x4xf32>",
            MATRIX[:, 0::2] - MATRIX[:, 1::2],
        ),
        (
            "%r = tt.cat %x, %x : tensor<4x8xf32> -> tensor<8x8xf32>",
            "tensor<8x8xf32>",
            np.concatenate([MATRIX, MATRIX]),
        ),
    ],
)
def test_shapes(body: str, target: str, expected: Any) -> None:
    assert np.array_equal(unary(body, MATRIX, "tensor<4x8xf32>", target), expected)


def test_broadcast_and_splat() -> None:
    body = """%s = tt.splat %x : f32 -> tensor<4x1xf32>
              %r = tt.broadcast %s : tensor<4x1xf32> -> tensor<4x8xf32>"""
    found = unary(body, np.float32(3), "f32", "tensor<4x8xf32>")
    assert found.shape == (4, 8)
    assert (found == 3).all()


def test_gather() -> None:
    body = """%r = tt.gather %x[%i] {axis = 1 : i32}
                : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
              tt.return %r : tensor<4x2xf32>"""
    indices = RANDOM.integers(0, 8, (4, 2)).astype(np.int32)
    signature = "%x: tensor<4x8xf32>, %i: tensor<4x2xi32>"
    found = returned(signature, "tensor<4x2xf32>", body, MATRIX, indices)[0]
    assert np.array_equal(found, np.take_along_axis(MATRIX, indices.astype(int), 1))
    with pytest.raises(InterpError, match=r"an index is not within \[0, 8\)"):
        returned(signature, "tensor<4x2xf32>", body, MATRIX, indices + 8)


def test_histogram() -> None:
    values = np.array([0, 3, 3, 1, 7, 0, 2, 0], np.int32)
    mask = np.array([1, 1, 1, 1, 1, 1, 1, 0], bool)
    body = """%r = tt.histogram %x, %m : tensor<8xi32> -> tensor<4xi32>
              tt.return %r : tensor<4xi32>"""
    signature = "%x: tensor<8xi32>, %m: tensor<8xi1>"
    assert returned(signature, "tensor<4xi32>", body, values, mask)[0].tolist() == [2, 1, 1, 2]


# Regions on lanes ---------------------------------------------------------------------------------

REDUCE = """%r = "tt.reduce"(%x) <{{axis = {axis} : i32}}> ({{
            ^bb0(%a: f32, %b: f32):
              %s = {combine} %a, %b : f32
              tt.reduce.return %s : f32
            }}) : (tensor<4x8xf32>) -> tensor<{left}xf32>"""


@pytest.mark.parametrize(("axis", "left"), [(0, 8), (1, 4)])
def test_reductions(axis: int, left: int) -> None:
    for combine, function in (("arith.addf", np.sum), ("arith.maxnumf", np.max)):
        body = REDUCE.format(axis=axis, combine=combine, left=left)
        found = unary(body, MATRIX, "tensor<4x8xf32>", f"tensor<{left}xf32>")
        assert np.allclose(found, function(MATRIX, axis=axis), rtol=1e-6)


def test_a_reduction_keeps_the_order() -> None:
    # Neither sum commutes: the first element, and the last one that is not zero.
    body = """%r:2 = "tt.reduce"(%x, %x) <{axis = 0 : i32}> ({
              ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
                %z = arith.constant 0 : i32
                %n = arith.cmpi eq, %c, %z : i32
                %e = arith.cmpi eq, %d, %z : i32
                %l = arith.select %e, %b, %d : i32
                tt.reduce.return %a, %l : i32, i32
              }) : (tensor<8xi32>, tensor<8xi32>) -> (i32, i32)
              tt.return %r#0, %r#1 : i32, i32"""
    values = np.array([5, 1, 2, 3, 4, 9, 0, 0], np.int32)
    assert [int(v) for v in returned("%x: tensor<8xi32>", "i32, i32", body, values)] == [5, 9]


def test_lanes_that_branch_apart() -> None:
    body = """%r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
              ^bb0(%a: i32, %b: i32):
                %c = arith.cmpi slt, %a, %b : i32
                %s = scf.if %c -> (i32) {
                  scf.yield %b : i32
                } else {
                  scf.yield %a : i32
                }
                tt.reduce.return %s : i32
              }) : (tensor<4x8xi32>) -> tensor<4xi32>"""
    values = RANDOM.permutation(32).reshape(4, 8).astype(np.int32)
    found = unary(body, values, "tensor<4x8xi32>", "tensor<4xi32>")
    assert np.array_equal(found, values.max(axis=1))


@pytest.mark.parametrize("reverse", [False, True])
def test_scans(reverse: bool) -> None:
    flag = "true" if reverse else "false"
    body = f"""%r = "tt.scan"(%x) <{{axis = 1 : i32, reverse = {flag}}}> ({{
               ^bb0(%a: i32, %b: i32):
                 %s = arith.addi %a, %b : i32
                 tt.scan.return %s : i32
               }}) : (tensor<4x8xi32>) -> tensor<4x8xi32>"""
    values = RANDOM.integers(0, 99, (4, 8)).astype(np.int32)
    found = unary(body, values, "tensor<4x8xi32>", "tensor<4x8xi32>")
    turn = slice(None, None, -1) if reverse else slice(None)
    assert np.array_equal(found, np.cumsum(values[:, turn], axis=1)[:, turn])


def test_maps_of_packs_that_branch() -> None:
    body = """%r = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
              ^bb0(%a: i32, %b: i32):
                %c = arith.cmpi slt, %a, %b : i32
                cf.cond_br %c, ^bb1, ^bb2
              ^bb1:
                tt.map_elementwise.return %b, %a : i32, i32
              ^bb2:
                tt.map_elementwise.return %a, %b : i32, i32
              }) : (tensor<8xi32>) -> tensor<8xi32>"""
    values = np.array([1, 2, 4, 3, 5, 6, 8, 7], np.int32)
    found = unary(body, values, "tensor<8xi32>", "tensor<8xi32>")
    assert found.tolist() == [2, 1, 4, 3, 6, 5, 8, 7]


# Products -----------------------------------------------------------------------------------------


def dot(a: Any, b: Any, c: Any, types: tuple[str, str, str], precision: str = "") -> Any:
    left, right, sums = (
        f"tensor<{'x'.join(map(str, v.shape))}x{t}>" for v, t in zip((a, b, c), types, strict=True)
    )
    body = f"""%r = tt.dot %a, %b, %c{precision} : {left} * {right} -> {sums}
               tt.return %r : {sums}"""
    return returned(f"%a: {left}, %b: {right}, %c: {sums}", sums, body, a, b, c)[0]


def test_products() -> None:
    a = RANDOM.standard_normal((16, 32)).astype(np.float16)
    b = RANDOM.standard_normal((32, 16)).astype(np.float16)
    c = RANDOM.standard_normal((16, 16)).astype(np.float32)
    expected = a.astype(np.float64) @ b.astype(np.float64) + c
    found = dot(a, b, c, ("f16", "f16", "f32"))
    assert np.array_equal(found, expected.astype(np.float32))
    batch = dot(np.stack([a, a + 1]), np.stack([b, b]), np.stack([c, c]), ("f16", "f16", "f32"))
    assert np.array_equal(batch[0], found)
    assert not np.array_equal(batch[1], found)


def test_products_of_integers() -> None:
    a = RANDOM.integers(-128, 128, (16, 32)).astype(np.int8)
    b = RANDOM.integers(-128, 128, (32, 16)).astype(np.int8)
    found = dot(a, b, np.zeros((16, 16), np.int32), ("i8", "i8", "i32"))
    assert np.array_equal(found, a.astype(np.int32) @ b.astype(np.int32))


def test_input_precision() -> None:
    a = RANDOM.standard_normal((16, 16)).astype(np.float32)
    b, c = np.eye(16, dtype=np.float32), np.zeros((16, 16), np.float32)
    types = ("f32", "f32", "f32")
    assert np.array_equal(dot(a, b, c, types), a)
    rounded = dot(a, b, c, types, ", inputPrecision = tf32")
    assert np.array_equal(rounded, round_tf32(a))
    assert 0 < np.abs(rounded - a).max() < 2**-9


def test_scaled_products() -> None:
    a = RANDOM.integers(0, 256, (16, 32)).astype(np.uint8)
    b = (RANDOM.integers(0, 0x78, (64, 16))).astype(np.uint8)
    scale = RANDOM.integers(120, 130, (16, 2)).astype(np.uint8).view(np.int8)
    body = """%r = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false}
                : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
              tt.return %r : tensor<16x16xf32>"""
    signature = (
        "%a: tensor<16x32xi8>, %s: tensor<16x2xi8>, %b: tensor<64x16xf8E4M3FN>, "
        "%c: tensor<16x16xf32>"
    )
    zero = np.zeros((16, 16), np.float32)
    values = (a.view(np.int8), scale, b, zero)
    found = returned(signature, "tensor<16x16xf32>", body, *values)[0]
    factors = np.exp2(scale.view(np.uint8).astype(float) - 127).repeat(32, axis=1)
    left = unpack_fp4(a, 1).astype(float) * factors
    assert np.allclose(found, left @ decode(b, "f8E4M3FN").astype(float), rtol=1e-6)


def test_pairs_of_fp4() -> None:
    assert unpack_fp4(np.array([[0x21, 0xF9]], np.uint8), 1).tolist() == [[0.5, 1.0, -0.5, -6.0]]
    assert unpack_fp4(np.array([[0x21]], np.uint8), 0).tolist() == [[0.5], [1.0]]


# Functions and assembly ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("math.exp", np.exp),
        ("math.log2", np.log2),
        ("math.rsqrt", lambda x: 1 / np.sqrt(x)),
        ("math.floor", np.floor),
        ("math.absf", np.abs),
        ("math.tanh", np.tanh),
    ],
)
def test_functions(op: str, function: Any) -> None:
    values = np.abs(MATRIX)
    found = unary(f"%r = {op} %x : tensor<4x8xf32>", values, "tensor<4x8xf32>", "tensor<4x8xf32>")
    assert np.array_equal(found, function(values.astype(np.float64)).astype(np.float32))


def test_bits() -> None:
    values = np.array([1, 12, 0, -1], np.int32)
    for op, expected in (
        ("math.ctpop", [1, 2, 0, 32]),
        ("math.ctlz", [31, 28, 32, 0]),
        ("math.cttz", [0, 2, 32, 0]),
    ):
        found = unary(f"%r = {op} %x : tensor<4xi32>", values, "tensor<4xi32>", "tensor<4xi32>")
        assert found.tolist() == expected


@pytest.mark.parametrize(
    ("symbol", "function"),
    [("__nv_sinf", np.sin), ("__nv_fast_expf", np.exp), ("__nv_rsqrtf", lambda x: x**-0.5)],
)
def test_libdevice(symbol: str, function: Any) -> None:
    body = f"""%r = tt.extern_elementwise %x {{libname = "", libpath = "", pure = true,
                 symbol = "{symbol}"}} : (f32) -> f32"""
    assert np.isclose(unary(body, np.float32(0.7), "f32", "f32"), function(0.7), rtol=1e-6)


def test_assembly_on_packed_elements() -> None:
    body = """%r = tt.elementwise_inline_asm "and.b32 $0, $1, 0x1F1F1F1F; shl.b32 $0, $0, 3;"
                {constraints = "=r,r", packed_element = 4 : i32, pure = true}
                %x : tensor<8xi8> -> tensor<8xi8>"""
    values = np.array([0, 1, -1, 17, 33, 64, -128, 127], np.int8)
    expected = ((values.view(np.uint8) & 0x1F) << 3).view(np.int8)
    assert np.array_equal(unary(body, values, "tensor<8xi8>", "tensor<8xi8>"), expected)


def test_assembly_with_vectors_and_several_results() -> None:
    assembly = (
        "{ .reg .b8 t<4>; mov.b32 {t0, t1, t2, t3}, $8;"
        + "".join(f" cvt.u32.u8 ${n}, t{n};" for n in range(4))
        + " }"
        + "".join(f" cvt.rn.f32.s32 ${n + 4}, ${n};" for n in range(4))
    )
    constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r"
    body = f"""%r:2 = tt.elementwise_inline_asm "{assembly}"
                 {{constraints = "{constraints}", packed_element = 4 : i32, pure = true}}
                 %x : tensor<8xi8> -> tensor<8xi32>, tensor<8xf32>
               tt.return %r#0, %r#1 : tensor<8xi32>, tensor<8xf32>"""
    values = np.array([0, 1, -1, 17, 33, 64, -128, 127], np.int8)
    found = returned("%x: tensor<8xi8>", "tensor<8xi32>, tensor<8xf32>", body, values)
    assert np.array_equal(found[0], values.view(np.uint8))
    assert np.array_equal(found[1], values.view(np.uint8))


@pytest.mark.parametrize(
    ("assembly", "expected"),
    [
        ("cvt.rna.tf32.f32 $0, $1;", 0x3F802000),
        ("prmt.b32 $0, $1, $1, 0x0123;", 0x0110803F),
        ("lop3.b32 $0, $1, 0xFF, 0xF0, 0xF8;", 0x3F8010F1),
        ("shf.l.wrap.b32 $0, $1, $1, 8;", 0x8010013F),
        ("mul.lo.s32 $0, $1, 2;", 0x7F002002),
    ],
)
def test_instructions(assembly: str, expected: int) -> None:
    body = f"""%r = tt.elementwise_inline_asm "{assembly}"
                 {{constraints = "=r,r", packed_element = 1 : i32, pure = true}}
                 %x : tensor<4xi32> -> tensor<4xi32>"""
    values = np.full(4, 0x3F801001, np.int32)
    found = unary(body, values, "tensor<4xi32>", "tensor<4xi32>")
    assert [hex(v & 0xFFFFFFFF) for v in found.tolist()] == [hex(expected)] * 4
