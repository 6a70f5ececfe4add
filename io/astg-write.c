/* SPDX-License-Identifier: MIT */
/* Writes a net as ASTG (.g): names made fit first, then one line per node with arcs. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "io/astg-graph.h"
#include "io/fit-id.h"

typedef struct
{
  const LpnNet *net;
  FILE         *out;
  GHashTable   *taken;       /* names of signals, dummies and places */
  GHashTable   *spelt;       /* transitions */
  char        **signals;     /* per variable: its name in the file */
  char        **transitions; /* per transition */
  char        **places;      /* per place */
  char        **dummies;     /* per transition without an edge: what is declared; NULL: an edge, or declared before */
  bool         *implicit;    /* per place: drawn as an arc */
  guint32      *sink;        /* per place: the last transition that takes from it */
  GArray      **takers;      /* LpnArc, per place, with the transition as `place` */
} Writer;

static bool
refuse (GError **error, const char *kind, const char *id, const char *why)
{
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "ASTG cannot say that %s \"%s\" %s; PNML can", kind, id, why);
  return false;
}

/* ---- what can be said ---- */

static bool
check_net (const LpnNet *net, GError **error)
{
  for (guint32 i = 0; i < lpn_net_n_variables (net); i++)
    {
      const LpnVariable *v = lpn_net_variable (net, i);
      if (v->port == LPN_PORT_NONE)
        return refuse (error, "variable", v->id, "is no signal");
      if (v->initial[0] != 0 && v->initial[0] != 1)
        return refuse (error, "signal", v->id, "starts neither as 0 nor as 1");
    }
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      if (t->guard != NULL)
        return refuse (error, "transition", t->id, "has a guard");
      if (t->n_assigns > (t->edge != LPN_EDGE_NONE ? 1 : 0))
        return refuse (error, "transition", t->id, "has an assignment");
      if (t->persistent)
        return refuse (error, "transition", t->id, "is persistent");
      if (t->fail)
        return refuse (error, "transition", t->id, "is an error");
    }
  return true;
}

/* ---- names ---- */

/* The name before sign and copy, if the whole is a node's name; else NULL. Transfer full. */
static char *
base_name (const char *id, AstgWord *parts)
{
  gsize bad;
  if (id[0] == '.' || !g_utf8_validate (id, -1, NULL) || !lpn_astg_word_parse (id, strlen (id), parts, &bad))
    return NULL;
  if (memchr (id, '-', parts->base) != NULL) /* other tools take it for a sign */
    return NULL;
  return g_strndup (id, parts->base);
}

static void
name_signals (Writer *w)
{
  for (guint pass = 0; pass < 2; pass++) /* those that can keep their names first */
    for (guint32 i = 0; i < lpn_net_n_variables (w->net); i++)
      {
        const char      *id = lpn_net_variable (w->net, i)->id;
        AstgWord         parts = { 0 };
        g_autofree char *base = base_name (id, &parts);
        bool             keeps = base != NULL && g_str_equal (base, id) && !g_hash_table_contains (w->taken, id);
        if (pass == 0 && keeps)
          {
            w->signals[i] = g_strdup (id);
            g_hash_table_add (w->taken, g_strdup (id));
          }
        else if (pass == 1 && w->signals[i] == NULL)
          w->signals[i] = lpn_fit_id (id, NULL, w->taken);
      }
}

/* How a transition is known, whatever its spelling: as in astg-graph.c. Transfer full. */
static char *
spelling (const char *base, char sign, guint32 copy)
{
  return g_strdup_printf ("%s%c/%u", base, sign == 0 ? '.' : sign, copy);
}

static void
keep_edge (Writer *w, guint32 i, const LpnTransition *t, char sign)
{
  AstgWord         parts = { 0 };
  g_autofree char *base = base_name (t->id, &parts);
  bool             bare = parts.sign == 0 && sign == '~';
  if (base == NULL || parts.is_split || !g_str_equal (base, w->signals[t->signal]) || (parts.sign != sign && !bare))
    return;
  if (g_hash_table_add (w->spelt, spelling (base, sign, parts.copy)))
    w->transitions[i] = g_strdup (t->id);
}

static void
make_edge (Writer *w, guint32 i, const LpnTransition *t, char sign)
{
  for (guint32 copy = 0; w->transitions[i] == NULL; copy++)
    if (g_hash_table_add (w->spelt, spelling (w->signals[t->signal], sign, copy)))
      w->transitions[i] = copy == 0 ? g_strdup_printf ("%s%c", w->signals[t->signal], sign)
                                    : g_strdup_printf ("%s%c/%u", w->signals[t->signal], sign, copy);
}

/* A dummy keeps a name that is fit and that no signal has: several transitions may share one. */
static void
name_dummy (Writer *w, guint32 i, const LpnTransition *t, GHashTable *declared)
{
  AstgWord         parts = { 0 };
  g_autofree char *base = base_name (t->id, &parts);
  bool             known = base != NULL && g_hash_table_contains (declared, base);
  bool             free_name
      = base != NULL && !parts.is_split && parts.sign != '*' && (known || !g_hash_table_contains (w->taken, base));
  if (free_name && g_hash_table_add (w->spelt, spelling (base, parts.sign, parts.copy)))
    {
      w->transitions[i] = g_strdup (t->id);
      if (known)
        return;
      g_hash_table_add (w->taken, g_strdup (base));
    }
  else
    {
      g_free (base);
      base = lpn_fit_id (t->id, NULL, w->taken);
      g_hash_table_add (w->spelt, spelling (base, 0, 0));
      w->transitions[i] = g_strdup (base);
    }
  w->dummies[i] = g_strdup (base);
  g_hash_table_add (declared, g_strdup (base));
}

static void
name_transitions (Writer *w)
{
  static const char SIGNS[] = { 0, '+', '-', '~' };
  g_autoptr (GHashTable) declared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
      {
        const LpnTransition *t = lpn_net_transition (w->net, i);
        if (t->edge != LPN_EDGE_NONE)
          (pass == 0 ? keep_edge : make_edge) (w, i, t, SIGNS[t->edge]);
        else if (pass == 1)
          name_dummy (w, i, t, declared);
      }
}

static void
name_places (Writer *w)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
      {
        const char      *id = lpn_net_place (w->net, i)->id;
        AstgWord         parts = { 0 };
        g_autofree char *base = base_name (id, &parts);
        bool             keeps = base != NULL && parts.sign == 0 && !parts.has_copy
                     && (parts.is_split || !g_hash_table_contains (w->taken, id));
        if (w->places[i] != NULL)
          continue;
        if (pass == 0 && keeps)
          {
            w->places[i] = g_strdup (id);
            g_hash_table_add (w->taken, g_strdup (id));
          }
        else if (pass == 1)
          w->places[i] = lpn_fit_id (id, NULL, w->taken);
      }
}

/* ---- arcs ---- */

static void
index_takers (Writer *w)
{
  guint32 n_places = lpn_net_n_places (w->net);
  w->takers = g_new (GArray *, (gsize)n_places + 1);
  for (guint32 p = 0; p < n_places; p++)
    w->takers[p] = g_array_new (FALSE, FALSE, sizeof (LpnArc));
  for (guint32 t = 0; t < lpn_net_n_transitions (w->net); t++)
    {
      guint         n;
      const LpnArc *arcs = lpn_net_pre (w->net, t, &n);
      for (guint i = 0; i < n; i++)
        {
          LpnArc taker = { t, arcs[i].weight };
          g_array_append_val (w->takers[arcs[i].place], taker);
        }
    }
}

/* A place <t,u> from t to u and nowhere else is an arc from t to u. */
static void
find_implicit (Writer *w)
{
  guint32 *givers = g_new0 (guint32, (gsize)lpn_net_n_places (w->net) + 1);
  for (guint32 t = 0; t < lpn_net_n_transitions (w->net); t++)
    {
      guint         n;
      const LpnArc *arcs = lpn_net_post (w->net, t, &n);
      for (guint i = 0; i < n; i++)
        {
          guint32       p = arcs[i].place;
          const GArray *takers = w->takers[p];
          givers[p] += arcs[i].weight == 1 ? 1 : 2;
          if (givers[p] > 1 || takers->len != 1 || g_array_index (takers, LpnArc, 0).weight != 1)
            {
              w->implicit[p] = false;
              continue;
            }
          w->sink[p] = g_array_index (takers, LpnArc, 0).place;
          g_free (w->places[p]);
          w->places[p] = g_strdup_printf ("<%s,%s>", w->transitions[t], w->transitions[w->sink[p]]);
          w->implicit[p] = g_str_equal (w->places[p], lpn_net_place (w->net, p)->id);
        }
    }
  for (guint32 p = 0; p < lpn_net_n_places (w->net); p++)
    if (!w->implicit[p])
      g_clear_pointer (&w->places[p], g_free);
  g_free (givers);
}

static void
put_target (const Writer *w, const char *name, gint64 weight)
{
  fprintf (w->out, " %s", name);
  if (weight != 1)
    fprintf (w->out, "(%" PRId64 ")", weight);
}

static void
put_graph (const Writer *w)
{
  fputs (".graph\n", w->out);
  for (guint32 t = 0; t < lpn_net_n_transitions (w->net); t++)
    {
      guint         n;
      const LpnArc *arcs = lpn_net_post (w->net, t, &n);
      fputs (w->transitions[t], w->out);
      for (guint i = 0; i < n; i++)
        if (w->implicit[arcs[i].place])
          put_target (w, w->transitions[w->sink[arcs[i].place]], 1);
        else
          put_target (w, w->places[arcs[i].place], arcs[i].weight);
      putc ('\n', w->out);
    }
  for (guint32 p = 0; p < lpn_net_n_places (w->net); p++)
    {
      if (w->implicit[p])
        continue;
      fputs (w->places[p], w->out);
      for (guint i = 0; i < w->takers[p]->len; i++)
        {
          const LpnArc *taker = &g_array_index (w->takers[p], LpnArc, i);
          put_target (w, w->transitions[taker->place], taker->weight);
        }
      putc ('\n', w->out);
    }
}

/* ---- the rest ---- */

static void
put_header (const Writer *w, const char *name)
{
  static const char *const PORTS[] = { "", ".inputs", ".outputs", ".internal" };
  LpnPort                  last = LPN_PORT_NONE;
  guint32                  n = lpn_net_n_variables (w->net);
  bool                     any = false;
  fprintf (w->out, ".model %s", name);
  for (guint32 i = 0; i < n; i++)
    {
      LpnPort port = lpn_net_variable (w->net, i)->port;
      if (port != last) /* a line for each run, so that their order stays */
        fprintf (w->out, "\n%s", PORTS[port]);
      fprintf (w->out, " %s", w->signals[i]);
      last = port;
    }
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    if (w->dummies[i] != NULL)
      {
        fprintf (w->out, "%s %s", any ? "" : "\n.dummy", w->dummies[i]);
        any = true;
      }
  fputs (n > 0 ? "\n.initial state" : "", w->out);
  for (guint32 i = 0; i < n; i++)
    fprintf (w->out, " %s%s", lpn_net_variable (w->net, i)->initial[0] == 0 ? "!" : "", w->signals[i]);
  putc ('\n', w->out);
}

static void
put_footer (const Writer *w)
{
  bool any = false;
  for (guint32 p = 0; p < lpn_net_n_places (w->net); p++)
    if (lpn_net_place (w->net, p)->capacity != 1)
      {
        fprintf (w->out, "%s %s=%" PRId64, any ? "" : ".capacity", w->places[p], lpn_net_place (w->net, p)->capacity);
        any = true;
      }
  fputs (any ? "\n.marking {" : ".marking {", w->out);
  any = false;
  for (guint32 p = 0; p < lpn_net_n_places (w->net); p++)
    {
      gint64 tokens = lpn_net_place (w->net, p)->initial;
      if (tokens == 0)
        continue;
      fprintf (w->out, "%s%s", any ? " " : "", w->places[p]);
      if (tokens != 1)
        fprintf (w->out, "=%" PRId64, tokens);
      any = true;
    }
  fputs ("}\n", w->out);
  any = false;
  for (guint32 p = 0; p < lpn_net_n_places (w->net); p++)
    if (lpn_net_place (w->net, p)->mutex)
      {
        fprintf (w->out, "%s %s", any ? "" : "#@.mutex", w->places[p]);
        any = true;
      }
  fputs (any ? "\n.end\n" : ".end\n", w->out);
}

static void
free_names (char **names, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    g_free (names[i]);
  g_free (names);
}

bool
lpn_astg_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error)
{
  guint32 n_variables = lpn_net_n_variables (net);
  guint32 n_places = lpn_net_n_places (net);
  guint32 n_transitions = lpn_net_n_transitions (net);
  Writer  w = { .net = net, .out = out };

  if (!check_net (net, error))
    return false;
  if (warnings != NULL && lpn_net_n_properties (net) > 0)
    g_ptr_array_add (warnings,
                     g_strdup_printf ("ASTG has no properties: \"%s\" and whatever others there are is left out",
                                      lpn_net_property (net, 0)->id));
  w.taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  w.spelt = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  w.signals = g_new0 (char *, (gsize)n_variables + 1);
  w.transitions = g_new0 (char *, (gsize)n_transitions + 1);
  w.dummies = g_new0 (char *, (gsize)n_transitions + 1);
  w.places = g_new0 (char *, (gsize)n_places + 1);
  w.implicit = g_new0 (bool, (gsize)n_places + 1);
  w.sink = g_new0 (guint32, (gsize)n_places + 1);
  g_autofree char *name = lpn_fit_id (lpn_net_name (net), NULL, w.taken);
  g_hash_table_remove_all (w.taken);
  name_signals (&w);
  name_transitions (&w);
  index_takers (&w);
  find_implicit (&w);
  name_places (&w);
  put_header (&w, name);
  put_graph (&w);
  put_footer (&w);
  for (guint32 p = 0; p < n_places; p++)
    g_array_unref (w.takers[p]);
  g_free (w.takers);
  free_names (w.signals, n_variables);
  free_names (w.transitions, n_transitions);
  free_names (w.dummies, n_transitions);
  free_names (w.places, n_places);
  g_free (w.implicit);
  g_free (w.sink);
  g_hash_table_unref (w.taken);
  g_hash_table_unref (w.spelt);
  if (!ferror (out))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "cannot be written: %s", g_strerror (errno));
  return false;
}
