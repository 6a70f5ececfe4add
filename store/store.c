/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include <string.h>

G_DEFINE_QUARK (lpn - store - error - quark, lpn_store_error)

static bool
takes_option (const LpnStoreType *type, const char *name)
{
  const LpnStoreOption *option;

  for (option = type->options; option != NULL && option->name != NULL; option++)
    if (strcmp (option->name, name) == 0)
      return true;
  return false;
}

/* "a, b and c", or "none". */
static char *
option_names (const LpnStoreType *type)
{
  GString              *names = g_string_new (NULL);
  const LpnStoreOption *option;

  for (option = type->options; option != NULL && option->name != NULL; option++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", option->name);
  if (names->len == 0)
    g_string_append (names, "none");
  return g_string_free (names, FALSE);
}

static bool
check_options (const LpnStoreType *type, GHashTable *options, GError **error)
{
  GHashTableIter iter;
  gpointer       name;
  const char    *infer = options != NULL ? g_hash_table_lookup (options, LPN_STORE_INFER_RANGES) : NULL;

  if (options == NULL)
    return true;
  g_hash_table_iter_init (&iter, options);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!takes_option (type, name))
      {
        g_autofree char *known = option_names (type);
        g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION, "store '%s' has no option '%s' (it takes: %s)",
                     type->name, (const char *)name, known);
        return false;
      }
  if (infer != NULL && strcmp (infer, "yes") != 0 && strcmp (infer, "no") != 0 && strcmp (infer, "auto") != 0)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION, "option '%s' is yes, no or auto, not '%s'",
                   LPN_STORE_INFER_RANGES, infer);
      return false;
    }
  return true;
}

LpnStore *
lpn_store_open (const LpnStoreType *type, const LpnStoreConfig *config, GError **error)
{
  LpnStore *store;

  g_return_val_if_fail (type != NULL && config != NULL, NULL);
  g_return_val_if_fail (config->space != NULL && config->budget != NULL, NULL);

  if (!check_options (type, config->options, error))
    return NULL;
  if ((type->flags & LPN_STORE_VECTOR) != 0 && config->space->expand == NULL)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE,
                   "store '%s' holds state vectors, and these states have no vector view", type->name);
      return NULL;
    }
  store = type->open (config, error);
  if (store != NULL)
    {
      store->type = type;
      store->n_components = config->space->n_components;
    }
  return store;
}

void
lpn_store_close (LpnStore *store)
{
  if (store != NULL)
    store->type->close (store);
}

void
lpn_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  if (store->type->contains_many != NULL)
    {
      store->type->contains_many (store, tuples, n, seen);
      return;
    }
  for (guint i = 0; i < n; i++)
    seen[i] = lpn_store_contains (store, tuples + (size_t)i * store->n_components);
}

guint
lpn_store_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  if (store->type->insert_many != NULL)
    return store->type->insert_many (store, tuples, n, answers);
  for (guint i = 0; i < n; i++)
    {
      answers[i] = (gint8)lpn_store_insert (store, tuples + (size_t)i * store->n_components);
      if (answers[i] == LPN_STORE_FULL)
        return i;
    }
  return n;
}

LpnStoreAnswer
lpn_store_grown (LpnStore *store, guint component, guint32 count)
{
  return store->type->grown != NULL ? store->type->grown (store, component, count) : LPN_STORE_SEEN;
}

void
lpn_store_finish (LpnStore *store)
{
  if (store->type->finish != NULL)
    store->type->finish (store);
}

void
lpn_store_stats (const LpnStore *store, LpnStoreStats *stats)
{
  memset (stats, 0, sizeof *stats);
  store->type->stats (store, stats);
}

void
lpn_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  if (store->type->figures != NULL)
    store->type->figures (store, func, data);
}

bool
lpn_store_check (LpnStore *store, GError **error)
{
  return store->type->check (store, error);
}

bool
lpn_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  g_return_val_if_fail ((store->type->flags & LPN_STORE_ENUMERABLE) != 0, false);
  return store->type->foreach (store, func, data);
}

bool
lpn_store_dump_dot (LpnStore *store, GString *out)
{
  if (store->type->dump_dot == NULL)
    return false;
  store->type->dump_dot (store, out);
  return true;
}

const char *
lpn_store_full_reason (const LpnStore *store)
{
  const char *reason = store->type->full_reason != NULL ? store->type->full_reason (store) : NULL;
  return reason != NULL ? reason : "the store's memory budget is used up";
}

const char *
lpn_store_option_string (const LpnStoreConfig *config, const char *name, const char *fallback)
{
  const char *value = config->options != NULL ? g_hash_table_lookup (config->options, name) : NULL;
  return value != NULL ? value : fallback;
}

/* The power of 1024 a suffix stands for, in bits; -1 for no suffix of a size. */
static int
suffix_bits (const char *suffix)
{
  static const char letters[] = "KMGT";
  const char       *letter;

  if (suffix[0] == '\0')
    return 0;
  letter = strchr (letters, g_ascii_toupper (suffix[0]));
  if (letter == NULL || suffix[1] != '\0')
    return -1;
  return 10 * (int)(letter - letters + 1);
}

bool
lpn_store_option_size (const LpnStoreConfig *config, const char *name, guint64 fallback, guint64 *value, GError **error)
{
  const char *text = lpn_store_option_string (config, name, NULL);
  size_t      digits;
  guint64     number = 0;
  int         bits = -1;

  if (text == NULL)
    {
      *value = fallback;
      return true;
    }
  digits = strspn (text, "0123456789");
  if (digits > 0 && digits < 20) /* 19 digits always fit */
    {
      bits = suffix_bits (text + digits);
      number = g_ascii_strtoull (text, NULL, 10);
    }
  if (bits < 0 || number > G_MAXUINT64 >> bits)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION,
                   "option '%s': '%s' is no size (a number, with K, M, G or T after it if wanted)", name, text);
      return false;
    }
  *value = number << bits;
  return true;
}
