/* nearest_equilibrium.c: see nearest_equilibrium.h. */

#include "nearest_equilibrium.h"

#include "balance.h"
#include "block_balance.h"
#include "constraints.h"
#include "modes.h"
#include "rest.h"

#define BALANCED 1e-9 /* of accelerations, in SI units */
#define EXACT 1e-12   /* of a change of a state, in nominal values: what is balanced up to that is balanced as well as states can be told */
#define WEAK 1e-9     /* relative: motions of which accelerations tell less are left alone too, or roundoff would move them far */
#define RELUCTANT 0.01 /* of motions where such take part: tires are stretched by a centimetre before a truck turns by a rad */
#define ROUNDS 50
#define LONGEST 0.3   /* of a change of a state, in nominal values: of a longer one such a part is taken */
#define HALVES 10     /* of such a part, until constraints can be met there */
#define HALF 0.5      /* of what a change should take away of the imbalance and of the next change: where both stay larger, changes do not help */

double largest_change(const Instance *instance, const double *from, const double *to)
{
    const Problem *problem = instance->problem;
    double largest = 0.0;
    for (int i = 0; i < problem->x.size; ++i) {
        double change = fabs(to[i] - (from ? from[i] : 0.0)) / problem->nominal[i];
        if (!(change <= largest)) largest = change;
    }
    return largest;
}

int is_within(const Instance *instance, const double *other, double apart)
{
    const Problem *problem = instance->problem;
    const double *x = at(instance, problem->x);
    for (int i = 0; i < problem->moving; ++i)
        for (int j = problem->motion[i].first; j < problem->motion[i].first + problem->motion[i].nq; ++j)
            if (!(fabs(x[j] - other[j]) <= apart * problem->nominal[j])) return 0;
    return 1;
}

/* The change (n) that takes away what is out of balance, and whether there is nothing left to balance. What is out of balance turns with the
   mechanism, so that even motions that nothing hinders, as along a road, seem to change it by as much as it is. Such motions are left alone unless
   the others leave most of it; and then they move only where nothing else, as how tires are stretched, takes it away. */
static int find_change(Instance *instance, Balance *balance, double error, double *change, int *balanced)
{
    const double *rates = at(instance, instance->problem->x_dot);
    if (find_factors(instance, fmax(WEAK, error / balance->longest), 1.0, balance)) return -1;
    double left = restoring_change(instance, balance, rates, change);
    *balanced = error <= BALANCED || (left <= BALANCED && largest_change(instance, NULL, change) <= EXACT);
    if (*balanced || left <= HALF * error) return 0;
    if (find_factors(instance, SINGULAR, RELUCTANT, balance)) return -1;
    restoring_change(instance, balance, rates, change);
    return 0;
}

/* What is balanced beside the constraints is no place of the mechanism. */
static int look_at_balance(Instance *instance, double *error, double *change, int *balanced)
{
    size_t used = instance->scratch_used;
    Balance balance;
    int fits = 0;
    if (has_block_balance(instance->problem)) {
        if (find_block_change(instance, error, change, &fits)) return -1;
        *balanced = fits && (*error <= BALANCED || largest_change(instance, NULL, change) <= EXACT);
        if (fits) return 0;
    }
    int failed = find_balance(instance, &balance);
    if (!failed) {
        *error = imbalance(instance, &balance, at(instance, instance->problem->x_dot));
        failed = find_change(instance, &balance, *error, change, balanced);
        *balanced = *balanced && model_is_closed(instance);
    }
    instance->scratch_used = used;
    return failed;
}

/* Move by a part of a change (n), then onto the constraints; by half of it, and half again, where that leads too far from them to come back. */
static int move(Instance *instance, const double *change, double part, int *moved)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, n = (size_t)problem->x.size;
    double *x = at(instance, problem->x), *from = scratch_alloc_reserved(instance, n);
    int failed = !from;
    *moved = 0;
    if (from) copy_numbers(from, x, n);
    for (int half = 0; half < HALVES && !failed && !*moved; ++half, part *= HALF) {
        for (size_t i = 0; i < n; ++i) x[i] = from[i] + part * change[i];
        failed = model_rest(instance);
        *moved = !failed && model_is_closed(instance);
    }
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

static int approach(Instance *instance, const double *near, double *change, int *balanced)
{
    double error, tolerated = INFINITY, longest = INFINITY;
    int moved = 1;
    if (model_rest(instance)) return -1;
    for (int round = 0; round < ROUNDS && moved && is_within(instance, near, NEAR); ++round) {
        if (look_at_balance(instance, &error, change, balanced)) return -1;
        double size = largest_change(instance, NULL, change);
        if (!(error > 0.0) || !(size > 0.0 && isfinite(size)) || !(error <= tolerated || size <= longest)) return 0;
        double part = fmin(1.0, LONGEST / size);
        tolerated = (1.0 - HALF * part) * error;
        longest = (1.0 - HALF * part) * size;
        if (move(instance, change, part, &moved)) return -1;
    }
    return 0;
}

static int is_unstable(Instance *instance, int *unstable)
{
    size_t used = instance->scratch_used;
    Balance balance;
    if (has_block_balance(instance->problem)) return find_whether_blocks_grow(instance, unstable);
    int failed = find_balance(instance, &balance) || find_whether_unstable(instance, &balance, unstable);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int model_nearest_equilibrium(Instance *instance, const double *near, int *found, int *unstable)
{
    size_t used = instance->scratch_used;
    double *change = scratch_alloc_reserved(instance, (size_t)instance->problem->x.size);
    int changed = 0, balanced = 0, failed = !change || approach(instance, near, change, &balanced);
    *found = 0;
    if (!failed && balanced && is_within(instance, near, NEAR)) {
        failed = model_settle_modes(instance, &changed) || (!changed && is_unstable(instance, unstable));
        *found = !changed;
    }
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
