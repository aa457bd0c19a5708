/* The point of a convex difference that is nearest to the origin, if that is outside.
   Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance between complex objects, 1988. */

#ifndef MBFMU_GJK_H
#define MBFMU_GJK_H

#include "convex_difference.h"

/* Whether the origin is outside, farther than `near` [m] from it; within, `nearest` holds points about it. It ends where the next point would gain no more
   than `gain` of the distance. */
int gjk(const ConvexDifference *of, double near, double gain, NearestPoint *nearest);

/* How far the hull of up to three points is from the origin. */
double hull_distance(const NearestPoint *of);

#endif
