/* SPDX-License-Identifier: MIT */
#include "lpn/semiflow.h"

#include <stdlib.h>

#include "base/mix.h"

enum
{
  MAX_WEIGHT = 64,
  LOOK_AT = 8,          /* unbalanced transitions compared before one is chosen */
  SMALL_NET = 20000,    /* places; below, a place may be in several semiflows */
  VARIETY = 3,          /* how many */
  WORK_BASE = 20000000, /* arcs looked at in all; about 0.1 s */
  WORK_PLACE = 40,      /* and as many more per place */
};

/* An entry of the incidence matrix: what one firing adds to one place. */
typedef struct
{
  guint32 other; /* the place, in a transition's row; the transition, in a place's row */
  gint32  change;
} Arc;

typedef struct
{
  guint64 *first; /* one more than there are rows */
  Arc     *arcs;
} Rows;

/* One place added, to balance one transition. */
typedef struct
{
  guint32 transition; /* LPN_NONE for the start */
  guint32 place;
  guint64 next; /* where the search for another candidate goes on; see find_candidate() */
} Repair;

/* Together, since they are looked at together and all over the net. */
typedef struct
{
  guint32 weight;   /* 0 outside */
  guint32 tokens;   /* in the initial marking */
  guint8  found_in; /* semiflows found with it, at most 255 */
  bool    usable;
} Place;

typedef struct
{
  guint32     n_places;
  guint32     n_transitions;
  Place      *places;
  Rows        by_transition;
  Rows        by_place;
  gint64     *balance; /* per transition: weighted change of what is inside */
  guint32    *open;    /* the n_open transitions whose balance is not 0 */
  guint32    *open_at; /* per transition: where in open */
  guint32     n_open;
  GArray     *repairs; /* Repair */
  gint64      tokens;
  gint64      token_limit;
  guint64     work;  /* arcs looked at */
  GHashTable *known; /* hashes of those found */
  GPtrArray  *flows;
} Finder;

static void
semiflow_free (gpointer data)
{
  LpnSemiflow *flow = data;
  g_free (flow->places);
  g_free (flow->weights);
  g_free (flow);
}

LpnSemiflow *
lpn_semiflow_new_unit (const guint32 *places, guint n)
{
  LpnSemiflow *flow = g_new (LpnSemiflow, 1);
  *flow = (LpnSemiflow){ n, g_memdup2 (places, sizeof (guint32) * n), g_new (guint32, n), 1 };
  for (guint i = 0; i < n; i++)
    flow->weights[i] = 1;
  return flow;
}

/* Places with numbers beyond 31 bits take no part. */
static Place *
find_places (const LpnCompiled *compiled, const guint8 *wanted)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  Place        *places = g_new0 (Place, (gsize)lpn_net_n_places (net) + 1);

  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    {
      gint64 tokens = lpn_net_place (net, p)->initial;
      places[p].usable = wanted[p] && !lpn_compiled_constant (compiled, p) && tokens <= G_MAXINT32;
      places[p].tokens = places[p].usable ? (guint32)tokens : 0;
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      const LpnRule *rule = lpn_compiled_rule (compiled, t);
      for (guint i = 0; i < rule->n_tokens; i++)
        if (rule->tokens[i].change > G_MAXINT32 || rule->tokens[i].change < -G_MAXINT32)
          places[rule->tokens[i].place].usable = false;
    }
  return places;
}

static Rows
rows_by_transition (const LpnCompiled *compiled, const Place *places)
{
  guint32 n = lpn_net_n_transitions (lpn_compiled_net (compiled));
  Rows    rows = { g_new (guint64, (gsize)n + 1), NULL };
  GArray *arcs = g_array_new (FALSE, FALSE, sizeof (Arc));

  for (guint32 t = 0; t < n; t++)
    {
      const LpnRule *rule = lpn_compiled_rule (compiled, t);
      rows.first[t] = arcs->len;
      for (guint i = 0; i < rule->n_tokens; i++)
        {
          Arc arc = { rule->tokens[i].place, (gint32)rule->tokens[i].change };
          if (places[arc.other].usable && arc.change != 0)
            g_array_append_val (arcs, arc);
        }
    }
  rows.first[n] = arcs->len;
  rows.arcs = (Arc *)(gpointer)g_array_free (arcs, FALSE);
  return rows;
}

static Rows
rows_by_place (const Rows *by_transition, guint32 n_transitions, guint32 n_places)
{
  guint64 n_arcs = by_transition->first[n_transitions];
  Rows    rows = { g_new0 (guint64, (gsize)n_places + 2), g_new (Arc, n_arcs + 1) };

  for (guint64 i = 0; i < n_arcs; i++)
    rows.first[by_transition->arcs[i].other + 2]++;
  for (guint32 p = 0; p < n_places; p++)
    rows.first[p + 2] += rows.first[p + 1];
  for (guint32 t = 0; t < n_transitions; t++)
    for (guint64 i = by_transition->first[t]; i < by_transition->first[t + 1]; i++)
      {
        Arc arc = by_transition->arcs[i];
        rows.arcs[rows.first[arc.other + 1]++] = (Arc){ t, arc.change };
      }
  return rows;
}

static void
set_balance (Finder *f, guint32 t, gint64 balance)
{
  if (f->balance[t] == 0 && balance != 0)
    {
      f->open_at[t] = f->n_open;
      f->open[f->n_open++] = t;
    }
  else if (f->balance[t] != 0 && balance == 0)
    {
      guint32 last = f->open[--f->n_open];
      f->open[f->open_at[t]] = last;
      f->open_at[last] = f->open_at[t];
    }
  f->balance[t] = balance;
}

/* Sets the weight of a place inside (or back to 0) and keeps the balances. Weights are at most MAX_WEIGHT and changes
 * 31 bits wide, so that sums stay far from 64 bits. */
static void
set_weight (Finder *f, guint32 place, guint32 weight)
{
  gint64 more = (gint64)weight - f->places[place].weight;
  for (guint64 i = f->by_place.first[place]; i < f->by_place.first[place + 1]; i++)
    {
      Arc arc = f->by_place.arcs[i];
      set_balance (f, arc.other, f->balance[arc.other] + more * arc.change);
    }
  f->work += f->by_place.first[place + 1] - f->by_place.first[place];
  f->tokens += more * f->places[place].tokens;
  f->places[place].weight = weight;
}

/* The weight with which the arc's place balances transition t; 0 if it cannot. */
static guint32
repair_weight (const Finder *f, guint32 t, Arc arc)
{
  const Place *place = &f->places[arc.other];
  gint64       balance = f->balance[t];
  gint64       weight;

  if ((balance > 0) == (arc.change > 0) || place->weight != 0 || balance % arc.change != 0)
    return 0;
  weight = -(balance / arc.change);
  if (weight > MAX_WEIGHT || f->tokens + weight * place->tokens > f->token_limit)
    return 0;
  return (guint32)weight;
}

/* The first place from `from` on that balances t, its weight and where to go on. The row is walked twice: first for
 * places that no semiflow has yet, then for the others. Returns LPN_NONE when there is none left. */
static guint32
find_candidate (Finder *f, guint32 t, guint64 from, guint32 *weight, guint64 *next)
{
  const Arc *row = f->by_transition.arcs + f->by_transition.first[t];
  guint64    n = f->by_transition.first[t + 1] - f->by_transition.first[t];

  for (guint64 i = from; i < 2 * n; i++)
    {
      Arc arc = row[i < n ? i : i - n];
      f->work++;
      if ((f->places[arc.other].found_in != 0) != (i >= n))
        continue;
      *weight = repair_weight (f, t, arc);
      if (*weight != 0)
        {
          *next = i + 1;
          return arc.other;
        }
    }
  return LPN_NONE;
}

static guint
count_candidates (Finder *f, guint32 t, guint stop)
{
  guint n = 0;
  for (guint64 i = f->by_transition.first[t]; i < f->by_transition.first[t + 1] && n < stop; i++)
    {
      f->work++;
      n += repair_weight (f, t, f->by_transition.arcs[i]) != 0;
    }
  return n;
}

/* Among the transitions last put out of balance, the one with the fewest ways to repair it. */
static guint32
choose_open (Finder *f)
{
  guint32 best = LPN_NONE;
  guint   fewest = G_MAXUINT;
  for (guint i = 0; i < LOOK_AT && i < f->n_open && fewest > 1; i++)
    {
      guint32 t = f->open[f->n_open - 1 - i];
      guint   n = count_candidates (f, t, fewest);
      if (n < fewest)
        {
          fewest = n;
          best = t;
        }
    }
  return best;
}

/* Adds a place that balances t, looked for from `from` on. */
static bool
repair (Finder *f, guint32 t, guint64 from)
{
  Repair  step = { .transition = t };
  guint32 weight;

  step.place = find_candidate (f, t, from, &weight, &step.next);
  if (step.place == LPN_NONE)
    return false;
  set_weight (f, step.place, weight);
  g_array_append_val (f->repairs, step);
  return true;
}

/* Undoes repairs up to the last that can be made otherwise, and makes it so. */
static bool
go_back (Finder *f)
{
  while (f->repairs->len > 0)
    {
      Repair last = g_array_index (f->repairs, Repair, f->repairs->len - 1);
      g_array_set_size (f->repairs, f->repairs->len - 1);
      set_weight (f, last.place, 0);
      if (last.transition != LPN_NONE && repair (f, last.transition, last.next))
        return true;
    }
  return false;
}

static int
by_place_number (const void *a, const void *b)
{
  guint32 p = ((const Repair *)a)->place;
  guint32 q = ((const Repair *)b)->place;
  return p < q ? -1 : p > q;
}

/* Keeps what is inside as a semiflow, if new; then takes everything out. */
static void
harvest (Finder *f)
{
  guint        n = f->repairs->len;
  LpnSemiflow *flow = g_new (LpnSemiflow, 1);
  guint64      hash = 0;
  guint64     *key;

  *flow = (LpnSemiflow){ n, g_new (guint32, n), g_new (guint32, n), f->tokens };
  qsort (f->repairs->data, n, sizeof (Repair), by_place_number);
  for (guint i = 0; i < n; i++)
    {
      flow->places[i] = g_array_index (f->repairs, Repair, i).place;
      flow->weights[i] = f->places[flow->places[i]].weight;
      hash = lpn_mix2 (hash, (guint64)flow->places[i] << 32 | flow->weights[i]);
      set_weight (f, flow->places[i], 0);
    }
  g_array_set_size (f->repairs, 0);
  key = g_memdup2 (&hash, sizeof hash);
  if (!g_hash_table_add (f->known, key))
    {
      semiflow_free (flow);
      return;
    }
  for (guint i = 0; i < n; i++)
    if (f->places[flow->places[i]].found_in < G_MAXUINT8)
      f->places[flow->places[i]].found_in++;
  g_ptr_array_add (f->flows, flow);
}

/* Looks for a semiflow through `start` with at most this much work. */
static void
search_from (Finder *f, guint32 start, guint64 work)
{
  Repair  first = { LPN_NONE, start, 0 };
  guint64 end = f->work + work;

  set_weight (f, start, 1);
  g_array_append_val (f->repairs, first);
  while (f->n_open > 0 && f->work < end)
    if (!repair (f, choose_open (f), 0) && !go_back (f))
      return;
  if (f->n_open == 0)
    {
      harvest (f);
      return;
    }
  for (guint i = f->repairs->len; i-- > 0;)
    set_weight (f, g_array_index (f->repairs, Repair, i).place, 0);
  g_array_set_size (f->repairs, 0);
}

/* One search from every place that is in fewer than `enough` semiflows, while the round's work lasts: a quarter of
 * what is left of all. */
static void
search_round (Finder *f, gint64 token_limit, guint64 work, guint enough)
{
  guint64 all = WORK_BASE + WORK_PLACE * (guint64)f->n_places;
  guint64 end = f->work + (all > f->work ? (all - f->work) / 4 : 0);

  f->token_limit = token_limit;
  for (guint32 p = 0; p < f->n_places && f->work < end; p++)
    if (f->places[p].usable && f->places[p].found_in < enough && f->places[p].tokens <= token_limit)
      search_from (f, p, MIN (work, end - f->work));
}

static void
search_all (Finder *f)
{
  /* Short searches first, so that a net of many small machines is done before the large ones are tried. */
  static const guint64 EFFORTS[] = { 64, 1024, 32768, G_MAXUINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (EFFORTS); i++)
    {
      search_round (f, 1, EFFORTS[i], 1);
      search_round (f, G_MAXINT64 / 2, EFFORTS[i], 1);
    }
  if (f->n_places <= SMALL_NET)
    {
      search_round (f, 1, EFFORTS[1], VARIETY);
      search_round (f, G_MAXINT64 / 2, EFFORTS[1], VARIETY);
    }
}

GPtrArray *
lpn_semiflows_find (const LpnCompiled *compiled, const guint8 *wanted)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  gsize         n_transitions = lpn_net_n_transitions (net);
  Finder        f = { .n_places = lpn_net_n_places (net), .n_transitions = (guint32)n_transitions };

  f.places = find_places (compiled, wanted);
  f.by_transition = rows_by_transition (compiled, f.places);
  f.by_place = rows_by_place (&f.by_transition, f.n_transitions, f.n_places);
  f.balance = g_new0 (gint64, n_transitions + 1);
  f.open = g_new (guint32, n_transitions + 1);
  f.open_at = g_new (guint32, n_transitions + 1);
  f.repairs = g_array_new (FALSE, FALSE, sizeof (Repair));
  f.known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  f.flows = g_ptr_array_new_with_free_func (semiflow_free);
  search_all (&f);

  g_free (f.by_transition.first);
  g_free (f.by_transition.arcs);
  g_free (f.by_place.first);
  g_free (f.by_place.arcs);
  g_free (f.places);
  g_free (f.balance);
  g_free (f.open);
  g_free (f.open_at);
  g_array_unref (f.repairs);
  g_hash_table_unref (f.known);
  return f.flows;
}
