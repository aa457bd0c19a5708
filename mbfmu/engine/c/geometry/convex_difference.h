/* All differences a - b of points of two convex cores, itself convex: the cores have a point in common where it contains the origin. */

#ifndef MBFMU_CONVEX_DIFFERENCE_H
#define MBFMU_CONVEX_DIFFERENCE_H

#include "convex_core.h"

typedef struct {
    ConvexCore a, b;
    double r[3], R[9]; /* where a is, in the axes of b */
} ConvexDifference;

/* A point w of it, and those of the cores, each in its own axes, of which it is the difference. */
typedef struct {
    double w[3], a[3], b[3];
} DifferencePoint;

/* Up to four points of it, and the weights of the point of their hull that is nearest to the origin; how far that is, negative within. */
typedef struct {
    int count;
    DifferencePoint point[4];
    double weight[4], distance, n[3]; /* the unit normal there, away from the origin; inside, towards the surface times -1 */
} NearestPoint;

/* The point farthest along a direction. */
void difference_support(const ConvexDifference *of, const double d[3], DifferencePoint *point);

/* How far it is beyond the plane through the origin with the unit normal n: never more than its distance. */
double difference_beyond(const ConvexDifference *of, const double n[3]);

#endif
