/* Slaves that step side by side on several threads. */

#ifndef MBFMU_THREADS_H
#define MBFMU_THREADS_H

#include "master.h"

/* Threads that wait for work beside the one that asks for it; NULL where there is none to be had. */
struct Threads *threads_new(int count);
void threads_free(struct Threads *threads);
/* Have work(context, i) be done once for each i < count, on all threads; returns when all is done. */
void threads_share(struct Threads *threads, void (*work)(void *context, int i), void *context, int count);

#endif
