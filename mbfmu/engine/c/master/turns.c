/* turns.c: the order in which slaves step within a communication step. */

#include "turns.h"

#include <math.h>

#include "slave_step.h"
#include "taken_inputs.h"
#include "threads.h"

static double point(const Turn *turn, int index, const Step *step)
{
    return index == turn->count ? step->end : step->start + (double)index / turn->count * step->size;
}

Step turn_step(const Turn *turn, const Step *step)
{
    double start = point(turn, turn->index, step), end = point(turn, turn->index + 1, step);
    Step own = {start, turn->count == 1 ? step->size : end - start, end, 0};
    return own;
}

/* Turns that are taken on several threads: whether each fails. */
typedef struct {
    Master *master;
    const Turn *first;
    const Step *step;
} Shared;

static void take_turn(void *context, int i)
{
    const Shared *shared = context;
    const Turn *turn = shared->first + i;
    Step own = turn_step(turn, shared->step);
    shared->master->slaves[turn->slave].fails = slave_step(shared->master, turn->slave, &own);
}

/* All take their turns, on as many threads as there are; the result is the same, since a step changes nothing but its slave. */
static int step_turns(Master *master, const Turn *first, const Turn *last, const Step *step)
{
    Shared shared = {master, first, step};
    int fails = 0, count = (int)(last - first);
    if (master->threads && count > 1) {
        threads_share(master->threads, take_turn, &shared, count);
        for (int i = 0; i < count; ++i) fails |= master->slaves[first[i].slave].fails;
        return fails;
    }
    for (int i = 0; i < count && !fails; ++i) {
        take_turn(&shared, i);
        fails = master->slaves[first[i].slave].fails;
    }
    return fails;
}

int side_by_side(Master *master, const Step *step, double until)
{
    const Turn *turn = master->turns, *end = turn + master->turn_count;
    while (turn < end) {
        const Turn *first = turn, *last = turn;
        while (last < end && last->together == first->together) ++last;
        for (turn = first; turn < last; ++turn) {
            Step own = turn_step(turn, step);
            if (give_inputs(master, turn->slave, &own, fmin(until, own.start))) return 1;
        }
        if (step_turns(master, first, last, step)) return 1;
        for (turn = first; turn < last; ++turn) {
            Step own = turn_step(turn, step);
            if (note_step(master, turn->slave, &own)) return 1;
        }
    }
    return 0;
}

int one_after_another(Master *master, const Step *step)
{
    for (const Turn *turn = master->turns; turn < master->turns + master->turn_count; ++turn) {
        Step own = turn_step(turn, step);
        if (give_inputs(master, turn->slave, &own, HUGE_VAL) || slave_step(master, turn->slave, &own) || note_step(master, turn->slave, &own)) return 1;
    }
    return 0;
}
