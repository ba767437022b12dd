"""The algebra of linear layouts."""

from __future__ import annotations

import pytest

from mlir_mini.layout import LayoutError, LinearLayout
from mlir_mini.layout.layout_utils import (
    apply_permutation,
    divide_left,
    divide_right,
    get_reps,
    inverse_permutation,
    is_permutation_matrix_layout,
    matrix_order,
    reshape_layout,
    transpose_layout,
    zeros_like,
)
from mlir_mini.layout.linear_layout import lstsq, supremum

identity = LinearLayout.identity1d
zeros = LinearLayout.zeros1d

SWIZZLE = LinearLayout.create(
    [("x", [[0, 1], [0, 2]]), ("y", [[1, 1], [2, 2]])], [("row", 4), ("col", 4)]
)


def test_values_are_interned() -> None:
    assert identity(4, "x", "a") is LinearLayout.create([("x", [[1], [2]])], ["a"])
    assert identity(4, "x", "a") is not LinearLayout.create([("x", [[2], [1]])], ["a"])


def test_sizes_are_inferred() -> None:
    layout = LinearLayout.create([("x", [[5, 0], [2, 1], [1, 0], [0, 1]])], ["a", "b"])
    assert layout.out_dims == (("a", 8), ("b", 2))
    assert layout.in_dims == (("x", 16),)


@pytest.mark.parametrize(
    ("bases", "out_dims", "message"),
    [
        ([("x", [[-1]])], [("a", 2)], "non-negative"),
        ([("x", [[1, 1]])], [("a", 2)], "same size"),
        ([("x", [[1]])], [("a", 3)], "powers of 2"),
        ([("x", [[2]])], [("a", 2)], "less than the out-dim size"),
        ([("x", [[1]])], [("a", 4)], "surjective"),
    ],
)
def test_bad_layouts(
    bases: list[tuple[str, list[list[int]]]], out_dims: list[tuple[str, int]], message: str
) -> None:
    with pytest.raises(LayoutError, match=message):
        LinearLayout.create(bases, out_dims)


def test_apply_is_linear() -> None:
    for x in range(4):
        for y in range(4):
            assert SWIZZLE.apply({"x": x, "y": y}) == {"row": y, "col": x ^ y}
    with pytest.raises(LayoutError, match="Got dims"):
        SWIZZLE.apply({"x": 1})


def test_product_extends_shared_dims() -> None:
    assert identity(4, "x", "a") * identity(2, "x", "a") is identity(8, "x", "a")
    # x % 4 and x / 2.
    low = identity(4, "x", "a") * zeros(2, "x", "a")
    high = zeros(2, "x", "a") * identity(4, "x", "a")
    assert [low.apply({"x": i})["a"] for i in range(8)] == [0, 1, 2, 3] * 2
    assert [high.apply({"x": i})["a"] for i in range(8)] == [i // 2 for i in range(8)]
    pair = identity(4, "x", "a") * identity(8, "x", "b")
    assert pair.apply({"x": 13}) == {"a": 1, "b": 3}
    assert SWIZZLE * LinearLayout.empty() is SWIZZLE
    assert LinearLayout.empty() * SWIZZLE is SWIZZLE


def test_empty_sizes_vanish() -> None:
    assert identity(0, "x", "a") is LinearLayout.empty()
    assert zeros(0, "x", "a") is LinearLayout.empty()


def test_supremum_keeps_both_orders() -> None:
    assert supremum(("a", "b"), ("a", "c")) == ("a", "b", "c")
    assert supremum(("a", "b"), ("b", "c")) == ("a", "b", "c")
    assert supremum(("b",), ("a", "b")) == ("a", "b")
    # No order suits both.
    assert supremum(("a", "b"), ("b", "a")) == ("a", "b")


def test_inverse() -> None:
    assert SWIZZLE.is_invertible()
    back = SWIZZLE.invert()
    assert SWIZZLE.compose(back).is_trivial_over(["x", "y"])
    for row in range(4):
        for col in range(4):
            assert back.apply({"row": row, "col": col}) == {"x": row ^ col, "y": row}
    with pytest.raises(LayoutError, match="invertible"):
        zeros(2, "x", "a").invert()


def test_pseudoinverse_takes_the_smallest_input() -> None:
    repeats = identity(4, "x", "a") * zeros(4, "x", "a")
    assert repeats.pseudoinvert().bases == (("a", ((1,), (2,))),)


def test_equal_dims_map_to_themselves() -> None:
    first = identity(4, "x", "a") * zeros(2, "w", "a")
    second = LinearLayout.create([("x", [[2], [1]]), ("w", [[0]])], ["a"])
    assert first.invert_and_compose(second).basis("w", 0) == (0, 1)
    # Unless another dim reaches the same outputs.
    first = LinearLayout.create([("w", [[1]])], [("a", 2)])
    second = LinearLayout.create([("x", [[1]]), ("w", [[1]])], ["a"])
    assert first.invert_and_compose(second).basis("w", 0) == (1, 0)


def test_lstsq_needs_coverage() -> None:
    small = LinearLayout.create([("x", [[1]])], [("a", 4)], require_surjective=False)
    assert lstsq(small, identity(4, "y", "a")) is None
    assert lstsq(identity(4, "y", "a"), small) is not None
    with pytest.raises(LayoutError, match="does not cover"):
        identity(4, "y", "a").invert_and_compose(small)


def test_free_variables_depend_on_earlier_bases() -> None:
    layout = LinearLayout.create([("x", [[1], [2], [3]]), ("y", [[0], [4], [1]])], ["a"])
    assert layout.free_variable_masks() == {"x": 0b100, "y": 0b101}


def test_division() -> None:
    tile = identity(4, "x", "a") * identity(2, "y", "b")
    rest = identity(2, "y", "a") * identity(8, "x", "b")
    whole = tile * rest
    quotient = divide_left(whole, tile)
    assert quotient is not None
    assert tile * quotient is whole
    assert divide_right(identity(8, "x", "a"), identity(2, "x", "a")) is identity(4, "x", "a")
    assert divide_left(SWIZZLE, identity(4, "y", "row")) is None
    assert divide_right(identity(2, "x", "a"), identity(4, "x", "a")) is None
    assert divide_left(whole, identity(2, "z", "a")) is None


def test_reps_leave_the_tile_out() -> None:
    whole = LinearLayout.create([("x", [[1, 0], [0, 1], [2, 0]])], ["a", "b"])
    tile = identity(2, "x", "a")
    reps = get_reps(whole, tile)
    assert reps is not None
    assert reps.bases_of("x") == ((0, 0), (0, 1), (2, 0))
    assert get_reps(whole, identity(2, "x", "b")) is None


def test_reshapes_keep_the_flat_order() -> None:
    layout = identity(8, "x", "a") * identity(4, "x", "b")
    flat = layout.reshape_outs([("o", 32)])
    assert flat is identity(32, "x", "o")
    assert flat.reshape_outs([("a", 8), ("b", 4)]) is layout
    assert layout.reshape_ins([("p", 4), ("q", 8)]).in_dims == (("p", 4), ("q", 8))
    with pytest.raises(LayoutError, match="cannot reshape"):
        layout.reshape_outs([("o", 16)])


def test_tensor_reshape_is_row_major() -> None:
    layout = LinearLayout.create([("x", [[0, 1], [1, 0], [2, 0]])], ["dim0", "dim1"])
    assert reshape_layout(layout, (8,)).bases_of("x") == ((1,), (2,), (4,))
    assert transpose_layout(layout, (1, 0)).bases_of("x") == ((1, 0), (0, 1), (0, 2))


def test_resizing() -> None:
    layout = identity(8, "x", "a")
    assert layout.resize_in_dim("x", 2).bases_of("x") == ((1,),)
    assert layout.resize_in_dim("x", 16).bases_of("x") == ((1,), (2,), (4,), (0,))
    assert layout.resize_out_dim("a", 2).bases_of("x") == ((1,), (0,), (0,))
    assert layout.resize_out_dim("a", 2).remove_zero_bases_along_dim("x") is identity(2, "x", "a")
    assert layout.unsqueeze_in("y").squeeze_ins("y") is layout
    assert layout.unsqueeze_out("b").squeeze_outs("b") is layout
    assert zeros_like(layout).rank == 0


def test_renaming_and_concatenation() -> None:
    layout = identity(4, "x", "a")
    assert layout.rename_dims({"x": "y"}, {"a": "b"}) is identity(4, "y", "b")
    both = layout.concat_ins(layout.rename_dims({"x": "y"}))
    assert both.apply({"x": 1, "y": 3}) == {"a": 2}
    assert layout.concat_outs(layout.rename_dims(outs={"a": "b"})).apply({"x": 3}) == {
        "a": 3,
        "b": 3,
    }
    with pytest.raises(LayoutError, match="disjoint"):
        layout.concat_ins(layout)


def test_contiguity() -> None:
    assert identity(8, "x", "a").num_consecutive_in_out() == 8
    assert (identity(4, "x", "a") * identity(2, "y", "a")).num_consecutive_in_out() == 4
    mixed = LinearLayout.create([("x", [[1], [2]]), ("y", [[6], [8]])], ["a"])
    assert mixed.num_consecutive_in_out() == 2
    assert mixed.contiguous_elems_along_out_dim("a") == 16
    gaps = LinearLayout.create([("x", [[1], [2], [8]])], [("a", 16)], require_surjective=False)
    assert gaps.contiguous_elems_along_out_dim("a") == 4


def test_quotient() -> None:
    layout = identity(4, "x", "x") * identity(2, "y", "y")
    assert layout.quotient(["y"]) is identity(4, "x", "x")
    swapped = LinearLayout.create([("x", [[0, 1]]), ("y", [[1, 0]])], ["x", "y"])
    assert swapped.quotient(["y"]) is None
    assert layout.is_identity_on_out_dim("y")
    assert not swapped.is_identity_on_out_dim("y")


def test_permutation_matrices() -> None:
    assert is_permutation_matrix_layout(identity(4, "x", "a") * zeros(2, "y", "a"))
    assert not is_permutation_matrix_layout(SWIZZLE)
    repeated = LinearLayout.create([("x", [[1], [1]])], ["a"])
    assert not is_permutation_matrix_layout(repeated)


def test_orders() -> None:
    assert matrix_order(3, row_major=True) == (2, 1, 0)
    assert matrix_order(3, row_major=False) == (1, 2, 0)
    order = (2, 0, 1)
    assert apply_permutation("abc", order) == ("c", "a", "b")
    assert apply_permutation(apply_permutation("abc", order), inverse_permutation(order)) == (
        "a",
        "b",
        "c",
    )


def test_text() -> None:
    layout = LinearLayout.create([("x", [[0, 1], [2, 0]]), ("y", [])], [("a", 4), ("b", 2)], False)
    assert str(layout) == (
        "\n - x=1 -> (0, 1)\n   x=2 -> (2, 0)\n - y is a size 1 dimension\n"
        "where out dims are: [a (size 4), b (size 2)]"
    )
    assert str(LinearLayout.empty()) == "\n(empty layout)"
