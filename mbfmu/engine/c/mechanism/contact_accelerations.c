/* contact_accelerations.c: see contact_accelerations.h. Velocities are differentiated along the motion. */

#include "contact_accelerations.h"

#include <string.h>

#include "contact_modes.h"
#include "mechanism.h"
#include "schedule.h"

static void close_all(const Instance *instance, const Mechanism *mechanism)
{
    for (int c = 0; c < mechanism->contacts; ++c) {
        *at(instance, mechanism->contact[c].closed) = 1.0;
        if (mechanism->contact[c].sticking.size) stick_contact(instance, &mechanism->contact[c]);
    }
}

static int find(Instance *instance, const Mechanism *mechanism, double *found)
{
    const Problem *problem = instance->problem;
    if (mechanism_evaluate(instance, mechanism)) return -1;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    instance->tangent[problem->t.start] = 1.0;
    memcpy(instance->tangent + problem->x.start, at(instance, problem->x_dot), (size_t)problem->x.size * sizeof(double));
    if (run_tangent(instance, mechanism->evaluate)) return -1;
    memcpy(found, instance->tangent + mechanism->psi.start, (size_t)mechanism->rows * sizeof(double));
    return 0;
}

int find_contact_accelerations(Instance *instance, const Mechanism *mechanism, double *found)
{
    const Problem *problem = instance->problem;
    size_t mark = instance->scratch_used;
    double *m = at(instance, problem->m);
    const double *modes = scratch_copy(instance, m, (size_t)problem->m.size);
    int failed = run(instance, problem->derivative);
    close_all(instance, mechanism);
    failed = failed || find(instance, mechanism, found);
    copy_numbers(m, modes, (size_t)problem->m.size);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
