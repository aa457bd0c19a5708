/* group.c: numbers go from the memory of FMI's types to Values, and back. */

#include "group.h"

#include <string.h>

#include "fault.h"
#include "values.h"

typedef int Call2(void *instance, const unsigned *references, size_t count, void *numbers);
typedef int Call3(void *instance, const unsigned *references, size_t count, void *numbers, size_t number_count);

enum { FLOAT64, FLOAT32, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, BOOLEAN, TEXT }; /* as in Python's structures.py */

#define TO_OTHERS(Type) \
    for (size_t i = 0; i < group->count; ++i) values->others[group->places[i]] = (int64_t)((const Type *)group->numbers)[i]
#define FROM_OTHERS(Type) \
    for (size_t i = 0; i < group->count; ++i) ((Type *)group->numbers)[i] = (Type)values->others[group->places[i]]

static void load(const Group *group, Values *values)
{
    if (!group->places) return;
    switch (group->type) {
    case FLOAT64:
        for (size_t i = 0; i < group->count; ++i) values->reals[group->places[i]] = ((const double *)group->numbers)[i];
        break;
    case FLOAT32:
        for (size_t i = 0; i < group->count; ++i) values->reals[group->places[i]] = (double)((const float *)group->numbers)[i];
        break;
    case INT8: TO_OTHERS(int8_t); break;
    case UINT8: TO_OTHERS(uint8_t); break;
    case INT16: TO_OTHERS(int16_t); break;
    case UINT16: TO_OTHERS(uint16_t); break;
    case INT32: TO_OTHERS(int32_t); break;
    case UINT32: TO_OTHERS(uint32_t); break;
    case INT64: TO_OTHERS(int64_t); break;
    case UINT64: TO_OTHERS(uint64_t); break;
    case BOOLEAN: TO_OTHERS(_Bool); break;
    default:
        for (size_t i = 0; i < group->count; ++i) keep_text(&values->texts[group->places[i]], ((char *const *)group->numbers)[i]);
    }
}

static void store(const Group *group, const Values *values)
{
    if (!group->places) return;
    switch (group->type) {
    case FLOAT64:
        for (size_t i = 0; i < group->count; ++i) ((double *)group->numbers)[i] = values->reals[group->places[i]];
        break;
    case FLOAT32:
        for (size_t i = 0; i < group->count; ++i) ((float *)group->numbers)[i] = (float)values->reals[group->places[i]];
        break;
    case INT8: FROM_OTHERS(int8_t); break;
    case UINT8: FROM_OTHERS(uint8_t); break;
    case INT16: FROM_OTHERS(int16_t); break;
    case UINT16: FROM_OTHERS(uint16_t); break;
    case INT32: FROM_OTHERS(int32_t); break;
    case UINT32: FROM_OTHERS(uint32_t); break;
    case INT64: FROM_OTHERS(int64_t); break;
    case UINT64: FROM_OTHERS(uint64_t); break;
    case BOOLEAN: FROM_OTHERS(_Bool); break;
    default:
        for (size_t i = 0; i < group->count; ++i) ((const char **)group->numbers)[i] = values->texts[group->places[i]];
    }
}

static int differs(const Group *group, const Values *one, const Values *other)
{
    for (size_t i = 0; i < group->count; ++i) {
        int place = group->places[i];
        int same = group->type <= FLOAT32  ? one->reals[place] == other->reals[place]
                   : group->type == TEXT   ? !strcmp(one->texts[place], other->texts[place])
                                           : one->others[place] == other->others[place];
        if (!same) return 1;
    }
    return 0;
}

int groups_differ(const Groups *groups, const Values *one, const Values *other)
{
    for (const Group *group = groups->groups; group < groups->groups + groups->count; ++group)
        if (differs(group, one, other)) return 1;
    return 0;
}

static int called(const Slave *slave, const Group *group)
{
    if (slave->version == 2) return ((Call2 *)group->call)(slave->instance, group->references, group->reference_count, group->numbers);
    return ((Call3 *)group->call)(slave->instance, group->references, group->reference_count, group->numbers, group->count);
}

int get_groups(Master *master, int slave, const Groups *groups, Values *values, int action)
{
    for (const Group *group = groups->groups; group < groups->groups + groups->count; ++group) {
        about_to(master, slave, action, master->slaves[slave].now, 0.0);
        if (failed(master, slave, action, called(&master->slaves[slave], group), group->name)) return 1;
        load(group, values);
    }
    return 0;
}

int set_groups(Master *master, int slave, const Groups *groups, const Values *values, int action)
{
    for (const Group *group = groups->groups; group < groups->groups + groups->count; ++group) {
        store(group, values);
        about_to(master, slave, action, master->slaves[slave].now, 0.0);
        if (failed(master, slave, action, called(&master->slaves[slave], group), group->name)) return 1;
    }
    return 0;
}
