/* SPDX-License-Identifier: MIT */
/* The bundled models: their counts and properties by the naive explorer, their round trips, their drawings. */
#include <string.h>

#include "io/dot.h"
#include "io/model.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/pnml-util.h"

static LpnNet *
load_example (const char *name)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", name, NULL);
  g_autoptr (GError) error = NULL;
  LpnNet *net = lpn_test_load (path, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return net;
}

/* Every invariant holds in every state, and "deadlock" where there is none. */
static void
check_properties (const LpnNet *net, const LpnOracle *oracle)
{
  const LpnOracleResult *result = lpn_oracle_result (oracle);
  for (guint32 p = 0; p < lpn_net_n_properties (net); p++)
    {
      const LpnProperty *property = lpn_net_property (net, p);
      if (property->kind == LPN_PROPERTY_DEADLOCK)
        CU_ASSERT_EQUAL (result->deadlocks, 0);
      for (guint64 s = 0; s < result->states && property->kind == LPN_PROPERTY_INVARIANT; s++)
        {
          LpnFaultInfo info = { 0 };
          gint64       value = 0;
          CU_ASSERT_TRUE (lpn_reference_eval (net, property->expr, lpn_oracle_state (oracle, s), &value, &info));
          CU_ASSERT_EQUAL (value, 1);
        }
    }
}

static void
check_example (const char *name, guint64 states, guint64 transitions, guint64 deadlocks)
{
  g_autoptr (LpnNet) net = load_example (name);
  if (net == NULL)
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, 1000000);
  const LpnOracleResult *result = lpn_oracle_result (oracle);
  if (result->states != states || result->transitions != transitions)
    printf ("\n    %s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " transitions\n", name, result->states,
            result->transitions);
  CU_ASSERT_TRUE (result->complete);
  CU_ASSERT_EQUAL (result->states, states);
  CU_ASSERT_EQUAL (result->transitions, transitions);
  CU_ASSERT_EQUAL (result->deadlocks, deadlocks);
  check_properties (net, oracle);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

static void
test_fig1 (void)
{
  static const gint64 initial[] = { 0, 1, 1, 0, 0, 0 };
  g_autoptr (LpnNet) net = load_example ("fig1.pnml");
  check_example ("fig1.pnml", 16, 20, 0);
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 3);
  CU_ASSERT_EQUAL (lpn_net_n_places (net), 6);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), 12);
  CU_ASSERT_EQUAL (lpn_net_n_variables (net), 6);
  for (guint32 i = 0; i < 6; i++)
    {
      CU_ASSERT_EQUAL (lpn_net_variable (net, i)->id[0], "uvwxyz"[i]);
      CU_ASSERT_EQUAL (lpn_net_variable (net, i)->initial[0], initial[i]);
    }
  for (guint32 i = 0; i < 6; i++)
    CU_ASSERT_EQUAL (lpn_net_place (net, i)->initial, 1);
  /* t11 is enabled initially */
  gint64       values[12];
  LpnFaultInfo info = { 0 };
  lpn_net_initial (net, values);
  CU_ASSERT_EQUAL (lpn_reference_enabled (net, lpn_net_find_transition (net, "t11"), values, &info), LPN_FIRE_FIRED);
}

static void
test_mutex (void)
{
  check_example ("mutex.pnml", 8, 14, 0);
}

static void
test_counters (void)
{
  check_example ("counters.pnml", 1000, 3000, 0);
}

static void
test_buffer (void)
{
  g_autoptr (LpnNet) net = load_example ("buffer.pnml");
  check_example ("buffer.pnml", 20, 34, 0);
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_FALSE (lpn_net_place (net, 0)->safe);
}

/* Graphviz itself reads every drawing, where it is installed. */
static void
test_dot (void)
{
  static const char *const names[] = { "fig1.pnml", "mutex.pnml", "counters.pnml", "buffer.pnml" };
  g_autofree char         *dot = g_find_program_in_path ("dot");
  g_autofree char         *folder = g_dir_make_tmp ("lpnreach-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LpnNet) net = load_example (names[i]);
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (folder, "net.dot", NULL);
      g_autofree char *text = NULL;
      CU_ASSERT_PTR_NOT_NULL_FATAL (net);
      CU_ASSERT_TRUE (lpn_model_save (net, path, NULL, &error));
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
      if (i == 0)
        {
          CU_ASSERT_PTR_NOT_NULL (strstr (text, "u+\\n[u == 0 & z == 0]\\nu := 1"));
          CU_ASSERT_PTR_NOT_NULL (strstr (text, "subgraph cluster_2 {\n    label=\"M3\""));
        }
      if (dot != NULL)
        {
          const char      *arguments[] = { dot, "-Tsvg", path, NULL };
          g_autofree char *svg = NULL;
          g_autofree char *complaints = NULL;
          int              status = -1;
          CU_ASSERT_TRUE (g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &svg, &complaints,
                                        &status, &error));
          CU_ASSERT_EQUAL (status, 0);
          CU_ASSERT_PTR_NOT_NULL (svg != NULL ? strstr (svg, "</svg>") : NULL);
        }
      remove (path);
    }
  if (dot == NULL)
    printf (" dot is not installed: drawings not tried ");
  remove (folder);
}

static const LpnTest tests[] = { { "fig1", test_fig1 },     { "mutex", test_mutex }, { "counters", test_counters },
                                 { "buffer", test_buffer }, { "dot", test_dot },     { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("examples", tests);
}
