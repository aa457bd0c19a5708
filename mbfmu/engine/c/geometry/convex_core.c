#include "convex_core.h"

#include <string.h>

#include "vector3.h"

#define BREADTH 1e-3 /* of its longest edge: what is broader is a face */

int core_fits(int kind, int count) { return kind == POINTS ? count >= 3 && count % 3 == 0 : kind == ELLIPSOID ? count == 3 : count == 2; }

static const double *farthest(const ConvexCore *core, const double d[3])
{
    const double *best = core->number, *end = best + core->count;
    double most = dot3(best, d);
    for (const double *at = best + 3; at < end; at += 3) {
        double along = dot3(at, d);
        if (along > most) best = at, most = along;
    }
    return best;
}

void core_smooth(const ConvexCore *core, const double d[3], double s[3], double by_d[3][3])
{
    double square[3], length;
    memset(by_d, 0, 9 * sizeof by_d[0][0]);
    memset(s, 0, 3 * sizeof *s);
    if (core->kind == POINTS) return;
    for (int i = 0; i < 3; ++i) square[i] = core->kind == ELLIPSOID ? core->number[i] * core->number[i] : i < 2 ? core->number[0] * core->number[0] : 0.0;
    length = sqrt(square[0] * d[0] * d[0] + square[1] * d[1] * d[1] + square[2] * d[2] * d[2]);
    if (!(length > 0.0)) return;
    for (int i = 0; i < 3; ++i) s[i] = square[i] * d[i] / length;
    for (int i = 0; i < 3; ++i) {
        by_d[i][i] = square[i] / length;
        for (int j = 0; j < 3; ++j) by_d[i][j] -= s[i] * s[j] / length;
    }
}

void core_support(const ConvexCore *core, const double d[3], double point[3])
{
    double by_d[3][3];
    if (core->kind == POINTS) {
        copy3(farthest(core, d), point);
        return;
    }
    core_smooth(core, d, point, by_d);
    if (core->kind == CYLINDER) point[2] = copysign(core->number[1], d[2]);
}

void core_sharpen(const ConvexCore *core, const Feature *feature, const double d[3], double point[3])
{
    double s[3], by_d[3][3];
    if (!(feature->smooth > 0.0)) return;
    core_smooth(core, d, s, by_d);
    for (int i = 0; i < (core->kind == ELLIPSOID ? 3 : 2); ++i) point[i] = s[i];
}

static void feature_of_cylinder(const ConvexCore *core, const double d[3], const double near[3], double tolerance, Feature *feature)
{
    double half = core->number[1];
    if (hypot(d[0], d[1]) <= tolerance) {
        feature->edges = 2;
        feature->edge[0][0] = feature->edge[1][1] = 1.0;
        feature->p[0] = near[0], feature->p[1] = near[1], feature->p[2] = copysign(half, d[2]);
        return;
    }
    feature->smooth = 1.0;
    feature->p[2] = copysign(half, d[2]);
    if (fabs(d[2]) > tolerance) return;
    feature->edges = 1;
    feature->edge[0][2] = 1.0;
    feature->p[2] = fmax(fmin(near[2], half), -half);
}

/* Longest first: the edge from the top to the farthest point beside it, then to that which lies farthest beside both. */
static void edges_of_points(const ConvexCore *core, const double d[3], const double top[3], double tolerance, Feature *feature)
{
    double longest = 0.0, broadest = 0.0, across[3], along[3];
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < core->count; i += 3) {
            double u[3], length, breadth;
            minus3(core->number + i, top, u);
            length = length3(u);
            if (length == 0.0 || -dot3(u, d) > tolerance * length) continue;
            if (!pass && length > longest) {
                longest = length;
                feature->edges = 1;
                copy3(u, feature->edge[0]);
            } else if (pass) {
                scaled3(1.0 / longest, feature->edge[0], along);
                cross3(along, u, across);
                breadth = length3(across);
                if (breadth <= broadest || breadth < BREADTH * longest) continue;
                broadest = breadth;
                feature->edges = 2;
                copy3(u, feature->edge[1]);
            }
        }
        if (!feature->edges) return;
    }
}

/* p is the top, moved within edges or faces towards `near`. */
static void move_within(const double near[3], Feature *feature)
{
    double apart[3], e[3], f[3], along;
    minus3(near, feature->p, apart);
    scaled3(1.0 / length3(feature->edge[0]), feature->edge[0], e);
    along = dot3(e, apart);
    add3(along, e, feature->p);
    if (feature->edges < 2) return;
    copy3(feature->edge[1], f);
    add3(-dot3(f, e), e, f);
    scaled3(1.0 / length3(f), f, f);
    add3(dot3(f, apart), f, feature->p);
}

void core_feature(const ConvexCore *core, const double d[3], const double near[3], double tolerance, Feature *feature)
{
    memset(feature, 0, sizeof *feature);
    if (core->kind == ELLIPSOID) {
        feature->smooth = 1.0;
    } else if (core->kind == CYLINDER) {
        feature_of_cylinder(core, d, near, tolerance, feature);
    } else {
        copy3(farthest(core, d), feature->p);
        edges_of_points(core, d, feature->p, tolerance, feature);
        if (feature->edges) move_within(near, feature);
    }
}
