/* SPDX-License-Identifier: MIT */
#include "io/cli/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "io/record.h"

#define CLEAR_LINE "\r\033[K"

bool
lpn_cli_progress_init (LpnCliProgress *progress, const char *mode, bool *wanted, GError **error)
{
  bool terminal = isatty (STDERR_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;

  *progress = (LpnCliProgress){ .live = terminal };
  if (mode == NULL || g_str_equal (mode, "auto"))
    *wanted = terminal;
  else if (g_str_equal (mode, "always") || g_str_equal (mode, "never"))
    *wanted = g_str_equal (mode, "always");
  else
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "unknown progress mode '%s' (auto, always or never)", mode);
      return false;
    }
  return true;
}

/* Columns of the terminal; a line that wrapped could not be taken away. */
static int
columns (void)
{
  struct winsize size;
  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void
lpn_cli_progress_report (const LpnProgress *now, gpointer data)
{
  LpnCliProgress  *progress = data;
  double           passed = now->seconds - progress->last_seconds;
  guint64          found = now->states - progress->last_states;
  g_autofree char *states = lpn_text_count (now->states);
  g_autofree char *rate = lpn_text_count (passed > 0 ? (guint64)((double)found / passed) : 0);
  g_autofree char *depth = lpn_text_count (now->depth);
  g_autofree char *used = lpn_text_bytes (now->used_bytes);
  g_autofree char *limit = lpn_text_bytes (now->limit_bytes);
  g_autofree char *of = now->limit_bytes != G_MAXUINT64 ? g_strdup_printf (" of %s", limit) : g_strdup ("");

  g_autofree char *line
      = g_strdup_printf ("%s states, %s/s, depth %s, %s%s, %.1f s", states, rate, depth, used, of, now->seconds);

  if (progress->live)
    fprintf (stderr, CLEAR_LINE "%.*s", columns () - 1, line);
  else
    fprintf (stderr, "%s\n", line);
  fflush (stderr);
  progress->shown = progress->live;
  progress->last_states = now->states;
  progress->last_seconds = now->seconds;
}

void
lpn_cli_progress_clear (LpnCliProgress *progress)
{
  if (progress->shown)
    fputs (CLEAR_LINE, stderr);
  fflush (stderr);
  progress->shown = false;
}
