/* The point of the surface of a convex difference that is nearest to the origin, if that is inside: how deep two cores penetrate each other.
   Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001 (expanding polytope). */

#ifndef MBFMU_EPA_H
#define MBFMU_EPA_H

#include "convex_difference.h"

/* `nearest` holds points about the origin, or points near it, as gjk leaves them; `size` is that of the difference [m]. It ends where the next point would gain
   no more than `gain` of the size. */
void epa(const ConvexDifference *of, double size, double gain, NearestPoint *nearest);

#endif
