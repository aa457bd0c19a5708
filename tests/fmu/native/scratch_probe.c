/* scratch_probe.c: an instance without room for scratch, for tests. */

#include <string.h>

#include "instance.h"

/* Takes pieces of these sizes, gives back the last and takes it again: whether none lies on another. */
int probe_pieces(const int *sizes, int count)
{
    static const Problem problem = {.token = ""};
    Instance *instance = instance_new(&problem, (Room){0, 0, 0}, NULL);
    double *pieces[16], intact = 1;
    for (int i = 0; i < count; ++i) {
        pieces[i] = scratch_alloc(instance, (size_t)sizes[i]);
        for (int j = 0; j < sizes[i]; ++j) pieces[i][j] = i;
        if (i < count - 1) continue;
        instance->scratch_used -= (size_t)sizes[i];
        intact = scratch_alloc(instance, (size_t)sizes[i]) == pieces[i];
    }
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < sizes[i]; ++j) intact = intact && pieces[i][j] == i;
    instance_free(instance);
    return (int)intact;
}

/* Why so many numbers cannot be had, by the way out; empty where they can. */
void probe_way_out(double count, char why[MESSAGE])
{
    static const Problem problem = {.token = ""};
    Instance *instance = instance_new(&problem, (Room){0, 0, 0}, NULL);
    jmp_buf way_out;
    instance->way_out = &way_out;
    why[0] = '\0';
    if (setjmp(way_out)) strcpy(why, instance->message);
    else scratch_alloc(instance, (size_t)count);
    instance_free(instance);
}
