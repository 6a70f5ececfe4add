/* SPDX-License-Identifier: MIT */
#include "io/pnml-private.h"

#include <string.h>

/* Ids and names of a hostile file may be megabytes long. */
#define MAX_MESSAGE 1000

static void
clear_module (gpointer data)
{
  g_free (((RawModule *)data)->id);
}

static void
clear_variable (gpointer data)
{
  g_free (((RawVariable *)data)->initial);
}

RawNet *
lpn_raw_net_new (LpnBudget *budget, const char *id, guint32 line)
{
  RawNet *net = g_new0 (RawNet, 1);
  net->budget = budget;
  net->texts = lpn_intern_new (budget);
  net->id = g_strdup (id);
  net->line = line;
  net->modules = g_array_new (FALSE, TRUE, sizeof (RawModule));
  g_array_set_clear_func (net->modules, clear_module);
  net->variables = g_array_new (FALSE, TRUE, sizeof (RawVariable));
  g_array_set_clear_func (net->variables, clear_variable);
  net->properties = g_array_new (FALSE, TRUE, sizeof (RawProperty));
  net->units = g_array_new (FALSE, TRUE, sizeof (RawUnit));
  net->unit_places = g_array_new (FALSE, FALSE, sizeof (guint32));
  net->unit_subs = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < RAW_ORDERS; i++)
    net->orders[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  return net;
}

void
lpn_raw_net_free (RawNet *net)
{
  if (net == NULL)
    return;
  lpn_intern_free (net->texts);
  g_free (net->id);
  lpn_block_free (&net->nodes.block, net->budget);
  lpn_block_free (&net->arcs.block, net->budget);
  lpn_block_free (&net->labels.block, net->budget);
  lpn_block_free (&net->node_of.block, net->budget);
  g_array_unref (net->modules);
  g_array_unref (net->variables);
  g_array_unref (net->properties);
  g_array_unref (net->units);
  g_array_unref (net->unit_places);
  g_array_unref (net->unit_subs);
  for (guint i = 0; i < RAW_ORDERS; i++)
    g_array_unref (net->orders[i]);
  g_free (net);
}

gpointer
lpn_raw_table_add (RawTable *table, LpnBudget *budget, gsize size)
{
  gsize need = (table->count + 1) * size;
  if (need > table->block.size && !lpn_block_resize (&table->block, budget, MAX (need, 2 * table->block.size))
      && !lpn_block_resize (&table->block, budget, need))
    return NULL;
  return memset ((char *)table->block.data + table->count++ * size, 0, size);
}

guint32
lpn_raw_find_node (const RawNet *net, guint32 symbol)
{
  /* a symbol that is younger than the last node names none; 0 - 1 is LPN_NONE */
  return symbol < net->node_of.count ? ((const guint32 *)net->node_of.block.data)[symbol] - 1 : LPN_NONE;
}

bool
lpn_pnml_fail (GError **error, const char *file, guint32 line, LpnIoError code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  if (strlen (text) > MAX_MESSAGE + 3)
    strcpy (text + MAX_MESSAGE, "...");
  g_autofree char *valid = g_utf8_make_valid (text, -1); /* it may have been cut inside a character */
  g_set_error (error, LPN_IO_ERROR, code, "%s:%u: %s", file, line, valid);
  return false;
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void
lpn_pnml_trim (const char **text, gsize *length)
{
  for (; *length > 0 && is_blank (**text); ++*text)
    --*length;
  while (*length > 0 && is_blank ((*text)[*length - 1]))
    --*length;
}

LpnNumber
lpn_pnml_number (const char *text, gsize length, gint64 *value)
{
  lpn_pnml_trim (&text, &length);
  bool negative = length > 0 && *text == '-';
  if (length > 0 && (*text == '-' || *text == '+'))
    text++, length--;
  if (length == 0)
    return LPN_NUMBER_BAD;

  gint64 sum = 0;
  bool   wide = false;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return LPN_NUMBER_BAD;
      int digit = text[i] - '0';
      wide = wide || __builtin_mul_overflow (sum, 10, &sum)
             || __builtin_add_overflow (sum, negative ? -digit : digit, &sum);
    }
  *value = sum;
  return wide ? LPN_NUMBER_WIDE : LPN_NUMBER_OK;
}
