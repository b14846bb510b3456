"""The ahead-of-time compiler of native kernels: used by wheel builds only, with the numba pinned there.

It relies on private parts of numba; the jit back end does not use it.
"""
