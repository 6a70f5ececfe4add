/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mremap, madvise */
#endif
#include "base/budget.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct _LpnBudget
{
  guint64 limit;
  guint64 used;
  guint64 peak;
};

LpnBudget *
lpn_budget_new (guint64 limit)
{
  LpnBudget *budget = g_new0 (LpnBudget, 1);
  budget->limit = limit;
  return budget;
}

void
lpn_budget_free (LpnBudget *budget)
{
  g_free (budget);
}

bool
lpn_budget_take (LpnBudget *budget, guint64 bytes)
{
  if (bytes > budget->limit - budget->used)
    return false;
  budget->used += bytes;
  budget->peak = MAX (budget->peak, budget->used);
  return true;
}

void
lpn_budget_give (LpnBudget *budget, guint64 bytes)
{
  g_assert (bytes <= budget->used);
  budget->used -= bytes;
}

guint64
lpn_budget_limit (const LpnBudget *budget)
{
  return budget->limit;
}

guint64
lpn_budget_used (const LpnBudget *budget)
{
  return budget->used;
}

guint64
lpn_budget_peak (const LpnBudget *budget)
{
  return budget->peak;
}

guint64
lpn_budget_left (const LpnBudget *budget)
{
  return budget->limit - budget->used;
}

static size_t
page_size (void)
{
  static size_t size; /* a constant of the machine, read once */
  if (size == 0)
    size = (size_t)sysconf (_SC_PAGESIZE);
  return size;
}

/* Blocks below a page come from the C library, in powers of two; a net can have hundreds of thousands of them. */
enum
{
  SMALLEST = 64,
};

static size_t
round_size (size_t size)
{
  size_t page = page_size ();
  size_t small = SMALLEST;
  if (size >= page)
    return (size + page - 1) / page * page;
  while (small < size)
    small *= 2;
  return small;
}

/* Memory of `size` bytes with the contents of the block, which is not touched; NULL when the system has none. A mapped
 * block stays mapped, so *moved says whether the old one is to be released. */
static void *
obtain (const LpnBlock *block, size_t size, bool *moved)
{
  size_t page = page_size ();
  void  *data;

  *moved = true;
  if (block->size >= page && size >= page)
    {
      *moved = false;
      data = mremap (block->data, block->size, size, MREMAP_MAYMOVE);
      return data == MAP_FAILED ? NULL : data;
    }
  if (size >= page)
    {
      data = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      data = data == MAP_FAILED ? NULL : data;
    }
  else
    data = calloc (1, size);
  if (data != NULL && block->size > 0)
    memcpy (data, block->data, MIN (size, block->size));
  return data;
}

static void
release (LpnBlock *block)
{
  if (block->size >= page_size ())
    munmap (block->data, block->size);
  else
    free (block->data);
}

bool
lpn_block_resize (LpnBlock *block, LpnBudget *budget, size_t size)
{
  void *data;
  bool  moved;

  if (size > G_MAXSIZE - page_size ())
    return false;
  if (size == 0)
    {
      lpn_block_free (block, budget);
      return true;
    }
  size = round_size (size);
  if (size == block->size)
    return true;
  if (size > block->size && !lpn_budget_take (budget, size - block->size))
    return false;
  data = obtain (block, size, &moved);
  if (data == NULL)
    {
      if (size > block->size)
        lpn_budget_give (budget, size - block->size);
      return false;
    }
  if (size < block->size)
    lpn_budget_give (budget, block->size - size);
  if (moved)
    release (block);
  block->data = data;
  block->size = size;
  return true;
}

void
lpn_block_free (LpnBlock *block, LpnBudget *budget)
{
  if (block->data != NULL)
    {
      release (block);
      lpn_budget_give (budget, block->size);
    }
  memset (block, 0, sizeof *block);
}

void
lpn_block_advise_huge (LpnBlock *block)
{
#ifdef MADV_HUGEPAGE
  if (block->size >= page_size ())
    (void)madvise (block->data, block->size, MADV_HUGEPAGE);
#endif
}
