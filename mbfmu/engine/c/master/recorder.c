/* recorder.c: a row of a result is a structure of NumPy's, whose columns are copied from where numbers lie. */

#include "recorder.h"

#include <string.h>

#include "group.h"
#include "slave_step.h"

enum { REAL, BOOLEAN, INTEGER }; /* of a column: in Python's structures.py */

static void copy(const Column *column, unsigned char *to)
{
    const int64_t *others = column->from;
    if (column->type == REAL)
        memcpy(to, column->from, (size_t)column->count * sizeof(double));
    else if (column->type == BOOLEAN)
        *to = others[0] != 0;
    else
        switch (column->size) { /* integers are the same in two's complement, whatever their sign */
        case 1: *to = (unsigned char)others[0]; break;
        case 2: memcpy(to, &(int16_t){(int16_t)others[0]}, 2); break;
        case 4: memcpy(to, &(int32_t){(int32_t)others[0]}, 4); break;
        default: memcpy(to, others, 8);
        }
}

/* The mean power since the row before, and what coupling has created since the start. */
static void record_port(Master *master, int port, unsigned char *row, double passed)
{
    double taken = master->energies[2 * port], residual = taken - master->energies[2 * port + 1];
    double power = passed > 0.0 ? (taken - master->recorded[port]) / passed : 0.0;
    memcpy(row + master->port_columns[port].power, &power, sizeof power);
    memcpy(row + master->port_columns[port].residual, &residual, sizeof residual);
    master->recorded[port] = taken;
}

int record(Master *master, double time)
{
    unsigned char *row = master->rows + (size_t)master->row * (size_t)master->row_size;
    for (int number = 0; number < master->slave_count; ++number) {
        Slave *slave = &master->slaves[number];
        if (slave->outputs_recorded.count && read_outputs(master, number, &slave->outputs_recorded, time)) return 1;
        slave->now = time;
        if (get_groups(master, number, &slave->asked_read, &slave->asked, ASK)) return 1;
    }
    memcpy(row, &time, sizeof time);
    for (const Column *column = master->columns; column < master->columns + master->column_count; ++column) copy(column, row + column->offset);
    double passed = master->has_recorded ? time - master->last_time : 0.0;
    for (int port = 0; port < master->port_count; ++port) record_port(master, port, row, passed);
    master->last_time = time;
    master->has_recorded = 1;
    ++master->row;
    return 0;
}
