/* SPDX-License-Identifier: MIT */
#include "io/vcd.h"

#include <inttypes.h>
#include <string.h>

#include "io/fit-id.h"
#include "io/output.h"
#include "io/version.h"

/* One dump on its way out. */
typedef struct
{
  const LpnNet *net;
  const GArray *transitions; /* guint32 */
  bool          places;
  const char   *comment;
  FILE         *out;
  guint8       *widths; /* per element, in bits; 0: not shown */
  gint64       *before;
  gint64       *after;
} Dump;

/* ---- Names ---- */

/* The short code of variable i of the dump: printable characters, base 94. Number 0 is `fired`, then elements. */
static const char *
code_of (guint32 i, char *buffer)
{
  char *p = buffer;
  do
    {
      *p++ = (char)('!' + i % 94);
      i /= 94;
    }
  while (i-- > 0);
  *p = '\0';
  return buffer;
}

#define CODE(i) code_of (i, (char[8]){ 0 })

/* A name without blanks and control characters, not in `used` yet; that owns it. */
static const char *
make_name (const char *id, GHashTable *used)
{
  /* Not empty, and no keyword. */
  GString *name = g_string_new (id[0] == '\0' || id[0] == '$' ? "_" : NULL);
  for (const char *p = id; *p != '\0'; p++)
    g_string_append_c (name, *p > 0x20 && *p < 0x7f ? *p : '_');
  return lpn_claim_id (name, used);
}

static GHashTable *
names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* ---- Widths ---- */

static guint8
bits_for (gint64 max)
{
  guint8 bits = 1;
  while (bits < 63 && max >> bits != 0)
    bits++;
  return bits;
}

static void
widen (Dump *dump)
{
  for (guint32 p = 0; p < lpn_net_n_places (dump->net); p++)
    dump->widths[p] = MAX (dump->widths[p], bits_for (dump->before[p]));
}

static void
fire (Dump *dump, guint i)
{
  LpnFaultInfo  info = { 0 };
  gint64       *swap = dump->before;
  LpnFireAnswer answer
      = lpn_reference_fire (dump->net, g_array_index (dump->transitions, guint32, i), dump->before, dump->after, &info);
  g_assert (answer == LPN_FIRE_FIRED); /* the caller's promise */
  dump->before = dump->after;
  dump->after = swap;
}

/* Those of places come from a walk along the whole sequence. */
static void
find_widths (Dump *dump)
{
  const LpnNet *net = dump->net;
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      guint8             width = variable->min >= 0 ? bits_for (variable->max) : 64;
      memset (dump->widths + lpn_net_variable_element (net, v), width, variable->size);
    }
  if (!dump->places)
    return;
  lpn_net_initial (net, dump->before);
  widen (dump);
  for (guint i = 0; i < dump->transitions->len; i++)
    {
      fire (dump, i);
      widen (dump);
    }
}

/* ---- Declarations ---- */

static void
put_variable (Dump *dump, guint32 element, const char *name)
{
  guint width = dump->widths[element];
  if (width == 64)
    fprintf (dump->out, "$var integer 64 %s %s $end\n", CODE (element + 1), name);
  else if (width > 1)
    fprintf (dump->out, "$var wire %u %s %s [%u:0] $end\n", width, CODE (element + 1), name, width - 1);
  else
    fprintf (dump->out, "$var wire 1 %s %s $end\n", CODE (element + 1), name);
}

static void
put_variables (Dump *dump, guint32 module, GHashTable *used)
{
  static const LpnPort order[] = { LPN_PORT_INPUT, LPN_PORT_OUTPUT, LPN_PORT_INTERNAL, LPN_PORT_NONE };
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint32 v = 0; v < lpn_net_n_variables (dump->net); v++)
      {
        const LpnVariable *variable = lpn_net_variable (dump->net, v);
        if (variable->module != module || variable->port != order[i])
          continue;
        for (guint32 cell = 0; cell < variable->size; cell++)
          {
            g_autofree char *id = variable->is_array ? g_strdup_printf ("%s[%u]", variable->id, cell) : NULL;
            put_variable (dump, lpn_net_variable_element (dump->net, v) + cell,
                          make_name (id != NULL ? id : variable->id, used));
          }
      }
}

/* The id without its module in front, which is the scope. */
static const char *
short_id (const LpnNet *net, const LpnPlace *place)
{
  const char *module = place->module != LPN_NONE ? lpn_net_module (net, place->module)->id : "";
  gsize       length = strlen (module);
  bool        prefixed = length > 0 && g_str_has_prefix (place->id, module) && place->id[length] == '.';
  return prefixed ? place->id + length + 1 : place->id;
}

/* `names` are those of the scope around. */
static void
put_places (Dump *dump, guint32 module, GHashTable *names)
{
  g_autoptr (GHashTable) used = names_new ();
  bool open = false;
  for (guint32 p = 0; dump->places && p < lpn_net_n_places (dump->net); p++)
    {
      const LpnPlace *place = lpn_net_place (dump->net, p);
      if (place->module != module)
        continue;
      if (!open)
        fprintf (dump->out, "$scope module %s $end\n", make_name ("places", names));
      open = true;
      put_variable (dump, p, make_name (short_id (dump->net, place), used));
    }
  if (open)
    fputs ("$upscope $end\n", dump->out);
}

/* A net of one module has no scope for it. */
static void
put_modules (Dump *dump, GHashTable *names)
{
  guint32 n = lpn_net_n_modules (dump->net);
  for (guint32 m = 0; m < n; m++)
    {
      g_autoptr (GHashTable) own = n > 1 ? names_new () : g_hash_table_ref (names);
      if (n > 1)
        fprintf (dump->out, "$scope module %s $end\n", make_name (lpn_net_module (dump->net, m)->id, names));
      put_variables (dump, m, own);
      put_places (dump, m, own);
      if (n > 1)
        fputs ("$upscope $end\n", dump->out);
    }
}

static void
put_header (Dump *dump)
{
  g_autoptr (GHashTable) top = names_new ();
  g_autoptr (GHashTable) names = names_new ();

  if (dump->comment != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (dump->comment, "$end", -1);
      g_autofree char *text = g_strjoinv ("$ end", parts);
      fprintf (dump->out, "$comment %s $end\n", text);
    }
  fprintf (dump->out, "$version lpnreach " LPN_VERSION " $end\n$timescale 1 ns $end\n$scope module %s $end\n",
           make_name (lpn_net_name (dump->net), top));
  fprintf (dump->out, "$var string 1 %s %s $end\n", CODE (0), make_name ("fired", names));
  put_variables (dump, LPN_NONE, names);
  put_modules (dump, names);
  put_places (dump, LPN_NONE, names);
  fputs ("$upscope $end\n$enddefinitions $end\n", dump->out);
}

/* ---- Values ---- */

static void
put_value (Dump *dump, guint32 element, gint64 value)
{
  guint width = dump->widths[element];
  if (width == 1)
    {
      fprintf (dump->out, "%c%s\n", value != 0 ? '1' : '0', CODE (element + 1));
      return;
    }
  putc ('b', dump->out);
  /* Leading zeros may be left out: a reader extends by zeros. */
  guint bits = 64;
  while (bits > 1 && ((guint64)value >> (bits - 1) & 1) == 0)
    bits--;
  while (bits-- > 0)
    putc ('0' + (int)((guint64)value >> bits & 1), dump->out);
  fprintf (dump->out, " %s\n", CODE (element + 1));
}

/* Blanks and what is not printable as \ooo, which GTKWave shows as meant. */
static void
put_fired (Dump *dump, const char *text)
{
  putc ('s', dump->out);
  for (const char *p = text; *p != '\0'; p++)
    if (*p > 0x20 && *p < 0x7f && *p != '\\')
      putc (*p, dump->out);
    else
      fprintf (dump->out, "\\%03o", (guint)(guchar)*p);
  fprintf (dump->out, " %s\n", CODE (0));
}

static bool
write_dump (FILE *out, gconstpointer data, GError **error)
{
  Dump   *dump = (Dump *)data;
  guint32 n = lpn_net_n_elements (dump->net);
  guint   steps = dump->transitions->len;

  (void)error;
  dump->out = out;
  put_header (dump);
  lpn_net_initial (dump->net, dump->before);
  fputs ("#0\n$dumpvars\n", out);
  put_fired (dump, "(initial)");
  for (guint32 e = 0; e < n; e++)
    if (dump->widths[e] > 0)
      put_value (dump, e, dump->before[e]);
  fputs ("$end\n", out);
  for (guint i = 0; i < steps && !ferror (out); i++)
    {
      fire (dump, i);
      fprintf (out, "#%u\n", i + 1);
      put_fired (dump, lpn_net_transition (dump->net, g_array_index (dump->transitions, guint32, i))->id);
      for (guint32 e = 0; e < n; e++)
        if (dump->widths[e] > 0 && dump->before[e] != dump->after[e])
          put_value (dump, e, dump->before[e]);
    }
  fprintf (out, "#%u\n", steps + 1);
  return !ferror (out);
}

bool
lpn_vcd_save (const char *path, const LpnNet *net, const GArray *transitions, bool places, const char *comment,
              GError **error)
{
  gsize              n = (gsize)lpn_net_n_elements (net) + 1;
  g_autofree guint8 *widths = g_new0 (guint8, n);
  Dump               dump = { .net = net,
                              .transitions = transitions,
                              .places = places || lpn_net_n_variables (net) == 0,
                              .comment = comment,
                              .widths = widths,
                              .before = g_new (gint64, n),
                              .after = g_new (gint64, n) };

  find_widths (&dump);
  bool ok = lpn_output_write (path, write_dump, &dump, error);
  g_free (dump.before);
  g_free (dump.after);
  return ok;
}
