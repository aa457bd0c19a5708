/* slow_sliding.c: see slow_sliding.h. */

#include "slow_sliding.h"

#define TURNS 1e-4   /* rad: by which errors may turn a velocity */
#define STIFF 1e-2   /* m/s: slower points may have stiff friction */
#define SLOWEST 1e-6 /* m/s: of points that slide, but for those that stop at once */

/* By what its indicator says, of a point that slides freely. A step that ends behind the end of sliding goes back there: nothing is asked of it. */
static double speed_of(const Instance *instance, const ContactPoint *contact)
{
    const Problem *problem = instance->problem;
    if (!contact->sticking.size || !(*at(instance, contact->closed) > 0.0)) return INFINITY;
    if (*at(instance, contact->sticking) > 0.0 || *at(instance, contact->guided) > 0.0) return INFINITY;
    double along = -at(instance, problem->g)[contact->sticking.start - problem->m.start];
    return along > 0.0 ? fmax(along, SLOWEST) : INFINITY;
}

static double slowest(const Instance *instance)
{
    const Problem *problem = instance->problem;
    double speed = INFINITY;
    for (int i = 0; i < problem->mechanisms; ++i)
        for (int c = 0; c < problem->mechanism[i].contacts; ++c) speed = fmin(speed, speed_of(instance, &problem->mechanism[i].contact[c]));
    return speed;
}

double slow_sliding(const Instance *instance)
{
    if (instance->state->drainage > 0.0) return 1.0; /* the way to an equilibrium does not matter */
    return fmax(1.0, instance->state->tolerance / (TURNS * slowest(instance)));
}

int slides_slowly(const Instance *instance) { return slowest(instance) < STIFF; }
