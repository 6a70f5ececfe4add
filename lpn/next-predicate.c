/* SPDX-License-Identifier: MIT */
/* Expressions over the state, remembered per projection of the tuple that they read. */
#include "lpn/next-private.h"
#include "lpn/next.h"

struct _LpnPredicate
{
  LpnNext *next;
  LpnCode *code;
  LpnMemo *memo;
};

void
lpn_next_free_predicate (LpnPredicate *predicate)
{
  lpn_memo_free (predicate->memo);
  lpn_code_free (predicate->code);
  g_free (predicate);
}

LpnPredicate *
lpn_next_predicate (LpnNext *next, const LpnExpr *expr)
{
  LpnElementSet reads = lpn_compiled_reads (next->compiled, expr);
  LpnPredicate *predicate = g_new0 (LpnPredicate, 1);
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) views = NULL;

  if (reads.n > 0)
    g_array_append_vals (elements, reads.elements, reads.n);
  g_free ((guint32 *)reads.elements);
  predicate->next = next;
  predicate->code = lpn_code_new (next->net, expr);
  views = lpn_next_views_for (next, elements, G_MAXUINT);
  predicate->memo = lpn_memo_new (views, next->budget);
  g_ptr_array_add (next->predicates, predicate);
  return next->memory_out ? NULL : predicate;
}

int
lpn_predicate_holds (LpnPredicate *predicate, const guint32 *tuple)
{
  LpnMemo *memo = predicate->memo;
  guint64  key = lpn_memo_key (memo, tuple);
  guint32  value = lpn_memo_get (memo, key);
  if (G_UNLIKELY (value == GUARD_UNKNOWN))
    {
      gint64 result;
      lpn_next_load (predicate->next, memo, tuple);
      value = lpn_code_run (predicate->code, predicate->next->values, &result) != LPN_FAULT_NONE ? GUARD_FAULT
              : result != 0                                                                      ? GUARD_TRUE
                                                                                                 : GUARD_FALSE;
      lpn_memo_set (memo, key, value);
    }
  return value == GUARD_FAULT ? LPN_NEXT_FAULT : value == GUARD_TRUE;
}
