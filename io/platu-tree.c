/* SPDX-License-Identifier: MIT */
/* A Platu file's classes and pieces: made, freed, and where they stand. */
#include <stdarg.h>
#include <string.h>

#include "io/platu-private.h"

/* ---- pieces ---- */

void
lpn_platu_clear_piece (gpointer piece)
{
  g_free (((PlatuPiece *)piece)->text);
}

void
lpn_platu_clear_statement (gpointer data)
{
  PlatuStatement *statement = data;
  lpn_platu_clear_piece (&statement->name);
  lpn_platu_clear_piece (&statement->index);
  lpn_platu_clear_piece (&statement->value);
}

static void
clear_instance (gpointer data)
{
  PlatuInstance *instance = data;
  lpn_platu_clear_piece (&instance->class_name);
  lpn_platu_clear_piece (&instance->name);
  lpn_platu_clear_piece (&instance->arguments);
}

GArray *
lpn_platu_array (guint size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, FALSE, size);
  g_array_set_clear_func (array, clear);
  return array;
}

PlatuTransition *
lpn_platu_transition_new (PlatuClass *class)
{
  PlatuTransition *t = g_new0 (PlatuTransition, 1);
  t->guards = lpn_platu_array (sizeof (PlatuPiece), lpn_platu_clear_piece);
  t->asserts = lpn_platu_array (sizeof (PlatuPiece), lpn_platu_clear_piece);
  t->assigns = lpn_platu_array (sizeof (PlatuStatement), lpn_platu_clear_statement);
  g_ptr_array_add (class->transitions, t);
  return t;
}

static void
free_transition (gpointer data)
{
  PlatuTransition *t = data;
  lpn_platu_clear_piece (&t->label);
  lpn_platu_clear_piece (&t->preset);
  lpn_platu_clear_piece (&t->postset);
  g_array_unref (t->guards);
  g_array_unref (t->asserts);
  g_array_unref (t->assigns);
  g_free (t);
}

PlatuClass *
lpn_platu_class_new (void)
{
  PlatuClass *class = g_new0 (PlatuClass, 1);
  class->constants = lpn_platu_array (sizeof (PlatuStatement), lpn_platu_clear_statement);
  class->variables = lpn_platu_array (sizeof (PlatuStatement), lpn_platu_clear_statement);
  class->transitions = g_ptr_array_new_with_free_func (free_transition);
  return class;
}

static void
class_free (gpointer data)
{
  PlatuClass *class = data;
  lpn_platu_clear_piece (&class->name);
  lpn_platu_clear_piece (&class->args);
  lpn_platu_clear_piece (&class->marking);
  g_array_unref (class->constants);
  g_array_unref (class->variables);
  g_ptr_array_unref (class->transitions);
  g_free (class);
}

static void
source_free (gpointer data)
{
  PlatuSource *source = data;
  g_free (source->label);
  g_free (source->text);
  g_free (source);
}

PlatuFile *
lpn_platu_file_new (const LpnTextOptions *options)
{
  PlatuFile *file = g_new0 (PlatuFile, 1);
  file->options = options;
  file->sources = g_ptr_array_new_with_free_func (source_free);
  file->classes = g_ptr_array_new_with_free_func (class_free);
  file->instances = lpn_platu_array (sizeof (PlatuInstance), clear_instance);
  file->global = lpn_platu_class_new ();
  return file;
}

void
lpn_platu_file_free (PlatuFile *file)
{
  if (file == NULL)
    return;
  g_ptr_array_unref (file->classes);
  g_array_unref (file->instances);
  class_free (file->global);
  g_ptr_array_unref (file->sources);
  g_free (file);
}

/* A part of the source without the blanks around it. */
PlatuPiece
lpn_platu_piece (const PlatuSource *source, gsize from, gsize to)
{
  while (from < to && g_ascii_isspace (source->text[from]))
    from++;
  while (to > from && g_ascii_isspace (source->text[to - 1]))
    to--;
  return (PlatuPiece){ source, g_strndup (source->text + from, to - from), from };
}

GArray *
lpn_platu_split (const PlatuPiece *whole)
{
  GArray *parts = lpn_platu_array (sizeof (PlatuPiece), lpn_platu_clear_piece);
  gsize   from = whole->offset, end = whole->offset + (whole->text == NULL ? 0 : strlen (whole->text));
  while (from < end)
    {
      gsize to = from;
      while (to < end && whole->source->text[to] != ',')
        to++;
      PlatuPiece part = lpn_platu_piece (whole->source, from, to);
      g_array_append_val (parts, part);
      from = to + 1;
    }
  return parts;
}

/* ---- messages ---- */

void
lpn_platu_at (const PlatuSource *source, gsize offset, guint *line, guint *column)
{
  *line = *column = 1;
  for (gsize i = 0; i < offset && source->text[i] != '\0'; i++)
    {
      *column = source->text[i] == '\n' ? 1 : *column + 1;
      *line += source->text[i] == '\n';
    }
}

bool
lpn_platu_fail (GError **error, const PlatuSource *source, gsize offset, LpnIoError code, const char *format, ...)
{
  guint   line, column;
  va_list args;
  lpn_platu_at (source, offset, &line, &column);
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  va_end (args);
  g_set_error (error, LPN_IO_ERROR, code, "%s:%u:%u: %s", source->label, line, column, valid);
  return false;
}
