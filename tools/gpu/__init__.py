"""Running cubins on a GPU without a framework: CUDA's driver API, and ncu's counters."""
