/* variable_step.c: communication steps taken in as many parts as a tolerance wants.

   1. Choose the size of the next part: the proposed one, no shorter than SHORTEST, so that no sliver is left.
   2. Save the FMUs, where they can be taken back, and take the part by the method of the master.
   3. Estimate what is off, in tolerances.
   4. Above 1: restore, unless a shorter part would not help (an echo, or the shortest part).
   5. Propose the next size from the estimate, and repeat until the end of the communication step. Where the shortest part is off, and no part mends
      what jumps or is noise, the rest of the step is not divided as finely. */

#include "variable_step.h"

#include <math.h>

#include "control.h"
#include "method.h"
#include "saved.h"

#define SHORTEST 1e-5 /* of the communication step: shorter parts are not tried, since no length resolves what jumps */
#define COARSER 10.0  /* times as long is the shortest part behind one that was off */
#define ECHO 10.0     /* tolerances: more than this is no echo but a jump */
#define ROUNDING 1e-9 /* of a part: differences of communication points are that of a step, but for rounding */
#define CAREFUL 1e-2  /* of the communication step: the first part, where it cannot be taken back */

/* A part that was refused: its size, and by how many tolerances it was off; size 0 where none was. */
typedef struct {
    double size, tolerances;
} Refused;

static const ControlMethod *control_of(const Master *master) { return master->takes_back ? &by_prediction : &by_energy; }

/* The next part of a step: the rest of it, half of the rest, or less. */
static Step part_from(double t, const Step *step, double size)
{
    double left = step->end - t;
    if (size * (1.0 + ROUNDING) >= left) return (Step){t, left, step->end, 0};
    if (2.0 * size > left) size = left / 2.0;
    return (Step){t, size, t + size, 0};
}

static int taken(Master *master, const Step *part, Off *off)
{
    control_of(master)->begin(master, part);
    return take_step(master, part) || control_of(master)->off(master, part, off);
}

/* Whether a part helps by less than the root of what it should, against a longer one that was refused: an output that depends on an input at once is off
   by what that was off before, however short the part; no step mends it. */
static int is_echo(const Master *master, double size, double tolerances, Refused longer)
{
    return longer.size > 0.0 && longer.tolerances * pow(size / longer.size, (master->degree + 1) / 2.0) < tolerances && tolerances <= ECHO;
}

/* Take a part; whether it may `stay`, else it is taken back. */
static int tried(Master *master, const Step *part, Refused refused, Off *off, int *stays)
{
    int fails = save_all(master) || taken(master, part, off);
    *stays = !fails && (off->tolerances <= 1.0 || is_echo(master, part->size, off->tolerances, refused));
    if (!fails && !*stays) fails = restore_all(master);
    return release_all(master) || fails;
}

static void note_missed(Master *master, const Step *part, const Off *off)
{
    if (master->missed.told) return;
    master->missed = (Missed){1, off->kind, off->number, off->slave, part->end, part->size};
}

int variable_step(Master *master, const Step *step)
{
    const ControlMethod *control = control_of(master);
    double t = step->start, shortest = SHORTEST * master->longest;
    Refused refused = {0.0, 0.0};
    if (master->control.size == 0.0) master->control.size = master->longest * (control->takes_back ? 1.0 : CAREFUL);
    while (t < step->end) {
        Step part = part_from(t, step, fmax(master->control.size, shortest));
        Off off;
        int stays = 1, is_shortest = part.size <= shortest;
        if (is_shortest || !control->takes_back ? taken(master, &part, &off) : tried(master, &part, refused, &off, &stays)) return 1;
        master->control.size = fmin(control->next_size(master, part.size, off.tolerances), master->longest);
        if (is_shortest && control->takes_back && off.tolerances > 1.0) {
            note_missed(master, &part, &off);
            shortest = fmin(COARSER * part.size, master->longest);
        }
        refused = stays ? (Refused){0.0, 0.0} : (Refused){part.size, off.tolerances};
        if (stays) t = part.end;
    }
    return 0;
}
