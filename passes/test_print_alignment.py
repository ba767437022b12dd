"""test-print-alignment: remarks what AxisInfo knows of every result.

    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      remark: %0 = tt.make_range {...} : tensor<64xi32> => contiguity = [64], divisibility = ...

The IR isn't changed but for the hints that the analysis gives to functions that are called. After
test/include/Analysis/TestAxisInfo.h.
"""

from __future__ import annotations

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.dialects import tt
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.source import Diagnostic, diagnostics
from mlir_mini.syntax.printer import operation_to_string
from mlir_mini.syntax.ssa_names import SSANames


class TestPrintAlignment(Pass):
    name = "test-print-alignment"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        axis_info = am.get(ModuleAxisInfoAnalysis)
        names: dict[Operation, SSANames] = {}
        for function in module.walk():
            if not isinstance(function, tt.FuncOp):
                continue
            for op in function.walk():
                for result in op.results:
                    # Functions that nothing but recursion reaches have no infos.
                    info = axis_info.axis_info(result) or ""
                    text = f"{operation_to_string(op, names=names)} => {info}"
                    diagnostics.emit(Diagnostic("remark", op.loc.position(), text))
