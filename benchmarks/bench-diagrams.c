/* SPDX-License-Identifier: MIT */
/*
 * Stores side by side on whole searches, in one process, measured in processor time.
 *
 *   bench-diagrams [--bfs] [--order ORDER] [--states N] [--rounds N] [--parts] MODEL... -- STORE...
 *
 * A MODEL is a family (peterson.4); a STORE may carry options (mdd-hybrid:buffer=1M). Every round runs the stores in
 * turn, so that what else the machine does disturbs all of them; the best round counts. The first store is the measure
 * of the others. --parts looks at the clock around every call of the store, which slows the search down a little, and
 * tells the time in the store apart, as its share of the time by the wall clock.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "benchmarks/families.h"
#include "search/search.h"

static gboolean bfs;
static char    *order;
static gint64   states;
static gint     rounds = 3;
static gboolean in_parts;

static const GOptionEntry entries[] = {
  { "bfs", 0, 0, G_OPTION_ARG_NONE, &bfs, "search breadth first", NULL },
  { "order", 0, 0, G_OPTION_ARG_STRING, &order, "order of the components", "ORDER" },
  { "states", 0, 0, G_OPTION_ARG_INT64, &states, "stop after N states", "N" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &rounds, "runs of each store", "N" },
  { "parts", 0, 0, G_OPTION_ARG_NONE, &in_parts, "time the store apart from the search", NULL },
  { NULL, 0, 0, 0, NULL, NULL, NULL },
};

/* A store that takes the time spent in another. */
typedef struct
{
  LpnStore  base;
  LpnStore *inner;
} TimedStore;

static const LpnStoreType *timed;      /* what to open inside */
static guint64             inside;     /* ns spent there */
static guint64             clock_cost; /* ns a look at the clock takes */

static guint64
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (guint64)t.tv_sec * 1000000000 + (guint64)t.tv_nsec;
}

static void
count_since (guint64 begin)
{
  guint64 spent = now () - begin;
  inside += spent - MIN (spent, clock_cost);
}

static LpnStoreAnswer
timed_insert (LpnStore *store, const guint32 *tuple)
{
  guint64        begin = now ();
  LpnStoreAnswer answer = lpn_store_insert (((TimedStore *)store)->inner, tuple);
  count_since (begin);
  return answer;
}

static guint
timed_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  guint64 begin = now ();
  guint   done = lpn_store_insert_many (((TimedStore *)store)->inner, tuples, n, answers);
  count_since (begin);
  return done;
}

static void
timed_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  guint64 begin = now ();
  lpn_store_contains_many (((TimedStore *)store)->inner, tuples, n, seen);
  count_since (begin);
}

static LpnStoreAnswer
timed_grown (LpnStore *store, guint component, guint32 count)
{
  guint64        begin = now ();
  LpnStoreAnswer answer = lpn_store_grown (((TimedStore *)store)->inner, component, count);
  count_since (begin);
  return answer;
}

static void
timed_finish (LpnStore *store)
{
  guint64 begin = now ();
  lpn_store_finish (((TimedStore *)store)->inner);
  count_since (begin);
}

static void
timed_stats (const LpnStore *store, LpnStoreStats *stats)
{
  lpn_store_stats (((const TimedStore *)store)->inner, stats);
}

static void
timed_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  lpn_store_figures (((const TimedStore *)store)->inner, func, data);
}

static void
timed_close (LpnStore *store)
{
  lpn_store_close (((TimedStore *)store)->inner);
  g_free (store);
}

static LpnStore *
timed_open (const LpnStoreConfig *config, GError **error)
{
  TimedStore *store = g_new0 (TimedStore, 1);

  store->inner = lpn_store_open (timed, config, error);
  if (store->inner != NULL)
    return &store->base;
  g_free (store);
  return NULL;
}

/* The type of a timed store around `inner`; it searches, and does nothing else. */
static LpnStoreType
timed_type (const LpnStoreType *inner)
{
  LpnStoreType type = *inner;

  timed = inner;
  inside = 0;
  clock_cost = now ();
  for (guint i = 0; i < 1000; i++)
    now ();
  clock_cost = (now () - clock_cost) / 1000;
  type.open = timed_open;
  type.close = timed_close;
  type.insert = timed_insert;
  type.insert_many = timed_insert_many;
  type.contains_many = timed_contains_many;
  type.grown = timed_grown;
  type.finish = timed_finish;
  type.stats = timed_stats;
  type.figures = timed_figures;
  return type;
}

typedef struct
{
  double   seconds; /* the best */
  double   inside;  /* of them in the store */
  guint64  states;
  guint64  bytes, peak_bytes;
  guint64  nodes, peak_nodes;
  GString *figures;
} Measure;

static double
cpu_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* "name:key=value,key=value"; the strings stay in `pairs`. */
static const LpnStoreType *
parse_store (const char *spec, GStrv *pairs, GHashTable *options, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (spec, ":", 2);

  *pairs = g_strsplit (parts[1] != NULL ? parts[1] : "", ",", -1);
  for (guint i = 0; (*pairs)[i] != NULL; i++)
    {
      char *value = strchr ((*pairs)[i], '=');

      if (value != NULL)
        *value++ = '\0';
      g_hash_table_insert (options, (*pairs)[i], value != NULL ? value : (*pairs)[i]);
    }
  return lpn_store_find (parts[0], error);
}

static bool
run_once (const LpnPartition *partition, const char *spec, Measure *measure, GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) pairs = NULL;
  LpnSearchOptions search = { .search = bfs ? LPN_SEARCH_BFS : LPN_SEARCH_DFS, .state_limit = (guint64)states };
  g_autoptr (LpnResult) result = NULL;
  double       start;
  double       seconds;
  guint64      wall;
  LpnStoreType type;

  search.store = parse_store (spec, &pairs, options, error);
  search.store_options = options;
  if (search.store == NULL)
    return false;
  if (in_parts)
    {
      type = timed_type (search.store);
      search.store = &type;
    }
  start = cpu_seconds ();
  wall = now ();
  result = lpn_search_run (partition, &search, error);
  seconds = cpu_seconds () - start;
  wall = now () - wall;
  if (result == NULL)
    return false;
  measure->seconds = measure->seconds == 0 ? seconds : MIN (measure->seconds, seconds);
  if (measure->seconds == seconds)
    measure->inside = seconds * (double)inside / (double)MAX (wall, 1);
  measure->states = result->states;
  measure->bytes = result->store_bytes;
  measure->peak_bytes = result->store_peak_bytes;
  measure->nodes = result->nodes;
  measure->peak_nodes = result->peak_nodes;
  g_string_truncate (measure->figures, 0);
  for (guint i = 0; i < result->figures->len; i++)
    {
      const LpnFigure *figure = &g_array_index (result->figures, LpnFigure, i);
      g_string_append_printf (measure->figures, " %s %.6g", figure->name, figure->value);
    }
  return true;
}

static void
print_measure (const char *spec, const Measure *measure, const Measure *first)
{
  double n = (double)MAX (measure->states, 1);

  printf ("  %-24s %10" G_GUINT64_FORMAT
          " states %7.0f ns/state  %7.0f in the store  time x%.2f  B/state %.3f peak %.3f  nodes "
          "%" G_GUINT64_FORMAT " peak %" G_GUINT64_FORMAT " %s\n",
          spec, measure->states, measure->seconds * 1e9 / n, measure->inside * 1e9 / n,
          measure->seconds / first->seconds, (double)measure->bytes / n, (double)measure->peak_bytes / n,
          measure->nodes, measure->peak_nodes, measure->figures->str);
}

static bool
run_model (const char *model, char **stores, guint n_stores, GError **error)
{
  g_autoptr (LpnNet) net = lpn_family_build (model, error);
  g_autoptr (LpnCompiled) compiled = net != NULL ? lpn_compiled_new (net) : NULL;
  g_autoptr (LpnPartition) partition = NULL;
  g_autofree Measure *measures = g_new0 (Measure, n_stores);
  bool                done = false;

  if (compiled != NULL)
    partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, order != NULL ? order : "given", error);
  if (partition == NULL)
    return false;
  for (guint i = 0; i < n_stores; i++)
    measures[i].figures = g_string_new (NULL);
  for (gint round = 0; round < rounds; round++)
    for (guint i = 0; i < n_stores; i++)
      {
        done = run_once (partition, stores[i], &measures[i], error);
        if (!done)
          goto out;
      }
  printf ("%s (%u components)\n", model, lpn_partition_n_components (partition));
  for (guint i = 0; i < n_stores; i++)
    print_measure (stores[i], &measures[i], &measures[0]);
  fflush (stdout);
out:
  for (guint i = 0; i < n_stores; i++)
    g_string_free (measures[i].figures, TRUE);
  return done;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("MODEL... -- STORE...");
  g_autoptr (GError) error = NULL;
  int dashes = 1;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    goto fail;
  while (dashes < argc && strcmp (argv[dashes], "--") != 0)
    dashes++;
  if (dashes == 1 || dashes >= argc - 1)
    {
      g_set_error (&error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_VALUE, "models, --, and stores are needed");
      goto fail;
    }
  for (int i = 1; i < dashes; i++)
    if (!run_model (argv[i], argv + dashes + 1, (guint)(argc - dashes - 1), &error))
      goto fail;
  return 0;
fail:
  fprintf (stderr, "bench-diagrams: %s\n", error->message);
  return 2;
}
