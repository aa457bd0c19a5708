/* Preloaded, it counts all allocations of a process and says how many there were when the process ends. */

#include <stddef.h>
#include <stdio.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static unsigned long allocations;

void *malloc(size_t size) { return ++allocations, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return ++allocations, __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return ++allocations, __libc_realloc(old, size); }

__attribute__((destructor)) static void say(void) { fprintf(stderr, "%lu allocations\n", allocations); }
