/* SPDX-License-Identifier: MIT */
/* Dining philosophers: the states of benchmarks/families/phils.c. */
#ifndef N
#define N 4
#endif
#ifndef LEFT
#define LEFT 0
#endif
#ifndef ROOM
#define ROOM 0
#endif

#if LEFT == 1 && ROOM == 0
#define FIRST (_pid == 0 -> 1 : _pid)
#define SECOND (_pid == 0 -> 0 : (_pid + 1) % N)
#else
#define FIRST _pid
#define SECOND ((_pid + 1) % N)
#endif

bool fork[N];
#if ROOM > 0
byte count;
#endif

active [N] proctype phil ()
{
think:
#if ROOM > 0
  if
  :: d_step { count < ROOM -> count++ }
  fi;
inside:
  if
  :: d_step { !fork[FIRST] -> fork[FIRST] = 1 }
  :: count--; goto think
  fi;
#else
  if
  :: d_step { !fork[FIRST] -> fork[FIRST] = 1 }
  fi;
#endif
one:
  if
  :: d_step { !fork[SECOND] -> fork[SECOND] = 1 }
  fi;
eat:
  fork[FIRST] = 0;
finish:
  fork[SECOND] = 0;
#if ROOM > 0
  goto inside
#else
  goto think
#endif
}
