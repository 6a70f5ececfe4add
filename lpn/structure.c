/* SPDX-License-Identifier: MIT */
/*
 * Components of a net without modules.
 *
 * 1. A NUPN unit is a component: at most one of its places is marked.
 * 2. Semiflows are chosen to cover the other places: first whole ones that do not overlap, then what is left of the
 * others. A semiflow is worth the bits it saves against its places one by one; among those, one that stands in the way
 * of few others goes first (the philosophers before their forks).
 * 3. The places left over join each other or a machine (cluster.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lpn/structure-private.h"

enum
{
  MAX_BITS = 16,     /* a part of a semiflow with more local states is cut, */
  MAX_PLACES = 4096, /* and one with more places: n rows of n bytes are too many for a large n */
  MAX_ROUNDS = 4,    /* of choosing among the parts left */
};

typedef struct
{
  guint32 limit;
  double  score;
} Scored;

typedef struct
{
  LpnLimits limits;
  GArray   *clusters;   /* LpnCluster */
  guint32  *cluster_of; /* per place */
  double   *bits;       /* per place: alone */
  guint8   *wanted;     /* per place: to be grouped here */
} Split;

static int
by_score (const void *a, const void *b)
{
  const Scored *x = a;
  const Scored *y = b;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return x->limit < y->limit ? -1 : x->limit > y->limit;
}

guint32
lpn_limits_weight (const LpnLimits *limits, guint32 limit, guint32 place)
{
  const LpnSemiflow *flow = g_array_index (limits->limits, LpnLimit, limit).flow;
  guint              at = 0, end = flow->n;
  while (end - at > 1) /* places are sorted */
    {
      guint middle = at + (end - at) / 2;
      if (flow->places[middle] <= place)
        at = middle;
      else
        end = middle;
    }
  return flow->weights[at];
}

gint64
lpn_limits_bound (const LpnLimits *limits, guint32 place)
{
  gint64 bound = lpn_net_place (lpn_compiled_net (limits->compiled), place)->safe ? 1 : G_MAXINT64;
  for (guint64 i = limits->first[place]; i < limits->first[place + 1]; i++)
    {
      guint32            l = limits->limit_of[i];
      const LpnSemiflow *flow = g_array_index (limits->limits, LpnLimit, l).flow;
      bound = MIN (bound, flow->tokens / lpn_limits_weight (limits, l, place));
    }
  return bound == G_MAXINT64 ? LPN_UNKNOWN_BOUND : bound;
}

/* Which limits hold each place. */
static void
index_limits (LpnLimits *limits)
{
  guint32  n = lpn_net_n_places (lpn_compiled_net (limits->compiled));
  guint64 *first = limits->first = g_new0 (guint64, (gsize)n + 2);

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint l = 0; l < limits->limits->len; l++)
        {
          const LpnSemiflow *flow = g_array_index (limits->limits, LpnLimit, l).flow;
          for (guint i = 0; i < flow->n; i++)
            if (pass == 0)
              first[flow->places[i] + 2]++;
            else
              limits->limit_of[first[flow->places[i] + 1]++] = l;
        }
      if (pass == 0)
        {
          for (guint32 p = 0; p < n; p++)
            first[p + 2] += first[p + 1];
          limits->limit_of = g_new (guint32, first[n + 1] + 1);
        }
    }
}

/* log2 of the ways to spread `tokens` over n places, or at most that many unless `all` are to be used. */
static double
spread_bits (gint64 tokens, guint n, bool all)
{
  double places = all ? n - 1.0 : n;
  double k = (double)tokens;
  if (places <= 0)
    return 0;
  return (lgamma (k + places + 1) - lgamma (k + 1) - lgamma (places + 1)) / M_LN2;
}

/* The still free places of a limit: how many, their bits one by one, their bits together. */
typedef struct
{
  guint  n;
  double apart;
  double together;
} Part;

static Part
free_part (const Split *split, guint32 l)
{
  LpnLimit           limit = g_array_index (split->limits.limits, LpnLimit, l);
  const LpnSemiflow *flow = limit.flow;
  Part               part = { 0 };
  guint64            weights = 0;

  for (guint i = 0; i < flow->n; i++)
    if (split->cluster_of[flow->places[i]] == LPN_NONE)
      {
        part.n++;
        part.apart += split->bits[flow->places[i]];
        weights += flow->weights[i];
      }
  if (part.n > 0)
    part.together = spread_bits (flow->tokens * part.n / (gint64)weights, part.n, limit.exact && part.n == flow->n);
  return part;
}

static void
add_cluster (Split *split, GArray *places, double bits, bool machine)
{
  LpnCluster cluster = { places, NULL, bits, machine };
  for (guint i = 0; i < places->len; i++)
    split->cluster_of[g_array_index (places, guint32, i)] = split->clusters->len;
  g_array_append_val (split->clusters, cluster);
}

/* Makes a cluster of the free places of a limit, or several where together they have too many local states. */
static void
take_part (Split *split, guint32 l, Part part)
{
  const LpnSemiflow *flow = g_array_index (split->limits.limits, LpnLimit, l).flow;
  GArray            *places = NULL;
  guint              most = MIN (part.n, MAX_PLACES);

  if (flow->tokens > 1 && part.together > MAX_BITS)
    for (most = 1; spread_bits (flow->tokens, most + 1, false) <= MAX_BITS;)
      most++;
  for (guint i = 0; i < flow->n; i++)
    if (split->cluster_of[flow->places[i]] == LPN_NONE)
      {
        if (places == NULL)
          places = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_array_append_val (places, flow->places[i]);
        if (places->len == most)
          {
            add_cluster (split, places, most == part.n ? part.together : spread_bits (flow->tokens, most, false), true);
            places = NULL;
          }
      }
  if (places != NULL)
    add_cluster (split, places, spread_bits (flow->tokens, places->len, false), true);
}

/* How much each limit saves as a whole, against what it and all that overlap with it would save: place by place, a
 * limit's saving is spread evenly over its places. */
static GArray *
score_limits (const Split *split, guint32 n_places)
{
  guint              n = split->limits.limits->len;
  g_autofree double *load = g_new0 (double, (gsize)n_places + 1);
  GArray            *scored = g_array_sized_new (FALSE, FALSE, sizeof (Scored), n);

  for (int pass = 0; pass < 2; pass++)
    for (guint32 l = 0; l < n; l++)
      {
        const LpnSemiflow *flow = g_array_index (split->limits.limits, LpnLimit, l).flow;
        Part               part = free_part (split, l);
        double             gain = part.apart - part.together;
        double             rivals = 0;
        if (part.n < 2 || part.n < flow->n || gain <= 0)
          continue;
        for (guint i = 0; i < flow->n; i++)
          if (pass == 0)
            load[flow->places[i]] += gain / flow->n;
          else
            rivals += load[flow->places[i]];
        if (pass == 1)
          {
            Scored entry = { l, gain / rivals };
            g_array_append_val (scored, entry);
          }
      }
  if (scored->len > 0)
    qsort (scored->data, scored->len, sizeof (Scored), by_score);
  return scored;
}

static void
choose_whole (Split *split, guint32 n_places)
{
  g_autoptr (GArray) scored = score_limits (split, n_places);
  for (guint i = 0; i < scored->len; i++)
    {
      guint32 l = g_array_index (scored, Scored, i).limit;
      Part    part = free_part (split, l);
      if (part.n == g_array_index (split->limits.limits, LpnLimit, l).flow->n)
        take_part (split, l, part);
    }
}

/* What is left of the others, by the bits it saves. Answers whether anything was taken. */
static bool
choose_parts (Split *split)
{
  guint n = split->limits.limits->len;
  bool  taken = false;
  g_autoptr (GArray) scored = g_array_new (FALSE, FALSE, sizeof (Scored));

  for (guint32 l = 0; l < n; l++)
    {
      Part   part = free_part (split, l);
      Scored entry = { l, part.apart - part.together };
      if (part.n >= 2 && entry.score > 0)
        g_array_append_val (scored, entry);
    }
  if (scored->len > 0)
    qsort (scored->data, scored->len, sizeof (Scored), by_score);
  for (guint i = 0; i < scored->len; i++)
    {
      Scored entry = g_array_index (scored, Scored, i);
      Part   part = free_part (split, entry.limit);
      if (part.n < 2 || part.apart - part.together < entry.score)
        continue; /* overlaps with one just taken; its turn comes in the next round */
      take_part (split, entry.limit, part);
      taken = true;
    }
  return taken;
}

/* The units as limits of one token, and as clusters. A unit of a single place says nothing. */
static void
take_units (Split *split, GPtrArray *owned)
{
  const LpnNet *net = lpn_compiled_net (split->limits.compiled);
  for (guint32 u = 0; u < lpn_net_n_units (net); u++)
    {
      const LpnUnit *unit = lpn_net_unit (net, u);
      GArray        *places = g_array_new (FALSE, FALSE, sizeof (guint32));
      for (guint i = 0; i < unit->n_places; i++)
        if (split->wanted[unit->places[i]])
          {
            split->wanted[unit->places[i]] = 0;
            g_array_append_val (places, unit->places[i]);
          }
      if (places->len >= 2)
        {
          LpnSemiflow *flow = lpn_semiflow_new_unit ((guint32 *)(gpointer)places->data, places->len);
          LpnLimit     limit = { flow, false };
          g_ptr_array_add (owned, flow);
          g_array_append_val (split->limits.limits, limit);
          add_cluster (split, places, log2 (places->len + 1.0), true);
          g_array_index (split->clusters, LpnCluster, split->clusters->len - 1).name = unit->id;
          continue;
        }
      for (guint i = 0; i < places->len; i++)
        split->wanted[g_array_index (places, guint32, i)] = 1;
      g_array_unref (places);
    }
}

static void
take_rest (Split *split, guint32 n_places)
{
  for (guint32 p = 0; p < n_places; p++)
    if (split->wanted[p] && split->cluster_of[p] == LPN_NONE)
      {
        GArray *places = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_array_append_val (places, p);
        add_cluster (split, places, split->bits[p], false);
      }
}

static void
hand_over (Split *split, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (split->limits.compiled);
  for (guint c = 0; c < split->clusters->len; c++)
    {
      LpnCluster *cluster = &g_array_index (split->clusters, LpnCluster, c);
      if (cluster->places == NULL)
        continue;
      const char *name = cluster->name;
      guint32     first = LPN_NONE;
      for (guint i = 0; i < cluster->places->len; i++)
        first = MIN (first, g_array_index (cluster->places, guint32, i));
      if (name == NULL)
        name = lpn_net_place (net, first)->id;
      g_array_append_vals (lpn_groups_add (groups, g_strdup (name)), cluster->places->data, cluster->places->len);
      g_array_unref (cluster->places);
    }
}

void
lpn_structure_split (const LpnCompiled *compiled, GPtrArray *groups)
{
  guint32            n = lpn_net_n_places (lpn_compiled_net (compiled));
  g_autofree guint8 *wanted = g_new0 (guint8, (gsize)n + 1);
  Split              split = { .limits = { .compiled = compiled }, .wanted = wanted };
  GPtrArray         *flows;

  split.limits.limits = g_array_new (FALSE, FALSE, sizeof (LpnLimit));
  split.clusters = g_array_new (FALSE, FALSE, sizeof (LpnCluster));
  split.cluster_of = g_new (guint32, (gsize)n + 1);
  split.bits = g_new (double, (gsize)n + 1);
  memset (split.cluster_of, 0xff, sizeof (guint32) * n); /* LPN_NONE */
  for (guint32 p = 0; p < n; p++)
    wanted[p] = !lpn_compiled_constant (compiled, p);

  flows = lpn_semiflows_find (compiled, wanted);
  for (guint i = 0; i < flows->len; i++)
    {
      LpnLimit limit = { flows->pdata[i], true };
      g_array_append_val (split.limits.limits, limit);
    }
  take_units (&split, flows);
  index_limits (&split.limits);
  for (guint32 p = 0; p < n; p++)
    split.bits[p] = log2 ((double)lpn_limits_bound (&split.limits, p) + 1);
  choose_whole (&split, n);
  for (guint round = 0; round < MAX_ROUNDS && choose_parts (&split); round++)
    ;
  take_rest (&split, n);
  lpn_clusters_merge (&split.limits, split.clusters, split.cluster_of);
  hand_over (&split, groups);

  g_ptr_array_unref (flows);
  g_array_unref (split.limits.limits);
  g_free (split.limits.first);
  g_free (split.limits.limit_of);
  g_array_unref (split.clusters);
  g_free (split.cluster_of);
  g_free (split.bits);
}
