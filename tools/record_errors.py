"""Stores what mini-opt says of the malformed inputs in test/errors, for test_malformed.py.

    python tools/record_errors.py [--upstream] [NAME...]

Each NAME.mlir gets a NAME.err with the whole of standard error. Read the difference before you
commit it. With --upstream, lists the inputs whose first message differs from that of an installed
triton wheel instead, and stores nothing.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from checkout import ROOT
from extras import missing
from mlir_mini.opt_main import opt_main
from passes import PASSES

FOLDER = ROOT / "test" / "errors"


def flags_of(file: Path) -> list[str]:
    """Flags named in the file's first line (``// RUN-FLAGS: ...``)."""
    first = file.read_bytes().split(b"\n", 1)[0].decode("utf-8", "replace")
    match = re.match(r"// RUN-FLAGS: (.*)", first)
    return match.group(1).split() if match else []


def run(file: Path) -> tuple[int, str]:
    """mini-opt's exit status and error text for a file, named relative to its folder."""
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()
    os.chdir(file.parent)
    try:
        status = opt_main([*flags_of(file), file.name], PASSES, io.StringIO(), out, err)
    finally:
        os.chdir(before)
    assert not out.getvalue()
    return status, err.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--upstream", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args(arguments)
    files = sorted(FOLDER.glob("*.mlir"))
    for name in sorted(set(args.names) - {file.stem for file in files}):
        parser.error(f"no {name}.mlir in test/errors")
    if args.names:
        files = [f for f in files if f.stem in args.names]
    if args.upstream:
        try:
            importlib.import_module("triton")
        except ImportError as error:
            print(f"record_errors: {missing(error)}", file=sys.stderr)
            return 2
    same = 0
    for file in files:
        status, text = run(file)
        if not args.upstream:
            if status != 1:
                print(f"{file.name}: exit status {status}", file=sys.stderr)
            file.with_suffix(".err").write_text(text, encoding="utf-8", errors="surrogateescape")
            continue
        command = [sys.executable, str(ROOT / "tools/upstream_opt.py"), "--isolate"]
        theirs = subprocess.run(
            [*command, *flags_of(file), file.name], cwd=FOLDER, capture_output=True, check=False
        ).stderr.decode("utf-8", "replace")
        ours_first, theirs_first = text.partition("\n")[0], theirs.partition("\n")[0]
        if ours_first == theirs_first:
            same += 1
        else:
            print(f"{file.name}\n  mini-opt  {ours_first}\n  upstream  {theirs_first}")
    if args.upstream:
        print(f"{same} of {len(files)} as upstream")
    return 0


if __name__ == "__main__":
    sys.exit(main())
