/* SPDX-License-Identifier: MIT */
#include "io/dot.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "io/io.h"
#include "io/pnml-plan.h"

/* Dots up to this number, digits beyond. */
#define MAX_DOTS 4

void
lpn_dot_text (FILE *out, const char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      fprintf (out, "\\%c", *text);
    else if (*text == '\n')
      fputs ("\\l", out);
    else if ((guchar)*text >= 0x20)
      putc (*text, out);
}

static void
put_expr (FILE *out, const LpnExpr *expr, const LpnScope *scope)
{
  g_autofree char *text = lpn_expr_print (expr, scope);
  lpn_dot_text (out, text);
}

static void
put_place (FILE *out, const LpnNet *net, guint32 i)
{
  const LpnPlace *p = lpn_net_place (net, i);
  fprintf (out, "    p%u [shape=circle, label=\"", i);
  for (gint64 k = 0; k < p->initial && p->initial <= MAX_DOTS; k++)
    fputs ("\xe2\x97\x8f", out);
  if (p->initial > MAX_DOTS)
    fprintf (out, "%" PRId64, p->initial);
  fputs ("\", xlabel=\"", out);
  lpn_dot_text (out, p->name != NULL ? p->name : p->id);
  fputs ("\"];\n", out);
}

static void
put_transition (FILE *out, const LpnNet *net, guint32 i)
{
  const LpnTransition *t = lpn_net_transition (net, i);
  LpnScope             scope = lpn_net_scope (net, t->module, false);
  fprintf (out, "    t%u [shape=box%s, label=\"", i, t->fail ? ", color=red, fontcolor=red" : "");
  lpn_dot_text (out, t->name != NULL ? t->name : t->id);
  if (t->persistent)
    fputs ("\\npersistent", out);
  if (t->guard != NULL)
    {
      fputs ("\\n[", out);
      put_expr (out, lpn_net_written_guard (net, i), &scope);
      fputs ("]", out);
    }
  for (guint k = 0; k < lpn_net_n_written_assigns (net, i); k++)
    {
      g_autofree char *name = scope.name (&scope, LPN_SYMBOL_VARIABLE, t->assigns[k].variable);
      fputs ("\\n", out);
      lpn_dot_text (out, name);
      if (t->assigns[k].index != NULL)
        {
          putc ('[', out);
          put_expr (out, t->assigns[k].index, &scope);
          putc (']', out);
        }
      fputs (" := ", out);
      put_expr (out, t->assigns[k].value, &scope);
    }
  fputs ("\"];\n", out);
}

static void
put_arcs (FILE *out, const LpnNet *net, guint32 transition)
{
  for (int output = 0; output < 2; output++)
    {
      guint         n;
      const LpnArc *arcs = output ? lpn_net_post (net, transition, &n) : lpn_net_pre (net, transition, &n);
      for (guint i = 0; i < n; i++)
        {
          if (output)
            fprintf (out, "  t%u -> p%u", transition, arcs[i].place);
          else
            fprintf (out, "  p%u -> t%u", arcs[i].place, transition);
          if (arcs[i].weight != 1)
            fprintf (out, " [label=\"%" PRId64 "\"]", arcs[i].weight);
          fputs (";\n", out);
        }
    }
}

/* Variables of a group, one line each, in a note; nothing where there are none. */
static void
put_variables (FILE *out, const LpnPnmlPlan *plan, guint32 group)
{
  guint32        n;
  const guint32 *variables = lpn_pnml_plan_group (plan, LPN_PLAN_VARIABLES, group, &n);
  if (n == 0)
    return;
  fprintf (out, "    v%u [shape=note, label=\"", group);
  for (guint32 i = 0; i < n; i++)
    {
      const LpnVariable *v = lpn_net_variable (plan->net, variables[i]);
      lpn_dot_text (out, v->id);
      if (v->is_array)
        fprintf (out, "[%u]", v->size);
      fprintf (out, " = %" PRId64, v->initial[0]);
      for (guint32 k = 1; k < MIN (v->size, 8); k++)
        fprintf (out, ", %" PRId64, v->initial[k]);
      fputs (v->size > 8 ? ", ...\\l" : "\\l", out);
    }
  fputs ("\"];\n", out);
}

bool
lpn_dot_write (const LpnNet *net, FILE *out, GError **error)
{
  g_autoptr (LpnPnmlPlan) plan = lpn_pnml_plan_new (net, error);
  if (plan == NULL)
    return false;
  fputs ("digraph \"", out);
  lpn_dot_text (out, lpn_net_name (net));
  fputs ("\" {\n  node [fontsize=10];\n", out);
  put_variables (out, plan, 0);
  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    {
      guint32        n;
      const guint32 *group = lpn_pnml_plan_group (plan, LPN_PLAN_PLACES, m + 1, &n);
      fprintf (out, "  subgraph cluster_%u {\n    label=\"", m);
      lpn_dot_text (out, lpn_net_module (net, m)->id);
      fputs ("\";\n", out);
      put_variables (out, plan, m + 1);
      for (guint32 i = 0; i < n; i++)
        put_place (out, net, group[i]);
      group = lpn_pnml_plan_group (plan, LPN_PLAN_TRANSITIONS, m + 1, &n);
      for (guint32 i = 0; i < n; i++)
        put_transition (out, net, group[i]);
      fputs ("  }\n", out);
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    put_arcs (out, net, t);
  fputs ("}\n", out);
  if (!ferror (out))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "cannot be written: %s", g_strerror (errno));
  return false;
}
