/* SPDX-License-Identifier: MIT */
/* Looking at a diagram: enumeration, counts, check, Graphviz. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif
#include "store/bdd-private.h"

#include <string.h>

typedef struct
{
  const LpnBdd *bdd;
  LpnTupleFunc  func;
  gpointer      data;
  guint64      *key;
  guint32      *cells;
} Walk;

static bool
enumerate (Walk *walk, DdNode *node, guint level)
{
  const LpnBdd *bdd = walk->bdd;
  guint64       bit = G_GUINT64_CONSTANT (1) << (63 - level % 64);
  DdNode       *then_, *else_;
  bool          on;

  if (node == bdd->zero)
    return true;
  if (level == bdd->n_vars)
    {
      lpn_bdd_cells (bdd, walk->key, walk->cells);
      return walk->func (walk->cells, walk->data);
    }
  lpn_bdd_split (bdd, node, level, &then_, &else_);
  if (!enumerate (walk, else_, level + 1))
    return false;
  if (lpn_key_bit (bdd->pending, level))
    return true;
  walk->key[level / 64] |= bit;
  on = enumerate (walk, then_, level + 1);
  walk->key[level / 64] &= ~bit;
  return on;
}

bool
lpn_bdd_foreach (const LpnBdd *bdd, LpnTupleFunc func, gpointer data)
{
  g_autofree guint64 *key = g_new0 (guint64, bdd->packing.n_words);
  g_autofree guint32 *cells = g_new0 (guint32, bdd->n_cells + 1);
  Walk                walk = { bdd, func, data, key, cells };

  return enumerate (&walk, bdd->root, 0);
}

void
lpn_bdd_stats (LpnBdd *bdd, LpnBddStats *stats)
{
  /* CUDD counts ZDD nodes with a hash table of its own; this function marks nodes in place and knows no difference. */
  if (bdd->nodes == 0)
    bdd->nodes = (guint64)Cudd_DagSize (bdd->root);
  lpn_bdd_note_peak (bdd);
  stats->nodes = bdd->nodes;
  stats->peak_nodes = MAX (bdd->peak_nodes, bdd->nodes);
  stats->bytes = lpn_bdd_bytes (bdd);
  stats->peak_bytes = bdd->peak_bytes;
  stats->reorderings = bdd->past.reorderings + (guint64)Cudd_ReadReorderings (bdd->manager);
  stats->reorder_seconds = bdd->reorder_seconds;
  stats->cache_lookups = bdd->past.cache_lookups + Cudd_ReadCacheLookUps (bdd->manager);
  stats->cache_hits = bdd->past.cache_hits + Cudd_ReadCacheHits (bdd->manager);
  stats->collections = bdd->past.collections + (guint64)Cudd_ReadGarbageCollections (bdd->manager);
}

/* Counting: per regular node the strings below it, from its own level down, modulo 2^64. Complements and levels
 * passed over give powers of two, which are right modulo 2^64 too; and so is the sum in the end. */
typedef struct
{
  DdNode *node;
  guint64 strings;
} Counted;

typedef struct
{
  const LpnBdd *bdd;
  GHashTable   *met; /* of Counted, found by what makes a node: variable and children */
  const char   *broken;
} Count;

static guint64
shifted (guint64 n, guint by)
{
  return by < 64 ? n << by : 0;
}

/* Levels in [from, to) whose bit may be 1. */
static guint
free_levels (const LpnBdd *bdd, guint from, guint to)
{
  guint n = 0;
  for (; from < to; from++)
    n += !lpn_key_bit (bdd->pending, from);
  return n;
}

static guint
hash_counted (gconstpointer p)
{
  DdNode *node = ((const Counted *)p)->node;
  return g_direct_hash (Cudd_T (node)) * 31 + g_direct_hash (Cudd_E (node)) * 17 + lpn_cudd_index (node);
}

static gboolean
same_counted (gconstpointer p, gconstpointer q)
{
  DdNode *a = ((const Counted *)p)->node, *b = ((const Counted *)q)->node;
  return lpn_cudd_index (a) == lpn_cudd_index (b) && Cudd_T (a) == Cudd_T (b) && Cudd_E (a) == Cudd_E (b);
}

static guint64 count_from (Count *count, DdNode *node, guint level);

static guint64
count_regular (Count *count, DdNode *node, guint level)
{
  const LpnBdd *bdd = count->bdd;
  DdNode       *then_ = Cudd_T (node), *else_ = Cudd_E (node);
  Counted       counted = { node, 0 };
  Counted      *known = g_hash_table_lookup (count->met, &counted);

  if (known != NULL && known->node != node)
    count->broken = "two nodes alike";
  if (known != NULL)
    return known->strings;
  if (lpn_bdd_level (bdd, then_) <= level || lpn_bdd_level (bdd, else_) <= level)
    count->broken = "a node above one that should be above it";
  if (then_ == (bdd->zdd ? bdd->zero : else_))
    count->broken = "a node that should not be there";
  if (Cudd_IsComplement (then_) || (bdd->zdd && Cudd_IsComplement (else_)))
    count->broken = "a complement where none may be";
  if (count->broken != NULL)
    return 0;
  counted.strings = count_from (count, else_, level + 1);
  if (!lpn_key_bit (bdd->pending, level))
    counted.strings += count_from (count, then_, level + 1);
  g_hash_table_add (count->met, g_memdup2 (&counted, sizeof counted));
  return counted.strings;
}

static guint64
count_from (Count *count, DdNode *node, guint level)
{
  const LpnBdd *bdd = count->bdd;
  guint         own = lpn_bdd_level (bdd, node);
  DdNode       *regular = Cudd_Regular (node);
  guint64       n;

  if (Cudd_IsConstant (node))
    n = regular == bdd->one;
  else
    n = count_regular (count, regular, own);
  if (bdd->zdd)
    return n;
  if (Cudd_IsComplement (node))
    n = shifted (1, free_levels (bdd, own, bdd->n_vars)) - n;
  return shifted (n, free_levels (bdd, level, own));
}

bool
lpn_bdd_check (LpnBdd *bdd, guint64 states, GError **error)
{
  g_autoptr (GHashTable) met = g_hash_table_new_full (hash_counted, same_counted, g_free, NULL);
  Count   count = { bdd, met, NULL };
  guint64 found = count_from (&count, bdd->root, 0);

  if (count.broken == NULL && found != states)
    count.broken = "it does not hold as many states as were inserted";
  if (count.broken == NULL && lpn_bdd_cudd_bytes (bdd) + bdd->extra > bdd->taken)
    count.broken = "more memory is held than was taken from the budget";
  if (count.broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE,
                 "diagram broken: %s (%" G_GUINT64_FORMAT " states inserted, %" G_GUINT64_FORMAT " found)",
                 count.broken, states, found);
  return count.broken == NULL;
}

static void
collect_plain (GHashTable *met, DdNode *node)
{
  if (g_hash_table_contains (met, node))
    return;
  g_hash_table_add (met, node);
  if (Cudd_IsConstant (node))
    return;
  collect_plain (met, Cudd_NotCond (Cudd_T (node), Cudd_IsComplement (node)));
  collect_plain (met, Cudd_NotCond (Cudd_E (node), Cudd_IsComplement (node)));
}

guint64
lpn_bdd_plain_nodes (const LpnBdd *bdd)
{
  g_autoptr (GHashTable) met = g_hash_table_new (g_direct_hash, g_direct_equal);

  collect_plain (met, bdd->root);
  g_hash_table_remove (met, bdd->zero);
  return g_hash_table_size (met);
}

void
lpn_bdd_dump_dot (LpnBdd *bdd, GString *out)
{
  g_auto (GStrv) names = g_new0 (char *, bdd->n_vars + 1);
  const char *set[] = { "states" };
  char       *text = NULL;
  size_t      size = 0;
  FILE       *stream;

  if (bdd->n_vars == 0)
    {
      g_string_append_printf (out, "digraph \"DD\" {\n  \"%s\";\n}\n", bdd->root == bdd->zero ? "0" : "1");
      return;
    }
  stream = open_memstream (&text, &size);
  if (stream == NULL)
    return;
  for (guint i = 0; i < bdd->n_vars; i++)
    {
      LpnPackBit bit = bdd->bits[bdd->level_of[i]];
      names[i] = g_strdup_printf ("%u.%u", bit.component, bit.bit);
    }
  /* The name arrays are of const strings in some editions and of plain ones in others. */
  if (bdd->zdd)
    Cudd_zddDumpDot (bdd->manager, 1, &bdd->root, (gpointer)names, (gpointer)set, stream);
  else
    Cudd_DumpDot (bdd->manager, 1, &bdd->root, (gpointer)names, (gpointer)set, stream);
  fclose (stream);
  g_string_append_len (out, text, (gssize)size);
  free (text);
}
