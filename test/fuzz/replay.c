/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target over the files and folders named as arguments, once per file, in the order of their names: the
 * corpus as an ordinary test, with any compiler. Each name is printed before its input runs, so that the last line of a
 * crashed run names the culprit. Fails when there was nothing to replay.
 */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Appends `path`, or the files of the folder `path`. */
static gboolean
collect (const char *path, GPtrArray *files, GError **error)
{
  const char *name;
  g_autoptr (GDir) dir = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (files, g_strdup (path));
      return TRUE;
    }
  dir = g_dir_open (path, 0, error);
  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  return TRUE;
}

static gboolean
replay (const char *path, GError **error)
{
  gsize               size;
  g_autofree char    *contents = NULL;
  g_autofree uint8_t *exact = NULL;

  g_print ("%s\n", path);
  if (!g_file_get_contents (path, &contents, &size, error))
    return FALSE;
  /* GLib adds a NUL at the end; a copy without it lets AddressSanitizer see a read past the input. */
  exact = g_malloc (MAX (size, 1));
  memcpy (exact, contents, size);
  LLVMFuzzerTestOneInput (exact, size);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  for (int i = 1; i < argc; i++)
    if (!collect (argv[i], files, &error))
      {
        g_printerr ("%s\n", error->message);
        return EXIT_FAILURE;
      }
  g_ptr_array_sort (files, compare_names);
  for (guint i = 0; i < files->len; i++)
    if (!replay (g_ptr_array_index (files, i), &error))
      {
        g_printerr ("%s\n", error->message);
        return EXIT_FAILURE;
      }
  g_print ("%u inputs replayed\n", files->len);
  return files->len > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
