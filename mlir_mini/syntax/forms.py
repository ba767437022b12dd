"""From op declarations to the LALR parser.

Every distinct assembly format is one alternative of the rule ``form``; one terminal stands for
the names of all operations that share it.  Lark turns the grammar text into LALR tables; these are
cached, keyed by the sources they come from, so that a warm start imports neither Lark nor a
dialect before the text asks for one.
"""

from __future__ import annotations

import itertools
import marshal
import os
import sys
from typing import Any

import mlir_mini
from mlir_mini.spec import registry
from mlir_mini.spec.element_groups import Format
from mlir_mini.spec.elements import PUNCTUATION, Element
from mlir_mini.syntax.lalr import Tables, compress

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
            options = [([piece[:-2]], []) if piece.endswith(" ?") else ([piece],) for piece in key]
            for chosen in itertools.product(*options):
                symbols = [s for group in chosen for s in group]
                alternatives.append(" ".join([terminal, *symbols]) + " -> seq")
        parts = ["LSQB_SUCC", "PROPERTIES", "regions", "ATTR_DICT"]
        for mask in itertools.product((True, False), repeat=4):
            symbols = [p for p, used in zip(parts, mask, strict=False) if used]
            text = " ".join(["GENERIC_OP", *symbols, "SIGNATURE"])
            alternatives.append(text.replace("LSQB_SUCC", "successors") + " -> generic")
        lines.append("form: " + "\n | ".join(alternatives))
        for body, name in self.helpers.items():
            lines.append(f"{name}: {body.replace('SELF', name)}")
        lines += self.extra_rules
        terminals = [*self.literals.values(), *self.forms.values()]
        lines.append("%declare " + " ".join(terminals))
        return "\n".join(lines) + "\n"


_HERE = os.path.dirname(os.path.abspath(__file__))


def grammar() -> GrammarBuilder:
    """The grammar of all declared operations."""
    with open(os.path.join(_HERE, "grammar.lark"), encoding="utf-8") as file:
        builder = GrammarBuilder(file.read())
    for dialect in registry.all_dialects():
        for op_class in dialect.ops.values():
            if op_class.spec.format is not None:
                builder.form(op_class.spec)
    return builder


def lark_parser(text: str, **options: Any) -> Any:
    """Lark's own parser object of a grammar text, whose tables :func:`compute` takes over."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Tokens are cut by :class:`.lexer.Cutter`."""

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            raise NotImplementedError

    return Lark(
        text,
        parser="lalr",
        lexer=NoLexer,
        start=STARTS,
        keep_all_tokens=True,
        maybe_placeholders=False,
        **options,
    )


def compute(builder: GrammarBuilder) -> Tables:
    """LALR tables of a grammar, by Lark."""
    from lark.parsers.lalr_analysis import Shift

    table = lark_parser(builder.text()).parser.parser._parse_table
    numbers: dict[Any, int] = {}
    rules: list[tuple[int, str, str]] = []
    states: list[dict[str, int]] = []
    for number in range(len(table.states)):
        state: dict[str, int] = {}
        for symbol, (action, target) in table.states[number].items():
            if action is Shift:
                state[str(symbol)] = target
                continue
            if target not in numbers:
                numbers[target] = len(rules)
                origin = str(target.origin.name)
                if origin.startswith("_"):
                    raise ValueError(f"grammar rule {origin}: no repetition operators, please")
                rules.append((len(target.expansion), origin, str(target.alias or origin)))
            state[str(symbol)] = ~numbers[target]
        states.append(state)
    starts = {s: (table.start_states[s], table.end_states[s]) for s in STARTS}
    packed, lookaheads = compress(states)
    return Tables(rules, packed, lookaheads, starts, builder.names, builder.literals)


def _fingerprint() -> str:
    """A name that changes with anything the tables depend on: our sources, and plugins' operations.

    With those, dialects are loaded before the text asks for them.
    """
    parts = [mlir_mini.__version__, sys.version]
    if registry.plugin_ops():
        builder = grammar()
        parts += [builder.text(), *builder.names]
    root = os.path.dirname(_HERE)
    for folder in ("dialects", "spec", "syntax"):
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".lark")):
                    stat = entry.stat()
                    parts.append(f"{entry.name}:{stat.st_size}:{stat.st_mtime_ns}")
    from zlib import crc32

    text = "\n".join(sorted(parts)).encode()
    return f"{crc32(text):08x}{crc32(text[::-1]):08x}"


def cache_dir() -> str:
    """The user's cache folder for tables (``$XDG_CACHE_HOME/mini-opt``)."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "mini-opt")


def _store(path: str, tables: Tables) -> None:
    """Write atomically; without a writable cache folder, start-up is slow and that is all."""
    import tempfile

    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix="tables-")
        with os.fdopen(handle, "wb") as file:
            marshal.dump(tables.plain(), file)
        os.replace(temporary, path)
        _forget_old(os.path.dirname(path))
    except OSError:
        pass


def _forget_old(folder: str, kept: int = 8) -> None:
    """Remove all but the newest tables, which other versions may still use."""
    with os.scandir(folder) as entries:
        tables = [e for e in entries if e.name.startswith("tables-")]
    tables.sort(key=lambda entry: entry.stat().st_mtime_ns)
    for entry in tables[:-kept]:
        os.unlink(entry.path)


def load() -> Tables:
    """The tables, from the cache where possible."""
    path = os.path.join(cache_dir(), f"tables-{_fingerprint()}.bin")
    try:
        with open(path, "rb") as file:
            return Tables(*marshal.loads(file.read()))
    except (OSError, ValueError, EOFError, TypeError):
        # Missing, unreadable or damaged.
        tables = compute(grammar())
        _store(path, tables)
        return Tables(*marshal.loads(marshal.dumps(tables.plain())))
