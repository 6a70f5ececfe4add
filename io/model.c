/* SPDX-License-Identifier: MIT */
#include "io/model.h"

#include <string.h>

#include "benchmarks/families.h"
#include "io/astg.h"
#include "io/compose.h"
#include "io/dot.h"
#include "io/input.h"
#include "io/io.h"
#include "io/lpn-text.h"
#include "io/output.h"
#include "io/platu.h"
#include "io/pnml.h"

/* One row per format. Adding one is a file and a row. */
typedef struct
{
  const char *suffix;
  /* NULL: only written */
  bool (*read) (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error);
  /* NULL: only read */
  bool (*write) (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error);
} Format;

static bool
read_pnml (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  (void)options;
  return lpn_pnml_read_file (path, parts, error);
}

static bool
read_dve (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  return lpn_dve_read_file (path, options->dve_overflow, parts, error);
}

static bool
read_astg (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  return lpn_astg_read_file (path, options->warnings, parts, error);
}

static bool
platu_text (const char *path, const char *text, gsize length, const LpnModelOptions *options, GPtrArray *parts,
            GError **error)
{
  LpnTextOptions   text_options = { options->untimed, options->warnings };
  g_autofree char *folder = g_str_equal (path, "-") ? NULL : g_path_get_dirname (path);
  return lpn_platu_read_memory (path, text, length, folder, &text_options, parts, error);
}

static bool
read_platu (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  g_autofree char *text = NULL;
  gsize            length;
  return lpn_input_read (path, &text, &length, error) && platu_text (path, text, length, options, parts, error);
}

/* Platu's files have the same suffix; they begin as XML does. */
static bool
read_lpn (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  LpnTextOptions   text_options = { options->untimed, options->warnings };
  g_autofree char *text = NULL;
  gsize            length;
  if (!lpn_input_read (path, &text, &length, error))
    return false;
  if (text[strspn (text, " \t\r\n\f\v\xef\xbb\xbf")] == '<')
    return platu_text (path, text, length, options, parts, error);
  return lpn_text_read_memory (path, text, length, &text_options, parts, error);
}

static bool
write_pnml (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error)
{
  (void)warnings;
  return lpn_pnml_write (net, out, error);
}

static bool
write_dot (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error)
{
  (void)warnings;
  return lpn_dot_write (net, out, error);
}

static const Format formats[] = {
  { ".pnml", read_pnml, write_pnml },   { ".dve", read_dve, NULL },
  { ".lpn", read_lpn, lpn_text_write }, { ".platu", read_platu, lpn_platu_write },
  { ".g", read_astg, lpn_astg_write },  { ".sg", read_astg, NULL },
  { ".dot", NULL, write_dot },          { ".gv", NULL, write_dot },
};

/* The format of a path; without a known suffix, the first. */
static const Format *
format_of (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (path, formats[i].suffix))
      return &formats[i];
  return &formats[0];
}

/* The names of the formats that are read, or that are written. Transfer full. */
static char *
format_names (bool written)
{
  GString *names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (written ? formats[i].write != NULL : formats[i].read != NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", formats[i].suffix + 1);
  return g_string_free (names, FALSE);
}

char *
lpn_model_formats_read (void)
{
  return format_names (false);
}

char *
lpn_model_formats_written (void)
{
  return format_names (true);
}

/* The format of that name; NULL with `error`. */
static const Format *
format_named (const char *name, bool written, GError **error)
{
  g_autofree char *names = format_names (written);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].suffix + 1, name) && (written ? formats[i].write != NULL : formats[i].read != NULL))
      return &formats[i];
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT, "there is no format '%s' to %s (%s)", name,
               written ? "write" : "read", names);
  return NULL;
}

static bool
load_one (const char *name, const LpnModelOptions *options, GPtrArray *parts, GError **error)
{
  if (lpn_family_find (name) != NULL && !g_file_test (name, G_FILE_TEST_EXISTS))
    {
      LpnNet *net = lpn_family_build (name, error);
      if (net != NULL)
        g_ptr_array_add (parts, lpn_part_new (net, name));
      return net != NULL;
    }
  if (g_file_test (name, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "%s: is a directory, not a model", name);
      return false;
    }
  const Format *format = options->format != NULL ? format_named (options->format, false, error) : format_of (name);
  if (format == NULL)
    return false;
  if (format->read == NULL)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT, "%s: files of type %s are only written, not read", name,
                   format->suffix);
      return false;
    }
  return format->read (name, options, parts, error);
}

LpnNet *
lpn_model_load (const char *const *names, guint n, GError **error)
{
  return lpn_model_load_with (names, n, &(LpnModelOptions){ 0 }, error);
}

LpnNet *
lpn_model_load_with (const char *const *names, guint n, const LpnModelOptions *options, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_return_val_if_fail (n > 0, NULL);
  for (guint i = 0; i < n; i++)
    if (!load_one (names[i], options, parts, error))
      return NULL;
  return lpn_text_check_inputs (parts, error) ? lpn_compose (parts, error) : NULL;
}

/* What lpn_output_write() hands to write_net(). */
typedef struct
{
  const Format *format;
  const LpnNet *net;
  GPtrArray    *warnings;
} Writing;

static bool
write_net (FILE *out, gconstpointer data, GError **error)
{
  const Writing *writing = data;
  return writing->format->write (writing->net, out, writing->warnings, error);
}

bool
lpn_model_save (const LpnNet *net, const char *path, const char *format, GError **error)
{
  return lpn_model_save_with (net, path, format, NULL, error);
}

bool
lpn_model_save_with (const LpnNet *net, const char *path, const char *format, GPtrArray *warnings, GError **error)
{
  Writing writing = { format != NULL ? format_named (format, true, error) : format_of (path), net, warnings };
  if (writing.format == NULL)
    return false;
  if (writing.format->write == NULL) /* by its suffix */
    {
      format_named (writing.format->suffix + 1, true, error);
      return false;
    }
  return lpn_output_write (path, write_net, &writing, error);
}
