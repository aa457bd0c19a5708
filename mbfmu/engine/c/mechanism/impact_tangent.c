/* impact_tangent.c: see impact_tangent.h.

   1. find_rows, find_phase: the impact again, from its impulses: changes of speeds, velocities, and which law each row follows.
   2. factor_laws: what the laws say of changes of impulses, whose velocities are S times them.
   3. move_positions: positions go onto the contacts first, by the smallest change in the metric of masses.
   4. impact_tangent: phase by phase, what changed masses and rows make of the same impulses, then the change of impulses.
   5. Where energy reduces restitutions, their factor changes so that the impact still keeps the energy. */

#include "impact_tangent.h"

#include <string.h>

#include "contact_mobility.h"
#include "impact.h"
#include "mechanism.h"
#include "scaled_rows.h"
#include "schedule.h"
#include "sparse.h"

#define STILL 1e-10 /* of the largest velocity: a point that is slower has no direction of sliding */
#define REDUNDANT 1e-11 /* beside the first pivot of the laws of all rows */

/* Changes on the way through an impact: velocities of rows (m), speeds (n) and impulses of each phase (m). */
typedef struct {
    double *velocity, *speeds, *impulse[2], factor; /* and of the factor of restitutions */
} Change;

static double *coefficient(const Instance *instance, Ref ref, int changed) { return changed ? instance->tangent + ref.start : at(instance, ref); }

/* At the states before the impact, with all rows of contacts that touch. */
static int go_before(Instance *instance, const Mechanism *mechanism, const ContactJump *jump)
{
    for (int c = 0; c < mechanism->contacts; ++c) set_contact(instance, &mechanism->contact[c], jump->touching[c] || jump->locked[c]);
    copy_numbers(speeds_of(instance, mechanism), jump->speeds, (size_t)mechanism->nv);
    return mechanism_evaluate(instance, mechanism);
}

/* Rows of some contacts; they count as those of other constraints unless the contacts take part. */
static void list_contacts(ImpactTangent *of, const double *length, const int *chosen, int take_part)
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
static void list_rows(ImpactTangent *of, const double *length)
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

static int find_rows(ImpactTangent *of)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    ScaledRows raw;
    size_t rows = (size_t)mechanism->rows, n = (size_t)of->n;
    if (raw_rows(instance, mechanism, find_mass_metric, &raw)) return -1;
    if (raw.metric.factor_pattern.start != mechanism->M_pattern.start)
        return fail(instance, "at t = %.9g s bodies without mass take part in an impact: behind that the run has no derivatives; give them mass",
                    *at(instance, instance->problem->t));
    of->metric = raw.metric;
    if (reserve(instance, 2 * rows + rows * n + rows * rows + 4 * rows + n)) return -1;
    of->row = scratch_alloc_ints(instance, rows);
    of->contact = scratch_alloc_ints(instance, rows);
    list_rows(of, raw.scale);
    size_t m = (size_t)of->m;
    of->B = scratch_alloc(instance, m * n);
    of->S = scratch_alloc(instance, m * m);
    of->scale = scratch_alloc(instance, m);
    of->velocity = scratch_alloc(instance, 3 * m);
    of->column = scratch_alloc_ints(instance, n);
    for (int j = 0; j < of->n; ++j) of->column[j] = j;
    memset(of->B, 0, m * n * sizeof(double));
    for (int i = 0; i < of->m; ++i) {
        int row = of->row[i];
        for (int p = raw.pattern.start[row]; p < raw.pattern.start[row + 1]; ++p) of->B[(size_t)i * n + raw.pattern.column[p]] = raw.rows[p];
        of->scale[i] = raw.scale[row];
        of->velocity[i] = at(instance, mechanism->psi)[row];
    }
    for (size_t i = 0; i < m; ++i)
        for (size_t j = 0; j < m; ++j) of->S[i * m + j] = dot(of->B + i * n, of->B + j * n, of->n);
    return 0;
}

/* The impulses of other constraints, which keep what contacts would change of them. */
static int answer_of_others(const ImpactTangent *of, double *impulse)
{
    Instance *instance = of->instance;
    int k = of->others, m = of->m;
    size_t mark = instance->scratch_used;
    if (!k) return 0;
    if (reserve(instance, (size_t)k * k + 2 * (size_t)k + orthogonal_factors_size(k, k))) return -1;
    double *P = scratch_alloc(instance, (size_t)k * k), *asked = scratch_alloc(instance, (size_t)k), *found = scratch_alloc(instance, (size_t)k);
    for (int i = 0; i < k; ++i) {
        asked[i] = -dot(of->S + (size_t)i * m + k, impulse + k, m - k) / of->scale[i];
        for (int j = 0; j < k; ++j) P[(size_t)i * k + j] = of->S[(size_t)i * m + j] / (of->scale[i] * of->scale[j]);
    }
    const OrthogonalFactors factors = orthogonal_factors(P, k, k, REDUNDANT, scratch_alloc(instance, orthogonal_factors_size(k, k)));
    smallest_solution(&factors, asked, found);
    for (int i = 0; i < k; ++i) impulse[i] = found[i] / of->scale[i];
    instance->scratch_used = mark;
    return 0;
}

/* Rows of positions, and the factors of their products. */
static int find_positions(ImpactTangent *of)
{
    Instance *instance = of->instance;
    size_t m = (size_t)of->m;
    if (reserve(instance, m + m * m + orthogonal_factors_size(of->m, of->m))) return -1;
    of->position = scratch_alloc_ints(instance, m);
    for (int i = 0; i < of->m; ++i)
        if (of->mechanism->row[of->row[i]].holonomic) of->position[of->positions++] = i;
    int k = of->positions;
    double *P = scratch_alloc(instance, (size_t)k * k), *room = scratch_alloc(instance, orthogonal_factors_size(k, k));
    for (int i = 0; i < k; ++i)
        for (int j = 0; j < k; ++j) {
            int a = of->position[i], b = of->position[j];
            P[(size_t)i * k + j] = of->S[(size_t)a * m + b] / (of->scale[a] * of->scale[b]);
        }
    of->of_positions = orthogonal_factors(P, k, k, REDUNDANT, room);
    return 0;
}

static int is_newton(const ImpactTangent *of, int c) { return of->mechanism->contact[c].newton; }

static double restitution(const ImpactTangent *of, int c) { return of->jump->factor * of->jump->restitution[c]; }

/* The least normal impulse of a contact in a phase, and the normal velocity that it comes to at least; i is the place of its normal row. */
static double least_impulse(const ImpactTangent *of, int phase, int c, int i)
{
    return phase && !is_newton(of, c) ? restitution(of, c) * of->phase[0].impulse[i] : 0.0;
}

static double aim_of(const ImpactTangent *of, int c, int i) { return is_newton(of, c) ? restitution(of, c) * fmax(-of->velocity[i], 0.0) : 0.0; }

/* The laws of the rows of one contact, from place i on, in one phase. Points that share their impulses in any way, as the corners of an edge, rub alike even
   where one of them has taken all. */
static void find_laws(const ImpactTangent *of, int phase, int i, int rows, double slow)
{
    int c = of->contact[i];
    RowLaw *law = of->phase[phase].law + i;
    const double *p = of->phase[phase].impulse + i, *v = of->velocity + (size_t)(phase + 1) * of->m + i;
    double s = of->S[(size_t)i * of->m + i], friction = friction_of(of->instance, &of->mechanism->contact[c]), reach = 0.0, speed = 0.0;
    int holds = s * (p[0] - least_impulse(of, phase, c, i)) > v[0] - aim_of(of, c, i);
    for (int k = 0; k < rows; ++k) law[k] = (RowLaw){.rubs = 0};
    (holds ? law->of_velocity : law->of_impulse)[0] = 1.0;
    for (int k = 1; k < rows; ++k) {
        reach = hypot(reach, s * p[k] - v[k]);
        speed = hypot(speed, v[k]);
    }
    int acts = holds || p[0] > 0.0, slides = acts && reach > friction * s * p[0];
    for (int k = 1; k < rows; ++k) {
        double along = speed > slow ? v[k] / speed : 0.0;
        (acts && !slides ? law[k].of_velocity : law[k].of_impulse)[k] = 1.0;
        if (!slides) continue;
        law[k].rubs = 1;
        law[k].direction = along;
        law[k].of_impulse[0] = friction * along;
        for (int l = 1; l < rows && speed > slow; ++l) law[k].of_velocity[l] = friction * p[0] / speed * ((k == l) - along * v[l] / speed);
    }
}

static int rows_from(const ImpactTangent *of, int i)
{
    int rows = 1;
    while (i + rows < of->m && of->contact[i + rows] == of->contact[i]) ++rows;
    return rows;
}

/* Velocities in units of the rows' lengths, impulses in those of their inverse. */
static double unit_of(const ImpactTangent *of, const RowLaw *law, int i, int k) { return law->of_impulse[k] != 0.0 ? of->scale[i] : 1.0 / of->scale[i]; }

static void factor_laws(ImpactTangent *of, ImpactPhase *phase)
{
    Instance *instance = of->instance;
    int m = of->m;
    double *J = scratch_alloc(instance, (size_t)m * m), *room = scratch_alloc(instance, orthogonal_factors_size(m, m));
    for (int i = 0; i < of->others; ++i)
        for (int j = 0; j < m; ++j) J[(size_t)i * m + j] = of->S[(size_t)i * m + j] / (of->scale[i] * of->scale[j]);
    for (int i = of->others, rows; i < m; i += rows) {
        rows = rows_from(of, i);
        for (int k = 0; k < rows; ++k) {
            const RowLaw *law = &phase->law[i + k];
            double unit = unit_of(of, law, i + k, k);
            for (int j = 0; j < m; ++j) {
                double sum = j >= i && j < i + rows ? law->of_impulse[j - i] : 0.0;
                for (int l = 0; l < rows; ++l) sum += law->of_velocity[l] * of->S[(size_t)(i + l) * m + j];
                J[(size_t)(i + k) * m + j] = unit * sum / of->scale[j];
            }
        }
    }
    phase->factors = orthogonal_factors(J, m, m, REDUNDANT, room);
}

/* One phase from its impulses at contacts, which are filled in. */
static int find_phase(ImpactTangent *of, int number)
{
    ImpactPhase *phase = &of->phase[number];
    int m = of->m;
    double *before = of->velocity + (size_t)number * m, *v = before + m, largest = 0.0;
    if (answer_of_others(of, phase->impulse)) return -1;
    for (int j = 0; j < of->n; ++j) phase->change[j] = 0.0;
    add_combination(of->B, m, of->n, phase->impulse, phase->change);
    from_metric(&of->metric, phase->change);
    for (int i = 0; i < m; ++i) {
        v[i] = before[i] + dot(of->S + (size_t)i * m, phase->impulse, m);
        largest = fmax(largest, fmax(fabs(before[i]), fabs(v[i])));
    }
    for (int i = of->others, rows; i < m; i += rows) find_laws(of, number, i, rows = rows_from(of, i), STILL * largest);
    factor_laws(of, phase);
    return 0;
}

static int take_phase(ImpactTangent *of, ImpactPhase *phase)
{
    Instance *instance = of->instance;
    size_t m = (size_t)of->m, n = (size_t)of->n, laws = m * (sizeof(RowLaw) / sizeof(double) + 1);
    if (reserve(instance, m + n + laws + m * m + orthogonal_factors_size(of->m, of->m))) return -1;
    phase->impulse = scratch_alloc(instance, m);
    phase->change = scratch_alloc(instance, n);
    phase->law = (RowLaw *)scratch_alloc(instance, laws);
    return 0;
}

static int find_phases(ImpactTangent *of)
{
    const ContactJump *jump = of->jump;
    of->phases = 1;
    for (int i = of->others; i < of->m; ++i)
        if (jump->whole[of->row[i]] != jump->compression[of->row[i]]) of->phases = 2;
    for (int k = 0; k < of->phases; ++k) {
        if (take_phase(of, &of->phase[k])) return -1;
        for (int i = of->others; i < of->m; ++i) {
            double compression = jump->compression[of->row[i]];
            of->phase[k].impulse[i] = k ? jump->whole[of->row[i]] - compression : compression;
        }
        if (find_phase(of, k)) return -1;
    }
    return 0;
}

/* Changed masses and rows, under the same impulses: a change of momentum, in the metric (n). */
static void changed_momentum(const ImpactTangent *of, const ImpactPhase *phase, double *y)
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

/* How a contact's aim changes: of its normal velocity, or of its least impulse. */
static double changed_aim(const ImpactTangent *of, const Change *change, const double *before, int number, int i)
{
    const ContactPoint *contact = &of->mechanism->contact[of->contact[i]];
    double e = of->jump->restitution[of->contact[i]], f = of->jump->factor;
    double de = e > 0.0 ? f * *coefficient(of->instance, contact->restitution, 1) + change->factor * e : 0.0;
    if (of->phase[number].law[i].of_velocity[0] != 0.0)
        return is_newton(of, of->contact[i]) && of->velocity[i] < 0.0 ? -de * of->velocity[i] - f * e * before[i] : 0.0;
    return number && !is_newton(of, of->contact[i]) ? de * of->phase[0].impulse[i] + f * e * change->impulse[0][i] : 0.0;
}

/* What the laws ask of the changes of impulses where velocities change so without them. */
static void ask(const ImpactTangent *of, const Change *change, const double *before, int number, double *asked)
{
    const ImpactPhase *phase = &of->phase[number];
    for (int i = 0; i < of->others; ++i) asked[i] = -change->velocity[i] / of->scale[i];
    for (int i = of->others, rows; i < of->m; i += rows) {
        rows = rows_from(of, i);
        for (int k = 0; k < rows; ++k) {
            const RowLaw *law = &phase->law[i + k];
            double sum = k ? 0.0 : changed_aim(of, change, before, number, i);
            if (law->rubs) sum -= *coefficient(of->instance, of->mechanism->contact[of->contact[i]].friction, 1) * phase->impulse[i] * law->direction;
            for (int l = 0; l < rows; ++l) sum -= law->of_velocity[l] * change->velocity[i + l];
            asked[i + k] = unit_of(of, law, i + k, k) * sum;
        }
    }
}

/* Through one phase; `before` (m) are the changes of velocities before all of it. */
static void carry(const ImpactTangent *of, int number, const double *before, Change *change)
{
    Instance *instance = of->instance;
    const ImpactPhase *phase = &of->phase[number];
    const Pattern rows = of->mechanism->A_pattern;
    const double *dA = instance->tangent + of->mechanism->A.start;
    size_t mark = instance->scratch_used;
    double *y = scratch_alloc(instance, (size_t)of->n), *asked = scratch_alloc(instance, (size_t)of->m), *impulse = change->impulse[number];
    changed_momentum(of, phase, y);
    for (int i = 0; i < of->m; ++i) {
        change->velocity[i] += dot(of->B + (size_t)i * of->n, y, of->n);
        for (int p = rows.start[of->row[i]]; p < rows.start[of->row[i] + 1]; ++p) change->velocity[i] += dA[p] * phase->change[rows.column[p]];
    }
    ask(of, change, before, number, asked);
    smallest_solution(&phase->factors, asked, impulse);
    for (int i = 0; i < of->m; ++i) impulse[i] /= of->scale[i];
    for (int i = 0; i < of->m; ++i) change->velocity[i] += dot(of->S + (size_t)i * of->m, impulse, of->m);
    add_combination(of->B, of->m, of->n, impulse, y);
    from_metric(&of->metric, y);
    for (int j = 0; j < of->n; ++j) change->speeds[j] += y[j];
    instance->scratch_used = mark;
}

/* The change of the energy: half of the impulses times the velocities before and behind. */
static double changed_energy(const ImpactTangent *of, const Change *change, const double *before)
{
    const double *after = of->velocity + (size_t)of->phases * of->m;
    double sum = 0.0;
    for (int i = of->others; i < of->m; ++i)
        for (int k = 0; k < of->phases; ++k)
            sum += 0.5 * (change->impulse[k][i] * (of->velocity[i] + after[i]) + of->phase[k].impulse[i] * (before[i] + change->velocity[i]));
    return sum;
}

static Change take_change(const ImpactTangent *of)
{
    Instance *instance = of->instance;
    size_t m = (size_t)of->m, n = (size_t)of->n;
    Change change = {.velocity = scratch_alloc(instance, m), .speeds = scratch_alloc(instance, n)};
    for (int k = 0; k < 2; ++k) change.impulse[k] = scratch_alloc(instance, m);
    memset(change.velocity, 0, m * sizeof(double));
    memset(change.speeds, 0, n * sizeof(double));
    return change;
}

static size_t change_size(const ImpactTangent *of) { return 5 * (size_t)of->m + 2 * (size_t)of->n; }

/* With restitutions that nothing but their factor changes. */
static int find_energy_rate(ImpactTangent *of)
{
    Instance *instance = of->instance;
    of->energy_speeds = NULL;
    if (!(of->jump->factor < 1.0)) return 0;
    of->energy_speeds = scratch_alloc_reserved(instance, (size_t)of->n);
    if (!of->energy_speeds || reserve(instance, change_size(of) + (size_t)of->m)) return -1;
    size_t mark = instance->scratch_used;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    Change change = take_change(of);
    const double *before = scratch_copy(instance, change.velocity, (size_t)of->m);
    change.factor = 1.0;
    for (int k = 0; k < of->phases; ++k) carry(of, k, before, &change);
    copy_numbers(of->energy_speeds, change.speeds, (size_t)of->n);
    of->energy_rate = changed_energy(of, &change, before);
    instance->scratch_used = mark;
    return 0;
}

int find_impact_tangent(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactTangent *tangent)
{
    *tangent = (ImpactTangent){.instance = instance, .mechanism = mechanism, .jump = jump, .n = mechanism->nv};
    if (go_before(instance, mechanism, jump) || find_rows(tangent) || find_positions(tangent) || find_phases(tangent) || find_energy_rate(tangent)) return -1;
    return reserve(instance, change_size(tangent) + 4 * (size_t)tangent->m + (size_t)tangent->n + (size_t)mechanism->nq); /* of each direction */
}

/* The coordinates onto the rows of positions: what they are off is taken back as displacements of the least kinetic energy. */
static int move_positions(const ImpactTangent *of, double *apart, int *farthest)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    const double *phi = instance->tangent + mechanism->phi.start;
    double *q = instance->tangent + mechanism->x.start, *direction = instance->tangent + mechanism->direction.start;
    double *asked = scratch_alloc(instance, (size_t)of->m), *found = scratch_alloc(instance, (size_t)of->m), *all = scratch_alloc(instance, (size_t)of->m);
    *apart = 0.0;
    memset(all, 0, (size_t)of->m * sizeof(double));
    for (int k = 0; k < of->positions; ++k) {
        int i = of->position[k], row = of->row[i];
        asked[k] = -phi[row] / of->scale[i];
        if (i < of->others || fabs(phi[row]) <= *apart) continue;
        *apart = fabs(phi[row]);
        *farthest = of->contact[i];
    }
    smallest_solution(&of->of_positions, asked, found);
    for (int k = 0; k < of->positions; ++k) all[of->position[k]] = found[k] / of->scale[of->position[k]];
    const double *kept = scratch_copy(instance, q, (size_t)mechanism->nq);
    memset(q, 0, (size_t)mechanism->nq * sizeof(double));
    memset(direction, 0, (size_t)of->n * sizeof(double));
    add_combination(of->B, of->m, of->n, all, direction);
    from_metric(&of->metric, direction);
    if (run_tangent(instance, mechanism->displace)) return -1;
    const double *rate = instance->tangent + mechanism->q_rate.start;
    for (int i = 0; i < mechanism->nq; ++i) q[i] = kept[i] + rate[i];
    return run_tangent(instance, mechanism->find_measured);
}

int impact_tangent(const ImpactTangent *of, double *apart, int *farthest)
{
    Instance *instance = of->instance;
    const Mechanism *mechanism = of->mechanism;
    size_t mark = instance->scratch_used;
    if (run_tangent(instance, mechanism->evaluate) || move_positions(of, apart, farthest)) return -1;
    instance->scratch_used = mark;
    if (run_tangent(instance, mechanism->evaluate) || run_tangent(instance, mechanism->find_masses)) return -1;
    double *speeds = instance->tangent + (mechanism->x.start + mechanism->nq + mechanism->own);
    Change change = take_change(of);
    copy_numbers(change.speeds, speeds, (size_t)of->n);
    for (int i = 0; i < of->m; ++i) change.velocity[i] = instance->tangent[mechanism->psi.start + of->row[i]];
    const double *before = scratch_copy(instance, change.velocity, (size_t)of->m);
    for (int k = 0; k < of->phases; ++k) carry(of, k, before, &change);
    if (of->energy_speeds) {
        double factor = -changed_energy(of, &change, before) / of->energy_rate;
        for (int j = 0; j < of->n; ++j) change.speeds[j] += factor * of->energy_speeds[j];
    }
    copy_numbers(speeds, change.speeds, (size_t)of->n);
    instance->scratch_used = mark;
    return 0;
}
