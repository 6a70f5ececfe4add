/* SPDX-License-Identifier: MIT */
/* Suites: plans in key files; and where the data files are. */
#include <string.h>

#include "io/cli/cli.h"
#include "io/compare/plan.h"
#include "io/io.h"

#define SUITE_SUFFIX ".suite"

char **
lpn_data_dirs (void)
{
  g_autoptr (GPtrArray) dirs = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bin = program != NULL ? g_path_get_dirname (program) : NULL;
  /* Beside the program too: an installation may have been moved. */
  g_autofree char *beside = bin != NULL ? g_build_filename (bin, "..", "share", "lpnreach", NULL) : NULL;
  const char      *candidates[] = { g_getenv ("LPNREACH_DATA_DIR"), beside, LPN_DATA_DIR, LPN_SOURCE_DATA_DIR };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (candidates[i] != NULL && g_file_test (candidates[i], G_FILE_TEST_IS_DIR))
      g_ptr_array_add (dirs, g_strdup (candidates[i]));
  g_ptr_array_add (dirs, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&dirs), FALSE);
}

char *
lpn_data_find (const char *folder, const char *name, const char *suffix)
{
  g_auto (GStrv) dirs = lpn_data_dirs ();
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  for (guint i = 0; dirs[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (dirs[i], folder, file, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

char *
lpn_suite_find (const char *word)
{
  if (g_str_has_suffix (word, SUITE_SUFFIX))
    return g_strdup (word);
  return strchr (word, '/') == NULL ? lpn_data_find ("suites", word, SUITE_SUFFIX) : NULL;
}

/* The words of a value, as a shell splits them. */
static bool
read_words (GKeyFile *file, const char *group, const char *key, GPtrArray *list, GError **error)
{
  g_autofree char *value = g_key_file_get_string (file, group, key, error);
  g_auto (GStrv) words = NULL;
  if (value == NULL)
    return false;
  if (!g_shell_parse_argv (value, NULL, &words, error))
    {
      g_prefix_error (error, "[%s] %s: ", group, key);
      return false;
    }
  for (guint i = 0; words[i] != NULL; i++)
    lpn_plan_add (list, words[i]);
  return true;
}

/* A model that is a file is named from where the suite is. */
static bool
read_models (GKeyFile *file, const char *dir, LpnPlan *plan, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, "models", NULL, error);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!read_words (file, "models", keys[i], words, error))
      return false;
  for (guint i = 0; i < words->len; i++)
    {
      const char      *word = words->pdata[i];
      g_autofree char *path = g_build_filename (dir, word, NULL);
      bool             there = !g_path_is_absolute (word) && g_file_test (path, G_FILE_TEST_EXISTS);
      lpn_plan_add (plan->models, there ? path : word);
    }
  if (keys != NULL && words->len == 0)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "[models] names no model");
  return words->len > 0;
}

static bool
read_setting (GKeyFile *file, const char *key, LpnPlan *plan, GError **error)
{
  const struct
  {
    const char *key;
    GPtrArray  *list;
  } lists[] = { { "stores", plan->stores },
                { "searches", plan->searches },
                { "partitions", plan->partitions },
                { "orders", plan->orders } };
  static const char *const known[]
      = { "title", "stores", "searches", "partitions", "orders", "time-limit", "memory-limit", "repeat", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (key, lists[i].key))
      return read_words (file, "suite", key, lists[i].list, error);
  g_autofree char *value = g_key_file_get_string (file, "suite", key, error);
  if (value == NULL)
    return false;
  bool ok = true;
  if (g_str_equal (key, "title"))
    {
      g_free (plan->title);
      plan->title = g_steal_pointer (&value);
    }
  else if (g_str_equal (key, "time-limit"))
    ok = lpn_cli_seconds (value, &plan->time_limit, error);
  else if (g_str_equal (key, "memory-limit"))
    ok = lpn_cli_bytes (value, &plan->memory_limit, error);
  else if (g_str_equal (key, "repeat"))
    ok = lpn_cli_count (value, &plan->repeat, error);
  else
    {
      g_autofree char *all = g_strjoinv (", ", (char **)known);
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "unknown key (known: %s)", all);
      ok = false;
    }
  if (!ok)
    g_prefix_error (error, "[suite] %s: ", key);
  return ok;
}

static bool
read_groups (GKeyFile *file, const char *dir, LpnPlan *plan, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  g_auto (GStrv) keys = g_key_file_get_keys (file, "suite", NULL, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (!g_str_equal (groups[i], "suite") && !g_str_equal (groups[i], "models"))
      {
        g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "unknown group [%s] (known: suite, models)", groups[i]);
        return false;
      }
  if (!g_key_file_has_group (file, "models"))
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "no group [models]");
      return false;
    }
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!read_setting (file, keys[i], plan, error))
      return false;
  return read_models (file, dir, plan, error);
}

bool
lpn_suite_load (const char *path, LpnPlan *plan, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *dir = g_path_get_dirname (path);

  bool ok = g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error) && read_groups (file, dir, plan, error);
  if (!ok)
    g_prefix_error (error, "%s: ", path);
  return ok;
}
