"""Accesses to memory: masks, bounds, atomics, tensor descriptors, addresses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlir_mini.interp import InterpError, OutOfBounds
from mlir_mini.ir.types import bf16, f32, i1, i8, i32, i64

from .text import buffers_after, outcome_of, with_buffers

OFFSETS = """
    %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %pi = tt.addptr %ps, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %qi = tt.addptr %qs, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %n = arith.constant dense<5> : tensor<8xi32>
    %mask = arith.cmpi slt, %i, %n : tensor<8xi32>
    %other = arith.constant dense<-1.0> : tensor<8xf32>"""


def two_buffers(body: str, first: Any, second: Any) -> list[Any]:
    text = f"tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {{{OFFSETS}\n{body}\ntt.return\n}}"
    return buffers_after(text, with_buffers((f32, first), (f32, second)))


def test_masks_and_what_stands_for_what_they_hide() -> None:
    body = """%v = tt.load %pi, %mask, %other : tensor<8x!tt.ptr<f32>>
              tt.store %qi, %v : tensor<8x!tt.ptr<f32>>"""
    # What the mask hides need not exist.
    found = two_buffers(body, [1, 2, 3, 4, 5], [0] * 8)
    assert found[1].tolist() == [1, 2, 3, 4, 5, -1, -1, -1]
    body = """%v = tt.load %pi, %mask : tensor<8x!tt.ptr<f32>>
              tt.store %qi, %v, %mask : tensor<8x!tt.ptr<f32>>"""
    assert two_buffers(body, [1, 2, 3, 4, 5], [9] * 6)[1].tolist() == [1, 2, 3, 4, 5, 9]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("%v = tt.load %pi : tensor<8x!tt.ptr<f32>>", "element 7 of argument #0, which has 5"),
        ("tt.store %qi, %other : tensor<8x!tt.ptr<f32>>", "element 7 of argument #1, which has 6"),
    ],
)
def test_bounds(body: str, message: str) -> None:
    with pytest.raises(OutOfBounds, match=message):
        two_buffers(body, [0] * 5, [0] * 6)


def test_before_the_start_and_nowhere() -> None:
    text = """tt.func @f(%p: !tt.ptr<f32>) {{
                %c = arith.constant {} : {}
                %q = {}
                %v = tt.load %q : !tt.ptr<f32>
                tt.return
              }}"""
    back = text.format("-1", "i32", "tt.addptr %p, %c : !tt.ptr<f32>, i32")
    with pytest.raises(OutOfBounds, match="out of bounds: element -1 of argument #0"):
        buffers_after(back, with_buffers((f32, [0])))
    null = text.format("0", "i64", "tt.int_to_ptr %c : i64 -> !tt.ptr<f32>")
    with pytest.raises(OutOfBounds, match="address 0x0 is in no buffer"):
        buffers_after(null, with_buffers((f32, [0])))


def test_elements_of_other_sizes_through_a_bitcast() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>) {
                %q = tt.bitcast %p : !tt.ptr<i32> -> !tt.ptr<i8>
                %c5 = arith.constant 5 : i32
                %r = tt.addptr %q, %c5 : !tt.ptr<i8>, i32
                %s = tt.bitcast %r : !tt.ptr<i8> -> !tt.ptr<i16>
                %v = tt.load %s : !tt.ptr<i16>
                %w = arith.extui %v : i16 to i32
                tt.store %p, %w : !tt.ptr<i32>
                tt.return
              }"""
    found = buffers_after(text, with_buffers((i32, [0, 0x11223344])))
    assert found[0].tolist() == [0x2233, 0x11223344]


def test_booleans_and_narrow_floats_in_memory() -> None:
    text = """tt.func @f(%p: !tt.ptr<i1>, %q: !tt.ptr<bf16>) {
                %b = tt.load %p : !tt.ptr<i1>
                %x = tt.load %q : !tt.ptr<bf16>
                %y = arith.addf %x, %x : bf16
                %r = arith.select %b, %y, %x : bf16
                tt.store %q, %r : !tt.ptr<bf16>
                tt.return
              }"""
    for flag, expected in ((1, 0x4000), (0, 0x3F80)):
        found = buffers_after(text, with_buffers((i1, [flag]), (bf16, [0x3F80])))
        assert found[1].tolist() == [expected]


def test_addresses_in_memory() -> None:
    text = """tt.func @f(%p: !tt.ptr<i64>, %q: !tt.ptr<f32>) {
                %a = tt.ptr_to_int %q : !tt.ptr<f32> -> i64
                tt.store %p, %a : !tt.ptr<i64>
                %b = tt.load %p : !tt.ptr<i64>
                %r = tt.int_to_ptr %b : i64 -> !tt.ptr<f32>
                %x = arith.constant 2.5 : f32
                tt.store %r, %x : !tt.ptr<f32>
                tt.return
              }"""
    assert buffers_after(text, with_buffers((i64, [0]), (f32, [0])))[1].tolist() == [2.5]


# Atomics ------------------------------------------------------------------------------------------

ATOMIC = """tt.func @f(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {{
    %i = tt.make_range {{end = 8 : i32, start = 0 : i32}} : tensor<8xi32>
    %two = arith.constant dense<2> : tensor<8xi32>
    %at = arith.remsi %i, %two : tensor<8xi32>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %pi = tt.addptr %ps, %at : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %qs = tt.splat %q : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %qi = tt.addptr %qs, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %c6 = arith.constant dense<6> : tensor<8xi32>
    %mask = arith.cmpi ne, %i, %c6 : tensor<8xi32>
    %old = tt.atomic_rmw {}, acq_rel, gpu, %pi, %i, %mask
      : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
    tt.store %qi, %old : tensor<8x!tt.ptr<i32>>
    tt.return
  }}"""


@pytest.mark.parametrize(
    ("kind", "memory", "old"),
    [
        ("add", [6, 17], [0, 1, 0, 2, 2, 5, 0, 10]),
        ("exch", [4, 7], [0, 1, 0, 1, 2, 3, 0, 5]),
        ("max", [4, 7], [0, 1, 0, 1, 2, 3, 0, 5]),
        ("umin", [0, 1], [0, 1, 0, 1, 0, 1, 0, 1]),
        ("xor", [6, 1 ^ 1 ^ 3 ^ 5 ^ 7], [0, 1, 0, 0, 2, 3, 0, 6]),
    ],
)
def test_atomics_on_one_address_take_turns(kind: str, memory: list[int], old: list[int]) -> None:
    found = buffers_after(ATOMIC.format(kind), with_buffers((i32, [0, 1]), (i32, [0] * 8)))
    assert found[0].tolist() == memory
    seen = found[1].tolist()
    # Where the mask is off nothing was read.
    assert [s for n, s in enumerate(seen) if n != 6] == [s for n, s in enumerate(old) if n != 6]


def test_compare_and_swap() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>, %a: i32, %b: i32) {
                %o = tt.atomic_cas acq_rel, gpu, %p, %a, %b : (!tt.ptr<i32>, i32, i32) -> i32
                %c1 = arith.constant 1 : i32
                %q = tt.addptr %p, %c1 : !tt.ptr<i32>, i32
                tt.store %q, %o : !tt.ptr<i32>
                tt.return
              }"""
    for expected, after in ((5, [9, 5]), (4, [5, 5])):
        arguments = with_buffers((i32, [5, 0]))
        arguments.values += [np.int32(expected), np.int32(9)]
        assert buffers_after(text, arguments)[0].tolist() == after


def test_polling_for_what_nobody_will_write() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>, %q: !tt.ptr<i8>, %t: i64) {{
                %c1 = arith.constant 1 : i32
                %ok = tt.atomic_poll acquire, gpu, %p, %c1 {}: !tt.ptr<i32>, i32 -> i1
                %r = arith.extui %ok : i1 to i8
                tt.store %q, %r : !tt.ptr<i8>
                tt.return
              }}"""
    for value, expected in ((1, 1), (0, 0)):
        arguments = with_buffers((i32, [value]), (i8, [7]))
        arguments.values.append(np.int64(10))
        assert buffers_after(text.format("timeout %t "), arguments)[1].tolist() == [expected]
    arguments = with_buffers((i32, [0]), (i8, [7]))
    arguments.values.append(np.int64(10))
    with pytest.raises(InterpError, match="waits forever"):
        buffers_after(text.format(""), arguments)


# Tensor descriptors -------------------------------------------------------------------------------

DESCRIPTOR = """tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %i: i32, %j: i32) {{
    %n = arith.constant 3 : i32
    %m = arith.constant 5 : i32
    %s = arith.constant 8 : i64
    %one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %p, [%n, %m], [%s, %one] {{padding = {padding} : i32}}
      : <f32>, <{block}xf32>
    %e = tt.make_tensor_descriptor %q, [%n, %m], [%s, %one] : <f32>, <{block}xf32>
    {body}
    tt.return
  }}"""
LOAD = "%v = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<2x4xf32> -> tensor<2x4xf32>\n"


def described(body: str, i: int, j: int, block: str = "2x4", padding: int = 1) -> Any:
    text = DESCRIPTOR.format(body=body, block=block, padding=padding)
    arguments = with_buffers((f32, np.arange(24)), (f32, np.zeros(24)))
    arguments.values += [np.int32(i), np.int32(j)]
    return outcome_of(text, arguments).buffers[1].elements.reshape(3, 8)


def test_blocks_inside_and_outside() -> None:
    store = "tt.descriptor_store %e[%i, %j], %v : !tt.tensordesc<2x4xf32>, tensor<2x4xf32>"
    found = described(LOAD + store, 1, 0)
    assert found[1:, :4].tolist() == [[8, 9, 10, 11], [16, 17, 18, 19]]
    # Only what is inside is written.
    found = described(LOAD + store, 2, 3)
    assert found.sum() == 19 + 20


def test_padding() -> None:
    reduce = """%c = arith.cmpf uno, %v, %v : tensor<2x4xf32>
                %x = arith.uitofp %c : tensor<2x4xi1> to tensor<2x4xf32>
                %z = arith.constant 0 : i32
                tt.descriptor_store %e[%z, %z], %x : !tt.tensordesc<2x4xf32>, tensor<2x4xf32>"""
    assert described(LOAD + reduce, 2, 3, padding=2)[:2, :4].tolist() == [[0, 0, 1, 1], [1] * 4]
    assert not described(LOAD + reduce, 2, 3).any()


def test_reductions_into_memory() -> None:
    body = LOAD + "\n".join(
        ["tt.descriptor_reduce add, %e[%i, %j], %v : !tt.tensordesc<2x4xf32>, tensor<2x4xf32>"] * 2
    )
    assert described(body, 0, 0)[:2, :4].tolist() == [[0, 2, 4, 6], [16, 18, 20, 22]]


def test_rows_by_number() -> None:
    body = """%k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
              %two = arith.constant dense<2> : tensor<8xi32>
              %r = arith.subi %two, %k : tensor<8xi32>
              %v = tt.descriptor_gather %d[%r, %j]
                : (!tt.tensordesc<1x8xf32>, tensor<8xi32>, i32) -> tensor<8x8xf32>
              tt.descriptor_scatter %e[%k, %j], %v
                : !tt.tensordesc<1x8xf32>, tensor<8xi32>, i32, tensor<8x8xf32>"""
    found = described(body, 0, 0, block="1x8")
    assert found[:, :5].tolist() == [[16, 17, 18, 19, 20], [8, 9, 10, 11, 12], [0, 1, 2, 3, 4]]
    assert not found[:, 5:].any()
