"""From the text of a TTGIR module to code, by an installed triton and without a GPU."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
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
    return _compiled(text, ("cuda", capability, 32), ("llir", "ptx"))


def amd_llvm_of(text: str, arch: str, warp_size: int) -> tuple[str, dict[str, Any]]:
    """(LLVM IR, optimized; metadata with "shared" in bytes) for AMD's `arch`, as `ptx_of`."""
    return _compiled(text, ("hip", arch, warp_size), ("llir",))


def coalesced_ptx_of(text: str, capability: int) -> tuple[str, str]:
    """(the module after upstream's coalesce, with locations; the PTX that it is lowered to)."""
    from triton._C.libtriton import ir, passes  # pyright: ignore

    seen: list[str] = []

    def coalesce(module: Any) -> None:
        manager = ir.pass_manager(module.context)
        passes.ttgpuir.add_coalesce(manager)
        manager.run(module, "coalesce")
        seen.append(str(module))

    ptx, _ = _compiled(text, ("cuda", capability, 32), ("llir", "ptx"), coalesce)
    return seen[0], ptx


def _compiled(
    text: str,
    target_parts: tuple[str, int | str, int],
    names: Sequence[str],
    prepare: Callable[[Any], None] = lambda module: None,
) -> tuple[str, dict[str, Any]]:
    """What the last of these stages makes of the module, after ``prepare``."""
    from triton._C.libtriton import ir  # pyright: ignore
    from triton.backends.compiler import GPUTarget  # pyright: ignore
    from triton.compiler.compiler import IRSource, make_backend  # pyright: ignore

    # Without it triton warns about an environment variable.
    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    target = GPUTarget(*target_parts)
    backend = make_backend(target)
    context = ir.context()
    with _file_of(text) as file:
        source = IRSource(file, context, backend)
        options = backend.parse_options(source.parse_options())
        metadata: dict[str, Any] = {"target": target, **options.__dict__}
        stages: dict[str, Any] = {}
        backend.add_stages(stages, options, source.language)
        module = source.make_ir(target, options, None, None, context)
        prepare(module)
        for stage in names:
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
