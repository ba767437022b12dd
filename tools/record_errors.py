"""Stores what mini-opt says of the malformed inputs in test/errors, for test_malformed.py.

    python tools/record_errors.py [--upstream] [NAME...]

Each NAME.mlir gets a NAME.err with the whole of standard error. Read the difference before you
commit it. With --upstream, lists the inputs whose first message differs from that of an installed
triton wheel instead, and stores nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from checkout import ROOT

FOLDER = ROOT / "test" / "errors"
sys.path.insert(0, str(ROOT / "test" / "unit"))


def main() -> int:
    from test_malformed import flags_of, run

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--upstream", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    files = sorted(FOLDER.glob("*.mlir"))
    if args.names:
        files = [f for f in files if f.stem in args.names]
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
