/* Energy drainage: a mechanism comes to rest where it is in static equilibrium.

   The transient solver runs with drained accelerations, v' <- v' - 2 w v - w^2 (q(t) - q(t0)), where t0 is the last accepted state; the small motion
   since then is (t - t0) v to first order, which serves rotations too. Equilibria stay where they are, and motion loses the power 4 w T. States of
   elements and blocks are not drained. Time stands still: what the equations see is the time at which this began.

   Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, The Scientific World
   Journal, 2014, eq. 50, corrected. */

#ifndef MBFMU_DRAINAGE_H
#define MBFMU_DRAINAGE_H

#include "instance.h"

typedef struct {
    double part;                /* of the largest speed and acceleration met: below it the mechanism counts as settled */
    int most;                   /* steps that are taken */
    double speed, acceleration; /* the largest that were met: zero at first, and kept for the next call */
    int settled, lost;          /* lost: it is so far away that there is nothing to come to */
    double *memory; /* of the integrator: zeros at first, and kept for the next call */
} Drainage;

/* From the present point, in steps of Radau IIA whatever integrates the Problem, since drainage is stiff where it ends; where it is not settled
   after `most` steps, or far away, it stays there. On failure the instance is anywhere. */
int model_drain(Instance *instance, Drainage *drainage);
/* Memory for it, taken from scratch; -1 where there is none. */
int take_drainage_memory(Instance *instance, Drainage *drainage);

#endif
