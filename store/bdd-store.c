/* SPDX-License-Identifier: MIT */
#include "store/bdd-store.h"

#include <string.h>

#include "store/bdd-cells.h"
#include "store/bdd.h"
#include "store/key-cache.h"

enum
{
  BUFFER_DEFAULT = 32 << 20,
  /* What the buffer may take: this in any case, and as much as the nodes of the diagram beyond the first few. Fewer
   * and larger merges are faster where the diagram is large; where it is small, the buffer would outweigh it. */
  BUFFER_LEAST = 32 << 10,
  BUFFER_LEAST_KEYS = 2048,
  SMALL_DIAGRAM = 4096, /* nodes */
  NODE_BYTES = 40,
};

typedef struct
{
  LpnStore     base;
  LpnBudget   *budget;
  LpnBddCells  cells;
  LpnBdd      *bdd;
  guint64     *key; /* of the state in hand; room for LPN_BDD_LANES */
  bool         buffered;
  LpnKeyBuffer buffer;
  LpnKeyCache  cache;    /* of keys in the diagram */
  bool         no_cache; /* its memory was needed otherwise */
  guint64      buffer_most;
  guint64      states;
  guint64      merges;
  guint64      peak_bytes; /* of all parts together */
  const char  *reason;
} BddStore;

static const char OUT_OF_NODES[] = "the diagram cannot grow within the memory budget";
static const char OUT_OF_BITS[] = "the memory budget does not hold another variable of the diagram";
static const char OUT_OF_PARTS[] = "the memory budget does not hold the table of chunks";
static const char OUT_OF_BUFFER[] = "the memory budget does not hold the buffer before the diagram";

static LpnStoreAnswer
full (BddStore *s, const char *reason)
{
  s->reason = reason;
  return LPN_STORE_FULL;
}

static guint64
bytes_held (const BddStore *s)
{
  return lpn_bdd_bytes (s->bdd) + s->buffer.table.size + s->cache.table.size + lpn_bdd_cells_bytes (&s->cells);
}

static void
note_peak (BddStore *s)
{
  s->peak_bytes = MAX (s->peak_bytes, bytes_held (s));
}

/* What the cache knew is void. */
static void
forget (BddStore *s)
{
  if (s->cache.slots > 0)
    lpn_key_cache_reset (&s->cache, s->budget, s->cache.table.size, s->cache.n_words);
}

/* Gives up the cache where memory is short. False: there is none to give up. */
static bool
give_up_cache (BddStore *s)
{
  bool held = s->cache.slots > 0;

  s->no_cache |= held;
  lpn_key_cache_clear (&s->cache, s->budget);
  return held;
}

/* The keys of the buffer, now in the diagram, are those most asked for. */
static void
move_to_cache (BddStore *s, const guint64 *keys)
{
  guint words = s->buffer.n_words;
  gsize bytes = s->buffer.table.size;

  if (s->no_cache)
    return;
  if (bytes > BUFFER_LEAST)
    bytes = MAX (bytes / 2, BUFFER_LEAST);
  if (s->cache.table.size != bytes || s->cache.n_words != words)
    lpn_key_cache_reset (&s->cache, s->budget, bytes, words);
  for (guint64 i = 0; i < s->buffer.used; i++)
    lpn_key_cache_put (&s->cache, keys + i * words, lpn_key_hash (keys + i * words, words));
}

/* Empties the buffer into the diagram. False: memory is out, and some keys are still in the buffer. */
static bool
flush (BddStore *s)
{
  const guint64 *keys;
  guint64        added;

  if (!s->buffered || s->buffer.used == 0)
    return true;
  keys = lpn_key_buffer_sort (&s->buffer);
  added = lpn_bdd_unite (s->bdd, keys, s->buffer.used);
  if (added < s->buffer.used && give_up_cache (s))
    added += lpn_bdd_unite (s->bdd, keys + added * s->buffer.n_words, s->buffer.used - added);
  s->merges++;
  if (added < s->buffer.used)
    {
      lpn_key_buffer_drop (&s->buffer, added);
      lpn_key_buffer_restore (&s->buffer);
      s->reason = OUT_OF_NODES;
      return false;
    }
  move_to_cache (s, keys);
  note_peak (s);
  lpn_key_buffer_reset (&s->buffer, s->buffer.n_words);
  return true;
}

/* Empties the buffer and makes it ready for keys of `words` words, no less than now. */
static bool
lengthen_keys (BddStore *s, guint words)
{
  if (!flush (s))
    return false;
  if (s->buffered && !lpn_key_buffer_reset (&s->buffer, words))
    {
      s->reason = OUT_OF_BUFFER;
      return false;
    }
  s->key = g_renew (guint64, s->key, LPN_BDD_LANES * words);
  lpn_key_cache_clear (&s->cache, s->budget);
  return true;
}

/* Makes the cell a bit wider. The buffer's keys go along, unless they become a word longer. */
static bool
widen_once (BddStore *s, guint cell)
{
  guint words = lpn_bdd_key_words (s->bdd, 0);
  guint longer = lpn_bdd_key_words (s->bdd, 1);
  guint level;

  if (longer > words && !lengthen_keys (s, longer))
    return false;
  if (!lpn_bdd_widen (s->bdd, cell, &level) && !(give_up_cache (s) && lpn_bdd_widen (s->bdd, cell, &level)))
    {
      if (s->buffered && longer > words)
        lpn_key_buffer_reset (&s->buffer, words);
      s->reason = OUT_OF_BITS;
      return false;
    }
  if (s->buffered && s->buffer.used > 0)
    lpn_key_buffer_insert_zero (&s->buffer, level);
  forget (s);
  return true;
}

static bool
widen (BddStore *s, guint cell, guint width)
{
  while (lpn_bdd_width (s->bdd, cell) < width)
    if (!widen_once (s, cell))
      return false;
  return true;
}

/* Makes the key of a state. With `add`, whatever it needs is made wider first. False: it is not held, for it does not
 * fit what is (`add` false), or memory is out. */
static bool
make_key (BddStore *s, const guint32 *tuple, bool add)
{
  const guint32 *cells = lpn_bdd_cells_of (&s->cells, tuple, add);

  if (cells == NULL)
    {
      s->reason = OUT_OF_PARTS;
      return false;
    }
  for (guint c = 0; s->cells.encoding != LPN_BDD_INDEX && c < s->cells.n_cells; c++)
    {
      guint width = cells[c] > 0 ? g_bit_storage (cells[c]) : 0;
      if (width > lpn_bdd_width (s->bdd, c) && (!add || !widen (s, c, width)))
        return false;
    }
  lpn_bdd_keys (s->bdd, cells, 1, s->key);
  return true;
}

/* Reorders the diagram if that is due; the buffer, which is empty, and the cache make room for it. */
static void
reorder (BddStore *s, bool last)
{
  if (!lpn_bdd_reorder_due (s->bdd, last))
    return;
  if (s->buffered)
    lpn_key_buffer_shrink (&s->buffer);
  lpn_key_cache_clear (&s->cache, s->budget);
  lpn_bdd_reorder (s->bdd, last);
  note_peak (s);
}

static bool
make_buffer_room (BddStore *s)
{
  guint64 least = MAX (BUFFER_LEAST, BUFFER_LEAST_KEYS * sizeof (guint64) * s->buffer.n_words);
  guint64 nodes = MAX (lpn_bdd_live_nodes (s->bdd), SMALL_DIAGRAM) - SMALL_DIAGRAM;
  guint64 most = MIN (MAX (nodes * NODE_BYTES, least), s->buffer_most);

  if (2 * s->buffer.table.size <= most && lpn_key_buffer_grow (&s->buffer))
    return true;
  if (!flush (s))
    return false;
  reorder (s, false);
  return true;
}

static guint64
hash_of (const BddStore *s, const guint64 *key)
{
  return s->buffered ? lpn_key_hash (key, s->buffer.n_words) : 0;
}

/* Adds the key, which is of this tuple and not in the diagram. */
static LpnStoreAnswer
add_key (BddStore *s, const guint32 *tuple, const guint64 *key, guint64 hash)
{
  LpnStoreAnswer answer = LPN_STORE_NEW;

  if (!s->buffered)
    {
      if (!lpn_bdd_or (s->bdd, key))
        return full (s, OUT_OF_NODES);
      reorder (s, false);
    }
  else
    {
      answer = lpn_key_buffer_add (&s->buffer, key, hash);
      if (answer == LPN_STORE_FULL)
        {
          if (!make_buffer_room (s))
            return LPN_STORE_FULL;
          make_key (s, tuple, true); /* reordering may have changed it */
          answer = lpn_key_buffer_add (&s->buffer, s->key, hash_of (s, s->key));
        }
    }
  s->states += answer == LPN_STORE_NEW;
  return answer;
}

/* Is the key held? Buffer and cache are quicker to ask than the diagram. */
static bool
is_held (BddStore *s, const guint64 *key, guint64 hash)
{
  if (s->buffered && (lpn_key_cache_has (&s->cache, key, hash) || lpn_key_buffer_has (&s->buffer, key, hash)))
    return true;
  if (!lpn_bdd_has (s->bdd, key))
    return false;
  lpn_key_cache_put (&s->cache, key, hash);
  return true;
}

LpnStoreAnswer
lpn_bdd_store_insert (LpnStore *store, const guint32 *tuple)
{
  BddStore *s = (BddStore *)store;
  guint64   hash;

  if (!make_key (s, tuple, true))
    return LPN_STORE_FULL;
  hash = hash_of (s, s->key);
  return is_held (s, s->key, hash) ? LPN_STORE_SEEN : add_key (s, tuple, s->key, hash);
}

/* Keys looked up together, and what was found. */
typedef struct
{
  guint64 hashes[LPN_BDD_LANES];
  bool    held[LPN_BDD_LANES];
} LookUp;

/* Looks for up to LPN_BDD_LANES keys that begin at s->key. */
static void
look_up_keys (BddStore *s, guint n, LookUp *look)
{
  guint          words = lpn_bdd_key_words (s->bdd, 0);
  const guint64 *asked[LPN_BDD_LANES];
  guint          lanes[LPN_BDD_LANES];
  bool           has[LPN_BDD_LANES];
  guint          n_asked = 0;

  for (guint i = 0; s->buffered && i < n; i++)
    {
      look->hashes[i] = lpn_key_hash (s->key + i * words, words);
      lpn_key_cache_prefetch (&s->cache, look->hashes[i]);
      lpn_key_buffer_prefetch (&s->buffer, look->hashes[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      const guint64 *key = s->key + i * words;
      look->held[i] = s->buffered
                      && (lpn_key_cache_has (&s->cache, key, look->hashes[i])
                          || lpn_key_buffer_has (&s->buffer, key, look->hashes[i]));
      if (look->held[i])
        continue;
      lanes[n_asked] = i;
      asked[n_asked++] = key;
    }
  lpn_bdd_has_many (s->bdd, asked, n_asked, has);
  for (guint i = 0; i < n_asked; i++)
    {
      look->held[lanes[i]] = has[i];
      if (has[i])
        lpn_key_cache_put (&s->cache, asked[i], look->hashes[lanes[i]]);
    }
}

/* How often the diagram was changed, or was laid out anew. */
static guint64
epoch (const BddStore *s)
{
  return s->buffered ? s->merges : s->states;
}

guint
lpn_bdd_store_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  BddStore *s = (BddStore *)store;
  guint     done = 0;
  LookUp    look;

  for (; s->cells.encoding != LPN_BDD_INDEX && done < n; done++, tuples += store->n_components)
    {
      answers[done] = (gint8)lpn_bdd_store_insert (store, tuples);
      if (answers[done] == LPN_STORE_FULL)
        return done;
    }
  while (done < n)
    {
      guint          now = MIN (n - done, LPN_BDD_LANES);
      const guint32 *tuple = tuples + (size_t)done * store->n_components;
      guint          words = lpn_bdd_key_words (s->bdd, 0);
      guint64        before = epoch (s);

      lpn_bdd_keys (s->bdd, tuple, now, s->key);
      look_up_keys (s, now, &look);
      /* What was looked up holds as long as the diagram stays. */
      for (guint i = 0; i < now && epoch (s) == before; i++, done++, tuple += store->n_components)
        {
          LpnStoreAnswer answer = LPN_STORE_SEEN;
          if (!look.held[i])
            answer = add_key (s, tuple, s->key + i * words, look.hashes[i]);
          answers[done] = (gint8)answer;
          if (answer == LPN_STORE_FULL)
            return done;
        }
    }
  return n;
}

void
lpn_bdd_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  BddStore *s = (BddStore *)store;
  LookUp    look;

  for (guint done = 0; done < n;)
    {
      guint          now = MIN (n - done, LPN_BDD_LANES);
      const guint32 *tuple = tuples + (size_t)done * store->n_components;

      if (s->cells.encoding != LPN_BDD_INDEX)
        {
          seen[done++] = lpn_bdd_store_contains (store, tuple);
          continue;
        }
      lpn_bdd_keys (s->bdd, tuple, now, s->key);
      look_up_keys (s, now, &look);
      for (guint i = 0; i < now; i++)
        seen[done++] = look.held[i];
    }
}

bool
lpn_bdd_store_contains (LpnStore *store, const guint32 *tuple)
{
  BddStore *s = (BddStore *)store;

  return make_key (s, tuple, false) && is_held (s, s->key, hash_of (s, s->key));
}

LpnStoreAnswer
lpn_bdd_store_grown (LpnStore *store, guint component, guint32 count)
{
  BddStore *s = (BddStore *)store;
  guint     width = count > 1 ? g_bit_storage (count - 1) : 0;

  if (s->cells.encoding == LPN_BDD_INDEX && !widen (s, component, width))
    return LPN_STORE_FULL;
  return LPN_STORE_SEEN;
}

void
lpn_bdd_store_close (LpnStore *store)
{
  BddStore *s = (BddStore *)store;

  lpn_bdd_free (s->bdd);
  lpn_bdd_cells_clear (&s->cells);
  lpn_key_buffer_clear (&s->buffer);
  lpn_key_cache_clear (&s->cache, s->budget);
  g_free (s->key);
  g_free (s);
}

/* The place of an option's value in `names`, ended by NULL; -1 with `error` where it is none of them. */
static int
choice (const LpnStoreConfig *config, const char *name, const char *const *names, GError **error)
{
  const char      *value = lpn_store_option_string (config, name, names[0]);
  g_autofree char *known = NULL;

  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (value, names[i]) == 0)
      return i;
  known = g_strjoinv (", ", (char **)names);
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION, "option '%s': '%s' is none of %s", name, value, known);
  return -1;
}

static bool
open_parts (BddStore *s, const LpnStoreConfig *config, guint kind, GError **error)
{
  static const char *const encodings[] = { "index", "element", "chunk", NULL };
  static const char *const reorders[] = { "none", "sift", "group-sift", "window", NULL };
  static const char *const zdd_reorders[] = { "none", "sift", "group-sift", NULL };
  bool                     zdd = (kind & LPN_BDD_STORE_ZDD) != 0;
  int                      encoding = choice (config, "encoding", encodings, error);
  int method = encoding < 0 ? -1 : choice (config, "reorder", zdd ? zdd_reorders : reorders, error);

  if (method < 0 || !lpn_store_option_size (config, "buffer", BUFFER_DEFAULT, &s->buffer_most, error)
      || !lpn_bdd_cells_init (&s->cells, (LpnBddEncoding)encoding, config->space, s->budget, error))
    return false;
  s->bdd = lpn_bdd_new (s->cells.n_cells, (zdd ? LPN_BDD_ZDD : 0) | (s->buffered ? 0 : LPN_BDD_SINGLY),
                        (LpnBddReorder)method, s->budget);
  if (s->bdd == NULL || (s->buffered && !lpn_key_buffer_init (&s->buffer, s->budget)))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty diagram");
      return false;
    }
  s->key = g_new0 (guint64, LPN_BDD_LANES);
  return true;
}

LpnStore *
lpn_bdd_store_new (const LpnStoreConfig *config, guint kind, GError **error)
{
  BddStore *s = g_new0 (BddStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  s->buffered = (kind & LPN_BDD_STORE_BUFFER) != 0;
  if (!open_parts (s, config, kind, error))
    {
      lpn_bdd_store_close (&s->base);
      return NULL;
    }
  return &s->base;
}

void
lpn_bdd_store_stats (const LpnStore *store, LpnStoreStats *stats)
{
  /* Which part of the set is in the buffer is not what the caller sees of the store, so this is no change of it. */
  BddStore   *s = (BddStore *)store;
  LpnBddStats diagram;

  flush (s);
  note_peak (s);
  lpn_bdd_stats (s->bdd, &diagram);
  stats->states = s->states;
  stats->bytes = bytes_held (s);
  stats->peak_bytes = MAX (s->peak_bytes, diagram.peak_bytes);
  stats->nodes = diagram.nodes;
  stats->peak_nodes = diagram.peak_nodes;
}

void
lpn_bdd_store_finish (LpnStore *store)
{
  BddStore *s = (BddStore *)store;

  if (!flush (s))
    return;
  note_peak (s);
  if (s->buffered)
    lpn_key_buffer_shrink (&s->buffer);
  lpn_key_cache_clear (&s->cache, s->budget);
  reorder (s, true);
  /* The copy takes the room the buffer had; it is not to make the peak much higher. Without a buffer it cannot but. */
  lpn_bdd_compact (s->bdd, s->buffered ? s->peak_bytes + s->peak_bytes / 8 : G_MAXUINT64);
}

void
lpn_bdd_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const BddStore *s = (const BddStore *)store;
  LpnBddStats     diagram;

  lpn_bdd_stats (s->bdd, &diagram);
  func ("variables", (double)lpn_bdd_n_variables (s->bdd), data);
  func ("reorderings", (double)diagram.reorderings, data);
  func ("reorder_seconds", diagram.reorder_seconds, data);
  func ("cache_lookups", diagram.cache_lookups, data);
  func ("cache_hits", diagram.cache_hits, data);
  func ("collections", (double)diagram.collections, data);
  if (!s->buffered)
    return;
  func ("buffer_bytes", (double)s->buffer.table.size, data);
  func ("merges", (double)s->merges, data);
}

bool
lpn_bdd_store_check (LpnStore *store, GError **error)
{
  BddStore *s = (BddStore *)store;
  bool      whole = true;

  if (s->buffered)
    {
      whole = lpn_key_buffer_check (&s->buffer);
      for (guint64 i = 0; i < s->buffer.slots && whole; i++)
        {
          const guint64 *key = lpn_key_buffer_slot (&s->buffer, i);
          whole = key == NULL || !lpn_bdd_has (s->bdd, key);
        }
    }
  if (!whole)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "buffer broken: a key is lost, or held twice");
      return false;
    }
  return lpn_bdd_check (s->bdd, s->states - s->buffer.used, error);
}

bool
lpn_bdd_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  BddStore           *s = (BddStore *)store;
  g_autofree guint32 *tuple = g_new0 (guint32, s->cells.n_cells + 1);

  if (s->cells.encoding != LPN_BDD_INDEX)
    return false;
  if (!lpn_bdd_foreach (s->bdd, func, data))
    return false;
  for (guint64 i = 0; s->buffered && i < s->buffer.slots; i++)
    {
      const guint64 *key = lpn_key_buffer_slot (&s->buffer, i);
      if (key == NULL)
        continue;
      lpn_bdd_cells (s->bdd, key, tuple);
      if (!func (tuple, data))
        return false;
    }
  return true;
}

void
lpn_bdd_store_dump_dot (LpnStore *store, GString *out)
{
  BddStore *s = (BddStore *)store;

  flush (s);
  lpn_bdd_dump_dot (s->bdd, out);
}

const char *
lpn_bdd_store_full_reason (const LpnStore *store)
{
  return ((const BddStore *)store)->reason;
}
