/* mechanism.c: see mechanism.h. */

#include "mechanism.h"

#include <float.h>
#include <string.h>

#include "linear_algebra.h"
#include "schedule.h"

#define CANCELLED 1e-7   /* of the terms that a number of A is the sum of: less is roundoff, or disagreement of parameters of eight digits */
#define NORMALIZATIONS 10 /* corrections at most, each of which squares what the last has left */

size_t mechanism_scratch(const Mechanism *mechanism)
{
    size_t n = (size_t)mechanism->nv, rows = (size_t)(mechanism->rows + mechanism->starts);
    return 64 * (n + rows + states_of(mechanism)) + 256; /* matrices are reserved by who takes them, which is why steps do without reserving anew */
}

int mechanism_evaluate(Instance *instance, const Mechanism *mechanism) { return run(instance, mechanism->evaluate); }

int mechanism_evaluate_starts(Instance *instance, const Mechanism *mechanism)
{
    return mechanism_evaluate(instance, mechanism) || run(instance, mechanism->find_starts) ? -1 : 0;
}

int any_input_driven(const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (mechanism->row[i].input_driven) return 1;
    return 0;
}

int any_mechanism_input_driven(const Problem *problem)
{
    for (int i = 0; i < problem->mechanisms; ++i)
        if (any_input_driven(&problem->mechanism[i])) return 1;
    return 0;
}

int is_active(const Instance *instance, const Mechanism *mechanism, int row)
{
    const double *A = at(instance, mechanism->A), *terms = at(instance, mechanism->A_terms);
    for (int p = mechanism->A_pattern.start[row]; p < mechanism->A_pattern.start[row + 1]; ++p)
        if (fabs(A[p]) > CANCELLED * terms[p]) return 1;
    return 0;
}

int any_spare(const Instance *instance, const Mechanism *mechanism)
{
    for (int i = 0; i < first_contact_row(mechanism); ++i)
        if (!is_independent(instance, mechanism, i) && is_active(instance, mechanism, i)) return 1;
    return 0;
}

/* The rates of the coordinates at speeds `direction` (nv; NULL: at rest). */
static int rates(Instance *instance, const Mechanism *mechanism, const double *direction)
{
    double *at_speeds = at(instance, mechanism->direction);
    for (int j = 0; j < mechanism->nv; ++j) at_speeds[j] = direction ? direction[j] : 0.0;
    return run(instance, mechanism->displace);
}

static int normalize(Instance *instance, const Mechanism *mechanism)
{
    double *q = at(instance, mechanism->x), *rate = at(instance, mechanism->q_rate), largest = 1.0;
    for (int round = 0; round < NORMALIZATIONS && !(largest <= DBL_EPSILON); ++round) {
        if (rates(instance, mechanism, NULL)) return -1;
        largest = 0.0;
        for (int i = 0; i < mechanism->nq; ++i) {
            q[i] += NORMALIZE * rate[i];
            if (!(fabs(NORMALIZE * rate[i]) <= largest)) largest = fabs(NORMALIZE * rate[i]);
        }
    }
    return run(instance, mechanism->find_measured);
}

int displace(Instance *instance, const Mechanism *mechanism, const double *change)
{
    size_t mark = instance->scratch_used;
    double *q = at(instance, mechanism->x), *rate = at(instance, mechanism->q_rate), *drift = scratch_alloc(instance, (size_t)mechanism->nq);
    int failed = rates(instance, mechanism, NULL);
    if (!failed) {
        copy_numbers(drift, rate, (size_t)mechanism->nq);
        failed = rates(instance, mechanism, change);
    }
    for (int i = 0; !failed && i < mechanism->nq; ++i) q[i] += rate[i] - drift[i];
    instance->scratch_used = mark;
    return failed ? -1 : normalize(instance, mechanism);
}

int displace_tangent(Instance *instance, const Mechanism *mechanism, const double *change)
{
    size_t mark = instance->scratch_used;
    double *q = instance->tangent + mechanism->x.start, *rate = instance->tangent + mechanism->q_rate.start;
    const double *kept = scratch_copy(instance, q, (size_t)mechanism->nq);
    memset(q, 0, (size_t)mechanism->nq * sizeof(double));
    copy_numbers(instance->tangent + mechanism->direction.start, change, (size_t)mechanism->nv);
    int failed = run_tangent(instance, mechanism->displace);
    for (int i = 0; i < mechanism->nq; ++i) q[i] = kept[i] + rate[i];
    instance->scratch_used = mark;
    return failed ? -1 : run_tangent(instance, mechanism->find_measured);
}

void coordinate_sizes(const Instance *instance, const Mechanism *mechanism, double *sizes)
{
    const double *q = at(instance, mechanism->x);
    const int *first = mechanism->moved_start;
    for (int j = 0; j < mechanism->nv; ++j) {
        sizes[j] = 1.0;
        for (int k = first[j]; k < first[j + 1]; ++k) sizes[j] = fmax(sizes[j], fabs(q[mechanism->moved[k]]));
    }
}

void longest_alike(const Mechanism *mechanism, double *values)
{
    for (int i = 0; i < mechanism->rows; ++i) /* the first of those alike comes first: it gathers, and the others fetch */
        values[mechanism->like[i]] = fmax(values[mechanism->like[i]], values[i]);
    for (int i = 0; i < mechanism->rows; ++i) values[i] = values[mechanism->like[i]];
}
