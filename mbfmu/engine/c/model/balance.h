/* What must vanish where a model is in static equilibrium, and how it changes with the independent states: accelerations that constraints leave open,
   and rates of other states. States of elements on which nothing depends do not count. */

#ifndef MBFMU_BALANCE_H
#define MBFMU_BALANCE_H

#include "independent_states.h"

#define SINGULAR 1e-11 /* relative: what roundoff leaves of accelerations by neutral motions */

typedef struct {
    IndependentStates states;
    int others, *other;   /* those of states.others that count, by their number there */
    double *unit;         /* (motions + others), in which they are counted */
    double *part;         /* (motions + others), of these units, in which the factors count them */
    double *jacobian;     /* (speeds + others, motions + others), both in units */
    double longest;       /* of its columns */
    OrthogonalFactors factors;
} Balance;

/* At the present point, which is at rest and was evaluated last; all taken from scratch. Motions of which accelerations tell nothing but roundoff are
   neutral: nothing is to be balanced by them. -1 where tangents or memory cannot be had. */
int find_balance(Instance *instance, Balance *balance);
/* Other factors, taken from scratch: motions of which accelerations tell less than `neutral`, relative, are neutral. Of two changes that do the same
   the smaller one is taken, where motions are counted in `of_motions` times their units. */
int find_factors(Instance *instance, double neutral, double of_motions, Balance *balance);
int counts(const Balance *balance, int k); /* whether other state number k does */
/* The largest acceleration, or rate of another state that counts in nominal values, of rates (n). */
double imbalance(const Instance *instance, const Balance *balance, const double *rates);
/* The smallest change (n) of all states that takes these rates (n) away; the length of what it leaves of them. */
double restoring_change(Instance *instance, const Balance *balance, const double *rates, double *change);
/* `unstable`: whether some small motion grows by itself. -1 where tangents or eigenvalues cannot be had. */
int find_whether_unstable(Instance *instance, const Balance *balance, int *unstable);

#endif
