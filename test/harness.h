/* SPDX-License-Identifier: MIT */
/*
 * The main of every CUnit program. CU_basic_run_tests() does not report failed asserts by itself, so this returns
 * non-zero on failed asserts, failed suites and when no test ran, and prints the totals.
 *
 *   static const LpnTest tests[] = { { "name", test_function }, { NULL, NULL } };
 *   int main (void) { return lpn_test_main ("suite", tests); }
 *
 * Fatal asserts longjmp past g_autoptr clean-up: keep them for preconditions.
 */
#ifndef LPN_TEST_HARNESS_H
#define LPN_TEST_HARNESS_H

#include <CUnit/Basic.h>
#include <glib.h>
#include <stdbool.h>

typedef struct
{
  const char *name;
  void (*func) (void);
} LpnTest;

/* Runs `tests` (ended by a NULL name) as one suite. Returns the exit status of the program. */
int lpn_test_main (const char *suite, const LpnTest *tests);

/* Asserts that *error is set and its message contains `text`; prints the message otherwise. Clears the error. */
bool lpn_test_error_has (GError **error, const char *text);
/* Asserts that *error is not set; prints and clears it otherwise. */
bool lpn_test_no_error (GError **error);

/* The project's source folder and, beside it, the shared data. The data folder is NULL where absent: the test then
 * says that it skips. Borrowed. */
const char *lpn_test_source_dir (void);
const char *lpn_test_shared_data (void);

#endif
