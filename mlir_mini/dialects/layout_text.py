"""Pieces that the layouts' textual forms are made of.

Layouts are written as a dictionary, `<{vec = 8, order = [1, 0]}>`.  Its entries are read in the
order of their names, as upstream's parser meets them, so that the first complaint is the same.
Source: lib/Dialect/TritonGPU/IR/Dialect.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr
from mlir_mini.ir.types import IntegerType, i1
from mlir_mini.layout import CGALayout, LayoutEncoding, LayoutError, LinearLayout
from mlir_mini.layout.layout_utils import standard_out_dim_names

if TYPE_CHECKING:
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer

#: Turns one entry's attribute into a value; raises an error at the attribute's name.
Reader = Callable[["Params", Any], Any]


def read_dictionary(cursor: Cursor) -> dict[str, Any]:
    """A dictionary attribute, by name in order."""
    at = cursor.location()
    found = cursor.attribute()
    if not isinstance(found, DictionaryAttr):
        raise cursor.error("invalid kind of attribute specified", at)
    return dict(found.entries)


def dictionary_of(params: Params) -> dict[str, Any]:
    """The dictionary in `<{...}>`."""
    cursor = params.cursor()
    cursor.expect("<")
    entries = read_dictionary(cursor)
    cursor.expect(">")
    return entries


def read_fields(
    params: Params, readers: Mapping[str, Reader], strict: bool = True
) -> dict[str, Any]:
    """The values of a dictionary's entries; an unknown key is an error if `strict`."""
    values: dict[str, Any] = {}
    for name, attr in dictionary_of(params).items():
        reader = readers.get(name)
        if reader is not None:
            values[name] = reader(params, attr)
        elif strict:
            raise params.name_error(f"unexpected key: {name}")
    return values


def as_is(params: Params, attr: Any) -> Any:
    return attr


def _unsigned(params: Params, attr: Any, what: str) -> int:
    if not isinstance(attr, IntegerAttr):
        raise params.name_error(f"expected an integer type in {what}")
    unsigned = isinstance(attr.type, IntegerType) and attr.type.signedness == "unsigned"
    if not unsigned and (attr.value < 0 or (attr.type is i1 and attr.value)):
        raise params.name_error(f"expected an unsigned integer value in {what}")
    return attr.value & 0xFFFFFFFF


def unsigned(what: str) -> Reader:
    return lambda params, attr: _unsigned(params, attr, what)


def unsigned_list(what: str) -> Reader:
    def read(params: Params, attr: Any) -> tuple[int, ...]:
        if not isinstance(attr, ArrayAttr):
            raise params.name_error(f"expected an array for {what}")
        return tuple(_unsigned(params, each, what) for each in attr.elements)

    return read


def boolean(what: str) -> Reader:
    def read(params: Params, attr: Any) -> bool:
        if not isinstance(attr, IntegerAttr) or attr.type is not i1:
            raise params.name_error(f"expected a bool type in {what}")
        return bool(attr.value)

    return read


def read_cga_layout(params: Params, attr: Interned | None, rank: int) -> CGALayout:
    """The bases of blocks, `[[1, 0], [0, 1]]`; a single block without them."""
    if attr is None:
        return CGALayout.one_cta(rank)
    if not isinstance(attr, ArrayAttr):
        raise params.name_error("expected array value for 'CGALayout'")
    read_basis = unsigned_list("CGALayout entry")
    bases = []
    for each in attr.elements:
        basis = read_basis(params, each)
        if len(basis) != rank:
            raise params.name_error(f"'CGALayout' entry length does not match rank {rank}")
        bases.append(basis)
    layout = CGALayout.from_bases(bases, rank)
    problem = layout.verify()
    if problem is not None:
        raise params.name_error(problem)
    return layout


def read_linear_layout(
    cursor: Cursor, entries: Mapping[str, Any], in_dims: Sequence[str], rank: int = 0
) -> LinearLayout:
    """The bases of `in_dims`, named in the dictionary; `rank` is that of a layout without any.

    Complaints point behind what has been read.
    """
    bases = [(name, _read_bases(cursor, entries.get(name), name)) for name in in_dims]
    found = next((len(dim[0]) for _, dim in bases if dim), 0)
    if not found and not rank:
        raise cursor.error("Empty Layout not supported")
    if found and rank and found != rank:
        raise cursor.error("Serialized rank and rank deduced from LL need to match")
    try:
        return LinearLayout.create(bases, standard_out_dim_names(found or rank))
    except LayoutError as error:
        # Upstream aborts here.
        raise cursor.error(str(error)) from None


def _read_bases(cursor: Cursor, attr: Any, name: str) -> list[tuple[int, ...]]:
    if attr is None:
        raise cursor.error(f"Expected basis of '{name}' not found")
    if not isinstance(attr, ArrayAttr):
        raise cursor.error(f"Expected array of arrays for basis of '{name}'")
    bases = []
    for each in attr.elements:
        if not isinstance(each, ArrayAttr):
            raise cursor.error(f"Expected array of integers in basis for '{name}'")
        basis = [part.value for part in each.elements if isinstance(part, IntegerAttr)]
        if len(basis) != len(each.elements):
            raise cursor.error(f"Expected integer in basis for '{name}'")
        bases.append(tuple(basis))
    return bases


def checked(params: Params, encoding: LayoutEncoding) -> LayoutEncoding:
    """The encoding, once its own checks have passed."""
    problem = encoding.verify()
    if problem is not None:
        raise params.name_error(problem)
    return encoding


# Printing ------------------------------------------------------------------------------------


def listed(values: Iterable[int]) -> str:
    """`[1, 0]`."""
    return f"[{', '.join(map(str, values))}]"


def bases_text(bases: Iterable[Sequence[int]]) -> str:
    """`[[1, 0], [0, 1]]`."""
    return f"[{', '.join(map(listed, bases))}]"


def linear_text(layout: LinearLayout, skip_empty: bool = False) -> str:
    """`register = [[0, 1]], lane = [], ...`."""
    return ", ".join(
        f"{name} = {bases_text(bases)}" for name, bases in layout.bases if bases or not skip_empty
    )


def bool_text(value: bool) -> str:
    return "true" if value else "false"


def cga_suffix(layout: CGALayout) -> str:
    """`, CGALayout = [...]` where there is more than one block."""
    return f", CGALayout = {bases_text(layout.bases)}" if layout.num_ctas > 1 else ""


def text_printer(text_of: Callable[[Any], str]) -> Callable[[Any, Printer], None]:
    """A printer of attributes that mention no other."""

    def render(encoding: Any, p: Printer) -> None:
        p.write(text_of(encoding))

    return render
