/* taken_inputs.c: what drives the inputs of a slave over a step, put side by side, and what the slave makes of it. */

#include "taken_inputs.h"

#include <math.h>
#include <string.h>

#include "event_mode.h"
#include "fault.h"
#include "group.h"
#include "history.h"
#include "values.h"

/* Row k of the coefficients of some inputs, from number `first` on. */
static double *row_of(const Slave *slave, int k, int first, int width)
{
    return slave->given.coefficients + (size_t)k * (size_t)slave->given.count + (size_t)(first * width);
}

/* Row k of the inputs that rows are missing for is zero. */
static void grow(Slave *slave, int orders, int width, int first)
{
    for (int k = slave->given.orders; k < orders; ++k) memset(row_of(slave, k, 0, width), 0, (size_t)(first * width) * sizeof(double));
    if (orders > slave->given.orders) slave->given.orders = orders;
}

static void give_source(Master *master, Slave *slave, const Source *source, const Step *step, double until, int first)
{
    const History *history = &master->histories[source->history];
    Polynomial drawn = {0.0, 0, 0, master->room};
    int width = master->width;
    if (source->held)
        history_polynomial(history, width, 0, step->start, fmin(until, step->start), 0, &drawn);
    else
        history_polynomial(history, width, master->degree, step->start, until, 1, &drawn);
    grow(slave, drawn.orders, width, first);
    if (slave->given.orders == 1 && width == 1 && !source->factors) { /* most often */
        double *row = row_of(slave, 0, first, width);
        for (int i = 0; i < source->count; ++i) row[i] = drawn.coefficients[source->places[i]];
        return;
    }
    for (int k = 0; k < slave->given.orders; ++k) {
        double *row = row_of(slave, k, first, width);
        for (int i = 0; i < source->count; ++i)
            for (int run = 0; run < width; ++run) {
                double value = k < drawn.orders ? drawn.coefficients[k * drawn.count + source->places[i] * width + run] : 0.0;
                if (source->factors) value = value * source->factors[i] + (k ? 0.0 : source->offsets[i]);
                row[i * width + run] = value;
            }
    }
}

/* What signals of Python's are over a step, in the slave's scratch. */
static int draw_signals(Master *master, int number, const Step *step, Polynomial *drawn)
{
    Slave *slave = &master->slaves[number];
    drawn->at = step->start;
    drawn->count = slave->signal_count;
    drawn->coefficients = slave->scratch;
    if (master->host.signals(number, step->start, step->size, step->end, drawn->coefficients, &drawn->orders)) return faulty(master, number, HOST, step);
    return 0;
}

static int give_signals(Master *master, int number, const Step *step, int first)
{
    Slave *slave = &master->slaves[number];
    Polynomial drawn;
    if (draw_signals(master, number, step, &drawn)) return 1;
    grow(slave, drawn.orders, 1, first);
    for (int k = 0; k < slave->given.orders; ++k) {
        double *row = row_of(slave, k, first, 1);
        for (int i = 0; i < drawn.count; ++i) row[i] = k < drawn.orders ? drawn.coefficients[k * drawn.count + i] : 0.0;
    }
    return 0;
}

static void give_wire(Master *master, Slave *slave, const Wire *wire)
{
    const Values *from = &master->slaves[wire->slave].outputs;
    if (wire->is_text) {
        keep_text(&slave->inputs.texts[wire->to], from->texts[wire->from]);
        return;
    }
    int64_t value = from->others[wire->from], becomes = value;
    for (int i = 0; i < wire->map_count; ++i)
        if (wire->map[2 * i] == value) becomes = wire->map[2 * i + 1];
    slave->inputs.others[wire->to] = becomes;
}

int give_inputs(Master *master, int number, const Step *step, double until)
{
    Slave *slave = &master->slaves[number];
    int first = 0;
    slave->given.at = step->start;
    slave->given.orders = 1;
    slave->given.count = slave->heard_count * master->width;
    for (const Source *source = slave->sources; source < slave->sources + slave->source_count; ++source) {
        give_source(master, slave, source, step, until, first);
        first += source->count;
    }
    if (slave->signal_count && give_signals(master, number, step, first)) return 1;
    for (const Wire *wire = slave->wires; wire < slave->wires + slave->wire_count; ++wire) give_wire(master, slave, wire);
    return 0;
}

void take_inputs(const Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    Polynomial *taken = &slave->taken;
    const Polynomial *given = &slave->given;
    int n = given->count, width = master->width, follows = 0;
    taken->at = given->at;
    taken->count = n;
    taken->orders = given->orders;
    memcpy(taken->coefficients, given->coefficients, (size_t)(given->orders * n) * sizeof(double));
    if (given->orders == 1) return;
    for (int i = 0; i < n; ++i) {
        double share = slave->held_at[i / width];
        if (share < 0.0) {
            follows = 1;
            continue;
        }
        taken->coefficients[i] = polynomial_at(given, i, step->start + share * step->size);
        for (int k = 1; k < given->orders; ++k) taken->coefficients[k * n + i] = 0.0;
    }
    if (!follows && n) taken->orders = 1;
}

void place_taken(Master *master, int number, double time)
{
    Slave *slave = &master->slaves[number];
    double *inputs = slave->inputs.reals;
    for (int i = 0; i < slave->heard_count; ++i)
        inputs[slave->heard[i]] = slave->taken.orders == 1 ? slave->taken.coefficients[i] : polynomial_at(&slave->taken, i, time);
}

int set_taken(Master *master, int number, double time)
{
    Slave *slave = &master->slaves[number];
    place_taken(master, number, time);
    return set_groups(master, number, &slave->inputs_given, &slave->inputs, SET) || handle_due_event(master, number, time);
}

int inputs_off(Master *master, int number, const Step *step, double *off, int *worst)
{
    Slave *slave = &master->slaves[number];
    int first = slave->heard_count - slave->signal_count;
    Polynomial drawn;
    *worst = -1;
    *off = 0.0;
    if (!slave->signal_count) return 0;
    if (draw_signals(master, number, step, &drawn)) return 1;
    for (int i = 0; i < drawn.count; ++i) {
        double share = slave->held_at[first + i], value[3], size = slave->sizes[i];
        if (share < 0.0) continue;
        for (int k = 0; k < 3; ++k) {
            value[k] = polynomial_at(&drawn, i, step->start + 0.5 * k * step->size);
            size = fmax(size, fabs(value[k]));
        }
        double changes = (fabs(value[1] - value[0]) + fabs(value[2] - value[1])) / 2.0, bends = fabs(value[1] - (value[0] + value[2]) / 2.0);
        double far = size > 0.0 ? (share == 1.0 ? changes : bends) / size : 0.0;
        slave->sizes[i] = size;
        if (*worst < 0 || far > *off) {
            *off = far;
            *worst = i;
        }
    }
    return 0;
}
