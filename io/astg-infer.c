/* SPDX-License-Identifier: MIT */
/*
 * Initial values of signals: the one before the first edge.
 *
 * In a consistent graph every path shows the same first edge, so any path that has one will do. The search is a
 * depth-first one over markings that fires what it has fired least: in a live net it is a fair run that soon has shown
 * every edge. Where such a run gets lost in a part of a large space, another one starts, with more patience, and the
 * counts of the last one lead it elsewhere. A search that comes to its end proves that the signals left have no edge.
 * Transitions that could not fire even if no token ever left its place are not waited for.
 *
 * Markings seen are kept as 128-bit fingerprints: that two of them meet by chance is not to be expected.
 */
#include <string.h>

#include "io/astg-graph.h"

enum
{
  FIRST_ROUND = 1 << 12, /* markings */
  ROUND_FACTOR = 16,
  LAST_ROUND = 1 << 20,
};

typedef struct
{
  guint32 place;
  gint64  weight;
} Leg;

typedef struct
{
  guint64 a;
  guint64 b;
} Print;

/* A marking on the way: how it was reached, and which successors have been tried. */
typedef struct
{
  guint32 fired; /* LPN_NONE: it is the initial one */
  guint32 first; /* the successor tried first; LPN_NONE: none yet */
  guint32 next;  /* those below have been tried */
} Frame;

typedef struct
{
  AstgGraph *graph;
  guint32    n_places;
  guint32    n_transitions;
  guint32   *transitions; /* node of each */
  guint32   *number;      /* of each node among the places or transitions */
  GArray   **pre;         /* Leg, per transition */
  GArray   **post;        /* Leg, per transition */
  GArray   **takers;      /* Leg, per place, with the transition as `place` */
  gint64    *start;
  gint64    *marking;
  guint32   *missing; /* per transition: input places with too few tokens */
  guint64   *enabled; /* a bit per transition */
  guint32   *fired;   /* how often */
  guint8    *parity;  /* per signal: of its toggles on the way */
  bool      *wanted;  /* per signal */
  guint32    n_wanted;
  Print      print; /* of the marking */
  Print     *seen;  /* open addressing, a power of two; all zero: empty */
  guint64    n_slots;
  guint64    n_seen;
  GArray    *stack; /* Frame */
  guint64    work;
} Search;

/* ---- the graph as rows ---- */

static GArray **
new_rows (guint32 n)
{
  GArray **rows = g_new (GArray *, (gsize)n + 1);
  for (guint32 i = 0; i < n; i++)
    rows[i] = g_array_new (FALSE, FALSE, sizeof (Leg));
  rows[n] = NULL;
  return rows;
}

static void
free_rows (GArray **rows)
{
  for (GArray **row = rows; *row != NULL; row++)
    g_array_unref (*row);
  g_free (rows);
}

static void
add_leg (GArray *row, guint32 place, gint64 weight)
{
  Leg leg = { place, weight };
  g_array_append_val (row, leg);
}

static void
number_nodes (Search *s)
{
  const AstgGraph *graph = s->graph;
  s->number = g_new (guint32, (gsize)graph->nodes->len + 1);
  s->transitions = g_new (guint32, (gsize)graph->nodes->len + 1);
  s->start = g_new (gint64, (gsize)graph->nodes->len + 1);
  for (guint32 i = 0; i < graph->nodes->len; i++)
    if (lpn_astg_node (graph, i)->is_place)
      {
        s->start[s->n_places] = lpn_astg_node (graph, i)->tokens;
        s->number[i] = s->n_places++;
      }
    else
      {
        s->transitions[s->n_transitions] = i;
        s->number[i] = s->n_transitions++;
      }
}

static void
build_rows (Search *s)
{
  s->pre = new_rows (s->n_transitions);
  s->post = new_rows (s->n_transitions);
  s->takers = new_rows (s->n_places);
  for (guint32 i = 0; i < s->graph->arcs->len; i++)
    {
      const AstgArc *arc = lpn_astg_arc (s->graph, i);
      guint32        from = s->number[arc->from];
      guint32        to = s->number[arc->to];
      if (lpn_astg_node (s->graph, arc->from)->is_place)
        {
          add_leg (s->pre[to], from, arc->weight);
          add_leg (s->takers[from], to, arc->weight);
        }
      else
        add_leg (s->post[from], to, arc->weight);
    }
}

static const AstgNode *
transition (const Search *s, guint32 t)
{
  return lpn_astg_node (s->graph, s->transitions[t]);
}

/* ---- what is looked for ---- */

/* Transitions that can fire if tokens are never taken away: all others never fire. Returns: a flag per transition. */
static bool *
possible_transitions (const Search *s)
{
  bool               *possible = g_new0 (bool, (gsize)s->n_transitions + 1);
  bool               *marked = g_new0 (bool, (gsize)s->n_places + 1);
  g_autofree guint32 *left = g_new0 (guint32, (gsize)s->n_transitions + 1); /* input places not marked yet */
  g_autoptr (GArray) ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 p = 0; p < s->n_places; p++)
    marked[p] = s->start[p] > 0;
  for (guint32 t = 0; t < s->n_transitions; t++)
    {
      for (guint i = 0; i < s->pre[t]->len; i++)
        left[t] += !marked[g_array_index (s->pre[t], Leg, i).place];
      if (left[t] == 0)
        g_array_append_val (ready, t);
    }
  while (ready->len > 0)
    {
      guint32 t = g_array_index (ready, guint32, ready->len - 1);
      g_array_set_size (ready, ready->len - 1);
      possible[t] = true;
      for (guint i = 0; i < s->post[t]->len; i++)
        {
          guint32 p = g_array_index (s->post[t], Leg, i).place;
          if (marked[p])
            continue;
          marked[p] = true;
          for (guint k = 0; k < s->takers[p]->len; k++)
            {
              guint32 taker = g_array_index (s->takers[p], Leg, k).place;
              if (--left[taker] == 0)
                g_array_append_val (ready, taker);
            }
        }
    }
  g_free (marked);
  return possible;
}

static void
choose_wanted (Search *s)
{
  g_autofree bool *possible = possible_transitions (s);
  for (guint32 t = 0; t < s->n_transitions; t++)
    {
      const AstgNode   *node = transition (s, t);
      const AstgSignal *signal = lpn_astg_signal (s->graph, node->signal);
      bool              tells = (node->sign == '+' || node->sign == '-') && signal->kind != ASTG_DUMMY;
      if (!tells || !possible[t] || signal->initial >= 0 || signal->other || s->wanted[node->signal])
        continue;
      s->wanted[node->signal] = true;
      s->n_wanted++;
    }
}

/* ---- firing ---- */

static guint64
mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static void
add_print (Print *print, guint32 place, gint64 tokens, bool add)
{
  guint64 x = mix (((guint64)place + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ mix ((guint64)tokens + 7));
  guint64 y = mix (x + G_GUINT64_CONSTANT (0xd1342543de82ef95));
  print->a = add ? print->a + x : print->a - x;
  print->b = add ? print->b + y : print->b - y;
}

static void
set_tokens (Search *s, guint32 place, gint64 tokens)
{
  gint64 before = s->marking[place];
  add_print (&s->print, place, before, false);
  add_print (&s->print, place, tokens, true);
  s->marking[place] = tokens;
  for (guint i = 0; i < s->takers[place]->len; i++)
    {
      const Leg *leg = &g_array_index (s->takers[place], Leg, i);
      if ((before >= leg->weight) == (tokens >= leg->weight))
        continue;
      guint32 *missing = &s->missing[leg->place];
      *missing = tokens >= leg->weight ? *missing - 1 : *missing + 1;
      guint64 bit = G_GUINT64_CONSTANT (1) << (leg->place % 64);
      if (*missing == 0)
        s->enabled[leg->place / 64] |= bit;
      else
        s->enabled[leg->place / 64] &= ~bit;
    }
  s->work += s->takers[place]->len;
}

/* false, and nothing done: a place would have more tokens than can be counted. */
static bool
fire (Search *s, guint32 t)
{
  const AstgNode *node = transition (s, t);
  for (guint i = 0; i < s->post[t]->len; i++)
    {
      const Leg *leg = &g_array_index (s->post[t], Leg, i);
      if (s->marking[leg->place] > G_MAXINT64 - leg->weight)
        return false;
    }
  for (guint i = 0; i < s->pre[t]->len; i++)
    {
      const Leg *leg = &g_array_index (s->pre[t], Leg, i);
      set_tokens (s, leg->place, s->marking[leg->place] - leg->weight);
    }
  for (guint i = 0; i < s->post[t]->len; i++)
    {
      const Leg *leg = &g_array_index (s->post[t], Leg, i);
      set_tokens (s, leg->place, s->marking[leg->place] + leg->weight);
    }
  s->fired[t] += s->fired[t] < G_MAXUINT32;
  s->parity[node->signal] ^= node->sign == '~';
  return true;
}

static void
take_back (Search *s, guint32 t)
{
  const AstgNode *node = transition (s, t);
  for (guint i = 0; i < s->post[t]->len; i++)
    {
      const Leg *leg = &g_array_index (s->post[t], Leg, i);
      set_tokens (s, leg->place, s->marking[leg->place] - leg->weight);
    }
  for (guint i = 0; i < s->pre[t]->len; i++)
    {
      const Leg *leg = &g_array_index (s->pre[t], Leg, i);
      set_tokens (s, leg->place, s->marking[leg->place] + leg->weight);
    }
  s->parity[node->signal] ^= node->sign == '~';
}

/* The first enabled transition from `from` on; LPN_NONE: none. */
static guint32
next_enabled (const Search *s, guint32 from)
{
  guint32 n_words = (s->n_transitions + 63) / 64;
  for (guint32 w = from / 64; w < n_words; w++)
    {
      guint64 bits = s->enabled[w];
      if (w == from / 64)
        bits &= ~G_GUINT64_CONSTANT (0) << (from % 64);
      if (bits != 0)
        return w * 64 + (guint32)__builtin_ctzll (bits);
    }
  return LPN_NONE;
}

/* ---- markings seen ---- */

static Print *
slot_of (const Search *s, Print print)
{
  for (guint64 i = print.a;; i++)
    {
      Print *slot = &s->seen[i & (s->n_slots - 1)];
      if ((slot->a == 0 && slot->b == 0) || (slot->a == print.a && slot->b == print.b))
        return slot;
    }
}

/* Is this marking new? The table has room for all markings of the round. */
static bool
enter (Search *s)
{
  Print *slot = slot_of (s, s->print);
  if (slot->a != 0 || slot->b != 0)
    return false;
  *slot = s->print;
  s->n_seen++;
  return true;
}

/* ---- the search ---- */

/* Every edge that is enabled here is the first of its signal on the way, if the signal is still wanted. */
static guint32
look_around (Search *s)
{
  guint32 least = LPN_NONE;
  for (guint32 t = next_enabled (s, 0); t != LPN_NONE; t = next_enabled (s, t + 1))
    {
      const AstgNode *node = transition (s, t);
      if (least == LPN_NONE || s->fired[t] < s->fired[least])
        least = t;
      s->work++;
      if (!s->wanted[node->signal] || (node->sign != '+' && node->sign != '-'))
        continue;
      s->wanted[node->signal] = false;
      s->n_wanted--;
      lpn_astg_signal (s->graph, node->signal)->initial = (gint8)((node->sign == '-') ^ s->parity[node->signal]);
    }
  return least;
}

static void
push (Search *s, guint32 fired)
{
  Frame frame = { .fired = fired, .first = look_around (s) };
  g_array_append_val (s->stack, frame);
}

/* The next successor to try; LPN_NONE: none is left. */
static guint32
choose (const Search *s, Frame *frame, bool fresh)
{
  if (fresh)
    return frame->first;
  guint32 t = next_enabled (s, frame->next);
  if (t == frame->first && t != LPN_NONE)
    t = next_enabled (s, t + 1);
  frame->next = t == LPN_NONE ? s->n_transitions : t + 1;
  return t;
}

static void
restart (Search *s, guint64 n_states)
{
  s->n_slots = n_states * 2;
  s->n_seen = 0;
  g_free (s->seen);
  s->seen = g_new0 (Print, s->n_slots);
  memset (s->enabled, 0, sizeof (guint64) * (s->n_transitions / 64 + 1));
  memset (s->marking, 0, sizeof (gint64) * s->n_places);
  memset (s->parity, 0, s->graph->signals->len);
  s->print = (Print){ 0, 0 };
  for (guint32 p = 0; p < s->n_places; p++)
    add_print (&s->print, p, 0, true);
  for (guint32 t = 0; t < s->n_transitions; t++)
    {
      s->missing[t] = s->pre[t]->len;
      if (s->missing[t] == 0)
        s->enabled[t / 64] |= G_GUINT64_CONSTANT (1) << (t % 64);
    }
  for (guint32 p = 0; p < s->n_places; p++)
    if (s->start[p] > 0)
      set_tokens (s, p, s->start[p]);
  g_array_set_size (s->stack, 0);
}

/* One round of at most `n_states` markings. true: every reachable marking was seen, or nothing is wanted any more. */
static bool
run (Search *s, guint64 n_states)
{
  bool fresh = true;
  restart (s, n_states);
  enter (s);
  push (s, LPN_NONE);
  while (s->stack->len > 0 && s->n_wanted > 0)
    {
      Frame  *frame = &g_array_index (s->stack, Frame, s->stack->len - 1);
      guint32 t = choose (s, frame, fresh);
      if (t == LPN_NONE && (!fresh || frame->first == LPN_NONE))
        {
          if (frame->fired != LPN_NONE)
            take_back (s, frame->fired);
          g_array_set_size (s->stack, s->stack->len - 1);
          fresh = false;
          continue;
        }
      fresh = false;
      if (!fire (s, t))
        continue;
      if (!enter (s))
        take_back (s, t);
      else if (s->n_seen >= n_states || s->work > LPN_ASTG_MAX_WORK)
        return false;
      else
        {
          push (s, t);
          fresh = true;
        }
    }
  return true;
}

static bool
search (Search *s, GError **error)
{
  for (guint64 n = FIRST_ROUND; n <= LAST_ROUND && s->work <= LPN_ASTG_MAX_WORK; n *= ROUND_FACTOR)
    if (run (s, n))
      return true;
  guint32 i = 0;
  while (!s->wanted[i])
    i++;
  const AstgSignal *signal = lpn_astg_signal (s->graph, i);
  return lpn_astg_fail (error, s->graph->file, signal->at, LPN_IO_ERROR_LIMIT,
                        "the initial value of signal \"%s\" cannot be inferred: none of its edges is among the first "
                        "%" G_GUINT64_FORMAT " markings; say it with .initial state",
                        signal->name, s->n_seen);
}

bool
lpn_astg_infer (AstgGraph *graph, GError **error)
{
  Search s = { .graph = graph };
  number_nodes (&s);
  build_rows (&s);
  s.wanted = g_new0 (bool, (gsize)graph->signals->len + 1);
  choose_wanted (&s);
  s.marking = g_new0 (gint64, (gsize)s.n_places + 1);
  s.missing = g_new0 (guint32, (gsize)s.n_transitions + 1);
  s.enabled = g_new0 (guint64, (gsize)s.n_transitions / 64 + 1);
  s.fired = g_new0 (guint32, (gsize)s.n_transitions + 1);
  s.parity = g_new0 (guint8, (gsize)graph->signals->len + 1);
  s.stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  bool ok = s.n_wanted == 0 || search (&s, error);
  for (guint32 i = 0; i < graph->signals->len; i++)
    lpn_astg_signal (graph, i)->initial = MAX (lpn_astg_signal (graph, i)->initial, 0);
  g_free (s.number);
  g_free (s.transitions);
  g_free (s.start);
  free_rows (s.pre);
  free_rows (s.post);
  free_rows (s.takers);
  g_free (s.wanted);
  g_free (s.marking);
  g_free (s.missing);
  g_free (s.enabled);
  g_free (s.fired);
  g_free (s.parity);
  g_free (s.seen);
  g_array_unref (s.stack);
  return ok;
}
