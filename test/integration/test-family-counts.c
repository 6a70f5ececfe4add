/* SPDX-License-Identifier: MIT */
/*
 * Reachable states, transitions and deadlocks of the model families, counted by the oracle, against published figures:
 * those of BEEM for its ten families, and of the decision-diagram literature and the Model Checking Contest for the
 * plain nets; of the signal transition graphs, those of the files that they are after.
 */
#include "benchmarks/families.h"
#include "test/harness.h"
#include "test/oracle.h"

#define LIMIT 400000

typedef enum
{
  NONE,   /* no such property */
  HOLDS,  /* mutual exclusion holds in every reachable state */
  BROKEN, /* it does not */
} Mutex;

typedef struct
{
  const char *spec;
  guint64     states, transitions, deadlocks;
  Mutex       mutex;
} Count;

static void
check_mutex (const Count *count, const LpnNet *net, const LpnOracle *oracle)
{
  guint32      property = lpn_net_find_property (net, "mutex");
  LpnFaultInfo info;

  if (property == LPN_NONE)
    property = lpn_net_find_property (net, "mutex0"); /* driving_phils has one per resource */
  if (count->mutex == NONE)
    {
      CU_ASSERT (property == LPN_NONE);
      return;
    }
  CU_ASSERT (property != LPN_NONE);
  if (property == LPN_NONE)
    return;
  bool holds = lpn_oracle_reach (oracle, lpn_net_property (net, property)->expr, false, &info) == LPN_ORACLE_NEVER;
  CU_ASSERT (info.fault == LPN_FAULT_NONE);
  CU_ASSERT (holds == (count->mutex == HOLDS));
}

static void
check (const Count *count)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net = lpn_family_build (count->spec, &error);

  if (!lpn_test_no_error (&error) || net == NULL)
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, LIMIT);
  const LpnOracleResult *result = lpn_oracle_result (oracle);

  CU_ASSERT (result->complete && !result->error);
  CU_ASSERT (result->states == count->states);
  CU_ASSERT (result->transitions == count->transitions);
  CU_ASSERT (result->deadlocks == count->deadlocks);
  if (result->error)
    {
      g_autofree char *text = lpn_fault_info_text (&result->fault, net);
      g_printerr ("%s: %s\n", count->spec, text);
    }
  else if (result->states != count->states || result->transitions != count->transitions
           || result->deadlocks != count->deadlocks)
    g_printerr ("%s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " transitions, %" G_GUINT64_FORMAT
                " deadlocks\n",
                count->spec, result->states, result->transitions, result->deadlocks);
  check_mutex (count, net, oracle);
}

#define CHECK_ALL(counts)                                                                                              \
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)                                                                    \
  check (&(counts)[i])

static void
test_beem (void)
{
  static const Count counts[] = {
    { "anderson.1", 352664, 704302, 0, BROKEN },
    { "anderson.2", 1459, 3705, 0, HOLDS },
    { "anderson.4", 29641, 97516, 0, HOLDS },
    { "at.1", 39354, 108438, 0, HOLDS },
    { "at.2", 49443, 146940, 0, BROKEN },
    { "bakery.1", 1506, 2697, 4, HOLDS },
    { "bakery.2", 1146, 2085, 4, BROKEN },
    { "bakery.3", 32919, 85061, 51, HOLDS },
    { "bakery.4", 157003, 411843, 142, BROKEN },
    { "driving_phils.1", 14889, 28595, 0, BROKEN },
    { "driving_phils.2", 33173, 81854, 0, BROKEN },
    { "fischer.1", 634, 1395, 0, HOLDS },
    { "fischer.2", 21733, 67590, 0, BROKEN },
    { "lamport.1", 29242, 77286, 0, HOLDS },
    { "lamport.2", 110920, 303058, 24, BROKEN },
    { "lamport.3", 38067, 102747, 36, BROKEN },
    { "mcs.1", 7963, 21503, 0, HOLDS },
    { "mcs.2", 1408, 3222, 12, HOLDS },
    { "mcs.4", 16384, 53248, 24, HOLDS },
    { "peterson.1", 12498, 33369, 0, HOLDS },
    { "peterson.2", 124704, 399138, 0, BROKEN },
    { "peterson.3", 170156, 538509, 0, BROKEN },
    { "phils.1", 80, 212, 1, NONE },
    { "phils.2", 581, 2350, 0, NONE },
    { "phils.3", 729, 2916, 0, NONE },
    { "phils.4", 340789, 3123558, 0, NONE },
    { "szymanski.1", 20264, 56701, 0, HOLDS },
    { "szymanski.2", 31875, 88521, 0, BROKEN },
  };
  CHECK_ALL (counts);
}

static void
test_plain (void)
{
  static const Count counts[] = {
    { "counters:1", 10, 10, 0, NONE },       { "counters:4", 10000, 40000, 0, NONE },
    { "fms:1", 120, 345, 0, NONE },          { "fms:2", 3444, 16311, 0, NONE },
    { "fms:3", 48590, 297382, 0, NONE },     { "kanban:1", 160, 616, 0, NONE },
    { "kanban:2", 4600, 28120, 0, NONE },    { "kanban:3", 58400, 446400, 0, NONE },
    { "philosophers:5", 243, 945, 2, NONE }, { "philosophers:9", 19683, 137781, 2, NONE },
    { "slot:2", 52, 112, 0, NONE },          { "slot:5", 53856, 263040, 0, NONE },
  };
  CHECK_ALL (counts);
}

static void
test_signals (void)
{
  static const Count counts[] = {
    { "stgfifo:5", 2704, 8304, 0, NONE },
    { "demux:1", 80, 158, 0, NONE },
    { "demux:2", 3200, 12178, 0, NONE },
    { "reg:2", 2848, 10192, 0, NONE },
  };
  CHECK_ALL (counts);
}

static const LpnTest tests[] = {
  { "BEEM", test_beem },
  { "signals", test_signals },
  { "plain nets", test_plain },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("family-counts", tests);
}
