/* SPDX-License-Identifier: MIT */
/*
 * The memory budget of one run, and the big blocks that are paid from it.
 *
 * Vocabulary
 *   budget  a limit in bytes and how much of it is taken; shared by local tables, caches, stack and store
 *   block   zero-filled memory that grows without being copied: mapped pages, or less than a page from the C library
 *
 * Laws
 *   - whoever holds a large or growing amount of memory takes its bytes here first and gives them back
 *     after freeing; a refused take changes nothing.
 *   - used <= limit always holds. What is taken is an upper bound of what becomes resident.
 *   - small fixed allocations (below about a page per object) may use g_malloc and are covered by
 *     the margin the caller of lpn_budget_new() leaves.
 *
 * A budget is not thread-safe: one run, one budget.
 */
#ifndef LPN_BASE_BUDGET_H
#define LPN_BASE_BUDGET_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

G_BEGIN_DECLS

typedef struct _LpnBudget LpnBudget;

/* A budget of `limit` bytes; G_MAXUINT64 means no limit. Returns: transfer full. */
LpnBudget *lpn_budget_new (guint64 limit);
void       lpn_budget_free (LpnBudget *budget);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnBudget, lpn_budget_free)

/* Takes `bytes`, or answers false and takes nothing. */
bool lpn_budget_take (LpnBudget *budget, guint64 bytes);
void lpn_budget_give (LpnBudget *budget, guint64 bytes);

guint64 lpn_budget_limit (const LpnBudget *budget);
guint64 lpn_budget_used (const LpnBudget *budget);
guint64 lpn_budget_peak (const LpnBudget *budget);
/* What can still be taken. */
guint64 lpn_budget_left (const LpnBudget *budget);

typedef struct
{
  void  *data; /* NULL when size is 0 */
  size_t size; /* bytes usable, all of them taken from the budget: a power of two below a page, else whole pages */
} LpnBlock;

/* Makes `block` (which may be all zero) at least `size` bytes: contents kept, new bytes zero, the address
 * may change, nothing beyond a page is copied (mremap), so the peak is the new size and not old plus new. On refusal by
 * budget or system answers false and leaves the block as it was. Shrinking gives pages back. */
bool lpn_block_resize (LpnBlock *block, LpnBudget *budget, size_t size);
void lpn_block_free (LpnBlock *block, LpnBudget *budget);
/* Tells the kernel that large pages suit this block (no effect where unsupported). */
void lpn_block_advise_huge (LpnBlock *block);

G_END_DECLS

#endif
