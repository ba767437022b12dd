"""tools/gpu_check.py as far as it needs no GPU: cases, predictions, ncu's table, what it skips."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gpu_check
from gpu import counters

# Two kernels as ncu 2024.3 prints them; the program's own output comes before.
NCU = """==PROF== Connected to process 71
==PROF== Profiling "copy": 0%....50%....100% - 1 pass
==PROF== Disconnected from process 71
"ID","Process ID","Kernel Name","Block Size","{}","{}","{}","{}"
"","","","","","","",""
"0","71","copy","(128, 1, 1)","32","512","32","512"
"1","71","copy","(128, 1, 1)","128","2,048","128","2,048"
""".format(*counters.COUNTERS.values())


def test_cases_cover_what_they_should() -> None:
    found = gpu_check.cases()
    assert len(found) >= 60
    accesses = found.values()
    assert {access.elem_bits for access in accesses} == {8, 16, 32, 64}
    assert {type(access.encoding).__name__ for access in accesses} >= {
        "BlockedEncoding",
        "SliceEncoding",
        "NvidiaMmaEncoding",
        "DotOperandEncoding",
    }
    assert sum(any(bound is not None for bound in access.bounds) for access in accesses) >= 10
    assert len({access.strides for access in accesses}) >= 15
    assert {access.base_align for access in accesses} == {4, 16, 32}


def test_predictions() -> None:
    found = gpu_check.cases("row x4, 32 bits")
    assert gpu_check.predicted(found["row x4, 32 bits"]) == {
        "load requests": 32,
        "load sectors": 512,
        "store requests": 32,
        "store sectors": 512,
    }
    assert gpu_check.predicted(found["row x4, 32 bits, columns"])["load sectors"] == 2048
    described = gpu_check.describe("x", found["row x4, 32 bits, aligned to 4"])
    assert (described["base"], described["bytes"], described["threads"]) == (4, 4 + 16384, 128)


def test_reading_the_counters() -> None:
    first, second = counters.read_counters(NCU)
    assert first == dict.fromkeys(("load requests", "store requests"), 32) | dict.fromkeys(
        ("load sectors", "store sectors"), 512
    )
    assert second["load sectors"] == 2048
    with pytest.raises(RuntimeError, match="ncu printed no table"):
        counters.read_counters("==ERROR== something")


def test_a_difference_is_shown() -> None:
    cases = gpu_check.cases("row x4, 32 bits")
    names = ("row x4, 32 bits", "row x4, 32 bits, columns")
    listed = [gpu_check.describe(name, cases[name]) for name in names]
    measured = counters.read_counters(NCU)
    lines, wrong = gpu_check.report(listed, measured)
    assert wrong == 0
    assert "differs" not in "\n".join(lines)
    measured[1]["load sectors"] = 2050
    lines, wrong = gpu_check.report(listed, measured)
    assert wrong == 1
    assert "2050 not 2048" in lines[2]
    assert lines[2].endswith("<- differs")
    with pytest.raises(RuntimeError, match="2 kernels were launched, ncu saw 1"):
        gpu_check.report(listed, measured[:1])


def test_without_ncu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert gpu_check.main([]) == 0
    assert capsys.readouterr().out == ("SKIPPED: there is no ncu (NVIDIA Nsight Compute) on PATH\n")


def test_without_a_gpu(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ncu = tmp_path / "ncu"
    ncu.write_text("#!/bin/sh\nexit 1\n")
    ncu.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    def no_driver() -> None:
        raise OSError("libcuda.so.1: cannot open shared object file")

    monkeypatch.setattr(counters, "Driver", no_driver)
    assert gpu_check.main([]) == 0
    assert capsys.readouterr().out.startswith("SKIPPED: there is no usable GPU: libcuda.so.1")


def test_ncu_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ncu = tmp_path / "ncu"
    ncu.write_text("#!/bin/sh\necho '==ERROR== ERR_NVGPUCTRPERM'\nexit 1\n")
    ncu.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(RuntimeError, match="ERR_NVGPUCTRPERM"):
        counters.measure(["true"], "copy")


def test_a_whole_run_with_an_ncu_of_straw(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = gpu_check.cases("row x4, 32 bits")
    names = ("row x4, 32 bits", "row x4, 32 bits, columns")
    listed = [gpu_check.describe(name, cases[name]) | {"shared": 0} for name in names]
    (tmp_path / "cases.json").write_text(json.dumps(listed))
    (tmp_path / "table").write_text(NCU)
    ncu = tmp_path / "ncu"
    ncu.write_text(f"#!/bin/sh\n/bin/cat {tmp_path}/table\n")
    ncu.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(counters, "Driver", object)
    assert gpu_check.main(["--cubins", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("2 of 2 cases agree\n")
    (tmp_path / "table").write_text(NCU.replace('"512"', '"544"'))
    assert gpu_check.main(["--cubins", str(tmp_path)]) == 1
    assert capsys.readouterr().out.endswith("1 of 2 cases agree\n")


def test_listing(capsys: pytest.CaptureFixture[str]) -> None:
    assert gpu_check.main(["--list", "--only", "16x16, 32 bits"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[3:] == ["ld.global.v4.b32", "2", "32", "2", "32"]
