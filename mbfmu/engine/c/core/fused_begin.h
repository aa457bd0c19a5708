/* From here on numbers are multiplied and added in one instruction, up to fused_end.h. Other compilers than these know it as an option, or not. */

#if defined(__clang__)
#pragma clang fp contract(fast)
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#endif
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=fast")
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#endif
#endif
