/* Impacts: speeds jump where contacts meet. */

#ifndef MBFMU_IMPACT_H
#define MBFMU_IMPACT_H

#include "contact_jump.h"
#include "sentence.h"

/* The contacts that are `touching` (contacts) and closed, all at once; positions go onto them first. Those that separate behind it are open, and close where
   their gap is less than it is then. Those that are `locked` (contacts) are as joints. The jump is noted where it is not NULL. -1 where no impulses are found. */
int collide(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, ContactJump *jump);
int refuse_held(Instance *instance, const Sentence *names); /* -1 if there are contacts of these names that touch where nothing gives way */
void open_contact(Instance *instance, const Mechanism *mechanism, int contact); /* as last evaluated where it was closed */
void let_hop(const Instance *instance, const ContactPoint *contact); /* one that is open, and could neither stay nor leave: it comes back a little deeper */

#endif
