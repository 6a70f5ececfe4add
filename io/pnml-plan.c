/* SPDX-License-Identifier: MIT */
#include "io/pnml-plan.h"

#include <libxml/tree.h>
#include <string.h>

#include "io/io.h"

/* What the decisions need to know of one thing. */
typedef struct
{
  const char *id;
  const char *name;
  guint32     module;
} Thing;

static guint32
count_of (const LpnNet *net, LpnPlanKind kind)
{
  return kind == LPN_PLAN_PLACES        ? lpn_net_n_places (net)
         : kind == LPN_PLAN_TRANSITIONS ? lpn_net_n_transitions (net)
                                        : lpn_net_n_written_variables (net);
}

static Thing
thing_at (const LpnNet *net, LpnPlanKind kind, guint32 i)
{
  const LpnPlace      *p = kind == LPN_PLAN_PLACES ? lpn_net_place (net, i) : NULL;
  const LpnTransition *t = kind == LPN_PLAN_TRANSITIONS ? lpn_net_transition (net, i) : NULL;
  if (p != NULL)
    return (Thing){ p->id, p->name, p->module };
  if (t != NULL)
    return (Thing){ t->id, t->name, t->module };
  return (Thing){ lpn_net_variable (net, i)->id, NULL, lpn_net_variable (net, i)->module };
}

static bool
fail_memory (GError **error)
{
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT, "out of memory");
  return false;
}

/* ---- ids ---- */

/* Some characters XML 1.0 cannot hold, not even escaped. */
static bool
fits_xml (const char *text, GError **error)
{
  bool fits = g_utf8_validate (text, -1, NULL);
  for (const char *p = text; fits && *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      fits = (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c != 0xfffe && c != 0xffff;
    }
  if (!fits)
    {
      g_autofree char *shown = g_utf8_make_valid (text, -1);
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "\"%s\" has characters that XML cannot hold", shown);
    }
  return fits;
}

static bool
is_legal (const char *id)
{
  return xmlValidateNCName ((const xmlChar *)id, 0) == 0;
}

static bool
is_taken (const LpnPnmlPlan *plan, const char *id)
{
  return lpn_intern_find (plan->ids, id, strlen (id)) != LPN_INTERN_FULL;
}

/* The id itself where XML allows it and nobody has it, else one that resembles it. */
static guint32
give_id (LpnPnmlPlan *plan, const char *id)
{
  if (is_legal (id) && !is_taken (plan, id))
    return lpn_intern_add (plan->ids, id, strlen (id));
  g_autofree char *base = g_strdup_printf ("%s%s", g_ascii_isalpha (*id) || *id == '_' ? "" : "_", id);
  for (char *p = base; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("_.-", *p) == NULL)
      *p = '_';
  g_autofree char *name = g_strdup (base);
  while (is_taken (plan, name))
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, ++plan->n_fresh);
    }
  return lpn_intern_add (plan->ids, name, strlen (name));
}

/* Legal ids of nodes are kept by all who have one, before any is made up. */
static bool
name_nodes (LpnPnmlPlan *plan, LpnPlanKind kind, bool legal, GError **error)
{
  guint32 *symbols = plan->symbols[kind].data;
  guint32  n = count_of (plan->net, kind);
  for (guint32 i = 0; i < n; i++)
    {
      Thing node = thing_at (plan->net, kind, i);
      if (legal && (!fits_xml (node.id, error) || (node.name != NULL && !fits_xml (node.name, error))))
        return false;
      if (is_legal (node.id) == legal && (symbols[i] = give_id (plan, node.id)) == LPN_INTERN_FULL)
        return fail_memory (error);
    }
  return true;
}

static bool
name_all (LpnPnmlPlan *plan, GError **error)
{
  const LpnNet *net = plan->net;
  for (LpnPlanKind kind = LPN_PLAN_PLACES; kind <= LPN_PLAN_TRANSITIONS; kind++)
    {
      guint32 n = count_of (net, kind);
      if (n > 0 && !lpn_block_resize (&plan->symbols[kind], plan->budget, (gsize)n * sizeof (guint32)))
        return fail_memory (error);
    }
  if (!name_nodes (plan, LPN_PLAN_PLACES, true, error) || !name_nodes (plan, LPN_PLAN_TRANSITIONS, true, error)
      || !name_nodes (plan, LPN_PLAN_PLACES, false, error) || !name_nodes (plan, LPN_PLAN_TRANSITIONS, false, error))
    return false;
  plan->module_ids = g_new0 (guint32, (gsize)lpn_net_n_modules (net) + 1);
  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    {
      const char *id = lpn_net_module (net, m)->id;
      if (!fits_xml (id, error))
        return false;
      if ((plan->module_ids[m] = give_id (plan, id)) == LPN_INTERN_FULL)
        return fail_memory (error);
    }
  for (guint32 v = 0; v < lpn_net_n_written_variables (net); v++)
    if (!fits_xml (lpn_net_variable (net, v)->id, error))
      return false;
  for (guint32 p = 0; p < lpn_net_n_properties (net); p++)
    if (!fits_xml (lpn_net_property (net, p)->id, error))
      return false;
  for (guint32 u = 0; u < lpn_net_n_units (net); u++)
    if (!fits_xml (lpn_net_unit (net, u)->id, error))
      return false;
  if (!fits_xml (lpn_net_name (net), error))
    return false;
  plan->net_id = give_id (plan, lpn_net_name (net));
  return plan->net_id != LPN_INTERN_FULL || fail_memory (error);
}

const char *
lpn_pnml_plan_id (const LpnPnmlPlan *plan, LpnPlanKind kind, guint32 i)
{
  return lpn_intern_text (plan->ids, ((const guint32 *)plan->symbols[kind].data)[i]);
}

/* ---- order ---- */

/* A counting sort by group; group 0 is LPN_NONE + 1. */
static bool
order_kind (LpnPnmlPlan *plan, LpnPlanKind kind, GError **error)
{
  LpnPlanOrder *o = &plan->orders[kind];
  guint32       n = count_of (plan->net, kind);
  gsize         n_groups = (gsize)lpn_net_n_modules (plan->net) + 1;
  o->first = g_new0 (guint32, n_groups + 1);
  o->sorted = true;
  if (n > 0 && !lpn_block_resize (&o->order, plan->budget, (gsize)n * sizeof (guint32)))
    return fail_memory (error);
  for (guint32 i = 0; i < n; i++)
    o->first[(guint32)(thing_at (plan->net, kind, i).module + 1) + 1]++;
  for (gsize g = 0; g < n_groups; g++)
    o->first[g + 1] += o->first[g];
  g_autofree guint32 *next = g_memdup2 (o->first, (n_groups + 1) * sizeof (guint32));
  guint32            *order = o->order.data;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 at = next[(guint32)(thing_at (plan->net, kind, i).module + 1)]++;
      order[at] = i;
      o->sorted = o->sorted && at == i;
    }
  return true;
}

const guint32 *
lpn_pnml_plan_group (const LpnPnmlPlan *plan, LpnPlanKind kind, guint32 group, guint32 *n)
{
  const LpnPlanOrder *o = &plan->orders[kind];
  *n = o->first[group + 1] - o->first[group];
  return *n == 0 ? NULL : (const guint32 *)o->order.data + o->first[group];
}

LpnPnmlPlan *
lpn_pnml_plan_new (const LpnNet *net, GError **error)
{
  g_autoptr (LpnPnmlPlan) plan = g_new0 (LpnPnmlPlan, 1);
  plan->net = net;
  plan->budget = lpn_budget_new (G_MAXUINT64);
  plan->ids = lpn_intern_new (plan->budget);
  for (LpnPlanKind kind = 0; kind < LPN_PLAN_KINDS; kind++)
    if (!order_kind (plan, kind, error))
      return NULL;
  return name_all (plan, error) ? g_steal_pointer (&plan) : NULL;
}

void
lpn_pnml_plan_free (LpnPnmlPlan *plan)
{
  if (plan == NULL)
    return;
  lpn_intern_free (plan->ids);
  lpn_block_free (&plan->symbols[0], plan->budget);
  lpn_block_free (&plan->symbols[1], plan->budget);
  for (LpnPlanKind kind = 0; kind < LPN_PLAN_KINDS; kind++)
    {
      lpn_block_free (&plan->orders[kind].order, plan->budget);
      g_free (plan->orders[kind].first);
    }
  g_free (plan->module_ids);
  lpn_budget_free (plan->budget);
  g_free (plan);
}
