/* fmi3_slave.c: an FMU of FMI 3.0; where it asks for them within a step, it is given inputs. A step that returns early is taken on, through Event Mode
   where the FMU has one and needs it. */

#include <math.h>

#include "event_mode.h"
#include "exported.h"
#include "fault.h"
#include "group.h"
#include "kind.h"
#include "polynomial.h"

typedef int DoStep(void *instance, double time, double size, _Bool no_way_back, _Bool *event, _Bool *ends, _Bool *early, double *last);
typedef int OfState(void *instance, void **state);
typedef int SetState(void *instance, void *state);
typedef int Derivatives(void *instance, const unsigned *references, size_t count, const int *orders, double *values, size_t value_count);

#define NEARLY 1e-9 /* of a step: an FMU that lacks so little has come to its end */
#define STALLS 100  /* returns without progress, one after another: it makes none */

/* What is stepping in this thread: FMI gives a callback nothing by which it could tell. */
__extension__ static _Thread_local struct {
    Master *master;
    int number, failed;
} stepping;

/* Inputs that the slave follows, as they are at a time; none where they are constant. */
static const Groups *followed_at(Slave *slave, double time)
{
    static const Groups none = {NULL, 0};
    if (slave->taken.orders == 1) return &none;
    for (int i = 0; i < slave->followed_count; ++i) slave->inputs.reals[slave->followed_places[i]] = polynomial_at(&slave->taken, slave->followed[i], time);
    return &slave->followed_given;
}

/* Given to FMUs that follow inputs. */
EXPORTED void master_within_step(void *environment, double time, _Bool set_requested, _Bool get_allowed, _Bool finished, _Bool can_return, _Bool *returns,
                                 double *return_time)
{
    (void)environment, (void)get_allowed, (void)finished, (void)can_return, (void)return_time;
    if (returns) *returns = 0;
    if (!set_requested || !stepping.master || stepping.failed) return;
    Master *master = stepping.master;
    Slave *slave = &master->slaves[stepping.number];
    Notice step = *master->notice;
    Slave outer = *slave;
    slave->now = time;
    stepping.failed = set_groups(master, stepping.number, followed_at(slave, time), &slave->inputs, SET);
    *master->notice = step; /* the step goes on */
    slave->said_before = outer.said_before;
    slave->about_start = outer.about_start;
    slave->about_size = outer.about_size;
}

static int follow(Master *master, int number)
{
    (void)master, (void)number;
    return 0; /* the FMU asks */
}

/* One call: how far it comes, and whether it needs Event Mode there. */
static int advanced(Master *master, int number, const Step *part, double *reached, _Bool *event)
{
    Slave *slave = &master->slaves[number];
    _Bool ends = 0, early = 0;
    about_to(master, number, STEP, part->start, part->size);
    int status = ((DoStep *)slave->functions.do_step)(slave->instance, part->start, part->size, !master->rolls_back, event, &ends, &early, reached);
    if (failed(master, number, STEP, status, "fmi3DoStep")) return 1;
    if (!early) *reached = part->end;
    return ends ? faulty(master, number, ENDED, part) : stepping.failed;
}

static int advanced_to_end(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    Step part = {step->start, step->size, step->start + step->size, 0};
    for (int stalls = 0; stalls < STALLS;) {
        double reached = part.start;
        _Bool event = 0;
        if (advanced(master, number, &part, &reached, &event)) return 1;
        event = event && slave->functions.enter_event_mode;
        if (part.end - reached <= NEARLY * step->size) {
            slave->event_due = event; /* it belongs to the step that begins there, with the inputs of that */
            return 0;
        }
        if (event && handle_event(master, number, reached, followed_at(slave, reached))) return 1;
        stalls = reached > part.start ? 0 : stalls + 1;
        part.start = fmax(reached, part.start);
        part.size = part.end - part.start;
    }
    return faulty(master, number, STUCK, &part);
}

static int step(Master *master, int number, const Step *part)
{
    stepping.master = master;
    stepping.number = number;
    stepping.failed = 0;
    int fails = advanced_to_end(master, number, part);
    stepping.master = NULL;
    return fails;
}

static int slopes(Master *master, int number, double *values)
{
    Slave *slave = &master->slaves[number];
    size_t count = (size_t)slave->sloped_count;
    about_to(master, number, SLOPES, slave->now, 0.0);
    int status = ((Derivatives *)slave->functions.get_derivatives)(slave->instance, slave->sloped_references, count, slave->sloped_orders, values, count);
    return failed(master, number, SLOPES, status, "fmi3GetOutputDerivatives");
}

static int save(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, SAVE, slave->now, 0.0);
    return failed(master, number, SAVE, ((OfState *)slave->functions.get_state)(slave->instance, state), "fmi3GetFMUState");
}

static int restore(Master *master, int number, void *state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, RESTORE, slave->now, 0.0);
    return failed(master, number, RESTORE, ((SetState *)slave->functions.set_state)(slave->instance, state), "fmi3SetFMUState");
}

static int release(Master *master, int number, void **state)
{
    Slave *slave = &master->slaves[number];
    about_to(master, number, FREE, slave->now, 0.0);
    return failed(master, number, FREE, ((OfState *)slave->functions.free_state)(slave->instance, state), "fmi3FreeFMUState");
}

const Kind kind_of_fmi3 = {follow, step, slopes, save, restore, release};
