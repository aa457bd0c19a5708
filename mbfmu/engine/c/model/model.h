/* The Problem as a model in time: all that others ask of an instance. */

#ifndef MBFMU_MODEL_H
#define MBFMU_MODEL_H

#include "adjusted_starts.h"
#include "advance.h"
#include "constraints.h"
#include "derivative.h"
#include "drainage.h"
#include "equilibrium.h"
#include "initialize.h"
#include "inputs.h"
#include "locked_joints.h"
#include "modes.h"
#include "outputs.h"
#include "sensitivity.h"
#include "settled_start.h"
#include "start_tangent.h"
#include "time_events.h"
#include "validity.h"

Instance *model_new(const Problem *problem, void *host); /* an instance (instance.h) with room for all of this */

#endif
