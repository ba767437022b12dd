"""The data of a linear layout and what can be read off it (lib/Tools/LinearLayout.cpp)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mlir_mini.interned import Interned
from mlir_mini.layout import f2
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2, log2

Basis: TypeAlias = "tuple[int, ...]"
Bases: TypeAlias = "tuple[Basis, ...]"


class BasesTable(Interned):
    """Named input dims with their bases, and named output dims with their sizes.

    bases: ((in_dim, (basis, ...)), ...), a basis being one int per output dimension;
    out_dims: ((out_dim, size), ...). Lookups by name raise LayoutError for an unknown dim.
    """

    fields = ("bases", "out_dims")
    __slots__ = (*fields, "_rank")
    bases: tuple[tuple[str, Bases], ...]
    out_dims: tuple[tuple[str, int], ...]
    _rank: int

    # Dimensions.

    @property
    def in_dim_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.bases)

    @property
    def out_dim_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.out_dims)

    @property
    def in_dims(self) -> tuple[tuple[str, int], ...]:
        return tuple((name, 1 << len(dim)) for name, dim in self.bases)

    @property
    def out_dim_sizes(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.out_dims)

    def has_in_dim(self, name: str) -> bool:
        return any(name == dim for dim, _ in self.bases)

    def has_out_dim(self, name: str) -> bool:
        return any(name == dim for dim, _ in self.out_dims)

    def bases_of(self, in_dim: str) -> Bases:
        """The bases of one input dimension. Raises LayoutError if there is no such dimension."""
        for name, dim in self.bases:
            if name == in_dim:
                return dim
        raise LayoutError(f"inDim {in_dim} is not in layout{self}")

    def basis(self, in_dim: str, pos: int) -> Basis:
        """The image of `in_dim = 2**pos`, all other inputs being 0."""
        return self.bases_of(in_dim)[pos]

    def out_dim_index(self, out_dim: str) -> int:
        for index, (name, _) in enumerate(self.out_dims):
            if name == out_dim:
                return index
        raise LayoutError(f"outDim {out_dim} is not in layout{self}")

    def in_dim_size_log2(self, in_dim: str) -> int:
        return len(self.bases_of(in_dim))

    def in_dim_size(self, in_dim: str) -> int:
        return 1 << len(self.bases_of(in_dim))

    def out_dim_size(self, out_dim: str) -> int:
        return self.out_dims[self.out_dim_index(out_dim)][1]

    def out_dim_size_log2(self, out_dim: str) -> int:
        return log2(self.out_dim_size(out_dim))

    @property
    def total_in_size_log2(self) -> int:
        return sum(len(dim) for _, dim in self.bases)

    @property
    def total_out_size_log2(self) -> int:
        return sum(log2(size) for _, size in self.out_dims)

    @property
    def total_in_size(self) -> int:
        return 1 << self.total_in_size_log2

    @property
    def total_out_size(self) -> int:
        return 1 << self.total_out_size_log2

    # Properties as a map.

    @property
    def rank(self) -> int:
        """The rank of the matrix: log2 of the number of distinct outputs."""
        try:
            return self._rank
        except AttributeError:
            rank = len(f2.span(self.columns()))
            object.__setattr__(self, "_rank", rank)
            return rank

    def is_surjective(self) -> bool:
        return self.rank == self.total_out_size_log2

    def is_injective(self) -> bool:
        return self.rank == self.total_in_size_log2

    def is_invertible(self) -> bool:
        return self.is_surjective() and self.total_in_size_log2 == self.total_out_size_log2

    def sublayout_is_zero(self, in_dims: Sequence[str], out_dims: Sequence[str]) -> bool:
        indices = [self.out_dim_index(dim) for dim in out_dims]
        return not any(
            basis[index] for dim in in_dims for basis in self.bases_of(dim) for index in indices
        )

    def num_consecutive_in_out(self) -> int:
        """How many consecutive inputs of the first dim map to consecutive outputs of the first."""
        if not self.bases or not self.out_dims:
            return 1
        in_dim, out_dim = self.bases[0][0], self.out_dims[0][0]
        # The identity on k bits counts if no other basis touches the k lowest output bits.
        dim = self.bases_of(in_dim)
        others = self.output_basis_mask(self.in_dim_names[1:], out_dim)
        zeros = (0,) * (len(self.out_dims) - 1)
        count = 0
        while count < len(dim) and dim[count] == (1 << count, *zeros):
            count += 1
        while count and (others | _or_components(dim[count:], 0)) & ((1 << count) - 1):
            count -= 1
        return 1 << count

    def contiguous_elems_along_out_dim(self, out_dim: str) -> int:
        """The largest power of two below which every value of `out_dim` is reached."""
        index = self.out_dim_index(out_dim)
        reducer = f2.span(basis[index] for _, dim in self.bases for basis in dim)
        bit = 0
        while bit < self.out_dim_size_log2(out_dim) and f2.reduce(reducer, 1 << bit)[0] == 0:
            bit += 1
        return 1 << bit

    def free_variable_masks(self) -> dict[str, int]:
        """Per input dim, the mask of the input bits that do not change the output.

        A bit is free when its basis depends on the bases before it, in the layout's order.
        """
        reducer: f2.Reducer = {}
        columns = iter(self.columns())
        masks: dict[str, int] = {}
        for name, dim in self.bases:
            masks[name] = 0
            for bit in range(len(dim)):
                if not f2.insert(reducer, next(columns), 0):
                    masks[name] |= 1 << bit
        return masks

    def output_basis_mask(self, in_dims: Iterable[str], out_dim: str) -> int:
        """The bits of `out_dim` that some basis of `in_dims` touches."""
        index = self.out_dim_index(out_dim)
        mask = 0
        for dim in in_dims:
            mask |= _or_components(self.bases_of(dim), index)
        return mask

    def input_basis_mask(self, in_dim: str, out_dims: Iterable[str]) -> int:
        """The bits of `in_dim` whose basis touches some of `out_dims`."""
        indices = [self.out_dim_index(dim) for dim in out_dims]
        mask = 0
        for bit, basis in enumerate(self.bases_of(in_dim)):
            if any(basis[index] for index in indices):
                mask |= 1 << bit
        return mask

    def __str__(self) -> str:
        outs = ", ".join(f"{name} (size {size})" for name, size in self.out_dims)
        if not self.bases:
            if not self.out_dims:
                return "\n(empty layout)"
            return f"\n(empty layout with out-dims [{outs}])"
        text = "\n"
        for name, dim in self.bases:
            if not dim:
                text += f" - {name} is a size 1 dimension\n"
                continue
            rows = (
                f"{name}={1 << bit} -> ({', '.join(map(str, basis))})"
                for bit, basis in enumerate(dim)
            )
            text += " - " + "\n   ".join(rows) + "\n"
        return f"{text}where out dims are: [{outs}]"

    def columns(self) -> list[int]:
        """Every basis as one int, the first output dim in the low bits."""
        shifts, shift = [], 0
        for _, size in self.out_dims:
            shifts.append(shift)
            shift += size.bit_length() - 1
        return [
            sum(part << by for part, by in zip(basis, shifts, strict=True))
            for _, dim in self.bases
            for basis in dim
        ]

    def check(self) -> None:
        for name, dim in self.bases:
            for basis in dim:
                if any(part < 0 for part in basis):
                    raise LayoutError(
                        "Invalid bases passed to LinearLayout.  Expected all basis values to be "
                        f"non-negative, but found a negative value for in dimension '{name}'."
                    )
                if len(basis) != len(self.out_dims):
                    raise LayoutError(
                        "Invalid bases passed to LinearLayout.  Expect all bases to have the same "
                        f"size, equal to outDimNames.size() ({len(self.out_dims)}).  But this "
                        f"failed for in dimension '{name}'."
                    )
        for out_dim, size in self.out_dims:
            if not is_power_of_2(size):
                raise LayoutError(
                    f"Invalid out-dim size {size} for out-dim '{out_dim}'.  Out-dim sizes must "
                    "be powers of 2.\n"
                )
        for name, dim in self.bases:
            for basis in dim:
                for part, (out_dim, size) in zip(basis, self.out_dims, strict=False):
                    if part >= size:
                        raise LayoutError(
                            f"Invalid basis {part} for in-dim '{name}' and out-dim '{out_dim}'.  "
                            "Basis must be less than the out-dim size.\n"
                        )


def _or_components(bases: Iterable[Basis], index: int) -> int:
    mask = 0
    for basis in bases:
        mask |= basis[index]
    return mask
