/* rig.c: an instance whose derivative is one step, for tests of steps alone; nothing here integrates. */

#include <stdlib.h>

#include "schedule.h"

#define ROOM 4096 /* for generated functions */

typedef struct {
    Problem problem;
    Step step;
} Rig;

Instance *rig_new(int numbers, const StepKind *kind, const void *step)
{
    Rig *rig = calloc(1, sizeof *rig);
    if (!rig) return NULL;
    rig->step.kind = kind;
    rig->step.step = step;
    rig->problem.name = rig->problem.token = "rig";
    rig->problem.numbers = numbers;
    rig->problem.arg = rig->problem.res = rig->problem.iw = rig->problem.w = ROOM;
    rig->problem.derivative.count = 1;
    rig->problem.derivative.steps = &rig->step;
    Room room = {0, schedule_scratch(rig->problem.derivative), 0};
    return instance_new(&rig->problem, room, NULL);
}

void rig_free(Instance *instance)
{
    Rig *rig = (Rig *)instance->problem;
    instance_free(instance);
    free(rig);
}

int rig_run(Instance *instance) { return run(instance, instance->problem->derivative); }
int rig_tangent(Instance *instance) { return run_tangent(instance, instance->problem->derivative); }
int rig_adjoint(Instance *instance) { return run_adjoint(instance, instance->problem->derivative); }

double *rig_numbers(Instance *instance) { return instance->numbers; }
double *rig_tangents(Instance *instance) { return instance->tangent; }
double *rig_adjoints(Instance *instance) { return instance->adjoint; }
const char *rig_message(Instance *instance) { return instance->message; }
int rig_balanced(Instance *instance) { return instance->scratch_used == 0; }
