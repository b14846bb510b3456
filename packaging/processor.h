/* Put before `native.c` where zig compiles it, in place of libraries that are not linked (see `zig_cc.py` and `wheels.py`).
 * clang's builtin wants a table of its runtime library. Like the builtin this asks whether the system keeps the wide
 * registers, too. */

#if defined(__x86_64__)
#include <cpuid.h>

static int ecsphys_has_avx2(void)
{
    unsigned a, b, c, d, kept, rest;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (bit_OSXSAVE | bit_AVX)) != (bit_OSXSAVE | bit_AVX))
        return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(rest) : "c"(0));
    return (kept & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0;
}

#define __builtin_cpu_supports(feature) ecsphys_has_avx2()
#endif

#ifdef _WIN32
int _fltused; /* LLVM's code with floating-point numbers refers to it */
#endif
