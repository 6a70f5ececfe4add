/* SPDX-License-Identifier: MIT */
#include "test/net-util.h"

#include <stdlib.h>
#include <string.h>

void
lpn_test_places (LpnNet *net, guint32 module, bool safe, const char *places)
{
  g_auto (GStrv) words = g_strsplit (places, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      GError *error = NULL;
      char   *equals = strchr (words[i], '=');
      gint64  tokens = equals == NULL ? 0 : g_ascii_strtoll (equals + 1, NULL, 10);
      if (equals != NULL)
        *equals = '\0';
      lpn_net_add_place (net, module, words[i], NULL, safe, tokens, &error);
      g_assert_no_error (error);
    }
}

guint32
lpn_test_variable (LpnNet *net, guint32 module, const char *id, guint32 size, gint64 initial)
{
  GError            *error = NULL;
  g_autofree gint64 *values = g_new (gint64, MAX (size, 1));
  guint32            v;
  for (guint32 i = 0; i < MAX (size, 1); i++)
    values[i] = initial;
  v = lpn_net_add_variable (net, module, id, size > 0, MAX (size, 1), values, G_MININT64, G_MAXINT64, &error);
  g_assert_no_error (error);
  return v;
}

static void
add_arcs (LpnNet *net, guint32 transition, const char *arcs, bool output)
{
  g_auto (GStrv) words = g_strsplit (arcs, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *star = strchr (words[i], '*');
      gint64      weight = star == NULL ? 1 : g_ascii_strtoll (words[i], NULL, 10);
      guint32     place;
      if (*words[i] == '\0')
        continue;
      place = lpn_net_find_place (net, star == NULL ? words[i] : star + 1);
      g_assert_cmpuint (place, !=, LPN_NONE);
      if (output)
        lpn_net_add_output (net, transition, place, weight);
      else
        lpn_net_add_input (net, transition, place, weight);
    }
}

static LpnExpr *
parse (const LpnNet *net, guint32 module, const char *text, LpnType want)
{
  GError  *error = NULL;
  LpnScope scope = lpn_net_scope (net, module, false);
  LpnExpr *expr = lpn_expr_parse (text, &scope, want, true, NULL, &error);
  g_assert_no_error (error);
  return expr;
}

guint32
lpn_test_transition (LpnNet *net, guint32 module, const char *id, const char *pre, const char *post, const char *guard)
{
  GError *error = NULL;
  guint32 t = lpn_net_add_transition (net, module, id, NULL, false, &error);
  g_assert_no_error (error);
  add_arcs (net, t, pre, false);
  add_arcs (net, t, post, true);
  if (guard != NULL)
    lpn_net_set_guard (net, t, parse (net, module, guard, LPN_TYPE_TRUTH));
  return t;
}

void
lpn_test_assign (LpnNet *net, guint32 transition, const char *variable, const char *index, const char *value)
{
  guint32 module = lpn_net_transition (net, transition)->module;
  guint32 v = lpn_net_find_variable (net, module, variable);
  g_assert_cmpuint (v, !=, LPN_NONE);
  lpn_net_add_assign (net, transition, v, index == NULL ? NULL : parse (net, module, index, LPN_TYPE_NUMBER),
                      parse (net, module, value, LPN_TYPE_NUMBER));
}

void
lpn_test_freeze (LpnNet *net)
{
  GError *error = NULL;
  lpn_net_freeze (net, &error);
  g_assert_no_error (error);
}
