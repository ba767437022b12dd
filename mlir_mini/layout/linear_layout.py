"""Linear layouts over F2 (lib/Tools/LinearLayout.cpp).

A layout maps named input dimensions (say "register", "lane", "warp", "block") to named output
dimensions ("dim0", "dim1", ...), every size being a power of two. It is linear over xor, so the
images of the inputs 1, 2, 4, ... of each dimension (the *bases*) determine it: `L(a ^ b) ==
L(a) ^ L(b)`. Read as a matrix, bases are its columns and output bits its rows.

Dimensions are ordered, most minor first, and the order is part of the value. Naming rule: `_log2`
marks a number of bits, a plain size is a number of elements; `in_`/`out_` say which side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from mlir_mini.layout import f2
from mlir_mini.layout.bases_table import Bases, BasesTable, Basis
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import log2

Dims: TypeAlias = "Sequence[tuple[str, int]]"
BasesLike: TypeAlias = (
    "Mapping[str, Sequence[Sequence[int]]] | Iterable[tuple[str, Sequence[Sequence[int]]]]"
)


class LinearLayout(BasesTable):
    """One linear layout; the constructor takes canonical tuples and checks nothing.

    bases: ((in_dim, (basis, ...)), ...), a basis being one int per output dimension;
    out_dims: ((out_dim, size), ...). `LinearLayout.create` takes looser input and checks it.
    """

    __slots__ = ()

    # Construction.

    @classmethod
    def create(
        cls,
        bases: BasesLike,
        out_dims: Sequence[str] | Dims,
        require_surjective: bool = True,
    ) -> LinearLayout:
        """The layout with these bases; out dims given by name alone get the least size that fits.

        Raises LayoutError if a basis is negative, too long or out of range, if a size is no power
        of two, or if the layout must be surjective and is not.
        """
        pairs = cast(
            "Iterable[tuple[str, Sequence[Sequence[int]]]]",
            bases.items() if isinstance(bases, Mapping) else bases,
        )
        frozen = tuple((name, tuple(tuple(basis) for basis in dim)) for name, dim in pairs)
        if all(isinstance(dim, str) for dim in out_dims):
            named = _infer_sizes(frozen, cast("Sequence[str]", out_dims))
        else:
            named = tuple((name, size) for name, size in cast("Dims", out_dims))
        layout = cls(frozen, named)
        layout.check()
        if require_surjective and not layout.is_surjective():
            raise LayoutError(
                "Layout is expected to be surjective, i.e. every `out` coordinate can be reached "
                f"by some `in` coordinate, but was not:{layout}"
            )
        return layout

    @classmethod
    def empty(cls) -> LinearLayout:
        """The layout without dimensions: the unit of the product."""
        return cls((), ())

    @classmethod
    def strided1d(cls, size: int, stride: int, in_dim: str, out_dim: str) -> LinearLayout:
        """`x -> stride * x` for x in [0, size); the empty layout if size is 0."""
        if size == 0:
            return cls.empty()
        bases = tuple((stride << bit,) for bit in range(log2(size)))
        return cls(((in_dim, bases),), ((out_dim, stride * size),))

    @classmethod
    def identity1d(cls, size: int, in_dim: str, out_dim: str) -> LinearLayout:
        """`x -> x` for x in [0, size); the empty layout if size is 0."""
        return cls.strided1d(size, 1, in_dim, out_dim)

    @classmethod
    def zeros1d(cls, size: int, in_dim: str, out_dim: str, out_size: int = 1) -> LinearLayout:
        """`x -> 0` for x in [0, size); the empty layout if size is 0."""
        if size == 0:
            return cls.empty()
        return cls(((in_dim, ((0,),) * log2(size)),), ((out_dim, out_size),))

    # Restriction to some dims.

    def is_trivial_over(self, dims: Sequence[str]) -> bool:
        """Is this the identity on `dims`, neither mixing them with others nor the reverse?"""
        for dim in dims:
            if not self.has_in_dim(dim) or not self.has_out_dim(dim):
                raise LayoutError(f"dim {dim} must be present in the layout")
        rest_in = [name for name in self.in_dim_names if name not in dims]
        rest_out = [name for name in self.out_dim_names if name not in dims]
        return (
            self.square_sublayout_is_identity(dims)
            and self.sublayout_is_zero(rest_in, dims)
            and self.sublayout_is_zero(dims, rest_out)
        )

    def is_identity_on_out_dim(self, dim: str) -> bool:
        """Is output `dim` equal to input `dim`, untouched by every other input?"""
        if not self.has_in_dim(dim) or not self.has_out_dim(dim):
            return False
        others = [name for name in self.in_dim_names if name != dim]
        return self.square_sublayout_is_identity([dim]) and self.sublayout_is_zero(others, [dim])

    def square_sublayout_is_identity(self, dims: Sequence[str]) -> bool:
        """Is the part from `dims` to `dims` the identity, sizes included?"""
        if any(self.in_dim_size(dim) != self.out_dim_size(dim) for dim in dims):
            return False
        part = self.sublayout(dims, dims)
        return all(column == 1 << bit for bit, column in enumerate(part.columns()))

    # Evaluation and composition.

    def apply(self, ins: Mapping[str, int]) -> dict[str, int]:
        """The image of one input point. Raises LayoutError unless every in dim has a value."""
        if set(ins) != set(self.in_dim_names):
            raise LayoutError(_mismatch(ins, self.in_dim_names))
        return dict(zip(self.out_dim_names, self._image(ins), strict=True))

    def compose(self, outer: LinearLayout) -> LinearLayout:
        """This layout, then `outer`: `x -> outer(self(x))`.

        Raises LayoutError unless the outputs of this one are the inputs of `outer` (in any
        order), each no larger than there.
        """
        names = self.out_dim_names
        if set(names) != set(outer.in_dim_names):
            raise LayoutError(_mismatch(names, outer.in_dim_names))
        if any(size > outer.in_dim_size(name) for name, size in self.out_dims):
            raise LayoutError(f"outputs exceed the inputs of the outer layout:{self}{outer}")
        bases = tuple(
            (dim, tuple(outer._image(dict(zip(names, basis, strict=True))) for basis in dim_bases))
            for dim, dim_bases in self.bases
        )
        return LinearLayout(bases, outer.out_dims)

    def invert_and_compose(self, outer: LinearLayout) -> LinearLayout:
        """A layout C with `outer(C(x)) == self(x)`: this one, then the inverse of `outer`.

        Where `outer` is not injective the smallest solution is chosen, except that an input
        dimension with equal bases in both maps to itself if no other dimension touches the same
        output bits. Raises LayoutError unless both have the same output dims and `outer` covers
        the outputs of this one.
        """
        out_names = self.out_dim_names
        if set(out_names) != set(outer.out_dim_names):
            raise LayoutError(_mismatch(out_names, outer.out_dim_names))
        target = outer.transpose_outs(out_names)
        if any(target.out_dim_size(name) < size for name, size in self.out_dims):
            raise LayoutError(f"incompatible output shapes:{self}{outer}")

        same = [
            name
            for name, dim in target.bases
            if self.has_in_dim(name)
            and self.bases_of(name) == dim
            and target._owns_its_outputs(name)
            and self._owns_its_outputs(name)
        ]
        target_rest = [name for name in target.in_dim_names if name not in same]
        self_rest = [name for name in self.in_dim_names if name not in same]
        result = lstsq(
            target.sublayout(target_rest, out_names), self.sublayout(self_rest, out_names)
        )
        if result is None:
            raise LayoutError(f"outer layout does not cover this layout's image:{self}{outer}")
        for name in same:
            result = result * self.identity1d(target.in_dim_size(name), name, name)
        return result.transpose_ins(self.in_dim_names).transpose_outs(outer.in_dim_names)

    def invert(self) -> LinearLayout:
        """The inverse. Raises LayoutError unless the layout is surjective and square."""
        if not self.is_invertible():
            raise LayoutError(
                "A linear layout must be surjective and square to be invertible" + str(self)
            )
        return self.pseudoinvert()

    def pseudoinvert(self) -> LinearLayout:
        """A right inverse: `self(self.pseudoinvert()(x)) == x`."""
        identity = self.empty()
        for name, size in self.out_dims:
            identity = identity * self.identity1d(size, name, name)
        return identity.invert_and_compose(self)

    def __mul__(self, outer: LinearLayout) -> LinearLayout:
        """The direct sum, this layout being the more minor; shared dims are extended."""
        if not self.bases and not self.out_dims:
            return outer
        in_names = supremum(self.in_dim_names, outer.in_dim_names)
        out_names = supremum(self.out_dim_names, outer.out_dim_names)
        self_sizes, outer_sizes = dict(self.out_dims), dict(outer.out_dims)
        self_bases, outer_bases = dict(self.bases), dict(outer.bases)
        self_pick = _picker(self.out_dim_names, out_names)
        outer_pick = _picker(outer.out_dim_names, out_names)
        shifts = [log2(self_sizes.get(name, 1)) for name in out_names]
        bases = []
        for name in in_names:
            inner = [
                tuple(0 if pos is None else basis[pos] for pos in self_pick)
                for basis in self_bases.get(name, ())
            ]
            shifted = [
                tuple(
                    0 if pos is None else basis[pos] << shift
                    for pos, shift in zip(outer_pick, shifts, strict=True)
                )
                for basis in outer_bases.get(name, ())
            ]
            bases.append((name, tuple(inner + shifted)))
        out_dims = tuple(
            (name, self_sizes.get(name, 1) * outer_sizes.get(name, 1)) for name in out_names
        )
        return LinearLayout(tuple(bases), out_dims)

    # Reshaping.

    def transpose_ins(self, names: Sequence[str]) -> LinearLayout:
        if set(names) != set(self.in_dim_names):
            raise LayoutError(_mismatch(names, self.in_dim_names))
        return LinearLayout(tuple((name, self.bases_of(name)) for name in names), self.out_dims)

    def transpose_outs(self, names: Sequence[str]) -> LinearLayout:
        if tuple(names) == self.out_dim_names:
            return self
        if set(names) != set(self.out_dim_names):
            raise LayoutError(_mismatch(names, self.out_dim_names))
        return self._select_outs([self.out_dim_index(name) for name in names], self.bases)

    def sublayout(self, in_dims: Iterable[str], out_dims: Iterable[str]) -> LinearLayout:
        """The part from `in_dims` to `out_dims`, in this layout's order, sizes unchanged."""
        keep_in, keep_out = set(in_dims), set(out_dims)
        if not keep_in <= set(self.in_dim_names) or not keep_out <= set(self.out_dim_names):
            raise LayoutError(f"no such dims: {sorted(keep_in)} -> {sorted(keep_out)} in{self}")
        kept = tuple((name, dim) for name, dim in self.bases if name in keep_in)
        indices = [i for i, (name, _) in enumerate(self.out_dims) if name in keep_out]
        return self._select_outs(indices, kept)

    def reshape_ins(self, new_dims: Dims) -> LinearLayout:
        """Flattens the inputs and splits them again; the total size must not change."""
        flat = [basis for _, dim in self.bases for basis in dim]
        bases, start = [], 0
        for name, size in new_dims:
            end = start + log2(size)
            bases.append((name, tuple(flat[start:end])))
            start = end
        if start != len(flat):
            raise LayoutError(f"cannot reshape the inputs to {list(new_dims)}:{self}")
        return LinearLayout(tuple(bases), self.out_dims)

    def reshape_outs(self, new_dims: Dims) -> LinearLayout:
        """Flattens the outputs and splits them again; the total size must not change."""
        widths = [log2(size) for _, size in new_dims]
        if sum(widths) != self.total_out_size_log2:
            raise LayoutError(f"cannot reshape the outputs to {list(new_dims)}:{self}")
        columns = iter(self.columns())
        bases = tuple(
            (name, tuple(f2.split(next(columns), widths) for _ in dim)) for name, dim in self.bases
        )
        return LinearLayout(bases, tuple((name, size) for name, size in new_dims))

    def flatten_outs(self) -> LinearLayout:
        """One output dim, named as the first."""
        if not self.out_dims:
            return self
        return self.reshape_outs([(self.out_dims[0][0], self.total_out_size)])

    def squeeze_ins(self, dim: str) -> LinearLayout:
        """Drops an input dim of size 1."""
        if self.in_dim_size(dim) != 1:
            raise LayoutError(f"{dim} must have size 1:{self}")
        return LinearLayout(tuple(pair for pair in self.bases if pair[0] != dim), self.out_dims)

    def squeeze_outs(self, dim: str) -> LinearLayout:
        """Drops an output dim of size 1."""
        if self.out_dim_size(dim) != 1:
            raise LayoutError(f"{dim} must have size 1:{self}")
        return self.sublayout(self.in_dim_names, [n for n in self.out_dim_names if n != dim])

    def resize_in_dim(self, in_dim: str, size: int) -> LinearLayout:
        """Drops the most major bases of `in_dim`, or appends zero bases."""
        count = log2(size)
        zero = (0,) * len(self.out_dims)
        old = self.bases_of(in_dim)
        new = old[:count] + (zero,) * (count - len(old))
        return LinearLayout(
            tuple((name, new if name == in_dim else dim) for name, dim in self.bases),
            self.out_dims,
        )

    def resize_out_dim(self, out_dim: str, size: int) -> LinearLayout:
        """Shrinks `out_dim`; a component that no longer fits becomes 0."""
        index = self.out_dim_index(out_dim)
        if size > self.out_dims[index][1]:
            raise LayoutError(f"cannot grow {out_dim} to {size}:{self}")
        log2(size)
        bases = tuple(
            (name, tuple(_zero_if(basis, index, size) for basis in dim)) for name, dim in self.bases
        )
        out_dims = tuple((n, size if n == out_dim else old) for n, old in self.out_dims)
        return LinearLayout(bases, out_dims)

    def unsqueeze_in(self, dim: str) -> LinearLayout:
        """Appends an input dim of size 1."""
        return LinearLayout((*self.bases, (dim, ())), self.out_dims)

    def unsqueeze_out(self, dim: str) -> LinearLayout:
        """Appends an output dim of size 1."""
        bases = tuple((n, tuple((*basis, 0) for basis in dim_)) for n, dim_ in self.bases)
        return LinearLayout(bases, (*self.out_dims, (dim, 1)))

    def rename_dims(
        self, ins: Mapping[str, str] | None = None, outs: Mapping[str, str] | None = None
    ) -> LinearLayout:
        """Renames dims, keeping their order. Raises LayoutError if names then collide."""
        ins, outs = ins or {}, outs or {}
        bases = tuple((ins.get(name, name), dim) for name, dim in self.bases)
        out_dims = tuple((outs.get(name, name), size) for name, size in self.out_dims)
        for dims in (bases, out_dims):
            if len({name for name, _ in dims}) != len(dims):
                raise LayoutError("renaming creates duplicate dimensions")
        return LinearLayout(bases, out_dims)

    def concat_ins(self, other: LinearLayout) -> LinearLayout:
        """Both layouts side by side: equal output dims, disjoint input dims."""
        if self.out_dims != other.out_dims:
            raise LayoutError("layouts must have the same output dimensions")
        if set(self.in_dim_names) & set(other.in_dim_names):
            raise LayoutError("layouts must have disjoint input dimensions")
        return LinearLayout(self.bases + other.bases, self.out_dims)

    def concat_outs(self, other: LinearLayout) -> LinearLayout:
        """Both layouts stacked: equal input dims, disjoint output dims."""
        if self.in_dims != other.in_dims:
            raise LayoutError("layouts must have the same input dimensions")
        if set(self.out_dim_names) & set(other.out_dim_names):
            raise LayoutError("layouts must have disjoint output dimensions")
        bases = tuple(
            (name, tuple(a + b for a, b in zip(dim, other_dim, strict=True)))
            for (name, dim), (_, other_dim) in zip(self.bases, other.bases, strict=True)
        )
        return LinearLayout(bases, self.out_dims + other.out_dims)

    def remove_zero_bases_along_dim(self, in_dim: str) -> LinearLayout:
        """Drops the bases of `in_dim` that map to nothing but 0."""
        self.bases_of(in_dim)
        return LinearLayout(
            tuple(
                (name, tuple(b for b in dim if any(b)) if name == in_dim else dim)
                for name, dim in self.bases
            ),
            self.out_dims,
        )

    def quotient(self, dims: Sequence[str]) -> LinearLayout | None:
        """The layout without `dims`, if it is trivial over them; None otherwise."""
        if any(not self.has_in_dim(dim) for dim in dims) or not self.is_trivial_over(dims):
            return None
        return self.sublayout(
            [name for name in self.in_dim_names if name not in dims],
            [name for name in self.out_dim_names if name not in dims],
        )

    # Internals.

    def _owns_its_outputs(self, in_dim: str) -> bool:
        """Does no other input dim touch the output bits that `in_dim` touches?"""
        others = [name for name in self.in_dim_names if name != in_dim]
        return not any(
            self.output_basis_mask([in_dim], name) & self.output_basis_mask(others, name)
            for name in self.out_dim_names
        )

    def _image(self, ins: Mapping[str, int]) -> Basis:
        image = [0] * len(self.out_dims)
        for name, dim in self.bases:
            value = ins[name]
            for bit, basis in enumerate(dim):
                if value >> bit & 1:
                    image = [a ^ b for a, b in zip(image, basis, strict=True)]
        return tuple(image)

    def _select_outs(
        self, indices: Sequence[int], bases: tuple[tuple[str, Bases], ...]
    ) -> LinearLayout:
        picked = tuple(
            (name, tuple(tuple(basis[i] for i in indices) for basis in dim)) for name, dim in bases
        )
        return LinearLayout(picked, tuple(self.out_dims[i] for i in indices))


def supremum(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Merges two ordered lists of dims, keeping both orders and preferring the first.

    Where the two contradict each other the first mostly wins, as in
    supremum(lib/Tools/LayoutUtils.cpp), whose check for that case never fires.
    """
    if first == second:
        return tuple(first)
    result: list[str] = []
    i = j = 0
    while True:
        while i < len(first) and first[i] in result:
            i += 1
        while j < len(second) and second[j] in result:
            j += 1
        if i == len(first) or j == len(second):
            result += first[i:]
            result += [name for name in second[j:] if name not in result]
            return tuple(result)
        if first[i] not in second[j:]:
            result.append(first[i])
        elif second[j] not in first[i:]:
            result.append(second[j])
        elif second.index(first[i]) <= first.index(second[j]):
            result.append(first[i])
        else:
            result.append(second[j])


def lstsq(a: LinearLayout, b: LinearLayout) -> LinearLayout | None:
    """The X with `a(X(x)) == b(x)` whose free variables are 0; None if `a` does not cover `b`."""
    if set(a.out_dim_names) != set(b.out_dim_names):
        return None
    if any(size > a.out_dim_size(name) for name, size in b.out_dims):
        return None
    # Widening the outputs of b to those of a aligns their bits.
    ordered = b.transpose_outs(a.out_dim_names)
    ordered = LinearLayout(ordered.bases, a.out_dims)
    reducer = f2.span(a.columns())
    widths = [len(dim) for _, dim in a.bases]
    columns = iter(ordered.columns())
    bases = []
    for name, dim in ordered.bases:
        images = []
        for _ in dim:
            rest, combination = f2.reduce(reducer, next(columns))
            if rest:
                return None
            images.append(f2.split(combination, widths))
        bases.append((name, tuple(images)))
    return LinearLayout(tuple(bases), a.in_dims)


def _infer_sizes(
    bases: tuple[tuple[str, Bases], ...], names: Sequence[str]
) -> tuple[tuple[str, int], ...]:
    sizes = [1] * len(names)
    for _, dim in bases:
        for basis in dim:
            for index, part in enumerate(basis[: len(sizes)]):
                sizes[index] = max(sizes[index], 1 << max(part, 0).bit_length())
    return tuple(zip(names, sizes, strict=True))


def _zero_if(basis: Basis, index: int, limit: int) -> Basis:
    """The basis with its component at `index` cleared if it is not below `limit`."""
    if basis[index] < limit:
        return basis
    return (*basis[:index], 0, *basis[index + 1 :])


def _picker(source: Sequence[str], target: Sequence[str]) -> list[int | None]:
    """For each target dim, its position in the source, or None."""
    positions = {name: index for index, name in enumerate(source)}
    return [positions.get(name) for name in target]


def _mismatch(got: Iterable[str], expected: Iterable[str]) -> str:
    return (
        "Dimensions must match, ignoring order, but they don't.  Got dims: "
        f"[{', '.join(got)}] and [{', '.join(expected)}]"
    )
