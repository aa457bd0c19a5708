/* Convex cores of surfaces: what lies within a radius of one is a body. */

#ifndef MBFMU_CONVEX_CORE_H
#define MBFMU_CONVEX_CORE_H

/* In the order of CORES in mbfmu/base/scalars/convex_pair.py. POINTS are the hull of points (x, y, z each); an ELLIPSOID has three semi-axes; a
   CYLINDER along z has a radius and half a length. */
enum { POINTS, ELLIPSOID, CYLINDER, CORES };

typedef struct {
    int kind, count; /* of numbers */
    const double *number;
} ConvexCore;

/* What a core is like where it is farthest along a direction: all points p + s(d) + what its edges span, as far as it reaches. s(d) is the support
   of an ellipsoid, or of the disk of a cylinder; it is there where `smooth` is 1. */
typedef struct {
    int edges; /* at most two */
    double p[3], edge[2][3], smooth;
} Feature;

/* Whether a kind can have so many numbers. */
int core_fits(int kind, int count);

/* The farthest point along a direction d, which is not zero. */
void core_support(const ConvexCore *core, const double d[3], double point[3]);

/* The feature for a unit direction: what is nearer to being across it than the sine `tolerance` is. `near` is a point of it, as far as is known. */
void core_feature(const ConvexCore *core, const double d[3], const double near[3], double tolerance, Feature *feature);

/* The smooth part s(d) of a core's support, and its derivative by d. */
void core_smooth(const ConvexCore *core, const double d[3], double s[3], double by_d[3][3]);

/* Moves a point of a core that is near a feature: its smooth part becomes that for the direction d. */
void core_sharpen(const ConvexCore *core, const Feature *feature, const double d[3], double point[3]);

#endif
