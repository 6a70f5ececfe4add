/* SPDX-License-Identifier: MIT */
/* Partitions: homes, holders, the module rule, orders and their errors, the dependency matrix. */
#include "lpn/partition.h"

#include "test/harness.h"
#include "test/net-util.h"
#include "test/random-net.h"

typedef struct
{
  LpnNet       *net;
  LpnCompiled  *compiled;
  LpnPartition *partition;
} Made;

static Made
make (LpnNet *net, LpnPartitionKind kind, const char *order)
{
  GError *error = NULL;
  Made    made = { .net = net };
  made.compiled = lpn_compiled_new (net);
  made.partition = lpn_partition_new (made.compiled, kind, order, &error);
  CU_ASSERT (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (made.partition);
  return made;
}

static void
unmake (Made *made)
{
  lpn_partition_free (made->partition);
  lpn_compiled_free (made->compiled);
  lpn_net_free (made->net);
}

/* "x | a: a.p a.q | ..." in tuple order. */
static char *
describe (const Made *made)
{
  GString *text = g_string_new (NULL);
  for (guint c = 0; c < lpn_partition_n_components (made->partition); c++)
    {
      const LpnComponent *component = lpn_partition_component (made->partition, c);
      g_string_append_printf (text, "%s%s:", c > 0 ? " | " : "", component->name);
      for (guint i = 0; i < component->n_elements; i++)
        {
          g_autofree char *name = lpn_net_element_name (made->net, component->elements[i]);
          g_string_append_printf (text, " %s", name);
        }
    }
  return g_string_free (text, FALSE);
}

static void
expect (LpnNet *net, LpnPartitionKind kind, const char *order, const char *expected)
{
  Made             made = make (net, kind, order);
  g_autofree char *text = describe (&made);
  if (!g_str_equal (text, expected))
    g_print ("\n  got      %s\n  expected %s\n", text, expected);
  CU_ASSERT_STRING_EQUAL (text, expected);
  unmake (&made);
}

/* Two modules that hand a shared turn to each other; a counts in a variable of its own; k is a constant. */
static LpnNet *
two_modules (void)
{
  LpnNet *net = lpn_net_new ("two");
  guint32 a = lpn_net_add_module (net, "a", NULL), b = lpn_net_add_module (net, "b", NULL), t;
  lpn_test_variable (net, LPN_NONE, "turn", 0, 0);
  lpn_test_variable (net, a, "n", 0, 0);
  lpn_test_variable (net, LPN_NONE, "k", 0, 3);
  lpn_test_places (net, a, true, "a.p=1 a.q");
  lpn_test_places (net, b, true, "b.p=1 b.q");
  t = lpn_test_transition (net, a, "a.go", "a.p", "a.q", "turn == 0 & n < k");
  lpn_test_assign (net, t, "turn", NULL, "1");
  lpn_test_assign (net, t, "n", NULL, "n + 1");
  lpn_test_transition (net, a, "a.back", "a.q", "a.p", NULL);
  t = lpn_test_transition (net, b, "b.go", "b.p", "b.q", "turn == 1");
  lpn_test_assign (net, t, "turn", NULL, "0");
  lpn_test_transition (net, b, "b.back", "b.q", "b.p", "a.n < 9");
  lpn_test_freeze (net);
  return net;
}

static void
test_kinds (void)
{
  expect (two_modules (), LPN_PARTITION_MODULE, "given", "turn: turn k | a: a.p a.q a.n | b: b.p b.q");
  expect (two_modules (), LPN_PARTITION_REPLICATED, "given", "a: a.p a.q turn a.n k | b: b.p b.q turn a.n");
  expect (two_modules (), LPN_PARTITION_ELEMENT, "given",
          "turn: turn k | a.n: a.n | a.p: a.p | a.q: a.q | b.p: b.p | b.q: b.q");
}

/* Every element has a home that holds it, exactly its holders hold it, and orders only permute. */
static guint
count_faults (const Made *made)
{
  guint               n_elements = lpn_net_n_elements (made->net), wrong = 0;
  guint               n = lpn_partition_n_components (made->partition);
  g_autofree guint32 *held = g_new0 (guint32, n_elements + 1);
  for (guint c = 0; c < n; c++)
    {
      const LpnComponent *component = lpn_partition_component (made->partition, c);
      for (guint i = 0; i < component->n_elements; i++)
        {
          held[component->elements[i]]++;
          wrong += i > 0 && component->elements[i - 1] >= component->elements[i];
        }
    }
  for (guint32 e = 0; e < n_elements; e++)
    {
      guint               position, n_holders;
      guint               home = lpn_partition_home (made->partition, e, &position);
      const LpnComponent *component = home < n ? lpn_partition_component (made->partition, home) : NULL;
      wrong += component == NULL || position >= component->n_elements || component->elements[position] != e;
      lpn_partition_holders (made->partition, e, &n_holders);
      wrong += n_holders != held[e] || n_holders == 0;
    }
  return wrong;
}

static void
test_orders (void)
{
  expect (two_modules (), LPN_PARTITION_MODULE, "b, turn", "b: b.p b.q | turn: turn k | a: a.p a.q a.n");
  expect (two_modules (), LPN_PARTITION_MODULE, "a,b,turn", "a: a.p a.q a.n | b: b.p b.q | turn: turn k");
  expect (two_modules (), LPN_PARTITION_MODULE, "given-reversed", "b: b.p b.q | a: a.p a.q a.n | turn: turn k");
}

/* The same components again, whatever order they were in before. */
static void
test_reorder (void)
{
  Made          made = make (two_modules (), LPN_PARTITION_MODULE, "given");
  LpnPartition *given = made.partition;
  g_autoptr (GError) error = NULL;

  made.partition = lpn_partition_reorder (given, "b,turn", &error);
  CU_ASSERT_PTR_NOT_NULL_FATAL (made.partition);
  CU_ASSERT_EQUAL (count_faults (&made), 0);
  CU_ASSERT_STRING_EQUAL (lpn_partition_component (made.partition, 0)->name, "b");
  CU_ASSERT_STRING_EQUAL (lpn_partition_component (made.partition, 2)->name, "a");
  CU_ASSERT_PTR_NULL (lpn_partition_reorder (given, "force-backwards", &error));
  CU_ASSERT_PTR_NOT_NULL (error);
  lpn_partition_free (given);
  unmake (&made);
}

static void
test_order_errors (void)
{
  static const struct
  {
    const char *order, *message;
  } CASES[] = { { "a,c", "the order names \"c\", which is no component (nor given, force or rcm)" },
                { "a,b,a", "the order names component \"a\" twice" },
                { "a,,b", "the order names \"\", which is no component" },
                { "FORCE", "the order names \"FORCE\"" } };
  g_autoptr (LpnNet) net = two_modules ();
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      GError *error = NULL;
      CU_ASSERT_PTR_NULL (lpn_partition_new (compiled, LPN_PARTITION_MODULE, CASES[i].order, &error));
      CU_ASSERT (error != NULL && error->code == LPN_NET_ERROR_PARTITION);
      CU_ASSERT (lpn_test_error_has (&error, CASES[i].message));
    }
}

static void
test_kind_names (void)
{
  GError          *error = NULL;
  LpnPartitionKind kind;
  for (LpnPartitionKind k = LPN_PARTITION_MODULE; k <= LPN_PARTITION_ELEMENT; k++)
    CU_ASSERT (lpn_partition_kind_parse (lpn_partition_kind_name (k), &kind, &error) && kind == k);
  CU_ASSERT (!lpn_partition_kind_parse ("modules", &kind, &error));
  CU_ASSERT (lpn_test_error_has (&error, "unknown partition \"modules\" (module, replicated or element)"));
}

/* A clock ticks all timers, each process sets its own: a timer belongs to its process. */
static void
test_timers (void)
{
  LpnNet *net = lpn_net_new ("timers");
  guint32 p = lpn_net_add_module (net, "p", NULL), q = lpn_net_add_module (net, "q", NULL);
  guint32 clock = lpn_net_add_module (net, "clock", NULL), t;
  lpn_test_variable (net, LPN_NONE, "timer", 2, 0);
  lpn_test_places (net, p, true, "p0=1");
  lpn_test_places (net, q, true, "q0=1");
  lpn_test_assign (net, lpn_test_transition (net, p, "pt", "p0", "p0", NULL), "timer", "0", "5");
  lpn_test_assign (net, lpn_test_transition (net, q, "qt", "q0", "q0", NULL), "timer", "1", "5");
  t = lpn_test_transition (net, clock, "tick", "", "", "timer[0] > 0 & timer[1] > 0");
  lpn_test_assign (net, t, "timer", "0", "timer[0] - 1");
  lpn_test_assign (net, t, "timer", "1", "timer[1] - 1");
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_MODULE, "given", "p: p0 q0 timer[0] | q: timer[1]");
}

/* Cells that several write: apart if only constant indices reach them, together otherwise. */
static void
test_shared_arrays (void)
{
  LpnNet *net = lpn_net_new ("arrays");
  guint32 modules[2];
  modules[0] = lpn_net_add_module (net, "p", NULL);
  modules[1] = lpn_net_add_module (net, "q", NULL);
  lpn_test_variable (net, LPN_NONE, "apart", 2, 0);
  lpn_test_variable (net, LPN_NONE, "near", 3, 0);
  lpn_test_variable (net, LPN_NONE, "i", 0, 0);
  for (guint m = 0; m < 2; m++)
    {
      guint32 t = lpn_test_transition (net, modules[m], m == 0 ? "pt" : "qt", "", "", NULL);
      lpn_test_assign (net, t, "apart", "0", "1");
      lpn_test_assign (net, t, "apart", "1", "apart[0]");
      lpn_test_assign (net, t, "near", "i", "1");
      lpn_test_assign (net, t, "i", NULL, "1 - i");
    }
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_MODULE, "given",
          "apart[0]: apart[0] | apart[1]: apart[1] | near: near[0] near[1] near[2] | i: i");
}

/* A single module: places by structure, variables one by one, an indexed array together. */
static void
test_single_module (void)
{
  LpnNet *net = lpn_net_new ("single");
  guint32 m = lpn_net_add_module (net, "m", NULL), t;
  lpn_test_variable (net, m, "x", 0, 0);
  lpn_test_variable (net, m, "a", 2, 0);
  lpn_test_places (net, m, true, "p=1 q r");
  t = lpn_test_transition (net, m, "t", "p", "q", NULL);
  lpn_test_assign (net, t, "x", NULL, "(x + 1) % 3");
  t = lpn_test_transition (net, m, "u", "q", "r", NULL);
  lpn_test_assign (net, t, "a", "x % 2", "x");
  lpn_test_transition (net, m, "v", "r", "p", NULL);
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_MODULE, "given", "m.x: m.x | a: m.a[0] m.a[1] | p: p q r");
}

static void
test_same_names (void)
{
  LpnNet *net = lpn_net_new ("names");
  guint32 x = lpn_net_add_module (net, "x", NULL), y = lpn_net_add_module (net, "y", NULL);
  lpn_test_variable (net, LPN_NONE, "x", 0, 0);
  lpn_test_places (net, x, true, "p=1 q");
  lpn_test_assign (net, lpn_test_transition (net, x, "t", "p", "q", NULL), "x", NULL, "1");
  lpn_test_assign (net, lpn_test_transition (net, y, "u", "", "", NULL), "x", NULL, "2");
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_MODULE, "x#2,x", "x#2: p q | x: x");
}

static void
test_constants (void)
{
  LpnNet *net = lpn_net_new ("constants");
  guint32 m = lpn_net_add_module (net, "m", NULL);
  Made    made;
  lpn_test_places (net, m, true, "p=1 q");
  lpn_test_variable (net, m, "k", 40, 7);
  lpn_test_transition (net, m, "t", "p", "q", "k[3] == 7");
  lpn_test_freeze (net);
  made = make (net, LPN_PARTITION_MODULE, "given");
  CU_ASSERT_EQUAL (lpn_partition_n_components (made.partition), 2);
  CU_ASSERT_STRING_EQUAL (lpn_partition_component (made.partition, 1)->name, "constants");
  CU_ASSERT_EQUAL (lpn_partition_component (made.partition, 1)->n_elements, 40);
  unmake (&made);

  net = lpn_net_new ("empty");
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_MODULE, "given", "constants:");
  net = lpn_net_new ("empty");
  lpn_test_freeze (net);
  expect (net, LPN_PARTITION_ELEMENT, "rcm", "constants:");
}

/* Is the row of the transition in the matrix of reads, or of writes, this one? */
static bool
row_is (const Made *made, bool writes, guint32 transition, const guint32 *expected, guint n_expected)
{
  guint               n;
  g_autofree guint32 *row = writes ? lpn_partition_writes (made->partition, transition, &n)
                                   : lpn_partition_reads (made->partition, transition, &n);
  bool                same = n == n_expected;
  for (guint i = 0; same && i < n; i++)
    same = row[i] == expected[i];
  return same;
}

static void
test_matrix (void)
{
  static const guint32 TURN_A[] = { 0, 1 }, A[] = { 1 }, TURN_B[] = { 0, 2 }, A_B[] = { 1, 2 }, BOTH[] = { 0, 1 };
  Made                 made = make (two_modules (), LPN_PARTITION_MODULE, "given");
  guint                n;
  const guint32       *holders;
  CU_ASSERT (row_is (&made, false, 0, TURN_A, 2));
  CU_ASSERT (row_is (&made, true, 0, TURN_A, 2));
  CU_ASSERT (row_is (&made, false, 1, A, 1));
  CU_ASSERT (row_is (&made, false, 2, TURN_B, 2));
  CU_ASSERT (row_is (&made, false, 3, A_B, 2));
  CU_ASSERT (row_is (&made, true, 3, A_B + 1, 1));
  unmake (&made);

  made = make (two_modules (), LPN_PARTITION_REPLICATED, "given");
  holders = lpn_partition_holders (made.partition, lpn_net_variable_element (made.net, 0), &n);
  CU_ASSERT (n == 2 && holders[0] == 0 && holders[1] == 1);
  CU_ASSERT_EQUAL (lpn_partition_home (made.partition, lpn_net_variable_element (made.net, 0), NULL), 0);
  CU_ASSERT (row_is (&made, true, 0, BOTH, 2));
  unmake (&made);
}

static void
test_random (void)
{
  static const char *const ORDERS[] = { "given", "force", "rcm-reversed" };
  for (guint32 seed = 1; seed <= 200; seed++)
    for (guint i = 0; i < 9; i++)
      {
        g_autoptr (LpnRecipe) recipe = lpn_recipe_new (seed);
        Made  made = make (lpn_recipe_build (recipe), (LpnPartitionKind)(i / 3), ORDERS[i % 3]);
        guint wrong = count_faults (&made);
        if (wrong > 0)
          g_print ("seed %u partition %u: %u wrong\n", seed, i, wrong);
        CU_ASSERT_EQUAL (wrong, 0);
        unmake (&made);
      }
}

int
main (void)
{
  static const LpnTest tests[] = { { "kinds", test_kinds },
                                   { "orders", test_orders },
                                   { "reordering", test_reorder },
                                   { "errors of orders", test_order_errors },
                                   { "names of kinds", test_kind_names },
                                   { "timers", test_timers },
                                   { "shared arrays", test_shared_arrays },
                                   { "single module", test_single_module },
                                   { "same names", test_same_names },
                                   { "constants", test_constants },
                                   { "matrix", test_matrix },
                                   { "random nets", test_random },
                                   { NULL, NULL } };
  return lpn_test_main ("partition", tests);
}
