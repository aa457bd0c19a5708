/* drift_check.c: see drift_check.h. */

#include "drift_check.h"

#include "contradiction.h"

#define DRIFTED 100.0  /* tolerances, relative to the lengths involved: as many as the communication steps in which stabilization recovers */
#define REMAINDER 10.0 /* roundoffs: what a projection leaves at most */
#define LEFT 1e5       /* consistency tolerances, a hundredth of the lengths involved: no tolerance that one would compute with leaves so much */

Rows violated_rows(const Level *level, double tolerances)
{
    Rows rows = rows_of(level), off = {0, rows.number};
    if (surely_within(level, tolerances * level->lenience)) return off;
    double *bounds = scratch_alloc(level->instance, (size_t)level->mechanism->rows);
    consistency_tolerance(level, bounds);
    for (int i = 0; i < rows.count; ++i)
        if (!(fabs(level->residual[rows.number[i]]) <= tolerances * bounds[rows.number[i]])) off.number[off.count++] = rows.number[i];
    return off;
}

double drift(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    double *bounds = scratch_alloc(instance, (size_t)mechanism->rows), *least = scratch_alloc(instance, (size_t)mechanism->rows), most = 0.0;
    double tolerances = DRIFTED * instance->state->tolerance / CONSISTENCY_TOLERANCE;
    for (int l = 0; l < 2; ++l) {
        Rows independent = independent_rows_of(&levels[l]);
        consistency_tolerance(&levels[l], bounds);
        roundoff(&levels[l], least);
        for (int i = 0; i < independent.count; ++i) {
            int row = independent.number[i];
            double off = fabs(levels[l].residual[row]) / fmax(tolerances * bounds[row], REMAINDER * least[row]);
            if (!(off <= most)) most = off;
        }
    }
    instance->scratch_used = mark;
    return most;
}

/* A step that has left the constraints, beyond what projection and stabilization bring back. */
int refuse_drift(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    int failed = 0;
    for (int i = 0; i < 2 && !failed; ++i) {
        Rows off = violated_rows(&levels[i], LEFT);
        if (!off.count) continue;
        const Sentence left = amounts(&levels[i], off);
        failed = fail(instance,
                      "at t = %.9g s a step has left the constraints, by %s; compute it with a tighter tolerance or shorter steps; "
                      "where that does not help, the mechanism cannot move on from there",
                      *at(instance, instance->problem->t), left.text);
    }
    instance->scratch_used = mark;
    return failed;
}
