/* Events of contacts: what follows where modes of contacts have been left. */

#ifndef MBFMU_CONTACT_EVENT_H
#define MBFMU_CONTACT_EVENT_H

#include "contact_jump.h"

/* `before` are all modes (m) before those were changed that their indicators say are left. Contacts that close collide, with all that touch; of those that
   open the one that pulls most does. Then rows are chosen anew. How speeds jumped is noted where `jump` is not NULL. */
int contact_event(Instance *instance, const Mechanism *mechanism, const double *before, ContactJump *jump);
/* At a start, before modes are settled: what touches is to close; and behind that. -1 names contacts that begin within each other. */
int contacts_start(Instance *instance, const Mechanism *mechanism);
void contacts_started(Instance *instance, const Mechanism *mechanism);

#endif
