"""CUDA's driver API, as much of it as launching and timing a kernel takes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from statistics import median
from typing import Any

#: An argument of a kernel: a 64-bit address or a 32-bit integer.
Argument = ctypes.c_uint64 | ctypes.c_int32


class Driver:
    """A context on the first GPU. Raises OSError without a driver, or when a call fails."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libcuda.so.1")
        self._call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._call("cuCtxSetCurrent", context)

    def allocate(self, size: int) -> Any:
        """The address of so many bytes, as a c_uint64."""
        buffer = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(buffer), ctypes.c_size_t(size))
        return buffer

    def free(self, buffer: Any) -> None:
        self._call("cuMemFree_v2", buffer)

    def upload(self, buffer: Any, data: Any, size: int) -> None:
        """Copies so many bytes from ``data``, an address in this process, to the GPU."""
        self._call("cuMemcpyHtoD_v2", buffer, ctypes.c_void_p(data), ctypes.c_size_t(size))

    def download(self, data: Any, buffer: Any, size: int) -> None:
        """Copies so many bytes from the GPU to ``data``, an address in this process."""
        self._call("cuMemcpyDtoH_v2", ctypes.c_void_p(data), buffer, ctypes.c_size_t(size))

    def kernel(self, cubin: bytes, name: str) -> Kernel:
        return Kernel(self, cubin, name)

    def synchronize(self) -> None:
        self._call("cuCtxSynchronize")

    def _call(self, name: str, *arguments: Any) -> None:
        status = getattr(self._library, name)(*arguments)
        if status:
            raise OSError(f"{name} failed with CUDA error {status}")


class Kernel:
    """A function of a cubin."""

    def __init__(self, driver: Driver, cubin: bytes, name: str) -> None:
        self._driver = driver
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        driver._call("cuModuleLoadData", ctypes.byref(self._module), cubin)
        driver._call(
            "cuModuleGetFunction", ctypes.byref(self._function), self._module, name.encode()
        )

    def launch(
        self, arguments: Sequence[Argument], threads: int, shared: int, programs: int = 1
    ) -> None:
        """Starts so many programs. ``arguments`` are those of the function in the IR."""
        # Behind them come global and profile scratch, which such kernels do not have.
        values = [*arguments, ctypes.c_uint64(0), ctypes.c_uint64(0)]
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.pointer(each), ctypes.c_void_p) for each in values)
        )
        size = (programs, 1, 1, threads, 1, 1, shared)
        self._driver._call("cuLaunchKernel", self._function, *size, None, pointers, None)

    def milliseconds(
        self,
        arguments: Sequence[Argument],
        threads: int,
        shared: int,
        programs: int,
        runs: int = 20,
    ) -> float:
        """The median time of some runs, after a few that don't count."""
        call = self._driver._call
        times = []
        start, end = ctypes.c_void_p(), ctypes.c_void_p()
        call("cuEventCreate", ctypes.byref(start), 0)
        call("cuEventCreate", ctypes.byref(end), 0)
        for run in range(runs + 3):
            call("cuEventRecord", start, None)
            self.launch(arguments, threads, shared, programs)
            call("cuEventRecord", end, None)
            call("cuEventSynchronize", end)
            elapsed = ctypes.c_float()
            call("cuEventElapsedTime", ctypes.byref(elapsed), start, end)
            if run >= 3:
                times.append(elapsed.value)
        return median(times)

    def unload(self) -> None:
        self._driver._call("cuModuleUnload", self._module)
