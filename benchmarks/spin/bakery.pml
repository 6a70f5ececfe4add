/* SPDX-License-Identifier: MIT */
/* Lamport's bakery with tickets up to MAX: the states of benchmarks/families/bakery.c. */
#ifndef N
#define N 3
#endif
#ifndef MAX
#define MAX 5
#endif
#ifndef ERROR
#define ERROR 0
#endif
#if ERROR == 1
#define LATER <
#else
#define LATER >
#endif

bool choosing[N];
byte number[N];

active [N] proctype P ()
{
  byte j, max;

NCS:
  if
  :: d_step { choosing[_pid] = true; j = 0; max = 0 }
  fi;
choose:
  if
  :: d_step { j < N && number[j] > max -> max = number[j]; j++ }; goto choose
  :: d_step { j < N && number[j] <= max -> j++ }; goto choose
  :: d_step { j == N && max < MAX -> number[_pid] = max + 1; j = 0; choosing[_pid] = false }
  fi;
loop:
  if
  :: j < N && !choosing[j]
  :: j == N -> goto CS
  fi;
wait:
  if
  :: d_step { number[j] == 0 || number[j] LATER number[_pid] || (number[j] == number[_pid] && _pid <= j) -> j++ }
  fi;
  goto loop;
CS:
  number[_pid] = 0;
  goto NCS
}
