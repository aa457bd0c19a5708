/* The sine (first) and the cosine (second) of an angle [rad] at once. Both are right to one unit in the last place, and the same numbers on every platform
   unless multiplications and additions are fused. Angles beyond a million are left to the C library.

   The angle is taken modulo a quarter turn, which is known to 119 bits in three parts (Cody and Waite, Software Manual for the Elementary Functions, 1980);
   the first two have 33 bits, so their multiples are exact. What is left lies within an eighth of a turn. There polynomials found by Remez'
   algorithm follow sine and cosine to 2^-56 and 2^-59. */

#ifndef MBFMU_SINE_AND_COSINE_H
#define MBFMU_SINE_AND_COSINE_H

#include <math.h>

#include "pair.h"

#if defined(__GNUC__)
#define SEPARATE static __attribute__((noinline, const, unused))
#else
#define SEPARATE static inline
#endif

#define FARTHEST 1e6 /* rad */
#define QUARTERS_PER_RADIAN 0x1.45f306dc9c883p-1
#define QUARTER_1 0x1.921fb544p+0 /* rad */
#define QUARTER_2 0x1.0b4611a6p-34
#define QUARTER_3 0x1.3198a2e037073p-69
#define TERMS 6

SEPARATE Pair sine_and_cosine(double angle)
{
    static const double sines[TERMS] = {-0x1.5555555555548p-3, 0x1.111111110f7d0p-7, -0x1.a01a019bfdf30p-13,
                                        0x1.71de3567d6225p-19, -0x1.ae5e5a935c1ebp-26, 0x1.5d8fd21e119cap-33};
    static const double cosines[TERMS] = {0x1.555555555554bp-5, -0x1.6c16c16c14f91p-10, 0x1.a01a019c844e1p-16,
                                          -0x1.27e4f7eac3f69p-22, 0x1.1ee9d7b46caa3p-29, -0x1.8fa499d0241a2p-37};
    static const double signs[] = {1.0, 1.0, -1.0, -1.0};
    if (!(fabs(angle) <= FARTHEST)) return PAIR(sin(angle), cos(angle));
    int quarter = (int)(angle * QUARTERS_PER_RADIAN + copysign(0.5, angle));
    double quarters = quarter;

    double coarse = angle - quarters * QUARTER_1, fine = coarse - quarters * QUARTER_2;
    double rest = quarters * QUARTER_3 - ((coarse - fine) - quarters * QUARTER_2);
    double x = fine - rest, beyond = (fine - x) - rest; /* x + beyond is what is left */

    double square = x * x, half = 0.5 * square, one_less_half = 1.0 - half;
    Pair series = PAIR(sines[TERMS - 1], cosines[TERMS - 1]);
    for (int i = TERMS - 2; i >= 0; --i) series = PLUS(TIMES(series, BOTH(square)), PAIR(sines[i], cosines[i]));
    Pair small = PAIR(beyond, ((1.0 - one_less_half) - half) - x * beyond);
    Pair found = PLUS(PAIR(x, one_less_half), PLUS(TIMES(TIMES(PAIR(x, square), BOTH(square)), series), small));

    double either[] = {FIRST(found), SECOND(found)}; /* by index, since processors guess conditions wrong here */
    return TIMES(PAIR(either[quarter & 1], either[~quarter & 1]), PAIR(signs[quarter & 3], signs[(quarter + 1) & 3]));
}

#endif
