/* threads.c: threads of POSIX or of Windows, which wait for work together. */

#include "threads.h"

#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>

typedef HANDLE Thread;
typedef CRITICAL_SECTION Lock;
typedef CONDITION_VARIABLE Signal;
#define new_lock(lock) InitializeCriticalSection(lock)
#define free_lock(lock) DeleteCriticalSection(lock)
#define take(lock) EnterCriticalSection(lock)
#define give(lock) LeaveCriticalSection(lock)
#define new_signal(signal) InitializeConditionVariable(signal)
#define free_signal(signal) (void)(signal)
#define await(signal, lock) SleepConditionVariableCS(signal, lock, INFINITE)
#define wake(signal) WakeAllConditionVariable(signal)
#else
#include <pthread.h>

typedef pthread_t Thread;
typedef pthread_mutex_t Lock;
typedef pthread_cond_t Signal;
#define new_lock(lock) pthread_mutex_init(lock, NULL)
#define free_lock(lock) pthread_mutex_destroy(lock)
#define take(lock) pthread_mutex_lock(lock)
#define give(lock) pthread_mutex_unlock(lock)
#define new_signal(signal) pthread_cond_init(signal, NULL)
#define free_signal(signal) pthread_cond_destroy(signal)
#define await(signal, lock) pthread_cond_wait(signal, lock)
#define wake(signal) pthread_cond_broadcast(signal)
#endif

struct Threads {
    Thread *threads;
    int made;
    Lock lock;
    Signal begun, done;
    /* what is shared, under the lock */
    void (*work)(void *context, int i);
    void *context;
    int count, next, left, ends;
};

/* Work until none is left to begin; the lock is held before and behind. */
static void work_on(struct Threads *threads)
{
    while (threads->next < threads->count) {
        int i = threads->next++;
        give(&threads->lock);
        threads->work(threads->context, i);
        take(&threads->lock);
        if (!--threads->left) wake(&threads->done);
    }
}

static void live(struct Threads *threads)
{
    take(&threads->lock);
    while (!threads->ends) {
        work_on(threads);
        if (!threads->ends) await(&threads->begun, &threads->lock);
    }
    give(&threads->lock);
}

#if defined(_WIN32)
static DWORD WINAPI life(void *threads)
{
    live(threads);
    return 0;
}

static int begin(Thread *thread, struct Threads *threads) { return (*thread = CreateThread(NULL, 0, life, threads, 0, NULL)) != NULL; }

static void end(Thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#else
static void *life(void *threads)
{
    live(threads);
    return NULL;
}

static int begin(Thread *thread, struct Threads *threads) { return !pthread_create(thread, NULL, life, threads); }

static void end(Thread thread) { pthread_join(thread, NULL); }
#endif

struct Threads *threads_new(int count)
{
    struct Threads *threads = calloc(1, sizeof *threads);
    Thread *made = calloc((size_t)count + 1, sizeof *made);
    if (!threads || !made) {
        free(threads);
        free(made);
        return NULL;
    }
    threads->threads = made;
    new_lock(&threads->lock);
    new_signal(&threads->begun);
    new_signal(&threads->done);
    while (threads->made < count && begin(&made[threads->made], threads)) ++threads->made;
    return threads;
}

void threads_free(struct Threads *threads)
{
    if (!threads) return;
    take(&threads->lock);
    threads->ends = 1;
    wake(&threads->begun);
    give(&threads->lock);
    for (int i = 0; i < threads->made; ++i) end(threads->threads[i]);
    free_signal(&threads->begun);
    free_signal(&threads->done);
    free_lock(&threads->lock);
    free(threads->threads);
    free(threads);
}

void threads_share(struct Threads *threads, void (*work)(void *context, int i), void *context, int count)
{
    take(&threads->lock);
    threads->work = work;
    threads->context = context;
    threads->next = 0;
    threads->left = threads->count = count;
    wake(&threads->begun);
    work_on(threads);
    while (threads->left) await(&threads->done, &threads->lock);
    give(&threads->lock);
}
