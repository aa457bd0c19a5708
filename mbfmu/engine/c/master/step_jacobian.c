/* step_jacobian.c: the Jacobian of a step, for an implicit method. */

#include "step_jacobian.h"

#include <float.h>
#include <string.h>

#include "fault.h"
#include "history.h"
#include "linear_algebra.h"
#include "saved.h"
#include "signals.h"
#include "slave_step.h"
#include "taken_inputs.h"

#define ALIKE 1.5       /* steps longer or shorter by less have nearly the same Jacobian */
#define DIFFERENCE 1e-3 /* of the size of a signal: what is tried to see how outputs change */

int jacobian_suits(const Master *master, const Step *step)
{
    return master->jacobian_size > 0.0 && master->jacobian_size / ALIKE < step->size && step->size < master->jacobian_size * ALIKE;
}

/* Which signal drives connected input number i of a slave, or -1 where that is held. */
static int driver_of(const Master *master, const Slave *slave, int i)
{
    for (const Source *source = slave->sources; source < slave->sources + slave->source_count; ++source) {
        if (i < source->count) return source->held ? -1 : master->histories[source->history].first_signal + source->places[i];
        i -= source->count;
    }
    return -1;
}

/* What is given to a slave if signals are such at the end. */
static int given_ahead(Master *master, int number, const Step *step, const double *ahead)
{
    look_ahead(master, step->end, ahead);
    return give_inputs(master, number, step, step->start);
}

/* The shapes of inputs over a step: what they change by, as they are taken, where what drives them is 1 at its end and not 0. */
static int shapes_of(Master *master, int number, const Step *step, double *ends, double *shapes)
{
    Slave *slave = &master->slaves[number];
    int numbers = ORDERS * slave->heard_count;
    for (int one = 0; one < 2; ++one) {
        for (int i = 0; i < master->signal_count; ++i) ends[i] = one;
        if (given_ahead(master, number, step, ends)) return 1;
        for (int i = slave->given.orders * slave->heard_count; i < numbers; ++i) slave->given.coefficients[i] = 0.0;
        if (!one) memcpy(shapes, slave->given.coefficients, (size_t)numbers * sizeof(double));
    }
    for (int i = 0; i < numbers; ++i) slave->given.coefficients[i] -= shapes[i];
    take_inputs(master, number, step);
    return 0;
}

/* Python knows how a linear system answers to polynomials. */
static int answered(Master *master, int number, const Step *step, double *room)
{
    Slave *slave = &master->slaves[number];
    int n = master->signal_count, inputs = slave->heard_count;
    double *changes = room + n + ORDERS * inputs;
    if (shapes_of(master, number, step, room, room + n)) return 1;
    if (master->host.answer(number, step, slave->taken.orders, slave->taken.coefficients, changes)) return faulty(master, number, HOST, step);
    for (int i = 0; i < inputs - slave->signal_count; ++i) {
        int driver = driver_of(master, slave, i);
        for (int j = 0; j < slave->signals && driver >= 0; ++j) master->jacobian[(slave->first_signal + j) * n + driver] += changes[j * inputs + i];
    }
    return 0;
}

/* The outputs of a slave as its histories would take them in. */
static void outputs_of(const Master *master, const Slave *slave, double *values)
{
    for (int h = slave->first_history; h < slave->first_history + slave->histories; ++h) {
        const History *history = &master->histories[h];
        for (int i = 0; i < history->count; ++i) values[i] = slave->outputs.reals[history->places[i]];
        history_continue(history, values, NULL);
        values += history->count;
    }
}

/* One input moves, and the slave takes the step. */
static int tried(Master *master, int number, const Step *step, const double *found, const double *guess, double *room)
{
    Slave *slave = &master->slaves[number];
    int n = master->signal_count, inputs = slave->heard_count, numbers = ORDERS * inputs;
    double *ahead = room, *sizes = ahead + n, *guessed = sizes + n, *moved = guessed + numbers, *outputs = moved + numbers;
    signal_sizes(master, sizes);
    if (given_ahead(master, number, step, guess)) return 1;
    memcpy(guessed, slave->given.coefficients, (size_t)numbers * sizeof(double));
    for (int i = 0; i < n; ++i) ahead[i] = guess[i] + DIFFERENCE * sizes[i];
    if (given_ahead(master, number, step, ahead)) return 1;
    memcpy(moved, slave->given.coefficients, (size_t)numbers * sizeof(double));
    for (int i = 0; i < inputs - slave->signal_count; ++i) {
        int driver = driver_of(master, slave, i);
        if (driver < 0) continue;
        memcpy(slave->given.coefficients, guessed, (size_t)numbers * sizeof(double));
        for (int k = 0; k < slave->given.orders; ++k) slave->given.coefficients[k * inputs + i] = moved[k * inputs + i];
        if (restore_one(master, number) || slave_step(master, number, step)) return 1;
        outputs_of(master, slave, outputs);
        for (int j = 0; j < slave->signals; ++j)
            master->jacobian[(slave->first_signal + j) * n + driver] += (outputs[j] - found[slave->first_signal + j]) / (DIFFERENCE * sizes[driver]);
    }
    return 0;
}

int find_jacobian(Master *master, const Step *step, const double *found, const double *guess)
{
    int n = master->signal_count;
    double *room = master->room + ORDERS * n * master->width; /* the first of it draws polynomials */
    memset(master->jacobian, 0, (size_t)(n * n) * sizeof(double));
    for (int k = 0; k < master->slave_count; ++k) {
        int number = master->order[k];
        const Slave *slave = &master->slaves[number];
        if (!slave->signals || slave->heard_count == slave->signal_count) continue;
        if (restore_one(master, number)) return 1;
        if (slave->answers ? answered(master, number, step, room) : tried(master, number, step, found, guess, room)) return 1;
    }
    return 0;
}

void use_jacobian(Master *master, double size, const double *jacobian, const double *sizes)
{
    int n = master->signal_count;
    double *matrix = master->room;
    master->jacobian_size = size;
    memcpy(master->jacobian_scales, sizes, (size_t)n * sizeof(double));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) matrix[i * n + j] = ((i == j) - jacobian[i * n + j]) * sizes[j] / sizes[i];
    master->factors = orthogonal_factors(matrix, n, n, n * DBL_EPSILON, master->jacobian_room);
}

void correct(Master *master, const double *off, double *guess)
{
    int n = master->signal_count, width = master->width;
    double *right = master->room, *change = right + n;
    for (int run = 0; run < width; ++run) {
        for (int i = 0; i < n; ++i) right[i] = off[i * width + run] / master->jacobian_scales[i];
        smallest_solution(&master->factors, right, change);
        for (int i = 0; i < n; ++i) guess[i * width + run] += change[i] * master->jacobian_scales[i];
    }
}
