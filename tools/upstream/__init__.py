"""Triton's own compiled passes, driven out of an installed triton wheel, and tools to compare.

From the wheel inwards: `libtriton` (its C++ symbols by ctypes), `context` (one MLIRContext:
parse, run passes, print), `driver` (triton-opt's behaviour over one input), `server` and `client`
(the same in a process of its own, for tools that ask often).  Around them: `passes` (the table of
passes), `options` (triton-opt's command line), `chunks` (`-split-input-file`), `diagnostics`
(messages and `expected-*` comments), `runlines` (RUN lines of lit tests), `canonical` (text modulo
names), `pipeline` (the order of passes that the compiler itself uses), `cases` and `compare` (one
input through a tool, and through both), `report` and `parity` (what is said of many), `goldens`
(the files under test/golden).  Beside passes, the wheel answers for `layouts` (its arithmetic) and
`codegen` (from TTGIR to PTX and machine code).

Nothing in here re-implements a pass.  Only `library` and what stands on it needs triton; the other
modules are plain Python, so that tests can use them anywhere.
"""

from __future__ import annotations
