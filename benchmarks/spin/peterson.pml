/* SPDX-License-Identifier: MIT */
/* Peterson's mutual exclusion for N processes: the states of benchmarks/families/peterson.c. */
#ifndef N
#define N 3
#endif
#ifndef ERROR
#define ERROR 0
#endif
#if ERROR == 1
#define BELOW <=
#else
#define BELOW <
#endif
#if ERROR == 2
#define LAST pos
#else
#define LAST step
#endif

byte pos[N];
byte step[N];

active [N] proctype P ()
{
  byte j, k;

NCS:
  j = 1;
wait:
  if
  :: d_step { j < N -> pos[_pid] = j }
  :: j == N -> goto CS
  fi;
q2:
  if
  :: d_step { step[j - 1] = _pid; k = 0 }
  fi;
q3:
  if
  :: d_step { k < N && (k == _pid || pos[k] BELOW j) -> k++ }; goto q3
  :: d_step { LAST[j - 1] != _pid || k == N -> j++ }; goto wait
  fi;
CS:
  pos[_pid] = 0;
  goto NCS
}
