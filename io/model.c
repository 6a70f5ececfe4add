/* SPDX-License-Identifier: MIT */
#include "io/model.h"

#include "benchmarks/families.h"
#include "io/astg.h"
#include "io/compose.h"
#include "io/dot.h"
#include "io/io.h"
#include "io/output.h"
#include "io/pnml.h"

/* One row per format. Adding one is a file and a row. */
typedef struct
{
  const char *suffix;
  /* NULL: only written */
  bool (*read) (const char *path, const LpnModelOptions *options, GPtrArray *parts, GError **error);
  bool (*write) (const LpnNet *net, FILE *out, GError **error); /* NULL: only read */
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
  (void)options;
  return lpn_astg_read_file (path, parts, error);
}

static const Format formats[] = {
  { ".pnml", read_pnml, lpn_pnml_write },
  { ".dve", read_dve, NULL },
  { ".g", read_astg, NULL },
  { ".sg", read_astg, NULL },
  { ".dot", NULL, lpn_dot_write },
  { ".gv", NULL, lpn_dot_write },
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
  const Format *format = format_of (name);
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
  return lpn_compose (parts, error);
}

/* What lpn_output_write() hands to write_net(). */
typedef struct
{
  const Format *format;
  const LpnNet *net;
} Writing;

static bool
write_net (FILE *out, gconstpointer data, GError **error)
{
  const Writing *writing = data;
  return writing->format->write (writing->net, out, error);
}

bool
lpn_model_save (const LpnNet *net, const char *path, const char *format, GError **error)
{
  Writing          writing = { NULL, net };
  g_autofree char *suffix = format != NULL ? g_strconcat (".", format, NULL) : NULL;

  if (suffix == NULL)
    writing.format = format_of (path);
  for (guint i = 0; suffix != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].suffix, suffix))
      writing.format = &formats[i];
  if (writing.format == NULL || writing.format->write == NULL)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT, "there is no format '%s' to write (pnml, dot or gv)",
                   suffix != NULL ? format : writing.format->suffix);
      return false;
    }
  return lpn_output_write (path, write_net, &writing, error);
}
