/* event_mode.c: an FMU of FMI 3.0 goes from Step Mode through Event Mode, where discrete inputs are set and discrete states are updated. */

#include "event_mode.h"

#include "fault.h"
#include "group.h"
#include "values.h"

#define UPDATES 1000 /* of discrete states in one event: more do not end */

typedef int Enter(void *instance);
typedef int Update(void *instance, _Bool *again, _Bool *ends, _Bool *nominals_change, _Bool *values_change, _Bool *has_next, double *next);

void note_discrete(Slave *slave)
{
    if (slave->discrete_given.count) copy_values(&slave->discrete, &slave->inputs);
}

static int update(Master *master, int number, double time)
{
    Slave *slave = &master->slaves[number];
    _Bool again = 1, ends = 0, nominals_change = 0, values_change = 0, has_next = 0;
    double next = 0.0;
    Step at = {time, 0.0, time, 0};
    for (int i = 0; again; ++i) {
        if (i == UPDATES) return faulty(master, number, UNSETTLED, &at);
        Update *update_discrete_states = (Update *)slave->functions.update_discrete_states;
        int status = update_discrete_states(slave->instance, &again, &ends, &nominals_change, &values_change, &has_next, &next);
        if (failed(master, number, EVENT, status, "fmi3UpdateDiscreteStates")) return 1;
        if (ends) return faulty(master, number, ENDED, &at);
    }
    return 0;
}

int handle_event(Master *master, int number, double time, const Groups *set)
{
    Slave *slave = &master->slaves[number];
    slave->now = time;
    about_to(master, number, EVENT, time, 0.0);
    if (failed(master, number, EVENT, ((Enter *)slave->functions.enter_event_mode)(slave->instance), "fmi3EnterEventMode")) return 1;
    if (set_groups(master, number, set, &slave->inputs, SET)) return 1;
    about_to(master, number, EVENT, time, 0.0);
    if (update(master, number, time)) return 1;
    return failed(master, number, EVENT, ((Enter *)slave->functions.enter_step_mode)(slave->instance), "fmi3EnterStepMode");
}

int handle_due_event(Master *master, int number, double time)
{
    static const Groups none = {NULL, 0};
    Slave *slave = &master->slaves[number];
    int changes = groups_differ(&slave->discrete_given, &slave->discrete, &slave->inputs);
    if (!changes && !slave->event_due) return 0;
    slave->event_due = 0;
    note_discrete(slave);
    return handle_event(master, number, time, changes ? &slave->discrete_given : &none);
}
