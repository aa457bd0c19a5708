/* fmi2_slave.c: an FMU of FMI 2.0. */

#include "fault.h"
#include "kind.h"

typedef int DoStep(void *instance, double time, double size, int no_way_back);
typedef int OfState(void *instance, void **state);
typedef int SetState(void *instance, void *state);
typedef int Derivatives(void *instance, const unsigned *references, size_t count, const int *orders, double *values);

static int follow(Master *master, int number)
{
    static const double factorials[ORDERS] = {1.0, 1.0, 2.0, 6.0};
    Slave *slave = &master->slaves[number];
    const Polynomial *taken = &slave->taken;
    int count = 0;
    if (taken->orders == 1 || !slave->followed_count) return 0;
    for (int k = 1; k < taken->orders; ++k)
        for (int i = 0; i < slave->followed_count; ++i) slave->scratch[count++] = taken->coefficients[k * taken->count + slave->followed[i]] * factorials[k];
    about_to(master, number, CHANGE, slave->now, 0.0);
    Derivatives *set = (Derivatives *)slave->functions.set_derivatives;
    int status = set(slave->instance, slave->followed_references, (size_t)count, slave->followed_orders, slave->scratch);
    return failed(master, number, CHANGE, status, "fmi2SetRealInputDerivatives");
}

static int step(Master *master, int number, const Step *part)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, STEP, part->start, part->size);
    int status = ((DoStep *)slave->functions.do_step)(slave->instance, part->start, part->size, !master->rolls_back);
    return failed(master, number, STEP, status, "fmi2DoStep");
}

static int slopes(Master *master, int number, double *values)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, SLOPES, slave->now, 0.0);
    Derivatives *get = (Derivatives *)slave->functions.get_derivatives;
    int status = get(slave->instance, slave->sloped_references, (size_t)slave->sloped_count, slave->sloped_orders, values);
    return failed(master, number, SLOPES, status, "fmi2GetRealOutputDerivatives");
}

static int save(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, SAVE, slave->now, 0.0);
    return failed(master, number, SAVE, ((OfState *)slave->functions.get_state)(slave->instance, state), "fmi2GetFMUstate");
}

static int restore(Master *master, int number, void *state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, RESTORE, slave->now, 0.0);
    return failed(master, number, RESTORE, ((SetState *)slave->functions.set_state)(slave->instance, state), "fmi2SetFMUstate");
}

static int release(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, FREE, slave->now, 0.0);
    return failed(master, number, FREE, ((OfState *)slave->functions.free_state)(slave->instance, state), "fmi2FreeFMUstate");
}

const Kind kind_of_fmi2 = {follow, step, slopes, save, restore, release};
