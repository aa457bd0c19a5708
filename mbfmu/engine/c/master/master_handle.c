/* master_handle.c: what Python asks of a master (mbfmu/cosim/masters/master.py). */

#include "master.h"

#include <stdlib.h>
#include <string.h>

#include "event_mode.h"
#include "exported.h"
#include "fault.h"
#include "first_step.h"
#include "held_parts.h"
#include "history.h"
#include "method.h"
#include "recorder.h"
#include "saved.h"
#include "signals.h"
#include "slave_step.h"
#include "step_jacobian.h"
#include "threads.h"
#include "turns.h"
#include "values.h"
#include "variable_step.h"

static double *numbers(size_t count) { return calloc(count + 1, sizeof(double)); }

static int new_history(History *history, int width)
{
    size_t n = (size_t)(history->count * width);
    history->slots = history->kept + history->parts + 1;
    history->times = numbers((size_t)history->slots);
    history->values = numbers((size_t)history->slots * n);
    history->slopes = numbers(history->sloped ? (size_t)history->slots * n : 0);
    history->ahead = numbers(n);
    history->ahead_slopes = numbers(n);
    return history->times && history->values && history->slopes && history->ahead && history->ahead_slopes;
}

static int new_slave(Slave *slave, int width)
{
    size_t heard = (size_t)(slave->heard_count * width);
    slave->given.coefficients = numbers(ORDERS * heard);
    slave->taken.coefficients = numbers(ORDERS * heard);
    slave->sizes = numbers((size_t)slave->signal_count);
    slave->jumps = numbers(3 * (size_t)slave->jump_count);
    slave->own = numbers(OWN_STEPS * (OWN_RATES + (size_t)slave->jump_count));
    slave->scratch = numbers(ORDERS * heard);
    slave->given.orders = slave->taken.orders = 1;
    slave->given.count = slave->taken.count = (int)heard;
    if (slave->discrete_given.count && !new_values(&slave->discrete, &slave->inputs)) return 0;
    note_discrete(slave);
    return slave->given.coefficients && slave->taken.coefficients && slave->sizes && slave->jumps && slave->own && slave->scratch;
}

/* What finding a Jacobian takes for the slave that takes most. */
static size_t largest_room(const Master *master)
{
    size_t n = (size_t)master->signal_count, largest = 0;
    for (const Slave *slave = master->slaves; slave < master->slaves + master->slave_count; ++slave) {
        size_t heard = (size_t)slave->heard_count, own = 2 * n + 2 * ORDERS * heard + (size_t)slave->signals * (heard + 1);
        if (own > largest) largest = own;
    }
    return largest + ORDERS * n * (size_t)master->width + n * n;
}

static int new_rooms(Master *master)
{
    size_t n = (size_t)master->signal_count, width = (size_t)master->width, ports = (size_t)master->port_count;
    master->energies = numbers(2 * ports);
    master->recorded = numbers(ports);
    master->control.predicted = numbers(n);
    master->control.sizes = numbers(n);
    master->control.distances = numbers(2 * (size_t)master->vector_count);
    master->control.before = numbers(2 * ports);
    master->control.largest = numbers(ports);
    master->control.last = 1.0;
    master->jacobian = numbers(n * n);
    master->jacobian_scales = numbers(n);
    master->jacobian_room = numbers(orthogonal_factors_size((int)n, (int)n));
    master->closing = numbers(3 * n * width + n);
    master->room = numbers(largest_room(master));
    const Control *control = &master->control;
    return master->energies && master->recorded && control->predicted && control->sizes && control->distances && control->before && control->largest &&
           master->jacobian && master->jacobian_scales && master->jacobian_room && master->closing && master->room;
}

/* The sizes of structures, for Python to compare with its own. */
EXPORTED size_t master_size(int of)
{
    const size_t sizes[] = {sizeof(Master), sizeof(Slave), sizeof(History), sizeof(Group), sizeof(Source), sizeof(PortSide), sizeof(Column), sizeof(Wire)};
    return sizes[of];
}

/* Make ready what Python has begun; 0 where there is no memory. It is freed in either case. */
EXPORTED int master_new(Master *master)
{
    int made = saved_new(master) && new_rooms(master);
    if (made && master->thread_count > 1) made = (master->threads = threads_new(master->thread_count - 1)) != NULL;
    for (History *history = master->histories; made && history < master->histories + master->history_count; ++history)
        made = new_history(history, master->width);
    for (Slave *slave = master->slaves; made && slave < master->slaves + master->slave_count; ++slave) made = new_slave(slave, master->width);
    return made;
}

EXPORTED void master_free(Master *master)
{
    threads_free(master->threads);
    saved_free(master);
    for (History *history = master->histories; history < master->histories + master->history_count; ++history) {
        double *own[] = {history->times, history->values, history->slopes, history->ahead, history->ahead_slopes};
        for (size_t i = 0; i < sizeof own / sizeof *own; ++i) free(own[i]);
    }
    for (Slave *slave = master->slaves; slave < master->slaves + master->slave_count; ++slave) {
        double *own[] = {slave->given.coefficients, slave->taken.coefficients, slave->sizes, slave->jumps, slave->own, slave->scratch};
        for (size_t i = 0; i < sizeof own / sizeof *own; ++i) free(own[i]);
        free_values(&slave->discrete);
        free_texts(&slave->inputs);
        free_texts(&slave->outputs);
        free_texts(&slave->asked);
    }
    const Control *control = &master->control;
    double *own[] = {master->energies,        master->recorded,      control->predicted, control->sizes,          control->distances, control->before,
                     control->largest,        master->jacobian,      master->jacobian_scales, master->jacobian_room, master->closing,    master->room};
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) free(own[i]);
}

/* A text that is a value of an FMU. */
EXPORTED void master_set_text(Values *values, int place, const char *text) { keep_text(&values->texts[place], text); }

static void forget_faults(Master *master)
{
    for (int number = 0; number < master->slave_count; ++number) master->slaves[number].fault.kept = 0;
}

/* Remember outputs as they are at the start, and record them. */
EXPORTED int master_start(Master *master)
{
    forget_faults(master);
    for (int number = 0; number < master->slave_count; ++number)
        if (read_outputs(master, number, &master->slaves[number].outputs_read, master->start_time) || remember(master, number, master->start_time)) return 1;
    return record(master, master->start_time);
}

/* Take one communication step, by the method of the master or in parts. */
EXPORTED int master_take(Master *master, const Step *step)
{
    forget_faults(master);
    if (master->host.others && master->host.others(step->start)) return faulty(master, 0, HOST, step);
    if (master->tolerance > 0.0) return variable_step(master, step);
    if (master->held > 0.0) return held_parts(master, step);
    int repeats = master->degree > 1 && master->takes_back && step->start == master->start_time;
    return repeats ? first_step(master, step) : take_step(master, step);
}

/* Take communication steps and record them; how many were taken, fewer on failure. */
EXPORTED int master_run(Master *master, const Step *steps, int count)
{
    for (int i = 0; i < count; ++i)
        if (master_take(master, &steps[i]) || (steps[i].recorded && record(master, steps[i].end))) return i;
    return count;
}

/* For linear systems that Python steps: have newest samples of a history be these, the oldest first, and the slopes of the newest one. */
EXPORTED void master_place(Master *master, int number, int count, const double *times, const double *values, const double *slopes)
{
    History *history = &master->histories[number];
    int n = history->count * master->width;
    history->known = 0;
    for (int i = 0; i < count; ++i) history_add(history, master->width, times[i], values + i * n, slopes);
}

/* The values of the sample `back` before the newest one, and its slopes, where they are known. */
EXPORTED void master_sample(const Master *master, int number, int back, double *values, double *slopes)
{
    const History *history = &master->histories[number];
    Sample sample = history_sample(history, master->width, back);
    size_t size = (size_t)(history->count * master->width) * sizeof(double);
    memcpy(values, sample.values, size);
    if (sample.slopes) memcpy(slopes, sample.slopes, size);
}

/* Outputs behind a step, if they are what is guessed where they drive inputs (signals x width). */
EXPORTED int master_behind(Master *master, const Step *step, const double *guess, double *found)
{
    look_ahead(master, step->end, guess);
    int fails = side_by_side(master, step, step->start);
    look_away(master);
    newest_signals(master, found);
    return fails;
}

/* Newton's method has this Jacobian (signals x signals) for steps of a size. */
EXPORTED void master_use_jacobian(Master *master, double size, const double *jacobian)
{
    double *sizes = master->closing + 3 * master->signal_count * master->width;
    signal_sizes(master, sizes);
    use_jacobian(master, size, jacobian, sizes);
}
