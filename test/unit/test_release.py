"""What is released: the wheel holds the packages, the sdist what it takes to test them."""

from __future__ import annotations

import email
import io
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

import mlir_mini
from mlir_mini.opt_main import opt_main
from passes import PASSES

pytest.importorskip("hatchling", reason="builds the distributions")

ROOT = Path(__file__).resolve().parents[2]
NAME = f"mini_opt-{mlir_mini.__version__}"


def build(kind: str, source: Path, folder: Path) -> Path:
    """A distribution, built by the backend that pyproject.toml names."""
    script = f"from hatchling.build import build_{kind}; print(build_{kind}({str(folder)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


def sources(*folders: str) -> set[str]:
    """Files of the checkout below folders, compiled ones aside."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        # Our own archive; Pythons of before the filters take no argument for them.
        safe: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safe)
    return folder / NAME


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, as installers do."""
    return build("wheel", unpacked, tmp_path_factory.mktemp("wheel"))


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    about = {name for name in names if name.startswith(f"{NAME}.dist-info/")}
    assert names - about == sources("mlir_mini", "passes")
    assert {"mlir_mini/py.typed", "passes/py.typed", "mlir_mini/syntax/grammar.lark"} <= names
    assert {PurePosixPath(name).name for name in about} == {
        "METADATA",
        "WHEEL",
        "RECORD",
        "entry_points.txt",
        "LICENSE",
        "NOTICE",
    }


def test_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    metadata = email.message_from_bytes(archive.read(f"{NAME}.dist-info/METADATA"))
    assert metadata["Name"] == "mini-opt"
    assert metadata["Version"] == mlir_mini.__version__
    assert metadata["Requires-Python"] == ">=3.10"
    # PEP 639: an expression and the files, no classifier.
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert metadata["License"] is None
    assert not [c for c in metadata.get_all("Classifier", []) if c.startswith("License")]
    needed = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    assert needed == ["lark>=1.2"]
    scripts = archive.read(f"{NAME}.dist-info/entry_points.txt").decode()
    assert "mini-opt = passes.cli:main" in scripts
    assert "mini-layout = passes.layout_cli:main" in scripts


def test_versions_agree() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    assert f'\nversion = "{mlir_mini.__version__}"\n' in pyproject
    tracked = re.search(r'upstream = \["triton==([\d.]+)"\]', pyproject)
    assert tracked is not None
    out = io.StringIO()
    assert opt_main(["--version"], PASSES, io.StringIO(), out, io.StringIO()) == 0
    assert out.getvalue() == f"mini-opt {mlir_mini.__version__} (tracks Triton {tracked[1]})\n"
    assert f"The reference is Triton {tracked[1]} " in (ROOT / "README.md").read_text()


def test_sdist_holds_what_its_tests_need(unpacked: Path) -> None:
    found = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}
    folders = ("mlir_mini", "passes", "test", "tools", "examples", "docs")
    left_out = {name for name in sources(*folders) if "/Output/" in name}
    assert sources(*folders) - left_out <= found
    top = {name for name in found if "/" not in name}
    assert top >= {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE"}
    assert top >= {"pyproject.toml", "PKG-INFO"}
    assert not [name for name in found if name.endswith((".pyc", ".pyo"))]


def test_metadata_is_fit_to_publish(sdist: Path, wheel: Path) -> None:
    pytest.importorskip("twine", reason="checks metadata")
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_installed_wheel_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """The wheel's files alone, beside the dependencies: both commands work."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    file = tmp_path / "in.mlir"
    file.write_text("tt.func @f() {\n  tt.return\n}\n")
    for module, arguments, said in (
        ("passes.cli", ["--canonicalize", str(file)], "tt.func @f()"),
        ("passes.layout_cli", ["show", "[1,4]/[8,4]/[2,1]", "--shape", "16x16"], "1:31"),
    ):
        script = f"import sys; from {module} import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=tmp_path / "site",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert said in done.stdout
