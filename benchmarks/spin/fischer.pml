/* SPDX-License-Identifier: MIT */
/* Fischer's timed mutual exclusion in discrete time: the states of benchmarks/families/fischer.c. */
#ifndef N
#define N 2
#endif
#ifndef K1
#define K1 1
#endif
#ifndef K2
#define K2 2
#endif
#define OFF 255

byte id;
byte t[N] = OFF;

active [N] proctype P ()
{
NCS:
  if
  :: d_step { id == 0 -> t[_pid] = K1 }
  fi;
try:
  if
  :: d_step { t[_pid] = K2; id = _pid + 1 }
  fi;
wait:
  if
  :: d_step { t[_pid] == 0 -> t[_pid] = OFF }; goto wait
  :: t[_pid] == OFF && id == _pid + 1
  :: t[_pid] == OFF && id != _pid + 1 -> goto NCS
  fi;
CS:
  id = 0;
  goto NCS
}

/* The timer's guard and effects, written out for up to 8 clocks, since a loop would be slower. */
#define TICK(k) t[k] = (t[k] == OFF -> OFF : t[k] - 1)
#define NONZERO2 t[0] && t[1]
#define NONZERO3 NONZERO2 && t[2]
#define NONZERO4 NONZERO3 && t[3]
#define NONZERO5 NONZERO4 && t[4]
#define NONZERO6 NONZERO5 && t[5]
#define NONZERO7 NONZERO6 && t[6]
#define NONZERO8 NONZERO7 && t[7]
#define TICK2 TICK(0); TICK(1)
#define TICK3 TICK2; TICK(2)
#define TICK4 TICK3; TICK(3)
#define TICK5 TICK4; TICK(4)
#define TICK6 TICK5; TICK(5)
#define TICK7 TICK6; TICK(6)
#define TICK8 TICK7; TICK(7)
#define JOIN(a, b) a##b
#define ALL(macro, n) JOIN(macro, n)

active proctype Timer ()
{
  do
  :: d_step { ALL(NONZERO, N) -> ALL(TICK, N) }
  od
}
