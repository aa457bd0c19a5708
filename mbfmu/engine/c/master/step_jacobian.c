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
#include "turns.h"

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

/* What is given to a slave over a part of a step if signals are such at the end of the step. */
static int given_ahead(Master *master, int number, const Step *part, const Step *step, const double *ahead)
{
    look_ahead(master, step->end, ahead);
    return give_inputs(master, number, part, step->start);
}

/* The shapes of inputs over a step: what they change by, as they are taken, where what drives them is 1 at its end and not 0. */
static int shapes_of(Master *master, int number, const Step *step, double *ends, double *shapes)
{
    Slave *slave = &master->slaves[number];
    int numbers = ORDERS * slave->heard_count;
    for (int one = 0; one < 2; ++one) {
        for (int i = 0; i < master->signal_count; ++i) ends[i] = one;
        if (given_ahead(master, number, step, step, ends)) return 1;
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

/* A slave takes the step, in as many of its own as it takes, while one input follows what signals are `ahead` and the others what is guessed. */
static int step_moved(Master *master, int number, const Step *step, int input, const double *guess, const double *ahead, double *moved)
{
    Slave *slave = &master->slaves[number];
    int inputs = slave->heard_count;
    if (restore_one(master, number)) return 1;
    for (const Turn *turn = master->turns; turn < master->turns + master->turn_count; ++turn) {
        if (turn->slave != number) continue;
        Step own = turn_step(turn, step);
        if (given_ahead(master, number, &own, step, ahead)) return 1;
        for (int k = 0; k < slave->given.orders; ++k) moved[k] = slave->given.coefficients[k * inputs + input];
        if (given_ahead(master, number, &own, step, guess)) return 1;
        for (int k = 0; k < slave->given.orders; ++k) slave->given.coefficients[k * inputs + input] = moved[k];
        if (slave_step(master, number, &own)) return 1;
    }
    return 0;
}

/* Each input moves by itself. */
static int tried(Master *master, int number, const Step *step, const double *found, const double *guess, double *room)
{
    Slave *slave = &master->slaves[number];
    int n = master->signal_count;
    double moved[ORDERS], *ahead = room, *sizes = ahead + n, *outputs = sizes + n;
    signal_sizes(master, sizes);
    for (int i = 0; i < n; ++i) ahead[i] = guess[i] + DIFFERENCE * sizes[i];
    for (int i = 0; i < slave->heard_count - slave->signal_count; ++i) {
        int driver = driver_of(master, slave, i);
        if (driver < 0) continue;
        if (step_moved(master, number, step, i, guess, ahead, moved)) return 1;
        outputs_of(master, slave, outputs);
        for (int j = 0; j < slave->signals; ++j)
            master->jacobian[(slave->first_signal + j) * n + driver] += (outputs[j] - found[slave->first_signal + j]) / (DIFFERENCE * sizes[driver]);
    }
    return 0;
}

/* Whether Python's answer is that of the slave: it knows no inputs that are held over several steps within one. */
static int is_answered(const Master *master, int number)
{
    const Slave *slave = &master->slaves[number];
    int holds = 0, count = 1;
    for (int i = 0; i < slave->heard_count; ++i) holds |= slave->held_at[i] >= 0.0;
    for (const Turn *turn = master->turns; turn < master->turns + master->turn_count; ++turn)
        if (turn->slave == number) count = turn->count;
    return slave->answers && (count == 1 || !holds);
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
        if (is_answered(master, number) ? answered(master, number, step, room) : tried(master, number, step, found, guess, room)) return 1;
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
