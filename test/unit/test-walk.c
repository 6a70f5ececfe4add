/* SPDX-License-Identifier: MIT */
/* Walks: whatever was fired, undone and done again, the values are those of firing from the start. */
#include "io/walk.h"

#include "benchmarks/families.h"
#include "test/harness.h"

static const char *const MODELS[] = { "demux:2", "kanban:2", "peterson:3", "stgfifo:3" };

/* By the reference semantics alone. */
static bool
same_as_from_start (const LpnNet *net, const LpnWalk *walk)
{
  guint32            n = lpn_net_n_elements (net);
  g_autofree gint64 *values = g_new (gint64, n + 1);
  g_autofree gint64 *next = g_new (gint64, n + 1);
  g_autofree guint8 *changed = g_new0 (guint8, n + 1);
  bool               same = true;
  guint              n_changes;

  lpn_net_initial (net, values);
  for (guint i = 0; i < lpn_walk_position (walk); i++)
    {
      LpnFaultInfo info;
      if (lpn_reference_fire (net, g_array_index (lpn_walk_transitions (walk), guint32, i), values, next, &info)
          != LPN_FIRE_FIRED)
        return false;
      for (guint32 e = 0; e < n; e++)
        {
          changed[e] = values[e] != next[e];
          values[e] = next[e];
        }
    }
  for (guint32 e = 0; e < n; e++)
    same = same && values[e] == lpn_walk_values (walk)[e];
  const LpnWalkChange *changes = lpn_walk_changes (walk, &n_changes);
  for (guint i = 0; i < n_changes; i++)
    {
      same = same && changed[changes[i].element];
      changed[changes[i].element] = 0;
    }
  for (guint32 e = 0; e < n; e++)
    same = same && !changed[e];
  return same;
}

static void
walk_at_random (const char *model, guint32 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_family_build (model, &error);
  g_autoptr (LpnWalk) walk = lpn_walk_new (net);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GArray) enabled = g_array_new (FALSE, FALSE, sizeof (guint32));
  bool good = true;

  for (guint i = 0; i < 300 && good; i++)
    {
      LpnFaultInfo info = { .fault = LPN_FAULT_NONE };
      guint        length = lpn_walk_length (walk);
      g_array_set_size (enabled, 0);
      lpn_walk_enabled (walk, enabled, &info);
      if (g_rand_int_range (random, 0, 10) < 2)
        lpn_walk_goto (walk, (guint)g_rand_int_range (random, 0, (gint32)length + 1));
      else if (enabled->len > 0)
        {
          guint   position = lpn_walk_position (walk);
          guint32 t = g_array_index (enabled, guint32, (guint)g_rand_int_range (random, 0, (gint32)enabled->len));
          good = lpn_walk_fire (walk, t, &info) == LPN_FIRE_FIRED && lpn_walk_position (walk) == position + 1
                 && lpn_walk_length (walk) > position;
        }
      good = good && same_as_from_start (net, walk);
    }
  CU_ASSERT_TRUE (good);
}

static void
test_back_and_forth (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (MODELS); i++)
    for (guint32 seed = 0; seed < 5; seed++)
      walk_at_random (MODELS[i], seed);
}

/* What lies ahead stays until something else is fired. */
static void
test_ahead (void)
{
  g_autoptr (LpnNet) net = lpn_family_build ("stgfifo:2", NULL);
  g_autoptr (LpnWalk) walk = lpn_walk_new (net);
  guint32      first = lpn_net_find_transition (net, "d1_0+"), other = lpn_net_find_transition (net, "d2_0+");
  LpnFaultInfo info;

  CU_ASSERT_EQUAL (lpn_walk_fire (walk, first, &info), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (lpn_walk_fire (walk, other, &info), LPN_FIRE_DISABLED);
  CU_ASSERT_EQUAL (lpn_walk_fire (walk, lpn_net_find_transition (net, "d1_1+"), &info), LPN_FIRE_FIRED);
  lpn_walk_goto (walk, 0);
  CU_ASSERT_EQUAL (lpn_walk_length (walk), 2);
  CU_ASSERT_EQUAL (lpn_walk_fire (walk, first, &info), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (lpn_walk_length (walk), 2);
  lpn_walk_goto (walk, 0);
  CU_ASSERT_EQUAL (lpn_walk_fire (walk, other, &info), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (lpn_walk_length (walk), 1);
}

int
main (void)
{
  static const LpnTest tests[] = { { "back and forth", test_back_and_forth }, { "ahead", test_ahead }, { NULL, NULL } };
  return lpn_test_main ("walk", tests);
}
