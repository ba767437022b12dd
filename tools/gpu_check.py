#!/usr/bin/env python3
"""Predicted sectors and requests against the counters of a GPU.

    gpu_check.py                    compile, measure, compare; needs triton==3.9.0, a GPU and ncu
    gpu_check.py --prepare DIR      only compile: cubins and predictions into DIR; needs no GPU
    gpu_check.py --cubins DIR       measure what --prepare left there; needs no triton
    gpu_check.py --list             the cases with their predictions; needs neither

Each case is a kernel that loads a tile and stores it again, with a layout, strides, element type,
alignment and mask of its own. ncu counts the requests and the 32-byte sectors of its loads and its
stores (`l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_{ld,st}.sum`), which have to equal what
`mini-layout sectors` says. Kernels are launched through CUDA's driver API, no framework needed.

Exit status: 0 if all cases agree, or if there is no GPU or no ncu, which a line SKIPPED then says;
1 if a case differs; 2 if something is missing or fails.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import checkout  # noqa: F401
from extras import missing as missing_extra
from gpu.counters import COUNTERS, measure, missing
from gpu.driver import Driver
from layout_cases.kernels import access_kernel, strides_of
from mlir_mini.layout import (
    BlockedEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.sectors import TensorAccess, access_width, mnemonic, whole_tile

CAPABILITY = 90
KERNEL = "copy"
SLACK = 4096  # bytes around each buffer

Shape = tuple[int, ...]

# Cases.


def _row(width: int, lanes: Shape, warps: Shape) -> BlockedEncoding:
    return BlockedEncoding((1, width), lanes, warps, (1, 0))


_MMA = NvidiaMmaEncoding(2, 0, (2, 2), None, (16, 8))
LAYOUTS: dict[str, tuple[DistributedEncoding, Shape]] = {
    "row x4": (_row(4, (2, 16), (4, 1)), (64, 64)),
    "row x2": (_row(2, (1, 32), (4, 1)), (64, 64)),
    "row x1": (_row(1, (1, 32), (4, 1)), (32, 64)),
    "row x8": (_row(8, (4, 8), (4, 1)), (64, 64)),
    "column x4": (BlockedEncoding((4, 1), (16, 2), (1, 4), (0, 1)), (64, 64)),
    "16x16": (_row(4, (8, 4), (2, 1)), (16, 16)),
    "square": (BlockedEncoding((2, 2), (8, 4), (2, 2), (1, 0)), (32, 32)),
    "line x4": (BlockedEncoding((4,), (32,), (4,), (0,)), (1024,)),
    "line x1": (BlockedEncoding((1,), (32,), (4,), (0,)), (256,)),
    "short line": (BlockedEncoding((1,), (32,), (4,), (0,)), (64,)),
    "mma": (_MMA, (32, 32)),
    "dot operand": (DotOperandEncoding(0, _MMA, 2), (32, 32)),
    "slice": (SliceEncoding(0, _row(4, (8, 4), (2, 1))), (64,)),
    "slice of rows": (SliceEncoding(1, _row(4, (8, 4), (2, 1))), (64,)),
    "cube": (BlockedEncoding((1, 1, 4), (2, 4, 4), (2, 1, 2), (2, 1, 0)), (4, 8, 32)),
}


def cases(only: str = "") -> dict[str, TensorAccess]:
    """The cases whose name contains `only`, each layout's variations together."""
    found: dict[str, TensorAccess] = {}

    def add(name: str, bits: int, note: str, strides: Sequence[int], **more: Any) -> None:
        encoding, shape = LAYOUTS[name]
        access = TensorAccess(encoding, shape, bits, strides, **more)
        title = f"{name}, {bits} bits{note}"
        if only in title:
            found[title] = access

    for name, (_, shape) in LAYOUTS.items():
        rows, size = strides_of(shape), shape[-1]
        columns = strides_of(shape, range(len(shape)))
        for bits in (32, 16, 8, 64):
            add(name, bits, "", rows)
        if len(shape) > 1:
            for bits in (32, 16):
                add(name, bits, ", columns", columns)
            padded = [stride + (8 if stride > 1 else 0) for stride in rows]
            add(name, 32, ", padded rows", padded)
            odd = [stride + (1 if stride > 1 else 0) for stride in rows]
            add(name, 32, ", odd rows", odd)
        else:
            add(name, 32, ", every second", [2])
        for align in (16, 4):
            add(name, 32, f", aligned to {align}", rows, base_align=align)
        fast: list[int | None] = [None] * len(shape)
        for bound in (size * 3 // 4, size - 3):
            fast[-1] = bound
            add(name, 32, f", mask below {bound}", rows, bounds=tuple(fast))
    return found


def predicted(access: TensorAccess) -> dict[str, int]:
    """What each counter should show."""
    loads, stores = whole_tile(access), whole_tile(access, is_store=True)
    return {
        "load requests": loads.requests,
        "load sectors": loads.sectors,
        "store requests": stores.requests,
        "store sectors": stores.sectors,
    }


# Compiling.


def prepare(folder: Path, only: str = "") -> None:
    """Compiles the cases into `folder`: N.cubin and cases.json. Raises ImportError."""
    import triton  # noqa: F401 # pyright: ignore

    from upstream.codegen import cubin_of

    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for number, (name, access) in enumerate(cases(only).items()):
        cubin, _, metadata = cubin_of(access_kernel(access, CAPABILITY), CAPABILITY)
        (folder / f"{number}.cubin").write_bytes(cubin)
        listed.append(describe(name, access) | {"shared": metadata["shared"]})
    (folder / "cases.json").write_text(json.dumps(listed, indent=1) + "\n")


def describe(name: str, access: TensorAccess) -> dict[str, Any]:
    """A case as launching and comparing need it."""
    last = sum((size - 1) * s for size, s in zip(access.shape, access.strides, strict=True))
    width = access_width(access) * access.elem_bytes
    return {
        "name": name,
        "instruction": mnemonic(width, access.elem_bits),
        "threads": 32 * access.layout.in_dim_size("warp"),
        "base": access.base,
        "bytes": access.base + (last + 1) * access.elem_bytes,
        "predicted": predicted(access),
    }


def launch_all(folder: Path) -> None:
    """Runs every prepared case once, in order."""
    driver = Driver()
    for number, case in enumerate(json.loads((folder / "cases.json").read_text())):
        kernel = driver.kernel((folder / f"{number}.cubin").read_bytes(), KERNEL)
        buffers = [driver.allocate(case["bytes"] + SLACK) for _ in range(2)]
        arguments = [ctypes.c_uint64(buffer.value + case["base"]) for buffer in buffers]
        kernel.launch(arguments, case["threads"], case["shared"])
        driver.synchronize()
        for buffer in buffers:
            driver.free(buffer)
        kernel.unload()


# Measuring and comparing.


def report(
    listed: Sequence[dict[str, Any]], measured: Sequence[dict[str, int]]
) -> tuple[list[str], int]:
    """(the lines of a table with a line a case, how many differ)."""
    if len(listed) != len(measured):
        raise RuntimeError(f"{len(listed)} kernels were launched, ncu saw {len(measured)}")
    width = max(len(case["name"]) for case in listed)
    heads = "".join(f"{label:>18}" for label in COUNTERS)
    lines = [f"{'case':<{width}}  {'load':<18}{heads}"]
    wrong = 0
    for case, counted in zip(listed, measured, strict=True):
        cells = []
        for label in COUNTERS:
            expected, got = case["predicted"][label], counted[label]
            cells.append(f"{got}" if expected == got else f"{got} not {expected}")
        differs = case["predicted"] != counted
        wrong += differs
        row = "".join(f"{cell:>18}" for cell in cells)
        mark = "  <- differs" if differs else ""
        lines.append(f"{case['name']:<{width}}  {case['instruction']:<18}{row}{mark}")
    return lines, wrong


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--prepare", metavar="DIR", type=Path, help="compile the cases into DIR")
    modes.add_argument("--cubins", metavar="DIR", type=Path, help="measure the cases in DIR")
    modes.add_argument("--list", action="store_true", help="show the cases and predictions")
    modes.add_argument("--launch", metavar="DIR", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--only", metavar="TEXT", default="", help="cases with TEXT in their name")
    options = parser.parse_args(argv)
    if not cases(options.only):
        parser.error(f"no case with '{options.only}' in its name")
    if options.launch:
        launch_all(options.launch)
        return 0
    if options.list:
        listed = [describe(name, access) for name, access in cases(options.only).items()]
        print(*report(listed, [case["predicted"] for case in listed])[0], sep="\n")
        return 0
    try:
        if options.prepare:
            prepare(options.prepare, options.only)
            print(f"{options.prepare}: {len(cases(options.only))} cases")
            return 0
        return check(options.cubins, options.only)
    except ModuleNotFoundError as error:
        print(f"gpu_check: {missing_extra(error)}", file=sys.stderr)
        return 2
    except (RuntimeError, ImportError, OSError) as error:
        print(f"gpu_check: {error}", file=sys.stderr)
        return 2


def check(folder: Path | None, only: str) -> int:
    """Measures and compares; the exit status."""
    reason = missing()
    if reason:
        print(f"SKIPPED: {reason}")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        if folder is None:
            folder = Path(scratch)
            prepare(folder, only)
        listed = json.loads((folder / "cases.json").read_text())
        command = [sys.executable, str(Path(__file__).resolve()), "--launch", str(folder.resolve())]
        lines, wrong = report(listed, measure(command, KERNEL))
    print(*lines, f"{len(listed) - wrong} of {len(listed)} cases agree", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
