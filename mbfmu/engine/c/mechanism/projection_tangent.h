/* How directions go onto the constraints: as states do, by the smallest change in the mass metric. So what sliding has left across its direction goes by
   impulses at the points that hold now, as friction's would. */

#ifndef MBFMU_PROJECTION_TANGENT_H
#define MBFMU_PROJECTION_TANGENT_H

#include "strong_rows.h"

typedef struct {
    const Mechanism *mechanism;
    StrongRows positions, speeds;
} ProjectionTangent;

/* Of the rows as last evaluated, taken from scratch with what each direction needs. */
int find_projection_tangent(Instance *instance, const Mechanism *mechanism, ProjectionTangent *found);
/* The tangents of the states, laid with all others, go onto the rows. */
int projection_tangent(Instance *instance, const ProjectionTangent *of);

#endif
