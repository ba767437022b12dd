"""Colours that people with colour-blindness can tell apart (Okabe and Ito), softened for text.

Colour never carries anything alone: every picture has the numbers as text as well.
"""

from __future__ import annotations

#: Fill colours with near-black text on them, and a darker line of the same hue.
FILLS = ("#f3c76b", "#8fd0f5", "#7fd1b9", "#f7ef9a", "#7fb2dd", "#eb9d6b", "#dfa3c8", "#c9c9c9")
LINES = ("#9a6a00", "#1f78a8", "#007a57", "#8a8200", "#00507f", "#9c3f00", "#8f4677", "#555555")
INK = "#1a1a1a"
PAPER = "#ffffff"

#: The same in the 256 colours of a terminal.
_TERMINAL = (221, 117, 79, 229, 74, 209, 182, 250)


def fill(number: int) -> str:
    """The fill of a warp, a bank's quarter, ..."""
    return FILLS[number % len(FILLS)]


def line(number: int) -> str:
    return LINES[number % len(LINES)]


def lighter(colour: str, share: float) -> str:
    """Mixed with white: share 0 leaves it, 1 gives white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    mixed = [round(part + (255 - part) * share) for part in parts]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def ansi(text: str, number: int) -> str:
    """The text on a coloured ground, for a terminal."""
    return f"\x1b[30;48;5;{_TERMINAL[number % len(_TERMINAL)]}m{text}\x1b[0m"
