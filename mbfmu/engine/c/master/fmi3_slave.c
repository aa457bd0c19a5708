/* fmi3_slave.c: an FMU of FMI 3.0, in Step Mode; where it asks for them within a step, it is given inputs. */

#include "exported.h"
#include "fault.h"
#include "group.h"
#include "kind.h"
#include "polynomial.h"

typedef int DoStep(void *instance, double time, double size, _Bool no_way_back, _Bool *event, _Bool *ends, _Bool *early, double *last);
typedef int OfState(void *instance, void **state);
typedef int SetState(void *instance, void *state);
typedef int Derivatives(void *instance, const unsigned *references, size_t count, const int *orders, double *values, size_t value_count);

#define NEARLY 1e-9 /* of a step: an FMU that says it has come so far has come to its end */

/* What is stepping in this thread: FMI gives a callback nothing by which it could tell. */
static _Thread_local struct {
    Master *master;
    int number, failed;
} stepping;

/* Given to FMUs that follow inputs. */
EXPORTED void master_within_step(void *environment, double time, _Bool set_requested, _Bool get_allowed, _Bool finished, _Bool can_return, _Bool *returns,
                                 double *return_time)
{
    (void)environment, (void)get_allowed, (void)finished, (void)can_return, (void)return_time;
    if (returns) *returns = 0;
    if (!set_requested || !stepping.master || stepping.failed) return;
    Slave *slave = &stepping.master->slaves[stepping.number];
    if (slave->taken.orders == 1) return;
    for (int i = 0; i < slave->followed_count; ++i) slave->inputs.reals[slave->followed_places[i]] = polynomial_at(&slave->taken, slave->followed[i], time);
    stepping.failed = set_groups(stepping.master, stepping.number, &slave->followed_given, &slave->inputs, SET);
}

static int follow(Master *master, int number)
{
    (void)master, (void)number;
    return 0; /* the FMU asks */
}

static int stepped(Master *master, int number, double start, double size, double *reached)
{
    Slave *slave = &master->slaves[number];
    _Bool event = 0, ends = 0, early = 0;
    about_to(master, number, STEP, start, size);
    int status = ((DoStep *)slave->functions.do_step)(slave->instance, start, size, !master->rolls_back, &event, &ends, &early, reached);
    if (failed(master, number, STEP, status, "fmi3DoStep")) return 1;
    if (!early) *reached = start + size;
    if (ends) {
        Step part = {start, size, start + size, 0};
        return faulty(master, number, ENDED, &part);
    }
    return 0;
}

static int step(Master *master, int number, const Step *part)
{
    double reached = part->start;
    stepping.master = master;
    stepping.number = number;
    stepping.failed = 0;
    int fails = stepped(master, number, part->start, part->size, &reached);
    stepping.master = NULL;
    return fails || stepping.failed;
}

static int slopes(Master *master, int number, double *values)
{
    Slave *slave = &master->slaves[number];
    size_t count = (size_t)slave->sloped_count;
    about_to(master, number, SLOPES, 0.0, 0.0);
    int status = ((Derivatives *)slave->functions.get_derivatives)(slave->instance, slave->sloped_references, count, slave->sloped_orders, values, count);
    return failed(master, number, SLOPES, status, "fmi3GetOutputDerivatives");
}

static int save(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, SAVE, 0.0, 0.0);
    return failed(master, number, SAVE, ((OfState *)slave->functions.get_state)(slave->instance, state), "fmi3GetFMUState");
}

static int restore(Master *master, int number, void *state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, RESTORE, 0.0, 0.0);
    return failed(master, number, RESTORE, ((SetState *)slave->functions.set_state)(slave->instance, state), "fmi3SetFMUState");
}

static int release(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, FREE, 0.0, 0.0);
    return failed(master, number, FREE, ((OfState *)slave->functions.free_state)(slave->instance, state), "fmi3FreeFMUState");
}

const Kind kind_of_fmi3 = {follow, step, slopes, save, restore, release};
