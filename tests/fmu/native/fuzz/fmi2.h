/* Random calls of FMI 2.0, one function each; they return the status. */

#ifndef FUZZ_FMI2_H
#define FUZZ_FMI2_H

#include "fuzz.h"

/* fmi2_states.c */
int get_state(Slot *slot), set_state(Slot *slot), free_state(Slot *slot), through_bytes(Slot *slot);
void free_states(Slot *slot);

/* fmi2_calls.c */
int get_real(Slot *slot), set_real(Slot *slot), other_types(Slot *slot), null_pointers(Slot *slot), directional_derivative(Slot *slot);
int enter_event_mode(Slot *slot), new_discrete_states(Slot *slot), enter_continuous(Slot *slot), completed_step(Slot *slot), set_time(Slot *slot);
int set_states(Slot *slot), derivatives(Slot *slot), indicators(Slot *slot), states(Slot *slot), nominals(Slot *slot);
int input_derivatives(Slot *slot), output_derivatives(Slot *slot), do_step(Slot *slot), cancel_step(Slot *slot), get_status(Slot *slot);

#endif
