/* impact_phase.c: see impact_phase.h.

   1. find_phase: the impact again, from its impulses: changes of speeds, velocities, and which law each row follows.
   2. factor_laws: what the laws say of changes of impulses, whose velocities are S times them. */

#include "impact_phase.h"

#include "contact_mobility.h"

#define STILL 1e-10 /* of the largest velocity: a point that is slower has no direction of sliding */

/* The impulses of other constraints, which keep what contacts would change of them. */
static int answer_of_others(const ImpactRows *of, double *impulse)
{
    Instance *instance = of->instance;
    int k = of->others, m = of->m;
    size_t mark = instance->scratch_used;
    if (!k) return 0;
    if (reserve(instance, 2 * (size_t)k + impact_products_size(k))) return -1;
    double *asked = scratch_alloc(instance, (size_t)k), *found = scratch_alloc(instance, (size_t)k);
    for (int i = 0; i < k; ++i) asked[i] = -dot(of->S + (size_t)i * m + k, impulse + k, m - k) / of->scale[i];
    const OrthogonalFactors factors = factor_impact_products(of, NULL, k);
    smallest_solution(&factors, asked, found);
    for (int i = 0; i < k; ++i) impulse[i] = found[i] / of->scale[i];
    instance->scratch_used = mark;
    return 0;
}

/* Whether the normal of a contact, at place i, holds its velocity in a phase, and not its impulse. */
static int holds(const ImpactRows *of, const ImpactPhase *phase, int i)
{
    int c = of->contact[i], newton = of->mechanism->contact[c].newton;
    double restitution = of->jump->factor * of->jump->restitution[c];
    double least = phase->expands && !newton ? restitution * phase->compression[i] : 0.0, aim = newton ? restitution * fmax(-of->before[i], 0.0) : 0.0;
    return of->S[(size_t)i * of->m + i] * (phase->impulse[i] - least) > phase->after[i] - aim;
}

/* The laws of the rows of one contact, from place i on, in one phase. Points that share their impulses in any way, as the corners of an edge, rub alike even
   where one of them has taken all. */
static void find_laws(const ImpactRows *of, const ImpactPhase *phase, int i, int rows, double slow)
{
    RowLaw *law = phase->law + i;
    const double *p = phase->impulse + i, *v = phase->after + i;
    double s = of->S[(size_t)i * of->m + i], friction = friction_of(of->instance, &of->mechanism->contact[of->contact[i]]), reach = 0.0, speed = 0.0, drawn = 0.0;
    int held = holds(of, phase, i);
    for (int k = 0; k < rows; ++k) law[k] = (RowLaw){.rubs = 0};
    (held ? law->of_velocity : law->of_impulse)[0] = 1.0;
    for (int k = 1; k < rows; ++k) {
        reach = hypot(reach, s * p[k] - v[k]);
        speed = hypot(speed, v[k]);
        drawn = hypot(drawn, s * p[k]);
    }
    int bites = !(friction < INFINITY) && drawn > slow; /* what never slides may hold where nothing presses it */
    int acts = held || p[0] > 0.0 || bites, slides = acts && reach > friction * s * p[0];
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

/* Velocities in units of the rows' lengths, impulses in those of their inverse. */
double law_unit(const ImpactRows *of, const RowLaw *law, int i, int k) { return law->of_impulse[k] != 0.0 ? of->scale[i] : 1.0 / of->scale[i]; }

static void factor_laws(const ImpactRows *of, ImpactPhase *phase)
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
            double unit = law_unit(of, law, i + k, k);
            for (int j = 0; j < m; ++j) {
                double sum = j >= i && j < i + rows ? law->of_impulse[j - i] : 0.0;
                for (int l = 0; l < rows; ++l) sum += law->of_velocity[l] * of->S[(size_t)(i + l) * m + j];
                J[(size_t)(i + k) * m + j] = unit * sum / of->scale[j];
            }
        }
    }
    phase->factors = orthogonal_factors(J, m, m, REDUNDANT, room);
}

/* One phase from its impulses at contacts, those of others are filled in, behind velocities before it. */
static int find_phase(const ImpactRows *of, const double *before, ImpactPhase *phase)
{
    int m = of->m;
    double *v = phase->after, largest = 0.0;
    if (answer_of_others(of, phase->impulse)) return -1;
    speeds_from_impulses(of, phase->impulse, phase->change);
    for (int i = 0; i < m; ++i) {
        v[i] = before[i] + dot(of->S + (size_t)i * m, phase->impulse, m);
        largest = fmax(largest, fmax(fabs(before[i]), fabs(v[i])));
    }
    for (int i = of->others, rows; i < m; i += rows) find_laws(of, phase, i, rows = rows_from(of, i), STILL * largest);
    factor_laws(of, phase);
    return 0;
}

static int take_phase(const ImpactRows *of, ImpactPhase *phase)
{
    Instance *instance = of->instance;
    size_t m = (size_t)of->m, n = (size_t)of->n, laws = m * (sizeof(RowLaw) / sizeof(double) + 1);
    if (reserve(instance, 2 * m + n + laws + m * m + orthogonal_factors_size(of->m, of->m))) return -1;
    phase->impulse = scratch_alloc(instance, m);
    phase->change = scratch_alloc(instance, n);
    phase->after = scratch_alloc(instance, m);
    phase->law = (RowLaw *)scratch_alloc(instance, laws);
    return 0;
}

int find_impact_phases(const ImpactRows *of, ImpactPhase *phase, int *phases)
{
    const ContactJump *jump = of->jump;
    *phases = 1;
    for (int i = of->others; i < of->m; ++i)
        if (jump->whole[of->row[i]] != jump->compression[of->row[i]]) *phases = 2;
    for (int k = 0; k < *phases; ++k) {
        phase[k] = (ImpactPhase){.expands = k};
        if (take_phase(of, &phase[k])) return -1;
        phase[k].compression = phase[0].impulse;
        for (int i = of->others; i < of->m; ++i) {
            double compression = jump->compression[of->row[i]];
            phase[k].impulse[i] = k ? jump->whole[of->row[i]] - compression : compression;
        }
        if (find_phase(of, k ? phase[0].after : of->before, &phase[k])) return -1;
    }
    return 0;
}
