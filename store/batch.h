/* SPDX-License-Identifier: MIT */
/*
 * The loops of insert_many and contains_many, for stores that make keys of several tuples before they look them up, so
 * that their cache misses overlap: the memory of a key is asked for LPN_BATCH_AHEAD keys before it is looked up, near
 * the number of misses a core can have under way at once.
 *
 * A store brings four functions of its own file, which the compiler puts into the loops:
 *   prepare (store, tuples, n)  makes keys 0 .. n-1 of `n` tuples, at most LPN_BATCH of them. Returns how many it could
 *                               make: fewer than n only where the next tuple has no key. Such a tuple is not held, and
 *                               inserting it is FULL
 *   touch (store, i)            asks for the memory that looking up key i will need
 *   insert (store, i, n)        what insert() answers for key i; keys 0 .. n-1, all that were made, must stay valid
 *   has (store, i)              is key i held?
 */
#ifndef LPN_STORE_BATCH_H
#define LPN_STORE_BATCH_H

#include "store/store.h"

enum
{
  LPN_BATCH = 64,
  LPN_BATCH_AHEAD = 16,
};

typedef guint (*LpnBatchPrepare) (LpnStore *store, const guint32 *tuples, guint n);
typedef void (*LpnBatchTouch) (const LpnStore *store, guint i);
typedef LpnStoreAnswer (*LpnBatchInsert) (LpnStore *store, guint i, guint n);
typedef bool (*LpnBatchHas) (LpnStore *store, guint i);

/* Before the first key is looked up. */
__attribute__ ((always_inline)) static inline void
lpn_batch_touch_first (const LpnStore *store, guint ready, LpnBatchTouch touch)
{
  for (guint i = 0; i < MIN (ready, LPN_BATCH_AHEAD); i++)
    touch (store, i);
}

/* Before key i is. */
__attribute__ ((always_inline)) static inline void
lpn_batch_touch_next (const LpnStore *store, guint i, guint ready, LpnBatchTouch touch)
{
  if (i + LPN_BATCH_AHEAD < ready)
    touch (store, i + LPN_BATCH_AHEAD);
}

__attribute__ ((always_inline)) static inline guint
lpn_batch_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers, LpnBatchPrepare prepare,
                       LpnBatchTouch touch, LpnBatchInsert insert)
{
  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, LPN_BATCH);
      guint ready = prepare (store, tuples + (size_t)done * store->n_components, now);
      lpn_batch_touch_first (store, ready, touch);
      for (guint i = 0; i < ready; i++, done++)
        {
          lpn_batch_touch_next (store, i, ready, touch);
          answers[done] = (gint8)insert (store, i, ready);
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
lpn_batch_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen, LpnBatchPrepare prepare,
                         LpnBatchTouch touch, LpnBatchHas has)
{
  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, LPN_BATCH);
      guint ready = prepare (store, tuples + (size_t)done * store->n_components, now);
      lpn_batch_touch_first (store, ready, touch);
      for (guint i = 0; i < ready; i++, done++)
        {
          lpn_batch_touch_next (store, i, ready, touch);
          seen[done] = has (store, i);
        }
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

/* Defines the four functions of a store type, NAME_insert and so on, from touch_key(), insert_key(), has_key() and what
 * prepares keys to add and keys to ask for. */
#define LPN_BATCH_FUNCTIONS(name, prepare_added, prepare_asked)                                                        \
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
    return lpn_batch_insert_many (store, tuples, n, answers, prepare_added, touch_key, insert_key);                    \
  }                                                                                                                    \
  static void name##_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)                     \
  {                                                                                                                    \
    lpn_batch_contains_many (store, tuples, n, seen, prepare_asked, touch_key, has_key);                               \
  }

#endif
