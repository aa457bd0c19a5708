/* Random numbers that are the same in every run (a linear congruential generator: D. E. Knuth, The Art of Computer Programming, vol. 2). */

#ifndef MBFMU_RANDOM_NUMBERS_H
#define MBFMU_RANDOM_NUMBERS_H

#include <stdint.h>

/* Between 0 and 1; `state` is any number at first. */
static inline double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Nearly normally distributed: a sum of twelve. */
static inline double normal(uint64_t *state)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform(state);
    return sum;
}

#endif
