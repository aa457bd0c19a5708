/* contact_mobility.c: see contact_mobility.h. */

#include "contact_mobility.h"

#include "constraint_method.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "mechanism_level.h"
#include "strong_rows.h"

#define BLOCK 4     /* numbers that `dot` takes at once */
#define SLOW 1e-10  /* of the largest velocity of contacts: what is slower does not separate */
#define HELD 1e-9   /* of the length of a row: what roundoff leaves where other constraints take all of it */
#define NEVER 1e299 /* a larger coefficient of friction lets nothing slide */

/* Independent rows of other constraints, and of contacts that are locked. */
static Rows other_rows(Instance *instance, const Mechanism *mechanism, const int *locked)
{
    Rows others = {0, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    for (int i = 0; i < first_contact_row(mechanism); ++i)
        if (is_independent(instance, mechanism, i)) others.number[others.count++] = i;
    for (int c = 0; locked && c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        for (int i = contact->row; locked[c] && i < contact->row + contact->rows; ++i)
            if (is_independent(instance, mechanism, i)) others.number[others.count++] = i;
    }
    return others;
}

/* B less the parts of its rows along other rows, which are independent; velocities before are those with which these agree to the last bit: where friction
   takes all motion that is left, what they are off could not be stopped. */
static int take_out_others(const ContactMobility *of, const int *locked)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    const Rows others = other_rows(instance, mechanism, locked);
    int m = others.count, n = of->n;
    ScaledRows scaled;
    if (!m) return 0;
    if (usual_rows(instance, mechanism, others, &scaled) || reserve(instance, (size_t)m * n + (size_t)m * m + 5 * (size_t)m + (size_t)n)) return -1;
    double *rows = all_numbers(instance, &scaled), *P = scratch_alloc(instance, (size_t)m * m), *part = scratch_alloc(instance, (size_t)m);
    double *off = scratch_alloc(instance, (size_t)m);
    const double *psi = divided(instance, at(instance, mechanism->psi), others, scaled.scale);
    int *order = scratch_alloc_ints(instance, (size_t)m);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j) P[(size_t)i * m + j] = dot(rows + (size_t)i * n, rows + (size_t)j * n, n);
    int rank = pivoted_cholesky(P, m, DEPENDENT, order);
    for (int i = 1; i < rank; ++i)
        for (int j = 0; j <= i; ++j) P[(size_t)i * rank + j] = P[(size_t)i * m + j];
    for (int i = 0; i < rank; ++i) off[i] = psi[order[i]];
    cholesky_solve(P, rank, off, 1);
    for (int row = 0; row < of->impact.rows; ++row) {
        double *b = of->B + (size_t)row * n;
        for (int i = 0; i < rank; ++i) part[i] = dot(rows + (size_t)order[i] * n, b, n);
        of->before[row] -= dot(part, off, rank);
        cholesky_solve(P, rank, part, 1);
        for (int i = 0; i < rank; ++i)
            for (int j = 0; j < n; ++j) b[j] -= part[i] * rows[(size_t)order[i] * n + j];
    }
    return 0;
}

/* Where the numbers of a row (n) begin and end, in whole blocks of `dot`: so a product over less than n is the same to the last bit. */
static void find_span(const double *row, int n, int *from, int *to)
{
    int first = 0, last = n;
    while (first < n && row[first] == 0.0) ++first;
    while (last > first && row[last - 1] == 0.0) --last;
    *from = first / BLOCK * BLOCK;
    *to = last > n / BLOCK * BLOCK ? n : (last + BLOCK - 1) / BLOCK * BLOCK;
}

/* S = B B^T. Rows of bodies that do not feel each other share no columns. */
static int find_products(const ContactMobility *of)
{
    int rows = of->impact.rows, n = of->n;
    if (reserve(of->instance, 2 * (size_t)rows)) return -1;
    int *from = scratch_alloc_ints(of->instance, (size_t)rows), *to = scratch_alloc_ints(of->instance, (size_t)rows);
    for (int i = 0; i < rows; ++i) {
        const double *row = of->B + (size_t)i * n;
        find_span(row, n, &from[i], &to[i]);
        for (int j = 0; j <= i; ++j) {
            int first = from[i] > from[j] ? from[i] : from[j], last = to[i] < to[j] ? to[i] : to[j];
            double product = first < last ? dot(row + first, of->B + (size_t)j * n + first, last - first) : 0.0;
            of->S[(size_t)i * rows + j] = of->S[(size_t)j * rows + i] = product;
        }
    }
    return 0;
}

/* The rows of contacts that touch, in the metric; those that say nothing are zero. */
static int find_rows(ContactMobility *of, const int *locked)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    ScaledRows raw;
    int n = of->n, rows = of->impact.rows;
    if (raw_rows(instance, mechanism, find_mass_metric, &raw)) return -1;
    of->metric = raw.metric;
    for (size_t i = 0; i < (size_t)rows * n; ++i) of->B[i] = 0.0;
    for (int c = 0; c < of->impact.contacts; ++c)
        for (int i = 0; i < of->contact[c].rows; ++i) {
            int row = mechanism->contact[of->number[c]].row + i;
            double *b = of->B + (size_t)(of->contact[c].first + i) * n;
            for (int p = raw.pattern.start[row]; p < raw.pattern.start[row + 1]; ++p) b[raw.pattern.column[p]] = raw.rows[p];
            of->before[of->contact[c].first + i] = at(instance, mechanism->psi)[row];
        }
    for (int i = 0; i < rows; ++i) of->length[i] = norm(of->B + (size_t)i * n, n);
    size_t mark = instance->scratch_used;
    if (take_out_others(of, locked)) return -1;
    instance->scratch_used = mark;
    int failed = find_products(of);
    instance->scratch_used = mark;
    return failed;
}

static int take_room(ContactMobility *of, const int *chosen)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    int count = 0, rows = 0;
    of->number = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    of->contact = (ImpactContact *)scratch_alloc(instance, (size_t)mechanism->contacts * (sizeof(ImpactContact) / sizeof(double)));
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *point = &mechanism->contact[c];
        if (!chosen[c]) continue;
        of->contact[count] = (ImpactContact){rows, point->rows, 0.0, INFINITY, point->newton ? NEWTON : POISSON};
        of->number[count++] = c;
        rows += point->rows;
    }
    size_t m = (size_t)rows, n = (size_t)of->n;
    if (reserve(instance, m * n + m * m + 2 * m)) return -1;
    of->B = scratch_alloc(instance, m * n);
    of->S = scratch_alloc(instance, m * m);
    of->before = scratch_alloc(instance, m);
    of->length = scratch_alloc(instance, m);
    of->impact = (Impact){count, rows, of->contact, of->S, of->before, 0, 0.0};
    return 0;
}

int find_mobility(Instance *instance, const Mechanism *mechanism, const int *chosen, const int *locked, ContactMobility *found)
{
    *found = (ContactMobility){.instance = instance, .mechanism = mechanism, .n = mechanism->nv};
    return take_room(found, chosen) || find_rows(found, locked) ? -1 : 0;
}

double slowest(const ContactMobility *of, const double *impulse)
{
    double largest = 0.0;
    for (int i = 0; i < of->impact.rows; ++i) {
        double made = fabs(impulse[i]) * of->S[(size_t)i * of->impact.rows + i];
        largest = fmax(largest, fmax(fabs(of->before[i]), made));
    }
    return SLOW * largest;
}

int is_held(const ContactMobility *of, int contact)
{
    int row = of->contact[contact].first;
    return !(sqrt(of->S[(size_t)row * of->impact.rows + row]) > HELD * of->length[row]);
}

double friction_of(const Instance *instance, const ContactPoint *contact)
{
    double friction = *at(instance, contact->friction);
    return friction > NEVER ? INFINITY : friction;
}
