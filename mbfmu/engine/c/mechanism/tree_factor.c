/* tree_factor.c: see tree_factor.h. */

#include "tree_factor.h"

#include "linear_algebra.h"

static int speeds_of_body(const MassTree *tree, int k) { return tree->first[k + 1] - tree->first[k]; }

static double dot6(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]; }

static void product6(const double *inertia, const double *motion, double *force)
{
    for (int i = 0; i < 6; ++i) force[i] = dot6(inertia + 6 * i, motion);
}

static void add6(const double *a, double *sum)
{
    for (int i = 0; i < 6; ++i) sum[i] += a[i];
}

static int take(Instance *instance, const MassTree *tree, const double *masses, TreeFactor *factor)
{
    int n = tree->first[tree->bodies], total = 0;
    size_t bodies = (size_t)tree->bodies, squares = 0, size = (size_t)tree->place[tree->bodies];
    for (int k = 0; k < tree->bodies; ++k) squares += (size_t)speeds_of_body(tree, k) * speeds_of_body(tree, k);
    if (reserve(instance, squares + 8 * (size_t)n + 7 * bodies + size + 2)) return -1;
    int *body = scratch_alloc_ints(instance, (size_t)n), *place = scratch_alloc_ints(instance, bodies);
    *factor = (TreeFactor){.tree = tree, .body = body, .place = place, .masses = scratch_copy(instance, masses, size)};
    factor->L = scratch_alloc(instance, squares + 7 * (size_t)n + 6 * bodies);
    factor->Y = factor->L + squares;
    factor->along = factor->Y + 6 * (size_t)n;
    factor->bodies = factor->along + n;
    for (size_t i = 0; i < squares + 7 * (size_t)n + 6 * bodies; ++i) factor->L[i] = 0.0;
    for (int k = 0; k < tree->bodies; ++k) {
        place[k] = total;
        total += speeds_of_body(tree, k) * speeds_of_body(tree, k);
        for (int j = tree->first[k]; j < tree->first[k + 1]; ++j) body[j] = k;
    }
    return 0;
}

/* A force (6) on the body below body k goes to the next one that has speeds of its own; on its way it acts along those of flexible bodies. */
static void hand_down(const TreeFactor *factor, int k, const double *force, double *x)
{
    const MassTree *tree = factor->tree;
    double on[6], lower[6];
    copy_numbers(on, force, 6);
    for (int below = tree->lower[k]; below >= 0; k = below, below = tree->lower[below]) {
        for (int i = 0; i < 6; ++i) lower[i] = 0.0;
        force_down(mass_body(tree, factor->masses, k).placement, on, lower);
        copy_numbers(on, lower, 6);
        if (speeds_of_body(tree, below)) {
            add6(on, factor->bodies + 6 * (size_t)below);
            return;
        }
        const MassBody body = mass_body(tree, factor->masses, below);
        for (int j = 0; j < body.speeds; ++j) x[body.first + j] += dot6(body.motion + 6 * (size_t)j, on);
    }
}

/* What node k adds to the inertia along the speeds of its flexible body, and to their coupling with the motion of this body. */
static void add_node(const TreeFactor *factor, int k, const MassBody *node, const double *articulated)
{
    int n = node->speeds;
    double *D = factor->L + factor->place[factor->tree->mover[k]], *U = factor->Y + 6 * (size_t)node->first, force[6];
    for (int j = 0; j < n; ++j, U += 6) {
        product6(articulated, node->motion + 6 * (size_t)j, force);
        force_down(node->placement, force, U);
        for (int i = j; i < n; ++i) D[(size_t)i * n + j] += dot6(node->motion + 6 * (size_t)i, force);
    }
}

/* U and D of a body. */
static void add_own(const TreeFactor *factor, int k, const MassBody *body, const double *articulated)
{
    int n = body->speeds;
    const double *motion = body->motion;
    double *D = factor->L + factor->place[k], *U = factor->Y + 6 * (size_t)body->first, force[6];
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < 3; ++i) U[6 * (size_t)j + i] += body->momentum[3 * (size_t)j + i];
    for (int j = 0; j < n; ++j, motion += 6, U += 6) {
        product6(articulated, motion, force);
        add6(U, force); /* U is the coupling until the motion of the body is added */
        for (int i = j; i < n; ++i) D[(size_t)i * n + j] += dot6(body->motion + 6 * (size_t)i, force) + dot6(U + 6 * (size_t)(i - j), motion);
        copy_numbers(U, force, 6);
        D[(size_t)j * n + j] += body->along[j];
    }
}

/* What the elimination of body k takes from the inertia along speeds of the next body below that has any; x are n zeros, and again. */
static void add_taken(const TreeFactor *factor, int k, const MassBody *body, double *x)
{
    const MassTree *tree = factor->tree;
    int lower = tree->lower[k];
    while (lower >= 0 && !speeds_of_body(tree, lower)) lower = tree->lower[lower];
    if (lower < 0) return;
    const MassBody below = mass_body(tree, factor->masses, lower);
    double *force = factor->bodies + 6 * (size_t)lower;
    for (int s = 0; s < body->speeds; ++s) {
        hand_down(factor, k, factor->Y + 6 * (size_t)(body->first + s), x);
        for (int j = 0; j < below.speeds; ++j) {
            double part = x[below.first + j] + dot6(below.motion + 6 * (size_t)j, force);
            factor->along[below.first + j] += part * part;
            x[below.first + j] = 0.0;
        }
        for (int i = 0; i < 6; ++i) force[i] = 0.0;
    }
}

/* The speeds of a body, which all bodies above have added to; whether they have inertia. */
static int eliminate(const TreeFactor *factor, int k, const MassBody *body, double *articulated, double *x)
{
    int n = body->speeds;
    double *L = factor->L + factor->place[k], *Y = factor->Y + 6 * (size_t)body->first;
    add_own(factor, k, body, articulated);
    for (int j = 0; j < n; ++j) factor->along[body->first + j] += L[(size_t)j * n + j];
    if (cholesky(L, n)) return 0;
    lower_solve(L, n, Y, 6);
    for (int s = 0; s < n; ++s)
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) articulated[6 * i + j] -= Y[6 * (size_t)s + i] * Y[6 * (size_t)s + j];
    add_taken(factor, k, body, x);
    return 1;
}

int find_tree_factor(Instance *instance, const MassTree *tree, const double *masses, TreeFactor *factor, int *positive)
{
    if (take(instance, tree, masses, factor)) return -1;
    size_t mark = instance->scratch_used;
    int n = tree->first[tree->bodies];
    if (reserve(instance, 36 * (size_t)tree->bodies + (size_t)n)) return -1;
    double *inertias = scratch_alloc(instance, 36 * (size_t)tree->bodies), *x = scratch_alloc(instance, (size_t)n);
    for (int j = 0; j < n; ++j) x[j] = 0.0;
    for (int k = 0; k < tree->bodies; ++k) full_inertia(mass_body(tree, masses, k).inertia, inertias + 36 * (size_t)k);
    *positive = 1;
    for (int k = tree->bodies - 1; k >= 0 && *positive; --k) {
        const MassBody body = mass_body(tree, masses, k);
        double *articulated = inertias + 36 * (size_t)k;
        if (moves_itself(tree, k))
            *positive = eliminate(factor, k, &body, articulated, x);
        else
            add_node(factor, k, &body, articulated);
        if (tree->lower[k] >= 0) inertia_down(body.placement, articulated, inertias + 36 * (size_t)tree->lower[k]);
    }
    instance->scratch_used = mark;
    return 0;
}

double smallest_pivot(const TreeFactor *factor)
{
    double smallest = INFINITY;
    for (int k = 0; k < factor->tree->bodies; ++k) {
        int n = speeds_of_body(factor->tree, k), first = factor->tree->first[k];
        for (int j = 0; j < n; ++j) {
            double pivot = factor->L[factor->place[k] + (size_t)j * n + j];
            smallest = fmin(smallest, pivot * pivot / factor->along[first + j]);
        }
    }
    return smallest;
}

/* The motion (6) of a body due to its lower one. */
static void move_up(const TreeFactor *factor, int k, const MassBody *body)
{
    double *V = factor->bodies + 6 * (size_t)k;
    if (factor->tree->lower[k] >= 0)
        motion_up(body->placement, factor->bodies + 6 * (size_t)factor->tree->lower[k], V);
    else
        for (int i = 0; i < 6; ++i) V[i] = 0.0;
}

static void add_motion(const MassBody *body, const double *v, double *V)
{
    for (int j = 0; j < body->speeds; ++j)
        for (int i = 0; i < 6; ++i) V[i] += body->motion[6 * (size_t)j + i] * v[body->first + j];
}

static void clear(const TreeFactor *factor)
{
    for (int i = 0; i < 6 * factor->tree->bodies; ++i) factor->bodies[i] = 0.0;
}

void tree_factor_product(const TreeFactor *factor, const double *v, double *y)
{
    for (int k = 0; k < factor->tree->bodies; ++k) {
        const MassBody body = mass_body(factor->tree, factor->masses, k);
        const double *L = factor->L + factor->place[k], *own = v + body.first;
        double *V = factor->bodies + 6 * (size_t)k;
        int n = moves_itself(factor->tree, k) ? body.speeds : 0;
        move_up(factor, k, &body);
        for (int j = 0; j < n; ++j) {
            double sum = dot6(factor->Y + 6 * (size_t)(body.first + j), V);
            for (int i = j; i < n; ++i) sum += L[(size_t)i * n + j] * own[i];
            y[body.first + j] = sum;
        }
        add_motion(&body, v, V);
    }
    clear(factor);
}

void tree_factor_solve(const TreeFactor *factor, double *y)
{
    for (int k = 0; k < factor->tree->bodies; ++k) {
        const MassBody body = mass_body(factor->tree, factor->masses, k);
        double *V = factor->bodies + 6 * (size_t)k, *own = y + body.first;
        move_up(factor, k, &body);
        if (moves_itself(factor->tree, k)) {
            for (int j = 0; j < body.speeds; ++j) own[j] -= dot6(factor->Y + 6 * (size_t)(body.first + j), V);
            lower_transposed_solve(factor->L + factor->place[k], body.speeds, own, 1);
        }
        add_motion(&body, y, V);
    }
    clear(factor);
}

void tree_factor_row_solve(const TreeFactor *factor, const int *columns, int count, double *x)
{
    while (count > 0) {
        int k = factor->body[columns[count - 1]];
        const MassBody body = mass_body(factor->tree, factor->masses, k);
        double *force = factor->bodies + 6 * (size_t)k, *own = x + body.first;
        for (int j = 0; j < body.speeds; ++j) own[j] += dot6(body.motion + 6 * (size_t)j, force);
        lower_solve(factor->L + factor->place[k], body.speeds, own, 1);
        for (int j = 0; j < body.speeds; ++j)
            for (int i = 0; i < 6; ++i) force[i] -= factor->Y[6 * (size_t)(body.first + j) + i] * own[j];
        hand_down(factor, k, force, x);
        for (int i = 0; i < 6; ++i) force[i] = 0.0;
        count -= body.speeds;
    }
}
