/* A reset instance and a short legal run: every call must succeed, and nothing of what was before may show. */

#include <stdlib.h>

#include "fuzz.h"
#include "version.h"

static void must(int status, const char *what)
{
    if (status > WARNING) finding("%s failed in an ordinary run", what);
}

static size_t outputs(Slot *slot, double *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < surface.entries; ++i) {
        const Entry *entry = &surface.entry[i];
        if (entry->kind != 'o' || count + entry->size > RUN / 4) continue;
        must(VERSION.get(slot->fmu, &entry->reference, 1, numbers + count, entry->size), "getting an output");
        count += entry->size;
    }
    return count;
}

static void settle(Slot *slot, int enter(void *fmu))
{
    int again = 1, stop, changed;
    for (int rounds = 0; again && rounds < 100; ++rounds)
        must(VERSION.update_discrete_states(slot->fmu, &again, &stop, &changed), "an update of discrete states");
    if (again) finding("discrete states never settle");
    must(enter(slot->fmu), "leaving Event Mode");
}

static size_t co_simulate(Slot *slot, double *numbers)
{
    size_t count = 0;
    if (slot->event_mode) settle(slot, VERSION.enter_step_mode);
    slot->phase = STEP;
    for (int i = 0; i < 3; ++i) {
        must(VERSION.do_step(slot->fmu, slot->time, 1e-3, &slot->time), "a step");
        count += outputs(slot, numbers + count);
    }
    return count;
}

/* Explicit Euler steps so short that no constraint notices. */
static size_t exchange(Slot *slot, double *numbers)
{
    int event, stop;
    size_t n = surface.states, count = 0;
    double *x = room(n, sizeof *x), *rate = room(n, sizeof *rate), h = 1e-7;
    settle(slot, VERSION.enter_continuous_time_mode);
    must(VERSION.get_continuous_states(slot->fmu, x, n), "getting the states");
    for (int i = 1; i <= 3; ++i) {
        must(VERSION.get_derivatives(slot->fmu, rate, n), "getting the derivatives");
        must(VERSION.set_time(slot->fmu, slot->time = i * h), "setting the time");
        for (size_t j = 0; j < n; ++j) x[j] += h * rate[j];
        must(VERSION.set_continuous_states(slot->fmu, x, n), "setting the states");
        must(VERSION.completed_integrator_step(slot->fmu, &event, &stop), "completing a step");
        count += outputs(slot, numbers + count);
    }
    free(x);
    free(rate);
    slot->phase = CONTINUOUS;
    return count;
}

size_t ordinary_run(Slot *slot, double *numbers)
{
    slot->quiet = 1;
    must(VERSION.reset(slot->fmu), "a reset");
    must(VERSION.initialize(slot->fmu, 1e-5), "entering Initialization Mode");
    must(VERSION.exit_initialization_mode(slot->fmu), "leaving Initialization Mode");
    slot->tame = 1;
    slot->poisoned = 0;
    slot->time = 0.0;
    size_t count = slot->interface == CO_SIMULATION ? co_simulate(slot, numbers) : exchange(slot, numbers);
    slot->quiet = 0;
    return count;
}
