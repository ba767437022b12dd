"""ncu's counters of global memory: requests of warps and 32-byte sectors, loads and stores."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Sequence

from checkout import ROOT

from .driver import Driver

COUNTERS = {
    "load requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}


def missing() -> str:
    """Why nothing can be measured here; empty if it can."""
    if shutil.which("ncu") is None:
        return "there is no ncu (NVIDIA Nsight Compute) on PATH"
    try:
        Driver()
    except OSError as error:
        return f"there is no usable GPU: {error}"
    return ""


def measure(command: Sequence[str], kernels: str) -> list[dict[str, int]]:
    """The counters of every launch that the command makes of kernels with a name.

    ``kernels``: the name, or ``regex:...``. Raises RuntimeError with ncu's words if it fails.
    """
    ncu = ["ncu", "--csv", "--page", "raw", "--print-units", "base"]
    ncu += ["--kernel-name", kernels, "--metrics", ",".join(COUNTERS.values())]
    done = subprocess.run([*ncu, *command], capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"ncu failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return read_counters(done.stdout)


def read_counters(text: str) -> list[dict[str, int]]:
    """The counters of each kernel, out of ncu's CSV with its own lines around."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        raise RuntimeError(f"ncu printed no table:\n{text[-2000:]}")
    table = csv.DictReader(io.StringIO("\n".join(lines[start:])))
    # The row of units has no ID.
    rows = [row for row in table if row["ID"]]
    return [
        {label: int(float(row[name].replace(",", ""))) for label, name in COUNTERS.items()}
        for row in rows
    ]
