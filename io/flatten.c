/* SPDX-License-Identifier: MIT */
/* Ids for a net in one module. */
#include "io/compose.h"
#include "io/fit-id.h"

typedef struct
{
  const LpnNet *net;
  bool (*fits) (const char *id);
  GHashTable *taken;
  char      **variables; /* each list ends with NULL */
  char      **places;
  char      **transitions;
} Flattener;

static void
name_variables (Flattener *f)
{
  guint32 n = lpn_net_n_written_variables (f->net);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  f->variables = g_new0 (char *, (gsize)n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const LpnVariable *v = lpn_net_variable (f->net, i);
      bool               alone = g_hash_table_add (seen, (gpointer)v->id);
      g_autofree char   *full = alone || v->module == LPN_NONE
                                    ? g_strdup (v->id)
                                    : g_strdup_printf ("%s.%s", lpn_net_module (f->net, v->module)->id, v->id);
      f->variables[i] = lpn_fit_id (full, f->fits, f->taken);
    }
}

/* a+, a+/1, a+/2 in the order of the net. */
static char *
edge_id (const Flattener *f, const LpnTransition *t)
{
  static const char signs[] = { [LPN_EDGE_RISE] = '+', [LPN_EDGE_FALL] = '-', [LPN_EDGE_TOGGLE] = '~' };
  char             *id = g_strdup_printf ("%s%c", f->variables[t->signal], signs[t->edge]);
  for (guint n = 1; !g_hash_table_add (f->taken, g_strdup (id)); n++)
    {
      g_free (id);
      id = g_strdup_printf ("%s%c/%u", f->variables[t->signal], signs[t->edge], n);
    }
  return id;
}

static void
name_transitions (Flattener *f)
{
  guint32 n = lpn_net_n_transitions (f->net);
  f->transitions = g_new0 (char *, (gsize)n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const LpnTransition *t = lpn_net_transition (f->net, i);
      f->transitions[i] = t->edge != LPN_EDGE_NONE ? edge_id (f, t) : lpn_fit_id (t->id, f->fits, f->taken);
    }
}

/* <t,u>, where the place lies between these two and was called so; else NULL. Fills all places at once. */
static void
name_implicit (Flattener *f)
{
  guint32             n_places = lpn_net_n_places (f->net);
  g_autofree guint32 *from = g_new0 (guint32, (gsize)n_places + 1); /* transition + 1 */
  g_autofree guint32 *to = g_new0 (guint32, (gsize)n_places + 1);
  g_autofree guint   *arcs_of = g_new0 (guint, (gsize)n_places + 1);
  for (guint32 t = 0; t < lpn_net_n_transitions (f->net); t++)
    for (guint side = 0; side < 2; side++)
      {
        guint         n;
        const LpnArc *arcs = side == 0 ? lpn_net_pre (f->net, t, &n) : lpn_net_post (f->net, t, &n);
        for (guint i = 0; i < n; i++)
          {
            (side == 0 ? to : from)[arcs[i].place] = t + 1;
            arcs_of[arcs[i].place] += arcs[i].weight == 1 ? 1 : 3;
          }
      }
  for (guint32 p = 0; p < n_places; p++)
    {
      if (arcs_of[p] != 2 || from[p] == 0 || to[p] == 0)
        continue;
      g_autofree char *was = g_strdup_printf ("<%s,%s>", lpn_net_transition (f->net, from[p] - 1)->id,
                                              lpn_net_transition (f->net, to[p] - 1)->id);
      if (g_str_equal (was, lpn_net_place (f->net, p)->id))
        f->places[p] = g_strdup_printf ("<%s,%s>", f->transitions[from[p] - 1], f->transitions[to[p] - 1]);
    }
}

static void
name_places (Flattener *f)
{
  guint32 n = lpn_net_n_places (f->net);
  f->places = g_new0 (char *, (gsize)n + 1);
  name_implicit (f);
  for (guint32 i = 0; i < n; i++)
    if (f->places[i] == NULL)
      f->places[i] = lpn_fit_id (lpn_net_place (f->net, i)->id, f->fits, f->taken);
}

LpnNet *
lpn_flatten (const LpnNet *net, bool (*fits) (const char *id), GError **error)
{
  Flattener f = { .net = net, .fits = fits };
  f.taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  name_variables (&f);
  name_transitions (&f);
  name_places (&f);
  LpnFlatIds ids
      = { (const char *const *)f.variables, (const char *const *)f.places, (const char *const *)f.transitions };
  LpnNet *flat = lpn_compose_flat (net, &ids, error);
  g_strfreev (f.variables);
  g_strfreev (f.places);
  g_strfreev (f.transitions);
  g_hash_table_unref (f.taken);
  return flat;
}
