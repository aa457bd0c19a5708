/* Margins of modes: how far each is from being left; and how near they came to that in the evaluations of a step. */

#ifndef MBFMU_MARGINS_H
#define MBFMU_MARGINS_H

#include "instance.h"

double model_margin(const Instance *instance, int i); /* of mode i, by its indicator as last evaluated */

/* Where Instance.margins is set, to work space of margins_scratch numbers, each evaluation notes its margins there. */
void margins_note(Instance *instance);
void margins_start(Instance *instance);  /* of a step, at the point that was evaluated last */
void margins_go_on(Instance *instance);  /* with another step, at the point that was noted last */
/* Whether all margins were larger than they could have fallen between the evaluations, were these all over the step. */
int margins_are_safe(const Instance *instance);
size_t margins_scratch(const Problem *problem);

#endif
