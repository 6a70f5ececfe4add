/* SPDX-License-Identifier: MIT */
#include "io/compare/row.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "io/io.h"

static bool
get_words (LpnRow *row, GError **error)
{
  const struct
  {
    const char *key;
    char      **value;
  } words[] = { { "model", &row->model },         { "store", &row->store }, { "search", &row->search },
                { "partition", &row->partition }, { "order", &row->order }, { "ended", &row->ended } };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      *words[i].value = lpn_json_object_text (row->json, words[i].key);
      if (*words[i].value == NULL)
        {
          g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "the record has no '%s'", words[i].key);
          return false;
        }
    }
  return true;
}

LpnRow *
lpn_row_new (LpnJsonObject *json, GError **error)
{
  g_autoptr (LpnRow) row = g_new0 (LpnRow, 1);

  row->json = json;
  if (!get_words (row, error))
    return NULL;
  if (!lpn_json_object_uint (json, "run", &row->run))
    row->run = 1;
  row->complete = g_str_equal (row->ended, "complete");
  row->approximate = g_strcmp0 (lpn_json_object_raw (json, "approximate"), "true") == 0;
  row->counted = lpn_json_object_uint (json, "states", &row->states);
  lpn_json_object_uint (json, "peak_rss_bytes", &row->memory);
  if (!lpn_json_object_double (json, "seconds", &row->seconds))
    lpn_json_object_double (json, "process_seconds", &row->seconds);
  return g_steal_pointer (&row);
}

void
lpn_row_free (LpnRow *row)
{
  if (row == NULL)
    return;
  char *texts[] = { row->model, row->store, row->search, row->partition, row->order, row->ended };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  lpn_json_object_free (row->json);
  g_free (row);
}

/* A complete run would have been the same under any limit it stays below. (Under its own it may have ended a little
 * late.) */
static bool
same_limits (const LpnRow *row, const LpnPlan *plan)
{
  double  seconds = plan->time_limit;
  guint64 bytes = plan->memory_limit;
  lpn_json_object_double (row->json, "time_limit", &seconds);
  lpn_json_object_uint (row->json, "memory_limit", &bytes);
  /* Written with nine digits. */
  return (fabs (seconds - plan->time_limit) <= 1e-8 * plan->time_limit && bytes == plan->memory_limit)
         || (row->complete && row->seconds <= plan->time_limit && row->memory <= plan->memory_limit);
}

bool
lpn_row_answers (const LpnRow *row, const LpnPlan *plan, const LpnJob *job)
{
  const LpnWay *way = plan->ways->pdata[job->way];
  return row->run == job->run && g_str_equal (row->model, plan->models->pdata[job->model])
         && g_str_equal (row->store, way->store) && g_str_equal (row->search, way->search)
         && g_str_equal (row->partition, way->partition) && g_str_equal (row->order, way->order)
         && !g_str_equal (row->ended, "interrupted") && same_limits (row, plan);
}

char *
lpn_row_name (const LpnRow *row)
{
  return g_strdup_printf ("%s in %s (%s, %s, %s, run %" G_GUINT64_FORMAT ")", row->model, row->store, row->search,
                          row->partition, row->order, row->run);
}

static bool
counts_differ (const LpnRow *a, const LpnRow *b)
{
  static const char *const keys[] = { "states", "transitions", "deadlocks" };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      guint64 x, y;
      if (lpn_json_object_uint (a->json, keys[i], &x) && lpn_json_object_uint (b->json, keys[i], &y) && x != y)
        return true;
    }
  return false;
}

bool
lpn_rows_differ (const GPtrArray *rows, const LpnRow **one, const LpnRow **other)
{
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < rows->len; i++)
    {
      const LpnRow *row = rows->pdata[i];
      const LpnRow *before = g_hash_table_lookup (first, row->model);
      if (!row->complete || row->approximate)
        continue;
      if (before == NULL)
        g_hash_table_insert (first, row->model, (gpointer)row);
      else if (counts_differ (before, row))
        {
          *one = before;
          *other = row;
          return true;
        }
    }
  return false;
}

static bool
parse_lines (const char *path, char *text, GPtrArray *rows, GError **error)
{
  guint number = 0;
  for (char *end; (end = strchr (text, '\n')) != NULL; text = end + 1)
    {
      number++;
      *end = '\0';
      if (g_strstrip (text)[0] == '\0')
        continue;
      LpnJsonObject *json = lpn_json_object_parse (text, error);
      LpnRow        *row = json != NULL ? lpn_row_new (json, error) : NULL;
      if (row == NULL)
        {
          g_prefix_error (error, "%s:%u: ", path, number);
          return false;
        }
      g_ptr_array_add (rows, row);
    }
  return true;
}

GPtrArray *
lpn_rows_load (const char *path, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_row_free);
  g_autofree char *text = NULL;
  gsize            length;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&rows);
  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  const char *last = strrchr (text, '\n');
  gsize       whole = last != NULL ? (gsize)(last - text) + 1 : 0;
  if (!parse_lines (path, text, rows, error))
    return NULL;
  if (whole < length && truncate (path, (off_t)whole) != 0)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s: %s", path, g_strerror (errno));
      return NULL;
    }
  return g_steal_pointer (&rows);
}

bool
lpn_row_append (const LpnRow *row, int fd, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gsize done = 0;

  lpn_json_object_write (row->json, line);
  while (done < line->len)
    {
      gssize n = write (fd, line->str + done, line->len - done);
      if (n < 0 && errno != EINTR)
        break;
      done += n > 0 ? (gsize)n : 0;
    }
  /* EINVAL: a pipe or device, which has no disk to wait for. */
  if (done == line->len && (fsync (fd) == 0 || errno == EINVAL || errno == EROFS))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "cannot write rows: %s", g_strerror (errno));
  return false;
}
