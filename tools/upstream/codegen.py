"""From the text of a TTGIR module to PTX or a cubin, by an installed triton and without a GPU."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


@contextlib.contextmanager
def _file_of(text: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.ttgir"
        file.write_text(text)
        yield str(file)


def ptx_of(text: str, capability: int) -> tuple[str, dict[str, Any]]:
    """(PTX, metadata: "shared" in bytes, "num_warps", ...); TTGIR passes are left out.

    Raises ImportError without triton. Nothing is cached.
    """
    from triton._C.libtriton import ir  # pyright: ignore
    from triton.backends.compiler import GPUTarget  # pyright: ignore
    from triton.compiler.compiler import IRSource, make_backend  # pyright: ignore

    # Without it triton warns about an environment variable.
    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    target = GPUTarget("cuda", capability, 32)
    backend = make_backend(target)
    context = ir.context()
    with _file_of(text) as file:
        source = IRSource(file, context, backend)
        options = backend.parse_options(source.parse_options())
        metadata: dict[str, Any] = {"target": target, **options.__dict__}
        stages: dict[str, Any] = {}
        backend.add_stages(stages, options, source.language)
        module = source.make_ir(target, options, None, None, context)
        for stage in ("llir", "ptx"):
            module = stages[stage](module, metadata)
    return str(module), metadata


def cubin_of(text: str, capability: int) -> tuple[bytes, str, dict[str, Any]]:
    """(cubin, PTX, metadata with the kernel's "name"); as `triton.compile` makes them."""
    import triton  # pyright: ignore
    from triton.backends.compiler import GPUTarget  # pyright: ignore

    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    with _file_of(text) as file:
        compiled = triton.compile(file, target=GPUTarget("cuda", capability, 32))
    return compiled.asm["cubin"], compiled.asm["ptx"], compiled.metadata._asdict()
