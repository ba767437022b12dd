"""User passes from a Python file, for ``--load-pass-plugin``."""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path

from mlir_mini.pass_table import PassInfo, PassTable, PipelineError
from mlir_mini.passmanager import Pass
from mlir_mini.syntax.values import reset_grammar

#: Plugins are modules of these names, with the file's at the end.
MODULE_PREFIX = "mini_opt_plugin_"


def load_plugin(path: str, table: PassTable) -> None:
    """Execute ``path`` and register every Pass subclass in it that has a ``name``.

    A plugin may declare operations, in a :class:`~mlir_mini.spec.registry.Dialect` of its own or
    in one of ours. Raises PipelineError when the file cannot be read or run.
    """
    module_name = f"{MODULE_PREFIX}{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        reason = "is not a .py file" if Path(path).is_file() else "no such Python file"
        raise PipelineError(f"cannot load pass plugin '{path}': {reason}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PipelineError(
            f"cannot load pass plugin '{path}': {type(error).__name__}: {error}"
        ) from None
    reset_grammar()
    found = False
    for name, value in vars(module).items():
        own = isinstance(value, type) and issubclass(value, Pass) and value.name
        if own and value.__module__ == module_name:
            found = True
            description = value.description or (value.__doc__ or "").strip()
            table.add(
                PassInfo(
                    value.name,
                    tuple(value.aliases),
                    description.split("\n")[0],
                    f"{module_name}:{name}",
                )
            )
    if not found:
        raise PipelineError(f"pass plugin '{path}' declares no Pass with a name")


def fault_of_plugin(error: Exception, paths: Iterable[str], pass_: Pass | None) -> str | None:
    """What to say of an exception that a plugin is answerable for, or None.

    That it is if ``pass_``, which was running, is a plugin's, or if the exception went through code
    of one of the files at ``paths``, of which the innermost line is named.
    """
    files = {os.path.abspath(path): path for path in paths}
    places = (
        (os.path.abspath(frame.f_code.co_filename), line)
        for frame, line in traceback.walk_tb(error.__traceback__)
    )
    lines = [f"{files[file]}:{line}" for file, line in places if file in files]
    place = lines[-1] if lines else None
    what = f"raised {type(error).__name__}: {error}"
    advice = "(MINI_OPT_TRACEBACK=1 shows where)"
    if pass_ is not None and type(pass_).__module__.startswith(MODULE_PREFIX):
        file = os.path.abspath(sys.modules[type(pass_).__module__].__file__ or "")
        return f"the pass '{pass_.name}' ({place or files.get(file, file)}) {what} {advice}"
    if place is None:
        return None
    during = f" in the pass '{pass_.name}'" if pass_ is not None else ""
    return f"{place} {what}{during} {advice}"
