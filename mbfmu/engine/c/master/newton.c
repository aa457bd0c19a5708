/* newton.c: all slaves step on what their inputs will be at the end of the step, found by Newton's method over what connects them.

   It is implicit: inputs follow polynomials that meet their values of the end of the step, or are held at these, so nothing comes a step late. Held
   inputs come early instead, on average by half a step, which is no more stable than late where FMUs share a spring. Each round takes the step back.
   See S. Sicklinger et al., "Interface Jacobian-based Co-Simulation", Int. J. Numer. Meth. Engng 98 (2014), 418-444. */

#include <math.h>
#include <string.h>

#include "fault.h"
#include "method.h"
#include "saved.h"
#include "signals.h"
#include "step_jacobian.h"
#include "turns.h"

#define ROUNDS 20
#define CLOSED 1e-8 /* of the size of a signal: what connections may be off */
#define NEARLY 1e-5 /* of the same: what they may be off where FMUs are too rough for more */
#define SLOW 0.3    /* a round that leaves more than this of what was off wants a new Jacobian */

/* off = found - guess; the largest relative to the size of its signal, infinite where one is no finite number. */
static double far_off(const Master *master, const double *found, const double *guess, const double *sizes, double *off)
{
    double largest = 0.0;
    for (int i = 0; i < master->signal_count * master->width; ++i) {
        off[i] = found[i] - guess[i];
        double far = fabs(off[i] / sizes[i / master->width]);
        largest = isfinite(far) ? fmax(largest, far) : HUGE_VAL;
    }
    return largest;
}

static int step_on_guess(Master *master, const Step *step, const double *guess)
{
    look_ahead(master, step->end, guess);
    return side_by_side(master, step, step->start);
}

static int close_connections(Master *master, const Step *step)
{
    int n = master->signal_count * master->width;
    double *guess = master->closing, *found = guess + n, *off = found + n, *sizes = off + n, last = HUGE_VAL;
    predicted_signals(master, master->degree + 1, step, guess);
    for (int round = 0; round < ROUNDS; ++round) {
        if (step_on_guess(master, step, guess)) return 1;
        newest_signals(master, found);
        signal_sizes(master, sizes);
        double worst = far_off(master, found, guess, sizes, off);
        if (!isfinite(worst)) break;
        if (worst <= CLOSED || (worst <= NEARLY && (worst > last / 2.0 || round == ROUNDS - 1))) return 0;
        if (!jacobian_suits(master, step) || (worst > SLOW * last && !master->is_linear)) {
            if (find_jacobian(master, step, found, guess)) return 1;
            use_jacobian(master, step->size, master->jacobian, sizes);
        }
        if (restore_all(master)) return 1;
        correct(master, off, guess);
        last = worst;
    }
    return faulty(master, 0, NOT_CLOSED, step);
}

int newton(Master *master, const Step *step)
{
    int fails = save_all(master) || close_connections(master, step);
    look_away(master);
    return release_all(master) || fails;
}
