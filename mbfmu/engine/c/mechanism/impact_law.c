/* impact_law.c: see impact_law.h. */

#include "impact_law.h"

#include <math.h>

#include "impact_transfer.h"

#define HALVINGS 50      /* of the factor of restitutions */
#define NONE 1e-6        /* a factor that is no restitution */
#define ENERGY 1e-14     /* relative: growth by less is roundoff */

/* What impulses add to the energy, and the sum of the sizes of its terms. */
static double energy_of(const Impact *impact, const double *p, const double *after, double *size)
{
    double sum = *size = 0.0;
    for (int i = 0; i < impact->rows; ++i) {
        sum += 0.5 * p[i] * (impact->before[i] + after[i]);
        *size += 0.5 * fabs(p[i]) * (fabs(impact->before[i]) + fabs(after[i]));
    }
    return sum;
}

/* Both phases, with restitutions times `factor`; else as impact_transfer. */
static int with_restitution(const Impact *impact, double factor, double *impulse, double *after, ImpactPhases *phases, double *work)
{
    double *least = work, *aim = work + impact->contacts, *expansion = aim + impact->contacts, *room = expansion + impact->rows;
    for (int i = 0; i < impact->rows; ++i) after[i] = impact->before[i];
    for (int c = 0; c < impact->contacts; ++c) {
        const ImpactContact *contact = &impact->contact[c];
        least[c] = 0.0;
        aim[c] = contact->law == NEWTON ? factor * contact->restitution * fmax(-impact->before[contact->first], 0.0) : 0.0;
    }
    int failed = impact_transfer(impact, least, aim, after, impulse, room);
    if (failed) return failed;
    if (phases) phases->factor = factor;
    for (int i = 0; phases && i < impact->rows; ++i) phases->compression[i] = impulse[i];
    int expands = 0;
    for (int c = 0; c < impact->contacts; ++c) {
        const ImpactContact *contact = &impact->contact[c];
        if (contact->law == POISSON) least[c] = factor * contact->restitution * impulse[contact->first];
        expands = expands || least[c] > 0.0;
    }
    if (!expands) return 0;
    failed = impact_transfer(impact, least, aim, after, expansion, room);
    for (int i = 0; i < impact->rows; ++i) impulse[i] += expansion[i];
    return failed;
}

/* 0 where there are impulses with restitutions times `factor`, by which energy does not grow; else as impact_transfer. */
static int tried(const Impact *impact, double factor, double *impulse, double *after, ImpactPhases *phases, double *work)
{
    double size;
    int failed = with_restitution(impact, factor, impulse, after, phases, work);
    return failed ? failed : energy_of(impact, impulse, after, &size) <= ENERGY * size ? 0 : -1;
}

int impact_law(const Impact *impact, double *impulse, double *after, ImpactPhases *phases, double *work)
{
    double low = 0.0, high = 1.0;
    int failed = tried(impact, 1.0, impulse, after, phases, work);
    if (!failed) return 0;
    if (failed > 0 || with_restitution(impact, 0.0, impulse, after, phases, work)) return -1; /* with less restitution a point may be free that slides */
    for (int i = 0; i < HALVINGS && high > NONE; ++i) {
        double middle = 0.5 * (low + high);
        if (tried(impact, middle, impulse, after, phases, work)) high = middle;
        else low = middle;
    }
    return with_restitution(impact, low, impulse, after, phases, work) ? -1 : 0;
}

size_t impact_law_work(int contacts, int rows) { return 2 * (size_t)contacts + (size_t)rows + impact_transfer_work(contacts, rows); }
