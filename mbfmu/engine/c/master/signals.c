/* signals.c: what all histories hold, as one vector. */

#include "signals.h"

#include <math.h>
#include <string.h>

#include "history.h"

void look_ahead(Master *master, double time, const double *values)
{
    for (History *history = master->histories; history < master->histories + master->history_count; ++history) {
        int n = history->count * master->width;
        history->has_ahead = 1;
        history->ahead_sloped = 0;
        history->ahead_time = time;
        memcpy(history->ahead, values, (size_t)n * sizeof(double));
        values += n;
    }
}

void look_ahead_as_newest(Master *master)
{
    for (History *history = master->histories; history < master->histories + master->history_count; ++history) {
        size_t size = (size_t)(history->count * master->width) * sizeof(double);
        Sample newest = history_sample(history, master->width, 0);
        history->has_ahead = 1;
        history->ahead_sloped = history->sloped;
        history->ahead_time = newest.time;
        memcpy(history->ahead, newest.values, size);
        if (history->sloped) memcpy(history->ahead_slopes, newest.slopes, size);
    }
}

void look_away(Master *master)
{
    for (History *history = master->histories; history < master->histories + master->history_count; ++history) history->has_ahead = 0;
}

void newest_signals(const Master *master, double *values)
{
    for (const History *history = master->histories; history < master->histories + master->history_count; ++history) {
        int n = history->count * master->width;
        memcpy(values, history_sample(history, master->width, 0).values, (size_t)n * sizeof(double));
        values += n;
    }
}

void predicted_signals(Master *master, int degree, const Step *step, double *values)
{
    for (const History *history = master->histories; history < master->histories + master->history_count; ++history) {
        Polynomial drawn = {0.0, 0, 0, master->room};
        history_polynomial(history, master->width, degree, step->start, HUGE_VAL, 0, &drawn);
        polynomial_values(&drawn, step->end, values);
        values += drawn.count;
    }
}

void signal_sizes(const Master *master, double *sizes)
{
    for (const History *history = master->histories; history < master->histories + master->history_count; ++history) {
        memcpy(sizes, history->scale, (size_t)history->count * sizeof(double));
        sizes += history->count;
    }
}
