/* saved.c: states of FMUs, with the numbers that Values hold beside them; of histories only where they end, since their rings are long enough. */

#include "saved.h"

#include <stdlib.h>
#include <string.h>

#include "slave_step.h"
#include "values.h"

struct Saved {
    void **states;
    Values *inputs, *outputs, *discrete;
    int *newest, *known, *due;
    double **scales, *energies;
};

static int new_level(const Master *master, struct Saved *saved)
{
    size_t slaves = (size_t)master->slave_count + 1, histories = (size_t)master->history_count + 1;
    saved->states = calloc(slaves, sizeof(void *));
    saved->inputs = calloc(slaves, sizeof(Values));
    saved->outputs = calloc(slaves, sizeof(Values));
    saved->discrete = calloc(slaves, sizeof(Values));
    saved->newest = calloc(histories, sizeof(int));
    saved->known = calloc(histories, sizeof(int));
    saved->due = calloc(slaves, sizeof(int));
    saved->scales = calloc(histories, sizeof(double *));
    saved->energies = calloc(2 * (size_t)master->port_count + 1, sizeof(double));
    int made = saved->states && saved->inputs && saved->outputs && saved->discrete && saved->newest && saved->known && saved->due && saved->scales && saved->energies;
    for (int i = 0; made && i < master->slave_count; ++i) {
        const Slave *slave = &master->slaves[i];
        made = new_values(&saved->inputs[i], &slave->inputs) && new_values(&saved->outputs[i], &slave->outputs) &&
               new_values(&saved->discrete[i], &slave->inputs);
    }
    for (int h = 0; made && h < master->history_count; ++h)
        made = (saved->scales[h] = calloc((size_t)master->histories[h].count + 1, sizeof(double))) != NULL;
    return made;
}

int saved_new(Master *master)
{
    master->saved = calloc(LEVELS, sizeof(struct Saved));
    int made = master->saved != NULL;
    for (int level = 0; made && level < LEVELS; ++level) made = new_level(master, &master->saved[level]);
    return made;
}

void saved_free(Master *master)
{
    for (int level = 0; master->saved && level < LEVELS; ++level) {
        struct Saved *saved = &master->saved[level];
        for (int i = 0; saved->inputs && saved->outputs && saved->discrete && i < master->slave_count; ++i) {
            free_values(&saved->inputs[i]);
            free_values(&saved->outputs[i]);
            free_values(&saved->discrete[i]);
        }
        for (int h = 0; saved->scales && h < master->history_count; ++h) free(saved->scales[h]);
        free(saved->states);
        free(saved->inputs);
        free(saved->outputs);
        free(saved->discrete);
        free(saved->newest);
        free(saved->known);
        free(saved->due);
        free(saved->scales);
        free(saved->energies);
    }
    free(master->saved);
}

int save_all(Master *master)
{
    struct Saved *saved = &master->saved[master->level++];
    master->rolls_back = 1;
    for (int i = 0; i < master->slave_count; ++i) {
        saved->states[i] = NULL;
        if (slave_save(master, i, &saved->states[i])) return 1;
        copy_values(&saved->inputs[i], &master->slaves[i].inputs);
        copy_values(&saved->outputs[i], &master->slaves[i].outputs);
        copy_values(&saved->discrete[i], &master->slaves[i].discrete);
        saved->due[i] = master->slaves[i].event_due;
    }
    for (int h = 0; h < master->history_count; ++h) {
        const History *history = &master->histories[h];
        saved->newest[h] = history->newest;
        saved->known[h] = history->known;
        memcpy(saved->scales[h], history->scale, (size_t)history->count * sizeof(double));
    }
    memcpy(saved->energies, master->energies, 2 * (size_t)master->port_count * sizeof(double));
    return 0;
}

int restore_one(Master *master, int slave)
{
    const struct Saved *saved = &master->saved[master->level - 1];
    if (slave_restore(master, slave, saved->states[slave])) return 1;
    copy_values(&master->slaves[slave].inputs, &saved->inputs[slave]);
    copy_values(&master->slaves[slave].outputs, &saved->outputs[slave]);
    if (master->slaves[slave].discrete_given.count) copy_values(&master->slaves[slave].discrete, &saved->discrete[slave]);
    master->slaves[slave].event_due = saved->due[slave];
    return 0;
}

int restore_all(Master *master)
{
    const struct Saved *saved = &master->saved[master->level - 1];
    for (int i = 0; i < master->slave_count; ++i)
        if (restore_one(master, i)) return 1;
    for (int h = 0; h < master->history_count; ++h) {
        History *history = &master->histories[h];
        history->newest = saved->newest[h];
        history->known = saved->known[h];
        memcpy(history->scale, saved->scales[h], (size_t)history->count * sizeof(double));
    }
    memcpy(master->energies, saved->energies, 2 * (size_t)master->port_count * sizeof(double));
    return 0;
}

int release_all(Master *master)
{
    struct Saved *saved = &master->saved[--master->level];
    int fails = 0;
    for (int i = 0; i < master->slave_count; ++i)
        if (saved->states[i] || !master->slaves[i].version) fails |= slave_release(master, i, &saved->states[i]);
    return fails;
}
