/* SPDX-License-Identifier: MIT */
/*
 * Merging clusters of places that are used together, as long as the local states of the union, estimated from the
 * limits, stay few. Fewer components make shorter tuples; and where a limit spans two clusters (a fork and the
 * philosopher who takes it) the union has fewer states than the product.
 */
#include <math.h>

#include "lpn/structure-private.h"

enum
{
  MAX_PLACES = 24,      /* of a union whose states are counted */
  MAX_SLOTS = 48,       /* limits that take part in a count; leaving one out only overestimates */
  LEFT_STATES = 256,    /* of places left over: 8 safe ones, 3 unbounded ones */
  MACHINE_STATES = 128, /* of a machine and what joins it: four of six nets tried were faster up to here, none slower */
  COUNT_WORK = 256,     /* steps of one count, per state allowed */
  MAX_NEAR = 12,        /* neighbours tried */
  MAX_ROW = 32,         /* transitions of a place, places of a transition looked at */
};
/* Steps of counting and looking around, about 0.2 s; then products are taken, up to twice as much. */
static const guint64 MAX_WORK = 20000000;

/* Counting the valuations of a few places within their limits. A slot is a limit that holds some of them. */
typedef struct
{
  guint   n;
  gint64  bound[MAX_PLACES];
  guint   n_uses[MAX_PLACES];
  guint   slot[MAX_PLACES][MAX_SLOTS];
  gint64  weight[MAX_PLACES][MAX_SLOTS];
  guint   n_slots;
  guint32 limit[MAX_SLOTS];
  gint64  slack[MAX_SLOTS];
  guint   here[MAX_SLOTS];  /* how many of its places are among these */
  guint   last[MAX_SLOTS];  /* the last of them */
  bool    exact[MAX_SLOTS]; /* all are, and the sum is to be met */
  guint   most;
  guint   count;
  guint64 work;
  guint64 work_limit;
} Counter;

static void
counter_add (Counter *counter, const LpnLimits *limits, guint32 place)
{
  guint i = counter->n++;
  counter->bound[i] = lpn_limits_bound (limits, place);
  counter->n_uses[i] = 0;
  for (guint64 k = limits->first[place]; k < limits->first[place + 1]; k++)
    {
      guint    use = counter->n_uses[i];
      guint    s = 0;
      LpnLimit limit = g_array_index (limits->limits, LpnLimit, limits->limit_of[k]);
      while (s < counter->n_slots && counter->limit[s] != limits->limit_of[k])
        s++;
      if (s == MAX_SLOTS)
        continue;
      if (s == counter->n_slots)
        {
          counter->n_slots++;
          counter->limit[s] = limits->limit_of[k];
          counter->slack[s] = limit.flow->tokens;
          counter->here[s] = 0;
        }
      counter->slot[i][use] = s;
      counter->weight[i][use] = lpn_limits_weight (limits, limits->limit_of[k], place);
      counter->n_uses[i]++;
      counter->last[s] = i;
      counter->exact[s] = ++counter->here[s] == limit.flow->n && limit.exact;
    }
}

/* Places before i have their values; tries those of i. Stops when the count passes `most` or the work its limit: bounds
 * may be in the billions. */
static void
count_from (Counter *counter, guint i)
{
  gint64 value = 0;
  if (i == counter->n)
    {
      counter->count++;
      return;
    }
  for (bool fits = true;
       fits && value <= counter->bound[i] && counter->count <= counter->most && counter->work < counter->work_limit;
       value++)
    {
      bool met = true;
      for (guint u = 0; u < counter->n_uses[i]; u++)
        {
          guint s = counter->slot[i][u];
          if (counter->exact[s] && counter->last[s] == i && counter->slack[s] != 0)
            met = false;
        }
      if (met)
        count_from (counter, i + 1);
      for (guint u = 0; u < counter->n_uses[i]; u++)
        {
          gint64 *slack = &counter->slack[counter->slot[i][u]];
          *slack -= counter->weight[i][u];
          fits = fits && *slack >= 0;
        }
      counter->work += 1 + counter->n_uses[i];
    }
  for (guint u = 0; u < counter->n_uses[i]; u++)
    counter->slack[counter->slot[i][u]] += counter->weight[i][u] * value;
}

typedef struct
{
  const LpnLimits *limits;
  GArray          *clusters;
  guint32         *cluster_of;
  guint64         *first; /* per place: its row in transitions, at most MAX_ROW of them */
  guint32         *transitions;
  guint64          work;
} Merger;

static LpnCluster *
cluster_at (const Merger *m, guint32 c)
{
  return &g_array_index (m->clusters, LpnCluster, c);
}

/* log2 of the local states of the union; more than log2 (most) when there are more than that. */
static double
union_bits (Merger *m, const LpnCluster *a, const LpnCluster *b, guint most)
{
  Counter counter;

  if (m->work > MAX_WORK || a->places->len + b->places->len > MAX_PLACES)
    return a->bits + b->bits;
  counter.n = counter.n_slots = counter.count = 0; /* the arrays, some pages, are filled as they are needed */
  counter.work = 0;
  counter.work_limit = COUNT_WORK * (guint64)most;
  counter.most = most;
  for (guint i = 0; i < a->places->len; i++)
    counter_add (&counter, m->limits, g_array_index (a->places, guint32, i));
  for (guint i = 0; i < b->places->len; i++)
    counter_add (&counter, m->limits, g_array_index (b->places, guint32, i));
  count_from (&counter, 0);
  m->work += counter.work + 8 * counter.n;
  if (counter.work >= counter.work_limit)
    return a->bits + b->bits;
  return log2 (MAX (counter.count, 1));
}

static guint
most_states (const LpnCluster *a, const LpnCluster *b)
{
  return a->machine || b->machine ? MACHINE_STATES : LEFT_STATES;
}

typedef struct
{
  guint   n;
  guint32 cluster[MAX_NEAR];
  guint   shared[MAX_NEAR]; /* arcs in common */
} Near;

static void
note_near (Near *near, guint32 cluster)
{
  guint i = 0;
  while (i < near->n && near->cluster[i] != cluster)
    i++;
  if (i == MAX_NEAR)
    return;
  if (i == near->n)
    {
      near->n++;
      near->cluster[i] = cluster;
      near->shared[i] = 0;
    }
  near->shared[i]++;
}

/* The clusters whose places share transitions with those of c. */
static void
find_near (Merger *m, guint32 c, Near *near)
{
  const GArray *places = cluster_at (m, c)->places;
  near->n = 0;
  for (guint i = 0; i < places->len; i++)
    {
      guint32 p = g_array_index (places, guint32, i);
      for (guint64 k = m->first[p]; k < m->first[p + 1]; k++)
        {
          const LpnRule *rule = lpn_compiled_rule (m->limits->compiled, m->transitions[k]);
          m->work += MIN (rule->n_tokens, MAX_ROW);
          for (guint j = 0; j < rule->n_tokens && j < MAX_ROW; j++)
            {
              guint32 other = m->cluster_of[rule->tokens[j].place];
              if (other != LPN_NONE && other != c)
                note_near (near, other);
            }
        }
    }
}

/* The larger of the two takes the other's places, or many unions would cost their square. */
static void
join (Merger *m, guint32 x, guint32 y, double bits)
{
  bool        larger = cluster_at (m, x)->places->len >= cluster_at (m, y)->places->len;
  guint32     to = larger ? x : y;
  LpnCluster *a = cluster_at (m, to);
  LpnCluster *b = cluster_at (m, larger ? y : x);

  for (guint i = 0; i < b->places->len; i++)
    m->cluster_of[g_array_index (b->places, guint32, i)] = to;
  g_array_append_vals (a->places, b->places->data, b->places->len);
  g_clear_pointer (&b->places, g_array_unref);
  a->bits = bits;
  a->machine |= b->machine;
  if (a->name == NULL)
    a->name = b->name;
}

/* Joins c with the neighbour that saves most bits, at least `least`. */
static bool
join_best (Merger *m, guint32 c, double least)
{
  const LpnCluster *own = cluster_at (m, c);
  Near              near;
  guint32           best = LPN_NONE;
  double            best_score = least, best_bits = 0;

  if (own->places->len >= MAX_PLACES)
    return false;
  find_near (m, c, &near);
  for (guint i = 0; i < near.n; i++)
    {
      const LpnCluster *other = cluster_at (m, near.cluster[i]);
      guint             most = most_states (own, other);
      double            bits = union_bits (m, own, other, most);
      double            score = own->bits + other->bits - bits + 0.001 * near.shared[i];
      if (bits <= log2 (most) && score > best_score)
        {
          best = near.cluster[i];
          best_score = score;
          best_bits = bits;
        }
    }
  if (best == LPN_NONE)
    return false;
  join (m, c, best, best_bits);
  return true;
}

static void
index_transitions (Merger *m)
{
  const LpnCompiled *compiled = m->limits->compiled;
  const LpnNet      *net = lpn_compiled_net (compiled);
  guint32            n = lpn_net_n_places (net);
  g_autofree guint8 *used = g_new0 (guint8, (gsize)n + 1);
  m->first = g_new0 (guint64, (gsize)n + 2);

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
        {
          const LpnRule *rule = lpn_compiled_rule (compiled, t);
          for (guint i = 0; i < rule->n_tokens; i++)
            {
              guint32 p = rule->tokens[i].place;
              if (pass == 0 && m->first[p + 2] < MAX_ROW)
                m->first[p + 2]++;
              else if (pass == 1 && used[p] < MAX_ROW)
                {
                  used[p]++;
                  m->transitions[m->first[p + 1]++] = t;
                }
            }
        }
      if (pass == 1)
        break;
      for (guint32 p = 0; p < n; p++)
        m->first[p + 2] += m->first[p + 1];
      m->transitions = g_new (guint32, m->first[n + 1] + 1);
    }
}

void
lpn_clusters_merge (const LpnLimits *limits, GArray *clusters, guint32 *cluster_of)
{
  /* What saves most goes first; in the end any union that is small enough will do. */
  static const double LEAST[] = { 0.9, 0.4, 0.1, 0, 0, 0 };
  Merger              m = { .limits = limits, .clusters = clusters, .cluster_of = cluster_of };

  index_transitions (&m);
  for (guint round = 0; round < G_N_ELEMENTS (LEAST); round++)
    {
      if (m.work > MAX_WORK) /* one more pass, over products */
        round = G_N_ELEMENTS (LEAST) - 1;
      for (guint32 c = 0; c < clusters->len && m.work < 2 * MAX_WORK; c++)
        if (cluster_at (&m, c)->places != NULL)
          join_best (&m, c, LEAST[round]);
    }
  g_free (m.first);
  g_free (m.transitions);
}
