/* State events: what happens where modes flip, as impacts and resets. */

#ifndef MBFMU_STATE_EVENTS_H
#define MBFMU_STATE_EVENTS_H

#include "instance.h"

/* Runs the updates of modes that differ from those of the slot n, in the Problem's order: each sees what those before it have set. `moved`: whether
   any has changed x. */
int model_do_state_events(Instance *instance, int *moved);
/* Behind an accepted step: sets numbers of the slot r, of which rates at this point depend on none that it changes. */
int model_do_accepted(Instance *instance);
/* -1 where such an update has moved the states, but left one of its modes within the noise of the indicator that leads back through it: a
   later crossing could be missed. The instance is evaluated. */
int refuse_unresolved_modes(Instance *instance);

#endif
