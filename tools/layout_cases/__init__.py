"""What upstream is asked about layouts: random encodings, their text, kernels around them.

`grid` makes encodings and shapes, `encoding_text` writes an encoding as upstream reads it,
`kernels` writes TTGIR that uses it, `encoding_json` stores it beside the answer, for tests to read.
The answers come from `upstream.layouts` and `upstream.codegen`.
"""

from __future__ import annotations
