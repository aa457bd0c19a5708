/* A plain host: runs an FMU for co-simulation, with nothing but its library, and prints its outputs as hexadecimal numbers.

     host LIBRARY RUN                   one line of outputs after every step
     host LIBRARY RUN save N FILE       the same up to step N, then writes the FMU's state to FILE and kills itself
     host LIBRARY RUN continue N FILE   a new instance takes the state from FILE and goes on after step N
     host LIBRARY RUN time              the seconds of one step with its inputs and outputs, and nothing else

   RUN is a text: the token; steps, step size and tolerance; inputs and outputs, each as how many, how many numbers in all, and their value
   references; then the numbers of the inputs for each step. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host.h"

typedef struct {
    char token[256];
    size_t steps;
    double h, tolerance;
    Variables inputs, outputs;
    double *input;
} Run;

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void *room(size_t count, size_t size)
{
    void *found = calloc(count + 1, size);
    if (!found) give_up("no memory");
    return found;
}

static double number(FILE *file)
{
    char text[64];
    if (fscanf(file, "%63s", text) != 1) give_up("the run is incomplete");
    return strtod(text, NULL);
}

static Variables variables(FILE *file)
{
    Variables read = {(size_t)number(file), 0, NULL};
    read.numbers = (size_t)number(file);
    read.reference = room(read.count, sizeof *read.reference);
    for (size_t i = 0; i < read.count; ++i) read.reference[i] = (unsigned)number(file);
    return read;
}

static Run read_run(const char *path)
{
    Run run;
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%255s", run.token) != 1) give_up("the run cannot be read");
    run.steps = (size_t)number(file);
    run.h = number(file);
    run.tolerance = number(file);
    run.inputs = variables(file);
    run.outputs = variables(file);
    run.input = room(run.steps * run.inputs.numbers, sizeof(double));
    for (size_t i = 0; i < run.steps * run.inputs.numbers; ++i) run.input[i] = number(file);
    fclose(file);
    return run;
}

static void save(const Host *host, const char *path)
{
    size_t size = host->state_size();
    unsigned char *bytes = room(size, 1);
    FILE *file = fopen(path, "wb");
    if (!size || !file || host->state_save(bytes, size)) give_up("the state was not saved");
    if (fwrite(bytes, 1, size, file) != size || fclose(file)) give_up("the state was not written");
    fflush(stdout);
#ifdef _WIN32
    _Exit(137);
#else
    raise(SIGKILL);
#endif
}

static void restore(const Host *host, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) give_up("the state cannot be read");
    size_t size = (size_t)ftell(file);
    unsigned char *bytes = room(size, 1);
    rewind(file);
    if (fread(bytes, 1, size, file) != size) give_up("the state cannot be read");
    fclose(file);
    if (host->state_restore(bytes, size)) give_up("the state was not restored");
    free(bytes);
}

static void one_step(const Host *host, const Run *run, size_t i, double *outputs)
{
    if (run->inputs.count && host->set(&run->inputs, run->input + i * run->inputs.numbers)) give_up("inputs were not set");
    if (host->step((double)i * run->h, run->h)) give_up("a step failed");
    if (host->get(&run->outputs, outputs)) give_up("outputs were not got");
}

static void print(const Variables *outputs, const double *numbers)
{
    for (size_t i = 0; i < outputs->numbers; ++i) printf("%s%a", i ? " " : "", numbers[i]);
    puts("");
}

static void measure(const Host *host, const Run *run, double *outputs)
{
    clock_t begin = clock();
    for (size_t i = 0; i < run->steps; ++i) one_step(host, run, i, outputs);
    printf("%.9g\n", (double)(clock() - begin) / CLOCKS_PER_SEC / (double)run->steps);
}

int main(int count, char **argument)
{
    if (count < 3 || !library_open(argument[1])) return 2;
    Run run = read_run(argument[2]);
    const Host *host = library_has("fmi3GetVersion") ? &FMI3 : &FMI2;
    const char *what = count > 3 ? argument[3] : "";
    size_t at = count > 4 ? (size_t)strtoul(argument[4], NULL, 10) : 0, first = 0;
    double *outputs = room(run.outputs.numbers, sizeof(double));
    if (host->instantiate(run.token)) give_up("the FMU was not instantiated");
    if (!strcmp(what, "continue")) {
        restore(host, argument[5]);
        first = at;
    } else if (host->initialize(run.tolerance)) {
        give_up("the FMU was not initialized");
    }
    if (!strcmp(what, "time")) {
        measure(host, &run, outputs);
    } else {
        for (size_t i = first; i < run.steps; ++i) {
            one_step(host, &run, i, outputs);
            print(&run.outputs, outputs);
            if (!strcmp(what, "save") && i + 1 == at) save(host, argument[5]);
        }
    }
    host->end();
    return 0;
}
