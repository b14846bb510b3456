"""Machine code of the primitives, for both compilers, by numba's low-level extension interface."""
