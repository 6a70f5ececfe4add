/* SPDX-License-Identifier: MIT */
/*
 * Persistent transitions against their written meaning: a plain explorer whose states are values and the set of enabled
 * transitions, as LPN tools define them, must count what the latches of a frozen net make of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lpn/reference.h"
#include "test/harness.h"
#include "test/oracle.h"

enum
{
  MOST_STATES = 20000
};

typedef struct
{
  const LpnNet *whole;     /* for which transitions are persistent */
  const LpnNet *guarded;   /* for the guards */
  const LpnNet *unguarded; /* for firing what is known to be enabled */
  guint32       n_values;
  guint32       n_transitions;
  GHashTable   *seen; /* GBytes: the values, then 0 or 1 per transition */
  GPtrArray    *todo; /* GBytes, those of `seen` */
  guint64       transitions;
  guint64       deadlocks;
  bool          error;
} Direct;

static bool
marked (const Direct *d, guint32 t, const gint64 *values)
{
  guint         n;
  const LpnArc *pre = lpn_net_pre (d->guarded, t, &n);
  for (guint i = 0; i < n; i++)
    if (values[pre[i].place] < pre[i].weight)
      return false;
  return true;
}

static bool
share_input (const Direct *d, guint32 t, guint32 u)
{
  guint         n, m;
  const LpnArc *a = lpn_net_pre (d->guarded, t, &n);
  const LpnArc *b = lpn_net_pre (d->guarded, u, &m);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < m; j++)
      if (a[i].place == b[j].place)
        return true;
  return false;
}

/* The enabled set of the state in `cells`, reached by firing `fired` where `before` was enabled. */
static void
enable (Direct *d, gint64 *cells, guint32 fired, const gint64 *before)
{
  for (guint32 t = 0; t < d->n_transitions; t++)
    {
      bool stays = before != NULL && lpn_net_transition (d->whole, t)->persistent && before[t] != 0 && t != fired
                   && !share_input (d, t, fired);
      LpnFaultInfo   info = { 0 };
      gint64         holds = 1;
      bool           ready = marked (d, t, cells);
      const LpnExpr *guard = lpn_net_transition (d->guarded, t)->guard;
      /* What is not persistent is evaluated by the expansion of its state. */
      if (ready && !stays && guard != NULL && !lpn_reference_eval (d->guarded, guard, cells, &holds, &info))
        d->error = true;
      cells[d->n_values + t] = ready && (stays || holds != 0);
    }
}

static void
add (Direct *d, const gint64 *cells)
{
  GBytes *bytes = g_bytes_new (cells, (d->n_values + d->n_transitions) * sizeof (gint64));
  if (g_hash_table_contains (d->seen, bytes))
    {
      g_bytes_unref (bytes);
      return;
    }
  g_hash_table_add (d->seen, bytes);
  g_ptr_array_add (d->todo, bytes);
}

static void
expand (Direct *d, const gint64 *cells, gint64 *next)
{
  bool dead = true;
  for (guint32 t = 0; t < d->n_transitions && !d->error; t++)
    {
      LpnFaultInfo info = { 0 };
      if (cells[d->n_values + t] == 0)
        continue;
      dead = false;
      d->transitions++;
      if (lpn_reference_fire (d->unguarded, t, cells, next, &info) != LPN_FIRE_FIRED)
        {
          d->error = true;
          return;
        }
      enable (d, next, t, cells + d->n_values);
      add (d, next);
    }
  d->deadlocks += dead;
}

static void
explore (Direct *d)
{
  g_autofree gint64 *next = g_new0 (gint64, d->n_values + d->n_transitions + 1);

  lpn_net_initial (d->guarded, next);
  enable (d, next, LPN_NONE, NULL);
  add (d, next);
  while (d->todo->len > 0 && !d->error && g_hash_table_size (d->seen) <= MOST_STATES)
    expand (d, g_bytes_get_data (g_ptr_array_steal_index_fast (d->todo, d->todo->len - 1), NULL), next);
}

typedef enum
{
  WHOLE,
  NOT_PERSISTENT, /* guards, but no persistent transitions */
  UNGUARDED,      /* nor guards */
} Form;

enum
{
  PLACES = 3, /* of a machine */
  WIRES = 3
};

static LpnExpr *
parse (const LpnNet *net, const char *text, LpnType want)
{
  LpnScope scope = lpn_net_scope (net, LPN_NONE, false);
  LpnExpr *expr = lpn_expr_parse (text, &scope, want, true, NULL, NULL);
  g_assert_nonnull (expr);
  return expr;
}

/* Machines of a token each, or of two with weights in plain nets, whose steps read and write a few wires and an array;
 * now and then a step takes part in two machines, in none, or gives its token back. */
static void
add_step (LpnNet *net, GRand *rand, guint machines, bool plain, Form form, guint number)
{
  g_autofree char *id = g_strdup_printf ("t%u", number);
  guint32          m = (guint32)g_rand_int_range (rand, 0, (gint32)machines);
  guint32          t = lpn_net_add_transition (net, m, id, NULL, false, NULL);
  bool             persistent = g_rand_int_range (rand, 0, 3) > 0;
  guint            kind = (guint)g_rand_int_range (rand, 0, 10);

  for (guint side = 0; side < (kind == 0 ? 0 : kind == 1 && machines > 1 ? 2 : 1); side++)
    {
      guint32 machine = (m + side) % machines;
      guint32 from = machine * PLACES + (guint32)g_rand_int_range (rand, 0, PLACES);
      guint32 to = machine * PLACES + (guint32)g_rand_int_range (rand, 0, PLACES);
      gint64  weight = plain && g_rand_int_range (rand, 0, 4) == 0 ? 2 : 1;
      lpn_net_add_input (net, t, from, weight);
      lpn_net_add_output (net, t, to, weight);
    }
  g_autofree char *guard
      = g_rand_boolean (rand)
            ? g_strdup_printf ("w%d == %d", g_rand_int_range (rand, 0, WIRES), g_rand_int_range (rand, 0, 2))
            : g_strdup_printf ("a[w%d] %s w%d", g_rand_int_range (rand, 0, WIRES),
                               g_rand_boolean (rand) ? "|" : "!=", g_rand_int_range (rand, 0, WIRES));
  if (form != UNGUARDED)
    lpn_net_set_guard (net, t, parse (net, guard, LPN_TYPE_TRUTH));
  if (form == WHOLE && persistent)
    lpn_net_set_persistent (net, t);
  for (guint32 w = 0; w < WIRES; w++)
    if (g_rand_int_range (rand, 0, 3) == 0)
      {
        g_autofree char *value = g_strdup_printf (g_rand_boolean (rand) ? "1 - w%u" : "a[w%u]", w);
        lpn_net_add_assign (net, t, w, NULL, parse (net, value, LPN_TYPE_NUMBER));
      }
  if (g_rand_int_range (rand, 0, 4) == 0)
    lpn_net_add_assign (net, t, WIRES, parse (net, g_rand_boolean (rand) ? "w0" : "1 - w1", LPN_TYPE_NUMBER),
                        parse (net, "w2", LPN_TYPE_NUMBER));
}

static LpnNet *
build (guint32 seed, Form form)
{
  GRand  *rand = g_rand_new_with_seed (seed);
  LpnNet *net = lpn_net_new ("persistent");
  guint   machines = (guint)g_rand_int_range (rand, 1, 4);
  bool    plain = g_rand_int_range (rand, 0, 3) == 0;
  guint   steps = (guint)g_rand_int_range (rand, 2, 9);

  for (guint m = 0; m < machines; m++)
    {
      g_autofree char *module = g_strdup_printf ("m%u", m);
      lpn_net_add_module (net, module, NULL);
      for (guint p = 0; p < PLACES; p++)
        {
          g_autofree char *id = g_strdup_printf ("m%u.p%u", m, p);
          lpn_net_add_place (net, m, id, NULL, !plain, p == 0 ? 1 + plain : 0, NULL);
        }
    }
  for (guint w = 0; w < WIRES; w++)
    {
      g_autofree char *id = g_strdup_printf ("w%u", w);
      lpn_net_add_variable (net, LPN_NONE, id, false, 1, &(gint64){ g_rand_int_range (rand, 0, 2) }, 0, 1, NULL);
    }
  lpn_net_add_variable (net, LPN_NONE, "a", true, 2, (gint64[]){ 0, 1 }, 0, 1, NULL);
  for (guint i = 0; i < steps; i++)
    add_step (net, rand, machines, plain, form, i);
  g_assert_true (lpn_net_freeze (net, NULL));
  g_rand_free (rand);
  return net;
}

static struct
{
  guint nets, latched;
  guint differ; /* from the net whose transitions are not persistent */
} totals;

static bool
agrees (guint32 seed)
{
  g_autoptr (LpnNet) whole = build (seed, WHOLE);
  g_autoptr (LpnNet) guarded = build (seed, NOT_PERSISTENT);
  g_autoptr (LpnNet) unguarded = build (seed, UNGUARDED);
  Direct d = { .whole = whole,
               .guarded = guarded,
               .unguarded = unguarded,
               .n_values = lpn_net_n_elements (guarded),
               .n_transitions = lpn_net_n_transitions (guarded),
               .seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL),
               .todo = g_ptr_array_new () };
  bool   same;

  explore (&d);
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (whole, MOST_STATES);
  const LpnOracleResult *r = lpn_oracle_result (oracle);
  g_autoptr (LpnOracle) without = lpn_oracle_new (guarded, MOST_STATES);
  same = !d.error && !r->error && r->states == g_hash_table_size (d.seen) && r->transitions == d.transitions
         && r->deadlocks == d.deadlocks;
  totals.nets++;
  totals.latched += lpn_net_n_written_variables (whole) < lpn_net_n_variables (whole);
  totals.differ += lpn_oracle_result (without)->transitions != r->transitions;
  if (!same)
    printf ("\n    seed %u: direct: %u states, %" G_GUINT64_FORMAT " transitions, %" G_GUINT64_FORMAT
            " deadlocks; latches: %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "\n",
            seed, g_hash_table_size (d.seen), d.transitions, d.deadlocks, r->states, r->transitions, r->deadlocks);
  g_ptr_array_unref (d.todo);
  g_hash_table_unref (d.seen);
  return same;
}

static guint n_nets = 3000;

static void
test_persistent (void)
{
  for (guint32 seed = 1; seed <= n_nets; seed++)
    CU_ASSERT_TRUE (agrees (seed));
  printf ("\n    %u nets, %u with latches, %u other than without\n", totals.nets, totals.latched, totals.differ);
  CU_ASSERT_TRUE (totals.latched > n_nets / 2 && totals.differ > n_nets / 15);
}

int
main (int argc, char **argv)
{
  const LpnTest tests[] = { { "persistent transitions", test_persistent }, { NULL, NULL } };
  if (argc > 1)
    n_nets = (guint)strtoul (argv[1], NULL, 10);
  return lpn_test_main ("persistent", tests);
}
