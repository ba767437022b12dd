"""Running the LALR tables that Lark computes.

Lark builds the tables from the grammar (:mod:`.forms`); here is the loop that runs them, with the
lexer asked for each token in the light of the state that the parser is in.  Tables come from a
cache, so that a warm start neither imports Lark nor rebuilds its objects, and states whose only
action is a reduction share one set of lookaheads until they are entered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from mlir_mini.syntax.lexer import Cutter
from mlir_mini.syntax.tokens import SKIP, Token

#: A state: terminal or rule name -> next state (0 or more) or ``~rule`` to reduce by.
State = dict[str, int]


class SyntaxFault(Exception):
    """A token that the state does not accept.

    ``expected`` are the terminals it does, ``values`` what has been read and not yet reduced.
    """

    def __init__(self, token: Token, expected: Collection[str], values: Sequence[Any]) -> None:
        super().__init__(token.value)
        self.token = token
        self.expected = expected
        self.values = values


class Tables:
    """LALR(1) tables in plain data, as the cache stores them.

    ``rules``: (number of symbols, rule name, callback's name); ``states``: a :data:`State`, or
    (other entries, reduction, index into ``lookaheads``) for one that mostly reduces; ``starts``:
    start rule -> (first state, last state); ``names`` and ``literals``: words -> terminals.
    """

    __slots__ = ("literals", "lookaheads", "names", "rules", "starts", "states")

    def __init__(
        self,
        rules: list[tuple[int, str, str]],
        states: list[Any],
        lookaheads: list[tuple[str, ...]],
        starts: dict[str, tuple[int, int]],
        names: dict[str, str],
        literals: dict[str, str],
    ) -> None:
        self.rules = rules
        self.states = states
        self.lookaheads = lookaheads
        self.starts = starts
        self.names = names
        self.literals = literals

    def plain(self) -> tuple[Any, ...]:
        """The constructor's arguments, for :mod:`marshal`."""
        return tuple(
            getattr(self, name)
            for name in ("rules", "states", "lookaheads", "starts", "names", "literals")
        )


def compress(states: list[State]) -> tuple[list[Any], list[tuple[str, ...]]]:
    """States with their commonest reduction factored out, and the shared lookahead sets."""
    lookaheads: dict[tuple[str, ...], int] = {}
    packed: list[Any] = []
    for state in states:
        counts: dict[int, list[str]] = {}
        for symbol, action in state.items():
            if action < 0:
                counts.setdefault(action, []).append(symbol)
        if not counts:
            packed.append(state)
            continue
        action, symbols = max(counts.items(), key=lambda item: len(item[1]))
        key = tuple(sorted(symbols))
        rest = {s: a for s, a in state.items() if a != action}
        packed.append((rest, action, lookaheads.setdefault(key, len(lookaheads))))
    return packed, list(lookaheads)


class Parser:
    """Runs the tables; ``callbacks`` has a method for every callback that the rules name."""

    def __init__(self, tables: Tables, callbacks: Any) -> None:
        self._tables = tables
        self._states = tables.states
        #: Symbols, rule, and what makes a value of theirs: None where that is their list.
        self._rules: list[tuple[int, str, Callable[[list[Any]], Any] | None]] = [
            (size, origin, None if name == "seq" else getattr(callbacks, name))
            for size, origin, name in tables.rules
        ]
        self.cutter = Cutter(tables.names, tables.literals)

    def _state(self, number: int) -> State:
        found = self._states[number]
        if found.__class__ is dict:
            return found
        rest, action, index = found
        state: State = {}
        for terminal in self._tables.lookaheads[index]:
            state[terminal] = action
        state.update(rest)
        self._states[number] = state
        return state

    def parse(self, start: str, text: str, pos: int, end: int) -> Any:
        """The value of ``text[pos:end]`` as rule ``start``; raises SyntaxFault."""
        first, last = self._tables.starts[start]
        goal = self._state(last)
        state = self._state(first)
        stack = [state]
        values: list[Any] = []
        rules, states, load = self._rules, self._states, self._state
        cut = self.cutter.cut
        # It always matches, if nothing.
        skip: Any = SKIP.match
        while True:
            pos = skip(text, pos, end).end()
            if pos < end:
                kind, stop = cut(text, pos, end, state)
                token = Token(kind, text[pos:stop], pos)
                pos = stop
            else:
                kind, token = "$END", Token("$END", "", end)
            while True:
                action = state.get(kind)
                if action is None:
                    raise SyntaxFault(token, state, values)
                if action >= 0:
                    values.append(token)
                    state = states[action]
                    if state.__class__ is not dict:
                        state = load(action)
                    stack.append(state)
                    break
                size, origin, callback = rules[~action]
                if size:
                    children = values[-size:]
                    del values[-size:]
                    del stack[-size:]
                else:
                    children = []
                values.append(children if callback is None else callback(children))
                target = stack[-1][origin]
                state = states[target]
                if state.__class__ is not dict:
                    state = load(target)
                stack.append(state)
                if state is goal and kind == "$END":
                    return values[-1]
