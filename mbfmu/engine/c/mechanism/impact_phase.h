/* One phase of an impact that has been, and the law that each row follows in it. */

#ifndef MBFMU_IMPACT_PHASE_H
#define MBFMU_IMPACT_PHASE_H

#include "impact_rows.h"

/* Of one row of a contact: `of_velocity` times the changes of velocities of its contact and `of_impulse` times those of its impulses (3 each) are the change
   of what it aims at, or, where `rubs`, friction of a changed coefficient along `direction`. */
typedef struct {
    double of_velocity[3], of_impulse[3], direction;
    int rubs;
} RowLaw;

typedef struct {
    int expands;                 /* the second phase */
    const double *compression;   /* (m): impulses of the first phase */
    double *impulse, *change;    /* (m), and of the speeds (n) */
    double *after;               /* (m) velocities behind it */
    RowLaw *law;                 /* (m) */
    OrthogonalFactors factors;   /* of the laws of all rows, scaled */
} ImpactPhase;

int find_impact_phases(const ImpactRows *rows, ImpactPhase *phase, int *phases); /* one or two; taken from scratch */
double law_unit(const ImpactRows *rows, const RowLaw *law, int i, int k); /* by which what the law of row k of its contact, at place i, says is scaled */

#endif
