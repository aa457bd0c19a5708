#include "epa.h"

#include <math.h>

#include "vector3.h"

enum { MOST_POINTS = 256, MOST_FACES = 2 * MOST_POINTS };
#define ROUNDOFF 1e-14 /* of the size */
#define FLAT 1e-12    /* of the size: a difference that is thinner has no inside */

typedef struct {
    int corner[3];
    double n[3], distance; /* infinite if it has no area */
} Face;

typedef struct {
    int points, faces;
    DifferencePoint point[MOST_POINTS];
    Face face[MOST_FACES];
} Polytope;

static void add_face(Polytope *of, int i, int j, int k, double size)
{
    Face *face = &of->face[of->faces++];
    double e[3], f[3], area;
    minus3(of->point[j].w, of->point[i].w, e);
    minus3(of->point[k].w, of->point[i].w, f);
    cross3(e, f, face->n);
    area = length3(face->n);
    face->corner[0] = i, face->corner[1] = j, face->corner[2] = k;
    face->distance = HUGE_VAL;
    if (!(area > ROUNDOFF * ROUNDOFF * size * size)) return;
    scaled3(1.0 / area, face->n, face->n);
    face->distance = dot3(face->n, of->point[i].w);
}

/* Directions in which points are sought that are not in the point, the line or the plane of those that are there. */
static int directions(const DifferencePoint *point, int count, double d[6][3])
{
    double e[3], f[3], axis[3] = {0.0};
    if (count == 1) {
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 3; ++j) d[i][j] = i / 2 == j ? 1.0 - 2.0 * (i % 2) : 0.0;
        return 6;
    }
    minus3(point[1].w, point[0].w, e);
    if (count == 2) {
        axis[least3(e)] = 1.0;
        cross3(e, axis, d[0]);
        cross3(e, d[0], d[2]);
    } else {
        minus3(point[2].w, point[0].w, f);
        cross3(e, f, d[0]);
    }
    for (int i = 0; i < (count == 2 ? 4 : 2); i += 2) {
        scaled3(1.0 / length3(d[i]), d[i], d[i]);
        scaled3(-1.0, d[i], d[i + 1]);
    }
    return count == 2 ? 4 : 2;
}

/* How far a point is outside of the point, the line or the plane of those that are there, found in the direction d. */
static double outside(const DifferencePoint *point, int count, const double w[3], const double d[3])
{
    double apart[3], e[3], across[3];
    minus3(w, point[0].w, apart);
    if (count == 1) return length3(apart);
    if (count == 3) return fabs(dot3(apart, d));
    minus3(point[1].w, point[0].w, e);
    cross3(apart, e, across);
    return length3(across) / length3(e);
}

/* Adds points until there is a tetrahedron; where the difference is flat, 0 and a normal of it. */
static int find_tetrahedron(const ConvexDifference *of, double size, NearestPoint *nearest)
{
    while (nearest->count < 4) {
        double d[6][3], most = -1.0;
        int best = 0;
        DifferencePoint found, next = nearest->point[0];
        for (int i = directions(nearest->point, nearest->count, d) - 1; i >= 0; --i) {
            difference_support(of, d[i], &found);
            double far = outside(nearest->point, nearest->count, found.w, d[i]);
            if (far > most) most = far, best = i, next = found;
        }
        if (!(most > FLAT * size)) {
            copy3(d[best], nearest->n);
            return 0;
        }
        nearest->point[nearest->count++] = next;
    }
    return 1;
}

static void begin(Polytope *polytope, const NearestPoint *nearest, double size)
{
    static const int FACE[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    double e[3][3], across[3];
    polytope->points = 4;
    polytope->faces = 0;
    for (int i = 0; i < 4; ++i) polytope->point[i] = nearest->point[i];
    for (int i = 0; i < 3; ++i) minus3(nearest->point[i + 1].w, nearest->point[0].w, e[i]);
    cross3(e[0], e[1], across);
    if (dot3(across, e[2]) > 0.0) { /* so that faces look outwards */
        polytope->point[0] = nearest->point[1];
        polytope->point[1] = nearest->point[0];
    }
    for (int i = 0; i < 4; ++i) add_face(polytope, FACE[i][0], FACE[i][1], FACE[i][2], size);
}

/* Takes away what sees the last point; faces from their rim to it close the hole. Whether there is room. */
static int expand(Polytope *of, double size)
{
    int rim[3 * MOST_FACES][2], edges = 0, kept = 0, last = of->points - 1;
    for (int i = 0; i < of->faces; ++i) {
        Face face = of->face[i];
        if (face.distance < HUGE_VAL && !(dot3(face.n, of->point[last].w) - face.distance > ROUNDOFF * size)) {
            of->face[kept++] = face;
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            int from = face.corner[k], to = face.corner[(k + 1) % 3], other = 0;
            while (other < edges && !(rim[other][0] == to && rim[other][1] == from)) ++other;
            if (other < edges) {
                --edges;
                rim[other][0] = rim[edges][0], rim[other][1] = rim[edges][1];
            } else {
                rim[edges][0] = from, rim[edges++][1] = to;
            }
        }
    }
    of->faces = kept;
    if (edges > MOST_FACES - kept) return 0;
    for (int i = 0; i < edges; ++i) add_face(of, rim[i][0], rim[i][1], last, size);
    return of->faces > 0;
}

static const Face *nearest_face(const Polytope *of)
{
    const Face *best = of->face;
    for (const Face *face = of->face; face < of->face + of->faces; ++face)
        if (face->distance < best->distance) best = face;
    return best;
}

static int is_there(const Polytope *of, const double w[3])
{
    for (int i = 0; i < of->points; ++i)
        if (of->point[i].w[0] == w[0] && of->point[i].w[1] == w[1] && of->point[i].w[2] == w[2]) return 1;
    return 0;
}

/* The point below the origin in a face, as a combination of its corners. */
static void combine(const Polytope *of, const Face *face, NearestPoint *nearest)
{
    double w[3][3], sum = 0.0;
    nearest->count = 3;
    nearest->distance = -face->distance;
    scaled3(-1.0, face->n, nearest->n);
    for (int i = 0; i < 3; ++i) {
        nearest->point[i] = of->point[face->corner[i]];
        copy3(nearest->point[i].w, w[i]);
        add3(-face->distance, face->n, w[i]);
    }
    for (int i = 0; i < 3; ++i) {
        double area[3];
        cross3(w[(i + 1) % 3], w[(i + 2) % 3], area);
        nearest->weight[i] = dot3(area, face->n);
        sum += nearest->weight[i];
    }
    for (int i = 0; i < 3; ++i) nearest->weight[i] = sum > 0.0 ? nearest->weight[i] / sum : 1.0 / 3.0;
}

void epa(const ConvexDifference *of, double size, double gain, NearestPoint *nearest)
{
    Polytope polytope;
    if (!find_tetrahedron(of, size, nearest)) {
        nearest->distance = 0.0;
        for (int i = 0; i < nearest->count; ++i) nearest->weight[i] = 1.0 / nearest->count;
        return;
    }
    begin(&polytope, nearest, size);
    for (;;) {
        Face face = *nearest_face(&polytope);
        DifferencePoint next;
        combine(&polytope, &face, nearest);
        difference_support(of, face.n, &next);
        if (dot3(next.w, face.n) - face.distance <= gain * size || polytope.points == MOST_POINTS || is_there(&polytope, next.w)) return;
        polytope.point[polytope.points++] = next;
        if (!expand(&polytope, size)) return;
    }
}
