/* convex_query.c: the normal along which the cores are farthest apart, to roundoff.

   The gap along a unit normal n is what the difference of both has beyond the plane through the origin; the greatest one is the distance, or the depth
   times -1. gjk and epa find it roughly where cores are smooth. Which features touch is read off near their normal, and Newton's method finishes. The result is
   right if points of these features are as far from each other as the normal says: outside there is one such place, inside epa says how deep the
   least deep one is. Else features are read off with another tolerance. */

#include "convex_query.h"

#include <math.h>
#include <string.h>

#include "convex_difference.h"
#include "epa.h"
#include "gjk.h"
#include "vector3.h"

enum { MOST_STEPS = 20 };
#define DIRECTIONLESS 1e-9 /* of the size: what is nearer has no direction, but faces */
#define ROUGH 1e-6    /* of the distance, or of the size: where gjk and epa end if cores are smooth */
#define FINE 1e-12
#define SURE 1e-10    /* of the size: by which what the normal and what the points say may differ */
#define LEAST 1e-5    /* of the size: by which a place may be deeper than the least deep one */
#define PARALLEL 1e-6 /* sine: edges that are nearer to parallel are so */
#define LONGEST_TURN 0.3   /* rad: of a step */
#define CONVERGED 1e-14 /* rad */

/* The features of both that touch; edges in the axes of b. */
typedef struct {
    Feature of[2];
    int owner[2];
    double e[2][3], own[2][3];
} Touch;

static void add_edges(const ConvexDifference *of, const Feature *feature, int owner, const double n[3], Touch *touch, int *count)
{
    for (int k = 0; k < feature->edges && *count < 2; ++k) {
        int at = 1 - *count; /* the first is e_2 */
        double e[3], across[3];
        if (owner > 0) turned3(of->R, feature->edge[k], e);
        else copy3(feature->edge[k], e);
        cross3(e, touch->e[1], across);
        if (*count && fabs(dot3(across, n)) <= PARALLEL * length3(e) * length3(touch->e[1])) continue;
        copy3(e, touch->e[at]);
        copy3(feature->edge[k], touch->own[at]);
        touch->owner[at] = owner;
        ++*count;
    }
}

/* The features along a normal; faces come before edges, those of a before those of b. */
static void find_touch(const ConvexDifference *of, const double n[3], double near[2][3], double tolerance, Touch *touch)
{
    double d[3];
    int count = 0;
    memset(touch, 0, sizeof *touch);
    turned_back3(of->R, n, d);
    scaled3(-1.0, d, d);
    core_feature(&of->a, d, near[0], tolerance, &touch->of[0]);
    core_feature(&of->b, n, near[1], tolerance, &touch->of[1]);
    int first = touch->of[1].edges > touch->of[0].edges;
    for (int k = 0; k < 2; ++k) {
        int which = first ? 1 - k : k;
        add_edges(of, &touch->of[which], which ? -1 : 1, n, touch, &count);
    }
}

/* What the features say of the difference along n: the point c of it, and the derivative of that by n. */
static void point_along(const ConvexDifference *of, const Touch *touch, const double n[3], double c[3], double by_n[3][3])
{
    double d[3], s[2][3], by[2][3][3], local[3], turned[3][3];
    turned_back3(of->R, n, d);
    scaled3(-1.0, d, d);
    core_smooth(&of->a, d, s[0], by[0]);
    core_smooth(&of->b, n, s[1], by[1]);
    for (int i = 0; i < 3; ++i) local[i] = touch->of[0].p[i] + touch->of[0].smooth * s[0][i];
    turned3(of->R, local, c);
    for (int i = 0; i < 3; ++i) {
        c[i] += of->r[i] - touch->of[1].p[i] - touch->of[1].smooth * s[1][i];
        for (int j = 0; j < 3; ++j) turned[i][j] = of->R[3 * i] * by[0][0][j] + of->R[3 * i + 1] * by[0][1][j] + of->R[3 * i + 2] * by[0][2][j];
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) by_n[i][j] = -touch->of[0].smooth * dot3(turned[i], of->R + 3 * j) - touch->of[1].smooth * by[1][i][j];
}

/* An edge across the normal where none counts. */
static void set_free_edge(const double n[3], Touch *touch)
{
    double axis[3] = {0.0};
    if (touch->owner[1]) return;
    axis[least3(n)] = 1.0;
    cross3(n, axis, touch->e[1]);
    copy3(touch->e[1], touch->own[1]);
}

/* One step of Newton's method on the normal; its length [rad], or -1 where there is none. */
static double turn_normal(const ConvexDifference *of, Touch *touch, double n[3])
{
    double c[3], by_n[3][3], T[2][3], M[2][2], y[2], a[2], gap, det, length;
    set_free_edge(n, touch);
    point_along(of, touch, n, c, by_n);
    gap = dot3(n, c);
    cross3(touch->e[1], n, T[0]);
    length = length3(T[0]);
    if (!(length > 0.0)) return -1.0;
    scaled3(1.0 / length, T[0], T[0]);
    cross3(n, T[0], T[1]);
    for (int i = 0; i < 2; ++i) {
        double along[3];
        for (int j = 0; j < 3; ++j) along[j] = T[i][0] * by_n[0][j] + T[i][1] * by_n[1][j] + T[i][2] * by_n[2][j];
        for (int j = 0; j < 2; ++j) M[i][j] = touch->owner[i] ? dot3(touch->e[i], T[j]) : dot3(along, T[j]) - (i == j ? gap : 0.0);
        y[i] = touch->owner[i] ? -dot3(touch->e[i], n) : -dot3(T[i], c);
    }
    det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    if (det == 0.0) return -1.0;
    a[0] = (M[1][1] * y[0] - M[0][1] * y[1]) / det;
    a[1] = (M[0][0] * y[1] - M[1][0] * y[0]) / det;
    length = hypot(a[0], a[1]);
    if (!(length < HUGE_VAL)) return -1.0;
    double share = length > LONGEST_TURN ? LONGEST_TURN / length : 1.0;
    for (int k = 0; k < 2; ++k) add3(share * a[k], T[k], n);
    scaled3(1.0 / length3(n), n, n);
    return length;
}

static void finish_normal(const ConvexDifference *of, Touch *touch, double n[3])
{
    double length = HUGE_VAL;
    for (int step = 0; step < MOST_STEPS && length > CONVERGED; ++step) length = turn_normal(of, touch, n);
    set_free_edge(n, touch);
}

static double size_of(const ConvexDifference *of)
{
    static const double AXES[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double size = length3(of->r);
    for (int i = 0; i < 3; ++i) {
        double back[3];
        scaled3(-1.0, AXES[i], back);
        size = fmax(size, fabs(difference_beyond(of, AXES[i])));
        size = fmax(size, fabs(difference_beyond(of, back)));
    }
    return size;
}

/* The points of both cores that are nearest as far as gjk and epa say, each in its own axes. */
static void near_points(const NearestPoint *nearest, double near[2][3])
{
    memset(near, 0, 6 * sizeof near[0][0]);
    for (int i = 0; i < nearest->count; ++i) {
        add3(nearest->weight[i], nearest->point[i].a, near[0]);
        add3(nearest->weight[i], nearest->point[i].b, near[1]);
    }
}

static void give(const Touch *touch, const double n[3], double *found)
{
    copy3(n, found);
    for (int k = 0; k < 2; ++k) {
        copy3(touch->of[k].p, found + 3 + 3 * k);
        copy3(touch->own[k], found + 9 + 3 * k);
        found[15 + k] = touch->owner[k];
    }
    found[17] = touch->of[0].smooth + 2.0 * touch->of[1].smooth;
}

/* Whether points of the features, near those that gjk and epa say, are as far from each other as the normal says. */
static int is_sure(const ConvexDifference *of, const Touch *touch, const double n[3], double gap, const NearestPoint *nearest, double size)
{
    NearestPoint sharp = *nearest;
    double d[3];
    turned_back3(of->R, n, d);
    scaled3(-1.0, d, d);
    for (int i = 0; i < sharp.count; ++i) {
        DifferencePoint *point = &sharp.point[i];
        core_sharpen(&of->a, &touch->of[0], d, point->a);
        core_sharpen(&of->b, &touch->of[1], n, point->b);
        turned3(of->R, point->a, point->w);
        for (int k = 0; k < 3; ++k) point->w[k] += of->r[k] - point->b[k];
    }
    return fabs(hull_distance(&sharp) - fabs(gap)) <= SURE * size;
}

/* Reads features off and finishes the normal; whether the result is sure. `best` is the largest gap so far, that of the result. */
static int finish(const ConvexDifference *of, const NearestPoint *nearest, double size, int is_smooth, int is_outside, double *best, double *found)
{
    static const double TOLERANCES[2][5] = {{1e-7, 1e-6, 1e-5, 1e-3, 1e-2}, {1e-3, 1e-5, 1e-4, 1e-7, 1e-2}};
    double near[2][3];
    near_points(nearest, near);
    for (int i = 0; i < 5; ++i) {
        Touch touch;
        int sure = 1;
        double n[3], gap;
        copy3(nearest->n, n);
        find_touch(of, n, near, TOLERANCES[is_smooth][i], &touch);
        finish_normal(of, &touch, n);
        gap = difference_beyond(of, n);
        if (is_smooth || gap < nearest->distance - SURE * size)
            sure = (is_outside ? gap > 0.0 : gap >= nearest->distance - LEAST * size) && is_sure(of, &touch, n, gap, nearest, size);
        if (sure || gap > *best) {
            *best = gap;
            give(&touch, n, found);
        }
        if (sure) return 1;
    }
    return 0;
}

void convex_query(int kind_a, int count_a, int kind_b, int count_b, const double *given, double *found)
{
    ConvexDifference of = {{kind_a, count_a, given + CONVEX_POSE}, {kind_b, count_b, given + CONVEX_POSE + count_a}, {0.0}, {0.0}};
    NearestPoint nearest;
    int is_smooth = kind_a != POINTS || kind_b != POINTS, is_outside;
    double best = -HUGE_VAL, size;
    memset(found, 0, CONVEX_FOUND * sizeof *found); /* what stays if nothing is a number */
    memcpy(of.r, given, sizeof of.r);
    memcpy(of.R, given + 3, sizeof of.R);
    size = size_of(&of);
    is_outside = gjk(&of, DIRECTIONLESS * size, is_smooth ? ROUGH : FINE, &nearest);
    if (!is_outside) epa(&of, size, is_smooth ? ROUGH : FINE, &nearest);
    if (finish(&of, &nearest, size, is_smooth, is_outside, &best, found) || !is_smooth || !is_outside) return;
    gjk(&of, DIRECTIONLESS * size, FINE, &nearest);
    finish(&of, &nearest, size, 0, 1, &best, found);
}
