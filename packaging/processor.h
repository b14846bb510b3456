/* Put before `native.c` where zig compiles it: clang's builtin wants a table of its runtime library, which is not linked
 * (see `zig_cc.py`). Like the builtin it asks whether the system keeps the wide registers, too. */

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
