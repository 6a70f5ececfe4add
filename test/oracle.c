/* SPDX-License-Identifier: MIT */
#include "test/oracle.h"

#include <string.h>

struct _LpnOracle
{
  const LpnNet   *net;
  gsize           width; /* elements */
  LpnOracleResult result;
  gint64         *states; /* result.states vectors, one after another */
  guint32        *distances;
  guint64         room;  /* states there is memory for */
  guint64        *table; /* open addressing: i + 1 of a state, 0 where free; at most half full */
  guint64         slots; /* a power of two */
  guint64        *fired;
  guint64        *fired_distance;
};

static guint64
hash (const LpnOracle *o, const gint64 *values)
{
  guint64 h = 14695981039346656037u;

  for (gsize i = 0; i < o->width; i++)
    {
      h = (h ^ (guint64)values[i]) * 1099511628211u;
      h ^= h >> 29;
    }
  return h;
}

/* The slot that holds `values`, or the free one where it belongs. */
static guint64 *
slot_of (const LpnOracle *o, const gint64 *values)
{
  guint64 at = hash (o, values) & (o->slots - 1);

  while (o->table[at] != 0 && memcmp (lpn_oracle_state (o, o->table[at] - 1), values, o->width * sizeof (gint64)) != 0)
    at = (at + 1) & (o->slots - 1);
  return &o->table[at];
}

static void
grow (LpnOracle *o)
{
  o->room *= 2;
  o->slots = 2 * o->room;
  o->states = g_renew (gint64, o->states, o->room * MAX (o->width, 1));
  o->distances = g_renew (guint32, o->distances, o->room);
  g_free (o->table);
  o->table = g_new0 (guint64, o->slots);
  for (guint64 i = 0; i < o->result.states; i++)
    *slot_of (o, lpn_oracle_state (o, i)) = i + 1;
}

/* Adds a state unless it is there. */
static void
add (LpnOracle *o, const gint64 *values, guint64 distance)
{
  guint64 *slot = slot_of (o, values);

  if (*slot != 0)
    return;
  if (o->result.states == o->room)
    {
      grow (o);
      slot = slot_of (o, values);
    }
  memcpy (o->states + o->result.states * o->width, values, o->width * sizeof (gint64));
  o->distances[o->result.states] = (guint32)distance;
  o->result.depth = distance;
  *slot = ++o->result.states;
}

static void
note_fired (LpnOracle *o, guint32 transition, guint64 distance)
{
  o->result.transitions++;
  o->fired[transition]++;
  o->fired_distance[transition] = MIN (o->fired_distance[transition], distance);
  const LpnTransition *t = lpn_net_transition (o->net, transition);
  if (t->fail && !t->fail_enabled && o->result.fail_transition == LPN_NONE)
    {
      o->result.fail_transition = transition;
      o->result.fail_distance = distance;
    }
}

/* Fires everything enabled in state i. false: the search ends here. */
static bool
expand (LpnOracle *o, guint64 i, guint64 max_states, gint64 *values, gint64 *next)
{
  guint64 distance = o->distances[i];
  bool    dead = true;

  memcpy (values, lpn_oracle_state (o, i), o->width * sizeof (gint64));
  if (o->result.fail_transition == LPN_NONE && lpn_reference_fail_enabled (o->net, values) != LPN_NONE)
    {
      o->result.fail_transition = lpn_reference_fail_enabled (o->net, values);
      o->result.fail_distance = distance;
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (o->net); t++)
    {
      LpnFireAnswer answer = lpn_reference_fire (o->net, t, values, next, &o->result.fault);

      if (answer == LPN_FIRE_FAULT)
        {
          o->result.error = true;
          o->result.fault_distance = distance;
          return false;
        }
      if (answer != LPN_FIRE_FIRED)
        continue;
      dead = false;
      if (o->result.states == max_states && *slot_of (o, next) == 0)
        return false;
      note_fired (o, t, distance + 1);
      add (o, next, distance + 1);
    }
  if (dead && o->result.deadlocks++ == 0)
    o->result.deadlock_distance = distance;
  return true;
}

LpnOracle *
lpn_oracle_new (const LpnNet *net, guint64 max_states)
{
  LpnOracle         *o = g_new0 (LpnOracle, 1);
  guint32            n_transitions = lpn_net_n_transitions (net);
  guint32            n_elements = lpn_net_n_elements (net);
  g_autofree gint64 *values = g_new (gint64, MAX (n_elements, 1));
  g_autofree gint64 *next = g_new (gint64, MAX (n_elements, 1));

  o->net = net;
  o->width = n_elements;
  o->result.fault_distance = o->result.deadlock_distance = o->result.fail_distance = LPN_ORACLE_NEVER;
  o->result.fail_transition = LPN_NONE;
  o->fired = g_new0 (guint64, MAX (n_transitions, 1));
  o->fired_distance = g_new (guint64, MAX (n_transitions, 1));
  memset (o->fired_distance, 0xff, n_transitions * sizeof (guint64));
  o->room = 64;
  grow (o);

  lpn_net_initial (net, values);
  add (o, values, 0);
  o->result.complete = true;
  for (guint64 i = 0; i < o->result.states && o->result.complete; i++)
    o->result.complete = expand (o, i, max_states, values, next);
  return o;
}

void
lpn_oracle_free (LpnOracle *oracle)
{
  if (oracle == NULL)
    return;
  g_free (oracle->states);
  g_free (oracle->distances);
  g_free (oracle->table);
  g_free (oracle->fired);
  g_free (oracle->fired_distance);
  g_free (oracle);
}

const LpnOracleResult *
lpn_oracle_result (const LpnOracle *oracle)
{
  return &oracle->result;
}

LpnOracleResult
lpn_oracle_explore (const LpnNet *net, guint64 max_states)
{
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, max_states);

  return oracle->result;
}

const gint64 *
lpn_oracle_state (const LpnOracle *oracle, guint64 i)
{
  return oracle->states + i * oracle->width;
}

guint64
lpn_oracle_distance (const LpnOracle *oracle, guint64 i)
{
  return oracle->distances[i];
}

guint64
lpn_oracle_find (const LpnOracle *oracle, const gint64 *values)
{
  guint64 held = *slot_of (oracle, values);

  return held == 0 ? LPN_ORACLE_NEVER : held - 1;
}

guint64
lpn_oracle_fired (const LpnOracle *oracle, guint32 transition)
{
  return oracle->fired[transition];
}

guint64
lpn_oracle_fired_distance (const LpnOracle *oracle, guint32 transition)
{
  return oracle->fired_distance[transition];
}

guint64
lpn_oracle_reach (const LpnOracle *oracle, const LpnExpr *expr, bool value, LpnFaultInfo *info)
{
  if (info != NULL)
    *info = (LpnFaultInfo){ .transition = LPN_NONE, .element = LPN_NONE };
  for (guint64 i = 0; i < oracle->result.states; i++)
    {
      gint64 result;

      if (!lpn_reference_eval (oracle->net, expr, lpn_oracle_state (oracle, i), &result, info))
        return LPN_ORACLE_NEVER;
      if ((result != 0) == value)
        return i;
    }
  return LPN_ORACLE_NEVER;
}
