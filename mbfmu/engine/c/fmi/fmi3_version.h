/* What instances of FMI 3 have in common. */

#ifndef MBFMU_FMI3_VERSION_H
#define MBFMU_FMI3_VERSION_H

#include "component.h"

extern const Version FMI3;

#endif
