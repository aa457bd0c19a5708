/* tree_masses.c: see tree_masses.h. */

#include "tree_masses.h"

#include "linear_algebra.h"

enum { PLACEMENT = 12, INERTIA = 10 };

MassBody mass_body(const MassTree *tree, const double *masses, int k)
{
    int mover = tree->mover[k], n = tree->first[mover + 1] - tree->first[mover];
    const double *own = masses + tree->place[k], *motion = own + PLACEMENT + INERTIA;
    MassBody body = {.speeds = n, .first = tree->first[mover], .placement = own, .inertia = own + PLACEMENT, .motion = motion};
    if (mover == k) {
        body.momentum = motion + 6 * (size_t)n;
        body.along = body.momentum + 3 * (size_t)n;
    }
    return body;
}

void motion_up(const double *placement, const double *lower, double *motion)
{
    const double *R = placement, *r = placement + 9, *w = lower, *v = lower + 3;
    double moved[3] = {v[0] + w[1] * r[2] - w[2] * r[1], v[1] + w[2] * r[0] - w[0] * r[2], v[2] + w[0] * r[1] - w[1] * r[0]};
    for (int i = 0; i < 3; ++i) {
        motion[i] = R[i] * w[0] + R[3 + i] * w[1] + R[6 + i] * w[2];
        motion[3 + i] = R[i] * moved[0] + R[3 + i] * moved[1] + R[6 + i] * moved[2];
    }
}

void force_down(const double *placement, const double *force, double *lower)
{
    const double *R = placement, *r = placement + 9;
    double turned[6];
    for (int i = 0; i < 3; ++i) {
        turned[i] = R[3 * i] * force[0] + R[3 * i + 1] * force[1] + R[3 * i + 2] * force[2];
        turned[3 + i] = R[3 * i] * force[3] + R[3 * i + 1] * force[4] + R[3 * i + 2] * force[5];
    }
    const double *f = turned + 3;
    lower[0] += turned[0] + r[1] * f[2] - r[2] * f[1];
    lower[1] += turned[1] + r[2] * f[0] - r[0] * f[2];
    lower[2] += turned[2] + r[0] * f[1] - r[1] * f[0];
    for (int i = 0; i < 3; ++i) lower[3 + i] += f[i];
}

void full_inertia(const double *ten, double *inertia)
{
    const double m = ten[0], x = ten[1], y = ten[2], z = ten[3], *I = ten + 4;
    const double all[36] = {
        I[0], I[3], I[4], 0.0, -z,  y,   /* */
        I[3], I[1], I[5], z,   0.0, -x,  /* */
        I[4], I[5], I[2], -y,  x,   0.0, /* */
        0.0,  z,    -y,   m,   0.0, 0.0, /* */
        -z,   0.0,  x,    0.0, m,   0.0, /* */
        y,    -x,   0.0,  0.0, 0.0, m,
    };
    copy_numbers(inertia, all, 36);
}

void inertia_down(const double *placement, const double *inertia, double *lower)
{
    double half[36] = {0.0}, column[6];
    for (int i = 0; i < 6; ++i) force_down(placement, inertia + 6 * i, half + 6 * i);
    for (int j = 0; j < 6; ++j) {
        for (int i = 0; i < 6; ++i) column[i] = half[6 * i + j];
        force_down(placement, column, lower + 6 * j);
    }
}

/* Motions (6) of all bodies where speed j alone moves, with 1; what lies below does not. */
static void move_one(const MassTree *tree, const double *masses, int j, double *V)
{
    for (int k = 0; k < tree->bodies; ++k) {
        const MassBody body = mass_body(tree, masses, k);
        double *own = V + 6 * (size_t)k;
        if (tree->lower[k] >= 0)
            motion_up(body.placement, V + 6 * (size_t)tree->lower[k], own);
        else
            for (int i = 0; i < 6; ++i) own[i] = 0.0;
        for (int i = 0; i < 6 && j >= body.first && j < body.first + body.speeds; ++i) own[i] += body.motion[6 * (size_t)(j - body.first) + i];
    }
}

/* The momentum along all speeds (n) at these motions and with speed j. */
static void find_momentum(const MassTree *tree, const double *masses, int j, const double *V, double *forces, double *along)
{
    double inertia[36];
    for (int k = tree->bodies - 1; k >= 0; --k) {
        const MassBody body = mass_body(tree, masses, k);
        const double *own = V + 6 * (size_t)k;
        double *force = forces + 6 * (size_t)k, mine[6];
        int speed = j - body.first;
        full_inertia(body.inertia, inertia);
        product(inertia, 6, 6, own, mine);
        for (int i = 0; i < 3 && body.momentum && speed >= 0 && speed < body.speeds; ++i) mine[i] += body.momentum[3 * (size_t)speed + i];
        for (int i = 0; i < 6; ++i) force[i] += mine[i];
        for (int s = 0; s < body.speeds; ++s) {
            along[body.first + s] += dot(body.motion + 6 * (size_t)s, force, 6);
            if (body.momentum) along[body.first + s] += dot(body.momentum + 3 * (size_t)s, own, 3) + (s == speed ? body.along[s] : 0.0);
        }
        if (tree->lower[k] >= 0) force_down(body.placement, force, forces + 6 * (size_t)tree->lower[k]);
        for (int i = 0; i < 6; ++i) force[i] = 0.0;
    }
}

void write_tree_masses(Instance *instance, const MassTree *tree, const double *masses, double *M)
{
    size_t mark = instance->scratch_used, bodies = (size_t)tree->bodies;
    int n = tree->first[tree->bodies];
    double *V = scratch_alloc(instance, 6 * bodies), *forces = scratch_alloc(instance, 6 * bodies), *along = scratch_alloc(instance, (size_t)n);
    for (size_t i = 0; i < 6 * bodies; ++i) forces[i] = 0.0;
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) along[i] = 0.0;
        move_one(tree, masses, j, V);
        find_momentum(tree, masses, j, V, forces, along);
        for (int i = j; i < n; ++i) M[(size_t)i * n + j] = along[i];
    }
    instance->scratch_used = mark;
}
