/* The independent states of a model at rest, and how all others follow from them.

   They are small motions of the mechanisms that constraints allow, as changes of speeds times one second, and states of elements and blocks, which
   drag along mechanisms whose constraints they move. */

#ifndef MBFMU_INDEPENDENT_STATES_H
#define MBFMU_INDEPENDENT_STATES_H

#include "linear_algebra.h"
#include "mechanism.h"

#define DEPENDENT 1e-9 /* relative: pivots of rows below it are those of rows that follow from others */

/* What the constraints of a mechanism leave free: the holonomic rows of motions, all rows of speeds. */
typedef struct {
    const MechanismStates *states;
    const Mechanism *mechanism; /* NULL where it has no constraints */
    OrthogonalFactors positions, speeds;
    double *position_scale, *speed_scale; /* of each row its length */
} FreeMotions;

typedef struct {
    FreeMotions *mechanism; /* one for each of Problem.motion */
    int motions, others, speeds;
    int *other;     /* (others) places in x of states of elements and blocks */
    double *column; /* (motions + others, n): how all n states change by each of the independent ones; those of motions come first */
    double *motion; /* (motions, n): of each motion its speeds, 0 elsewhere */
    double *seeds;  /* as many numbers as a tangent has, to keep one in */
    double *speed;  /* (speeds, n): the same of motions that all rows allow; all accelerations are a sum of these at rest */
} IndependentStates;

/* Only what constraints leave free at the present point, which was evaluated last: `mechanism`, `motion` and `speed`. All is taken from scratch. -1
   if there is no memory. */
int find_free_speeds(Instance *instance, IndependentStates *states);
/* All of them, at the present point, which is at rest and was evaluated last. All is taken from scratch. -1 if there is no memory. */
int find_independent_states(Instance *instance, IndependentStates *states);
/* Where inputs or parameters change by what lies in instance->tangent, and states by `change` (n), what mechanisms must move beside that so that
   constraints hold is added to it. What lies in the tangent outside x stays. */
int follow_constraints(Instance *instance, const IndependentStates *states, double *change);
const Mechanism *mechanism_of(const Problem *problem, const MechanismStates *of); /* its constraints, or NULL */
static inline int first_speed(const MechanismStates *of) { return of->first + of->nq + of->own; }

#endif
