/* history.c: the newest samples of signals, in a ring that holds those of a step that may be taken back beside those that must stay. */

#include "history.h"

#include <math.h>
#include <string.h>

static int slot_of(const History *history, int back) { return (history->newest - back + history->slots) % history->slots; }

Sample history_sample(const History *history, int width, int back)
{
    size_t at = (size_t)slot_of(history, back), n = (size_t)(history->count * width);
    Sample sample = {history->times[at], history->values + at * n, history->sloped ? history->slopes + at * n : NULL};
    return sample;
}

void history_continue(const History *history, double *values, double *slopes)
{
    if (!history->known || !history->quaternion_count) return;
    const double *last = history_sample(history, 1, 0).values; /* quaternions come with a width of 1 */
    for (int q = 0; q < history->quaternion_count; ++q) {
        const int *places = history->quaternions + 4 * q;
        double product = 0.0;
        for (int i = 0; i < 4; ++i) product += last[places[i]] * values[places[i]];
        for (int i = 0; i < 4 && product < 0.0; ++i) {
            values[places[i]] = -values[places[i]];
            if (slopes) slopes[places[i]] = -slopes[places[i]];
        }
    }
}

void history_add(History *history, int width, double time, const double *values, const double *slopes)
{
    int n = history->count * width, next = history->known ? (history->newest + 1) % history->slots : 0;
    double *kept = history->values + (size_t)next * (size_t)n, *kept_slopes = history->sloped ? history->slopes + (size_t)next * (size_t)n : NULL;
    memcpy(kept, values, (size_t)n * sizeof(double));
    if (kept_slopes) memcpy(kept_slopes, slopes, (size_t)n * sizeof(double));
    history_continue(history, kept, kept_slopes);
    history->times[next] = time;
    history->newest = next;
    if (history->known < history->kept) ++history->known;
    for (int i = 0; i < history->count; ++i) {
        double largest = history->scale[i];
        for (int run = 0; run < width; ++run, ++kept) largest = fabs(*kept) > largest ? fabs(*kept) : largest;
        history->scale[i] = largest;
    }
}

void history_polynomial(const History *history, int width, int degree, double at, double until, int ahead, Polynomial *polynomial)
{
    Sample met[ORDERS + 1];
    int count = 0;
    for (int back = 0; back < history->known && count <= degree; ++back) {
        Sample sample = history_sample(history, width, back);
        if (sample.time > until) continue;
        if (!count && ahead && history->has_ahead && history->ahead_time > sample.time) {
            Sample end = {history->ahead_time, history->ahead, history->ahead_sloped ? history->ahead_slopes : NULL};
            met[count++] = end;
        }
        met[count++] = sample;
    }
    polynomial->count = history->count * width;
    polynomial_through(met, count, degree, at, polynomial);
}
