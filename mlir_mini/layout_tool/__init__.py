"""The commands of `mini-layout`, one a file, and how their arguments are read.

arguments    options declared as data, the command line read by them, help texts
reading      a layout out of an attribute's text, a short form, or a value of an MLIR file
coalesce, show, owner, sectors, convert, check
             a command each: `run(options, streams)` gives the exit status
trial        a student's file, run in a process of its own
answers      layouts and owners as JSON
"""

from __future__ import annotations
