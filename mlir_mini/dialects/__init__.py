"""Declarations of the dialects; see :mod:`mlir_mini.spec.registry`.

``NAME.py`` is a dialect and stands for all of it.  A large dialect has files ``NAME_*.py``:
operations by kind (``tt_memory``), types and attributes (``ttg_types``, ``ttg_attrs``), traits and
checks (``tt_traits``, ``ttng_checks``).  Beside them: ``function_like`` and ``functions`` (what
functions of several dialects share), ``layout_text``, ``layout_checks`` and ``dot_checks``
(encodings in text, in a module, in a product), ``ttg_utils`` (what a module says about its target).
"""
