/* impact_tangent.c: see impact_tangent.h.

   Positions go onto the contacts first. Then phase by phase: what changed masses and rows make of the same impulses, and the change of impulses that the laws
   ask for. Where energy reduces restitutions, their factor changes so that the impact still keeps the energy. */

#include "impact_tangent.h"

#include <string.h>

#include "mechanism.h"
#include "schedule.h"
#include "sparse.h"

/* Changes on the way through an impact: velocities of rows (m), speeds (n) and impulses of each phase (m). */
typedef struct {
    double *velocity, *speeds, *impulse[2], factor; /* and of the factor of restitutions */
} Change;

/* Changed masses and rows, under the same impulses: a change of momentum, in the metric (n). */
static void changed_momentum(const ImpactRows *of, const ImpactPhase *phase, double *y)
{
    const Mechanism *mechanism = of->mechanism;
    const double *tangent = of->instance->tangent, *dM = tangent + mechanism->M.start, *dA = tangent + mechanism->A.start;
    const Pattern masses = mechanism->M_pattern, rows = mechanism->A_pattern;
    for (int j = 0; j < of->n; ++j) y[j] = 0.0;
    for (int i = 0; i < of->n; ++i)
        for (int p = masses.start[i]; p < masses.start[i + 1]; ++p) {
            int j = masses.column[p];
            y[i] -= dM[p] * phase->change[j];
            if (j != i) y[j] -= dM[p] * phase->change[i];
        }
    for (int i = 0; i < of->m; ++i)
        for (int p = rows.start[of->row[i]]; p < rows.start[of->row[i] + 1]; ++p) y[rows.column[p]] += dA[p] * phase->impulse[i];
    sparse_row_solve(of->metric.factor_pattern, of->metric.factor, of->column, of->n, y);
}

static double changed_number(const ImpactRows *of, Ref ref) { return of->instance->tangent[ref.start]; }

/* How a contact's aim changes: of its normal velocity, or of its least impulse. */
static double changed_aim(const ImpactTangent *tangent, const Change *change, const double *before, int number, int i)
{
    const ImpactRows *of = &tangent->rows;
    const ContactPoint *contact = &of->mechanism->contact[of->contact[i]];
    double e = of->jump->restitution[of->contact[i]], f = of->jump->factor;
    double de = e > 0.0 ? f * changed_number(of, contact->restitution) + change->factor * e : 0.0;
    if (tangent->phase[number].law[i].of_velocity[0] != 0.0) return contact->newton && of->before[i] < 0.0 ? -de * of->before[i] - f * e * before[i] : 0.0;
    return number && !contact->newton ? de * tangent->phase[0].impulse[i] + f * e * change->impulse[0][i] : 0.0;
}

/* What the laws ask of the changes of impulses where velocities change so without them. */
static void ask(const ImpactTangent *tangent, const Change *change, const double *before, int number, double *asked)
{
    const ImpactRows *of = &tangent->rows;
    const ImpactPhase *phase = &tangent->phase[number];
    for (int i = 0; i < of->others; ++i) asked[i] = -change->velocity[i] / of->scale[i];
    for (int i = of->others, rows; i < of->m; i += rows) {
        rows = rows_from(of, i);
        for (int k = 0; k < rows; ++k) {
            const RowLaw *law = &phase->law[i + k];
            double sum = k ? 0.0 : changed_aim(tangent, change, before, number, i);
            if (law->rubs) sum -= changed_number(of, of->mechanism->contact[of->contact[i]].friction) * phase->impulse[i] * law->direction;
            for (int l = 0; l < rows; ++l) sum -= law->of_velocity[l] * change->velocity[i + l];
            asked[i + k] = law_unit(of, law, i + k, k) * sum;
        }
    }
}

/* Through one phase; `before` (m) are the changes of velocities before all of it. */
static void carry(const ImpactTangent *tangent, int number, const double *before, Change *change)
{
    const ImpactRows *of = &tangent->rows;
    Instance *instance = of->instance;
    const ImpactPhase *phase = &tangent->phase[number];
    const Pattern rows = of->mechanism->A_pattern;
    const double *dA = instance->tangent + of->mechanism->A.start;
    size_t mark = instance->scratch_used;
    double *y = scratch_alloc(instance, (size_t)of->n), *asked = scratch_alloc(instance, (size_t)of->m), *impulse = change->impulse[number];
    changed_momentum(of, phase, y);
    for (int i = 0; i < of->m; ++i) {
        change->velocity[i] += dot(of->B + (size_t)i * of->n, y, of->n);
        for (int p = rows.start[of->row[i]]; p < rows.start[of->row[i] + 1]; ++p) change->velocity[i] += dA[p] * phase->change[rows.column[p]];
    }
    ask(tangent, change, before, number, asked);
    smallest_solution(&phase->factors, asked, impulse);
    for (int i = 0; i < of->m; ++i) impulse[i] /= of->scale[i];
    for (int i = 0; i < of->m; ++i) change->velocity[i] += dot(of->S + (size_t)i * of->m, impulse, of->m);
    add_combination(of->B, of->m, of->n, impulse, y);
    from_metric(&of->metric, y);
    for (int j = 0; j < of->n; ++j) change->speeds[j] += y[j];
    instance->scratch_used = mark;
}

/* The change of the energy: half of the impulses times the velocities before and behind. */
static double changed_energy(const ImpactTangent *tangent, const Change *change, const double *before)
{
    const ImpactRows *of = &tangent->rows;
    const double *after = tangent->phase[tangent->phases - 1].after;
    double sum = 0.0;
    for (int i = of->others; i < of->m; ++i)
        for (int k = 0; k < tangent->phases; ++k)
            sum += 0.5 * (change->impulse[k][i] * (of->before[i] + after[i]) + tangent->phase[k].impulse[i] * (before[i] + change->velocity[i]));
    return sum;
}

static Change take_change(const ImpactRows *of)
{
    Instance *instance = of->instance;
    size_t m = (size_t)of->m, n = (size_t)of->n;
    Change change = {.velocity = scratch_alloc(instance, m), .speeds = scratch_alloc(instance, n)};
    for (int k = 0; k < 2; ++k) change.impulse[k] = scratch_alloc(instance, m);
    memset(change.velocity, 0, m * sizeof(double));
    memset(change.speeds, 0, n * sizeof(double));
    return change;
}

static size_t change_size(const ImpactRows *of) { return 5 * (size_t)of->m + 2 * (size_t)of->n; }

/* With restitutions that nothing but their factor changes. */
static int find_energy_rate(ImpactTangent *tangent)
{
    const ImpactRows *of = &tangent->rows;
    Instance *instance = of->instance;
    tangent->energy_speeds = NULL;
    if (!(of->jump->factor < 1.0)) return 0;
    tangent->energy_speeds = scratch_alloc_reserved(instance, (size_t)of->n);
    if (!tangent->energy_speeds || reserve(instance, change_size(of) + (size_t)of->m)) return -1;
    size_t mark = instance->scratch_used;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    Change change = take_change(of);
    const double *before = scratch_copy(instance, change.velocity, (size_t)of->m);
    change.factor = 1.0;
    for (int k = 0; k < tangent->phases; ++k) carry(tangent, k, before, &change);
    copy_numbers(tangent->energy_speeds, change.speeds, (size_t)of->n);
    tangent->energy_rate = changed_energy(tangent, &change, before);
    instance->scratch_used = mark;
    return 0;
}

int find_impact_tangent(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactTangent *tangent)
{
    const ImpactRows *of = &tangent->rows;
    if (find_impact_rows(instance, mechanism, jump, &tangent->rows) || find_impact_positions(of, &tangent->positions)) return -1;
    if (find_impact_phases(of, tangent->phase, &tangent->phases) || find_energy_rate(tangent)) return -1;
    return reserve(instance, change_size(of) + (size_t)of->m + move_positions_size(of)); /* of each direction */
}

int impact_tangent(const ImpactTangent *tangent, double *apart, int *farthest)
{
    const ImpactRows *of = &tangent->rows;
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    size_t mark = instance->scratch_used;
    if (run_tangent(instance, mechanism->evaluate) || move_positions(of, &tangent->positions, apart, farthest)) return -1;
    if (run_tangent(instance, mechanism->evaluate) || run_tangent(instance, mechanism->find_masses)) return -1;
    double *speeds = instance->tangent + (mechanism->x.start + mechanism->nq + mechanism->own);
    Change change = take_change(of);
    copy_numbers(change.speeds, speeds, (size_t)of->n);
    for (int i = 0; i < of->m; ++i) change.velocity[i] = instance->tangent[mechanism->psi.start + of->row[i]];
    const double *before = scratch_copy(instance, change.velocity, (size_t)of->m);
    for (int k = 0; k < tangent->phases; ++k) carry(tangent, k, before, &change);
    if (tangent->energy_speeds) {
        double factor = -changed_energy(tangent, &change, before) / tangent->energy_rate;
        for (int j = 0; j < of->n; ++j) change.speeds[j] += factor * tangent->energy_speeds[j];
    }
    copy_numbers(speeds, change.speeds, (size_t)of->n);
    instance->scratch_used = mark;
    return 0;
}
