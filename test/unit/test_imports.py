"""Which module may import which, and what starting mini-opt may cost.

The rule: `passes` imports `mlir_mini`, never the reverse, and neither imports `tools`.  Inside
`mlir_mini` a module imports only from its own layer or from a lower one; `layout` is arithmetic and
stands on `interned` alone, `render` on `layout` alone; only `syntax` imports lark, only `interp`
numpy.  Imports inside functions count, those for type checkers don't.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# From the bottom up.  `layout` stands beside: whoever knows encodings may import it.
LAYERS = (
    {"interned", "regex", "targets"},
    {"source", "split", "pass_table", "command_line", "completion", "render"},
    {"ir"},
    {"spec"},
    {"dialects"},
    {"syntax", "passmanager", "flag_values", "analysis", "rewrite"},
    {"interp"},
    {"driver", "plugins", "verify_diagnostics", "layout_tool"},
    {"opt_main", "layout_main"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# What may be imported from outside the own layer, where that is less than all that is lower.
ONLY = {"layout": {"interned"}, "render": {"layout"}}
FILES = sorted((ROOT / "mlir_mini").rglob("*.py")) + sorted((ROOT / "passes").rglob("*.py"))
# What `mini-opt --help` must not load.
HEAVY = {
    "lark",
    "numpy",
    "argparse",
    "dataclasses",
    "inspect",
    "typing_extensions",
    "subprocess",
    "asyncio",
}
# What a checkout has beside the packages.
OUTSIDE = {"tools", "test"} | {path.stem for path in (ROOT / "tools").iterdir()}


def module_name(file: Path) -> str:
    """`mlir_mini.ir.core` for mlir_mini/ir/core.py."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything in a syntax tree but what stands under `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from nodes(node)


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports anywhere at run time, relative imports resolved."""
    package = file.relative_to(ROOT).parent.parts
    for node in nodes(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            for alias in node.names:
                yield ".".join([*base, alias.name])


def layer(module: str) -> str:
    """`ir` for mlir_mini.ir.core; empty for the package itself."""
    return ([*module.split("."), ""])[1]


@pytest.mark.parametrize("file", FILES, ids=module_name)
def test_direction(file: Path) -> None:
    module = module_name(file)
    for imported in imports(file):
        top = imported.split(".")[0]
        assert top not in OUTSIDE, f"{module} imports {imported}"
        if top == "passes":
            assert module.startswith("passes"), f"{module} imports {imported}"
        if top == "lark":
            assert module.startswith("mlir_mini.syntax"), f"{module} imports {imported}"
        if top == "numpy":
            assert module.startswith("mlir_mini.interp"), f"{module} imports {imported}"
        if top == module.split(".")[0] == "mlir_mini":
            check_layers(module, imported)


def check_layers(module: str, imported: str) -> None:
    """The rule inside mlir_mini."""
    source, target = layer(module), layer(imported)
    message = f"{module} imports {imported}"
    if source in ONLY:
        assert target in {source} | ONLY[source], message
    elif target not in ("layout", ""):
        assert target in LEVEL, message
        assert LEVEL[target] <= LEVEL.get(source, -1), message


def test_every_module_has_a_layer() -> None:
    layers = {layer(module_name(file)) for file in FILES if file.is_relative_to(ROOT / "mlir_mini")}
    assert layers - {""} == set(LEVEL) | {"layout"}
    assert len(LEVEL) == sum(map(len, LAYERS)), "a module stands in two layers"


def test_contributing_shows_the_layers() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = text.split("## Which module may import which")[1].split("```")[1]
    *layers, beside = [
        set(re.findall(r"\w+", part)) for part in re.split("->|\n(?=layout )", drawn)
    ]
    assert beside == ONLY["layout"]
    assert layers.pop() == {"layout"}
    assert tuple(layers[::-1]) == LAYERS


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("passes.cli", ["--help"]),
        ("passes.cli", ["--list-passes"]),
        ("passes.layout_cli", ["--help"]),
        ("passes.layout_cli", ["coalesce", "--help"]),
        ("passes.layout_cli", ["coalesce", "--shape", "64x64"]),
        ("passes.layout_cli", ["show", "[1,4]/[8,4]/[2,1]", "--shape", "16x16"]),
    ],
)
def test_start_up_loads_little(module: str, arguments: list[str]) -> None:
    loaded = modules_loaded(module, arguments)
    assert "mlir_mini" in loaded
    assert not loaded & HEAVY
    assert not {module for module in loaded if module.startswith(("mlir_mini.dialects.", "lark."))}


def test_a_pass_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    """Neither numpy nor what runs programs; Lark the first time, when it makes the tables."""
    arguments = ["--coalesce", "examples/transpose.mlir", "-o", str(tmp_path / "out.mlir")]
    first, second = (modules_loaded("passes.cli", arguments, str(tmp_path)) for _ in range(2))
    assert "lark" in first
    assert "lark" not in second
    for loaded in (first, second):
        assert "passes.coalesce" in loaded
        assert "numpy" not in loaded
        assert not {module for module in loaded if module.startswith("mlir_mini.interp")}


def modules_loaded(module: str, arguments: list[str], cache: str = "") -> set[str]:
    """What a run of the command loads, with its tables in the folder `cache`."""
    script = (
        "import sys; before = set(sys.modules)\n"
        f"from {module} import main\n"
        f"sys.argv = ['tool', *{arguments!r}]\n"
        "try:\n"
        "    code = main()\n"
        "except SystemExit as stop:\n"
        "    code = stop.code\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())
