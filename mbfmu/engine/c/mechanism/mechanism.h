/* A mechanism tied to the numbers of one instance: how they are evaluated, what they are, and how its coordinates move. */

#ifndef MBFMU_MECHANISM_H
#define MBFMU_MECHANISM_H

#include "instance.h"

#define NORMALIZE 0.5 /* s times q_rate at rest, k (1 - |q|^2) q with k = 1/s: Newton's correction of |q| to 1 */

size_t mechanism_scratch(const Mechanism *mechanism); /* the most that any function takes, besides schedules and a copy of all states */

int mechanism_evaluate(Instance *instance, const Mechanism *mechanism);        /* its rows */
int mechanism_evaluate_starts(Instance *instance, const Mechanism *mechanism); /* and those of starts */
/* Move the coordinates by a change of speeds (nv) times one second, to first order, and normalize Euler parameters. Speeds resolved in bodies
   that turn go along. */
int displace(Instance *instance, const Mechanism *mechanism, const double *change);
int displace_tangent(Instance *instance, const Mechanism *mechanism, const double *change); /* the same of the tangents of the coordinates */
int any_input_driven(const Mechanism *mechanism);
int any_mechanism_input_driven(const Problem *problem); /* whether inputs feed any constraint */

static inline double *speeds_of(const Instance *instance, const Mechanism *mechanism)
{
    return at(instance, mechanism->x) + mechanism->nq + mechanism->own;
}
static inline int is_independent(const Instance *instance, const Mechanism *mechanism, int row) { return at(instance, mechanism->independent)[row] > 0.0; }
/* The first row that comes and goes with contacts: the rows behind it do, too. */
static inline int first_contact_row(const Mechanism *mechanism) { return mechanism->contacts ? mechanism->contact[0].row : mechanism->rows; }
int is_active(const Instance *instance, const Mechanism *mechanism, int row); /* says more than roundoff, as last evaluated */
int any_spare(const Instance *instance, const Mechanism *mechanism); /* whether any active row is not among the independent ones, contacts apart */

void coordinate_sizes(const Instance *instance, const Mechanism *mechanism, double *sizes); /* each at least 1 */
void longest_alike(const Mechanism *mechanism, double *values); /* of each row becomes the largest of those like it */
static inline size_t states_of(const Mechanism *mechanism) { return (size_t)(mechanism->nq + mechanism->own + mechanism->nv); }

#endif
