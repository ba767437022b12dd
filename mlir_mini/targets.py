"""GPUs by name, as ``--target`` takes them."""

from __future__ import annotations

#: Compute capabilities that Triton's layouts are for.
CAPABILITIES = range(70, 130)


def capability_of(text: str) -> int | None:
    """80 for ``cuda:80``, ``sm_80``, ``sm_80a`` or ``80``; None for what is no NVIDIA GPU."""
    for prefix in ("cuda:", "sm_"):
        if text.startswith(prefix):
            number = text[len(prefix) :].removesuffix("a")
            break
    else:
        number = text
    if not (number.isascii() and number.isdecimal()) or int(number) not in CAPABILITIES:
        return None
    return int(number)


def target_of(text: str) -> str | None:
    """What ``ttg.target`` says of a GPU, such as ``cuda:80`` or ``hip:gfx942``; None for others."""
    capability = capability_of(text)
    if capability is not None:
        return f"cuda:{capability}"
    architecture = text.removeprefix("hip:gfx")
    good = architecture != text and architecture.isascii() and architecture.isalnum()
    return text if good else None


def is_power_of_two(text: str) -> bool:
    """Is ``text`` a number of warps that a layout can have?"""
    number = int(text) if text.isdecimal() else 0
    return number > 0 and number & (number - 1) == 0
