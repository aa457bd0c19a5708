/* held_parts.c: inputs that a slave holds over a part of a step are off by less, the shorter it is. */

#include "held_parts.h"

#include <math.h>

#include "method.h"
#include "taken_inputs.h"

#define PARTS 64.0 /* of a step at most: an input that changes faster jumps */

/* The order in the length of a part, of what inputs are off that are held in its middle, or at its end. */
static int order_of(const Slave *slave)
{
    for (int i = 0; i < slave->heard_count; ++i)
        if (slave->held_at[i] == 1.0) return 1;
    return 2;
}

int held_parts(Master *master, const Step *step)
{
    double off;
    int worst;
    if (inputs_off(master, 0, step, &off, &worst)) return 1;
    double count = fmax(fmin(ceil(pow(off / master->held, 1.0 / order_of(master->slaves))), PARTS), 1.0);
    Step part = {step->start, step->size, step->end, 0};
    for (int i = 0; i < (int)count; ++i) {
        part.end = i + 1 < (int)count ? step->start + step->size * (i + 1) / count : step->end;
        if (count > 1.0) part.size = part.end - part.start;
        if (take_step(master, &part)) return 1;
        part.start = part.end;
    }
    return 0;
}
