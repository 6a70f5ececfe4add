/* SPDX-License-Identifier: MIT */
/* Components of flat nets: semiflows are invariants, machines are found, units are kept, large nets are no trouble. */
#include "benchmarks/families.h"
#include "lpn/partition.h"
#include "lpn/semiflow.h"
#include "test/harness.h"
#include "test/net-util.h"
#include "test/random-net.h"

/* Does every transition leave the weighted sum as it is, and is it `tokens` at first? */
static bool
is_invariant (const LpnNet *net, const LpnSemiflow *flow)
{
  g_autofree gint64 *weight = g_new0 (gint64, (gsize)lpn_net_n_places (net) + 1);
  gint64             tokens = 0;
  for (guint i = 0; i < flow->n; i++)
    {
      if (flow->weights[i] == 0 || (i > 0 && flow->places[i] <= flow->places[i - 1]))
        return false;
      weight[flow->places[i]] = flow->weights[i];
      tokens += flow->weights[i] * lpn_net_place (net, flow->places[i])->initial;
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      gint64 change = 0;
      for (int side = 0; side < 2; side++)
        {
          guint         n;
          const LpnArc *arcs = side == 0 ? lpn_net_pre (net, t, &n) : lpn_net_post (net, t, &n);
          for (guint i = 0; i < n; i++)
            change += (side == 0 ? -1 : 1) * arcs[i].weight * weight[arcs[i].place];
        }
      if (change != 0)
        return false;
    }
  return tokens == flow->tokens;
}

/* Checks all semiflows of the net and returns how many there are. */
static guint
check_semiflows (const LpnNet *net)
{
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autofree guint8 *wanted = g_malloc ((gsize)lpn_net_n_places (net) + 1);
  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    wanted[p] = 1;
  g_autoptr (GPtrArray) flows = lpn_semiflows_find (compiled, wanted);
  guint wrong = 0;
  for (guint i = 0; i < flows->len; i++)
    wrong += !is_invariant (net, flows->pdata[i]);
  CU_ASSERT_EQUAL (wrong, 0);
  return flows->len;
}

static LpnNet *
family (const char *spec)
{
  GError *error = NULL;
  LpnNet *net = lpn_family_build (spec, &error);
  CU_ASSERT (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  return net;
}

static void
test_semiflows (void)
{
  static const struct
  {
    const char *spec;
    guint       least;
  } CASES[] = { { "kanban:3", 4 }, { "fms:3", 6 }, { "philosophers:6", 12 }, { "counters:5", 5 }, { "slot:4", 4 } };
  guint found = 0;
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (LpnNet) net = family (CASES[i].spec);
      CU_ASSERT (check_semiflows (net) >= CASES[i].least);
    }
  for (guint32 seed = 1; seed <= 500; seed++)
    {
      g_autoptr (LpnRecipe) recipe = lpn_recipe_new (seed);
      g_autoptr (LpnNet) net = lpn_recipe_build (recipe);
      found += check_semiflows (net);
    }
  CU_ASSERT (found > 100);
}

/* Weights: two tokens of a for one of b. */
static void
test_weights (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("weights");
  guint32 m = lpn_net_add_module (net, "m", NULL);
  lpn_test_places (net, m, false, "a=6 b big=4000000000");
  lpn_test_transition (net, m, "t", "2*a", "b", NULL);
  lpn_test_transition (net, m, "u", "b", "2*a", NULL);
  lpn_test_transition (net, m, "v", "4000000000*big", "a", "false");
  lpn_test_freeze (net);
  CU_ASSERT_EQUAL (check_semiflows (net), 0); /* v takes big, which is too big to count, for a */

  g_autoptr (LpnNet) other = lpn_net_new ("weights");
  m = lpn_net_add_module (other, "m", NULL);
  lpn_test_places (other, m, false, "a=6 b");
  lpn_test_transition (other, m, "t", "2*a", "b", NULL);
  lpn_test_transition (other, m, "u", "b", "2*a", NULL);
  lpn_test_freeze (other);
  CU_ASSERT_EQUAL (check_semiflows (other), 1);
}

typedef struct
{
  guint n;       /* components */
  guint largest; /* elements */
} Shape;

static Shape
shape_of (const LpnNet *net)
{
  GError *error = NULL;
  Shape   shape = { 0 };
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", &error);
  CU_ASSERT (lpn_test_no_error (&error));
  shape.n = lpn_partition_n_components (partition);
  for (guint c = 0; c < shape.n; c++)
    shape.largest = MAX (shape.largest, lpn_partition_component (partition, c)->n_elements);
  return shape;
}

static void
test_families (void)
{
  g_autoptr (LpnNet) kanban = family ("kanban:5");
  g_autoptr (LpnNet) counters = family ("counters:4");
  g_autoptr (LpnNet) philosophers = family ("philosophers:20");
  Shape shape = shape_of (kanban);
  CU_ASSERT (shape.n == 4 && shape.largest == 4);
  shape = shape_of (counters);
  CU_ASSERT_EQUAL (shape.n, 4);
  shape = shape_of (philosophers); /* no fork stays alone */
  CU_ASSERT (shape.n <= 20);
}

/* The places of a unit stay together; a unit of one place says nothing; many places are one component all the same. */
static void
test_units (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("units");
  guint32             m = lpn_net_add_module (net, "m", NULL);
  g_autofree guint32 *places = g_new (guint32, 3000);
  guint32             lone;
  guint               position, home;

  for (guint32 i = 0; i < 3000; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);
      places[i] = lpn_net_add_place (net, m, id, NULL, false, i == 0, NULL);
    }
  lpn_test_places (net, m, false, "alone=1 other");
  lone = lpn_net_find_place (net, "alone");
  CU_ASSERT_NOT_EQUAL (lpn_net_add_unit (net, "root", LPN_NONE, &lone, 1, NULL), LPN_NONE);
  CU_ASSERT_NOT_EQUAL (lpn_net_add_unit (net, "ring", 0, places, 3000, NULL), LPN_NONE);
  for (guint32 i = 0; i < 3000; i++)
    {
      g_autofree char *id = g_strdup_printf ("t%u", i);
      g_autofree char *from = g_strdup_printf ("p%u", i), *to = g_strdup_printf ("p%u", (i * 7 + 1) % 3000);
      lpn_test_transition (net, m, id, from, to, NULL);
    }
  lpn_test_transition (net, m, "a", "alone", "other", NULL);
  lpn_test_transition (net, m, "b", "other", "alone", NULL);
  lpn_test_freeze (net);

  GError *error = NULL;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", &error);
  CU_ASSERT (lpn_test_no_error (&error));
  CU_ASSERT_EQUAL (lpn_partition_n_components (partition), 2);
  home = lpn_partition_home (partition, 1, &position);
  CU_ASSERT_STRING_EQUAL (lpn_partition_component (partition, home)->name, "ring");
  CU_ASSERT_EQUAL (lpn_partition_home (partition, lone, NULL), lpn_partition_home (partition, lone + 1, NULL));
}

/* Unbounded places: few together. Tokens in the billions: no counting up to them. */
static void
test_unbounded (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("sources");
  guint32 m = lpn_net_add_module (net, "m", NULL);
  Shape   shape;
  lpn_test_places (net, m, false, "a b c d e f g h i");
  lpn_test_transition (net, m, "t", "", "a b c d e f g h i", NULL);
  lpn_test_freeze (net);
  shape = shape_of (net);
  CU_ASSERT (shape.n == 3 && shape.largest == 3);

  g_autoptr (LpnNet) rich = lpn_net_new ("rich");
  m = lpn_net_add_module (rich, "m", NULL);
  lpn_test_places (rich, m, false, "a=2000000000 b c d");
  lpn_test_transition (rich, m, "t", "a", "b", NULL);
  lpn_test_transition (rich, m, "u", "b", "c", NULL);
  lpn_test_transition (rich, m, "v", "c", "d", NULL);
  lpn_test_freeze (rich);
  CU_ASSERT_EQUAL (shape_of (rich).n, 4);
}

/* A hundred thousand places: rings of ten, and one great ring, which is cut. */
static void
test_large (void)
{
  for (guint32 ring = 10; ring <= 100000; ring *= 10000)
    {
      g_autoptr (LpnNet) net = lpn_net_new ("rings");
      guint32 m = lpn_net_add_module (net, "m", NULL);
      Shape   shape;
      for (guint32 i = 0; i < 100000; i++)
        {
          g_autofree char *place = g_strdup_printf ("p%u", i), *transition = g_strdup_printf ("t%u", i);
          lpn_net_add_place (net, m, place, NULL, false, i % ring == 0, NULL);
          lpn_net_add_transition (net, m, transition, NULL, false, NULL);
        }
      for (guint32 i = 0; i < 100000; i++)
        {
          lpn_net_add_input (net, i, i, 1);
          lpn_net_add_output (net, i, i % ring == ring - 1 ? i - (ring - 1) : i + 1, 1);
        }
      lpn_test_freeze (net);
      shape = shape_of (net);
      CU_ASSERT_EQUAL (shape.n, ring == 10 ? 10000 : 25);
      CU_ASSERT_EQUAL (shape.largest, ring == 10 ? 10 : 4096);
    }
}

/* A signal goes to the machine that all its edges move; one that no machine follows stays alone. */
static void
test_signals (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("signals");
  guint32 m = lpn_net_add_module (net, "m", NULL);
  lpn_test_places (net, m, false, "a=1 b c=1 d");
  const gint64 zero = 0;
  for (guint i = 0; i < 4; i++)
    {
      const char *names[] = { "x", "y", "both", "plain" };
      lpn_net_add_variable (net, LPN_NONE, names[i], false, 1, &zero, 0, 1, NULL);
      if (i < 3)
        lpn_net_set_port (net, i, LPN_PORT_OUTPUT);
    }
  guint32 up = lpn_test_transition (net, m, "x+", "a", "b", NULL);
  guint32 down = lpn_test_transition (net, m, "x-", "b", "a", NULL);
  guint32 y = lpn_test_transition (net, m, "y~", "c", "d", NULL);
  guint32 back = lpn_test_transition (net, m, "both~", "d", "c", NULL);
  guint32 other = lpn_test_transition (net, m, "both~/1", "a", "a", NULL); /* moves nothing */
  lpn_net_set_edge (net, up, 0, LPN_EDGE_RISE);
  lpn_net_set_edge (net, down, 0, LPN_EDGE_FALL);
  lpn_net_set_edge (net, y, 1, LPN_EDGE_TOGGLE);
  lpn_net_set_edge (net, back, 2, LPN_EDGE_TOGGLE);
  lpn_net_set_edge (net, other, 2, LPN_EDGE_TOGGLE);
  lpn_test_assign (net, y, "plain", NULL, "1");
  lpn_test_assign (net, back, "plain", NULL, "0");
  lpn_test_freeze (net);
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
  guint a = lpn_partition_home (partition, 0, NULL), c = lpn_partition_home (partition, 2, NULL);
  CU_ASSERT_NOT_EQUAL (a, c);
  CU_ASSERT_EQUAL (lpn_partition_home (partition, 4, NULL), a); /* x */
  CU_ASSERT_EQUAL (lpn_partition_home (partition, 5, NULL), c); /* y */
  for (guint32 e = 6; e < 8; e++)
    CU_ASSERT_TRUE (lpn_partition_home (partition, e, NULL) != a && lpn_partition_home (partition, e, NULL) != c);
  CU_ASSERT_EQUAL (lpn_partition_n_components (partition), 4);
}

int
main (void)
{
  static const LpnTest tests[] = { { "semiflows", test_semiflows }, { "weights", test_weights },
                                   { "families", test_families },   { "units", test_units },
                                   { "unbounded", test_unbounded }, { "large", test_large },
                                   { "signals", test_signals },     { NULL, NULL } };
  return lpn_test_main ("structure", tests);
}
