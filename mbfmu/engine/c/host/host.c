/* host.c: what the slave of an interpreted FMU tells beside FMI (mbfmu/fmu/interpreted/python_block_slave.py): who computes what a user's Python computes. */

#include "component.h"
#include "exported.h"

EXPORTED void host_compute(Component *component, Compute *compute) { component->instance->compute = compute; }
