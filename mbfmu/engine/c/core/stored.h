/* Numbers that are looked up while functions run: axes and values of tables. Functions call the two below by these names. */

#ifndef MBFMU_STORED_H
#define MBFMU_STORED_H

typedef struct {
    int count;
    const double *number;
} Stored;

/* The number i of the interval number[i] <= x < number[i + 1] of an axis of at least two numbers that ascend; outside of it the first or last. */
static inline double stored_cell(const double *number, int count, double x)
{
    int low = 0, high = count - 2;
    while (low < high) {
        int middle = high - (high - low) / 2;
        if (number[middle] <= x) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* number[place]; the first or last one where there is no such place. */
static inline double stored_entry(const double *number, int count, double place)
{
    if (!(place > 0.0)) return number[0];
    return number[place < count - 1 ? (int)place : count - 1];
}

#endif
