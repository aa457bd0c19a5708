/* How the speeds behind an impact change with states, parameters and time before it.

   M (v_k - v_(k-1)) = A^T p_k in each phase k. Which contacts hold, stick and slide stays, so each row of a contact gives one equation of the changes: its
   velocity, or its impulse, or friction of a direction that turns. Rows of other constraints hold always.
   Source: C. Glocker, Set-Valued Force Laws, 2001, chapter 8, differentiated. */

#ifndef MBFMU_IMPACT_TANGENT_H
#define MBFMU_IMPACT_TANGENT_H

#include "impact_phase.h"
#include "impact_positions.h"
#include "impact_rows.h"

typedef struct {
    ImpactRows rows;
    ImpactPositions positions;
    int phases;
    ImpactPhase phase[2];
    double *energy_speeds, energy_rate; /* by the factor of restitutions where energy sets that: speeds (n), and the energy; else NULL */
} ImpactTangent;

/* At the states before the jump, where the instance is from then on, with its modes; all taken from scratch. */
int find_impact_tangent(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactTangent *tangent);
/* Along the seeds in Instance.tangent: the tangents of the mechanism's states there become those behind the impact. Contacts that touch but do not meet in
   the same moment are put together as positions are: `apart` [m] is by how much at most, `farthest` which contact. */
int impact_tangent(const ImpactTangent *tangent, double *apart, int *farthest);

#endif
