# Upstream's own test files, unmodified, out of the checkout that the parameter `triton_src` names:
# those of the parity table (tools/upstream/parity.py), but for the few that fail for a reason given
# there.
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

# lit runs this file with these names in scope.
config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parents[2] / "tools")]
files = importlib.import_module("upstream.parity").LIT_FILES

lit_config.load_config(config, str(HERE.parent / "lit.cfg.py"))
config.name = "upstream"
config.test_format = importlib.import_module("listed_files").ListedFiles(files)
config.test_source_root = str(Path(lit_config.params["triton_src"]).resolve() / "test")
config.test_exec_root += "-upstream"
