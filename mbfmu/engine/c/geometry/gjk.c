#include "gjk.h"

#include <string.h>

#include "vector3.h"

enum { MOST_STEPS = 100 };
#define FLAT 1e-14 /* of a cube: points that span less are in a plane, on a line or the same */

/* The weights of the point nearest to the origin of the plane, line or space through points; whether it lies among them. */
static int among(double (*w)[3], const int *at, int count, double weight[4])
{
    double e[3][3], G[3][3], y[3], x[3] = {0.0};
    int n = count - 1;
    for (int i = 0; i < n; ++i) minus3(w[at[i + 1]], w[at[0]], e[i]);
    for (int i = 0; i < n; ++i) {
        y[i] = -dot3(e[i], w[at[0]]);
        for (int j = 0; j < n; ++j) G[i][j] = dot3(e[i], e[j]);
    }
    if (n == 1) {
        if (!(G[0][0] > 0.0)) return 0;
        x[0] = y[0] / G[0][0];
    } else if (n == 2) {
        double det = G[0][0] * G[1][1] - G[0][1] * G[0][1];
        if (!(det > FLAT * G[0][0] * G[1][1])) return 0;
        x[0] = (G[1][1] * y[0] - G[0][1] * y[1]) / det;
        x[1] = (G[0][0] * y[1] - G[0][1] * y[0]) / det;
    } else if (n == 3) {
        double c[3][3], det;
        for (int i = 0; i < 3; ++i) cross3(e[(i + 1) % 3], e[(i + 2) % 3], c[i]);
        det = dot3(e[0], c[0]);
        if (!(fabs(det) > FLAT * sqrt(G[0][0] * G[1][1] * G[2][2]))) return 0;
        for (int i = 0; i < 3; ++i) x[i] = -dot3(c[i], w[at[0]]) / det;
    }
    weight[0] = 1.0 - x[0] - x[1] - x[2];
    for (int i = 0; i < n; ++i) weight[i + 1] = x[i];
    for (int i = 0; i < count; ++i)
        if (!(weight[i] > 0.0)) return 0;
    return 1;
}

static void combination(double (*w)[3], const int *at, int count, const double *weight, double v[3])
{
    memset(v, 0, 3 * sizeof *v);
    for (int i = 0; i < count; ++i) add3(weight[i], w[at[i]], v);
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
        if (!among(w, at, n, weight)) continue;
        combination(w, at, n, weight, u);
        square = n == 4 ? 0.0 : dot3(u, u);
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
