/* block_balance.c: see block_balance.h.

   Growth is looked for by powers of Cayley's transform (1 - h J)^-1 (1 + h J), whose eigenvalues are larger than one where those of J have a positive
   real part, for any h; most so where h is about 1 / |eigenvalue|. */

#include "block_balance.h"

#include <math.h>
#include <string.h>

#include "block_lu.h"
#include "derivative.h"
#include "independent_states.h"
#include "jacobian.h"

#define GOLDEN 0.6180339887498949 /* its multiples less whole numbers never repeat */
#define WEAK 1e-12   /* of the largest number in its row: a pivot that is nothing but roundoff */
#define BRIEFEST 1e-5 /* s, about half of it the shortest time of growth that is looked for */
#define LONGEST 1e4
#define APART 4.0    /* from one h to the next */
#define POWERS 40
#define GROWN 1e6    /* by so many powers; what does not grow is not longer than the condition of its eigenvectors lets it be */

typedef struct {
    const StateBlocks *blocks;
    size_t n, numbers;
    double *jacobian, *factors, *scale, *room; /* of rows, by states */
    char *counts;
    int *pivots;
} Matrix;

int has_block_balance(const Problem *problem) { return problem->blocks.count > 1 && !problem->mechanisms; }

static int take_matrix(Instance *instance, Matrix *matrix)
{
    const StateBlocks *blocks = &instance->problem->blocks;
    size_t n = (size_t)instance->problem->x.size, numbers = block_numbers(blocks, 1);
    *matrix = (Matrix){.blocks = blocks, .n = n, .numbers = numbers};
    matrix->jacobian = scratch_alloc_reserved(instance, 2 * numbers + 4 * n);
    if (!matrix->jacobian) return -1;
    matrix->factors = matrix->jacobian + numbers;
    matrix->scale = matrix->factors + numbers;
    matrix->room = matrix->scale + n;
    matrix->counts = (char *)(matrix->room + n);
    matrix->pivots = (int *)(matrix->room + 2 * n);
    return tangents_by_states(model_rates_tangent, instance, matrix->jacobian);
}

/* States of elements on which nothing depends stay: their rates are those of nothing but themselves. */
static void leave_out(const Instance *instance, const Matrix *matrix)
{
    const StateBlocks *blocks = matrix->blocks;
    memset(matrix->counts, 1, matrix->n);
    for (int i = 0; i < instance->problem->moving; ++i) {
        const MechanismStates *of = &instance->problem->motion[i];
        memset(matrix->counts + of->first + of->nq, 0, (size_t)of->own);
    }
    for (int i = 0; i < blocks->count; ++i)
        for (int p = blocks->pattern.start[i]; p < blocks->pattern.start[i + 1]; ++p) {
            int j = blocks->pattern.column[p], width = states_in(blocks, j);
            for (int k = 0; k < states_in(blocks, i) * width; ++k)
                if (matrix->jacobian[blocks->place[p] + k] != 0.0) matrix->counts[blocks->state[blocks->first[j] + k % width]] = 1;
        }
}

/* Rows by which nothing is balanced become those of a state that stays; the others are made one long. */
static void scale_rows(const Matrix *matrix)
{
    const StateBlocks *blocks = matrix->blocks;
    for (int i = 0; i < blocks->count; ++i)
        for (int r = 0; r < states_in(blocks, i); ++r) {
            int state = blocks->state[blocks->first[i] + r];
            double largest = 0.0;
            for (int pass = 0; pass < 2; ++pass)
                for (int p = blocks->pattern.start[i]; p < blocks->pattern.start[i + 1]; ++p) {
                    int j = blocks->pattern.column[p], width = states_in(blocks, j);
                    double *row = matrix->factors + blocks->place[p] + (size_t)r * width;
                    for (int c = 0; c < width; ++c) {
                        if (pass)
                            row[c] = matrix->counts[state] ? row[c] / matrix->scale[state] : i == j && c == r;
                        else
                            largest = fmax(largest, fabs(row[c]));
                    }
                    matrix->scale[state] = largest > 0.0 ? largest : 1.0;
                }
        }
}

static double smallest_pivot(const Matrix *matrix)
{
    const StateBlocks *blocks = matrix->blocks;
    double smallest = INFINITY;
    for (int i = 0; i < blocks->count; ++i) {
        int n = states_in(blocks, i);
        const double *diagonal = block_at(blocks, 1, matrix->factors, i, i);
        for (int k = 0; k < n; ++k) smallest = fmin(smallest, fabs(diagonal[k * n + k]));
    }
    return smallest;
}

static double largest_rate(const Instance *instance, const Matrix *matrix)
{
    const Problem *problem = instance->problem;
    const double *rates = at(instance, problem->x_dot);
    double largest = 0.0;
    for (size_t k = 0; k < matrix->n; ++k)
        if (matrix->counts[k]) largest = fmax(largest, fabs(rates[k] / problem->nominal[k]));
    return largest;
}

int find_block_change(Instance *instance, double *error, double *change, int *fits)
{
    size_t used = instance->scratch_used;
    const double *rates = at(instance, instance->problem->x_dot);
    Matrix matrix;
    int failed = take_matrix(instance, &matrix);
    if (!failed) {
        leave_out(instance, &matrix);
        *error = largest_rate(instance, &matrix);
        copy_numbers(matrix.factors, matrix.jacobian, matrix.numbers);
        scale_rows(&matrix);
        for (size_t k = 0; k < matrix.n; ++k) change[k] = matrix.counts[k] ? -rates[k] / matrix.scale[k] : 0.0;
        *fits = !block_lu(matrix.blocks, 1, matrix.factors, matrix.pivots) && smallest_pivot(&matrix) > WEAK;
        if (*fits) block_lu_solve(matrix.blocks, 1, matrix.factors, matrix.pivots, change, matrix.room);
    }
    instance->scratch_used = used;
    return failed;
}

/* Whether a vector grows under powers of Cayley's transform. */
static int grows(const Matrix *matrix, double h, double *vector, double *along)
{
    const double one = 1.0;
    double growth = 1.0;
    block_put(matrix->blocks, 1, matrix->factors, 0, 0, -h, matrix->jacobian);
    block_add_on_diagonal(matrix->blocks, 1, matrix->factors, &one);
    if (block_lu(matrix->blocks, 1, matrix->factors, matrix->pivots)) return 0;
    for (size_t k = 0; k < matrix->n; ++k) vector[k] = 0.5 + GOLDEN * (double)k - ceil(GOLDEN * (double)k); /* in no direction that is special */
    for (int power = 0; power < POWERS; ++power) {
        double before = norm(vector, (int)matrix->n);
        block_product(matrix->blocks, matrix->jacobian, vector, along);
        for (size_t k = 0; k < matrix->n; ++k) vector[k] = (vector[k] + h * along[k]) / before;
        block_lu_solve(matrix->blocks, 1, matrix->factors, matrix->pivots, vector, matrix->room);
        if (power >= POWERS / 2) growth *= norm(vector, (int)matrix->n); /* what begins so has died out until then */
    }
    return growth > GROWN;
}

int find_whether_blocks_grow(Instance *instance, int *unstable)
{
    size_t used = instance->scratch_used;
    Matrix matrix;
    double *vector = scratch_alloc_reserved(instance, 2 * (size_t)instance->problem->x.size);
    int failed = !vector || take_matrix(instance, &matrix);
    *unstable = 0;
    for (double h = BRIEFEST; !failed && !*unstable && h < LONGEST; h *= APART) *unstable = grows(&matrix, h, vector, vector + matrix.n);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
