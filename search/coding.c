/* SPDX-License-Identifier: MIT */
#include "search/coding.h"

#include <string.h>

#include "search/silent.h"
#include "store/key-table.h"

/* The signals of one component: what each of its local states adds to the code. */
typedef struct
{
  guint    component;
  guint    first_byte; /* of the code */
  guint    n_bytes;
  guint    n;       /* signals */
  guint   *columns; /* of the component */
  guint   *bits;    /* of the code */
  LpnBlock map;     /* n_bytes per local state */
  guint32  known;   /* local states mapped */
} Source;

struct _LpnCoding
{
  LpnRun           *run;
  const LpnSignals *signals;
  guint             n_sources;
  Source           *sources;
  guint            *bit; /* per signal: of the code. Signals of one component lie together */
  gsize             code_bytes;
  gsize             excited_bytes;
  guint8           *code;
  guint8           *excited;
  gint64           *row; /* scratch: one local state */

  bool        keep;
  LpnKeyTable codes;
  LpnBlock    first;  /* excitation by number of the code */
  LpnSilent  *silent; /* NULL: no silent transitions */
};

static void
set_bit (guint8 *bytes, guint bit)
{
  bytes[bit / 8] = (guint8)(bytes[bit / 8] | 1u << bit % 8);
}

/* Finds the components that hold signals, and gives the bits of the code out in their order. */
static void
make_sources (LpnCoding *coding)
{
  const LpnPartition *partition = coding->run->partition;
  const LpnNet       *net = coding->run->net;
  const LpnSignals   *signals = coding->signals;
  guint               bit = 0, widest = 1;

  coding->sources = g_new0 (Source, coding->run->n_components);
  coding->bit = g_new0 (guint, signals->n + 1);
  for (guint c = 0; c < coding->run->n_components; c++)
    {
      Source *source = &coding->sources[coding->n_sources];
      guint   n = lpn_partition_component (partition, c)->n_elements;
      widest = MAX (widest, n);
      *source
          = (Source){ .component = c, .first_byte = bit / 8, .columns = g_new (guint, n), .bits = g_new (guint, n) };
      for (guint i = 0; i < signals->n; i++)
        {
          guint column;
          if (lpn_partition_home (partition, lpn_net_variable_element (net, signals->variables[i]), &column) != c)
            continue;
          coding->bit[i] = bit;
          source->columns[source->n] = column;
          source->bits[source->n++] = bit++;
        }
      source->n_bytes = source->n > 0 ? (bit - 1) / 8 - source->first_byte + 1 : 0;
      if (source->n > 0)
        coding->n_sources++;
      else
        {
          g_free (source->columns);
          g_free (source->bits);
        }
    }
  coding->row = g_new (gint64, widest);
}

LpnCoding *
lpn_coding_new (LpnRun *run, const LpnSignals *signals, bool keep)
{
  LpnCoding *coding = g_new0 (LpnCoding, 1);
  coding->run = run;
  coding->signals = signals;
  coding->keep = keep;
  coding->code_bytes = MAX ((signals->n + 7) / 8, 1);
  coding->excited_bytes = MAX ((signals->n_local + 7) / 8, 1);
  coding->code = g_new0 (guint8, coding->code_bytes);
  coding->excited = g_new0 (guint8, coding->excited_bytes);
  make_sources (coding);
  lpn_key_table_init (&coding->codes, coding->code_bytes);
  if (keep && signals->has_silent)
    coding->silent = lpn_silent_new (run, signals, coding->code_bytes, coding->excited_bytes);
  return coding;
}

void
lpn_coding_free (LpnCoding *coding)
{
  if (coding == NULL)
    return;
  for (guint i = 0; i < coding->n_sources; i++)
    {
      lpn_block_free (&coding->sources[i].map, coding->run->budget);
      g_free (coding->sources[i].columns);
      g_free (coding->sources[i].bits);
    }
  lpn_key_table_clear (&coding->codes, coding->run->budget);
  lpn_block_free (&coding->first, coding->run->budget);
  lpn_silent_free (coding->silent);
  g_free (coding->sources);
  g_free (coding->bit);
  g_free (coding->code);
  g_free (coding->excited);
  g_free (coding->row);
  g_free (coding);
}

bool
lpn_coding_grown (LpnCoding *coding, guint component, guint32 count)
{
  return coding->silent == NULL || lpn_silent_grown (coding->silent, component, count);
}

/* Maps all local states there are. */
static bool
extend (LpnCoding *coding, Source *source)
{
  guint32 count = lpn_next_count (coding->run->next, source->component);
  gsize   need = (gsize)count * source->n_bytes;

  if (need > source->map.size
      && !lpn_block_resize (&source->map, coding->run->budget, MAX (need, source->map.size / 2 * 3)))
    return false;
  for (; source->known < count; source->known++)
    {
      guint8 *bytes = (guint8 *)source->map.data + (gsize)source->known * source->n_bytes;
      guint   n;
      lpn_next_decode_component (coding->run->next, source->component, source->known, coding->row, &n);
      for (guint i = 0; i < source->n; i++)
        if (coding->row[source->columns[i]] != 0)
          set_bit (bytes, source->bits[i] - 8 * source->first_byte);
    }
  return true;
}

const guint8 *
lpn_coding_code (LpnCoding *coding, const guint32 *tuple)
{
  memset (coding->code, 0, coding->code_bytes);
  for (guint i = 0; i < coding->n_sources; i++)
    {
      Source       *source = &coding->sources[i];
      guint32       index = tuple[source->component];
      guint8       *to = coding->code + source->first_byte;
      const guint8 *from;
      if (G_UNLIKELY (index >= source->known) && !extend (coding, source))
        return NULL;
      from = (const guint8 *)source->map.data + (gsize)index * source->n_bytes;
      for (guint k = 0; k < source->n_bytes; k++)
        to[k] = (guint8)(to[k] | from[k]);
    }
  return coding->code;
}

/* The bit of the excitation for an edge of a local signal, else LPN_NONE. */
static guint32
excited_bit (const LpnCoding *coding, guint32 transition)
{
  const LpnSignals *signals = coding->signals;
  guint32           variable = lpn_net_transition (signals->net, transition)->signal;
  if (!lpn_port_is_local (lpn_signals_port (signals, transition)))
    return LPN_NONE;
  return signals->number[variable] - (signals->n - signals->n_local);
}

const guint8 *
lpn_coding_excited (LpnCoding *coding, const LpnSuccessors *successors)
{
  memset (coding->excited, 0, coding->excited_bytes);
  for (guint i = 0; i < successors->n; i++)
    {
      guint32 bit = excited_bit (coding, successors->transitions[i]);
      if (bit != LPN_NONE)
        set_bit (coding->excited, bit);
    }
  return coding->excited;
}

void
lpn_coding_of_values (const LpnCoding *coding, const gint64 *values, guint8 *code, guint8 *excited)
{
  const LpnSignals *signals = coding->signals;
  memset (code, 0, coding->code_bytes);
  memset (excited, 0, coding->excited_bytes);
  for (guint i = 0; i < signals->n; i++)
    if (values[lpn_net_variable_element (signals->net, signals->variables[i])] != 0)
      set_bit (code, coding->bit[i]);
  for (guint32 t = 0; t < lpn_net_n_transitions (signals->net); t++)
    {
      guint32      bit = excited_bit (coding, t);
      LpnFaultInfo info = { 0 };
      if (bit != LPN_NONE && lpn_reference_enabled (signals->net, t, values, &info) == LPN_FIRE_FIRED)
        set_bit (excited, bit);
    }
}

gsize
lpn_coding_code_bytes (const LpnCoding *coding)
{
  return coding->code_bytes;
}

gsize
lpn_coding_excited_bytes (const LpnCoding *coding)
{
  return coding->excited_bytes;
}

/* Makes room in the excitations for code number `number`. */
static bool
make_room (LpnCoding *coding, guint64 number)
{
  gsize need = (gsize)(number + 1) * coding->excited_bytes;
  return need <= coding->first.size
         || lpn_block_resize (&coding->first, coding->run->budget, MAX (need, coding->first.size / 4 * 5))
         || lpn_block_resize (&coding->first, coding->run->budget, need);
}

LpnCodingAnswer
lpn_coding_look (LpnCoding *coding, const guint32 *tuple, const LpnSuccessors *successors)
{
  const guint8 *code = lpn_coding_code (coding, tuple);
  guint64       before = coding->codes.count;
  guint32       number;
  guint8       *first;

  if (code == NULL)
    return LPN_CODING_FULL;
  lpn_coding_excited (coding, successors);
  if (coding->silent != NULL)
    return lpn_silent_add (coding->silent, tuple, code, coding->excited, successors) ? LPN_CODING_FREE
                                                                                     : LPN_CODING_FULL;
  if (!make_room (coding, before))
    return LPN_CODING_FULL;
  number = lpn_key_table_add (&coding->codes, coding->run->budget, code, lpn_key_table_hash (&coding->codes, code));
  if (number == LPN_KEY_TABLE_NONE)
    return LPN_CODING_FULL;
  first = (guint8 *)coding->first.data + (gsize)number * coding->excited_bytes;
  if (coding->codes.count > before)
    {
      memcpy (first, coding->excited, coding->excited_bytes);
      return LPN_CODING_FREE;
    }
  return memcmp (first, coding->excited, coding->excited_bytes) == 0 ? LPN_CODING_USC : LPN_CODING_CSC;
}

bool
lpn_coding_pairs (LpnCoding *coding, LpnCodingPair *usc, LpnCodingPair *csc)
{
  *usc = *csc = (LpnCodingPair){ .signal = LPN_NONE };
  return coding->silent == NULL || lpn_silent_pairs (coding->silent, usc, csc);
}

guint64
lpn_coding_bytes (const LpnCoding *coding)
{
  guint64 bytes = lpn_key_table_bytes (&coding->codes) + coding->first.size;
  for (guint i = 0; i < coding->n_sources; i++)
    bytes += coding->sources[i].map.size;
  return bytes + (coding->silent != NULL ? lpn_silent_bytes (coding->silent) : 0);
}
