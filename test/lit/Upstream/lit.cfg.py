# Upstream's own test files, unmodified, out of the checkout that the parameter `triton_src` names.
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

# lit runs this file with these names in scope.
config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

# Paths below the checkout's test folder.
FILES = frozenset(
    {
        "Analysis/test-alignment.mlir",
        "TritonGPU/coalesce.mlir",
    }
)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

lit_config.load_config(config, str(HERE.parent / "lit.cfg.py"))
config.name = "upstream"
config.test_format = importlib.import_module("listed_files").ListedFiles(FILES)
config.test_source_root = str(Path(lit_config.params["triton_src"]).resolve() / "test")
config.test_exec_root += "-upstream"
