/* SPDX-License-Identifier: MIT */
#include "io/trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "io/io.h"
#include "io/json-scan.h"

typedef struct
{
  const char   *path;
  const LpnNet *net;
  guint         number;
  LpnTrace     *trace;
} Reader;

void
lpn_trace_free (LpnTrace *trace)
{
  if (trace == NULL)
    return;
  g_array_unref (trace->transitions);
  g_array_unref (trace->lines);
  g_free (trace);
}

static bool
add (Reader *reader, guint32 transition, guint line)
{
  g_array_append_val (reader->trace->transitions, transition);
  g_array_append_val (reader->trace->lines, line);
  return true;
}

/* line 0: none to tell. */
static bool
unknown (const Reader *reader, const char *id, guint line, GError **error)
{
  g_autofree char *where = line > 0 ? g_strdup_printf (":%u", line) : g_strdup ("");
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "%s%s: the model has no transition '%s'", reader->path, where,
               id);
  return false;
}

static bool
too_few (const Reader *reader, guint found, GError **error)
{
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "%s: witness %u is asked for, the file has %u", reader->path,
               reader->number, found);
  return false;
}

/* ---- Text ---- */

/* The number a step line begins with, and what comes after it; 0: it is no step line. */
static guint64
step_number (const char *line, const char **rest)
{
  const char *p = line;
  char       *end;
  while (*p == ' ')
    p++;
  if (!g_ascii_isdigit (*p))
    return 0;
  guint64 number = g_ascii_strtoull (p, &end, 10);
  if (!g_str_has_prefix (end, "  "))
    return 0;
  *rest = end + 2;
  return number;
}

/* An id ends before two blanks or the end of its line, but may hold blanks itself: the first end that gives an id. */
static guint32
find_padded (const LpnNet *net, const char *text)
{
  for (const char *p = text;; p++)
    if (*p == '\0' || g_str_has_prefix (p, "  "))
      {
        g_autofree char *id = g_strndup (text, (gsize)(p - text));
        guint32          transition = lpn_net_find_transition (net, id);
        if (transition != LPN_NONE || *p == '\0')
          return transition;
      }
}

static bool
read_step (Reader *reader, guint64 number, const char *rest, guint line, GError **error)
{
  guint32 transition = find_padded (reader->net, rest);

  if (number != (guint64)reader->trace->transitions->len + 1)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID,
                   "%s:%u: step %" G_GUINT64_FORMAT " follows step %u: some are missing", reader->path, line, number,
                   reader->trace->transitions->len);
      return false;
    }
  if (transition == LPN_NONE)
    {
      g_auto (GStrv) words = g_strsplit (rest, "  ", 2);
      return unknown (reader, words[0], line, error);
    }
  return add (reader, transition, line);
}

static bool
read_numbered (Reader *reader, char **lines, GError **error)
{
  guint found = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *rest;
      guint64     number = step_number (lines[i], &rest);
      found += number == 1;
      if (number > 0 && found == reader->number && !read_step (reader, number, rest, i + 1, error))
        return false;
    }
  return found >= reader->number || too_few (reader, found, error);
}

static bool
read_list (Reader *reader, char **lines, GError **error)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *comment = strchr (lines[i], '#');
      if (comment != NULL)
        *comment = '\0';
      g_auto (GStrv) words = g_strsplit_set (lines[i], " \t\r,;", -1);
      for (guint k = 0; words[k] != NULL; k++)
        {
          guint32 transition = lpn_net_find_transition (reader->net, words[k]);
          if (words[k][0] == '\0')
            continue;
          if (transition == LPN_NONE)
            return unknown (reader, words[k], i + 1, error);
          add (reader, transition, i + 1);
        }
    }
  return reader->number == 1 || too_few (reader, 1, error);
}

static bool
read_text (Reader *reader, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  bool empty = false;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *rest;
      if (step_number (lines[i], &rest) > 0)
        return read_numbered (reader, lines, error);
      empty = empty || g_str_has_suffix (lines[i], " in the initial state");
    }
  return empty || read_list (reader, lines, error);
}

/* ---- JSON ---- */

static bool
add_named (Reader *reader, char *id, GError **error)
{
  g_autofree char *name = id;
  guint32          transition = name != NULL ? lpn_net_find_transition (reader->net, name) : LPN_NONE;
  if (transition == LPN_NONE)
    return unknown (reader, name != NULL ? name : "", 0, error);
  return add (reader, transition, 0);
}

/* Steps as objects with a "transition", or as ids alone. */
static bool
read_steps (Reader *reader, const char *raw, GError **error)
{
  g_autoptr (GPtrArray) steps = lpn_json_array_parse (raw, error);
  for (guint i = 0; steps != NULL && i < steps->len; i++)
    {
      const char *step = steps->pdata[i];
      g_autoptr (LpnJsonObject) object = step[0] == '{' ? lpn_json_object_parse (step, error) : NULL;
      if (step[0] == '{' && object == NULL)
        return false;
      if (!add_named (reader,
                      object != NULL ? lpn_json_object_text (object, "transition") : lpn_json_string_text (step),
                      error))
        return false;
    }
  return steps != NULL;
}

static bool
read_json (Reader *reader, const char *text, GError **error)
{
  g_autoptr (LpnJsonObject) object = lpn_json_object_parse (text, error);
  if (object == NULL)
    return false;
  const char *ids = lpn_json_object_raw (object, "witness");
  const char *raw = lpn_json_object_raw (object, "witnesses");
  if (raw == NULL && ids != NULL)
    return reader->number == 1 ? read_steps (reader, ids, error) : too_few (reader, 1, error);
  if (raw == NULL)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "no \"witnesses\" and no \"witness\" in it");
      return false;
    }
  g_autoptr (GPtrArray) witnesses = lpn_json_array_parse (raw, error);
  if (witnesses == NULL)
    return false;
  if (witnesses->len < reader->number)
    return too_few (reader, witnesses->len, error);
  g_autoptr (LpnJsonObject) witness = lpn_json_object_parse (witnesses->pdata[reader->number - 1], error);
  const char *steps = witness != NULL ? lpn_json_object_raw (witness, "steps") : NULL;
  if (witness != NULL && steps == NULL)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "witness %u has no \"steps\"", reader->number);
  return steps != NULL && read_steps (reader, steps, error);
}

/* ---- Files ---- */

static char *
contents (const char *path, GError **error)
{
  bool     standard = g_str_equal (path, "-");
  FILE    *file = standard ? stdin : fopen (path, "rb");
  GString *text = g_string_new (NULL);
  char     buffer[1 << 14];
  gsize    n;

  while (file != NULL && (n = fread (buffer, 1, sizeof buffer, file)) > 0)
    g_string_append_len (text, buffer, (gssize)n);
  bool ok = file != NULL && !ferror (file);
  if (!ok)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "%s: cannot be read: %s", path, g_strerror (errno));
  else if (strlen (text->str) != text->len)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT, "%s: not a text file", path);
      ok = false;
    }
  if (file != NULL && !standard)
    fclose (file);
  return g_string_free (text, !ok);
}

LpnTrace *
lpn_trace_read (const char *path, const LpnNet *net, guint number, GError **error)
{
  g_autofree char *text = contents (path, error);
  g_autoptr (LpnTrace) trace = g_new0 (LpnTrace, 1);
  Reader reader = { path, net, number, trace };

  trace->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  trace->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  if (text == NULL)
    return NULL;
  bool    json = text[strspn (text, " \t\r\n")] == '{';
  GError *own = NULL;
  if (json ? read_json (&reader, text, &own) : read_text (&reader, text, &own))
    return g_steal_pointer (&trace);
  /* The faults of JSON alone do not know the file. */
  if (!g_str_has_prefix (own->message, path))
    g_prefix_error (&own, "%s: ", path);
  g_propagate_error (error, own);
  return NULL;
}
