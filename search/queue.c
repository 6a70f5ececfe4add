/* SPDX-License-Identifier: MIT */
#include "search/queue.h"

#include <string.h>

#include "store/packing.h"

enum
{
  CHUNK_BYTES = 1 << 18,
};

typedef struct _Chunk Chunk;
struct _Chunk
{
  Chunk   *next;
  LpnBlock block;
  guint    entry; /* bytes per tuple */
  gsize    head;  /* next to pop */
  gsize    tail;  /* next to push */
};

struct _LpnQueue
{
  LpnBudget *budget;
  LpnPacking packing;
  guint64   *words; /* scratch for one packed tuple */
  guint      room;  /* words allocated */
  Chunk     *first;
  Chunk     *last;
  guint64    length;
  guint64    bytes;
};

LpnQueue *
lpn_queue_new (guint n_components, LpnBudget *budget)
{
  LpnQueue *queue = g_new0 (LpnQueue, 1);
  queue->budget = budget;
  if (!lpn_packing_init (&queue->packing, n_components, LPN_PACKING_NO_BIT, budget))
    {
      g_free (queue);
      return NULL;
    }
  queue->room = queue->packing.n_words;
  queue->words = g_new0 (guint64, queue->room);
  return queue;
}

static void
drop_first (LpnQueue *queue)
{
  Chunk *chunk = queue->first;
  queue->first = chunk->next;
  if (queue->first == NULL)
    queue->last = NULL;
  queue->bytes -= chunk->block.size;
  lpn_block_free (&chunk->block, queue->budget);
  g_free (chunk);
}

void
lpn_queue_free (LpnQueue *queue)
{
  if (queue == NULL)
    return;
  while (queue->first != NULL)
    drop_first (queue);
  lpn_packing_clear (&queue->packing);
  g_free (queue->words);
  g_free (queue);
}

bool
lpn_queue_grown (LpnQueue *queue, guint component, guint32 count)
{
  if (!lpn_packing_grow (&queue->packing, component, count))
    return false;
  if (queue->packing.n_words > queue->room)
    {
      queue->room = queue->packing.n_words;
      queue->words = g_renew (guint64, queue->words, queue->room);
    }
  return true;
}

static bool
add_chunk (LpnQueue *queue, guint entry)
{
  Chunk *chunk = g_new0 (Chunk, 1);
  chunk->entry = entry;
  if (!lpn_block_resize (&chunk->block, queue->budget, MAX (CHUNK_BYTES, entry)))
    {
      g_free (chunk);
      return false;
    }
  queue->bytes += chunk->block.size;
  if (queue->last != NULL)
    queue->last->next = chunk;
  else
    queue->first = chunk;
  queue->last = chunk;
  return true;
}

bool
lpn_queue_push (LpnQueue *queue, const guint32 *tuple)
{
  guint  entry = MAX ((queue->packing.n_bits + 7) / 8, 1);
  Chunk *chunk = queue->last;

  if (chunk == NULL || chunk->entry != entry || chunk->tail + entry > chunk->block.size)
    {
      if (!add_chunk (queue, entry))
        return false;
      chunk = queue->last;
    }
  lpn_packing_pack (&queue->packing, tuple, 1, queue->words);
  memcpy ((guint8 *)chunk->block.data + chunk->tail, queue->words, entry); /* little-endian: the low bytes */
  chunk->tail += entry;
  queue->length++;
  return true;
}

bool
lpn_queue_pop (LpnQueue *queue, guint32 *tuple)
{
  Chunk *chunk = queue->first;
  if (queue->length == 0)
    return false;
  while (chunk->head == chunk->tail)
    {
      drop_first (queue);
      chunk = queue->first;
    }
  memset (queue->words, 0, sizeof *queue->words * queue->packing.n_words);
  memcpy (queue->words, (guint8 *)chunk->block.data + chunk->head, chunk->entry);
  lpn_packing_unpack (&queue->packing, queue->words, tuple);
  chunk->head += chunk->entry;
  queue->length--;
  return true;
}

guint64
lpn_queue_length (const LpnQueue *queue)
{
  return queue->length;
}

guint64
lpn_queue_bytes (const LpnQueue *queue)
{
  return queue->bytes;
}
