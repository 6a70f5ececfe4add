/* SPDX-License-Identifier: MIT */
/* Writes PNML in one pass over the net, as the plan (pnml-plan.h) has it. */
#include "io/pnml.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "io/io.h"
#include "io/pnml-plan.h"

#define TOOL "<toolspecific tool=\"" LPN_PNML_TOOL "\" version=\"" LPN_PNML_TOOL_VERSION "\""

typedef struct
{
  const LpnNet *net;
  FILE         *out;
  LpnPnmlPlan  *plan;
  bool          safe; /* what a reader takes places for that say nothing */
  guint64       arcs; /* written so far */
} Writer;

/* ---- text ---- */

/* `attribute`: line breaks and tabs are escaped too, as a reader would turn them into blanks. */
static void
put_escaped (Writer *w, const char *text, bool attribute)
{
  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '&':
        fputs ("&amp;", w->out);
        break;
      case '<':
        fputs ("&lt;", w->out);
        break;
      case '>':
        fputs ("&gt;", w->out);
        break;
      case '"':
        fputs (attribute ? "&quot;" : "\"", w->out);
        break;
      case '\r':
        fputs ("&#13;", w->out);
        break;
      case '\n':
      case '\t':
        if (attribute)
          fprintf (w->out, "&#%d;", *p);
        else
          putc (*p, w->out);
        break;
      default:
        putc (*p, w->out);
      }
}

/* ' name="value"' */
static void
put_attribute (Writer *w, const char *name, const char *value)
{
  fprintf (w->out, " %s=\"", name);
  put_escaped (w, value, true);
  putc ('"', w->out);
}

/* ---- our labels ---- */

static void
put_variable (Writer *w, const LpnVariable *v)
{
  static const char *const ports[] = { NULL, "input", "output", "internal" };

  bool same = true;
  for (guint32 i = 1; i < v->size; i++)
    same = same && v->initial[i] == v->initial[0];
  fprintf (w->out, "      <%s", v->is_array ? "array" : "variable");
  put_attribute (w, "id", v->id);
  if (v->is_array)
    fprintf (w->out, " size=\"%u\"", v->size);
  fprintf (w->out, " initial=\"%" PRId64, v->initial[0]);
  for (guint32 i = 1; i < v->size && !same; i++)
    fprintf (w->out, " %" PRId64, v->initial[i]);
  putc ('"', w->out);
  if (v->has_range && v->min != G_MININT64)
    fprintf (w->out, " min=\"%" PRId64 "\"", v->min);
  if (v->has_range && v->max != G_MAXINT64)
    fprintf (w->out, " max=\"%" PRId64 "\"", v->max);
  if (v->port != LPN_PORT_NONE)
    put_attribute (w, "port", ports[v->port]);
  fputs ("/>\n", w->out);
}

/* Where the net mixes its modules, a reader has to be told the number of each thing in turn. */
static void
put_order (Writer *w, LpnPlanKind kind, const char *of)
{
  const LpnPlanOrder *o = &w->plan->orders[kind];
  const guint32      *order = o->order.data;
  guint32             n = o->first[lpn_net_n_modules (w->net) + 1];
  if (o->sorted)
    return;
  fprintf (w->out, "      <order of=\"%s\">", of);
  for (guint32 k = 0; k < n; k++)
    fprintf (w->out, k == 0 ? "%u" : " %u", order[k]);
  fputs ("</order>\n", w->out);
}

static void
put_variables (Writer *w, guint32 group)
{
  guint32        n;
  const guint32 *variables = lpn_pnml_plan_group (w->plan, LPN_PLAN_VARIABLES, group, &n);
  for (guint32 i = 0; i < n; i++)
    put_variable (w, lpn_net_variable (w->net, variables[i]));
}

static void
put_expr (Writer *w, const LpnExpr *expr, const LpnScope *scope)
{
  g_autofree char *text = lpn_expr_print (expr, scope);
  put_escaped (w, text, false);
}

static void
put_properties (Writer *w)
{
  static const char *const kinds[] = { "invariant", "reach", "deadlock" };
  LpnScope                 scope = lpn_net_scope (w->net, LPN_NONE, true);
  for (guint32 i = 0; i < lpn_net_n_properties (w->net); i++)
    {
      const LpnProperty *p = lpn_net_property (w->net, i);
      fputs ("      <property", w->out);
      put_attribute (w, "id", p->id);
      put_attribute (w, "kind", kinds[p->kind]);
      putc ('>', w->out);
      if (p->expr != NULL)
        put_expr (w, p->expr, &scope);
      fputs ("</property>\n", w->out);
    }
}

static bool
is_labeled (const LpnNet *net)
{
  bool labeled = lpn_net_n_variables (net) > 0;
  for (guint32 i = 0; i < lpn_net_n_transitions (net) && !labeled; i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      labeled = t->guard != NULL || t->n_assigns > 0 || t->fail;
    }
  return labeled;
}

static void
put_net_labels (Writer *w)
{
  const LpnNet *net = w->net;
  bool          labeled = is_labeled (net), any = lpn_net_n_places (net) == 0;
  w->safe = labeled;
  for (guint32 i = 0; i < lpn_net_n_places (net) && !any; i++)
    any = lpn_net_place (net, i)->safe == labeled;
  fputs ("    " TOOL, w->out);
  if (!any)
    {
      w->safe = !labeled;
      put_attribute (w, "safe", w->safe ? "true" : "false");
    }
  fputs (">\n", w->out);
  if (!g_str_equal (lpn_net_name (net), lpn_intern_text (w->plan->ids, w->plan->net_id)))
    {
      fputs ("      <original", w->out);
      put_attribute (w, "id", lpn_net_name (net));
      fputs ("/>\n", w->out);
    }
  put_variables (w, 0);
  put_properties (w);
  put_order (w, LPN_PLAN_VARIABLES, "variables");
  put_order (w, LPN_PLAN_PLACES, "places");
  put_order (w, LPN_PLAN_TRANSITIONS, "transitions");
  fputs ("    </toolspecific>\n", w->out);
}

/* A name that reading would trim. */
static bool
is_trimmed (const char *name)
{
  static const char blank[] = " \t\r\n";
  return name != NULL
         && (*name == '\0' || strchr (blank, *name) != NULL || strchr (blank, name[strlen (name) - 1]) != NULL);
}

/* What reading would not give back: another id, or a name that would be trimmed. */
static bool
needs_original (const char *id, const char *xml, const char *name)
{
  return !g_str_equal (id, xml) || is_trimmed (name);
}

static void
put_original (Writer *w, const char *id, const char *xml, const char *name)
{
  if (!needs_original (id, xml, name))
    return;
  fputs ("          <original", w->out);
  if (!g_str_equal (id, xml))
    put_attribute (w, "id", id);
  if (is_trimmed (name))
    put_attribute (w, "name", name);
  fputs ("/>\n", w->out);
}

/* ---- nodes ---- */

static void
put_node_start (Writer *w, const char *element, const char *id, const char *name)
{
  fprintf (w->out, "      <%s", element);
  put_attribute (w, "id", id);
  fputs (">\n", w->out);
  if (name == NULL)
    return;
  fputs ("        <name><text>", w->out);
  put_escaped (w, name, false);
  fputs ("</text></name>\n", w->out);
}

static void
put_place (Writer *w, guint32 i)
{
  const LpnPlace *p = lpn_net_place (w->net, i);
  const char     *id = lpn_pnml_plan_id (w->plan, LPN_PLAN_PLACES, i);
  put_node_start (w, "place", id, p->name);
  if (p->initial != 0)
    fprintf (w->out, "        <initialMarking><text>%" PRId64 "</text></initialMarking>\n", p->initial);
  if (p->safe != w->safe || p->mutex || p->capacity != 1 || needs_original (p->id, id, p->name))
    {
      fputs ("        " TOOL, w->out);
      if (p->safe != w->safe)
        put_attribute (w, "safe", p->safe ? "true" : "false");
      if (p->mutex)
        put_attribute (w, "mutex", "true");
      if (p->capacity != 1)
        fprintf (w->out, " capacity=\"%" PRId64 "\"", p->capacity);
      fputs (">\n", w->out);
      put_original (w, p->id, id, p->name);
      fputs ("        </toolspecific>\n", w->out);
    }
  fputs ("      </place>\n", w->out);
}

/* An assignment, or the edge that it is. */
static void
put_assign (Writer *w, const LpnTransition *t, const LpnAssign *assign, const LpnScope *scope)
{
  static const char *const edges[] = { NULL, "rise", "fall", "toggle" };
  g_autofree char         *variable = scope->name (scope, LPN_SYMBOL_VARIABLE, assign->variable);
  bool                     is_edge = assign->variable == t->signal;
  fputs (is_edge ? "          <edge" : "          <assign", w->out);
  put_attribute (w, is_edge ? "signal" : "variable", variable);
  if (is_edge)
    {
      put_attribute (w, "kind", edges[t->edge]);
      fputs ("/>\n", w->out);
      return;
    }
  if (assign->index != NULL)
    {
      g_autofree char *index = lpn_expr_print (assign->index, scope);
      put_attribute (w, "index", index);
    }
  putc ('>', w->out);
  put_expr (w, assign->value, scope);
  fputs ("</assign>\n", w->out);
}

static void
put_transition (Writer *w, guint32 i)
{
  const LpnTransition *t = lpn_net_transition (w->net, i);
  const char          *id = lpn_pnml_plan_id (w->plan, LPN_PLAN_TRANSITIONS, i);
  LpnScope             scope = lpn_net_scope (w->net, t->module, false);
  put_node_start (w, "transition", id, t->name);
  if (t->fail || t->persistent || t->guard != NULL || t->n_assigns > 0 || needs_original (t->id, id, t->name))
    {
      fputs ("        " TOOL, w->out);
      if (t->fail)
        put_attribute (w, "fail", t->fail_enabled ? "enabled" : "true");
      if (t->persistent)
        put_attribute (w, "persistent", "true");
      fputs (">\n", w->out);
      put_original (w, t->id, id, t->name);
      if (t->guard != NULL)
        {
          fputs ("          <guard>", w->out);
          put_expr (w, lpn_net_written_guard (w->net, i), &scope);
          fputs ("</guard>\n", w->out);
        }
      for (guint k = 0; k < lpn_net_n_written_assigns (w->net, i); k++)
        put_assign (w, t, &t->assigns[k], &scope);
      fputs ("        </toolspecific>\n", w->out);
    }
  fputs ("      </transition>\n", w->out);
}

/* Arc ids are ours: a number, and where a node has that name, an underscore or more. */
static void
put_arc (Writer *w, guint32 transition, const LpnArc *arc, bool output)
{
  char id[64];
  int  length = g_snprintf (id, sizeof id - 20, "arc%" G_GUINT64_FORMAT, w->arcs++);
  for (; lpn_intern_find (w->plan->ids, id, (gsize)length) != LPN_INTERN_FULL && length < (int)sizeof id - 1; length++)
    strcpy (id + length, "_");
  fprintf (w->out, "      <arc id=\"%s\"", id);
  put_attribute (w, output ? "source" : "target", lpn_pnml_plan_id (w->plan, LPN_PLAN_TRANSITIONS, transition));
  put_attribute (w, output ? "target" : "source", lpn_pnml_plan_id (w->plan, LPN_PLAN_PLACES, arc->place));
  if (arc->weight == 1)
    fputs ("/>\n", w->out);
  else
    fprintf (w->out, "><inscription><text>%" PRId64 "</text></inscription></arc>\n", arc->weight);
}

static void
put_arcs (Writer *w, guint32 transition)
{
  guint         n;
  const LpnArc *arcs = lpn_net_pre (w->net, transition, &n);
  for (guint i = 0; i < n; i++)
    put_arc (w, transition, &arcs[i], false);
  arcs = lpn_net_post (w->net, transition, &n);
  for (guint i = 0; i < n; i++)
    put_arc (w, transition, &arcs[i], true);
}

/* ---- pages ---- */

static void
put_units (Writer *w)
{
  guint32 n = lpn_net_n_units (w->net);
  fprintf (w->out,
           "      <toolspecific tool=\"nupn\" version=\"1.1\">\n"
           "        <size places=\"%u\" transitions=\"%u\" arcs=\"%" PRIu64 "\"/>\n"
           "        <structure units=\"%u\"",
           lpn_net_n_places (w->net), lpn_net_n_transitions (w->net), lpn_net_n_arcs (w->net), n);
  put_attribute (w, "root", lpn_net_unit (w->net, 0)->id);
  fputs (" safe=\"true\">\n", w->out);
  /* children of each unit as a linked list through two arrays, so that this stays linear */
  g_autofree guint32 *child = g_new (guint32, n);
  g_autofree guint32 *sibling = g_new (guint32, n);
  memset (child, 0xff, sizeof (guint32) * n);
  for (guint32 i = n; i-- > 0;)
    {
      guint32 parent = lpn_net_unit (w->net, i)->parent;
      sibling[i] = parent == LPN_NONE ? LPN_NONE : child[parent];
      if (parent != LPN_NONE)
        child[parent] = i;
    }
  for (guint32 i = 0; i < n; i++)
    {
      const LpnUnit *u = lpn_net_unit (w->net, i);
      fputs ("          <unit", w->out);
      put_attribute (w, "id", u->id);
      fputs (">\n            <places>", w->out);
      for (guint k = 0; k < u->n_places; k++)
        fprintf (w->out, k == 0 ? "%s" : " %s", lpn_pnml_plan_id (w->plan, LPN_PLAN_PLACES, u->places[k]));
      fputs ("</places>\n            <subunits>", w->out);
      for (guint32 sub = child[i]; sub != LPN_NONE; sub = sibling[sub])
        {
          put_escaped (w, lpn_net_unit (w->net, sub)->id, false);
          if (sibling[sub] != LPN_NONE)
            putc (' ', w->out);
        }
      fputs ("</subunits>\n          </unit>\n", w->out);
    }
  fputs ("        </structure>\n      </toolspecific>\n", w->out);
}

static void
put_page (Writer *w, guint32 m)
{
  const char    *id = lpn_intern_text (w->plan->ids, w->plan->module_ids[m]);
  const char    *original = lpn_net_module (w->net, m)->id;
  guint32        n_variables, n_places, n_transitions;
  const guint32 *places = lpn_pnml_plan_group (w->plan, LPN_PLAN_PLACES, m + 1, &n_places);
  const guint32 *transitions = lpn_pnml_plan_group (w->plan, LPN_PLAN_TRANSITIONS, m + 1, &n_transitions);
  lpn_pnml_plan_group (w->plan, LPN_PLAN_VARIABLES, m + 1, &n_variables);
  fputs ("    <page", w->out);
  put_attribute (w, "id", id);
  fputs (">\n", w->out);
  if (n_variables > 0 || !g_str_equal (id, original))
    {
      fputs ("      " TOOL ">\n", w->out);
      put_original (w, original, id, NULL);
      put_variables (w, m + 1);
      fputs ("      </toolspecific>\n", w->out);
    }
  if (m == 0 && lpn_net_n_units (w->net) > 0)
    put_units (w);
  for (guint32 i = 0; i < n_places; i++)
    put_place (w, places[i]);
  for (guint32 i = 0; i < n_transitions; i++)
    put_transition (w, transitions[i]);
  for (guint32 i = 0; i < n_transitions; i++)
    put_arcs (w, transitions[i]);
  fputs ("    </page>\n", w->out);
}

bool
lpn_pnml_write (const LpnNet *net, FILE *out, GError **error)
{
  g_autoptr (LpnPnmlPlan) plan = lpn_pnml_plan_new (net, error);
  Writer w = { .net = net, .out = out, .plan = plan };
  if (plan == NULL)
    return false;
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"" LPN_PNML_NAMESPACE "\">\n  <net", out);
  put_attribute (&w, "id", lpn_intern_text (plan->ids, plan->net_id));
  fputs (" type=\"" LPN_PNML_PTNET "\">\n", out);
  put_net_labels (&w);
  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    put_page (&w, m);
  fputs ("  </net>\n</pnml>\n", out);
  if (!ferror (out))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "cannot be written: %s", g_strerror (errno));
  return false;
}
