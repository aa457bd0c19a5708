/* Distances of modes to switching: how far each is from being left; and how near they came to that in the evaluations of a step. */

#ifndef MBFMU_SWITCHING_DISTANCES_H
#define MBFMU_SWITCHING_DISTANCES_H

#include "instance.h"

#define BAND (10.0 * NOISE) /* of an indicator: closer to 0, the mode may be on this side only because it was left beyond NOISE */

double switching_distance(const Instance *instance, int i); /* of mode i, by its indicator as last evaluated */

/* Where Instance.switching_distances is set, to work space of switching_distances_scratch numbers, each evaluation notes them there. */
void switching_distances_note(Instance *instance);
void switching_distances_start(Instance *instance);  /* of a step, at the point that was evaluated last */
void switching_distances_go_on(Instance *instance);  /* with another step, at the point that was noted last */
/* Margins of the step that was taken last, behind its evaluations; NULL where none are noted. */
const double *switching_distances_at_start(const Instance *instance);
const double *switching_distances_at_end(const Instance *instance);
/* Whether all margins were larger than they could have fallen between the evaluations, were these all over the step. */
int switching_distances_are_safe(const Instance *instance);
size_t switching_distances_scratch(const Problem *problem);

#endif
