/* unit.c: how the FMU moves. */

#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double REBOUND = REBOUND_PERCENT / 100.0, ROUNDING = 1e-9;

void unit_begin(State *state)
{
    memset(state, 0, sizeof *state);
    state->reals[AT] = 0.5;
    state->reals[U] = 1.0;
    unit_follow(state);
}

int unit_reset(State *state)
{
    int behaviour = state->integers[BEHAVIOUR];
    double u = state->reals[U];
    if (behaviour == REFUSES) return 0;
    unit_begin(state);
    if (behaviour == REMEMBERS) state->reals[U] = u;
    return 1;
}

void unit_start(State *state)
{
    state->pending = state->integers[BEHAVIOUR] == RESTLESS && state->reals[AT] <= state->time;
    unit_follow(state);
    state->counting = 1;
}

void unit_count(State *state, int call) { state->integers[call] += state->counting; }

void unit_follow(State *state)
{
    if (!state->counting) state->reals[X] = state->reals[X_START];
    state->reals[Y] = 2.0 * state->reals[U];
    state->integers[J] = state->integers[I] + 1;
    state->booleans[N] = !state->booleans[B];
    snprintf(state->texts[T], TEXT, "<%.70s>", state->texts[S]);
}

static void move(State *state, double size)
{
    double *r = state->reals;
    if (state->integers[BEHAVIOUR] == BOUNCES) {
        r[X] += r[V] * size + r[U] * size * size / 2.0;
        r[V] += r[U] * size;
    } else
        r[X] += r[U] * size;
    state->time += size;
}

/* When the next event is, infinite where there is none. */
static double next_event(const State *state)
{
    const double *r = state->reals;
    if (state->integers[BEHAVIOUR] == RESTLESS) return r[AT];
    if (state->integers[BEHAVIOUR] == COUNTS) return r[AT] * (floor(state->time / r[AT] + ROUNDING) + 1.0);
    if (state->integers[BEHAVIOUR] == BOUNCES) return state->time + (-r[V] - sqrt(r[V] * r[V] - 2.0 * r[U] * fmax(r[X], 0.0))) / r[U];
    return HUGE_VAL;
}

void unit_update(State *state)
{
    if (!state->pending || state->integers[BEHAVIOUR] == RESTLESS) return;
    --state->pending;
    if (state->integers[BEHAVIOUR] == COUNTS) state->reals[X] += 0.5;
    if (state->integers[BEHAVIOUR] == BOUNCES) {
        state->reals[X] = 0.0;
        state->reals[V] *= -REBOUND;
    }
}

int unit_step(State *state, double end, int alone)
{
    int behaviour = state->integers[BEHAVIOUR], late = end > state->reals[AT] + ROUNDING;
    if (behaviour == DISCARDS && late) return DISCARDED;
    if (behaviour == FAILS && late) return FAILED;
    if (behaviour == ENDS && late) return ENDED;
    if (behaviour == CRASHES && late) *(volatile int *)0 = 0;
    if (behaviour == STUCK && late) {
        state->time = state->reals[AT];
        return GOES_ON;
    }
    for (double event = next_event(state); event <= end + ROUNDING; event = next_event(state)) {
        move(state, event - state->time);
        state->pending = behaviour == COUNTS ? 2 : 1;
        if (!alone) return GOES_ON;
        while (state->pending) unit_update(state);
    }
    if (end > state->time) move(state, end - state->time);
    if (behaviour == NOT_A_NUMBER && late) state->reals[X] = nan("");
    return GOES_ON;
}

const char *unit_why(int outcome) { return outcome == DISCARDED ? "the step is too long for me" : "the fuse has blown"; }
