"""Generated programs: valid TTIR and TTGIR, built from the declarations of the operations.

`program.build` makes a module out of choices. `choices` has them from a seed, for many programs in
a short time; `strategy` has them from Hypothesis, whose shrinking then leaves the program that is
the simplest one to fail. `maker` keeps what is visible where, the other files each make one kind of
operation: `elementwise`, `shapes`, `memory`, `combining`, `flow`, `buffers`, `folding` those on
constants, and `layouts` the encodings of TTGIR. `questions` says what is asked about a program,
`semantics` and `unsound` what must hold of its values, `sweep` does it for many.
"""

from __future__ import annotations
