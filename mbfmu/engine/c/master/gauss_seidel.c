/* gauss_seidel.c: slaves step one after another, each on the newest outputs of those that stepped before it. */

#include "method.h"
#include "turns.h"

int gauss_seidel(Master *master, const Step *step) { return one_after_another(master, step); }
