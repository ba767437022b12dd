"""Encodings as JSON: a value is {class name: [its fields]}, a tuple a list.

A file of records is a list with a record a line, so that differences can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import mlir_mini.layout as layout
from mlir_mini.interned import Interned


def to_json(value: Any) -> Any:
    if isinstance(value, Interned):
        return {type(value).__name__: [to_json(part) for part in value.field_values]}
    if isinstance(value, (tuple, list)):
        return [to_json(part) for part in value]
    return value


def from_json(value: Any) -> Any:
    if isinstance(value, dict):
        ((name, fields),) = value.items()
        return Interned.__new__(getattr(layout, name), *map(from_json, fields))
    if isinstance(value, list):
        return tuple(map(from_json, value))
    return value


def write_records(file: Path, records: Iterable[Any]) -> None:
    """Writes a file of records and says how many there are."""
    lines = [json.dumps(record, separators=(",", ":")) for record in records]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{file}: {len(lines)} records")
