"""A layout as linear-layout-viz loads it: a session of one tab with the layout's bases.

That viewer (Deep-Learning-Profiling-Tools/linear-layout-viz) reads `linearLayoutSpec` and builds
the tensors itself; it calls lanes threads.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.render.picture import Picture

_NAMES = {"lane": "thread"}


def viz_json(picture: Picture) -> str:
    """The session as JSON text."""
    import json

    return json.dumps(session(picture), indent=2) + "\n"


def session(picture: Picture) -> dict[str, Any]:
    """The session's manifest: version, tabs, and in the tab the bases of each input dim."""
    layout = picture.layout
    # A dim of size 1 has nothing to show, but the viewer expects threads, warps and registers.
    inputs = [
        {"name": _NAMES.get(name, name), "bases": [list(basis) for basis in dim]}
        for name, dim in layout.bases
        if dim or name != "block"
    ]
    # Labels there are a letter with a number.
    outputs = [{"name": f"D{i}", "size": size} for i, (_, size) in enumerate(layout.out_dims)]
    title = picture.title.removeprefix("#").split("<", 1)[0]
    name = title.replace(".", "_")
    tensors = [
        _tensor("tensor-1", "Hardware tensor", [1 << len(each["bases"]) for each in inputs]),
        _tensor("tensor-2", "Logical tensor", [size for _, size in layout.out_dims]),
    ]
    viewer = {
        "version": 1,
        "displayMode": "2d",
        "heatmap": True,
        "showDimensionLines": True,
        "showInspectorPanel": True,
        "showHoverDetailsPanel": True,
        "camera": {"position": [0, 0, 30], "target": [0, 0, 0], "rotation": [0, 0, 0], "zoom": 1},
        "tensors": [{key: each[key] for key in ("id", "name", "view")} for each in tensors],
        "activeTensorId": "tensor-1",
        "dimensionMappingScheme": "contiguous",
        "linearLayoutSpec": {"name": name, "input_dims": inputs, "output_dims": outputs},
    }
    return {
        "version": 1,
        "tabs": [{"id": "tab-1", "title": title, "viewer": viewer, "tensors": tensors}],
    }


def _tensor(identifier: str, name: str, shape: list[int]) -> dict[str, Any]:
    """A tensor without data, whose axes are called A, B, C, ..."""
    labels = [chr(ord("A") + axis) for axis in range(len(shape))]
    return {
        "id": identifier,
        "name": name,
        "dtype": "int32",
        "shape": shape,
        "axisLabels": labels,
        "byteOrder": "little",
        "placeholderData": True,
        "view": {"view": " ".join(labels), "hiddenIndices": [0] * len(shape)},
        "colorInstructions": None,
    }
