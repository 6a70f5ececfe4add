/* SPDX-License-Identifier: MIT */
/*
 * `tree`: the recursive pairwise tree table, for tuples of many components.
 *
 * A balanced binary tree lies over the components. A leaf is an index; an inner node is a pair of the values of its two
 * children, interned in a table of its own, whose dense number is the node's value. The pair at the root is a state.
 * States share subtrees, so the inner tables stay far smaller than the set of states, and the root pairs are all that
 * grows with it.
 *
 * The set of root pairs is itself a store: `cleary` on tuples of two components whose counts are those of the
 * numbers given so far. So a root takes what two numbers of today's width take less what the slot says, where a plain
 * root table takes 8 bytes.
 *
 * Laarman, van de Pol, Weber, "Parallel recursive state compression for free" (2011); van der Vegt and Laarman, "A
 * parallel compact hash table" (2011) and the compact tree table built on both.
 *
 * A successor differs from its sibling in few components: nodes over an unchanged range keep the number
 * found for the tuple before. Nodes interned for a state that did not fit in the end stay; they are no part of the set.
 */
#include "store/store.h"

#include <string.h>

#include "store/key-table.h"

enum
{
  BATCH = 32,
  MAX_ROOT = 2, /* components of the root */
};

typedef struct
{
  guint       first; /* components of its range */
  guint       length;
  guint       left; /* nodes; of a leaf: none */
  guint       right;
  guint32     last; /* value for the tuple before */
  LpnKeyTable pairs;
} Node;

typedef struct
{
  LpnStore    base;
  LpnBudget  *budget;
  LpnSpace    root_space;
  LpnStore   *root;
  Node       *nodes; /* children before parents; the root is no node, its children are top[] */
  guint       n_nodes;
  guint       top[MAX_ROOT];
  guint64     told[MAX_ROOT]; /* counts the root store knows */
  guint32    *tuple;          /* the tuple `last` speaks of */
  guint32    *out;            /* scratch of foreach */
  bool        has_last;
  guint64     fixed; /* bytes of the nodes and scratch */
  guint64     inner; /* bytes of the tables of pairs */
  guint64     root_bytes;
  guint64     root_peak;
  guint64     peak_bytes;
  const char *reason;
} TreeStore;

extern const LpnStoreType lpn_store_cleary;

static guint
mid_of (guint length)
{
  return (length + 1) / 2;
}

/* Lays out the nodes over a range; returns the topmost. */
static guint
build (TreeStore *s, guint first, guint length)
{
  guint left = 0, right = 0;
  Node *node;

  if (length > 1)
    {
      left = build (s, first, mid_of (length));
      right = build (s, first + mid_of (length), length - mid_of (length));
    }
  node = &s->nodes[s->n_nodes];
  node->first = first;
  node->length = length;
  node->left = left;
  node->right = right;
  lpn_key_table_init (&node->pairs, 2 * sizeof (guint32));
  return s->n_nodes++;
}

/* One of the tables held `extra` bytes more, for a moment, than it does now. */
static void
note_peak (TreeStore *s, guint64 extra)
{
  s->peak_bytes = MAX (s->peak_bytes, s->fixed + s->inner + s->root_bytes + extra);
}

static void
note_root (TreeStore *s)
{
  LpnStoreStats root;

  lpn_store_stats (s->root, &root);
  if (root.bytes == s->root_bytes && root.peak_bytes == s->root_peak)
    return;
  s->root_bytes = root.bytes;
  note_peak (s, root.peak_bytes > s->root_peak ? root.peak_bytes - root.bytes : 0);
  s->root_peak = root.peak_bytes;
}

static guint32
add_pair (TreeStore *s, LpnKeyTable *pairs, const guint32 *pair, guint64 hash)
{
  guint64 before = lpn_key_table_bytes (pairs);
  guint64 peak = pairs->peak_bytes;
  guint32 value = lpn_key_table_add (pairs, s->budget, pair, hash);

  if (lpn_key_table_bytes (pairs) != before)
    {
      s->inner += lpn_key_table_bytes (pairs) - before;
      note_peak (s, pairs->peak_bytes > peak ? pairs->peak_bytes - lpn_key_table_bytes (pairs) : 0);
    }
  return value;
}

/* The value of a node for `tuple`. With `add` pairs are interned, else only looked up; LPN_KEY_TABLE_NONE: refused, or
 * not there. */
static guint32
value_of (TreeStore *s, guint at, const guint32 *tuple, bool add)
{
  Node   *node = &s->nodes[at];
  guint32 pair[2];
  guint64 hash;
  guint32 value;

  if (node->length == 1)
    return tuple[node->first];
  if (s->has_last && memcmp (tuple + node->first, s->tuple + node->first, node->length * sizeof *tuple) == 0)
    return node->last;
  for (guint i = 0; i < 2; i++)
    {
      guint child = i == 0 ? node->left : node->right;
      pair[i] = value_of (s, child, tuple, add);
      /* An index of a leaf may be any number; a number of a node is never LPN_KEY_TABLE_NONE. */
      if (pair[i] == LPN_KEY_TABLE_NONE && s->nodes[child].length > 1)
        return LPN_KEY_TABLE_NONE;
    }
  hash = lpn_key_table_hash (&node->pairs, pair);
  value = add ? add_pair (s, &node->pairs, pair, hash) : lpn_key_table_find (&node->pairs, pair, hash);
  node->last = value;
  return value;
}

/* The root tuple of `tuple`; false: refused, or not there. */
static bool
root_of (TreeStore *s, const guint32 *tuple, bool add, guint32 *root)
{
  bool ok = true;

  for (guint i = 0; i < s->root_space.n_components && ok; i++)
    {
      root[i] = value_of (s, s->top[i], tuple, add);
      ok = root[i] != LPN_KEY_TABLE_NONE || s->nodes[s->top[i]].length == 1;
    }
  /* After a failure some nodes speak of this tuple and others of the one before. */
  s->has_last = ok;
  if (ok && s->base.n_components > 0)
    memcpy (s->tuple, tuple, s->base.n_components * sizeof *tuple);
  return ok;
}

/* Tells the root store of larger numbers, in powers of two: it only cares for widths. */
static bool
tell_root (TreeStore *s, const guint32 *root)
{
  for (guint i = 0; i < s->root_space.n_components; i++)
    if (root[i] >= s->told[i])
      {
        guint64 count = MIN ((guint64)1 << g_bit_storage (root[i]), G_MAXUINT32);
        if (lpn_store_grown (s->root, i, (guint32)count) == LPN_STORE_FULL)
          {
            note_root (s);
            s->reason = lpn_store_full_reason (s->root);
            return false;
          }
        s->told[i] = count;
        note_root (s);
      }
  return true;
}

/* Interns `tuple` down to its root pair. */
static bool
make_root (TreeStore *s, const guint32 *tuple, guint32 *root)
{
  s->reason = "the tables of inner nodes cannot grow within the memory budget";
  return root_of (s, tuple, true, root) && tell_root (s, root);
}

static LpnStoreAnswer
tree_insert (LpnStore *store, const guint32 *tuple)
{
  TreeStore     *s = (TreeStore *)store;
  guint32        root[MAX_ROOT];
  LpnStoreAnswer answer;

  if (!make_root (s, tuple, root))
    return LPN_STORE_FULL;
  answer = lpn_store_insert (s->root, root);
  note_root (s);
  if (answer == LPN_STORE_FULL)
    s->reason = lpn_store_full_reason (s->root);
  return answer;
}

static bool
tree_contains (LpnStore *store, const guint32 *tuple)
{
  TreeStore *s = (TreeStore *)store;
  guint32    root[MAX_ROOT];

  if (!root_of (s, tuple, false, root))
    return false;
  for (guint i = 0; i < s->root_space.n_components; i++)
    if (root[i] >= s->told[i])
      return false;
  return lpn_store_contains (s->root, root);
}

static void
tree_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  TreeStore *s = (TreeStore *)store;
  guint      width = s->root_space.n_components;
  guint32    roots[MAX_ROOT * BATCH];
  guint8     found[BATCH];
  guint      places[BATCH];

  for (guint done = 0; done < n;)
    {
      guint ask = 0;
      for (guint now = MIN (n - done, BATCH); now > 0; now--, done++)
        {
          guint32 *root = roots + ask * width;
          seen[done] = 0;
          if (!root_of (s, tuples + (size_t)done * store->n_components, false, root))
            continue;
          if ((width > 0 && root[0] >= s->told[0]) || (width > 1 && root[1] >= s->told[1]))
            continue;
          places[ask++] = done;
        }
      lpn_store_contains_many (s->root, roots, ask, found);
      for (guint i = 0; i < ask; i++)
        seen[places[i]] = found[i];
    }
}

static guint
tree_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  TreeStore *s = (TreeStore *)store;
  guint32    roots[MAX_ROOT * BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      guint made = 0, put;
      while (made < now
             && make_root (s, tuples + (size_t)(done + made) * store->n_components,
                           roots + made * s->root_space.n_components))
        made++;
      put = lpn_store_insert_many (s->root, roots, made, answers + done);
      note_root (s);
      done += put;
      if (put < made)
        s->reason = lpn_store_full_reason (s->root);
      else if (made == now)
        continue;
      answers[done] = LPN_STORE_FULL;
      return done;
    }
  return n;
}

static LpnStoreAnswer
tree_grown (LpnStore *store, guint component, guint32 count)
{
  TreeStore *s = (TreeStore *)store;
  guint32    root[MAX_ROOT] = { 0 };

  /* Inner tables take any index; only a leaf below the root has its width there. */
  for (guint i = 0; i < s->root_space.n_components; i++)
    if (s->nodes[s->top[i]].length == 1 && s->nodes[s->top[i]].first == component)
      root[i] = count - 1;
  return tell_root (s, root) ? LPN_STORE_SEEN : LPN_STORE_FULL;
}

static void
tree_close (LpnStore *store)
{
  TreeStore *s = (TreeStore *)store;

  lpn_store_close (s->root);
  for (guint i = 0; i < s->n_nodes; i++)
    lpn_key_table_clear (&s->nodes[i].pairs, s->budget);
  lpn_budget_give (s->budget, s->fixed);
  g_free (s->nodes);
  g_free (s->tuple);
  g_free (s->out);
  g_free (s);
}

static LpnStore *
tree_open (const LpnStoreConfig *config, GError **error)
{
  TreeStore     *s = g_new0 (TreeStore, 1);
  guint          n = config->space->n_components;
  guint64        fixed = 2 * (guint64)n * (sizeof (Node) + sizeof (guint32));
  LpnStoreConfig root_config = { .space = &s->root_space, .budget = config->budget };

  s->base.n_components = n;
  s->budget = config->budget;
  s->root_space.n_components = MIN (n, MAX_ROOT);
  if (!lpn_budget_take (s->budget, fixed))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty tree");
      tree_close (&s->base);
      return NULL;
    }
  s->fixed = fixed;
  s->nodes = g_new0 (Node, 2 * (gsize)n + 1);
  s->tuple = g_new0 (guint32, n + 1);
  s->out = g_new0 (guint32, n + 1);
  s->told[0] = s->told[1] = 1;
  if (n > 0)
    s->top[0] = build (s, 0, n > 1 ? mid_of (n) : 1);
  if (n > 1)
    s->top[1] = build (s, mid_of (n), n - mid_of (n));
  s->root = lpn_store_open (&lpn_store_cleary, &root_config, error);
  if (s->root == NULL)
    {
      tree_close (&s->base);
      return NULL;
    }
  note_root (s);
  return &s->base;
}

static guint64
inner_nodes (const TreeStore *s)
{
  guint64 count = 0;
  for (guint i = 0; i < s->n_nodes; i++)
    count += s->nodes[i].pairs.count;
  return count;
}

static void
tree_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const TreeStore *s = (const TreeStore *)store;

  lpn_store_stats (s->root, stats); /* the states are its states */
  stats->bytes += s->fixed + s->inner;
  stats->peak_bytes = s->peak_bytes;
  stats->nodes = stats->peak_nodes = inner_nodes (s);
}

static void
tree_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const TreeStore *s = (const TreeStore *)store;
  LpnStoreStats    root;

  lpn_store_stats (s->root, &root);
  func ("inner_nodes", (double)inner_nodes (s), data);
  func ("root_bytes", (double)root.bytes, data);
}

/* Writes the components of a node whose value is `value`. */
static void
expand (TreeStore *s, guint at, guint32 value)
{
  const Node    *node = &s->nodes[at];
  const guint32 *pair;

  if (node->length == 1)
    {
      s->out[node->first] = value;
      return;
    }
  pair = lpn_key_table_key (&node->pairs, value);
  expand (s, node->left, pair[0]);
  expand (s, node->right, pair[1]);
}

typedef struct
{
  TreeStore   *store;
  LpnTupleFunc func;
  gpointer     data;
} Walk;

static bool
walk_root (const guint32 *root, gpointer data)
{
  Walk *walk = data;

  for (guint i = 0; i < walk->store->root_space.n_components; i++)
    expand (walk->store, walk->store->top[i], root[i]);
  return walk->func (walk->store->out, walk->data);
}

static bool
tree_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  Walk walk = { (TreeStore *)store, func, data };
  return lpn_store_foreach (walk.store->root, walk_root, &walk);
}

static bool
values_exist (const guint32 *root, gpointer data)
{
  TreeStore *s = data;

  for (guint i = 0; i < s->root_space.n_components; i++)
    {
      const Node *node = &s->nodes[s->top[i]];
      if (node->length > 1 && root[i] >= node->pairs.count)
        return false;
    }
  return true;
}

static bool
broken (GError **error, const char *what)
{
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "tree table broken: %s", what);
  return false;
}

static bool
tree_check (LpnStore *store, GError **error)
{
  TreeStore *s = (TreeStore *)store;

  for (guint i = 0; i < s->n_nodes; i++)
    {
      const Node *node = &s->nodes[i];
      const char *what = lpn_key_table_check (&node->pairs);
      if (what != NULL)
        return broken (error, what);
      for (guint64 k = 0; k < node->pairs.count; k++)
        {
          const guint32 *pair = lpn_key_table_key (&node->pairs, (guint32)k);
          if ((s->nodes[node->left].length > 1 && pair[0] >= s->nodes[node->left].pairs.count)
              || (s->nodes[node->right].length > 1 && pair[1] >= s->nodes[node->right].pairs.count))
            return broken (error, "a pair names a node that is not there");
        }
    }
  if (!lpn_store_foreach (s->root, values_exist, s))
    return broken (error, "a root names a node that is not there");
  return lpn_store_check (s->root, error);
}

static const char *
tree_full_reason (const LpnStore *store)
{
  return ((const TreeStore *)store)->reason;
}

const LpnStoreType lpn_store_tree = {
  .name = "tree",
  .summary = "recursive pairwise tree table, for tuples of many components",
  .flags = LPN_STORE_EXACT | LPN_STORE_ENUMERABLE | LPN_STORE_BY_ORDER,
  .open = tree_open,
  .close = tree_close,
  .insert = tree_insert,
  .contains = tree_contains,
  .contains_many = tree_contains_many,
  .insert_many = tree_insert_many,
  .grown = tree_grown,
  .stats = tree_stats,
  .figures = tree_figures,
  .check = tree_check,
  .foreach = tree_foreach,
  .full_reason = tree_full_reason,
};
