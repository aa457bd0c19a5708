#include "gjk.h"

#include <string.h>

#include "vector3.h"

enum { MOST_STEPS = 100 };
#define FLAT 1e-16 /* of the square of an area, or of a volume: points that span less are on a line or in a plane */

/* Of the plane through three points the one nearest to the origin, v, and the shares of two edges in it. */
static int in_plane(const double origin[3], double (*e)[3], double share[3], double v[3])
{
    double n[3], turned[3], square;
    cross3(e[0], e[1], n);
    square = dot3(n, n);
    if (!(square > FLAT * dot3(e[0], e[0]) * dot3(e[1], e[1]))) return 0;
    cross3(e[1], origin, turned);
    share[0] = dot3(turned, n) / square;
    cross3(origin, e[0], turned);
    share[1] = dot3(turned, n) / square;
    scaled3(dot3(n, origin) / square, n, v); /* better than the sum of what is far away */
    return 1;
}

/* The shares of three edges in the way from a point to the origin. */
static int in_space(const double origin[3], double (*e)[3], double share[3], double v[3])
{
    double c[3][3], volume;
    for (int i = 0; i < 3; ++i) cross3(e[(i + 1) % 3], e[(i + 2) % 3], c[i]);
    volume = dot3(e[0], c[0]);
    if (!(fabs(volume) > FLAT * length3(e[0]) * length3(e[1]) * length3(e[2]))) return 0;
    for (int i = 0; i < 3; ++i) {
        share[i] = -dot3(c[i], origin) / volume;
        v[i] = 0.0;
    }
    return 1;
}

/* The point v nearest to the origin of the line, plane or space through points, and their weights in it; whether it lies among them. */
static int among(double (*w)[3], const int *at, int count, double weight[4], double v[3])
{
    const double *origin = w[at[0]];
    double e[3][3], share[3] = {0.0};
    for (int i = 0; i < count - 1; ++i) minus3(w[at[i + 1]], origin, e[i]);
    copy3(origin, v);
    if (count == 2) {
        double square = dot3(e[0], e[0]);
        if (!(square > 0.0)) return 0;
        share[0] = -dot3(e[0], origin) / square;
        add3(share[0], e[0], v);
    } else if (count > 2 && !(count == 3 ? in_plane : in_space)(origin, e, share, v)) {
        return 0;
    }
    weight[0] = 1.0 - share[0] - share[1] - share[2];
    for (int i = 1; i < count; ++i) weight[i] = share[i - 1];
    for (int i = 0; i < count; ++i)
        if (!(weight[i] > 0.0)) return 0;
    return 1;
}

/* Of all corners, edges and faces of the points with the last one that which is nearest, if it is nearer than v: others are left out. */
static int reduce(NearestPoint *of, double v[3])
{
    double w[4][3], best = dot3(v, v), kept[4] = {0.0};
    int chosen[4] = {0}, count = 0, last = of->count - 1;
    for (int i = 0; i < of->count; ++i) copy3(of->point[i].w, w[i]);
    for (int others = 0; others < 1 << last; ++others) {
        int at[4], n = 0;
        double weight[4], u[3], square;
        for (int i = 0; i < last; ++i)
            if (others >> i & 1) at[n++] = i;
        at[n++] = last;
        if (!among(w, at, n, weight, u)) continue;
        square = dot3(u, u);
        if (!(square < best)) continue;
        best = square;
        count = n;
        memcpy(chosen, at, sizeof chosen);
        memcpy(kept, weight, sizeof kept);
        copy3(u, v);
    }
    if (!count) return 0;
    for (int i = 0; i < count; ++i) of->point[i] = of->point[chosen[i]]; /* these ascend */
    memcpy(of->weight, kept, sizeof kept);
    of->count = count;
    return 1;
}

static int is_there(const NearestPoint *of, const double w[3])
{
    for (int i = 0; i < of->count; ++i)
        if (!memcmp(of->point[i].w, w, sizeof of->point[i].w)) return 1;
    return 0;
}

double hull_distance(const NearestPoint *of)
{
    double least = HUGE_VAL;
    for (int count = 1; count <= of->count; ++count) {
        NearestPoint part = *of;
        double v[3] = {HUGE_VAL, 0.0, 0.0};
        part.count = count;
        reduce(&part, v);
        least = fmin(least, length3(v));
    }
    return least;
}

int gjk(const ConvexDifference *of, double near, double gain, NearestPoint *nearest)
{
    double d[3] = {-of->r[0], -of->r[1], -of->r[2]}, v[3];
    if (!(dot3(d, d) > 0.0)) d[0] = 1.0;
    difference_support(of, d, &nearest->point[0]);
    nearest->count = 1;
    nearest->weight[0] = 1.0;
    copy3(nearest->point[0].w, v);
    for (int step = 0; step < MOST_STEPS; ++step) {
        double length = length3(v), back[3];
        DifferencePoint next;
        if (!(length > near)) return 0;
        scaled3(-1.0 / length, v, back);
        difference_support(of, back, &next);
        if (length + dot3(back, next.w) <= gain * length || is_there(nearest, next.w)) break;
        NearestPoint before = *nearest;
        nearest->point[nearest->count++] = next;
        if (!reduce(nearest, v)) {
            *nearest = before;
            break;
        }
        if (nearest->count == 4) return 0;
    }
    nearest->distance = length3(v);
    scaled3(1.0 / nearest->distance, v, nearest->n);
    return 1;
}
