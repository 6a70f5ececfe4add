/* SPDX-License-Identifier: MIT */
#include "store/key-buffer.h"

#include <string.h>

enum
{
  USED = 1,
  PLACED = 2,
  FEW = 24, /* keys that are sorted by insertion */
  LEAST_BYTES = 4096,
};

static inline guint64 *
slot_at (const LpnKeyBuffer *buffer, guint64 i)
{
  return (guint64 *)buffer->table.data + i * buffer->n_words;
}

static inline guint64 *
marks_of (const LpnKeyBuffer *buffer, guint64 *slot)
{
  return slot + buffer->n_words - 1;
}

static inline guint64
home_of (const LpnKeyBuffer *buffer, const guint64 *key)
{
  return lpn_key_hash (key, buffer->n_words) & (buffer->slots - 1);
}

static inline void
copy_key (const LpnKeyBuffer *buffer, guint64 *to, const guint64 *from)
{
  for (guint i = 0; i < buffer->n_words; i++)
    to[i] = from[i];
}

/* Slots that fit: a power of two. */
static guint64
slots_in (gsize bytes, guint n_words)
{
  guint64 fit = bytes / sizeof (guint64) / n_words;
  return fit < 2 ? 0 : G_GUINT64_CONSTANT (1) << (g_bit_storage (fit) - 1);
}

bool
lpn_key_buffer_init (LpnKeyBuffer *buffer, LpnBudget *budget)
{
  memset (buffer, 0, sizeof *buffer);
  buffer->budget = budget;
  return lpn_key_buffer_reset (buffer, 1);
}

void
lpn_key_buffer_clear (LpnKeyBuffer *buffer)
{
  if (buffer->budget != NULL)
    lpn_block_free (&buffer->table, buffer->budget);
}

static gsize
least_bytes (guint n_words)
{
  return MAX (LEAST_BYTES, 8 * sizeof (guint64) * n_words);
}

void
lpn_key_buffer_shrink (LpnKeyBuffer *buffer)
{
  lpn_block_resize (&buffer->table, buffer->budget, least_bytes (buffer->n_words));
  buffer->slots = slots_in (buffer->table.size, buffer->n_words);
}

bool
lpn_key_buffer_reset (LpnKeyBuffer *buffer, guint n_words)
{
  gsize least = least_bytes (n_words);

  if (buffer->table.size < least && !lpn_block_resize (&buffer->table, buffer->budget, least))
    return false;
  buffer->n_words = n_words;
  buffer->slots = slots_in (buffer->table.size, n_words);
  buffer->used = 0;
  memset (buffer->table.data, 0, buffer->table.size);
  return true;
}

/* The slot of the key, or the empty one where it would go. */
static inline guint64 *
find (const LpnKeyBuffer *buffer, const guint64 *key, guint64 hash, guint n_words)
{
  guint64 i = hash & (buffer->slots - 1);

  for (;; i = (i + 1) & (buffer->slots - 1))
    {
      guint64 *slot = (guint64 *)buffer->table.data + i * n_words;
      if ((slot[n_words - 1] & USED) == 0 || lpn_key_same (slot, key, n_words))
        return slot;
    }
}

/* Most keys have one word. */
static inline guint64 *
find_quickly (const LpnKeyBuffer *buffer, const guint64 *key, guint64 hash)
{
  return buffer->n_words == 1 ? find (buffer, key, hash, 1) : find (buffer, key, hash, buffer->n_words);
}

bool
lpn_key_buffer_has (const LpnKeyBuffer *buffer, const guint64 *key, guint64 hash)
{
  return (*marks_of (buffer, find_quickly (buffer, key, hash)) & USED) != 0;
}

LpnStoreAnswer
lpn_key_buffer_add (LpnKeyBuffer *buffer, const guint64 *key, guint64 hash)
{
  guint64 *slot = find_quickly (buffer, key, hash);

  if ((*marks_of (buffer, slot) & USED) != 0)
    return LPN_STORE_SEEN;
  if (buffer->used >= buffer->slots / 4 * 3)
    return LPN_STORE_FULL;
  copy_key (buffer, slot, key);
  *marks_of (buffer, slot) |= USED;
  buffer->used++;
  return LPN_STORE_NEW;
}

bool
lpn_key_buffer_grow (LpnKeyBuffer *buffer)
{
  gsize bytes = 2 * buffer->slots * buffer->n_words * sizeof (guint64);

  if (bytes > buffer->table.size && !lpn_block_resize (&buffer->table, buffer->budget, bytes))
    return false;
  buffer->slots *= 2;
  lpn_key_buffer_restore (buffer);
  return true;
}

/* Puts a key, by way of those it displaces, where it belongs: after keys that are placed already and in the stead of
 * one that is not. What is placed never moves again, so every key is reached from its home. */
static void
place (LpnKeyBuffer *buffer, guint64 *key, guint64 *spare)
{
  guint64 i = home_of (buffer, key);

  for (;;)
    {
      guint64 *slot = slot_at (buffer, i);
      guint64  marks = *marks_of (buffer, slot) & (USED | PLACED);
      if (marks == (USED | PLACED))
        {
          i = (i + 1) & (buffer->slots - 1);
          continue;
        }
      copy_key (buffer, spare, slot);
      copy_key (buffer, slot, key);
      *marks_of (buffer, slot) |= USED | PLACED;
      if (marks == 0)
        return;
      copy_key (buffer, key, spare);
      i = home_of (buffer, key);
    }
}

void
lpn_key_buffer_restore (LpnKeyBuffer *buffer)
{
  g_autofree guint64 *key = g_new (guint64, 2 * buffer->n_words);

  for (guint64 i = 0; i < buffer->slots; i++)
    {
      guint64 *slot = slot_at (buffer, i);
      if ((*marks_of (buffer, slot) & (USED | PLACED)) != USED)
        continue;
      copy_key (buffer, key, slot);
      memset (slot, 0, buffer->n_words * sizeof *slot);
      place (buffer, key, key + buffer->n_words);
    }
  for (guint64 i = 0; i < buffer->slots; i++)
    *marks_of (buffer, slot_at (buffer, i)) &= ~(guint64)PLACED;
}

void
lpn_key_buffer_insert_zero (LpnKeyBuffer *buffer, guint level)
{
  for (guint64 i = 0; i < buffer->slots; i++)
    {
      guint64 *slot = slot_at (buffer, i);
      if ((*marks_of (buffer, slot) & USED) != 0)
        lpn_key_insert_zero (slot, buffer->n_words, level);
    }
  lpn_key_buffer_restore (buffer);
}

static inline guint
byte_of (const guint64 *key, guint byte)
{
  return (guint)(key[byte / 8] >> (56 - 8 * (byte % 8)) & 0xff);
}

static inline bool
before (const guint64 *a, const guint64 *b, guint n_words)
{
  guint i = 0;

  while (i + 1 < n_words && a[i] == b[i])
    i++;
  return a[i] < b[i];
}

static void
sort_few (guint64 *keys, guint64 n, guint n_words, guint64 *spare)
{
  gsize bytes = n_words * sizeof *keys;

  for (guint64 i = 1; i < n; i++)
    {
      guint64 at = i;
      if (!before (keys + i * n_words, keys + (i - 1) * n_words, n_words))
        continue;
      memcpy (spare, keys + i * n_words, bytes);
      while (at > 0 && before (spare, keys + (at - 1) * n_words, n_words))
        at--;
      memmove (keys + (at + 1) * n_words, keys + at * n_words, (i - at) * bytes);
      memcpy (keys + at * n_words, spare, bytes);
    }
}

/* Sorts by byte `byte` and those after it; the bytes before are the same. A radix sort in place: each key is swapped
 * to the part of its byte's value until every part holds its own. */
static void
sort_keys (guint64 *keys, guint64 n, guint n_words, guint byte, guint64 *spare)
{
  guint64 ends[256], next[256];
  guint64 from = 0;

  /* The common beginning of the keys costs no recursion. */
  for (; n > FEW && byte < 8 * n_words; byte++)
    {
      guint value = byte_of (keys, byte);
      memset (ends, 0, sizeof ends);
      for (guint64 i = 0; i < n; i++)
        ends[byte_of (keys + i * n_words, byte)]++;
      if (ends[value] < n)
        break;
    }
  if (n <= FEW || byte == 8 * n_words)
    {
      sort_few (keys, n, n_words, spare);
      return;
    }
  for (guint v = 0; v < 256; v++)
    {
      next[v] = from;
      from += ends[v];
      ends[v] = from;
    }
  for (guint v = 0; v < 256; v++)
    while (next[v] < ends[v])
      {
        guint64 *key = keys + next[v] * n_words;
        guint    to = byte_of (key, byte);
        guint64 *other = keys + next[to]++ * n_words;
        if (to == v)
          continue;
        for (guint i = 0; i < n_words; i++)
          {
            guint64 word = key[i];
            key[i] = other[i];
            other[i] = word;
          }
      }
  if (byte + 1 == 8 * n_words)
    return;
  for (guint v = 0; v < 256; v++)
    {
      guint64 start = v > 0 ? ends[v - 1] : 0;
      if (ends[v] - start > 1)
        sort_keys (keys + start * n_words, ends[v] - start, n_words, byte + 1, spare);
    }
}

const guint64 *
lpn_key_buffer_sort (LpnKeyBuffer *buffer)
{
  g_autofree guint64 *spare = g_new (guint64, buffer->n_words);
  guint64             n = 0;

  for (guint64 i = 0; n < buffer->used; i++)
    {
      guint64 *slot = slot_at (buffer, i);
      if ((*marks_of (buffer, slot) & USED) == 0)
        continue;
      if (n < i)
        {
          copy_key (buffer, slot_at (buffer, n), slot);
          memset (slot, 0, buffer->n_words * sizeof *slot);
        }
      n++;
    }
  sort_keys (buffer->table.data, n, buffer->n_words, 0, spare);
  return buffer->table.data;
}

void
lpn_key_buffer_drop (LpnKeyBuffer *buffer, guint64 n)
{
  gsize bytes = buffer->n_words * sizeof (guint64);

  buffer->used -= n;
  memmove (buffer->table.data, slot_at (buffer, n), buffer->used * bytes);
  memset (slot_at (buffer, buffer->used), 0, n * bytes);
}

const guint64 *
lpn_key_buffer_slot (const LpnKeyBuffer *buffer, guint64 i)
{
  guint64 *slot = slot_at (buffer, i);
  return (*marks_of (buffer, slot) & USED) != 0 ? slot : NULL;
}

bool
lpn_key_buffer_check (const LpnKeyBuffer *buffer)
{
  guint64 used = 0;

  for (guint64 i = 0; i < buffer->slots; i++)
    {
      const guint64 *key = lpn_key_buffer_slot (buffer, i);
      if (key == NULL)
        continue;
      used++;
      if (find_quickly (buffer, key, lpn_key_hash (key, buffer->n_words)) != key
          || (key[buffer->n_words - 1] & PLACED) != 0)
        return false;
    }
  return used == buffer->used;
}
