/* by_prediction.c: signals must be at the end of a part what their past predicts, by polynomials of the degree of inputs; else it is taken back.

   With explicit methods, this is what inputs are off at the end of the part; those that know the end are better than that. A vector of a hub port is
   one signal. Sizes are those of before the part: a wild one must not excuse itself. */

#include <math.h>
#include <string.h>

#include "control.h"
#include "signals.h"
#include "taken_inputs.h"

static void begin(Master *master, const Step *part)
{
    predicted_signals(master, master->degree, part, master->control.predicted);
    signal_sizes(master, master->control.sizes);
}

/* The largest distance of a vector, relative to its length. */
static Off vectors_off(Master *master)
{
    const double *predicted = master->control.predicted, *sizes = master->control.sizes;
    double *newest = master->room, *distances = master->control.distances, *lengths = distances + master->vector_count;
    Off worst = {0.0, BY_VECTOR, -1, -1};
    newest_signals(master, newest);
    memset(distances, 0, 2 * (size_t)master->vector_count * sizeof(double));
    for (int i = 0; i < master->signal_count; ++i) {
        int vector = master->vector_of[i];
        distances[vector] = hypot(distances[vector], newest[i] - predicted[i]);
        lengths[vector] = hypot(lengths[vector], sizes[i]);
    }
    for (int v = 0; v < master->vector_count; ++v) {
        double off = distances[v] / (master->tolerance * lengths[v]);
        if (worst.number >= 0 && off <= worst.tolerances) continue;
        worst.tolerances = off;
        worst.number = v;
    }
    return worst;
}

static int off(Master *master, const Step *part, Off *found)
{
    *found = vectors_off(master);
    for (int number = 0; number < master->slave_count; ++number) {
        double held;
        int worst;
        if (inputs_off(master, number, part, &held, &worst)) return 1;
        if (worst < 0 || held / master->tolerance <= found->tolerances) continue;
        Off of_signal = {held / master->tolerance, BY_SIGNAL, worst, number};
        *found = of_signal;
    }
    return 0;
}

static double next_size(Master *master, double size, double tolerances)
{
    double change = SAFE * pow(fmax(tolerances, NONE), -1.0 / (master->degree + 1));
    return size * fmin(fmax(change, SMALLER), LARGER);
}

const ControlMethod by_prediction = {1, begin, off, next_size};
