/* SPDX-License-Identifier: MIT */
/*
 * The loops of insert_many and contains_many, for stores that make keys of several tuples before they look them up, so
 * that their cache misses overlap.
 *
 * A store brings three functions of its own file, which the compiler puts into the loops:
 *   prepare (store, tuples, n)  makes keys 0 .. n-1 of `n` tuples, at most `batch` of them, and asks for the memory
 * they will need. Returns how many it could make: fewer than n only where the next tuple has no key. Such a tuple is
 * not held, and inserting it is FULL insert (store, i, n)        what insert() answers for key i; the keys up to n-1
 * must stay valid has (store, i)              is key i held?
 */
#ifndef LPN_STORE_BATCH_H
#define LPN_STORE_BATCH_H

#include "store/store.h"

typedef guint (*LpnBatchPrepare) (LpnStore *store, const guint32 *tuples, guint n);
typedef LpnStoreAnswer (*LpnBatchInsert) (LpnStore *store, guint i, guint n);
typedef bool (*LpnBatchHas) (LpnStore *store, guint i);

__attribute__ ((always_inline)) static inline guint
lpn_batch_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers, guint batch,
                       LpnBatchPrepare prepare, LpnBatchInsert insert)
{
  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, batch);
      guint ready = prepare (store, tuples + (size_t)done * store->n_components, now);
      for (guint i = 0; i < ready; i++, done++)
        {
          answers[done] = (gint8)insert (store, i, now);
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
      if (ready < now)
        {
          answers[done] = LPN_STORE_FULL;
          return done;
        }
    }
  return n;
}

__attribute__ ((always_inline)) static inline void
lpn_batch_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen, guint batch,
                         LpnBatchPrepare prepare, LpnBatchHas has)
{
  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, batch);
      guint ready = prepare (store, tuples + (size_t)done * store->n_components, now);
      for (guint i = 0; i < ready; i++, done++)
        seen[done] = has (store, i);
      if (ready < now)
        seen[done++] = 0;
    }
}

/* The same for one tuple. */
__attribute__ ((always_inline)) static inline LpnStoreAnswer
lpn_batch_insert (LpnStore *store, const guint32 *tuple, LpnBatchPrepare prepare, LpnBatchInsert insert)
{
  return prepare (store, tuple, 1) == 1 ? insert (store, 0, 1) : LPN_STORE_FULL;
}

__attribute__ ((always_inline)) static inline bool
lpn_batch_contains (LpnStore *store, const guint32 *tuple, LpnBatchPrepare prepare, LpnBatchHas has)
{
  return prepare (store, tuple, 1) == 1 && has (store, 0);
}

/* Defines the four functions of a store type, NAME_insert and so on, from prepare(), insert_key() and has_key(). */
#define LPN_BATCH_FUNCTIONS(name, batch, prepare_added, prepare_asked)                                                 \
  static LpnStoreAnswer name##_insert (LpnStore *store, const guint32 *tuple)                                          \
  {                                                                                                                    \
    return lpn_batch_insert (store, tuple, prepare_added, insert_key);                                                 \
  }                                                                                                                    \
  static bool name##_contains (LpnStore *store, const guint32 *tuple)                                                  \
  {                                                                                                                    \
    return lpn_batch_contains (store, tuple, prepare_asked, has_key);                                                  \
  }                                                                                                                    \
  static guint name##_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)                    \
  {                                                                                                                    \
    return lpn_batch_insert_many (store, tuples, n, answers, batch, prepare_added, insert_key);                        \
  }                                                                                                                    \
  static void name##_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)                     \
  {                                                                                                                    \
    lpn_batch_contains_many (store, tuples, n, seen, batch, prepare_asked, has_key);                                   \
  }

#endif
