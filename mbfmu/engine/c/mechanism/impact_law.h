/* The law of impacts: impulses of contacts, all of which act at once.

   S = A M^-1 A^T (rows x rows) of the contacts' rows, in which other constraints are taken out: impulses p change velocities A v by S p. The first row of a
   contact is along its normal, where positive velocities separate; rows behind it are tangential.
   Poisson: in compression 0 <= p_n, 0 <= v_n, one of them zero; then in expansion e p_n of compression at least, and the same. Newton: v_n is at
   least -e times what it was. Friction is Coulomb's at the end of each: |p_t| <= mu p_n in any direction, against v_t where it slides.
   Source: F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts, 1996, chapter 8; solved by projected Gauss-Seidel, a contact at a time.

   Where contacts of different restitution, or friction that turns, would make energy grow, or where no impulses have these restitutions, all are reduced by
   one factor, by as much as it takes. */

#ifndef MBFMU_IMPACT_LAW_H
#define MBFMU_IMPACT_LAW_H

#include <stddef.h>

#include "one_contact.h"

/* How an impact went: the impulses of compression (rows), the rest are those of expansion; and the factor of all restitutions. */
typedef struct {
    double *compression, factor;
} ImpactPhases;

/* The impulses and the velocities after the impact (rows each); 0, or -1 where no impulses are found. `phases` may be NULL; `work` has impact_law_work numbers. */
int impact_law(const Impact *impact, double *impulse, double *after, ImpactPhases *phases, double *work);
size_t impact_law_work(int contacts, int rows);

#endif
