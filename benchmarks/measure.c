/* SPDX-License-Identifier: MIT */
/*
 * measure REPORT LIMIT COMMAND...: runs a command and writes "status seconds peak_bytes timed_out" to the file REPORT.
 * After LIMIT seconds (0: never) the command is killed.
 *
 * A program of its own because the kernel's peak of a process includes that of whoever forked it, up to its exec:
 * started from a script's interpreter, nothing could ever show less than the interpreter's own size. This one is about
 * a megabyte.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile pid_t        child;
static volatile sig_atomic_t timed_out;

static void
stop (int number)
{
  (void)number;
  timed_out = 1;
  kill (child, SIGKILL);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int
main (int argc, char **argv)
{
  struct rusage usage;
  int           status;
  double        start;
  FILE         *report;

  if (argc < 4)
    {
      fputs ("usage: measure REPORT LIMIT COMMAND...\n", stderr);
      return 2;
    }
  start = now ();
  child = fork ();
  if (child < 0)
    return 2;
  if (child == 0)
    {
      execvp (argv[3], argv + 3);
      perror (argv[3]);
      _exit (127);
    }
  signal (SIGALRM, stop);
  alarm ((unsigned)atoi (argv[2]));
  while (wait4 (child, &status, 0, &usage) < 0)
    continue;
  alarm (0);
  report = fopen (argv[1], "w");
  if (report == NULL)
    return 2;
  fprintf (report, "%d %.6f %lld %d\n", WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status),
           now () - start, (long long)usage.ru_maxrss * 1024, (int)timed_out);
  return fclose (report) == 0 ? 0 : 2;
}
