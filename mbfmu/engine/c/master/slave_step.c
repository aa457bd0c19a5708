/* slave_step.c: a slave takes a step, and what comes of it is kept. */

#include "slave_step.h"

#include <string.h>

#include "fault.h"
#include "group.h"
#include "history.h"
#include "kind.h"
#include "port_energy.h"
#include "taken_inputs.h"

static const Kind *kind_of(const Slave *slave)
{
    return slave->version == 2 ? &kind_of_fmi2 : slave->version == 3 ? &kind_of_fmi3 : &kind_of_host;
}

int read_outputs(Master *master, int number, const Groups *outputs, double time)
{
    Slave *slave = &master->slaves[number];
    slave->now = time;
    if (get_groups(master, number, outputs, &slave->outputs, READ)) return 1;
    if (!slave->version) return 0; /* steps of linear systems may grow beyond all numbers */
    if (all_finite(slave->outputs.reals, slave->outputs.real_count)) return 0;
    Step at = {time, 0.0, time, 0};
    return faulty(master, number, NOT_FINITE, &at);
}

static int begin_step(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    slave->now = step->start;
    take_inputs(master, number, step);
    if (slave->version && set_taken(master, number, step->start)) return 1;
    return energy_begin(master, number, step) || kind_of(slave)->follow(master, number);
}

int slave_step(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    if (begin_step(master, number, step) || kind_of(slave)->step(master, number, step)) return 1;
    if (slave->version && slave->taken.orders > 1) place_taken(master, number, step->start + step->size);
    return read_outputs(master, number, &slave->outputs_read, step->start + step->size);
}

static void gather(const Slave *slave, const History *history, int width, double *values)
{
    const double *outputs = slave->outputs.reals;
    if (width == 1) { /* FMUs */
        for (int i = 0; i < history->count; ++i) values[i] = outputs[history->places[i]];
        return;
    }
    for (int i = 0; i < history->count; ++i) memcpy(values + i * width, outputs + history->places[i] * width, (size_t)width * sizeof(double));
}

int remember(Master *master, int number, double time)
{
    Slave *slave = &master->slaves[number];
    for (int h = slave->first_history; h < slave->first_history + slave->histories; ++h) {
        History *history = &master->histories[h];
        double *values = master->room, *rates = values + history->count * master->width;
        gather(slave, history, master->width, values);
        if (history->sloped && kind_of(slave)->slopes(master, number, rates)) return 1;
        history_add(history, master->width, time, values, rates);
    }
    return 0;
}

int note_step(Master *master, int number, const Step *step)
{
    if (remember(master, number, step->end)) return 1;
    energy_add(master, number, step);
    return 0;
}

int slave_save(Master *master, int number, void **state) { return kind_of(&master->slaves[number])->save(master, number, state); }

int slave_restore(Master *master, int number, void *state) { return kind_of(&master->slaves[number])->restore(master, number, state); }

int slave_release(Master *master, int number, void **state) { return kind_of(&master->slaves[number])->release(master, number, state); }
