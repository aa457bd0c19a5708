/* impact_rows.c: see impact_rows.h. */

#include "impact_rows.h"

#include <string.h>

#include "contact_modes.h"
#include "mechanism.h"
#include "scaled_rows.h"

/* At the states before the impact, with all rows of contacts that touch. */
static int go_before(Instance *instance, const Mechanism *mechanism, const ContactJump *jump)
{
    for (int c = 0; c < mechanism->contacts; ++c) set_contact(instance, &mechanism->contact[c], jump->touching[c] || jump->locked[c]);
    copy_numbers(speeds_of(instance, mechanism), jump->speeds, (size_t)mechanism->nv);
    return mechanism_evaluate(instance, mechanism);
}

/* Rows of some contacts; they count as those of other constraints unless the contacts take part. */
static void list_contacts(ImpactRows *of, const double *length, const int *chosen, int take_part)
{
    const Mechanism *mechanism = of->mechanism;
    for (int c = 0; c < mechanism->contacts; ++c)
        for (int i = 0; chosen[c] && i < mechanism->contact[c].rows; ++i) {
            int row = mechanism->contact[c].row + i;
            if (!(length[row] > 0.0)) continue;
            of->contact[of->m] = take_part ? c : -1;
            of->row[of->m++] = row;
        }
}

/* Numbers of the rows that take part, those of other constraints and of contacts that are locked first. */
static void list_rows(ImpactRows *of, const double *length)
{
    of->m = 0;
    for (int i = 0; i < first_contact_row(of->mechanism); ++i)
        if (is_independent(of->instance, of->mechanism, i) && length[i] > 0.0) {
            of->contact[of->m] = -1;
            of->row[of->m++] = i;
        }
    list_contacts(of, length, of->jump->locked, 0);
    of->others = of->m;
    list_contacts(of, length, of->jump->touching, 1);
}

static void find_numbers(ImpactRows *of, const ScaledRows *raw)
{
    size_t m = (size_t)of->m, n = (size_t)of->n;
    const double *psi = at(of->instance, of->mechanism->psi);
    memset(of->B, 0, m * n * sizeof(double));
    for (size_t i = 0; i < m; ++i) {
        int row = of->row[i];
        for (int p = raw->pattern.start[row]; p < raw->pattern.start[row + 1]; ++p) of->B[i * n + raw->pattern.column[p]] = raw->rows[p];
        of->scale[i] = raw->scale[row];
        of->before[i] = psi[row];
    }
    for (size_t i = 0; i < m; ++i)
        for (size_t j = 0; j < m; ++j) of->S[i * m + j] = dot(of->B + i * n, of->B + j * n, of->n);
}

int find_impact_rows(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactRows *found)
{
    ImpactRows *of = found;
    ScaledRows raw;
    size_t rows = (size_t)mechanism->rows, n = (size_t)mechanism->nv;
    *of = (ImpactRows){.instance = instance, .mechanism = mechanism, .jump = jump, .n = mechanism->nv};
    if (go_before(instance, mechanism, jump) || raw_rows(instance, mechanism, find_mass_metric, &raw)) return -1;
    if (raw.metric.factor_pattern.start != mechanism->M_pattern.start)
        return fail(instance, "at t = %.9g s bodies without mass take part in an impact: behind that the run has no derivatives; give them mass",
                    *at(instance, instance->problem->t));
    of->metric = raw.metric;
    if (reserve(instance, 2 * rows + rows * n + rows * rows + 2 * rows + n)) return -1;
    of->row = scratch_alloc_ints(instance, rows);
    of->contact = scratch_alloc_ints(instance, rows);
    list_rows(of, raw.scale);
    size_t m = (size_t)of->m;
    of->B = scratch_alloc(instance, m * n);
    of->S = scratch_alloc(instance, m * m);
    of->scale = scratch_alloc(instance, m);
    of->before = scratch_alloc(instance, m);
    of->column = scratch_alloc_ints(instance, n);
    for (int j = 0; j < of->n; ++j) of->column[j] = j;
    find_numbers(of, &raw);
    return 0;
}

int rows_from(const ImpactRows *of, int i)
{
    int rows = 1;
    while (i + rows < of->m && of->contact[i + rows] == of->contact[i]) ++rows;
    return rows;
}

OrthogonalFactors factor_impact_products(const ImpactRows *of, const int *place, int count)
{
    size_t k = (size_t)count;
    double *P = scratch_alloc(of->instance, k * k), *room = scratch_alloc(of->instance, orthogonal_factors_size(count, count));
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) {
            int a = place ? place[i] : i, b = place ? place[j] : j;
            P[i * k + j] = of->S[(size_t)a * of->m + b] / (of->scale[a] * of->scale[b]);
        }
    return orthogonal_factors(P, count, count, REDUNDANT, room);
}

size_t impact_products_size(int count) { return (size_t)count * (size_t)count + orthogonal_factors_size(count, count); }

void speeds_from_impulses(const ImpactRows *of, const double *impulse, double *speeds)
{
    for (int j = 0; j < of->n; ++j) speeds[j] = 0.0;
    add_combination(of->B, of->m, of->n, impulse, speeds);
    from_metric(&of->metric, speeds);
}
