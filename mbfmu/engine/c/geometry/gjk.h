/* The point of a convex difference that is nearest to the origin, if that is outside.
   Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance between complex objects, 1988. */

#ifndef MBFMU_GJK_H
#define MBFMU_GJK_H

#include "convex_difference.h"

/* Whether the origin is outside, farther than `near` [of the size] from it; within, `nearest` holds points about it. */
int gjk(const ConvexDifference *of, double near, NearestPoint *nearest);

#endif
