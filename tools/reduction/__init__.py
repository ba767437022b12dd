"""Making a failing input small: for a command that fails on it, whatever the failure is.

`trial` runs the command and says whether it still fails in the same way, `wording` what of an error
counts for that; `lines` takes out lines of
a text; `edits` are the changes to a module that may make it smaller, `module` tries them one after
the other, on inputs that mini-opt can read.
"""

from __future__ import annotations
