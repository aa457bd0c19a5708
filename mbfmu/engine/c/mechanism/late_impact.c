/* late_impact.c: see late_impact.h.

   A contact with the gap x < 0, velocity v and acceleration a at the end of the step met at w, w^2 = v^2 - 2 a x, a time 2 x / (v + w) ago. All speeds go
   back by the longest of these times. Accelerations of gaps follow from velocities a whole step before. */

#include "late_impact.h"

#include "linear_algebra.h"
#include "mechanism.h"

double unsearched_time(const Instance *instance)
{
    return instance->problem->integrator >= BY_HEUN && !instance->integrated_outside ? instance->problem->step_size : 0.0;
}

/* Speeds `found` less what `rate` has added in a time. */
static int go_back(Instance *instance, const Mechanism *mechanism, const double *found, const double *rate, double time)
{
    double *v = speeds_of(instance, mechanism);
    for (int j = 0; j < mechanism->nv; ++j) v[j] = found[j] - time * rate[j];
    return mechanism_evaluate(instance, mechanism);
}

/* The time since the first of the contacts met, of which velocities are `late`, and were others a `whole` step before. */
static double time_since(const Instance *instance, const Mechanism *mechanism, const int *touching, const double *late, double whole)
{
    const double *gap = at(instance, mechanism->phi), *before = at(instance, mechanism->psi);
    double longest = 0.0;
    for (int c = 0; c < mechanism->contacts; ++c) {
        int row = mechanism->contact[c].row;
        double v = late[row], x = gap[row];
        if (!touching[c] || !(x < -NOISE) || !(v < 0.0)) continue;
        double met = -sqrt(fmax(v * v - 2.0 * (v - before[row]) / whole * x, 0.0));
        longest = fmax(longest, 2.0 * x / (v + met));
    }
    return fmin(longest, whole);
}

int meet_earlier(Instance *instance, const Mechanism *mechanism, const int *touching)
{
    size_t mark = instance->scratch_used, n = (size_t)mechanism->nv;
    double whole = unsearched_time(instance), *v = speeds_of(instance, mechanism);
    if (!(whole > 0.0)) return 0;
    if (reserve(instance, 2 * n + (size_t)mechanism->rows)) return -1;
    const double *found = scratch_copy(instance, v, n), *late = scratch_copy(instance, at(instance, mechanism->psi), (size_t)mechanism->rows);
    const double *rate = scratch_copy(instance, at(instance, instance->problem->x_dot) + (v - at(instance, instance->problem->x)), n);
    int failed = go_back(instance, mechanism, found, rate, whole) ||
                 go_back(instance, mechanism, found, rate, time_since(instance, mechanism, touching, late, whole));
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
