/* SPDX-License-Identifier: MIT */
#include "io/intern.h"

#include <string.h>

#include "base/mix.h"

typedef struct
{
  guint32 offset; /* of the text */
  guint32 length;
  guint32 hash;
} Symbol;

struct _LpnIntern
{
  LpnBudget *budget; /* borrowed */
  LpnBlock   bytes;  /* texts, each with a zero after it */
  gsize      used;
  LpnBlock   symbols; /* Symbol */
  guint32    count;
  LpnBlock   slots;   /* guint32: symbol + 1, 0 is free */
  gsize      n_slots; /* a power of two, at least 4/3 of count */
  guint64    seed;
};

LpnIntern *
lpn_intern_new (LpnBudget *budget)
{
  LpnIntern *table = g_new0 (LpnIntern, 1);
  table->budget = budget;
  table->seed = (guint64)g_random_int () << 32 | g_random_int ();
  return table;
}

void
lpn_intern_free (LpnIntern *table)
{
  if (table == NULL)
    return;
  lpn_block_free (&table->bytes, table->budget);
  lpn_block_free (&table->symbols, table->budget);
  lpn_block_free (&table->slots, table->budget);
  g_free (table);
}

static guint32
hash_text (const LpnIntern *table, const char *text, gsize length)
{
  guint64 h = table->seed ^ length;
  for (; length >= 8; text += 8, length -= 8)
    {
      guint64 word;
      memcpy (&word, text, 8);
      h = lpn_mix64 (h ^ word);
    }
  guint64 rest = 0;
  memcpy (&rest, text, length);
  return (guint32)(lpn_mix64 (h ^ rest) >> 32);
}

static Symbol *
symbol_at (const LpnIntern *table, guint32 symbol)
{
  return (Symbol *)table->symbols.data + symbol;
}

/* Makes room for `more` bytes in a block that holds `used`, at least doubling it. */
static bool
make_room (LpnBlock *block, LpnBudget *budget, gsize used, gsize more)
{
  if (used + more <= block->size)
    return true;
  return lpn_block_resize (block, budget, MAX (used + more, 2 * block->size))
         || lpn_block_resize (block, budget, used + more);
}

guint32
lpn_intern_keep (LpnIntern *table, const char *text, gsize length)
{
  gsize offset = table->used;
  if (length >= G_MAXUINT32 || offset + length + 1 >= G_MAXUINT32
      || !make_room (&table->bytes, table->budget, offset, length + 1))
    return LPN_INTERN_FULL;
  char *to = (char *)table->bytes.data + offset;
  memcpy (to, text, length);
  to[length] = '\0';
  table->used += length + 1;
  return (guint32)offset;
}

const char *
lpn_intern_kept (const LpnIntern *table, guint32 offset)
{
  return (const char *)table->bytes.data + offset;
}

static gsize
find_slot (const LpnIntern *table, const char *text, gsize length, guint32 hash)
{
  const guint32 *slots = table->slots.data;
  gsize          mask = table->n_slots - 1;
  for (gsize i = hash & mask;; i = (i + 1) & mask)
    {
      if (slots[i] == 0)
        return i;
      const Symbol *symbol = symbol_at (table, slots[i] - 1);
      if (symbol->hash == hash && symbol->length == length
          && memcmp (lpn_intern_kept (table, symbol->offset), text, length) == 0)
        return i;
    }
}

static bool
grow_slots (LpnIntern *table)
{
  gsize    n = MAX (table->n_slots * 2, 1024);
  LpnBlock slots = { 0 };
  if (!lpn_block_resize (&slots, table->budget, n * sizeof (guint32)))
    return false;
  guint32 *to = slots.data;
  for (guint32 s = 0; s < table->count; s++)
    {
      gsize i = symbol_at (table, s)->hash & (n - 1);
      while (to[i] != 0)
        i = (i + 1) & (n - 1);
      to[i] = s + 1;
    }
  lpn_block_free (&table->slots, table->budget);
  table->slots = slots;
  table->n_slots = n;
  return true;
}

guint32
lpn_intern_find (const LpnIntern *table, const char *text, gsize length)
{
  if (table->n_slots == 0)
    return LPN_INTERN_FULL;
  gsize slot = find_slot (table, text, length, hash_text (table, text, length));
  /* a free slot holds 0, and 0 - 1 is LPN_INTERN_FULL */
  return ((const guint32 *)table->slots.data)[slot] - 1;
}

guint32
lpn_intern_add (LpnIntern *table, const char *text, gsize length)
{
  if (((guint64)table->count + 1) * 4 > (guint64)table->n_slots * 3 && !grow_slots (table))
    return LPN_INTERN_FULL;
  guint32  hash = hash_text (table, text, length);
  guint32 *slot = (guint32 *)table->slots.data + find_slot (table, text, length, hash);
  if (*slot != 0)
    return *slot - 1;
  if (!make_room (&table->symbols, table->budget, (gsize)table->count * sizeof (Symbol), sizeof (Symbol)))
    return LPN_INTERN_FULL;
  guint32 offset = lpn_intern_keep (table, text, length);
  if (offset == LPN_INTERN_FULL)
    return LPN_INTERN_FULL;
  *symbol_at (table, table->count) = (Symbol){ .offset = offset, .length = (guint32)length, .hash = hash };
  *slot = ++table->count;
  return table->count - 1;
}

const char *
lpn_intern_text (const LpnIntern *table, guint32 symbol)
{
  return lpn_intern_kept (table, symbol_at (table, symbol)->offset);
}

guint32
lpn_intern_count (const LpnIntern *table)
{
  return table->count;
}
