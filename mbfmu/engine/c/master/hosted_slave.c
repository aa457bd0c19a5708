/* hosted_slave.c: what Python steps in the place of an FMU, such as a linear system. Its outputs lie in Python's memory, so there is nothing to read. */

#include "fault.h"
#include "kind.h"

static int follow(Master *master, int number)
{
    (void)master, (void)number;
    return 0;
}

static int step(Master *master, int number, const Step *part)
{
    const Polynomial *taken = &master->slaves[number].taken;
    return master->host.step(number, part->start, part->size, taken->orders, taken->coefficients) ? faulty(master, number, HOST, part) : 0;
}

static int slopes(Master *master, int number, double *values)
{
    return master->host.slopes(number, values) ? faulty(master, number, HOST, NULL) : 0;
}

static int save(Master *master, int number, void **state)
{
    (void)state;
    return master->host.save(number, master->level) ? faulty(master, number, HOST, NULL) : 0;
}

static int restore(Master *master, int number, void *state)
{
    (void)state;
    return master->host.restore(number, master->level) ? faulty(master, number, HOST, NULL) : 0;
}

static int release(Master *master, int number, void **state)
{
    (void)master, (void)number, (void)state;
    return 0;
}

const Kind kind_of_host = {follow, step, slopes, save, restore, release};
