/* SPDX-License-Identifier: MIT */
/*
 * Sets of states: the contract every store keeps, and the registry of all of them.
 *
 * Vocabulary
 *   component   position in a tuple; component c has local states 0 .. count(c)-1, dense, growing during the run
 *   tuple       one index per component: a state. Always `n_components` guint32 values
 *   element     one place or variable cell; a state vector is the values of all elements
 *   space       what a store knows of the states it will hold (LpnSpace)
 *
 * Laws
 *   1. insert() answers NEW, SEEN or FULL. It copies its input. A FULL insert leaves the store unchanged: every
 *      earlier answer still holds, and contains(), foreach(), check() and stats() still work.
 *   2. After FULL, a later insert may be tried again; it answers SEEN for what is held.
 *   3. Every byte held is taken from the budget (base/budget.h); stats().bytes says how many. What the budget refuses
 *      is FULL, never an abort.
 *   4. An exact store answers NEW exactly once per distinct tuple. A lossy store may answer SEEN for a tuple never
 *      inserted, never NEW for one that was.
 *   5. grown(c, count) is called before the first tuple with an index >= the count told before for component c. It may
 *      answer FULL, and then the store is unchanged and such tuples must not be inserted. Initially every count is 1.
 *   6. There is no limit by design on the count of a component below 2^32, nor on states but memory's; where internal
 *      32-bit ids run out, the answer is FULL.
 *   7. Nothing is global; two stores never share state. A store may be used from one thread at a time.
 *   8. With n_components == 0 there is exactly one tuple, the empty one.
 *
 * Adding a store is one file with a const LpnStoreType, one row in registry.c and one line in meson.build.
 */
#ifndef LPN_STORE_STORE_H
#define LPN_STORE_STORE_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

G_BEGIN_DECLS

#define LPN_STORE_ERROR (lpn_store_error_quark ())
GQuark lpn_store_error_quark (void);

typedef enum
{
  LPN_STORE_ERROR_UNKNOWN, /* no store of that name */
  LPN_STORE_ERROR_OPTION,  /* an option the store does not take, or a bad value */
  LPN_STORE_ERROR_SPACE,   /* the space does not suit the store (for example: no declared ranges) */
  LPN_STORE_ERROR_MEMORY,  /* the budget does not even hold the empty store */
} LpnStoreError;

typedef enum
{
  LPN_STORE_FULL = -1,
  LPN_STORE_SEEN = 0,
  LPN_STORE_NEW = 1,
} LpnStoreAnswer;

typedef enum
{
  LPN_STORE_EXACT = 1 << 0,      /* law 4; absent: lossy */
  LPN_STORE_ENUMERABLE = 1 << 1, /* foreach works */
  LPN_STORE_ORDERED = 1 << 2,    /* foreach goes in lexicographic order of tuples */
  LPN_STORE_DIAGRAM = 1 << 3,    /* nodes, peak_nodes and dump_dot are there */
  LPN_STORE_VECTOR = 1 << 4,     /* stores state vectors through LpnSpace.expand, not indices */
  LPN_STORE_BY_ORDER = 1 << 5,   /* the order of the components decides its size: stats().nodes is what grows */
} LpnStoreFlags;

/* Range of an element as declared by the model. Undeclared: G_MININT64 .. G_MAXINT64. */
typedef struct
{
  gint64 min;
  gint64 max;
} LpnElementRange;

/* What a store may know of the states. Borrowed: it outlives the store. */
typedef struct
{
  guint n_components;
  guint n_elements;
  /* Per element, in vector order; NULL when n_elements is 0. */
  const LpnElementRange *ranges;
  /* Writes the n_elements values of the state `tuple`. NULL where there is no vector view (stores with
   * LPN_STORE_VECTOR then refuse to open). */
  void (*expand) (gpointer expand_data, const guint32 *tuple, gint64 *values);
  /* (optional) The same for one component alone: writes the values of its elements in local state `index` and returns
   * which elements these are (borrowed), `n` of them. An element in several components has the same value in each. */
  const guint32 *(*expand_component) (gpointer expand_data, guint component, guint32 index, gint64 *values, guint *n);
  gpointer expand_data;
} LpnSpace;

typedef struct
{
  const LpnSpace *space;
  LpnBudget      *budget;  /* borrowed */
  GHashTable     *options; /* char* -> char*: store options given by the user ("buffer" -> "64M"), or NULL */
} LpnStoreConfig;

typedef struct
{
  guint64 states;     /* distinct tuples held (lossy: answered NEW) */
  guint64 bytes;      /* held now, all overhead */
  guint64 peak_bytes; /* largest ever held, growing and merging included */
  guint64 nodes;      /* diagrams, and others with LPN_STORE_BY_ORDER */
  guint64 peak_nodes; /* diagrams only */
  double  omission;   /* lossy only: expected number of states wrongly answered SEEN so far */
} LpnStoreStats;

/* One further figure of a store's own ("merges", "cache_hits"), for people and for the JSON record. */
typedef void (*LpnStoreFigureFunc) (const char *name, double value, gpointer data);
/* Return false to stop. */
typedef bool (*LpnTupleFunc) (const guint32 *tuple, gpointer data);

typedef struct _LpnStore     LpnStore;
typedef struct _LpnStoreType LpnStoreType;

/* One option of a store, for --help and for checking. */
typedef struct
{
  const char *name;    /* "buffer" */
  const char *arg;     /* "BYTES" */
  const char *summary; /* one line */
} LpnStoreOption;

/* A store's implementation. Members marked (optional) may be NULL; call through lpn_store_*, which knows the
 * fallback. Every instance begins with an LpnStore as its first member. */
struct _LpnStoreType
{
  const char           *name;    /* "hash" */
  const char           *summary; /* one line, for `lpnreach stores` */
  guint                 flags;   /* LpnStoreFlags */
  const LpnStoreOption *options; /* (optional) ended by a NULL name */

  LpnStore *(*open) (const LpnStoreConfig *config, GError **error);
  void (*close) (LpnStore *store);
  LpnStoreAnswer (*insert) (LpnStore *store, const guint32 *tuple);
  bool (*contains) (LpnStore *store, const guint32 *tuple);
  /* (optional) the same for `n` tuples laid one after another, so that a store can overlap its cache misses.
   * seen[i] is set to 0 or 1. */
  void (*contains_many) (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen);
  /* (optional) inserts in the given order; answers[i] as insert() would. Stops after the first FULL and returns how
   * many were answered otherwise (n when all). */
  guint (*insert_many) (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers);
  /* (optional) law 5. */
  LpnStoreAnswer (*grown) (LpnStore *store, guint component, guint32 count);
  /* (optional) No insert is expected any more: gives back memory that only quick inserting needs, and brings the set to
   * its smallest form. Everything still works after it, inserting included. */
  void (*finish) (LpnStore *store);
  void (*stats) (const LpnStore *store, LpnStoreStats *stats);
  /* (optional) */
  void (*figures) (const LpnStore *store, LpnStoreFigureFunc func, gpointer data);
  /* Verifies every invariant of the structure; slow. false: `error` says what is broken. */
  bool (*check) (LpnStore *store, GError **error);
  /* (optional) needs LPN_STORE_ENUMERABLE: every held tuple once; returns false when func stopped it. The store must
   * not be changed from func. */
  bool (*foreach) (LpnStore *store, LpnTupleFunc func, gpointer data);
  /* (optional) needs LPN_STORE_DIAGRAM: the diagram in Graphviz form. */
  void (*dump_dot) (LpnStore *store, GString *out);
  /* (optional) a sentence on what filled up, after a FULL. */
  const char *(*full_reason) (const LpnStore *store);
};

/* The head of every store instance; lpn_store_open() fills it in. */
struct _LpnStore
{
  const LpnStoreType *type;
  guint               n_components;
};

/* An option that is read by whoever fills LpnSpace.ranges, not by the store that lists it: find ranges where none are
 * declared ("yes"), or take those declared ("no"); "auto", the default, finds them in nets with signals. */
#define LPN_STORE_INFER_RANGES "infer-ranges"
/* Its row in the lists of the stores that go by ranges. lpn_store_open() checks the value. */
#define LPN_STORE_INFER_RANGES_ROW                                                                                     \
  {                                                                                                                    \
    LPN_STORE_INFER_RANGES, "yes|no|auto",                                                                             \
        "find ranges of places and variables that declare none (default auto: in circuits)"                            \
  }

/* The registry: all stores, in the order they are shown, ended by NULL. */
const LpnStoreType *const *lpn_store_types (void);
const LpnStoreType        *lpn_store_find (const char *name, GError **error);

/* Opens a store; checks the options against the type's list. Returns: transfer full, or NULL with `error`. */
LpnStore *lpn_store_open (const LpnStoreType *type, const LpnStoreConfig *config, GError **error);
void      lpn_store_close (LpnStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnStore, lpn_store_close)

static inline LpnStoreAnswer
lpn_store_insert (LpnStore *store, const guint32 *tuple)
{
  return store->type->insert (store, tuple);
}

static inline bool
lpn_store_contains (LpnStore *store, const guint32 *tuple)
{
  return store->type->contains (store, tuple);
}

void           lpn_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen);
guint          lpn_store_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers);
LpnStoreAnswer lpn_store_grown (LpnStore *store, guint component, guint32 count);
void           lpn_store_finish (LpnStore *store);
void           lpn_store_stats (const LpnStore *store, LpnStoreStats *stats);
void           lpn_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data);
bool           lpn_store_check (LpnStore *store, GError **error);
bool           lpn_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data);
/* false where the store is no diagram. */
bool        lpn_store_dump_dot (LpnStore *store, GString *out);
const char *lpn_store_full_reason (const LpnStore *store);

/* Option helpers for implementations: the value given, or `fallback`; sizes take K M G T suffixes (powers of 1024). */
bool        lpn_store_option_size (const LpnStoreConfig *config, const char *name, guint64 fallback, guint64 *value,
                                   GError **error);
const char *lpn_store_option_string (const LpnStoreConfig *config, const char *name, const char *fallback);

G_END_DECLS

#endif
