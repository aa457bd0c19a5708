/* Impacts: speeds jump where contacts meet. */

#ifndef MBFMU_IMPACT_H
#define MBFMU_IMPACT_H

#include "contact_jump.h"
#include "sentence.h"

/* The contacts that are `touching` (contacts) and closed, all at once; positions go onto them first. Those that separate behind it are open, and close where
   their gap is less than it is then. Those that are `locked` (contacts) are as joints. The jump is noted where it is not NULL. -1 where no impulses are found. */
int collide(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, ContactJump *jump);
int refuse_held(Instance *instance, const Sentence *names); /* -1 if there are contacts of these names that touch where nothing gives way */
int is_locked(const Instance *instance, const ContactPoint *contact); /* closed, and held so by its lock, as last evaluated */
void set_contact(const Instance *instance, const ContactPoint *contact, int closed); /* closed, it sticks */
void stick_contact(const Instance *instance, const ContactPoint *contact); /* which may slide */
void guide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* as the next, but from rest */
void slide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* in that direction, of any length but zero */
void hold_friction(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* [N] beside what its rows bear while it sticks */
void open_contact(Instance *instance, const Mechanism *mechanism, int contact); /* as last evaluated where it was closed */

#endif
