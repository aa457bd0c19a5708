/* See fused_begin.h. */

#if defined(__clang__)
#if defined(__x86_64__)
#pragma clang attribute pop
#endif
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
