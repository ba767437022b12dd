"""Inputs of any length, made of the functions of the project's examples."""

from __future__ import annotations

from pathlib import Path

from checkout import ROOT
from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, Region
from mlir_mini.pass_table import PassTable
from mlir_mini.passmanager import parse_pipeline, run_passes
from mlir_mini.source import Source
from mlir_mini.syntax.parser import ModuleParser
from mlir_mini.syntax.printer import PrintOptions, print_module
from passes import PASSES

#: The examples in the order in which they follow each other; all for four warps.
EXAMPLES = ("matmul.ttir", "softmax.mlir", "transpose.mlir", "vecadd-f32.mlir", "vecadd-f16.mlir")
_TO_TTGIR = "builtin.module(convert-triton-to-tritongpu{target=cuda:80 num-warps=4})"
_WARPS_OF_SOFTMAX = {"warpsPerCTA = [8]": "warpsPerCTA = [4]", 'num-warps" = 8': 'num-warps" = 4'}


def parse(text: str, name: str = "input") -> Operation:
    """The module of a text."""
    return ModuleParser(Source(name, text), allow_unregistered=True).parse_module()


def kernels(lines: int) -> str:
    """A module in TTGIR of about that many lines: the examples' functions over and over.

    It ends with the function that reaches the number of lines.
    """
    table = PassTable(PASSES)
    functions: list[Operation] = []
    module = None
    for name in EXAMPLES:
        text = (ROOT / "examples" / name).read_text(encoding="utf-8")
        for old, new in _WARPS_OF_SOFTMAX.items():
            text = text.replace(old, new)
        module = parse(text, name)
        if name.endswith(".ttir"):
            run_passes(module, parse_pipeline(_TO_TTGIR, table))
        functions += [op for op in module.regions[0].ops if op.name == "tt.func"]
    assert module is not None
    sizes = [print_module(op, PrintOptions(local_scope=True)).count("\n") + 1 for op in functions]
    attributes = {**module.attributes, "ttg.target": StringAttr("cuda:80")}
    block = Block()
    written = number = 0
    while written < lines:
        which = number % len(functions)
        copy = functions[which].clone()
        copy.properties["sym_name"] = StringAttr(f"{_name(copy)}_{number}")
        block.append(copy)
        written += sizes[which]
        number += 1
    region = Region()
    region.append(block)
    whole = OpBuilder().create(type(module), [], [], attributes=attributes, regions=[region])
    return print_module(whole) + "\n"


def _name(function: Operation) -> str:
    name = function.properties["sym_name"]
    assert isinstance(name, StringAttr)
    return name.value


def generic(text: str) -> str:
    """A module's text in generic form, which needs no dialect to be read."""
    return print_module(parse(text), PrintOptions(generic=True)) + "\n"


def arithmetic(lines: int) -> str:
    """One function of that many operations of arith in generic form: dialects that all know."""
    head = (
        '"builtin.module"() ({\n'
        '  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "sum"}> ({\n'
        "  ^bb0(%first: i32, %second: i32):\n"
    )
    body = []
    last = "%first"
    for number in range(lines):
        flags = "<{overflowFlags = #arith.overflow<none>}>"
        body.append(f'    %{number} = "arith.addi"({last}, %second) {flags} : (i32, i32) -> i32\n')
        last = f"%{number}"
    tail = f'    "func.return"({last}) : (i32) -> ()\n  }}) : () -> ()\n}}) : () -> ()\n'
    return head + "".join(body) + tail


class Inputs:
    """Files of inputs in a folder, made when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kernels: dict[int, Path] = {}

    def kernels(self, lines: int) -> Path:
        """The file of :func:`kernels`."""
        found = self._kernels.get(lines)
        if found is None:
            found = self._kernels[lines] = self.write(f"kernels-{lines}.mlir", kernels(lines))
        return found

    def generic(self, lines: int) -> Path:
        """The same in generic form."""
        text = self.kernels(lines).read_text(encoding="utf-8")
        return self.write(f"generic-{lines}.mlir", generic(text))

    def arithmetic(self, lines: int) -> Path:
        """The file of :func:`arithmetic`."""
        return self.write(f"arithmetic-{lines}.mlir", arithmetic(lines))

    def write(self, name: str, text: str) -> Path:
        """A file of the folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


def count_lines(path: Path) -> int:
    """Lines of a file."""
    return path.read_bytes().count(b"\n")
