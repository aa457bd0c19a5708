/* Where rigid contacts meet, part, stick or slide, directions jump with the speeds, and follow the rows that hold then.

   Source: R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems, 2004, chapter 7 (the saltation matrix). */

#ifndef MBFMU_VARIATION_CONTACTS_H
#define MBFMU_VARIATION_CONTACTS_H

#include "contact_jump.h"
#include "variation_rates.h"

/* Behind contact_event, which noted the jump; directions are those at the time of the event, as variation_meet leaves them. */
int variation_contacts(Instance *instance, Variation *variation, const Mechanism *mechanism, const ContactJump *jump);

#endif
