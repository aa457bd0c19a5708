/* variation_contacts.c: see variation_contacts.h. */

#include "variation_contacts.h"

#include <string.h>

#include "impact_tangent.h"
#include "independent_states.h"
#include "mechanism.h"
#include "schedule.h"
#include "variation_events.h"

#define TOGETHER 1e-6 /* relative: contacts that a direction makes meet at distances further apart are no single impact */

/* What else touches is to touch in runs beside this one: else another impact comes first there. */
static int refuse_apart(Instance *instance, const Variation *variation, const Mechanism *mechanism, const ContactJump *jump, double apart)
{
    const double *psi = at(instance, mechanism->psi);
    double largest = 0.0, speed = 0.0, delay = 0.0;
    int count = variation->directions * instance->problem->x.size;
    for (int i = 0; i < count; ++i) largest = fmax(largest, fabs(variation->X[i]));
    for (int j = 0; j < variation->directions; ++j) delay = fmax(delay, fabs(variation->delay[j]));
    for (int c = 0; c < mechanism->contacts; ++c)
        if (jump->touching[c]) speed = fmax(speed, fabs(psi[mechanism->contact[c].row]));
    if (apart <= TOGETHER * fmax(largest, speed * delay)) return 0;
    return fail(instance, "at t = %.9g s several contacts meet at once, but not in runs beside this one: behind that it has no derivatives",
                *at(instance, instance->problem->t));
}

static int jump_all(Instance *instance, Variation *variation, const Mechanism *mechanism, const ContactJump *jump)
{
    size_t n = (size_t)instance->problem->x.size;
    ImpactTangent tangent;
    double apart, most = 0.0;
    int failed = find_impact_tangent(instance, mechanism, jump, &tangent);
    for (int j = 0; j < variation->directions && !failed; ++j) {
        variation_seed_event(instance, variation, j);
        failed = impact_tangent(&tangent, &apart);
        copy_numbers(variation->X + (size_t)j * n, instance->tangent + instance->problem->x.start, n);
        most = fmax(most, apart);
    }
    return failed || refuse_apart(instance, variation, mechanism, jump, most) ? -1 : 0;
}

/* The directions onto what the rows that hold now leave free. */
static int follow_rows(Instance *instance, const Variation *variation)
{
    const Problem *problem = instance->problem;
    IndependentStates states;
    if (find_free_speeds(instance, &states)) return -1;
    states.seeds = scratch_alloc_reserved(instance, (size_t)problem->numbers);
    int failed = !states.seeds;
    for (int j = 0; j < variation->directions && !failed; ++j) {
        variation_seed_event(instance, variation, j);
        failed = follow_constraints(instance, &states, variation->X + (size_t)j * (size_t)problem->x.size);
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
    failed = failed || mechanism_evaluate(instance, mechanism) || follow_rows(instance, variation);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
