/* How the speeds behind an impact change with states, parameters and time before it.

   M (v_k - v_(k-1)) = A^T p_k in each phase k. Which contacts hold, stick and slide stays, so each row of a contact gives one equation of the changes: its
   velocity, or its impulse, or friction of a direction that turns. Rows of other constraints hold always.
   Source: C. Glocker, Set-Valued Force Laws, 2001, chapter 8, differentiated. */

#ifndef MBFMU_IMPACT_TANGENT_H
#define MBFMU_IMPACT_TANGENT_H

#include "contact_jump.h"
#include "linear_algebra.h"
#include "mass_metric.h"

/* Of one row of a contact: `of_velocity` times the changes of velocities of its contact and `of_impulse` times those of its impulses (3 each) are the change
   of what it aims at, or, where `rubs`, friction of a changed coefficient along `direction`. */
typedef struct {
    double of_velocity[3], of_impulse[3], direction;
    int rubs;
} RowLaw;

typedef struct {
    double *impulse, *change;    /* (m), and of the speeds (n) */
    RowLaw *law;                 /* (m) */
    OrthogonalFactors factors;   /* of the laws of all rows, scaled */
} ImpactPhase;

typedef struct {
    Instance *instance;
    const Mechanism *mechanism;
    const ContactJump *jump;
    int n, m, others, phases;    /* speeds; rows that take part, `others` of other constraints first */
    int *row, *contact;          /* of each: its number in the mechanism, and its contact, or -1 */
    double *B, *S, *scale;       /* rows in the metric (m x n), their products (m x m), and lengths */
    double *velocity;            /* (3 x m): before, and behind each phase */
    int *column;                 /* 0 up to n */
    MassMetric metric;
    ImpactPhase phase[2];
    double *energy_speeds, energy_rate; /* by the factor of restitutions where energy sets that: speeds (n), and the energy; else NULL */
} ImpactTangent;

/* At the states before the jump, where the instance is from then on, with its modes; all taken from scratch. */
int find_impact_tangent(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactTangent *tangent);
/* Along the seeds in Instance.tangent: the tangents of speeds there become those behind the impact. `apart` is how much farther than the contacts that closed
   others that touch are then [m]. */
int impact_tangent(const ImpactTangent *tangent, double *apart);

#endif
