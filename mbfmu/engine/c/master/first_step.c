/* first_step.c: the first step is taken twice. */

#include "first_step.h"

#include "method.h"
#include "saved.h"
#include "signals.h"

int first_step(Master *master, const Step *step)
{
    int fails = save_all(master) || take_step(master, step);
    if (!fails) look_ahead_as_newest(master);
    fails = fails || restore_all(master);
    fails = release_all(master) || fails || take_step(master, step);
    look_away(master);
    return fails;
}
