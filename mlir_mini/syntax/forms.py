"""From op declarations to the LALR parser.

Every distinct assembly format is one alternative of the rule ``form``; one terminal stands for
the names of all operations that share it.  The grammar text and the tables that the lexer needs
are cached together, keyed by the sources they come from, so that a warm start imports no dialect
before the text asks for one.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

import lark
from lark import Lark

import mlir_mini
from mlir_mini.spec import registry
from mlir_mini.spec.format import PUNCTUATION, Element, Format
from mlir_mini.syntax.lexer import Lexer

STARTS = ["file", "attribute", "attr_dict", "type", "params", "location"]


class GrammarBuilder:
    """Collects the rules that formats need; asked by :meth:`Element.symbols`."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.literals: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.forms: dict[tuple[str, ...], str] = {}
        self.names: dict[str, str] = {}
        self.extra_rules: dict[str, None] = {}

    def literal(self, text: str) -> str:
        """Terminal of a keyword or punctuation literal."""
        if text in PUNCTUATION:
            return PUNCTUATION[text]
        found = self.literals.get(text)
        if found is None:
            found = "KW_" + "".join(c if c.isalnum() else "_" for c in text).upper()
            while found in self.literals.values():
                found += "_"
            self.literals[text] = found
        return found

    def symbol(self, text: str) -> str:
        """A symbol named in a custom directive: a rule, a terminal, or a literal in quotes."""
        if text.endswith("?"):
            return self.optional([self.symbol(text[:-1])])
        return self.literal(text.strip("'")) if text.startswith("'") else text

    def rules(self, text: str) -> None:
        """Add a dialect's own grammar rules; ``'word'`` in them is a literal."""
        lines = []
        for line in text.strip().splitlines():
            words = [self.literal(w.strip("'")) if w.startswith("'") else w for w in line.split()]
            lines.append(" ".join(words))
        self.extra_rules["\n".join(lines)] = None

    def _helper(self, body: str) -> str:
        return self.helpers.setdefault(body, f"h{len(self.helpers)}")

    def optional(self, symbols: list[str]) -> str:
        """A rule for a group that may be missing; its value is a list, empty when missing."""
        return self._helper(f"{' '.join(symbols)} -> seq\n | -> empty")

    def choice(self, alternatives: list[list[str]]) -> str:
        """A rule for one of several groups; its value is (number, children)."""
        body = "\n | ".join(
            f"{' '.join(symbols)} -> choice{n}" for n, symbols in enumerate(alternatives)
        )
        return self._helper(body)

    def repeated(self, alternatives: list[list[str]]) -> str:
        """A rule for any number of groups in any order; a list of (number, children)."""
        return self._helper(f"-> empty\n | SELF {self.choice(alternatives)} -> append_one")

    def form(self, spec: Any) -> None:
        """Enter an operation with its grammar form."""
        fmt: Format = spec.format
        pieces: list[list[str]] = []
        for element in fmt.elements:
            symbols = element.symbols(self)
            pieces.append([*symbols, "?"] if element.light_optional else symbols)
            self._rules_of(element)
        key = tuple(" ".join(piece) for piece in pieces if piece)
        terminal = self.forms.setdefault(key, f"F{len(self.forms)}")
        name: str = spec.cls.name
        self.names[name] = terminal
        # Directly in a module, the builtin dialect's prefix may be left out.
        self.names[name.removeprefix("builtin.")] = terminal

    def _rules_of(self, element: Element) -> None:
        rules = getattr(element, "rules", None)
        if rules:
            self.rules(rules)

    def text(self) -> str:
        lines = [self.base]
        alternatives = []
        for key, terminal in self.forms.items():
            options = [
                ([piece[:-2]], []) if piece.endswith(" ?") else ([piece],) for piece in key
            ]
            for chosen in itertools.product(*options):
                symbols = [s for group in chosen for s in group]
                alternatives.append(" ".join([terminal, *symbols]) + " -> seq")
        parts = ["LSQB_SUCC", "PROPERTIES", "regions", "ATTR_DICT"]
        for mask in itertools.product((True, False), repeat=4):
            symbols = [p for p, used in zip(parts, mask) if used]
            text = " ".join(["GENERIC_OP", *symbols, "SIGNATURE"])
            alternatives.append(text.replace("LSQB_SUCC", "successors") + " -> generic")
        lines.append("form: " + "\n | ".join(alternatives))
        for body, name in self.helpers.items():
            lines.append(f"{name}: {body.replace('SELF', name)}")
        lines += self.extra_rules
        terminals = [*self.literals.values(), *self.forms.values()]
        lines.append("%declare " + " ".join(terminals))
        return "\n".join(lines) + "\n"


def _sources() -> list[Path]:
    root = Path(mlir_mini.__file__).parent
    return [
        *sorted((root / "dialects").glob("*.py")),
        *sorted((root / "spec").glob("*.py")),
        *sorted((root / "syntax").glob("*")),
    ]


def _fingerprint(plugins: tuple[str, ...]) -> str:
    parts = [mlir_mini.__version__, lark.__version__, sys.version, *plugins]
    for path in _sources():
        if path.suffix in (".py", ".lark"):
            stat = path.stat()
            parts.append(f"{path.name}:{stat.st_size}:{stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def cache_dir() -> Path:
    """The user's cache folder for grammars (``$XDG_CACHE_HOME/mini-opt``)."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mini-opt"


def build() -> GrammarBuilder:
    """The grammar of all declared operations."""
    base = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    builder = GrammarBuilder(base)
    for dialect in registry.all_dialects():
        for op_class in dialect.ops.values():
            if op_class.spec.format is not None:
                builder.form(op_class.spec)
    return builder


def _write_atomically(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


def load(transformer: Any) -> Lark:
    """The parser, from the cache where possible; ``transformer`` holds the rules' callbacks."""
    fingerprint = _fingerprint(registry.plugin_fingerprints())
    tables: tuple[str, dict[str, str], dict[str, str]] | None = None
    folder: Path | None = cache_dir()
    path = folder / f"forms-{fingerprint}.pickle"
    try:
        tables = pickle.loads(path.read_bytes())
    except Exception:
        # Missing, unreadable or damaged: build anew.
        builder = build()
        tables = (builder.text(), builder.names, builder.literals)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _write_atomically(path, pickle.dumps(tables))
        except OSError:
            folder = None
    text, Lexer.names, Lexer.literals = tables
    return Lark(
        text,
        parser="lalr",
        lexer=Lexer,
        start=STARTS,
        transformer=transformer,
        keep_all_tokens=True,
        maybe_placeholders=False,
        cache=str(folder / f"parser-{fingerprint}.pickle") if folder else False,
    )
