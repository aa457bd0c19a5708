/* Speeds and driven positions given for the start that assembly has moved, in words. */

#ifndef MBFMU_ADJUSTED_STARTS_H
#define MBFMU_ADJUSTED_STARTS_H

#include "instance.h"

int model_report_moved_starts(Instance *instance); /* report start speeds that model_initialize, which was the last, has moved or taken away */

#endif
