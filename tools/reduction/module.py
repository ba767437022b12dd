"""Making a module small: every kind of edit, again and again, until none helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.passmanager import PassFailure, run_passes
from mlir_mini.source import MLIRError, Source, diagnostics
from mlir_mini.syntax.parser import ModuleParser
from mlir_mini.syntax.printer import PrintOptions, print_module
from passes import PASSES
from reduction import edits

#: An edit of a module, found by its number in a list that a module always gives in the same order.
_Finder = Callable[[Operation], Sequence[Callable[[], bool]]]

#: Passes that leave less, where the failure survives them.
_PASSES = ("canonicalize", "cse", "symbol-dce", "inline")


class Unreadable(Exception):
    """mini-opt doesn't read the text, or it doesn't verify."""


def read(text: str) -> Operation:
    """The module of a text, verified; operations may be of any dialect."""
    try:
        with diagnostics.capture():
            module = ModuleParser(Source("input", text), True).parse_module()
            verify(module)
    except (MLIRError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    return module


class ModuleReducer:
    """The smallest text so far, of a module on which something fails."""

    def __init__(
        self, text: str, interesting: Callable[[str], bool], report: Callable[[str], None]
    ) -> None:
        self.interesting = interesting
        self.report = report
        self.options = PrintOptions()
        self.text = text

    def start(self) -> bool:
        """Whether the module, read and printed, still fails, in one of the forms there are.

        Raises Unreadable.
        """
        module = read(self.text)
        for options in (PrintOptions(), PrintOptions(debuginfo=True), PrintOptions(generic=True)):
            printed = print_module(module, options) + "\n"
            if self.interesting(printed):
                self.options, self.text = options, printed
                return True
        return False

    def run(self) -> str:
        """Reduce until nothing helps."""
        while True:
            before = self.text
            self._many(_functions)
            self._many(_removals)
            self._each(_inlinings)
            self._each(_branches)
            self._simplify()
            self._each(_operands)
            self._many(_removals)
            self._resize()
            self._each(_arguments)
            self._each(_attributes)
            self.report(f"{len(self.text.splitlines())} lines")
            if self.text == before:
                return self.text

    def _try(self, module: Operation) -> bool:
        """Keep the module if it is valid, another one, and still fails."""
        try:
            with diagnostics.capture():
                verify(module)
            text = print_module(module, self.options) + "\n"
        except (MLIRError, RecursionError):
            return False
        return self._keep(text)

    def _keep(self, text: str) -> bool:
        if text == self.text or not self.interesting(text):
            return False
        self.text = text
        return True

    def _many(self, find: _Finder) -> None:
        """Try edits together, half of them, a quarter, ..., each by itself."""
        count = len(find(read(self.text)))
        size = max(count // 2, 1)
        while True:
            start = 0
            while True:
                module = read(self.text)
                chosen = find(module)[start : start + size]
                if not chosen:
                    break
                # Edits that fail leave the module as it was.
                done = [edit() for edit in chosen]
                if not any(done) or not self._try(module):
                    start += size
            if size == 1:
                return
            size //= 2

    def _each(self, find: _Finder) -> None:
        """Try one edit after the other; those behind one that helped come up again."""
        number = 0
        while True:
            module = read(self.text)
            found = find(module)
            if number >= len(found):
                return
            if not found[number]() or not self._try(module):
                number += 1

    def _simplify(self) -> None:
        """Try passes that leave less."""
        rows = {row.name: row for row in PASSES}
        for name in _PASSES:
            module = read(self.text)
            try:
                with diagnostics.capture():
                    run_passes(module, [rows[name].load().from_text("")])
            except (MLIRError, PassFailure, RecursionError):
                continue
            except Exception:  # The pass may be what is being looked into.
                continue
            text = print_module(module, self.options) + "\n"
            if text.count("\n") <= self.text.count("\n"):
                self._keep(text)

    def _resize(self) -> None:
        """Try tensors half as large, and of one element."""
        for size in edits.sizes(self.text):
            for smaller in (1, size // 2):
                text = edits.resized(self.text, size, smaller)
                try:
                    read(text)
                except Unreadable:
                    continue
                if self._keep(text):
                    break


def _operations(module: Operation) -> Iterator[Operation]:
    return (op for op in module.walk(pre_order=True) if op is not module)


def _functions(module: Operation) -> list[Callable[[], bool]]:
    found = [op for region in module.regions for op in region.ops]
    return [lambda op=op: edits.remove(op) for op in reversed(found)]


def _removals(module: Operation) -> list[Callable[[], bool]]:
    return [
        lambda op=op: op.block is not None and edits.remove(op) for op in edits.removable(module)
    ]


def _inlinings(module: Operation) -> list[Callable[[], bool]]:
    return [
        lambda op=op, region=region: edits.inline_region(op, region)
        for op in _operations(module)
        for region in op.regions
    ]


def _branches(module: Operation) -> list[Callable[[], bool]]:
    found: list[Callable[[], bool]] = []
    for op in _operations(module):
        if len(op.successors) > 1:
            found += [
                lambda op=op, index=index: edits.go_one_way(op, index)
                for index in range(len(op.successors))
            ]
        for region in op.regions:
            found += [lambda block=block: edits.merge_block(block) for block in region.blocks[1:]]
    return found


def _operands(module: Operation) -> list[Callable[[], bool]]:
    return [
        lambda op=op, index=index: edits.simplify_operand(op, index)
        for op in _operations(module)
        for index in range(op.num_operands)
    ]


def _arguments(module: Operation) -> list[Callable[[], bool]]:
    found: list[Callable[[], bool]] = []
    for op in _operations(module):
        if isinstance(op, FunctionOp) and not op.is_declaration:
            count = len(op.regions[0].first_block.arguments)
            found += [
                lambda op=op, index=index: edits.drop_argument(op, index)
                for index in reversed(range(count))
            ]
    return found


def _attributes(module: Operation) -> list[Callable[[], bool]]:
    return [
        lambda op=op, name=name: edits.drop_attribute(op, name)
        for op in module.walk(pre_order=True)
        for name in (*op.attributes, *op.properties)
    ]
