# Upstream's own test files, unmodified, out of the checkout that the parameter `triton_src` names.
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

# lit runs this file with these names in scope.
config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

# Paths below the checkout's test folder.  Left out of those that the passes here could run: the
# files whose CHECK lines Triton 3.9.0 itself does not meet (combine, accelerate-matmul,
# dot-operands, reduce-data-duplication).
FILES = frozenset(
    {
        "Analysis/test-alignment.mlir",
        "Conversion/triton_to_tritongpu.mlir",
        "Triton/canonicalize.mlir",
        "Triton/combine.mlir",
        "Triton/invalid.mlir",
        "Triton/loop_cse.mlir",
        "Triton/ops.mlir",
        "Triton/reorder-broadcast.mlir",
        "Triton/vecadd.mlir",
        "Triton/verify-make-range.mlir",
        "TritonGPU/bf16x3-matmul.mlir",
        "TritonGPU/canonicalize.mlir",
        "TritonGPU/coalesce-async-copy.mlir",
        "TritonGPU/coalesce.mlir",
        "TritonGPU/combine-select-if.mlir",
        "TritonGPU/prefetch.mlir",
        "TritonGPU/remove-layout-conversions-backward-remat-reuse.mlir",
        "TritonGPU/remove-layout-conversions-disable-remat.mlir",
        "TritonGPU/remove-layout-conversions-scf-cleanup.mlir",
        "TritonGPU/reorder-instructions.mlir",
        "TritonGPU/tf32x3-matmul.mlir",
    }
)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

lit_config.load_config(config, str(HERE.parent / "lit.cfg.py"))
config.name = "upstream"
config.test_format = importlib.import_module("listed_files").ListedFiles(FILES)
config.test_source_root = str(Path(lit_config.params["triton_src"]).resolve() / "test")
config.test_exec_root += "-upstream"
