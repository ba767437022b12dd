"""The parts of tritongpu-accelerate-matmul.

``mma`` chooses instructions and rewrites products for mma and wgmma, ``tensor_memory`` for
tcgen05, ``operands`` brings operands where the instructions want them, ``scaled`` computes scaled
products without instructions for them.
"""
