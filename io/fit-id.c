/* SPDX-License-Identifier: MIT */
#include "io/fit-id.h"

const char *
lpn_claim_id (GString *name, GHashTable *taken)
{
  gsize length = name->len;
  for (guint n = 2; g_hash_table_contains (taken, name->str); n++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, "_%u", n);
    }
  char *claimed = g_string_free (name, FALSE);
  g_hash_table_add (taken, claimed);
  return claimed;
}

/* Words with single '_' between them, a letter first. */
static void
make_plain (GString *name)
{
  g_autofree char *before = g_strdup (name->str);
  g_string_truncate (name, 0);
  for (const char *c = before; *c != '\0'; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (name, *c);
    else if (name->len > 0 && name->str[name->len - 1] != '_' && c[1] != '\0')
      g_string_append_c (name, '_');
  if (name->len > 0 && name->str[name->len - 1] == '_')
    g_string_truncate (name, name->len - 1);
  if (name->len == 0 || !g_ascii_isalpha (name->str[0]))
    g_string_prepend_c (name, 'x');
}

char *
lpn_fit_id (const char *id, bool (*fits) (const char *id), GHashTable *taken)
{
  GString *name = g_string_new (NULL);
  for (const char *c = id; *c != '\0'; c++)
    g_string_append_c (name, g_ascii_isalnum (*c) || *c == '_' || (*c == '.' && c != id) ? *c : '_');
  if (name->len == 0)
    g_string_append_c (name, '_');
  if (fits != NULL && !fits (name->str))
    make_plain (name);
  if (fits != NULL && !fits (name->str)) /* a word that means something there */
    g_string_append (name, "_x");
  return g_strdup (lpn_claim_id (name, taken));
}
