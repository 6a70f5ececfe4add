/* SPDX-License-Identifier: MIT */
/* Anderson's queue lock: the states of benchmarks/families/anderson.c. */
#ifndef N
#define N 3
#endif
#ifndef ERROR
#define ERROR 0
#endif
#if ERROR == 1
#define CLOSED ((place + N - 1) % N)
#else
#define CLOSED place
#endif

/* Slot 0 begins open, the others closed. Promela gives all cells one initial value, so cell 0 says whether its slot is
 * closed and the others whether theirs is open: one bit per slot either way. */
#define OPEN(k) (slot[k] != ((k) == 0))

bool slot[N];
byte next;

active [N] proctype P ()
{
  byte place;

NCS:
  if
  :: d_step { place = next; next++ }
  fi;
p1:
  if
  :: d_step { place == N - 1 -> next = next - N }
  :: d_step { place != N - 1 -> place = place % N }
  fi;
p2:
  OPEN(place);
p3:
  slot[CLOSED] = (CLOSED == 0);
CS:
  slot[(place + 1) % N] = ((place + 1) % N != 0);
  goto NCS
}
