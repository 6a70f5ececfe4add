/* SPDX-License-Identifier: MIT */
/*
 * The circuit families are what they claim to be: speed-independent circuits (a gate that is excited stays so until it
 * fires, whatever fires before it, except where an arbiter or the environment chooses), free of deadlocks, with their
 * invariants.
 */
#include "benchmarks/families.h"

#include <string.h>

#include "test/harness.h"
#include "test/oracle.h"

typedef struct
{
  const char *spec;
  guint64     states, transitions;
  const char *choice[2]; /* signals, without their numbers, of which one cell raises either; NULL: no choices */
  guint64     looked_at; /* states to check for persistency: a prefix where there are many */
} Circuit;

/* "cell0.uq0_up" is the rise of signal "uq"? */
static bool
is_rise_of (const char *id, const char *signal)
{
  const char *name = strchr (id, '.') + 1;
  gsize       length = strlen (signal);
  return strncmp (name, signal, length) == 0
         && strcmp (name + length + strspn (name + length, "0123456789"), "_up") == 0;
}

static bool
may_disable (const Circuit *circuit, const LpnTransition *fired, const LpnTransition *other)
{
  if (circuit->choice[0] == NULL || fired->module != other->module)
    return false;
  for (guint side = 0; side < 2; side++)
    if (is_rise_of (fired->id, circuit->choice[side]) && is_rise_of (other->id, circuit->choice[1 - side]))
      return true;
  return false;
}

/* Fires every enabled transition of one state and looks whether the others stay enabled. */
static bool
state_is_persistent (const Circuit *circuit, const LpnNet *net, const gint64 *values, gint64 *next)
{
  LpnFaultInfo info;
  guint32      n = lpn_net_n_transitions (net);

  for (guint32 fired = 0; fired < n; fired++)
    {
      if (lpn_reference_fire (net, fired, values, next, &info) != LPN_FIRE_FIRED)
        continue;
      for (guint32 other = 0; other < n; other++)
        if (other != fired && lpn_reference_enabled (net, other, values, &info) == LPN_FIRE_FIRED
            && lpn_reference_enabled (net, other, next, &info) != LPN_FIRE_FIRED
            && !may_disable (circuit, lpn_net_transition (net, fired), lpn_net_transition (net, other)))
          {
            g_printerr ("%s: %s disables %s\n", circuit->spec, lpn_net_transition (net, fired)->id,
                        lpn_net_transition (net, other)->id);
            return false;
          }
    }
  return true;
}

static void
check_invariants (const Circuit *circuit, const LpnNet *net, const LpnOracle *oracle)
{
  for (guint32 i = 0; i < lpn_net_n_properties (net); i++)
    {
      const LpnProperty *property = lpn_net_property (net, i);
      if (property->kind == LPN_PROPERTY_INVARIANT
          && lpn_oracle_reach (oracle, property->expr, false, NULL) != LPN_ORACLE_NEVER)
        {
          CU_FAIL ("invariant violated");
          g_printerr ("%s: %s is violated\n", circuit->spec, property->id);
        }
    }
}

static void
check (const Circuit *circuit)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net = lpn_family_build (circuit->spec, &error);

  if (!lpn_test_no_error (&error) || net == NULL)
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, 300000);
  const LpnOracleResult *result = lpn_oracle_result (oracle);
  g_autofree gint64     *next = g_new (gint64, lpn_net_n_elements (net));

  CU_ASSERT (result->complete && !result->error);
  CU_ASSERT (result->states == circuit->states);
  CU_ASSERT (result->transitions == circuit->transitions);
  CU_ASSERT (result->deadlocks == 0);
  if (result->states != circuit->states || result->transitions != circuit->transitions)
    g_printerr ("%s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " transitions\n", circuit->spec, result->states,
                result->transitions);
  /* Every gate switches somewhere: no part of the circuit is idle. */
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    CU_ASSERT (lpn_oracle_fired (oracle, t) > 0);
  check_invariants (circuit, net, oracle);
  for (guint64 i = 0; i < MIN (result->states, circuit->looked_at); i++)
    if (!state_is_persistent (circuit, net, lpn_oracle_state (oracle, i), next))
      {
        CU_FAIL ("not speed-independent");
        break;
      }
}

static void
test_circuits (void)
{
  static const Circuit circuits[] = {
    { "arbiter:2", 52, 84, { "gl", "gr" }, 52 },
    { "arbiter:4", 3756, 11600, { "gl", "gr" }, 3756 },
    { "arbiter.5", 227472, 1041792, { "gl", "gr" }, 1000 }, /* the published count */
    { "dme:2", 314, 640, { "uq", "lq" }, 314 },
    { "dme:3", 5463, 15963, { "uq", "lq" }, 5463 },
    { "fifo:1", 26, 37, { "t", "f" }, 26 },
    { "fifo:5", 9770, 34549, { "t", "f" }, 3000 },
    { "mmu:1", 174, 456, { "bi", "bi" }, 174 }, /* the published count of mmu0 */
    { "mmu:2", 17955, 86760, { "bi", "bi" }, 3000 },
    { "muller:1", 8, 10, { NULL, NULL }, 8 },
    { "muller:10", 4096, 14336, { NULL, NULL }, 4096 },
    { "pipectrl:1", 800, 2435, { NULL, NULL }, 800 },
    { "pipectrl:2", 41128, 199158, { NULL, NULL }, 3000 },
    { "tagunit:4", 84564, 460728, { "la", "lb" }, 3000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (circuits); i++)
    check (&circuits[i]);
}

static const LpnTest tests[] = {
  { "circuits", test_circuits },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("circuits", tests);
}
