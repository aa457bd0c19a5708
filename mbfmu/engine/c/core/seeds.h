/* Derivatives along a direction that nothing carries: their sums need not be computed. */

#ifndef MBFMU_SEEDS_H
#define MBFMU_SEEDS_H

#include <string.h>

#include "instance.h"

static inline int any_seed(const double *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (numbers[i] != 0.0) return 1;
    return 0;
}

static inline int any_seeded(const Instance *instance, const Ref *piece, int count)
{
    for (int i = 0; i < count; ++i)
        if (any_seed(instance->tangent + piece[i].start, piece[i].size)) return 1;
    return 0;
}

static inline void set_no_tangents(const Instance *instance, const Ref *piece, int count)
{
    for (int i = 0; i < count; ++i) memset(instance->tangent + piece[i].start, 0, (size_t)piece[i].size * sizeof(double));
}

#endif
