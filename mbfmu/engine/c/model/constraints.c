/* constraints.c: see constraints.h. */

#include "constraints.h"

#include "contact_modes.h"
#include "drift_check.h"
#include "inputs.h"
#include "mechanism.h"
#include "mechanism_start.h"
#include "projection.h"
#include "row_reselection.h"
#include "singularity_monitor.h"

int model_follow(Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (any_input_driven(&problem->mechanism[i]) && follow_inputs(instance, &problem->mechanism[i])) return -1;
    return 0;
}

/* What follows combinations of rows and what corrects drift share the strong rows of speeds. */
static int follow_and_project(Instance *instance, const Mechanism *mechanism, Outcome *outcome)
{
    if (any_spare(instance, mechanism)) return project(instance, mechanism, NULL, outcome); /* all rows are followed in reselect_rows */
    size_t mark = instance->scratch_used;
    const Level level = speeds(instance, mechanism);
    StrongRows strong;
    int failed = find_strong_rows(&level, &strong) || singularity_monitor_follow(instance, mechanism, strong.rows, &strong.scaled)
                 || project(instance, mechanism, &strong, outcome);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

int model_accept(Instance *instance, int *moved)
{
    const Problem *problem = instance->problem;
    *moved = 0;
    if (model_extrapolate(instance)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        Outcome outcome;
        int changed = 0;
        if (mechanism_evaluate(instance, mechanism) || singularity_monitor_report(instance, mechanism)) return -1;
        turn_axes(instance, mechanism);
        if (follow_and_project(instance, mechanism, &outcome) || refuse_drift(instance, mechanism)) return -1;
        if (reselect_rows(instance, mechanism, &changed)) return -1;
        *moved |= outcome == MOVED || changed;
    }
    return 0;
}

int model_reproject(Instance *instance, int *moved)
{
    const Problem *problem = instance->problem;
    *moved = 0;
    for (int i = 0; i < problem->mechanisms; ++i) {
        Outcome outcome;
        if (mechanism_evaluate(instance, &problem->mechanism[i]) || project(instance, &problem->mechanism[i], NULL, &outcome)) return -1;
        *moved |= outcome == MOVED;
    }
    return 0;
}

/* Where constraints cannot be evaluated, reprojection is to say why. */
double model_drift(Instance *instance)
{
    const Problem *problem = instance->problem;
    double largest = 0.0;
    for (int i = 0; i < problem->mechanisms; ++i) {
        if (mechanism_evaluate(instance, &problem->mechanism[i])) return INFINITY;
        largest = fmax(largest, drift(instance, &problem->mechanism[i]));
    }
    return largest;
}

int model_is_closed(Instance *instance)
{
    const Problem *problem = instance->problem;
    int closed = 1;
    for (int i = 0; i < problem->mechanisms && closed; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        size_t mark = instance->scratch_used;
        const Level level = positions(instance, mechanism);
        closed = !mechanism_evaluate(instance, mechanism) && !violated_rows(&level, 1.0).count;
        instance->scratch_used = mark;
    }
    return closed;
}
