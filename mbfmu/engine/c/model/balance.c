/* balance.c: see balance.h. */

#include "balance.h"

#include <string.h>

#include "derivative.h"

#define STIFF 1e6      /* 1/s2, of accelerations by a motion: of one that changes them by more, such as a mode of a flexible body, a part is its unit */
#define ABOVE 1e3      /* times what is out of balance is stiff then: such motions are told from those that it turns with */
#define NOTHING 1e-6   /* of the largest eigenvalue: of one that is zero but for roundoff, as in mbfmu/analysis/linear/stability.py */

static int unknowns(const Balance *balance) { return balance->states.motions + balance->others; }
static int equations(const Balance *balance) { return balance->states.speeds + balance->others; }
static int place_of(const Balance *balance, int k) { return balance->states.other[balance->other[k]]; }

int counts(const Balance *balance, int k)
{
    for (int i = 0; i < balance->others; ++i)
        if (balance->other[i] == k) return 1;
    return 0;
}

static double nominal(const Instance *instance, const Balance *balance, int k) { return instance->problem->nominal[place_of(balance, k)]; }

/* Of rates (n) those that must vanish. */
static void pick(const Instance *instance, const Balance *balance, const double *rates, double *picked)
{
    int n = instance->problem->x.size, speeds = balance->states.speeds;
    for (int k = 0; k < speeds; ++k) picked[k] = dot(balance->states.speed + (size_t)k * n, rates, n);
    for (int k = 0; k < balance->others; ++k) picked[speeds + k] = rates[place_of(balance, k)] / nominal(instance, balance, k);
}

/* The rates (n) by a change of all states. */
static int rates_along(Instance *instance, const double *change, double *rates)
{
    const Problem *problem = instance->problem;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    copy_numbers(instance->tangent + problem->x.start, change, (size_t)problem->x.size);
    if (model_rates_tangent(instance)) return -1;
    copy_numbers(rates, instance->tangent + problem->x_dot.start, (size_t)problem->x.size);
    return 0;
}

static int is_of_element(const Problem *problem, int place)
{
    for (int i = 0; i < problem->moving; ++i)
        if (place >= problem->motion[i].first && place < first_speed(&problem->motion[i])) return 1;
    return 0;
}

static int any(const double *values, int n)
{
    for (int i = 0; i < n; ++i)
        if (values[i] != 0.0) return 1;
    return 0;
}

/* The rates (unknowns, n) by each of the independent states, of which those that do not count are dropped. */
static double *find_rates(Instance *instance, Balance *balance)
{
    const IndependentStates *states = &balance->states;
    size_t n = (size_t)instance->problem->x.size;
    int all = states->motions + states->others, done = states->motions;
    double *rates = scratch_alloc_reserved(instance, (size_t)all * n);
    balance->others = 0;
    for (int k = 0; rates && k < all; ++k) {
        double *found = rates + (size_t)(k < states->motions ? k : done) * n;
        int other = k - states->motions;
        if (rates_along(instance, states->column + (size_t)k * n, found)) return NULL;
        if (other < 0 || (is_of_element(instance->problem, states->other[other]) && !any(found, (int)n))) continue;
        balance->other[balance->others++] = other;
        ++done;
    }
    return rates;
}

/* Motions in their units, none of which changes accelerations by more than `stiff`. */
static void scale_motions(Balance *balance, double stiff)
{
    int m = equations(balance), n = unknowns(balance);
    double *jacobian = balance->jacobian;
    balance->longest = 0.0;
    for (int k = 0; k < n; ++k) {
        double square = 0.0;
        for (int i = 0; i < m; ++i) square += pow(jacobian[(size_t)i * n + k], 2);
        double length = sqrt(square), part = k < balance->states.motions ? stiff / fmax(stiff, length) : 1.0;
        for (int i = 0; part < 1.0 && i < m; ++i) jacobian[(size_t)i * n + k] *= part;
        balance->unit[k] *= part;
        balance->longest = fmax(balance->longest, part * length);
    }
}

int find_factors(Instance *instance, double neutral, double of_motions, Balance *balance)
{
    int m = equations(balance), n = unknowns(balance);
    double *room = scratch_alloc_reserved(instance, orthogonal_factors_size(m, n)), *copy = room ? scratch_alloc_reserved(instance, (size_t)m * n) : NULL;
    if (!copy) return -1;
    for (int k = 0; k < n; ++k) {
        balance->part[k] = k < balance->states.motions ? of_motions : 1.0;
        for (int i = 0; i < m; ++i) copy[(size_t)i * n + k] = balance->part[k] * balance->jacobian[(size_t)i * n + k];
    }
    balance->factors = orthogonal_factors(copy, m, n, neutral, room);
    return 0;
}

double imbalance(const Instance *instance, const Balance *balance, const double *rates)
{
    const Problem *problem = instance->problem;
    double largest = 0.0;
    for (int i = 0; i < problem->moving; ++i)
        for (int j = 0; j < problem->motion[i].nv; ++j) largest = fmax(largest, fabs(rates[first_speed(&problem->motion[i]) + j]));
    for (int k = 0; k < balance->others; ++k) largest = fmax(largest, fabs(rates[place_of(balance, k)] / nominal(instance, balance, k)));
    return largest;
}

int find_balance(Instance *instance, Balance *balance)
{
    const Problem *problem = instance->problem;
    if (find_independent_states(instance, &balance->states)) return -1;
    balance->other = (int *)scratch_alloc_reserved(instance, (size_t)problem->x.size);
    double *rates = balance->other ? find_rates(instance, balance) : NULL;
    if (!rates) return -1;
    int m = equations(balance), n = unknowns(balance);
    balance->unit = scratch_alloc_reserved(instance, (size_t)n);
    balance->part = balance->unit ? scratch_alloc_reserved(instance, (size_t)n) : NULL;
    balance->jacobian = balance->part ? scratch_alloc_reserved(instance, (size_t)m * n) : NULL;
    double *picked = balance->jacobian ? scratch_alloc_reserved(instance, (size_t)m) : NULL;
    if (!picked) return -1;
    for (int k = 0; k < n; ++k) {
        pick(instance, balance, rates + (size_t)k * problem->x.size, picked);
        balance->unit[k] = k < balance->states.motions ? 1.0 : nominal(instance, balance, k - balance->states.motions);
        for (int i = 0; i < m; ++i) balance->jacobian[(size_t)i * n + k] = picked[i] * balance->unit[k];
    }
    if (!all_finite(balance->jacobian, m * n)) return fail(instance, "derivatives by the states are not numbers");
    scale_motions(balance, fmax(STIFF, ABOVE * imbalance(instance, balance, at(instance, problem->x_dot))));
    return find_factors(instance, SINGULAR, 1.0, balance);
}

double restoring_change(Instance *instance, const Balance *balance, const double *rates, double *change)
{
    int m = equations(balance), n = unknowns(balance), motions = balance->states.motions, size = instance->problem->x.size;
    size_t used = instance->scratch_used;
    double *asked = scratch_alloc(instance, (size_t)m), *found = scratch_alloc(instance, (size_t)n), square = 0.0;
    pick(instance, balance, rates, asked);
    for (int i = 0; i < m; ++i) asked[i] = -asked[i];
    smallest_solution(&balance->factors, asked, found);
    for (int k = 0; k < n; ++k) found[k] *= balance->part[k];
    for (int i = 0; i < m; ++i) square += pow(dot(balance->jacobian + (size_t)i * n, found, n) - asked[i], 2);
    memset(change, 0, (size_t)size * sizeof(double));
    for (int k = 0; k < n; ++k) {
        int column = k < motions ? k : motions + balance->other[k - motions];
        for (int j = 0; j < size; ++j) change[j] += found[k] * balance->unit[k] * balance->states.column[(size_t)column * size + j];
    }
    instance->scratch_used = used;
    return sqrt(square);
}

/* The matrix (total x total) of the linear system of motions, others and speeds. Motions change by speeds alone, which others may drag along. */
static int find_system(Instance *instance, const Balance *balance, double *A, int total)
{
    const IndependentStates *states = &balance->states;
    int n = instance->problem->x.size, motions = states->motions, first = motions + balance->others, m = equations(balance);
    double *rates = scratch_alloc(instance, (size_t)n), *picked = scratch_alloc(instance, (size_t)m);
    for (int c = 0; c < total; ++c) {
        const double *column = c < motions ? states->column + (size_t)c * n
                               : c < first ? states->column + (size_t)(motions + balance->other[c - motions]) * n
                                           : states->speed + (size_t)(c - first) * n;
        double unit = c >= motions && c < first ? nominal(instance, balance, c - motions) : 1.0;
        if (rates_along(instance, column, rates)) return -1;
        pick(instance, balance, rates, picked);
        for (int i = 0; i < motions; ++i) A[(size_t)i * total + c] = unit * dot(states->motion + (size_t)i * n, column, n);
        for (int i = 0; i < balance->others; ++i) A[(size_t)(motions + i) * total + c] = unit * picked[states->speeds + i];
        for (int i = 0; i < states->speeds; ++i) A[(size_t)(first + i) * total + c] = unit * picked[i];
    }
    return 0;
}

int find_whether_unstable(Instance *instance, const Balance *balance, int *unstable)
{
    size_t used = instance->scratch_used, total = (size_t)(unknowns(balance) + balance->states.speeds);
    double *A = scratch_alloc_reserved(instance, total * total), *real = A ? scratch_alloc_reserved(instance, 2 * total + (size_t)(2 * instance->problem->x.size)) : NULL;
    double largest = 0.0, fastest = 0.0, most = 0.0;
    int failed = !real || find_system(instance, balance, A, (int)total);
    for (size_t i = 0; !failed && i < total * total; ++i) most = fmax(most, fabs(A[i]));
    if (!failed && eigenvalues(A, (int)total, real, real + total))
        failed = fail(instance, "eigenvalues of small motions cannot be found");
    for (size_t i = 0; !failed && i < total; ++i) {
        largest = fmax(largest, hypot(real[i], real[total + i]));
        fastest = fmax(fastest, real[i]);
    }
    *unstable = fastest > NOTHING * fmin(largest, sqrt(most));
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
