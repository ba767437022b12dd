"""Layout arithmetic of the triton wheel, for recording what this project is compared with.

Upstream's functions are called through ctypes on attributes parsed from text. They assert on what
they do not support, so every question is asked in a forked child; `ask` gives None where it dies.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from .context import captured_errors
from .libtriton import BOOL, INT, POINTER, Library

_LAYOUT_SIZE = 4096
_UNSIGNED = ctypes.c_uint


class ArrayRef(ctypes.Structure):
    """llvm::ArrayRef, passed by value; StringRef has the same layout."""

    _fields_: ClassVar = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class OptionalLocation(ctypes.Structure):
    """std::optional<mlir::Location>, passed by value."""

    _fields_: ClassVar = [("location", ctypes.c_void_p), ("present", ctypes.c_uint8)]


class Interface(ctypes.Structure):
    """An attribute seen as an interface: the attribute and the table of its methods."""

    _fields_: ClassVar = [("attribute", ctypes.c_void_p), ("methods", ctypes.c_void_p)]


class SmallVector(ctypes.Structure):
    """llvm::SmallVector of int or int64_t, returned through memory."""

    _fields_: ClassVar = [
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_uint32),
        ("capacity", ctypes.c_uint32),
        ("inline", ctypes.c_uint8 * 256),
    ]

    def values(self, item: Any) -> list[int]:
        return list((item * self.size).from_address(self.data)) if self.size else []


class LayoutOracle:
    """One context of the wheel. Raises upstream.libtriton.TritonMissing without triton."""

    def __init__(self) -> None:
        self.libtriton = Library()
        bindings = self.libtriton.bindings
        self.context = bindings.ir.context()
        bindings.ir.load_dialects(self.context)
        self.address = self.libtriton.pointer(self.context)
        self._kept: list[Any] = []

    # Attributes.

    def attribute(self, text: str) -> int:
        """The address of an attribute given as text. Raises ValueError with MLIR's message."""
        parse = self.libtriton.function(
            "_ZN4mlir14parseAttributeEN4llvm9StringRefEPNS_11MLIRContextENS_4TypeEPmb",
            POINTER,
            ArrayRef,
            POINTER,
            POINTER,
            POINTER,
            BOOL,
        )
        with captured_errors() as errors:
            found = parse(self._string(text), self.address, None, None, False)
            if not found:
                raise ValueError(_message(errors()))
        return found

    def text(self, attribute: int) -> str:
        """The attribute as MLIR prints it."""
        show = self.libtriton.function(
            "_ZNK4mlir9Attribute5printERN4llvm11raw_ostreamEb", None, POINTER, POINTER, BOOL
        )
        errors = self.libtriton.function("_ZN4llvm4errsEv", POINTER)()
        box = ctypes.c_void_p(attribute)
        with captured_errors() as written:
            show(ctypes.byref(box), errors, False)
            return written()

    # Conversions and queries; shapes are lists of elements.

    def linear_layout(self, attribute: int, shape: Sequence[int]) -> dict[str, Any]:
        """{"bases": [[in_dim, bases], ...], "out_dims": [[name, size], ...]}."""
        return self._linear_layout("14toLinearLayout", attribute, shape)

    def layout_without_padding(self, attribute: int, shape: Sequence[int]) -> dict[str, Any]:
        """The same for any memory, of which padded memory has no linear layout but for that."""
        return self._linear_layout("29toLinearLayoutIgnoringPadding", attribute, shape)

    def _linear_layout(self, name: str, attribute: int, shape: Sequence[int]) -> dict[str, Any]:
        convert = self.libtriton.function(
            f"_ZN4mlir6triton3gpu{name}EN4llvm8ArrayRefIlEENS_9AttributeE",
            None,
            POINTER,
            ArrayRef,
            POINTER,
        )
        layout = ctypes.create_string_buffer(_LAYOUT_SIZE)
        convert(layout, self._int64s(shape), attribute)
        return parse_layout(self._layout_text(layout))

    def per_dim(self, name: str, attribute: int, shape: Sequence[int]) -> list[int]:
        """get<name>(Attribute, ArrayRef<int64_t>), one unsigned per dim."""
        symbol = f"_ZN4mlir6triton3gpu{len(name)}{name}ENS_9AttributeEN4llvm8ArrayRefIlEE"
        function = self.libtriton.function(symbol, None, POINTER, POINTER, ArrayRef)
        vector = SmallVector()
        function(ctypes.byref(vector), attribute, self._int64s(shape))
        return vector.values(ctypes.c_int64 if name == "getShapePerCTA" else _UNSIGNED)

    def order(self, name: str, attribute: int, shape: Sequence[int]) -> list[int]:
        """getOrder, getThreadOrder, getWarpOrder or getOrderForMemory of a distributed one."""
        symbol = (
            f"_ZN4mlir6triton3gpu{len(name)}{name}ENS1_24DistributedEncodingTraitE"
            "N4llvm8ArrayRefIlEE"
        )
        function = self.libtriton.function(symbol, None, POINTER, Interface, ArrayRef)
        methods = self.libtriton.function(
            "_ZN4mlir18AttributeInterfaceINS_6triton3gpu24DistributedEncodingTraitENS2_6detail"
            "39DistributedEncodingTraitInterfaceTraitsEE15getInterfaceForENS_9AttributeE",
            POINTER,
            POINTER,
        )(attribute)
        vector = SmallVector()
        function(ctypes.byref(vector), Interface(attribute, methods), self._int64s(shape))
        return vector.values(_UNSIGNED)

    def of_blocks(self, name: str, attribute: int) -> list[int]:
        """getCTAsPerCGA, getCTASplitNum or getCTAOrder."""
        symbol = f"_ZN4mlir6triton3gpu{len(name)}{name}ENS_9AttributeE"
        vector = SmallVector()
        self.libtriton.function(symbol, None, POINTER, POINTER)(ctypes.byref(vector), attribute)
        return vector.values(_UNSIGNED)

    def number(self, name: str, attribute: int, shape: Sequence[int]) -> int:
        """getTotalElemsPerThread or getUniqueElemsPerThread."""
        symbol = f"_ZN4mlir6triton3gpu{len(name)}{name}ENS_9AttributeEN4llvm8ArrayRefIlEE"
        return self.libtriton.function(symbol, _UNSIGNED, POINTER, ArrayRef)(
            attribute, self._int64s(shape)
        )

    def is_expensive_view(
        self, source_shape: Sequence[int], source: int, shape: Sequence[int], target: int
    ) -> bool:
        symbol = "_ZN4mlir6triton3gpu15isExpensiveViewEN4llvm8ArrayRefIlEENS_9AttributeES4_S5_"
        return self.libtriton.function(symbol, BOOL, ArrayRef, POINTER, ArrayRef, POINTER)(
            self._int64s(source_shape), source, self._int64s(shape), target
        )

    def default_blocked(
        self, shape: Sequence[int], num_warps: int, threads_per_warp: int, num_ctas: int
    ) -> int:
        return self.libtriton.function(
            "_ZN4mlir6triton3gpu25getDefaultBlockedEncodingEPNS_11MLIRContextEN4llvm8ArrayRefIlEE"
            "iii",
            POINTER,
            POINTER,
            ArrayRef,
            INT,
            INT,
            INT,
        )(self.address, self._int64s(shape), num_warps, threads_per_warp, num_ctas)

    # Conversions between encodings of one tensor, given as text.

    def minimal_conversion(self, source: str, target: str, shape: Sequence[int]) -> dict[str, Any]:
        convert = self.libtriton.function(
            "_ZN4mlir16minimalCvtLayoutENS_4TypeES0_", None, POINTER, POINTER, POINTER
        )
        layout = ctypes.create_string_buffer(_LAYOUT_SIZE)
        convert(layout, self.tensor_type(source, shape), self.tensor_type(target, shape))
        return parse_layout(self._layout_text(layout))

    def conversion_class(self, source: str, target: str, shape: Sequence[int]) -> str:
        """ "registers", "shuffle" or "shared": what a ttg.convert_layout goes through."""
        dims = "x".join(map(str, shape))
        types = [f"tensor<{dims}xf32, {text}>" for text in (source, target)]
        warps, ctas = self._warps_and_blocks(source, shape)
        text = (
            f'module attributes {{"ttg.num-ctas" = {ctas} : i32, "ttg.num-warps" = {warps} : i32,'
            f'"ttg.threads-per-warp" = 32 : i32}} {{ tt.func @f(%a: {types[0]}) {{'
            f"%b = ttg.convert_layout %a : {types[0]} -> {types[1]}\n tt.return }} }}"
        )
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            module = self.libtriton.bindings.ir.parse_mlir_module(file.name, self.context)
            module.context = self.context
        found: list[str] = []

        def classify(operation: Any) -> None:
            if operation.get_name() != "ttg.convert_layout":
                return
            address = self.libtriton.pointer(operation)
            shuffles, shares = (
                self.libtriton.function(
                    f"_ZN4mlir{len(name)}{name}ENS_6triton3gpu15ConvertLayoutOpE", BOOL, POINTER
                )(address)
                for name in ("cvtNeedsWarpShuffle", "cvtNeedsSharedMemory")
            )
            found.append("shared" if shares else "shuffle" if shuffles else "registers")

        module.walk(classify)
        return found[0]

    def broadcast_is_compatible(
        self, source: str, source_shape: Sequence[int], target: str, shape: Sequence[int]
    ) -> bool:
        check = self.libtriton.function(
            "_ZNK29TritonGPUInferLayoutInterface25verifyBroadcastOpEncodingEN4mlir"
            "16RankedTensorTypeES1_",
            BOOL,
            POINTER,
            POINTER,
            POINTER,
        )
        source_type = self.tensor_type(source, source_shape)
        return check(self._inference(), source_type, self.tensor_type(target, shape))

    def tensor_type(self, encoding: str, shape: Sequence[int]) -> int:
        """The address of the type of a tensor of f32 with this encoding."""
        parse = self.libtriton.function(
            "_ZN4mlir9parseTypeEN4llvm9StringRefEPNS_11MLIRContextEPmb",
            POINTER,
            ArrayRef,
            POINTER,
            POINTER,
            BOOL,
        )
        dims = "x".join(map(str, shape))
        return parse(self._string(f"tensor<{dims}xf32, {encoding}>"), self.address, None, False)

    def _warps_and_blocks(self, encoding: str, shape: Sequence[int]) -> tuple[int, int]:
        bases = dict(self.linear_layout(self.attribute(encoding), shape)["bases"])
        return 1 << len(bases["warp"]), 1 << len(bases["block"])

    # Inference. Each gives the result's address and raises ValueError with upstream's message.

    def infer_trans(self, source: int, shape: Sequence[int], order: Sequence[int]) -> int:
        return self._infer(
            "20inferTransOpEncodingEN4mlir9AttributeEN4llvm8ArrayRefIlEENS3_IiEERS1_"
            "St8optionalINS0_8LocationEE",
            [(POINTER, source), self._shape(shape), (ArrayRef, self._ints(order)), RESULT],
        )

    def infer_reduce(self, source: int, axis: int) -> int:
        return self._infer(
            "21inferReduceOpEncodingEN4mlir9AttributeEjRS1_St8optionalINS0_8LocationEE",
            [(POINTER, source), (_UNSIGNED, axis), RESULT],
        )

    def infer_expand_dims(self, source: int, axis: int) -> int:
        return self._infer(
            "25inferExpandDimsOpEncodingEN4mlir9AttributeEjRS1_St8optionalINS0_8LocationEE",
            [(POINTER, source), (_UNSIGNED, axis), RESULT],
        )

    def infer_reshape(
        self,
        source_shape: Sequence[int],
        source: int,
        shape: Sequence[int],
        allow_reorder: bool = False,
        hint: int = 0,
    ) -> int:
        return self._infer(
            "22inferReshapeOpEncodingEN4llvm8ArrayRefIlEEN4mlir9AttributeES2_RS4_b"
            "St8optionalINS3_8LocationEE",
            [
                self._shape(source_shape),
                (POINTER, source),
                self._shape(shape),
                RESULT,
                (BOOL, allow_reorder),
            ],
            hint,
        )

    def infer_join(self, source: int, shape: Sequence[int]) -> int:
        return self._infer(
            "26inferDefaultJoinOpEncodingEN4mlir9AttributeERS1_N4llvm8ArrayRefIlEE"
            "St8optionalINS0_8LocationEE",
            [(POINTER, source), RESULT, self._shape(shape)],
        )

    def infer_split(self, source: int, shape: Sequence[int]) -> int:
        return self._infer(
            "20inferSplitOpEncodingEN4mlir9AttributeERS1_N4llvm8ArrayRefIlEE"
            "St8optionalINS0_8LocationEE",
            [(POINTER, source), RESULT, self._shape(shape)],
        )

    def infer_fp4_to_fp(self, source: int, shape: Sequence[int], axis: int, forward: bool) -> int:
        return self._infer(
            "22inferFp4ToFpOpEncodingEN4llvm8ArrayRefIlEEiN4mlir9AttributeERS4_b"
            "St8optionalINS3_8LocationEE",
            [self._shape(shape), (INT, axis), (POINTER, source), RESULT, (BOOL, forward)],
        )

    def _infer(self, method: str, arguments: list[Any], hint: int = 0) -> int:
        result = ctypes.c_void_p(hint)
        values = [
            (POINTER, ctypes.addressof(result)) if argument is RESULT else argument
            for argument in arguments
        ]
        values.append((OptionalLocation, OptionalLocation(self._location(), 1)))
        function = self.libtriton.function(
            f"_ZNK29TritonGPUInferLayoutInterface{method}",
            BOOL,
            POINTER,
            *(kind for kind, _ in values),
        )
        with captured_errors() as errors:
            if not function(self._inference(), *(value for _, value in values)):
                raise ValueError(_message(errors()))
        return result.value or 0

    def _shape(self, shape: Sequence[int]) -> tuple[Any, ArrayRef]:
        return (ArrayRef, self._int64s(shape))

    def _inference(self) -> int:
        get_dialect = self.libtriton.function(
            "_ZN4mlir11MLIRContext16getLoadedDialectEN4llvm9StringRefE", POINTER, POINTER, ArrayRef
        )
        dialect = get_dialect(self.address, self._string("ttg"))
        return self.libtriton.function(
            "_ZN4mlir7Dialect22getRegisteredInterfaceINS_6triton27DialectInferLayoutInterface"
            "EEEPT_v",
            POINTER,
            POINTER,
        )(dialect)

    def _location(self) -> int:
        return self.libtriton.function(
            "_ZN4mlir10UnknownLoc3getEPNS_11MLIRContextE", POINTER, POINTER
        )(self.address)

    def _layout_text(self, layout: Any) -> str:
        text = ctypes.create_string_buffer(64)
        self.libtriton.function(
            "_ZNK4mlir6triton12LinearLayout8toStringB5cxx11Ev", None, POINTER, POINTER
        )(text, layout)
        data = ctypes.c_void_p.from_buffer(text).value or 0
        size = ctypes.c_size_t.from_buffer(text, 8).value
        return ctypes.string_at(data, size).decode()

    def _string(self, text: str) -> ArrayRef:
        raw = ctypes.create_string_buffer(text.encode())
        self._kept.append(raw)
        return ArrayRef(ctypes.addressof(raw), len(raw) - 1)

    def _int64s(self, values: Sequence[int]) -> ArrayRef:
        return self._array((ctypes.c_int64 * len(values))(*values), len(values))

    def _ints(self, values: Sequence[int]) -> ArrayRef:
        return self._array((ctypes.c_int32 * len(values))(*values), len(values))

    def _array(self, array: Any, size: int) -> ArrayRef:
        self._kept.append(array)
        return ArrayRef(ctypes.addressof(array), size)


RESULT = object()


def ask(question: Callable[[], Any]) -> Any:
    """The question's answer (anything JSON holds) from a forked child; None if the child dies."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 2)
            answer = json.dumps(question()).encode()
            with os.fdopen(write_end, "wb") as pipe:
                pipe.write(answer)
            status = 0
        finally:
            os._exit(status)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(answer) if status == 0 and answer else None


def parse_layout(text: str) -> dict[str, Any]:
    """Reads LinearLayout's textual form back."""
    bases: list[tuple[str, list[list[int]]]] = []
    for line in text.splitlines():
        single = re.match(r" - (\w+) is a size 1 dimension", line)
        found = re.match(r" (-| ) ?\s*(\w+)=\d+ -> \((.*)\)", line)
        if single:
            bases.append((single[1], []))
        elif found:
            basis = [int(part) for part in found[3].split(", ")] if found[3] else []
            if found[1] == "-":
                bases.append((found[2], []))
            bases[-1][1].append(basis)
    dims = re.findall(r"(\w+) \(size (\d+)\)", text[text.rindex("[") :]) if "[" in text else []
    return {"bases": bases, "out_dims": [(name, int(size)) for name, size in dims]}


def _message(text: str) -> str:
    """The first diagnostic, without its location."""
    lines = text.strip().splitlines() or [""]
    return re.sub(r"^(loc\(.*?\): )?error: ", "", lines[0])
