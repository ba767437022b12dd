"""Folding and pattern rewriting, in the order of MLIR's greedy driver.

``greedy`` drives; ``folding`` asks an operation to fold itself, ``patterns`` holds rewrites by the
operation they start from, ``tables`` finds the folders and patterns that each dialect has in its
``fold_*`` and ``patterns_*`` files.  ``constants`` makes constants and keeps them unique,
``effects`` says what operations do to memory, ``simplify_regions`` cleans up blocks.
"""
