/* The rows of contacts in the metric of masses, and how impulses along them change their velocities. */

#ifndef MBFMU_CONTACT_MOBILITY_H
#define MBFMU_CONTACT_MOBILITY_H

#include "impact_law.h"
#include "instance.h"
#include "scaled_rows.h"

/* Some contacts with their `number` among all; their rows, less what other constraints take, in the metric, B (impact.rows x n), S = B B^T, and their
   velocities before; `length` (impact.rows) is that of rows before others took theirs. Friction and restitution of `contact` are for the caller to give. */
typedef struct {
    Instance *instance;
    const Mechanism *mechanism;
    Impact impact;
    ImpactContact *contact;
    int *number, n;
    double *B, *S, *before, *length;
    MassMetric metric;
} ContactMobility;

/* Of the contacts chosen (contacts), as last evaluated; all in scratch memory. Rows of those `locked` (contacts) count as other constraints; NULL where none is. */
int find_mobility(Instance *instance, const Mechanism *mechanism, const int *chosen, const int *locked, ContactMobility *found);

double slowest(const ContactMobility *of, const double *impulse); /* velocities that are slower beside those before and what impulses make count as none */
int is_held(const ContactMobility *of, int contact); /* whether other constraints leave nothing of its normal row: no impulse along it moves anything */
double friction_of(const Instance *instance, const ContactPoint *contact); /* infinite where nothing slides */

#endif
