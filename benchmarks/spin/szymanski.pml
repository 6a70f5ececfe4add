/* SPDX-License-Identifier: MIT */
/* Szymanski's mutual exclusion: the states of benchmarks/families/szymanski.c. */
#ifndef N
#define N 2
#endif
#ifndef ERROR
#define ERROR 0
#endif
#if ERROR == 1
#define PASS (w[j] && !s[j])
#else
#define PASS (w[j] || !s[j])
#endif

bool a[N], w[N], s[N];

active [N] proctype P ()
{
  byte j;

NCS:
  if
  :: d_step { a[_pid] = 1; j = 0 }
  fi;
p2:
  if
  :: d_step { j < N && !s[j] -> j++ }; goto p2
  :: j == N
  fi;
p3:
  if
  :: d_step { w[_pid] = 1; a[_pid] = 0 }
  fi;
p4:
  if
  :: d_step { s[_pid] -> j = 0 }; goto p9
  :: d_step { !s[_pid] -> j = 0 }
  fi;
p5:
  if
  :: d_step { j < N && !a[j] -> j++ }; goto p5
  :: !(j < N && !a[j])
  fi;
p6:
  if
  :: j < N -> goto p7
  :: d_step { j == N -> s[_pid] = 1; j = 0 }
  fi;
p61:
  if
  :: d_step { j < N && !a[j] -> j++ }; goto p61
  :: d_step { j < N && a[j] -> s[_pid] = 0 }; goto p7
  :: d_step { j == N -> w[_pid] = 0; j = 0 }
  fi;
p64:
  if
  :: d_step { j < N && !w[j] -> j++ }; goto p64
  :: j == N
  fi;
p7:
  if
  :: j == N -> goto p8
  :: d_step { j < N -> j = 0 }
  fi;
p71:
  if
  :: d_step { j < N && PASS -> j++ }; goto p71
  :: !(j < N && PASS)
  fi;
p8:
  if
  :: d_step { j != _pid && j < N -> s[_pid] = 1; w[_pid] = 0 }
  :: !(j != _pid && j < N)
  fi;
  goto p4;
p9:
  if
  :: d_step { j < _pid && !w[j] && !s[j] -> j++ }; goto p9
  :: j == _pid
  fi;
CS:
  s[_pid] = 0;
  goto NCS
}
