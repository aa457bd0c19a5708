#include "convex_difference.h"

#include "vector3.h"

void difference_support(const ConvexDifference *of, const double d[3], DifferencePoint *point)
{
    double local[3], back[3];
    turned_back3(of->R, d, local);
    core_support(&of->a, local, point->a);
    scaled3(-1.0, d, back);
    core_support(&of->b, back, point->b);
    turned3(of->R, point->a, point->w);
    for (int i = 0; i < 3; ++i) point->w[i] += of->r[i] - point->b[i];
}

double difference_beyond(const ConvexDifference *of, const double n[3])
{
    DifferencePoint point;
    double back[3];
    scaled3(-1.0, n, back);
    difference_support(of, back, &point);
    return dot3(n, point.w);
}
