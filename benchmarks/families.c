/* SPDX-License-Identifier: MIT */
#include "benchmarks/families.h"

#include <string.h>

#include "benchmarks/families/list.h"

G_DEFINE_QUARK (lpn - family - error - quark, lpn_family_error)

#define LPN_FAMILY_ROW(name) &lpn_family_##name,
static const LpnFamily *const families[] = { LPN_FAMILY_LIST (LPN_FAMILY_ROW) NULL };

const LpnFamily *const *
lpn_families (void)
{
  return families;
}

guint
lpn_family_n_parameters (const LpnFamily *family)
{
  guint n = 0;
  while (n < LPN_FAMILY_MAX_PARAMETERS && family->parameters[n].name != NULL)
    n++;
  return n;
}

static const LpnFamily *
by_name (const char *name, gsize length)
{
  for (guint i = 0; families[i] != NULL; i++)
    if (strlen (families[i]->name) == length && strncmp (families[i]->name, name, length) == 0)
      return families[i];
  return NULL;
}

const LpnFamily *
lpn_family_find (const char *spec)
{
  gsize       length = strcspn (spec, ":.");
  const char *rest = spec + length;

  if (*rest == '.' && (rest[1] == '\0' || rest[1 + strspn (rest + 1, "0123456789")] != '\0'))
    return NULL;
  return by_name (spec, length);
}

/* "N (2..12, standard 3), ERROR (0..1, standard 0)". Returns: transfer full. */
static char *
list_parameters (const LpnFamily *family)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < lpn_family_n_parameters (family); i++)
    {
      const LpnFamilyParameter *p = &family->parameters[i];
      g_string_append_printf (text, "%s%s (%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ", standard %" G_GINT64_FORMAT ")",
                              i == 0 ? "" : ", ", p->name, p->min, p->max, p->standard);
    }
  if (text->len == 0)
    g_string_append (text, "none");
  return g_string_free (text, FALSE);
}

static void
set_unknown_family (const char *spec, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; families[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", families[i]->name);
  g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_UNKNOWN, "\"%s\" names no model family; known: %s", spec,
               names->str);
}

static bool
set_value (const LpnFamily *family, guint parameter, const char *text, gint64 *value, GError **error)
{
  const LpnFamilyParameter *p = &family->parameters[parameter];
  char                     *end;

  *value = g_ascii_strtoll (text, &end, 10);
  if (end == text || *end != '\0' || *value < p->min || *value > p->max)
    {
      g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_VALUE,
                   "family %s: parameter %s must be a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   ", not \"%s\"",
                   family->name, p->name, p->min, p->max, text);
      return false;
    }
  return true;
}

/* One "4" or "N=4"; `position` is its place in the list. */
static bool
parse_item (const LpnFamily *family, const char *item, guint position, bool *given, gint64 *values, GError **error)
{
  guint            n = lpn_family_n_parameters (family);
  const char      *equals = strchr (item, '=');
  g_autofree char *name = equals == NULL ? NULL : g_strndup (item, (gsize)(equals - item));
  guint            parameter = position;
  g_autofree char *known = NULL;

  if (*item == '\0')
    {
      g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_PARAMETER, "family %s: no value between the commas",
                   family->name);
      return false;
    }
  if (name != NULL)
    for (parameter = 0; parameter < n && strcmp (family->parameters[parameter].name, name) != 0;)
      parameter++;
  if (parameter >= n)
    {
      known = list_parameters (family);
      g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_PARAMETER, "family %s: %s \"%s\"; its parameters: %s",
                   family->name, name == NULL ? "one value too many," : "no parameter", name == NULL ? item : name,
                   known);
      return false;
    }
  if (given[parameter])
    {
      g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_PARAMETER, "family %s: parameter %s given twice",
                   family->name, family->parameters[parameter].name);
      return false;
    }
  given[parameter] = true;
  return set_value (family, parameter, equals == NULL ? item : equals + 1, &values[parameter], error);
}

static bool
parse_parameters (const LpnFamily *family, const char *text, gint64 *values, GError **error)
{
  g_auto (GStrv) items = g_strsplit (text, ",", -1); /* of "" it makes no item at all */
  bool given[LPN_FAMILY_MAX_PARAMETERS] = { false };

  if (items[0] == NULL)
    return parse_item (family, "", 0, given, values, error);
  for (guint i = 0; items[i] != NULL; i++)
    if (!parse_item (family, items[i], i, given, values, error))
      return false;
  return true;
}

static const char *
find_instance (const LpnFamily *family, const char *number, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (const LpnFamilyInstance *i = family->instances; i != NULL && i->number != 0; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i->number);
      if (strcmp (text, number) == 0)
        return i->parameters;
      g_string_append_printf (known, "%s%s.%u", known->len == 0 ? "" : ", ", family->name, i->number);
    }
  g_set_error (error, LPN_FAMILY_ERROR, LPN_FAMILY_ERROR_UNKNOWN, "family %s has no instance number %s; %s%s",
               family->name, number, known->len == 0 ? "it has no numbered instances" : "known: ", known->str);
  return NULL;
}

const LpnFamily *
lpn_family_parse (const char *spec, gint64 *values, GError **error)
{
  const LpnFamily *family = lpn_family_find (spec);
  const char      *rest;

  if (family == NULL)
    {
      set_unknown_family (spec, error);
      return NULL;
    }
  for (guint i = 0; i < LPN_FAMILY_MAX_PARAMETERS; i++)
    values[i] = family->parameters[i].standard;

  rest = spec + strlen (family->name);
  if (*rest == '\0')
    return family;
  if (*rest == '.')
    {
      rest = find_instance (family, rest + 1, error);
      if (rest == NULL)
        return NULL;
    }
  else
    rest++;
  return parse_parameters (family, rest, values, error) ? family : NULL;
}

/* Returns: transfer full. */
static char *
canonical_name (const LpnFamily *family, const gint64 *values)
{
  GString *name = g_string_new (family->name);
  for (guint i = 0; i < lpn_family_n_parameters (family); i++)
    if (i == 0 || values[i] != family->parameters[i].standard)
      {
        const char *parameter = family->parameters[i].name;
        bool        digit = g_ascii_isdigit (parameter[strlen (parameter) - 1]);
        g_string_append_printf (name, "-%s%s%" G_GINT64_FORMAT, parameter, digit ? "_" : "", values[i]);
      }
  return g_string_free (name, FALSE);
}

LpnNet *
lpn_family_build (const char *spec, GError **error)
{
  gint64           values[LPN_FAMILY_MAX_PARAMETERS];
  const LpnFamily *family = lpn_family_parse (spec, values, error);
  LpnNet          *net;

  if (family == NULL)
    return NULL;
  g_autofree char *name = canonical_name (family, values);
  net = family->build (name, values, error);
  if (net == NULL)
    g_prefix_error (error, "family %s: ", name);
  return net;
}
