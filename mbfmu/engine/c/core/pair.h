/* Two numbers that are computed at once. Functions call these by their names. */

#ifndef MBFMU_PAIR_H
#define MBFMU_PAIR_H

#include <math.h>

#if defined(__GNUC__)

typedef double Pair __attribute__((vector_size(16)));
typedef long long PairOfBits __attribute__((vector_size(16)));

#define PAIR(a, b) ((Pair){(a), (b)})
#define FIRST(p) ((p)[0])
#define SECOND(p) ((p)[1])
#define PLUS(a, b) ((a) + (b))
#define MINUS(a, b) ((a) - (b))
#define TIMES(a, b) ((a) * (b))
#define OVER(a, b) ((a) / (b))
#define NEGATIVE(a) (-(a))
#define LESS(a, b) ((Pair)(((a) < (b)) & (PairOfBits)BOTH(1.0)))
#define NOT(a) ((Pair)(((a) == BOTH(0.0)) & (PairOfBits)BOTH(1.0)))
#define WHERE(condition, a) ((Pair)(((condition) != BOTH(0.0)) & (PairOfBits)(a)))

#else

typedef struct {
    double first, second;
} Pair;

#define FIRST(p) ((p).first)
#define SECOND(p) ((p).second)

static inline Pair PAIR(double a, double b)
{
    Pair pair = {a, b};
    return pair;
}
static inline Pair PLUS(Pair a, Pair b) { return PAIR(a.first + b.first, a.second + b.second); }
static inline Pair MINUS(Pair a, Pair b) { return PAIR(a.first - b.first, a.second - b.second); }
static inline Pair TIMES(Pair a, Pair b) { return PAIR(a.first * b.first, a.second * b.second); }
static inline Pair OVER(Pair a, Pair b) { return PAIR(a.first / b.first, a.second / b.second); }
static inline Pair NEGATIVE(Pair a) { return PAIR(-a.first, -a.second); }
static inline Pair LESS(Pair a, Pair b) { return PAIR(a.first < b.first, a.second < b.second); }
static inline Pair NOT(Pair a) { return PAIR(a.first == 0.0, a.second == 0.0); }
static inline Pair WHERE(Pair condition, Pair a) { return PAIR(condition.first != 0.0 ? a.first : 0.0, condition.second != 0.0 ? a.second : 0.0); }

#endif

#define BOTH(a) PAIR(a, a)

/* Of numbers that lie where a Pair may lie: at a multiple of its size. */
#if defined(__GNUC__)
#define ALIGNED(numbers) ((double *)__builtin_assume_aligned(numbers, sizeof(Pair)))
#else
#define ALIGNED(numbers) (numbers)
#endif

static inline Pair ROOTS(Pair a) { return PAIR(sqrt(FIRST(a)), sqrt(SECOND(a))); }

#endif
