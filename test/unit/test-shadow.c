/* SPDX-License-Identifier: MIT */
#include "store/shadow.h"
#include "test/harness.h"

/* A store that forgets every tuple with a 3 in it, and invents the tuple (9). */
typedef struct
{
  LpnStore base;
  bool     held[10];
  guint64  states;
} Forgetful;

static LpnStore *
forgetful_open (const LpnStoreConfig *config, GError **error)
{
  (void)config;
  (void)error;
  return (LpnStore *)g_new0 (Forgetful, 1);
}

static void
forgetful_close (LpnStore *store)
{
  g_free (store);
}

static LpnStoreAnswer
forgetful_insert (LpnStore *store, const guint32 *tuple)
{
  Forgetful *f = (Forgetful *)store;
  if (f->held[tuple[0]])
    return LPN_STORE_SEEN;
  f->held[tuple[0]] = tuple[0] != 3;
  f->states++;
  return LPN_STORE_NEW;
}

static bool
forgetful_contains (LpnStore *store, const guint32 *tuple)
{
  return tuple[0] == 9 || ((Forgetful *)store)->held[tuple[0]];
}

static void
forgetful_stats (const LpnStore *store, LpnStoreStats *stats)
{
  stats->states = ((const Forgetful *)store)->states;
}

static bool
forgetful_check (LpnStore *store, GError **error)
{
  (void)store;
  (void)error;
  return true;
}

static LpnStoreType forgetful = {
  .name = "forgetful",
  .summary = "for this test",
  .flags = LPN_STORE_EXACT,
  .open = forgetful_open,
  .close = forgetful_close,
  .insert = forgetful_insert,
  .contains = forgetful_contains,
  .stats = forgetful_stats,
  .check = forgetful_check,
};

static LpnStore *
open_shadow (const LpnStoreType *type, LpnBudget *budget)
{
  static const LpnSpace space = { .n_components = 1 };
  LpnStoreConfig        config = { .space = &space, .budget = budget };
  return lpn_store_shadow_open (type, &config, NULL);
}

static void
test_finds_faults (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (1000);
  g_autoptr (LpnStore) insert = open_shadow (&forgetful, budget);
  g_autoptr (LpnStore) contains = open_shadow (&forgetful, budget);
  g_autoptr (GError) error = NULL;

  CU_ASSERT_EQUAL (lpn_store_insert (insert, (guint32[]){ 2 }), LPN_STORE_NEW);
  CU_ASSERT_EQUAL (lpn_store_insert (insert, (guint32[]){ 2 }), LPN_STORE_SEEN);
  CU_ASSERT_EQUAL (lpn_store_insert (insert, (guint32[]){ 3 }), LPN_STORE_NEW);
  CU_ASSERT_PTR_NULL (lpn_store_shadow_fault (insert));
  CU_ASSERT_TRUE (lpn_store_check (insert, &error));
  CU_ASSERT_EQUAL (lpn_store_insert (insert, (guint32[]){ 3 }), LPN_STORE_NEW);
  CU_ASSERT_STRING_EQUAL (lpn_store_shadow_fault (insert), "insert (3) answered 1 after 2 states");
  CU_ASSERT_FALSE (lpn_store_check (insert, &error));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "differs from a plain set: insert (3)"));
  CU_ASSERT_TRUE (lpn_store_contains (contains, (guint32[]){ 9 }));
  CU_ASSERT_STRING_EQUAL (lpn_store_shadow_fault (contains), "contains (9) answered 1 after 0 states");
}

/* A lossy store may invent, and may not forget. */
static void
test_lossy (void)
{
  LpnStoreType lossy = forgetful;
  g_autoptr (LpnBudget) budget = lpn_budget_new (1000);
  LpnStore *store;
  guint8    seen[2];

  lossy.flags = 0;
  store = open_shadow (&lossy, budget);
  lpn_store_contains_many (store, (guint32[]){ 9, 1 }, 2, seen);
  CU_ASSERT_PTR_NULL (lpn_store_shadow_fault (store));
  lpn_store_insert (store, (guint32[]){ 3 });
  lpn_store_contains_many (store, (guint32[]){ 9, 3 }, 2, seen);
  CU_ASSERT_STRING_EQUAL (lpn_store_shadow_fault (store), "contains (3) answered 0 after 1 states");
  lpn_store_close (store);
}

static void
test_right_store (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 20);
  g_autoptr (LpnStore) store = open_shadow (lpn_store_find ("hash", NULL), budget);
  g_autoptr (GError) error = NULL;
  gint8 answers[3];

  CU_ASSERT_EQUAL (lpn_store_grown (store, 0, 100), LPN_STORE_SEEN);
  CU_ASSERT_EQUAL (lpn_store_insert_many (store, (guint32[]){ 7, 70, 7 }, 3, answers), 3);
  CU_ASSERT_TRUE (lpn_store_contains (store, (guint32[]){ 70 }));
  CU_ASSERT_FALSE (lpn_store_contains (store, (guint32[]){ 71 }));
  CU_ASSERT_TRUE (lpn_store_check (store, &error));
  CU_ASSERT_PTR_NULL (lpn_store_shadow_fault (store));
}

static const LpnTest tests[] = {
  { "faults are found", test_finds_faults },
  { "a lossy store's laws", test_lossy },
  { "a right store passes", test_right_store },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("shadow", tests);
}
