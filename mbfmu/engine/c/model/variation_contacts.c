/* variation_contacts.c: see variation_contacts.h. */

#include "variation_contacts.h"

#include <string.h>

#include "impact_tangent.h"
#include "mechanism.h"
#include "projection_tangent.h"
#include "variation_events.h"

/* Relative: what touches is to meet in the same moment in runs beside this one too, else another impact comes first there. Contacts that bounce lower than
   they touch, near their rest, are a tenth of that apart. */
#define TOGETHER 1e-3

static int refuse_apart(Instance *instance, const Variation *variation, const Mechanism *mechanism, const ContactJump *jump, double apart, int farthest)
{
    const double *psi = at(instance, mechanism->psi);
    double largest = 0.0, speed = 0.0, delay = 0.0;
    int count = variation->directions * instance->problem->x.size;
    for (int i = 0; i < count; ++i) largest = fmax(largest, fabs(variation->X[i]));
    for (int j = 0; j < variation->directions; ++j) delay = fmax(delay, fabs(variation->delay[j]));
    for (int c = 0; c < mechanism->contacts; ++c)
        if (jump->touching[c]) speed = fmax(speed, fabs(psi[mechanism->contact[c].row]));
    if (apart <= TOGETHER * fmax(largest, speed * delay)) return 0;
    return fail(instance, "at t = %.9g s %s meets at once with others, but not in runs beside this one: behind that it has no derivatives",
                *at(instance, instance->problem->t), mechanism->contact[farthest].name);
}

static int jump_all(Instance *instance, Variation *variation, const Mechanism *mechanism, const ContactJump *jump)
{
    size_t n = (size_t)instance->problem->x.size;
    ImpactTangent tangent;
    double apart, most = 0.0;
    int contact, farthest = 0, failed = find_impact_tangent(instance, mechanism, jump, &tangent);
    for (int j = 0; j < variation->directions && !failed; ++j) {
        variation_seed_event(instance, variation, j);
        failed = impact_tangent(&tangent, &apart, &contact);
        copy_numbers(variation->X + (size_t)j * n, instance->tangent + instance->problem->x.start, n);
        if (!(apart > most)) continue;
        most = apart;
        farthest = contact;
    }
    return failed || refuse_apart(instance, variation, mechanism, jump, most, farthest) ? -1 : 0;
}

/* The directions onto the rows that hold now. */
static int follow_rows(Instance *instance, Variation *variation, const Mechanism *mechanism)
{
    size_t n = (size_t)instance->problem->x.size;
    ProjectionTangent projection;
    int failed = find_projection_tangent(instance, mechanism, &projection);
    for (int j = 0; j < variation->directions && !failed; ++j) {
        variation_seed_event(instance, variation, j);
        failed = projection_tangent(instance, &projection);
        copy_numbers(variation->X + (size_t)j * n, instance->tangent + instance->problem->x.start, n);
    }
    return failed ? -1 : 0;
}

int variation_contacts(Instance *instance, Variation *variation, const Mechanism *mechanism, const ContactJump *jump)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *x = at(instance, problem->x), *m = at(instance, problem->m);
    if (!variation->directions || !(jump->collided || jump->turned)) return 0;
    const double *states = scratch_copy(instance, x, (size_t)problem->x.size), *modes = scratch_copy(instance, m, (size_t)problem->m.size);
    int failed = jump->collided && jump_all(instance, variation, mechanism, jump);
    copy_numbers(x, states, (size_t)problem->x.size);
    copy_numbers(m, modes, (size_t)problem->m.size);
    failed = failed || mechanism_evaluate(instance, mechanism) || follow_rows(instance, variation, mechanism);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
