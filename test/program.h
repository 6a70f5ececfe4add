/* SPDX-License-Identifier: MIT */
/* Running the real program, as a user would. Its path comes in the environment variable LPN_PROGRAM. */
#ifndef LPN_TEST_PROGRAM_H
#define LPN_TEST_PROGRAM_H

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  int     code; /* of its exit; 128 and the signal that killed it */
  char   *out;
  char   *err;
  guint64 peak_bytes; /* resident at most, as the kernel measured */
  double  seconds;
} LpnTestRun;

/* Runs the program with the words of `line`, split as a shell would. `input` (may be NULL) is its standard input. A run
 * of more than a minute is killed. */
LpnTestRun lpn_test_run (const char *line, const char *input);
/* The same, and sends it `signal_number` as soon as it has written something to its standard error. */
LpnTestRun lpn_test_run_signal (const char *line, int signal_number);
void       lpn_test_run_clear (LpnTestRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LpnTestRun, lpn_test_run_clear)

/* Runs and asserts exit code and, unless NULL, that output and error output contain these; prints both otherwise. */
bool lpn_test_expect (const char *line, int code, const char *out, const char *err);

/* A path inside a temporary folder of this test program, which is removed at its end. Transfer full. */
char *lpn_test_temporary (const char *name);

#endif
