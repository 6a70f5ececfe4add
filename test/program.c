/* SPDX-License-Identifier: MIT */
#include "test/program.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/harness.h"

enum
{
  POLL = 2000,   /* microseconds between two looks */
  PATIENCE = 60, /* seconds */
};

static char *temporary;

static void
remove_temporary (void)
{
  const char *name;
  GDir       *dir = g_dir_open (temporary, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (temporary, name, NULL);
      g_unlink (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (temporary);
  g_free (temporary);
}

char *
lpn_test_temporary (const char *name)
{
  if (temporary == NULL)
    {
      temporary = g_dir_make_tmp ("lpnreach-test-XXXXXX", NULL);
      g_assert (temporary != NULL);
      atexit (remove_temporary);
    }
  return g_build_filename (temporary, name, NULL);
}

static char *
contents (FILE *file)
{
  GString *text = g_string_new (NULL);
  char     buffer[4096];
  gsize    n;
  rewind (file);
  while ((n = fread (buffer, 1, sizeof buffer, file)) > 0)
    g_string_append_len (text, buffer, (gssize)n);
  fclose (file);
  return g_string_free (text, FALSE);
}

static pid_t
start (char **argv, FILE *in, FILE *out, FILE *err)
{
  fflush (NULL);
  pid_t pid = fork ();
  g_assert (pid >= 0);
  if (pid == 0)
    {
      dup2 (fileno (in), STDIN_FILENO);
      dup2 (fileno (out), STDOUT_FILENO);
      dup2 (fileno (err), STDERR_FILENO);
      execv (argv[0], argv);
      _exit (127);
    }
  return pid;
}

/* Waits for the end; signal_number 0: sends none. */
static int
await (pid_t pid, FILE *err, int signal_number, struct rusage *usage)
{
  gint64 start_time = g_get_monotonic_time ();
  int    status;

  while (wait4 (pid, &status, WNOHANG, usage) == 0)
    {
      if (signal_number != 0 && lseek (fileno (err), 0, SEEK_END) > 0)
        {
          kill (pid, signal_number);
          signal_number = 0;
        }
      if (g_get_monotonic_time () - start_time > PATIENCE * G_USEC_PER_SEC)
        kill (pid, SIGKILL);
      g_usleep (POLL);
    }
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

static LpnTestRun
run_program (const char *line, const char *input, int signal_number)
{
  LpnTestRun    run = { 0 };
  struct rusage usage;
  FILE         *in = tmpfile (), *out = tmpfile (), *err = tmpfile ();
  gint64        begin = g_get_monotonic_time ();
  const char   *program = g_getenv ("LPN_PROGRAM");
  g_auto (GStrv) argv = NULL;

  g_assert (program != NULL && in != NULL && out != NULL && err != NULL);
  g_autofree char *quoted = g_shell_quote (program);
  g_autofree char *whole = g_strconcat (quoted, " ", line, NULL);
  g_assert (g_shell_parse_argv (whole, NULL, &argv, NULL));
  if (input != NULL)
    fputs (input, in);
  rewind (in);
  run.code = await (start (argv, in, out, err), err, signal_number, &usage);
  run.seconds = (double)(g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
  run.peak_bytes = (guint64)usage.ru_maxrss * 1024;
  run.out = contents (out);
  run.err = contents (err);
  fclose (in);
  return run;
}

LpnTestRun
lpn_test_run (const char *line, const char *input)
{
  return run_program (line, input, 0);
}

LpnTestRun
lpn_test_run_signal (const char *line, int signal_number)
{
  return run_program (line, NULL, signal_number);
}

void
lpn_test_run_clear (LpnTestRun *run)
{
  g_free (run->out);
  g_free (run->err);
}

bool
lpn_test_expect (const char *line, int code, const char *out, const char *err)
{
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  bool ok = run.code == code && (out == NULL || strstr (run.out, out) != NULL)
            && (err == NULL || strstr (run.err, err) != NULL);
  if (!ok)
    printf ("\n    lpnreach %s: exit code %d, expected %d\n    %s\n    %s\n", line, run.code, code, run.out, run.err);
  CU_ASSERT_TRUE (ok);
  return ok;
}
