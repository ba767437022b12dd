"""User passes from a Python file, for ``--load-pass-plugin``."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from mlir_mini.pass_table import PassInfo, PassTable, PipelineError
from mlir_mini.passmanager import Pass
from mlir_mini.syntax.values import reset_grammar


def load_plugin(path: str, table: PassTable) -> None:
    """Execute ``path`` and register every Pass subclass in it that has a ``name``.

    A plugin may declare operations, in a :class:`~mlir_mini.spec.registry.Dialect` of its own or
    in one of ours. Raises PipelineError when the file cannot be read or run.
    """
    module_name = f"mini_opt_plugin_{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise PipelineError(f"cannot load pass plugin '{path}': no such Python file")
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
