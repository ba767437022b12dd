"""ttg's and ttng's layouts and types: how they are written, and what is wrong with bad ones."""

from __future__ import annotations

import pytest

from mlir_mini.dialects import ttg, ttng
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType, f16, f32, i32
from mlir_mini.ir.verifier import verify
from mlir_mini.layout import BlockedEncoding, SwizzledSharedEncoding
from mlir_mini.source import MLIRError
from mlir_mini.spec.effects import memory_effects
from mlir_mini.syntax.parser import parse_module
from mlir_mini.syntax.printer import PrintOptions, print_module

BLOCKED = (
    "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"
)
BLOCKED_2D = (
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>"
)
SHARED = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>"
SHARED_1D = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
MMA = (
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], "
    "instrShape = [16, 8]}>"
)
TMEM = "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>"


def module_with(value: str) -> str:
    return f"module attributes {{test.x = {value}}} {{\n}}\n"


def printed(value: str) -> str:
    """The module attribute as it is printed, without aliases."""
    module = parse_module(module_with(value), allow_unregistered=True)
    text = print_module(module, PrintOptions(local_scope=True)).strip()
    return text.removeprefix("module attributes {test.x = ").removesuffix("} {\n}")


@pytest.mark.parametrize(
    "text",
    [
        BLOCKED,
        BLOCKED_2D,
        SHARED,
        MMA,
        TMEM,
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], "
        "order = [1, 0], CGALayout = [[1, 0], [0, 1]]}>",
        f"#ttg.slice<{{dim = 1, parent = {BLOCKED_2D}}}>",
        f"#ttg.dot_op<{{opIdx = 0, parent = {BLOCKED_2D}}}>",
        f"#ttg.dot_op<{{opIdx = 1, parent = {MMA}, kWidth = 2}}>",
        "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
        "CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>",
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
        "isTransposed = true, tilesPerWarp = [2, 1], elementBitWidth = 64}>",
        "#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = [[0, 1]], "
        "warp = [[1, 0], [2, 0]]}, CGALayout = [[0, 1]], instrShape = [16, 16, 32]}>",
        "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [0, 4]],"
        " warp = [[16, 0], [0, 0]], block = []}>",
        "#ttg.generic_linear<{register = [[0, 1]], lane = [], warp = [[1, 1]], block = []}>",
        "#ttg.amd_rotating_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 8, "
        "fp4Padded = true, rank = 3}>",
        "#ttg.padded_shared<[32:+4, 64:+8] {order = [1, 0], shape = [16, 32]}>",
        "#ttg.padded_shared<[2:+1] {offset = [[0, 2], [0, 1], [1, 0]], block = []}>",
        "#ttg.shared_linear<{offset = [[1, 1], [1, 0], [2, 0]]}, alignment = 16>",
        "#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[0, 2]]}, alignment = 32>",
        "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, "
        f"partitionLayout = {SHARED}}}>",
        "#ttg.shared_memory",
        "#ttng.tensor_memory",
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2, "
        "CGALayout = [[1, 0]], twoCTAs = true>",
        "#ttng.tensor_memory_scales_encoding<>",
        "#ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]], blockRepOrder = kThenMn>",
        "#ttng.cache_policy<l2_primary = evict_last, l2_secondary = evict_first, "
        "l2_fraction = 5.000000e-01 : f32, l2_prefetch_size = 128 : i32>",
        "#ttng.redOp<min>",
        "!ttg.async.token",
        f"!ttg.memdesc<64x32xf16, {SHARED}, #ttg.shared_memory>",
        f"!ttg.memdesc<3x64x32xf16, {SHARED}, #ttg.shared_memory, mutable>",
        f"!ttg.memdesc<64x16xf16, {SHARED}, #ttg.shared_memory, mutable, 64x32>",
        f"!ttg.memdesc<128x64xf32, {TMEM}, #ttng.tensor_memory, mutable>",
        "!ttng.tensordesc_im2col<64x128xf16>",
    ],
)
def test_canonical_text(text: str) -> None:
    assert printed(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Keys come in any order; a single block is not worth mentioning.
        (
            "#ttg.blocked<{order = [0], CGALayout = [], warpsPerCTA = [4], threadsPerWarp = [32],"
            " sizePerThread = [1]}>",
            BLOCKED,
        ),
        (
            f"#ttg.dot_op<{{kWidth = 2, parent = {MMA}, opIdx = 1}}>",
            f"#ttg.dot_op<{{opIdx = 1, parent = {MMA}, kWidth = 2}}>",
        ),
        (
            "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
            "isTransposed = false, tilesPerWarp = [1, 1], elementBitWidth = 32}>",
            "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
            "isTransposed = false}>",
        ),
        (
            "#ttg.amd_wmma<{version = 1, ctaLayout = {warp = [[1, 0]]}}>",
            "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[1, 0]]}}>",
        ),
        (
            "#ttg.padded_shared<[4:+1] {offset = [[0, 1], [0, 2], [1, 0]], block = []}>",
            "#ttg.padded_shared<[4:+1] {order = [1, 0], shape = [2, 4]}>",
        ),
        (
            "#ttg.shared_linear<{offset = [[1], [2]], block = []}, alignment = 16>",
            "#ttg.shared_linear<{offset = [[1], [2]]}, alignment = 16>",
        ),
        (
            "#ttg.nvmma_shared<{swizzlingByteWidth = 32, elementBitWidth = 16, rank = 2}>",
            "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
            "elementBitWidth = 16}>",
        ),
        (
            "#ttng.tensor_memory_encoding<colStride = 1, blockN = 64, twoCTAs = false, "
            "blockM = 128>",
            TMEM,
        ),
        ("#ttng.cache_policy<cache_modifier = none>", "#ttng.cache_policy<>"),
        (
            f"!ttg.memdesc<64x32xf16, {SHARED}, #ttg.shared_memory, 64x32>",
            f"!ttg.memdesc<64x32xf16, {SHARED}, #ttg.shared_memory>",
        ),
    ],
)
def test_other_text(text: str, expected: str) -> None:
    assert printed(text) == expected


def test_aliases() -> None:
    values = [
        BLOCKED,
        MMA,
        SHARED,
        TMEM,
        "#ttng.tensor_memory_scales_encoding<>",
        "#ttg.shared_memory",
        f"#ttg.slice<{{dim = 0, parent = {BLOCKED_2D}}}>",
        "#ttng.tensor_memory",
        SHARED_1D,
        "#ttg.linear<{register = [[1]], lane = [], warp = [], block = []}>",
    ]
    text = print_module(
        parse_module(module_with(f"[{', '.join(values)}]"), allow_unregistered=True)
    )
    names = [line.split(" = ")[0] for line in text.splitlines() if line.startswith("#")]
    assert names == [
        "#blocked", "#blocked1", "#linear", "#mma", "#shared", "#shared1", "#smem", "#tmem",
        "#tmem_scales",
    ]  # fmt: skip
    assert (
        "[#blocked, #mma, #shared, #tmem, #tmem_scales, #smem, "
        "#ttg.slice<{dim = 0, parent = #blocked1}>, #ttng.tensor_memory, #shared1, #linear]"
    ) in text


# Columns count from the `#` or `!`, which is column 1.
ERRORS = [
    ("#ttg.nope<{}>", 6, "unknown attribute `nope` in dialect `ttg`"),
    ("!ttg.nope", 6, "unknown  type `nope` in dialect `ttg`"),
    ("#ttg.blocked", 13, "expected '<'"),
    ("#ttg.blocked<7>", 14, "invalid kind of attribute specified"),
    ("#ttg.blocked<{order = [0]}, 7>", 27, "expected '>'"),
    ("#ttg.blocked<{foo = 1}>", 6, "unexpected key: foo"),
    ("#ttg.blocked<{order = 1}>", 6, "expected an array for order"),
    ("#ttg.blocked<{order = [1.0]}>", 6, "expected an integer type in order"),
    ("#ttg.blocked<{order = [-1]}>", 6, "expected an unsigned integer value in order"),
    (BLOCKED.replace("[1]", "[3]"), 6, "Every element in sizePerThread must be a power of two."),
    (BLOCKED.replace("[0]}", "[0], CGALayout = 7}"), 6, "expected array value for 'CGALayout'"),
    (
        BLOCKED.replace("[0]}", "[0], CGALayout = [[0, 1]]}"),
        6,
        "'CGALayout' entry length does not match rank 1",
    ),
    (
        BLOCKED.replace("[0]}", "[0], CGALayout = [[3]]}"),
        6,
        "After removing broadcast bases the CGA encoding must be a permutation matrix",
    ),
    (
        f"#ttg.slice<{{dim = 0, parent = {BLOCKED}}}>",
        6,
        "parent layout must have at least rank >= 2",
    ),
    (f"#ttg.slice<{{dim = 0, parent = {SHARED}}}>", 6, "expected a distributed encoding trait"),
    (
        f"#ttg.dot_op<{{opIdx = 2, parent = {MMA}}}>",
        12,
        "ttg.dot_op opIdx parameter can be 0 or 1, got: 2",
    ),
    ("#ttg.dot_op<{opIdx = 0, parent = 7}>", 12, "ttg.dot_op unexpected parent layout: 7 : i64"),
    ("#ttg.dot_op<{opIdx = 0}>", 23, "struct is missing required parameter: parent"),
    ("#ttg.dot_op<{opIdx = a}>", 22, "expected integer value"),
    ("#ttg.dot_op<{foo = 7}>", 20, "duplicate or unknown struct parameter name: foo"),
    (
        MMA.replace("versionMajor = 2", "versionMajor = 4"),
        6,
        "versionMajor must be 2 (Ampere) or 3 (Hopper), got 4",
    ),
    ("#ttg.amd_wmma<{ctaLayout = 7}>", 6, "expected dictionary value for 'ctaLayout'"),
    (
        "#ttg.linear<{register = 1}>",
        28,
        "Expected array of arrays for basis of 'register'",
    ),
    (
        "#ttg.linear<{register = [], lane = [], warp = [], block = []}>",
        63,
        "Empty Layout not supported",
    ),
    (
        "#ttg.linear<{register = [[1]], lane = [[2]], warp = []}>",
        57,
        "Expected basis of 'block' not found",
    ),
    ("#ttg.shared_linear<{offset = [[1]]}>", 36, "expected ','"),
    ("#ttg.shared_linear<{offset = [[1]]}, align = 16>", 38, "expected 'alignment'"),
    (
        "#ttg.shared_linear<{offset = [[1]]}, alignment = 3>",
        6,
        "alignment must be a positive power of two",
    ),
    ("#ttg.padded_shared<[2:1] {order = [0], shape = [4]}>", 23, "expected '+'"),
    (
        "#ttg.padded_shared<[3:+1] {order = [0], shape = [4]}>",
        6,
        "interval values must all be power of two",
    ),
    (
        "#ttg.padded_shared<[2:+1] {order = [0]}>",
        40,
        "Mismatch of shape and order ranks in padded layout",
    ),
    ("#ttg.partitioned_shared<{numPartitions = 2}>", 6, "missing partitionLayout"),
    (
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64>",
        55,
        "struct is missing required parameter: colStride",
    ),
    (TMEM.replace("128", "32"), 29, "blockM must be 64 or 128 but got 32"),
    (
        "#ttng.tensor_memory_scales_encoding<blockRepOrder = nope>",
        53,
        "expected one of [mnThenK, kThenMn] for allowed 32-bit signless integer cases: 0, 1, "
        "got: nope",
    ),
    (
        "#ttng.cache_policy<cache_modifier = ca, l1 = evict_last>",
        19,
        "cache modifier cannot be combined with an L1 eviction priority",
    ),
    ("!ttg.memdesc<16x?xf16, 7, 8>", 17, "expected static shape"),
    ("!ttg.memdesc<16xf16>", 20, "expected ','"),
    ("!ttg.memdesc<16xf16, 7, 8>", 13, "7 : i64 is not a valid encoding"),
    (
        f"!ttg.memdesc<16xf16, {SHARED}, #ttg.shared_memory>",
        13,
        "rank must be equal to or one less than the shape size. Got 2 and 1",
    ),
    (
        f"!ttg.memdesc<16x3xf16, {SHARED}, #ttg.shared_memory>",
        13,
        "shape must have power-of-2 and non-zero dimensions; got 16, 3",
    ),
    (
        f"!ttg.memdesc<16x16xf16, {SHARED}, #ttng.tensor_memory>",
        13,
        "memorySpace must be SharedMemorySpace for shared encoding. Got #ttng.tensor_memory",
    ),
    (
        f"!ttg.memdesc<16x16xf16, {SHARED}, #ttg.shared_memory, 8x16>",
        13,
        "shape must be less than or equal to allocShape. shape = 16, 16, allocShape = 8, 16",
    ),
    (
        f"!ttg.memdesc<16x16xi1, {SHARED}, #ttg.shared_memory>",
        13,
        "shared-memory element type bit width must be a multiple of 8; got 1",
    ),
]


@pytest.mark.parametrize(("text", "column", "message"), ERRORS, ids=[e[0][:40] for e in ERRORS])
def test_error(text: str, column: int, message: str) -> None:
    source = module_with(text)
    with pytest.raises(MLIRError) as caught:
        parse_module(source, allow_unregistered=True)
    diagnostic = caught.value.diagnostic
    assert diagnostic.message == message
    assert diagnostic.position is not None
    assert diagnostic.position.col - source.index(text) == column


# Operations ------------------------------------------------------------------------------------

PRELUDE = f"""
#blocked = {BLOCKED}
#blocked2 = {BLOCKED_2D}
#shared = {SHARED}
#shared1 = {SHARED_1D}
#smem = #ttg.shared_memory
"""


def function(body: str, module_attributes: str = '"ttg.num-warps" = 4 : i32') -> str:
    lines = "\n".join("    " + line.strip() for line in body.strip().splitlines())
    return (
        f"{PRELUDE}module attributes {{{module_attributes}}} {{\n  tt.func @f(%t: tensor<128xf32, "
        "#blocked>, %u: tensor<128xf32>, %m: !ttg.memdesc<2x128xf32, #shared1, #smem, mutable>, "
        f"%c: !ttg.memdesc<128xf32, #shared1, #smem>, %i: i32) {{\n{lines}\n    tt.return\n"
        "  }\n}\n"
    )


def complaint(body: str, module_attributes: str = '"ttg.num-warps" = 4 : i32') -> str:
    """The message about the only line of the function."""
    with pytest.raises(MLIRError) as caught:
        verify(parse_module(function(body, module_attributes)))
    return caught.value.diagnostic.message


def test_module_attributes() -> None:
    body = "%0 = ttg.convert_layout %u {ATTR} : tensor<128xf32> -> tensor<128xf32>"
    for attribute, where in (
        ("ttg.target", "`module`"),
        ('"ttg.num-ctas"', "`module`"),
        ('"ttg.num-warps"', "`module` or `tt.func`"),
    ):
        quoted = attribute if attribute.startswith('"') else f'"{attribute}"'
        assert complaint(body.replace("ATTR", f"{attribute} = 4 : i32")) == (
            f"'ttg.convert_layout' op has unexpected attribute {quoted} which is expected only on "
            f"{where} ops"
        )
    verify(parse_module(function(body.replace("ATTR", "ttg.other"))))


def test_layouts_fit_the_module() -> None:
    body = "%0 = ttg.convert_layout %u : tensor<128xf32> -> tensor<128xf32, #blocked>"
    assert complaint(body, "") == (
        "Result has an invalid layout: Could not determine the number of warps per CTA. Operation "
        "is not in a context with `ttg.num-warps`."
    )
    assert complaint(body, '"ttg.num-warps" = 8 : i32') == (
        f"Result has an invalid layout: {BLOCKED}.\nLayout has 4 warps per CTA, but the context "
        "requires 8 warps per CTA."
    )
    alloc = "%0 = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>"
    assert complaint(alloc, '"ttg.num-ctas" = 2 : i32') == (
        f"Result has an invalid layout: {SHARED_1D}.\nLayout has 1 CTAs per CGA, but the context "
        "requires 2 CTAs per CGA."
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "%0 = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared1, #smem>",
            "'ttg.local_alloc' op uninitialized alloc must have a mutable memdesc type",
        ),
        (
            "%0 = ttg.local_alloc %u : (tensor<128xf32>) -> !ttg.memdesc<128xf16, #shared1, #smem>",
            "'ttg.local_alloc' op source element type 'tensor<128xf32>' must match destination "
            "element type 'f16'",
        ),
        (
            "ttg.local_store %u, %c : tensor<128xf32> -> !ttg.memdesc<128xf32, #shared1, #smem>",
            "'ttg.local_store' op Cannot store into immutable memory",
        ),
        (
            "%0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x128xf32, #shared1, #smem, mutable> -> "
            "!ttg.memdesc<64xf32, #shared1, #smem, mutable>",
            "result shape must equal to srcShape[1:]",
        ),
        (
            "%0 = ttg.memdesc_subslice %m[0, 3] : !ttg.memdesc<2x128xf32, #shared1, #smem, "
            "mutable> -> !ttg.memdesc<2x64xf32, #shared1, #smem, mutable, 2x128>",
            "The split offset may not touch the tile",
        ),
        (
            "ttng.init_barrier %m, 1 : !ttg.memdesc<2x128xf32, #shared1, #smem, mutable>",
            "'ttng.init_barrier' op barrier allocation must be a descriptor of Nxi64 type with N "
            "<= number of CTAs",
        ),
        ("ttng.cluster_barrier", "'ttng.cluster_barrier' op requires ttg.num-ctas > 1"),
    ],
)
def test_verifier(body: str, message: str) -> None:
    assert complaint(body) == message


def first(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def test_warp_specialize_regions() -> None:
    text = function(
        """
        ttg.warp_specialize(%i)
        default {
          ttg.warp_yield
        }
        partition0(%arg0: i32) num_warps(2) {
          ttg.warp_return
        } : (i32) -> ()
        """
    )
    module = parse_module(text)
    verify(module)
    op = first(module, "ttg.warp_specialize")
    assert isinstance(op, ttg.WarpSpecializeOp)
    assert op.partitionNumWarps == (2,)
    assert [a.type for a in op.partition_regions[0].first_block.arguments] == [i32]
    assert op.partition_op.explicitCaptures[0].type is i32


def test_barrier_spaces() -> None:
    module = parse_module(function("ttg.barrier global_write|local"))
    op = first(module, "ttg.barrier")
    assert isinstance(op, ttg.BarrierOp)
    assert op.addrSpace == "local|global_write"
    op.addrSpace = "all"
    assert "ttg.barrier all\n" in print_module(module)


def test_effects_of_allocations() -> None:
    module = parse_module(
        function(
            """
            %0 = ttg.local_alloc %t : (tensor<128xf32, #blocked>)
                -> !ttg.memdesc<128xf32, #shared1, #smem>
            %1 = ttg.local_alloc %t : (tensor<128xf32, #blocked>)
                -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
            """
        )
    )
    fixed, changeable = (op for op in module.walk() if op.name == "ttg.local_alloc")
    assert memory_effects(fixed) == []
    found = memory_effects(changeable)
    assert found is not None
    assert [(e.kind, e.resource) for e in found] == [("allocate", "shared"), ("write", "shared")]
    assert memory_effects(module) is None


def test_types_from_python() -> None:
    layout = SwizzledSharedEncoding(1, 1, 1, [0])
    memdesc = ttg.MemDescType((4, 64), f16, layout, ttg.SHARED_MEMORY, True)
    assert memdesc.verify() is None
    assert memdesc.layout_shape == (64,)
    assert memdesc.with_shape((2, 64)).alloc_shape == (4, 64)
    assert ttg.MemDescType((4, 64), f16, layout, ttng.TENSOR_MEMORY).verify() == (
        "memorySpace must be SharedMemorySpace for shared encoding. Got #ttng.tensor_memory"
    )
    tensor = RankedTensorType((64,), f32, BlockedEncoding([1], [32], [4], [0]))
    assert memdesc.element_type is not tensor.element_type
