/* fault.c: what goes wrong in a run, kept for Python's words. */

#include "fault.h"

#define WARNING 1 /* of FMI: the highest status that is none of failure */

void about_to(Master *master, int number, int action, double start, double size)
{
    Slave *slave = &master->slaves[number];
    slave->said_before = slave->said ? *slave->said : 0;
    slave->about_start = start;
    slave->about_size = size;
    master->notice->start = start;
    master->notice->size = size;
    master->notice->action = number * ACTIONS + action;
}

/* The first fault of a slave is kept: what is tried behind it, such as to free a state, may fail as well. */
static void keep_fault(Master *master, Fault fault)
{
    Slave *slave = &master->slaves[fault.slave];
    fault.kept = 1;
    fault.said = slave->said_before;
    if (!slave->fault.kept) slave->fault = fault;
}

int failed(Master *master, int number, int action, int status, const char *call)
{
    const Slave *slave = &master->slaves[number];
    if (status <= WARNING) return 0;
    Fault fault = {.slave = number, .action = action, .status = status, .call = call, .start = slave->about_start, .size = slave->about_size};
    keep_fault(master, fault);
    return 1;
}

int faulty(Master *master, int number, int action, const Step *step)
{
    Fault fault = {.slave = number, .action = action, .start = step ? step->start : 0.0, .size = step ? step->size : 0.0};
    keep_fault(master, fault);
    return 1;
}
