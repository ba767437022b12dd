"""The one exception of the layout package."""

from __future__ import annotations


class LayoutError(Exception):
    """A layout that cannot exist, or an operation that a layout does not allow."""
