/* SPDX-License-Identifier: MIT */
#include "io/cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int
lpn_cli_fail (const char *format, ...)
{
  va_list args;
  fputs ("lpnreach: ", stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
  return LPN_EXIT_USAGE;
}

int
lpn_cli_fail_error (const GError *error)
{
  return lpn_cli_fail ("%s", error->message);
}

GOptionContext *
lpn_cli_context (const char *name, const GOptionEntry *entries, char ***words, const char *description,
                 gpointer user_data)
{
  const LpnCommand  *command = lpn_cli_commands;
  const GOptionEntry remaining[]
      = { { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, words, NULL, NULL }, { 0 } };

  while (command->name != NULL && !g_str_equal (command->name, name))
    command++;
  g_autofree char *program = g_strdup_printf ("lpnreach %s", name);
  g_set_prgname (program);
  GOptionContext  *context = g_option_context_new (command->arguments);
  g_autofree char *summary = g_strdup_printf ("%c%s.", g_ascii_toupper (command->summary[0]), command->summary + 1);
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, description);
  GOptionGroup *group = g_option_group_new (name, name, name, user_data, NULL);
  g_option_group_add_entries (group, entries);
  g_option_group_add_entries (group, remaining);
  g_option_context_set_main_group (context, group);
  return context;
}

bool
lpn_cli_parse (GOptionContext *context, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  if (g_option_context_parse (context, &argc, &argv, &error))
    return true;
  lpn_cli_fail ("%s (see %s --help)", error->message, g_get_prgname ());
  return false;
}

/* Levenshtein distance, for short words. */
static guint
distance (const char *a, const char *b)
{
  gsize             n = strlen (b);
  g_autofree guint *row = g_new (guint, n + 1);

  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];
      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          guint replaced = diagonal + (a[i - 1] != b[j - 1]);
          diagonal = row[j];
          row[j] = MIN (replaced, MIN (row[j - 1], diagonal) + 1);
        }
    }
  return row[n];
}

const char *
lpn_cli_nearest (const char *word, const char *const *candidates)
{
  const char *best = NULL;
  guint       least = ((guint)strlen (word) + 1) / 3 + 1;
  for (guint i = 0; candidates[i] != NULL; i++)
    {
      guint d = g_str_has_prefix (candidates[i], word) ? 0 : distance (word, candidates[i]);
      if (d < least)
        {
          least = d;
          best = candidates[i];
        }
    }
  return best;
}

/* The family whose name looks like the beginning of `spec`, or NULL. */
static const char *
nearest_family (const char *spec)
{
  g_autofree char *name = g_strndup (spec, strcspn (spec, ":."));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (const LpnFamily *const *family = lpn_families (); *family != NULL; family++)
    g_ptr_array_add (names, (gpointer)(*family)->name);
  g_ptr_array_add (names, NULL);
  return lpn_cli_nearest (name, (const char *const *)names->pdata);
}

const LpnFamily *
lpn_cli_family (const char *spec, GError **error)
{
  const LpnFamily *family = lpn_family_find (spec);
  const char      *near = family == NULL ? nearest_family (spec) : NULL;
  if (family == NULL)
    g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_UNKNOWN, "there is no family '%s'%s%s%s", spec,
                 near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                 near != NULL ? "'?" : " (lpnreach generate --list names them)");
  return family;
}

/* A name that is no file may be a family's, misspelt. */
static const char *
meant_family (char **words)
{
  const char *near = NULL;
  for (guint i = 0; near == NULL && words[i] != NULL; i++)
    if (strpbrk (words[i], "/-") == NULL && lpn_family_find (words[i]) == NULL
        && !g_file_test (words[i], G_FILE_TEST_EXISTS))
      near = nearest_family (words[i]);
  return near;
}

static gboolean
dve_overflow_option (const char *name, const char *value, gpointer data, GError **error)
{
  bool ok = lpn_dve_overflow_parse (value, &((LpnModelOptions *)data)->dve_overflow, error);
  g_prefix_error (error, "%s: ", name);
  return ok;
}

static gboolean
format_option (const char *name, const char *value, gpointer data, GError **error)
{
  (void)name;
  (void)error; /* a name that is no format's is found when something is read */
  ((LpnModelOptions *)data)->format = g_intern_string (value);
  return TRUE;
}

GOptionGroup *
lpn_cli_model_group (LpnModelOptions *options)
{
  return lpn_cli_model_group_named (options, "format");
}

GOptionGroup *
lpn_cli_model_group_named (LpnModelOptions *options, const char *format)
{
  g_autofree char   *names = lpn_model_formats_read ();
  g_autofree char   *text = g_strdup_printf ("What the files are: %s (default: by their suffixes)", names);
  const char        *what = g_intern_string (text); /* the group does not copy it */
  const GOptionEntry entries[]
      = { { format, 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (format_option), what,
            "FORMAT" },
          { "dve-overflow", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (dve_overflow_option),
            "DVE: a value outside its type does wrap (default), or is an error of the model", "wrap|error" },
          { "untimed", 0, 0, G_OPTION_ARG_NONE, &options->untimed,
            "LPN: ignore delays, rates and priorities of transitions, with a warning", NULL },
          { 0 } };
  GOptionGroup *group
      = g_option_group_new ("model", "Options of models:", "Show the options of particular models", options, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

static void
show_warnings (const GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    fprintf (stderr, "lpnreach: warning: %s\n", (const char *)g_ptr_array_index (warnings, i));
}

int
lpn_cli_save (const LpnNet *net, const char *path, const char *format)
{
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  if (!lpn_model_save_with (net, path, format, warnings, &error))
    return lpn_cli_fail_error (error);
  show_warnings (warnings);
  return LPN_EXIT_HOLDS;
}

LpnNet *
lpn_cli_load (char **words, const LpnModelOptions *options)
{
  g_autoptr (GError) error = NULL;

  if (words == NULL)
    {
      lpn_cli_fail ("no MODEL given (see %s --help)", g_get_prgname ());
      return NULL;
    }
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  LpnModelOptions warned = *options;
  warned.warnings = warnings;
  LpnNet *net = lpn_model_load_with ((const char *const *)words, g_strv_length (words), &warned, &error);
  show_warnings (warnings);
  const char *near = net == NULL ? meant_family (words) : NULL;
  if (near != NULL)
    lpn_cli_fail ("%s; did you mean the family '%s'?", error->message, near);
  else if (net == NULL)
    lpn_cli_fail_error (error);
  return net;
}

/* A positive number before one of the `units`, each "NAME" or "", with its factor. */
typedef struct
{
  const char *name;
  double      factor;
} Unit;

static bool
quantity (const char *text, const Unit *units, const char *what, double *value, GError **error)
{
  char  *end;
  double number = g_ascii_isdigit (text[0]) || text[0] == '.' ? g_ascii_strtod (text, &end) : 0;

  if (number > 0)
    for (const Unit *unit = units; unit->name != NULL; unit++)
      if (g_ascii_strcasecmp (end, unit->name) == 0 && number * unit->factor < 0x1p63)
        {
          *value = number * unit->factor;
          return true;
        }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s' is no %s", text, what);
  return false;
}

bool
lpn_cli_seconds (const char *text, double *seconds, GError **error)
{
  static const Unit units[]
      = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "min", 60 }, { "h", 3600 }, { "d", 86400 }, { NULL, 0 } };
  return quantity (text, units, "time (10, 10s, 5m, 1.5h)", seconds, error);
}

static bool
whole (const char *text, const Unit *units, const char *what, guint64 *count, GError **error)
{
  double value;
  if (!quantity (text, units, what, &value, error))
    return false;
  *count = MAX ((guint64)value, 1);
  return true;
}

bool
lpn_cli_bytes (const char *text, guint64 *bytes, GError **error)
{
  static const Unit units[]
      = { { "", 1 },        { "K", 0x1p10 },   { "KB", 0x1p10 },  { "KiB", 0x1p10 }, { "M", 0x1p20 },
          { "MB", 0x1p20 }, { "MiB", 0x1p20 }, { "G", 0x1p30 },   { "GB", 0x1p30 },  { "GiB", 0x1p30 },
          { "T", 0x1p40 },  { "TB", 0x1p40 },  { "TiB", 0x1p40 }, { NULL, 0 } };
  return whole (text, units, "size (65536, 64M, 2G)", bytes, error);
}

bool
lpn_cli_count (const char *text, guint64 *count, GError **error)
{
  static const Unit units[] = { { "", 1 }, { "k", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { NULL, 0 } };
  return whole (text, units, "count (1000, 10k, 5M)", count, error);
}
