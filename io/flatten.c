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

void
lpn_implicit_places (const LpnNet *net, guint32 *from, guint32 *to)
{
  guint32           n_places = lpn_net_n_places (net);
  g_autofree guint *arcs_of = g_new0 (guint, (gsize)n_places + 1);
  for (guint32 p = 0; p < n_places; p++)
    from[p] = to[p] = LPN_NONE;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    for (guint side = 0; side < 2; side++)
      {
        guint         n;
        const LpnArc *arcs = side == 0 ? lpn_net_pre (net, t, &n) : lpn_net_post (net, t, &n);
        for (guint i = 0; i < n; i++)
          {
            (side == 0 ? to : from)[arcs[i].place] = t;
            arcs_of[arcs[i].place] += arcs[i].weight == 1 ? 1 : 3;
          }
      }
  for (guint32 p = 0; p < n_places; p++)
    {
      bool             between = arcs_of[p] == 2 && from[p] != LPN_NONE && to[p] != LPN_NONE;
      g_autofree char *id = between ? g_strdup_printf ("<%s,%s>", lpn_net_transition (net, from[p])->id,
                                                       lpn_net_transition (net, to[p])->id)
                                    : NULL;
      if (g_strcmp0 (id, lpn_net_place (net, p)->id) != 0)
        from[p] = to[p] = LPN_NONE;
    }
}

static void
name_places (Flattener *f)
{
  guint32             n = lpn_net_n_places (f->net);
  g_autofree guint32 *from = g_new (guint32, (gsize)n + 1);
  g_autofree guint32 *to = g_new (guint32, (gsize)n + 1);
  f->places = g_new0 (char *, (gsize)n + 1);
  lpn_implicit_places (f->net, from, to);
  for (guint32 i = 0; i < n; i++)
    f->places[i] = from[i] != LPN_NONE ? g_strdup_printf ("<%s,%s>", f->transitions[from[i]], f->transitions[to[i]])
                                       : lpn_fit_id (lpn_net_place (f->net, i)->id, f->fits, f->taken);
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
