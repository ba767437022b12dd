"""One MLIRContext of libtriton: read a module, run passes on it, print it.

Objects that live on C++'s side are made by calling their exported constructors on zeroed buffers
that are larger than the classes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from .libtriton import BOOL, INT, INT64, POINTER, SIZE, STRING, Library, pointer_value
from .options import Element, Nested, Options, UsageError
from .passes import PASSES, PRINT_ALIGNMENT

_FLAGS = "_ZN4mlir15OpPrintingFlags"
# Printing flag -> setter of OpPrintingFlags and the type of its argument.
_SETTERS: dict[str, tuple[str, Any]] = {
    "mlir-print-local-scope": ("13useLocalScopeEb", BOOL),
    "mlir-print-op-generic": ("18printGenericOpFormEb", BOOL),
    "mlir-print-unique-ssa-ids": ("17printUniqueSSAIDsEb", BOOL),
    "mlir-print-value-users": ("15printValueUsersEb", BOOL),
    "mlir-print-skip-regions": ("11skipRegionsEb", BOOL),
    "mlir-print-assume-verified": ("14assumeVerifiedEb", BOOL),
    "mlir-use-nameloc-as-prefix": ("20printNameLocAsPrefixEb", BOOL),
    "mlir-elide-elementsattrs-if-larger": ("23elideLargeElementsAttrsEl", INT64),
    "mlir-elide-resource-strings-if-larger": ("24elideLargeResourceStringEl", INT64),
    "mlir-print-elementsattrs-with-hex-if-larger": ("29printLargeElementsAttrWithHexEl", INT64),
}
_VERIFY_LEVELS = {"all": 1, "only-expected": 2}
_LOCATION_OFFSET = 24  # of an operation's location, after its list links and its block
_IMPLICIT_NESTING = 0

_Fields = Sequence[tuple[str, Any]]


class _Twine(ctypes.Structure):
    """llvm::Twine over one C string."""

    _fields_: ClassVar[_Fields] = [
        ("left", ctypes.c_char_p),
        ("left_length", ctypes.c_size_t),
        ("right", ctypes.c_void_p * 2),
        ("left_kind", ctypes.c_uint8),
        ("right_kind", ctypes.c_uint8),
    ]
    EMPTY, C_STRING = 1, 3

    @classmethod
    def of(cls, text: bytes) -> _Twine:
        return cls(left=text, left_kind=cls.C_STRING, right_kind=cls.EMPTY)


class _String(ctypes.Structure):
    """libstdc++'s std::string."""

    _fields_: ClassVar[_Fields] = [
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("local", ctypes.c_uint8 * 16),
    ]

    @classmethod
    def empty(cls) -> _String:
        """A string that C++ may assign to: without characters, it stands in its own space."""
        string = cls()
        string.data = ctypes.addressof(string) + cls.local.offset
        return string

    @classmethod
    def of(cls, text: bytes) -> _String:
        """A string that C++ only reads; Python owns the characters."""
        string = cls(size=len(text))
        string.characters = ctypes.create_string_buffer(text)
        string.data = ctypes.addressof(string.characters)
        return string


class _PrintingFlags(ctypes.Structure):
    """mlir::OpPrintingFlags, with room to spare."""

    _fields_: ClassVar[_Fields] = [("bytes", ctypes.c_uint64 * 16)]


class _Function(ctypes.Structure):
    """libstdc++'s std::function: the functor's storage, its manager and its invoker."""

    _fields_: ClassVar[_Fields] = [
        ("storage", ctypes.c_void_p * 2),
        ("manager", ctypes.c_void_p),
        ("invoker", ctypes.c_void_p),
    ]


_OptionError = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
_ShouldPrint = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_Manage = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)


@contextlib.contextmanager
def captured_errors() -> Iterator[Callable[[], str]]:
    """What is written to file descriptor 2 inside, C++ included; call the result to get it."""
    with tempfile.TemporaryFile() as file:
        saved = os.dup(2)
        os.dup2(file.fileno(), 2)

        def text() -> str:
            file.seek(0)
            return file.read().decode("utf-8", "replace")

        try:
            yield text
        finally:
            os.dup2(saved, 2)
            os.close(saved)


class Context:
    """A fresh MLIRContext with the dialects of Triton and of its NVIDIA and AMD backends."""

    def __init__(self, library: Library, options: Options) -> None:
        self.libtriton = library
        self.options = options
        bindings = library.bindings
        self.context = bindings.ir.context()
        bindings.ir.load_dialects(self.context)
        for backend in ("nvidia", "amd", "proton"):
            if hasattr(bindings, backend):
                getattr(bindings, backend).load_dialects(self.context)
        self.address = library.pointer(self.context)
        if options.verify_diagnostics is not None or not options.op_on_diagnostic:
            self.context.printOpOnDiagnostic(False)
        if options.allow_unregistered:
            self._call("_ZN4mlir11MLIRContext25allowUnregisteredDialectsEb", True)
        if options.disable_threading or options.ir_printing:
            self._call("_ZN4mlir11MLIRContext21disableMultithreadingEb", True)
        self._kept: list[Any] = []  # what C++ points to
        self._source_manager = self._buffer(512)
        self._function("_ZN4llvm9SourceMgrC1Ev", None, POINTER)(self._source_manager)
        self._handler = self._buffer(2048)

    def process(self, path: str) -> tuple[bool, str]:
        """Everything that triton-opt does with one buffer: (success, the module's text).

        Messages go to file descriptor 2.  The text is empty where reading or a pass fails.
        Raises UsageError for options that a pass rejects, MissingSymbol for what the wheel lacks.
        """
        level = self.options.verify_diagnostics
        if level is None:
            self.print_diagnostics()
            text = self.perform(path)
            return text is not None, text or ""
        self._install_verifying_handler(path, _VERIFY_LEVELS[level])
        text = self.perform(path)
        verify = "_ZN4mlir34SourceMgrDiagnosticVerifierHandler6verifyEv"
        return self._function(verify, BOOL, POINTER)(self._handler), text or ""

    def pipeline_text(self) -> str:
        """The pipeline as the pass manager prints it, with the passes' default options."""
        manager = self.libtriton.bindings.ir.pass_manager(self.context)
        address = self.libtriton.pointer(manager)
        self._function("_ZN4mlir11PassManagerD1Ev", None, POINTER)(address)
        self._construct_manager(address)
        self._add(address, self.options.pipeline)
        return manager.get_pipeline_str()

    def _function(self, symbol: str, result: Any, *arguments: Any) -> Any:
        return self.libtriton.function(symbol, result, *arguments)

    def _call(self, symbol: str, flag: bool) -> None:
        self._function(symbol, None, POINTER, BOOL)(self.address, flag)

    def _buffer(self, size: int) -> int:
        buffer = ctypes.create_string_buffer(size)
        self._kept.append(buffer)
        return ctypes.addressof(buffer)

    # ------------------------------------------------------------------ diagnostics

    def print_diagnostics(self) -> None:
        """Write messages to file descriptor 2 from now on."""
        self._function(
            "_ZN4mlir26SourceMgrDiagnosticHandlerC1ERN4llvm9SourceMgrEPNS_11MLIRContextE"
            "ONS1_15unique_functionIFbNS_8LocationEEEE",
            None,
            *[POINTER] * 4,
        )(self._handler, self._source_manager, self.address, self._buffer(128))

    def _install_verifying_handler(self, path: str, level: int) -> None:
        name, loaded = _String.of(path.encode()), _String.empty()
        self._kept += [name, loaded]
        self._function(
            "_ZN4llvm9SourceMgr14AddIncludeFileERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcE"
            "EENS_5SMLocERS6_",
            ctypes.c_uint,
            *[POINTER] * 4,
        )(self._source_manager, ctypes.byref(name), None, ctypes.byref(loaded))
        self._function(
            "_ZN4mlir34SourceMgrDiagnosticVerifierHandlerC1ERN4llvm9SourceMgrEPNS_11MLIRContextENS0_"
            "5LevelE",
            None,
            *[POINTER] * 3,
            INT,
        )(self._handler, self._source_manager, self.address, level)

    def _error_stream(self) -> int:
        return self._function("_ZN4llvm4errsEv", POINTER)()

    # ------------------------------------------------------------------ passes

    def perform(self, path: str) -> str | None:
        """Read, run the options' passes, print; None where reading or a pass fails."""
        try:
            module = self.libtriton.bindings.ir.parse_mlir_module(path, self.context)
        except RuntimeError:
            return None
        module.context = self.context
        if not self._run(module):
            return None
        return self._text(module)

    def _operation(self, module: Any) -> int:
        return ctypes.c_void_p.from_address(self.libtriton.pointer(module)).value or 0

    def _run(self, module: Any) -> bool:
        """Run the pipeline; the alignment printer stands between pass managers."""
        segment: list[Element] = []
        for element in self.options.pipeline:
            if isinstance(element, Nested) or element.name != PRINT_ALIGNMENT:
                segment.append(element)
                continue
            if not self._run_segment(module, segment):
                return False
            segment = []
            self._print_alignment(module)
        return self._run_segment(module, segment)

    def _run_segment(self, module: Any, elements: Sequence[Element]) -> bool:
        if not elements:
            return True
        manager = self._buffer(4096)
        self._construct_manager(manager)
        self._add(manager, elements)
        if not self.options.verify_each:
            enable = "_ZN4mlir11PassManager14enableVerifierEb"
            self._function(enable, None, POINTER, BOOL)(manager, False)
        if self.options.ir_printing:
            self._enable_ir_printing(manager)
        run = "_ZN4mlir11PassManager3runEPNS_9OperationE"
        success = self._function(run, BOOL, POINTER, POINTER)(manager, self._operation(module))
        self._function("_ZN4mlir11PassManagerD1Ev", None, POINTER)(manager)
        return success

    def _construct_manager(self, manager: int) -> None:
        anchor = b"builtin.module"
        self._function(
            "_ZN4mlir11PassManagerC1EPNS_11MLIRContextEN4llvm9StringRefENS_13OpPassManager7NestingE",
            None,
            POINTER,
            POINTER,
            STRING,
            SIZE,
            INT,
        )(manager, self.address, anchor, len(anchor), _IMPLICIT_NESTING)

    def _add(self, manager: int, elements: Sequence[Element]) -> None:
        for element in elements:
            if isinstance(element, Nested):
                self._add(self._nest(manager, element.anchor), element.elements)
                continue
            # A std::unique_ptr<Pass> is one pointer, returned through a hidden argument.
            box = ctypes.c_void_p(0)
            self._function(PASSES[element.name], None, POINTER)(ctypes.byref(box))
            if element.options:
                self._set_options(box, element.options, element.name)
            self._function(
                "_ZN4mlir13OpPassManager7addPassESt10unique_ptrINS_4PassESt14default_deleteIS2_EE",
                None,
                POINTER,
                POINTER,
            )(manager, ctypes.byref(box))

    def _nest(self, manager: int, anchor: str) -> int:
        if anchor == "any":
            nest_any = "_ZN4mlir13OpPassManager7nestAnyEv"
            return self._function(nest_any, POINTER, POINTER)(manager)
        nest = "_ZN4mlir13OpPassManager4nestEN4llvm9StringRefE"
        name = anchor.encode()
        return self._function(nest, POINTER, POINTER, STRING, SIZE)(manager, name, len(name))

    def _set_options(self, box: ctypes.c_void_p, options: str, name: str) -> None:
        callback = _OptionError(lambda _callable, _message: False)
        raw = options.encode()
        accepted = self._function(
            "_ZN4mlir4Pass17initializeOptionsEN4llvm9StringRefENS1_12function_refIFNS1_13Logical"
            "ResultERKNS1_5TwineEEEE",
            BOOL,
            POINTER,
            STRING,
            SIZE,
            POINTER,
            POINTER,
        )(box, raw, len(raw), pointer_value(callback), None)
        if not accepted:
            raise UsageError(f"bad options {options!r} for pass {name}")

    def _enable_ir_printing(self, manager: int) -> None:
        wanted = self.options.ir_printing
        after_kinds = {f"mlir-print-ir-after-{kind}" for kind in ("all", "change", "failure")}
        before = self._always() if "mlir-print-ir-before-all" in wanted else _Function()
        after = self._always() if wanted & after_kinds else _Function()
        self._kept += [before, after]
        self._function(
            "_ZN4mlir11PassManager16enableIRPrintingESt8functionIFbPNS_4PassEPNS_9OperationEEES7_"
            "bbbRN4llvm11raw_ostreamENS_15OpPrintingFlagsE",
            None,
            *[POINTER] * 3,
            *[BOOL] * 3,
            POINTER,
            _PrintingFlags,
        )(
            manager,
            ctypes.byref(before),
            ctypes.byref(after),
            "mlir-print-ir-module-scope" in wanted,
            "mlir-print-ir-after-change" in wanted,
            "mlir-print-ir-after-failure" in wanted,
            self._error_stream(),
            self._printing_flags(),
        )

    def _always(self) -> _Function:
        """A std::function that says true."""
        invoke = _ShouldPrint(lambda _functor, _pass, _operation: True)
        manage = _Manage(lambda _target, _source, _request: False)
        self._kept += [invoke, manage]
        return _Function(manager=pointer_value(manage), invoker=pointer_value(invoke))

    # ------------------------------------------------------------------ axis analysis

    def _print_alignment(self, module: Any) -> None:
        """A remark for every result inside a function: what AxisInfo knows of it."""
        results = self._results_in_functions(module)
        for (location, value), info in zip_longest(results, self._axis_infos(module, results)):
            diagnostic = self._buffer(512)
            emit = "_ZN4mlir10emitRemarkENS_8LocationE"
            self._function(emit, None, POINTER, POINTER)(diagnostic, location)
            message = diagnostic + ctypes.sizeof(ctypes.c_void_p)  # after the engine's address
            append_value = "_ZN4mlir10DiagnosticlsENS_5ValueE"
            self._function(append_value, POINTER, POINTER, POINTER)(message, value)
            append_text = "_ZN4mlir10DiagnosticlsERKN4llvm5TwineE"
            text = _Twine.of(f" => {info}".encode())
            self._function(append_text, POINTER, POINTER, POINTER)(message, ctypes.byref(text))
            report = "_ZN4mlir18InFlightDiagnostic6reportEv"
            self._function(report, None, POINTER)(diagnostic)

    def _results_in_functions(self, module: Any) -> list[tuple[int, int]]:
        """(location, value) of every result, operations in the module's post-order."""
        found: list[tuple[int, int]] = []

        def visit(operation: Any) -> None:
            address = self.libtriton.pointer(operation)
            location = ctypes.c_void_p.from_address(address + _LOCATION_OFFSET).value or 0
            for index in range(operation.get_num_results()):
                value = self.libtriton.pointer(operation.get_result(index))
                found.append((location, ctypes.c_void_p.from_address(value).value or 0))

        module.walk(visit)
        return found

    def _axis_infos(self, module: Any, results: Sequence[tuple[int, int]]) -> list[str]:
        analysis = self._buffer(8192)
        load = self.libtriton.address(
            "_ZN4mlir6triton16AxisInfoAnalysis19loadDefaultAnalysisEPNS_14DataFlowSolverE"
        )
        self._function(
            "_ZN4mlir6triton22ModuleAxisInfoAnalysisC2ENS_8ModuleOpEPFPNS0_16AxisInfoAnalysisE"
            "PNS_14DataFlowSolverEE",
            None,
            *[POINTER] * 3,
        )(analysis, self._operation(module), load)
        get = self._function(
            "_ZN4mlir6triton22ModuleAxisInfoAnalysis11getAxisInfoENS_5ValueE",
            POINTER,
            POINTER,
            POINTER,
        )
        show = self._function(
            "_ZNK4mlir6triton8AxisInfo5printERN4llvm11raw_ostreamE", None, POINTER, POINTER
        )
        stream = self._error_stream()
        with captured_errors() as text:
            for _location, value in results:
                info = get(analysis, value)
                if info:
                    show(info, stream)
                os.write(2, b"\0")
            return text().split("\0")[:-1]

    # ------------------------------------------------------------------ text

    def _printing_flags(self) -> _PrintingFlags:
        flags = _PrintingFlags()
        self._function(_FLAGS + "C1Ev", None, POINTER)(ctypes.byref(flags))
        printing = self.options.printing
        pretty = bool(printing.get("mlir-pretty-debuginfo"))
        if pretty or printing.get("mlir-print-debuginfo"):
            enable = _FLAGS + "15enableDebugInfoEbb"
            self._function(enable, POINTER, POINTER, BOOL, BOOL)(ctypes.byref(flags), True, pretty)
        for name, value in printing.items():
            if name in _SETTERS:
                setter, kind = _SETTERS[name]
                self._function(_FLAGS + setter, POINTER, POINTER, kind)(ctypes.byref(flags), value)
        return flags

    def _text(self, module: Any) -> str:
        if not self.options.printing:
            return module.str_nodebug() + "\n"
        with captured_errors() as text:
            self._function(
                "_ZN4mlir9Operation5printERN4llvm11raw_ostreamERKNS_15OpPrintingFlagsE",
                None,
                *[POINTER] * 3,
            )(
                self._operation(module),
                self._error_stream(),
                ctypes.byref(self._printing_flags()),
            )
            return text() + "\n"
