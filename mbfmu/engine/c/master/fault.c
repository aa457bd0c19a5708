/* fault.c: what goes wrong in a run, kept for Python's words. */

#include "fault.h"

#define WARNING 1 /* of FMI: the highest status that is none of failure */

void about_to(Master *master, int slave, int action, double start, double size)
{
    master->said = master->slaves[slave].said ? *master->slaves[slave].said : 0;
    master->notice->start = start;
    master->notice->size = size;
    master->notice->action = slave * ACTIONS + action;
}

/* The first fault is kept: what is tried behind it, such as to free a state, may fail as well. */
static void keep_fault(Master *master, Fault fault)
{
    fault.kept = 1;
    fault.said = master->said;
    if (!master->fault.kept) master->fault = fault;
}

int failed(Master *master, int slave, int action, int status, const char *call)
{
    if (status <= WARNING) return 0;
    Fault fault = {.slave = slave, .action = action, .status = status, .call = call, .start = master->notice->start, .size = master->notice->size};
    keep_fault(master, fault);
    return 1;
}

int faulty(Master *master, int slave, int action, const Step *step)
{
    Fault fault = {.slave = slave, .action = action, .start = step ? step->start : 0.0, .size = step ? step->size : 0.0};
    keep_fault(master, fault);
    return 1;
}
