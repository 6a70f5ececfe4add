/* SPDX-License-Identifier: MIT */
#include "io/walk.h"

struct _LpnWalk
{
  const LpnNet *net;
  gint64       *values;
  gint64       *next;
  GArray       *transitions; /* guint32, those ahead included */
  GArray       *changes;     /* LpnWalkChange, of the firings behind */
  GArray       *starts;      /* guint: where the changes of each firing behind begin */
};

LpnWalk *
lpn_walk_new (const LpnNet *net)
{
  gsize    n = (gsize)lpn_net_n_elements (net) + 1;
  LpnWalk *walk = g_new0 (LpnWalk, 1);
  walk->net = net;
  walk->values = g_new (gint64, n);
  walk->next = g_new (gint64, n);
  walk->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  walk->changes = g_array_new (FALSE, FALSE, sizeof (LpnWalkChange));
  walk->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  lpn_net_initial (net, walk->values);
  return walk;
}

void
lpn_walk_free (LpnWalk *walk)
{
  if (walk == NULL)
    return;
  g_free (walk->values);
  g_free (walk->next);
  g_array_unref (walk->transitions);
  g_array_unref (walk->changes);
  g_array_unref (walk->starts);
  g_free (walk);
}

const gint64 *
lpn_walk_values (const LpnWalk *walk)
{
  return walk->values;
}

guint
lpn_walk_position (const LpnWalk *walk)
{
  return walk->starts->len;
}

guint
lpn_walk_length (const LpnWalk *walk)
{
  return walk->transitions->len;
}

const GArray *
lpn_walk_transitions (const LpnWalk *walk)
{
  return walk->transitions;
}

const LpnWalkChange *
lpn_walk_changes (const LpnWalk *walk, guint *n)
{
  guint start = walk->starts->len > 0 ? g_array_index (walk->starts, guint, walk->starts->len - 1) : 0;
  *n = walk->changes->len - start;
  return (const LpnWalkChange *)(gpointer)walk->changes->data + start;
}

void
lpn_walk_enabled (const LpnWalk *walk, GArray *enabled, LpnFaultInfo *info)
{
  bool told = false;
  for (guint32 t = 0; t < lpn_net_n_transitions (walk->net); t++)
    {
      LpnFaultInfo  own = { .element = LPN_NONE };
      LpnFireAnswer answer = lpn_reference_enabled (walk->net, t, walk->values, &own);
      if (answer != LPN_FIRE_DISABLED)
        g_array_append_val (enabled, t);
      if (answer == LPN_FIRE_FAULT && !told && info != NULL)
        {
          *info = own;
          told = true;
        }
    }
}

/* Takes next[] over as the values, and notes what differs. */
static void
step (LpnWalk *walk)
{
  gint64 *swap = walk->values;
  guint   start = walk->changes->len;

  g_array_append_val (walk->starts, start);
  for (guint32 e = 0; e < lpn_net_n_elements (walk->net); e++)
    if (walk->values[e] != walk->next[e])
      {
        LpnWalkChange change = { e, walk->values[e] };
        g_array_append_val (walk->changes, change);
      }
  walk->values = walk->next;
  walk->next = swap;
}

LpnFireAnswer
lpn_walk_fire (LpnWalk *walk, guint32 transition, LpnFaultInfo *info)
{
  guint         position = lpn_walk_position (walk);
  LpnFireAnswer answer = lpn_reference_fire (walk->net, transition, walk->values, walk->next, info);

  if (answer != LPN_FIRE_FIRED)
    return answer;
  if (position == walk->transitions->len || g_array_index (walk->transitions, guint32, position) != transition)
    {
      g_array_set_size (walk->transitions, position);
      g_array_append_val (walk->transitions, transition);
    }
  step (walk);
  return answer;
}

static void
back (LpnWalk *walk)
{
  guint                n;
  const LpnWalkChange *changes = lpn_walk_changes (walk, &n);

  for (guint i = 0; i < n; i++)
    walk->values[changes[i].element] = changes[i].old;
  g_array_set_size (walk->changes, walk->changes->len - n);
  g_array_set_size (walk->starts, walk->starts->len - 1);
}

void
lpn_walk_goto (LpnWalk *walk, guint position)
{
  LpnFaultInfo info;

  g_return_if_fail (position <= lpn_walk_length (walk));
  while (lpn_walk_position (walk) > position)
    back (walk);
  while (lpn_walk_position (walk) < position)
    {
      guint32       next = g_array_index (walk->transitions, guint32, lpn_walk_position (walk));
      LpnFireAnswer answer = lpn_walk_fire (walk, next, &info);
      g_assert (answer == LPN_FIRE_FIRED); /* it was fired before */
    }
}
