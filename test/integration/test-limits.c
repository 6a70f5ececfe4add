/* SPDX-License-Identifier: MIT */
/* Limits and signals on a real process: it ends as asked, with a partial record, within its memory. */
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

/* Large enough that no machine is through with it in the time of these tests. */
#define ENDLESS "explore counters:12 -j"

/* Sanitizers hold memory of their own beside every block, which no budget knows. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static void
check_partial (const LpnTestRun *run, const char *ended)
{
  g_autoptr (LpnJsonValue) json = lpn_json_read (run->out);
  if (run->code != 3 || json == NULL)
    printf ("\n    %s wanted: exit code %d after %.1f s, %s%s\n", ended, run->code, run->seconds, run->out, run->err);
  CU_ASSERT_EQUAL (run->code, 3);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "ended"), ended);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "verdict"), "unknown");
  CU_ASSERT (lpn_json_get_uint (json, "states") > 10 && lpn_json_get_uint (json, "states") != G_MAXUINT64);
}

static void
test_time_limit (void)
{
  static const char *const searches[] = { "dfs", "bfs" };
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *line = g_strdup_printf (ENDLESS " --time-limit 0.5 --search %s", searches[i]);
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      check_partial (&run, "time-limit");
      CU_ASSERT (run.seconds >= 0.5 && run.seconds < 5);
    }
}

static void
test_state_limit (void)
{
  static const char *const searches[] = { "dfs", "bfs" };
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *line = g_strdup_printf (ENDLESS " --state-limit 1234 --search %s", searches[i]);
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
      check_partial (&run, "state-limit");
      CU_ASSERT_EQUAL (lpn_json_get_uint (json, "states"), 1234);
    }
}

/* The kernel's own measure of the peak stays below the limit. Returns whether the limit was met. */
static bool
check_memory (const char *store, const char *search)
{
  guint64          limit = SANITIZED ? 96 : 24;
  g_autofree char *line
      = g_strdup_printf (ENDLESS " -m %" G_GUINT64_FORMAT "M -t 1.5 --store %s --search %s", limit, store, search);
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  bool memory = g_str_equal (lpn_json_get_text (json, "ended"), "memory-limit");
  bool kept = SANITIZED || run.peak_bytes <= limit << 20;

  check_partial (&run, memory ? "memory-limit" : "time-limit");
  CU_ASSERT (!memory || lpn_json_get_text (json, "reason")[0] != '\0');
  if (!kept)
    printf ("\n    %s, %s: %" G_GUINT64_FORMAT " bytes\n", store, search, run.peak_bytes);
  CU_ASSERT (kept);
  return memory;
}

static void
test_memory_limit (void)
{
  g_auto (LpnTestRun) list = lpn_test_run ("stores --json", NULL);
  g_autoptr (LpnJsonValue) stores = lpn_json_read (list.out);
  guint met = 0;

  CU_ASSERT (lpn_json_length (stores) > 0);
  for (guint i = 0; i < lpn_json_length (stores); i++)
    met += check_memory (lpn_json_get_text (lpn_json_at (stores, i), "name"), "dfs");
  met += check_memory ("full", "bfs");
  CU_ASSERT (SANITIZED || met > 0);
}

static void
test_signals (void)
{
  static const int         numbers[] = { SIGINT, SIGTERM };
  static const char *const searches[] = { "dfs", "bfs" };
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *line = g_strdup_printf (ENDLESS " --progress=always --search %s", searches[i / 2]);
      g_auto (LpnTestRun) run = lpn_test_run_signal (line, numbers[i % 2]);
      check_partial (&run, "interrupted");
      /* Progress in plain lines, off a terminal. */
      CU_ASSERT_PTR_NOT_NULL (strstr (run.err, " states, "));
      CU_ASSERT_PTR_NULL (strchr (run.err, '\r'));
    }
}

/* A check that is cut short says of no property that it holds. */
static void
test_check_cut_short (void)
{
  g_auto (LpnTestRun) run = lpn_test_run ("check counters:12 -j -i true -r false --state-limit 1000", NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  check_partial (&run, "state-limit");
  for (guint i = 0; i < 2; i++)
    CU_ASSERT_STRING_EQUAL (lpn_json_get_text (lpn_json_at (lpn_json_get (json, "properties"), i), "verdict"),
                            "unknown");
}

/* Off a terminal nothing is shown unless asked for. */
static void
test_no_progress (void)
{
  g_auto (LpnTestRun) run = lpn_test_run (ENDLESS " --time-limit 1.5", NULL);
  CU_ASSERT_STRING_EQUAL (run.err, "");
}

/* A shell command with the program as $P; its standard error. Transfer full. */
static char *
shell (const char *command)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *script = g_strdup_printf ("P=$LPN_PROGRAM; %s", command);
  const char      *argv[] = { "sh", "-c", script, NULL };
  char            *err = NULL;
  CU_ASSERT (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                           NULL, &err, NULL, &error));
  lpn_test_no_error (&error);
  return err;
}

/* A reader that goes away is no error: the exit code is still the answer's. A full disk is one. */
static void
test_output_gone (void)
{
  g_autofree char *gone = shell ("{ sleep 0.2; \"$P\" check philosophers:3 -d; echo $? >&2; } | true");
  g_autofree char *full = shell ("\"$P\" explore counters:1 >/dev/full; echo $? >&2");
  CU_ASSERT_STRING_EQUAL (gone, "1\n");
  CU_ASSERT_STRING_EQUAL (full, "lpnreach: standard output: cannot be written: No space left on device\n2\n");
}

/* What the program writes to a terminal until its end. Transfer full; NULL: the system has no terminals to give. */
static char *
on_terminal (const char *const *argv)
{
  GString *text;
  char     buffer[1024];
  ssize_t  n;
  int      terminal, status;
  pid_t    pid = forkpty (&terminal, NULL, NULL, NULL);

  if (pid < 0)
    return NULL;
  if (pid == 0)
    {
      setenv ("TERM", "xterm", 1);
      execv (argv[0], (char **)argv);
      _exit (127);
    }
  text = g_string_new (NULL);
  while ((n = read (terminal, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (terminal);
  waitpid (pid, &status, 0);
  CU_ASSERT (WIFEXITED (status) && WEXITSTATUS (status) == 3);
  return g_string_free (text, FALSE);
}

/* On a terminal one line is written over and over, and gone at the end. */
static void
test_live_line (void)
{
  const char      *argv[] = { g_getenv ("LPN_PROGRAM"), "explore", "counters:12", "-t", "1.7", NULL };
  g_autofree char *text = on_terminal (argv);
  const char      *first, *record;

  if (text == NULL)
    {
      g_print ("skipped: no terminal to be had\n");
      return;
    }
  first = strstr (text, "\r\033[K");
  record = strstr (text, "model ");
  CU_ASSERT (first != NULL && strstr (first + 1, "\r\033[K") != NULL);
  CU_ASSERT (record != NULL && g_str_has_prefix (record - 4, "\r\033[K"));
  CU_ASSERT (first < record && memchr (first, '\n', (gsize)(record - first)) == NULL);
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "time", test_time_limit },         { "states", test_state_limit },        { "memory", test_memory_limit },
    { "signals", test_signals },         { "cut short", test_check_cut_short }, { "no progress", test_no_progress },
    { "output gone", test_output_gone }, { "live line", test_live_line },       { NULL, NULL }
  };
  return lpn_test_main ("limits", tests);
}
