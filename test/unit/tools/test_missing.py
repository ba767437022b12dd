"""What the tools say of files, extras and names that aren't there; never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import extras

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ROOT / "tools"
RECORDING = ("accesses", "conversions", "places", "layouts")
#: Runs a tool where certain modules can't be imported.
WITHOUT = """
import runpy, sys
modules, tool = sys.argv[1:3]
sys.modules.update(dict.fromkeys(modules.split(",")))
sys.argv = sys.argv[2:]
sys.path.insert(0, tool.rpartition("/")[0])
runpy.run_path(tool, run_name="__main__")
"""


def run(without: str, tool: str, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a tool; `without` is a comma list of modules."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, without, str(TOOLS / tool), *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", RECORDING)
def test_recording_explains_itself_without_triton(name: str) -> None:
    status, out, err = run("triton", f"record_{name}.py", "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: ")
    assert f"record_{name}.py" in out


@pytest.mark.parametrize("name", RECORDING)
def test_recording_without_triton(name: str, tmp_path: Path) -> None:
    place = tmp_path if name == "layouts" else tmp_path / "out.json"
    status, out, err = run("triton", f"record_{name}.py", str(place))
    assert (status, out) == (2, "")
    assert err == f"record_{name}: needs triton (pip install '.[upstream]')\n"
    assert not list(tmp_path.iterdir())


def test_recording_where_there_is_no_folder() -> None:
    for name in ("places", "layouts"):
        folder = "/nodir" if name == "layouts" else "/nodir/out.json"
        status, _, err = run("triton", f"record_{name}.py", folder)
        assert status == 2
        assert err.endswith(f"record_{name}.py: error: no folder /nodir\n")


def test_recording_errors() -> None:
    status, _, err = run("triton", "record_errors.py", "--upstream")
    assert (status, err) == (2, "record_errors: needs triton (pip install '.[upstream]')\n")
    status, _, err = run("triton", "record_errors.py", "no-such-case")
    assert status == 2
    assert err.endswith("error: no no-such-case.mlir in test/errors\n")


def test_recording_goldens_of_no_test() -> None:
    status, _, err = run("triton", "record_golden.py", "--check", "examples/nosuch.mlir")
    assert status == 2
    assert err.endswith("examples/nosuch.mlir: no test with RUN lines below test/lit\n")


def test_check_semantics_without_numpy() -> None:
    status, out, err = run("numpy", "check_semantics.py", "examples/matmul.ttir")
    assert (status, out) == (2, "")
    assert err == "check_semantics: needs numpy (pip install '.[interp]')\n"


@pytest.mark.parametrize("tool", ["gpu_check", "gpu_explain"])
def test_compiling_for_a_gpu_without_triton(tool: str, tmp_path: Path) -> None:
    status, out, err = run("triton", f"{tool}.py", "--prepare", str(tmp_path / "new"))
    assert (status, out) == (2, "")
    assert err == f"{tool}: needs triton (pip install '.[upstream]')\n"
    assert not list(tmp_path.iterdir())


def test_no_case_for_a_gpu() -> None:
    status, _, err = run("triton", "gpu_check.py", "--list", "--only", "nosuch")
    assert status == 2
    assert err.endswith("error: no case with 'nosuch' in its name\n")


def test_bench_without_pyperf(tmp_path: Path) -> None:
    """Only what is about its files needs it."""
    status, out, err = run("pyperf", "bench.py", "--list", "start-up")
    assert (status, err) == (0, "")
    assert out
    for flag in ("--json", "--show"):
        status, out, err = run("pyperf", "bench.py", flag, str(tmp_path / "times.json"))
        assert (status, out) == (2, "")
        assert err == "bench: needs pyperf (pip install '.[bench]')\n"


def test_bench_of_files_that_hold_no_results(tmp_path: Path) -> None:
    pytest.importorskip("pyperf", reason="the extra bench")
    other = tmp_path / "other.json"
    other.write_text("{}")
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text("nonsense")
    for file in ("nofile.json", str(other), str(nonsense)):
        status, _, err = run("triton", "bench.py", "--show", file)
        assert status == 2
        assert f"error: --show: no results in {file}: " in err
        assert "Traceback" not in err


def test_other_imports_are_no_matter_of_extras() -> None:
    for error in (ModuleNotFoundError("no", name="nosuch"), ImportError("broken", name="triton")):
        with pytest.raises(ImportError) as raised:
            extras.missing(error)
        assert raised.value is error
    inner = ModuleNotFoundError("no", name="triton._C")
    assert extras.missing(inner) == "needs triton (pip install '.[upstream]')"
