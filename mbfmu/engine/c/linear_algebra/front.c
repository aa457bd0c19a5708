/* front.c: see front.h. Rows are turned by Householder reflections.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 5.1. */

#include "front.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linear_algebra.h"

size_t front_numbers(int capacity)
{
    size_t room = (size_t)capacity;
    return 2 * room * (room + 1) + 3 * room + 1;
}

Front front_in(double *numbers, int capacity)
{
    Front front = {.capacity = capacity, .numbers = numbers, .work = numbers + 2 * (size_t)capacity * ((size_t)capacity + 1)};
    return front;
}

/* Turn the rows from number `from` on so that of these only row `target` has something in a column. */
static void turn(Front *front, int column, int from, int target)
{
    int width = front->width, vector = front->capacity;
    double *v = front->work, *along = v + 2 * (size_t)front->capacity, most = 0.0, factor;
    for (int i = from; i < front->height; i++) {
        v[i - from] = front_row(front, i)[column];
        if (i != target)
            most = fmax(most, fabs(v[i - from]));
    }
    if (most == 0.0)
        return;
    double length = norm(v, front->height - from), head = v[target - from];
    v[target - from] = head + copysign(length, head);
    factor = 1.0 / (length * (length + fabs(head)));
    memset(along, 0, (size_t)width * sizeof *along);
    double along_vector = 0.0;
    for (int i = from; i < front->height; i++) {
        const double *row = front_row(front, i), share = v[i - from];
        for (int c = 0; c < width; c++)
            along[c] += share * row[c];
        along_vector += share * row[vector];
    }
    for (int i = from; i < front->height; i++) {
        double *row = front_row(front, i), share = factor * v[i - from];
        for (int c = 0; c < width; c++)
            row[c] -= share * along[c];
        row[vector] -= share * along_vector;
        row[column] = 0.0;
    }
    front_row(front, target)[column] = -copysign(length, head);
}

/* No more rows than columns. */
static void make_low(Front *front)
{
    for (int k = 0; k < front->width && k + 1 < front->height; k++)
        turn(front, k, k, k);
    if (front->height > front->width)
        front->height = front->width;
}

double *front_add_row(Front *front)
{
    if (front->height == 2 * front->capacity)
        make_low(front);
    double *row = front_row(front, front->height++);
    memset(row, 0, ((size_t)front->capacity + 1) * sizeof *row);
    return row;
}

void front_add_column(Front *front)
{
    for (int i = 0; i < front->height; i++)
        front_row(front, i)[front->width] = 0.0;
    front->width++;
}

void front_squares(const Front *front, double *squares)
{
    memset(squares, 0, (size_t)front->width * sizeof *squares);
    for (int i = 0; i < front->height; i++) {
        const double *row = front_row(front, i);
        for (int c = 0; c < front->width; c++)
            squares[c] += row[c] * row[c];
    }
}

const double *front_split(Front *front, int column)
{
    turn(front, column, 0, front->height - 1);
    return front_row(front, --front->height);
}

void front_remove_column(Front *front, int column)
{
    front->width--;
    for (int i = 0; i < front->height; i++)
        front_row(front, i)[column] = front_row(front, i)[front->width];
}
