/* Groups of rows that depend on each other, so that contacts among them share loads (share_loads.c). */

#ifndef MBFMU_LOAD_GROUPS_H
#define MBFMU_LOAD_GROUPS_H

#include "instance.h"

/* As rows of contacts are chosen and loads were last evaluated: rows of contacts that act but are not independent, and rows that take part in them. Normal
   forces weigh alike; tangential ones the more the less their point bears, so that the friction of all comes to its end together. */
int find_load_groups(Instance *instance, const Mechanism *mechanism);

#endif
