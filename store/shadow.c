/* SPDX-License-Identifier: MIT */
#include "store/shadow.h"

#include <string.h>

typedef struct
{
  LpnStore     base;
  LpnStoreType type; /* the inner one's face with our functions */
  LpnStore    *inner;
  GHashTable  *set; /* of GBytes */
  char        *fault;
} ShadowStore;

static GBytes *
bytes_of (const ShadowStore *s, const guint32 *tuple)
{
  return g_bytes_new (tuple, s->base.n_components * sizeof *tuple);
}

static bool
is_held (const ShadowStore *s, const guint32 *tuple)
{
  g_autoptr (GBytes) bytes = bytes_of (s, tuple);
  return g_hash_table_contains (s->set, bytes);
}

static bool
is_exact (const ShadowStore *s)
{
  return (s->type.flags & LPN_STORE_EXACT) != 0;
}

static void
compare (ShadowStore *s, const guint32 *tuple, bool ok, const char *call, int answer)
{
  g_autoptr (GString) text = NULL;

  if (ok || s->fault != NULL)
    return;
  text = g_string_new (call);
  g_string_append (text, " (");
  for (guint c = 0; c < s->base.n_components; c++)
    g_string_append_printf (text, "%s%u", c > 0 ? ", " : "", tuple[c]);
  g_string_append_printf (text, ") answered %d after %u states", answer, g_hash_table_size (s->set));
  s->fault = g_string_free (g_steal_pointer (&text), FALSE);
}

static void
compare_insert (ShadowStore *s, const guint32 *tuple, LpnStoreAnswer answer)
{
  bool held = is_held (s, tuple);

  compare (s, tuple, held ? answer == LPN_STORE_SEEN : answer != LPN_STORE_SEEN || !is_exact (s), "insert", answer);
  if (answer != LPN_STORE_FULL)
    g_hash_table_add (s->set, bytes_of (s, tuple));
}

static void
compare_contains (ShadowStore *s, const guint32 *tuple, bool answer)
{
  bool held = is_held (s, tuple);
  compare (s, tuple, answer == held || (answer && !is_exact (s)), "contains", answer);
}

static LpnStoreAnswer
shadow_insert (LpnStore *store, const guint32 *tuple)
{
  ShadowStore   *s = (ShadowStore *)store;
  LpnStoreAnswer answer = lpn_store_insert (s->inner, tuple);
  compare_insert (s, tuple, answer);
  return answer;
}

static bool
shadow_contains (LpnStore *store, const guint32 *tuple)
{
  ShadowStore *s = (ShadowStore *)store;
  bool         answer = lpn_store_contains (s->inner, tuple);
  compare_contains (s, tuple, answer);
  return answer;
}

static void
shadow_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  ShadowStore *s = (ShadowStore *)store;
  lpn_store_contains_many (s->inner, tuples, n, seen);
  for (guint i = 0; i < n; i++)
    compare_contains (s, tuples + (size_t)i * store->n_components, seen[i] != 0);
}

static guint
shadow_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  ShadowStore *s = (ShadowStore *)store;
  guint        done = lpn_store_insert_many (s->inner, tuples, n, answers);

  for (guint i = 0; i < MIN (done + 1, n); i++)
    compare_insert (s, tuples + (size_t)i * store->n_components, answers[i]);
  return done;
}

static LpnStoreAnswer
shadow_grown (LpnStore *store, guint component, guint32 count)
{
  return lpn_store_grown (((ShadowStore *)store)->inner, component, count);
}

static void
shadow_close (LpnStore *store)
{
  ShadowStore *s = (ShadowStore *)store;
  lpn_store_close (s->inner);
  g_hash_table_unref (s->set);
  g_free (s->fault);
  g_free (s);
}

static void
shadow_finish (LpnStore *store)
{
  lpn_store_finish (((ShadowStore *)store)->inner);
}

static void
shadow_stats (const LpnStore *store, LpnStoreStats *stats)
{
  lpn_store_stats (((const ShadowStore *)store)->inner, stats);
}

static void
shadow_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  lpn_store_figures (((const ShadowStore *)store)->inner, func, data);
}

static bool
shadow_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  return lpn_store_foreach (((ShadowStore *)store)->inner, func, data);
}

static void
shadow_dump_dot (LpnStore *store, GString *out)
{
  lpn_store_dump_dot (((ShadowStore *)store)->inner, out);
}

static const char *
shadow_full_reason (const LpnStore *store)
{
  return lpn_store_full_reason (((const ShadowStore *)store)->inner);
}

static bool
shadow_check (LpnStore *store, GError **error)
{
  ShadowStore  *s = (ShadowStore *)store;
  LpnStoreStats stats;

  lpn_store_stats (s->inner, &stats);
  if (s->fault == NULL && is_exact (s) && stats.states != g_hash_table_size (s->set))
    s->fault = g_strdup_printf ("%" G_GUINT64_FORMAT " states are counted, %u are held", stats.states,
                                g_hash_table_size (s->set));
  if (s->fault != NULL)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "store '%s' differs from a plain set: %s",
                   s->type.name, s->fault);
      return false;
    }
  return lpn_store_check (s->inner, error);
}

const char *
lpn_store_shadow_fault (const LpnStore *store)
{
  return ((const ShadowStore *)store)->fault;
}

LpnStore *
lpn_store_shadow_open (const LpnStoreType *inner, const LpnStoreConfig *config, GError **error)
{
  LpnStore    *store = lpn_store_open (inner, config, error);
  ShadowStore *s;

  if (store == NULL)
    return NULL;
  s = g_new0 (ShadowStore, 1);
  s->inner = store;
  s->set = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  s->type = *inner;
  s->type.close = shadow_close;
  s->type.insert = shadow_insert;
  s->type.contains = shadow_contains;
  s->type.contains_many = shadow_contains_many;
  s->type.insert_many = shadow_insert_many;
  s->type.grown = shadow_grown;
  s->type.finish = shadow_finish;
  s->type.stats = shadow_stats;
  s->type.figures = shadow_figures;
  s->type.check = shadow_check;
  s->type.full_reason = shadow_full_reason;
  if (inner->foreach != NULL)
    s->type.foreach = shadow_foreach;
  if (inner->dump_dot != NULL)
    s->type.dump_dot = shadow_dump_dot;
  s->base.type = &s->type;
  s->base.n_components = store->n_components;
  return &s->base;
}
