/* by_energy.c: the power that coupling creates or destroys at a port must be small beside the largest that has passed through it; no part is taken back.

   See S. Sadjina et al. (port_energy.c), who do so with this controller. */

#include <math.h>
#include <string.h>

#include "control.h"

#define INTEGRAL 0.3 /* gains of a PI controller on logarithms: K. Gustafsson, ACM Trans. Math. Softw. 17 (1991), 533-554 */
#define PROPORTIONAL 0.4

static void begin(Master *master, const Step *part)
{
    (void)part;
    memcpy(master->control.before, master->energies, 2 * (size_t)master->port_count * sizeof(double));
}

static int off(Master *master, const Step *part, Off *found)
{
    Off worst = {0.0, BY_PORT, -1, -1};
    for (int port = 0; port < master->port_count; ++port) {
        const double *now = master->energies + 2 * port, *before = master->control.before + 2 * port;
        double taken = (now[0] - before[0]) / part->size, given = (now[1] - before[1]) / part->size;
        double *largest = &master->control.largest[port];
        *largest = fmax(*largest, fmax(fabs(taken), fabs(given)));
        double allowed = master->tolerance * *largest, far = allowed > 0.0 ? fabs(taken - given) / allowed : 0.0;
        if (worst.number >= 0 && far <= worst.tolerances) continue;
        worst.tolerances = far;
        worst.number = port;
    }
    *found = worst;
    return 0;
}

static double next_size(Master *master, double size, double tolerances)
{
    double now = fmax(tolerances, NONE);
    int order = master->degree + 1;
    double change = SAFE * pow(now, -INTEGRAL / order) * pow(master->control.last / now, PROPORTIONAL / order);
    master->control.last = now;
    return size * fmin(fmax(change, SMALLER), LARGER);
}

const ControlMethod by_energy = {0, begin, off, next_size};
