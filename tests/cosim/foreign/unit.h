/* unit.h: an FMU of no tool's (FMI 2.0 and 3.0), which counts what is called and behaves as its parameter `behaviour` says.

   An integrator x' = u with y = 2 u, j = i + 1, n = not b, t = s in brackets; where it is a ball, x' = v and v' = u above a floor at x = 0, which
   gives back REBOUND of its speed. */

#ifndef UNIT_H
#define UNIT_H

#include <stddef.h>

enum {
    BEHAVES,
    DISCARDS, /* the step that ends behind `at`, and says why */
    FAILS,
    NOT_A_NUMBER, /* x, from `at` on */
    CRASHES,
    ENDS,   /* asks to end the simulation; FMI 2 has Discard for it */
    COUNTS, /* x jumps by 1 each `at`, in two updates */
    BOUNCES,
    STUCK,   /* returns early at `at` for ever */
    RESTLESS, /* wants an update after each update, from `at` on */
    REFUSES,  /* to be reset */
    REMEMBERS /* u after a reset */
};
enum { U, X, Y, V, D, AT, X_START, REALS };
enum { I, J, BEHAVIOUR, SET_REAL, SET_INTEGER, SET_BOOLEAN, SET_TEXT, GET_REAL, GET_INTEGER, GET_BOOLEAN, GET_TEXT, STEPS, EVENTS, INTEGERS };
enum { B, N, BOOLEANS };
enum { S, T, TEXTS };
enum { TEXT = 80, REBOUND_PERCENT = 80 };
enum { GOES_ON, DISCARDED, FAILED, ENDED };

typedef struct {
    double reals[REALS], time;
    int integers[INTEGERS], booleans[BOOLEANS], mode, pending; /* updates of discrete states that are due */
    int counting; /* calls, once the initialization is over */
    char texts[TEXTS][TEXT];
} State;

void unit_begin(State *state);
/* Be as new; whether it is. */
int unit_reset(State *state);
void unit_start(State *state);
void unit_count(State *state, int call);
/* Outputs that follow inputs at once. */
void unit_follow(State *state);
/* Move to `end`, or to an event before it, whose updates are pending then, unless it is `alone` with events; one of GOES_ON, ... */
int unit_step(State *state, double end, int alone);
/* One update of discrete states. */
void unit_update(State *state);
const char *unit_why(int outcome);

#endif
