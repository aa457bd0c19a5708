/* Jumps that leave the mask of signals alone: macOS's setjmp and longjmp save and restore it, a system call each; elsewhere they do not. */

#ifndef MBFMU_WAY_OUT_H
#define MBFMU_WAY_OUT_H

#include <setjmp.h>

#if defined(__APPLE__)
#define MARK_WAY_OUT(way_out) _setjmp(way_out)
#define TAKE_WAY_OUT(way_out) _longjmp(way_out, 1)
#else
#define MARK_WAY_OUT(way_out) setjmp(way_out)
#define TAKE_WAY_OUT(way_out) longjmp(way_out, 1)
#endif

#endif
