/* The modes of a point at which bodies may touch: open, or closed and then sticking, guided or sliding. */

#ifndef MBFMU_CONTACT_MODES_H
#define MBFMU_CONTACT_MODES_H

#include "mechanism.h"

double *mode_of(const Instance *instance, const Mechanism *mechanism, int contact); /* 1.0 while it is closed */
int mode_number(const Instance *instance, const Mechanism *mechanism, int contact); /* of that, among all modes */
int never_slides(const ContactPoint *contact); /* but may hold along its surface */
int is_locked(const Instance *instance, const ContactPoint *contact); /* closed, and held so by its lock, as last evaluated */
void set_contact(const Instance *instance, const ContactPoint *contact, int closed); /* closed, it sticks */
void stick_contact(const Instance *instance, const ContactPoint *contact); /* which may slide */
void guide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* as the next, but from rest */
void slide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* in that direction, of any length but zero */
void hold_friction(const Instance *instance, const ContactPoint *contact, double along_1, double along_2); /* [N] beside what its rows bear while it sticks */
void turn_axes(const Instance *instance, const Mechanism *mechanism); /* along with the normals, as evaluated: what is held along them goes along, and rows here stay as they are */

#endif
