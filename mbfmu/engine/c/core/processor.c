/* processor.c: x86-64 has AVX2 and FMA since 2013, if the operating system saves their registers; all of ARM adds and multiplies at once. */

#include "processor.h"

#include <stddef.h>

#if defined(__x86_64__) && defined(__GNUC__)

#include <cpuid.h>

#define REGISTERS 6u /* of 128 and 256 bits */

static int all(unsigned of, unsigned bits) { return (of & bits) == bits; }

static unsigned saved_by_system(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

const char *processor_lacks(void)
{
    static const char *const lacking = "it was compiled with --fused, for processors with AVX2 and FMA, which this one lacks; build it without";
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !all(c, bit_FMA | bit_OSXSAVE | bit_AVX) || !all(saved_by_system(), REGISTERS)) return lacking;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && all(b, bit_AVX2) ? NULL : lacking;
}

#else

const char *processor_lacks(void) { return NULL; }

#endif
