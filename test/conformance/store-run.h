/* SPDX-License-Identifier: MIT */
/* A store under test beside a plain set: seeded random tuples, every answer compared. */
#ifndef LPN_TEST_STORE_RUN_H
#define LPN_TEST_STORE_RUN_H

#include "test/conformance/made-space.h"

typedef struct
{
  const LpnStoreType *type;
  guint32             seed;
  GRand              *rand;
  guint               n; /* components */
  MadeSpace          *space;
  LpnBudget          *budget;
  LpnStore           *store;
  PlainSet           *set;
  guint32            *counts;
  guint32            *tuple; /* at hand */
  guint               fulls; /* met so far */
} StoreRun;

/* A failure is printed with store, seed and line. */
void store_run_expect (const StoreRun *run, bool ok, const char *what, int line);
#define EXPECT(run, condition) store_run_expect (run, condition, #condition, __LINE__)

bool store_run_is_exact (const StoreRun *run);
/* `chunk` has tables of 256 entries by design: it may be full at any time. */
bool store_run_may_be_full (const StoreRun *run);
/* False where the store cannot be opened so; only the reasons in the contract are allowed. */
bool store_run_open (StoreRun *run, const LpnStoreType *type, guint n, bool declared, guint64 limit, guint32 seed);
/* Closes it: the budget must be whole again. */
void store_run_close (StoreRun *run);
/* A random number below n. */
guint32 store_run_below (StoreRun *run, guint32 n);
/* A new tuple, or one seen before, or a neighbour of one: searches ask for all three. */
void store_run_next_tuple (StoreRun *run);
/* The component has `count` local states from now on, unless it has more; the store may be FULL. */
void store_run_grow (StoreRun *run, guint c, guint32 count);
/* Some component gains local states, up to `most`. */
void store_run_grow_some (StoreRun *run, guint32 most);
/* Everything that must hold at any time. */
void store_run_check (StoreRun *run);
/* After a FULL: nothing has changed. */
void store_run_check_full (StoreRun *run);
/* Compares an answer with the plain set and keeps the set in step. */
void store_run_compare (StoreRun *run, LpnStoreAnswer answer);
/* Inserts run->tuple, and compares. */
LpnStoreAnswer store_run_insert (StoreRun *run);
/* Asks for run->tuple, and compares. */
void store_run_ask (StoreRun *run);

#endif
