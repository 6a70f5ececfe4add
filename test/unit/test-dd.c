/* SPDX-License-Identifier: MIT */
/* The diagram engine: canonical form, union, reduction, growth, limits. */
#include <string.h>

#include "store/dd.h"
#include "test/harness.h"

typedef struct
{
  LpnBudget *budget;
  LpnDdMeter meter;
  LpnDd      dd;
} Fixture;

static void
open_dd (Fixture *f, LpnDdForm form, bool unique, guint n, guint64 limit)
{
  f->budget = lpn_budget_new (limit);
  f->meter = (LpnDdMeter){ .budget = f->budget };
  CU_ASSERT_TRUE_FATAL (lpn_dd_init (&f->dd, form, unique, n, &f->meter));
}

static void
close_dd (Fixture *f)
{
  lpn_dd_clear (&f->dd);
  CU_ASSERT_EQUAL (lpn_budget_used (f->budget), 0);
  CU_ASSERT_EQUAL (f->meter.bytes, 0);
  lpn_budget_free (f->budget);
}

static void
sound (Fixture *f, bool canonical)
{
  g_autoptr (GError) error = NULL;

  lpn_dd_check (&f->dd, canonical, &error);
  lpn_test_no_error (&error);
}

static guint64
count (const Fixture *f, const LpnDdSet *set)
{
  LpnDdCount n = 0;

  CU_ASSERT_TRUE (lpn_dd_count (&f->dd, set->root, &n));
  return (guint64)n;
}

static void
add_triples (Fixture *f, LpnDdSet *set, const guint32 (*triples)[3], guint n)
{
  for (guint i = 0; i < n; i++)
    CU_ASSERT_EQUAL (lpn_dd_insert (&f->dd, set, triples[i], f->dd.unique), LPN_STORE_NEW);
}

/* The figures of the MDD paper give their triples in drawings only. These sets have what its text says of them: (1,1,1)
 * is in the set of Fig. 2 and (1,1,3) is not, adding it takes one edge, and the union of Fig. 4 has nine tuples. */
static const guint32 figure_3[][3] = { { 1, 1, 1 }, { 1, 1, 2 }, { 1, 2, 1 }, { 1, 2, 2 }, { 2, 1, 1 }, { 2, 1, 2 } };
static const guint32 figure_4[][3] = { { 2, 1, 1 }, { 2, 2, 1 }, { 2, 2, 2 }, { 2, 3, 3 } };

static void
test_figure_2 (void)
{
  Fixture       f;
  const guint32 more[3] = { 1, 1, 3 };

  open_dd (&f, LPN_DD_DIGITS, false, 3, G_MAXUINT64);
  add_triples (&f, &f.dd.main, figure_3, G_N_ELEMENTS (figure_3));
  CU_ASSERT_EQUAL (f.dd.n_nodes, 6); /* 1 + 2 + 3 */
  CU_ASSERT_EQUAL (lpn_dd_count_edges (&f.dd), 2 + 3 + 6);
  CU_ASSERT_FALSE (lpn_dd_contains (&f.dd, &f.dd.main, more));
  CU_ASSERT_EQUAL (lpn_dd_insert (&f.dd, &f.dd.main, figure_3[0], false), LPN_STORE_SEEN);
  CU_ASSERT_EQUAL (lpn_dd_insert (&f.dd, &f.dd.main, more, false), LPN_STORE_NEW);
  CU_ASSERT_EQUAL (f.dd.n_nodes, 6);
  CU_ASSERT_EQUAL (lpn_dd_count_edges (&f.dd), 2 + 3 + 7);
  sound (&f, false);
  close_dd (&f);
}

static void
test_figure_3 (void)
{
  static const LpnDdForm forms[] = { LPN_DD_DIGITS, LPN_DD_ARCS, LPN_DD_RANGES };
  static const guint     edges[] = { 2 + 3 + 2, 2 + 3 + 2, 2 + 2 + 1 };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      Fixture f;

      open_dd (&f, forms[i], true, 3, G_MAXUINT64);
      add_triples (&f, &f.dd.main, figure_3, G_N_ELEMENTS (figure_3));
      CU_ASSERT_EQUAL (f.dd.n_nodes, 4); /* the root; {1,2} and {1}; one for all ends {1,2} */
      CU_ASSERT_EQUAL (lpn_dd_count_edges (&f.dd), edges[i]);
      CU_ASSERT_EQUAL (count (&f, &f.dd.main), 6);
      sound (&f, true);
      close_dd (&f);
    }
}

static void
test_figure_4 (void)
{
  Fixture f;
  guint32 root;

  open_dd (&f, LPN_DD_DIGITS, true, 3, G_MAXUINT64);
  add_triples (&f, &f.dd.main, figure_3, G_N_ELEMENTS (figure_3));
  add_triples (&f, &f.dd.other, figure_4, G_N_ELEMENTS (figure_4));
  sound (&f, true);
  CU_ASSERT_TRUE (lpn_dd_union (&f.dd, 0, f.dd.main.root, f.dd.other.root, &root));
  lpn_dd_set_root (&f.dd, &f.dd.main, root);
  lpn_dd_set_root (&f.dd, &f.dd.other, LPN_DD_NONE);
  CU_ASSERT_EQUAL (count (&f, &f.dd.main), 9);
  CU_ASSERT_EQUAL (f.dd.n_nodes, 5); /* root; {1,2}, {1,2,3}; {1,2}, {3} */
  sound (&f, true);
  close_dd (&f);
}

static guint32
below (GRand *rand, guint32 n)
{
  return (guint32)g_rand_int_range (rand, 0, (gint32)n);
}

/* A random tuple, packed in a number for the plain set. */
static guint64
random_tuple (GRand *rand, guint32 most, guint32 tuple[4])
{
  guint64 key = 0;

  for (guint c = 0; c < 4; c++)
    {
      tuple[c] = below (rand, c == 1 ? most : 5);
      key = key * 10000 + tuple[c];
    }
  return key + 1;
}

static void
grow_all (Fixture *f, guint32 most)
{
  for (guint c = 0; c < 4; c++)
    CU_ASSERT_TRUE (lpn_dd_grow (&f->dd, c, c == 1 ? most : 5));
}

static void
add_random (Fixture *f, LpnDdSet *set, GRand *rand, guint n, guint32 most, GHashTable *plain)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 tuple[4];
      guint64 key = random_tuple (rand, most, tuple);

      lpn_dd_insert (&f->dd, set, tuple, true);
      g_hash_table_add (plain, GSIZE_TO_POINTER (key));
    }
}

typedef struct
{
  GHashTable *plain;
  guint       n;
} Held;

static bool
is_held (const guint32 *tuple, gpointer data)
{
  Held   *held = data;
  guint64 key = 0;

  for (guint c = 0; c < 4; c++)
    key = key * 10000 + tuple[c];
  held->n++;
  return g_hash_table_contains (held->plain, GSIZE_TO_POINTER (key + 1));
}

/* The union holds what either held, and is the diagram the same tuples give one by one. */
static void
test_union (void)
{
  for (guint32 seed = 1; seed <= 40; seed++)
    {
      Fixture f;
      GRand  *rand = g_rand_new_with_seed (seed);
      guint32 most = seed % 3 == 0 ? 5000 : 1 + below (rand, 80);
      g_autoptr (GHashTable) plain = g_hash_table_new (NULL, NULL);
      Held    held = { plain, 0 };
      guint32 root;
      guint32 tuple[4];

      open_dd (&f, LPN_DD_DIGITS, true, 4, G_MAXUINT64);
      grow_all (&f, most);
      add_random (&f, &f.dd.main, rand, below (rand, 600), most, plain);
      add_random (&f, &f.dd.other, rand, below (rand, 600), most, plain);
      CU_ASSERT_TRUE (lpn_dd_union (&f.dd, 0, f.dd.main.root, f.dd.other.root, &root));
      lpn_dd_set_root (&f.dd, &f.dd.main, root);
      CU_ASSERT_EQUAL (count (&f, &f.dd.main), g_hash_table_size (plain));
      lpn_dd_set_root (&f.dd, &f.dd.other, LPN_DD_NONE);
      sound (&f, true);
      CU_ASSERT_TRUE (lpn_dd_foreach (&f.dd, is_held, &held));
      CU_ASSERT_EQUAL (held.n, g_hash_table_size (plain));
      g_rand_set_seed (rand, seed);
      for (guint i = 0; i < 2000; i++)
        {
          guint64 key = random_tuple (rand, most, tuple);

          if (g_hash_table_contains (plain, GSIZE_TO_POINTER (key)))
            lpn_dd_insert (&f.dd, &f.dd.other, tuple, true);
        }
      if (count (&f, &f.dd.other) == g_hash_table_size (plain))
        CU_ASSERT_EQUAL (f.dd.other.root, f.dd.main.root);
      /* A set united with a part of itself is itself. */
      CU_ASSERT_TRUE (lpn_dd_union (&f.dd, 0, f.dd.main.root, f.dd.other.root, &root));
      CU_ASSERT_EQUAL (root, f.dd.main.root);
      sound (&f, true);
      close_dd (&f);
      g_rand_free (rand);
    }
}

/* A union that runs out of memory, at any point, leaves both operands and no garbage. */
static void
test_union_full (void)
{
  guint refused = 0;

  for (guint pages = 0; pages < 60; pages++)
    {
      Fixture f;
      GRand  *rand = g_rand_new_with_seed (7);
      g_autoptr (GHashTable) plain = g_hash_table_new (NULL, NULL);
      guint64 n_main;
      guint64 n_other;
      guint32 root;

      open_dd (&f, LPN_DD_DIGITS, true, 4, G_MAXUINT64);
      grow_all (&f, 700);
      add_random (&f, &f.dd.main, rand, 4000, 700, plain);
      add_random (&f, &f.dd.other, rand, 4000, 700, plain);
      n_main = count (&f, &f.dd.main);
      n_other = count (&f, &f.dd.other);
      f.dd.max_ids = f.dd.n_ids + pages * 64;
      f.dd.room = MIN (f.dd.room, f.dd.max_ids);
      if (lpn_dd_union (&f.dd, 0, f.dd.main.root, f.dd.other.root, &root))
        lpn_dd_set_root (&f.dd, &f.dd.main, root);
      else
        {
          refused++;
          CU_ASSERT_PTR_NOT_NULL (f.dd.full_reason);
          lpn_dd_sweep (&f.dd);
          CU_ASSERT_EQUAL (count (&f, &f.dd.main), n_main);
        }
      CU_ASSERT_EQUAL (count (&f, &f.dd.other), n_other);
      sound (&f, true);
      close_dd (&f);
      g_rand_free (rand);
    }
  CU_ASSERT_TRUE (refused > 5 && refused < 60);
}

/* Plain insertion and reduction give the canonical diagram, in every form that is used so. */
static void
test_reduce (void)
{
  static const LpnDdForm forms[] = { LPN_DD_DIGITS, LPN_DD_ARCS };

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      Fixture f;
      GRand  *rand = g_rand_new_with_seed (seed);
      guint32 tuple[4];

      open_dd (&f, forms[seed % 2], true, 4, G_MAXUINT64);
      for (guint i = 0; i < 900; i++)
        {
          guint32 most = 1 + i / 8;

          grow_all (&f, most);
          random_tuple (rand, most, tuple);
          CU_ASSERT_EQUAL (lpn_dd_insert (&f.dd, &f.dd.main, tuple, false),
                           lpn_dd_insert (&f.dd, &f.dd.other, tuple, true));
          if (below (rand, 60) == 0)
            {
              sound (&f, false);
              lpn_dd_reduce (&f.dd, &f.dd.main);
              sound (&f, true);
              CU_ASSERT_EQUAL (f.dd.main.root, f.dd.other.root);
            }
        }
      lpn_dd_shrink (&f.dd);
      sound (&f, true);
      CU_ASSERT_EQUAL (f.dd.main.root, f.dd.other.root);
      CU_ASSERT_EQUAL (f.dd.n_ids, LPN_DD_FIRST + f.dd.n_nodes);
      CU_ASSERT_EQUAL (f.dd.pool_used, 1 + f.dd.live_words);
      close_dd (&f);
      g_rand_free (rand);
    }
}

/* --- packed levels --- */

#define N_PACKED 9

typedef struct
{
  guint32 counts[N_PACKED];
  guint32 last[N_PACKED];
  guint64 n;
  bool    ascending;
} Packed;

static void
random_packed (GRand *rand, Packed *packed, guint32 *tuple)
{
  for (guint c = 0; c < N_PACKED; c++)
    tuple[c] = below (rand, packed->counts[c]);
}

static bool
is_after (const guint32 *tuple, gpointer data)
{
  Packed *packed = data;
  guint   c = 0;

  while (c < N_PACKED && tuple[c] == packed->last[c])
    c++;
  packed->ascending = packed->ascending && (packed->n == 0 || (c < N_PACKED && tuple[c] > packed->last[c]));
  memcpy (packed->last, tuple, sizeof packed->last);
  packed->n++;
  return true;
}

static bool
grow_one (Fixture *f, Packed *packed, GRand *rand)
{
  guint   c = below (rand, N_PACKED);
  guint32 most = c == 4 ? 5000 : c % 3 == 1 ? 80 : 7;
  guint32 count = MIN (packed->counts[c] + 1 + packed->counts[c] * below (rand, 3) / 2, most);

  if (!lpn_dd_grow (&f->dd, c, count))
    return false;
  packed->counts[c] = MAX (packed->counts[c], count);
  return true;
}

/* Packed and unpacked at any time, and grown meanwhile, the diagram holds what was put in, in order, and is the very
 * one that the same tuples give in the layout it has by then. */
static void
test_pack (void)
{
  guint packs = 0;

  for (guint32 seed = 1; seed <= 30; seed++)
    {
      Fixture f;
      GRand  *rand = g_rand_new_with_seed (seed);
      Packed  packed = { .ascending = true };
      guint64 held = 0;
      guint32 tuple[N_PACKED];

      open_dd (&f, LPN_DD_DIGITS, true, N_PACKED, G_MAXUINT64);
      for (guint c = 0; c < N_PACKED; c++)
        packed.counts[c] = 1;
      for (guint i = 0; i < 1500; i++)
        {
          bool canonical = seed % 2 == 0;

          random_packed (rand, &packed, tuple);
          held += lpn_dd_insert (&f.dd, &f.dd.main, tuple, canonical) == LPN_STORE_NEW;
          CU_ASSERT_EQUAL (lpn_dd_insert (&f.dd, &f.dd.main, tuple, canonical), LPN_STORE_SEEN);
          lpn_dd_insert (&f.dd, &f.dd.other, tuple, canonical);
          if (below (rand, 12) == 0)
            CU_ASSERT_TRUE (grow_one (&f, &packed, rand));
          if (below (rand, 60) == 0)
            {
              guint levels = f.dd.layout.n_levels;

              CU_ASSERT_TRUE (lpn_dd_pack (&f.dd, below (rand, 4) != 0));
              packs += f.dd.layout.n_levels < levels;
              sound (&f, false);
            }
        }
      lpn_dd_reduce (&f.dd, &f.dd.main);
      lpn_dd_reduce (&f.dd, &f.dd.other);
      CU_ASSERT_EQUAL (f.dd.main.root, f.dd.other.root);
      sound (&f, true);
      CU_ASSERT_EQUAL (count (&f, &f.dd.main), held);
      CU_ASSERT_TRUE (lpn_dd_foreach (&f.dd, is_after, &packed));
      CU_ASSERT_TRUE (packed.ascending);
      CU_ASSERT_EQUAL (packed.n, held);
      close_dd (&f);
      g_rand_free (rand);
    }
  CU_ASSERT_TRUE (packs > 60);
}

/* Packing, and growing what is packed, where memory ends at any point: all is as before. */
static void
test_pack_full (void)
{
  guint refused[2] = { 0, 0 };

  for (guint more = 0; more < 160; more++)
    {
      Fixture f;
      GRand  *rand = g_rand_new_with_seed (11);
      Packed  packed = { .counts = { 3, 40, 2, 5, 70, 3, 2, 64, 4 } };
      guint64 held = 0;
      guint   levels;
      guint32 tuple[N_PACKED];

      open_dd (&f, LPN_DD_DIGITS, true, N_PACKED, G_MAXUINT64);
      for (guint c = 0; c < N_PACKED; c++)
        CU_ASSERT_TRUE (lpn_dd_grow (&f.dd, c, packed.counts[c]));
      CU_ASSERT_TRUE (more % 2 == 0 || lpn_dd_pack (&f.dd, true));
      for (guint i = 0; i < 300; i++)
        {
          random_packed (rand, &packed, tuple);
          held += lpn_dd_insert (&f.dd, &f.dd.main, tuple, true) == LPN_STORE_NEW;
        }
      levels = f.dd.layout.n_levels;
      f.dd.max_ids = f.dd.n_ids + more / 2 * 32;
      f.dd.room = MIN (f.dd.room, f.dd.max_ids);
      if (more % 2 == 0 ? !lpn_dd_pack (&f.dd, true) : !lpn_dd_grow (&f.dd, 2, 20))
        {
          refused[more % 2]++;
          CU_ASSERT_PTR_NOT_NULL (f.dd.full_reason);
          CU_ASSERT_EQUAL (f.dd.layout.n_levels, levels);
          CU_ASSERT_EQUAL (f.dd.widths[2], 1);
        }
      sound (&f, true);
      CU_ASSERT_EQUAL (count (&f, &f.dd.main), held);
      g_rand_set_seed (rand, 11);
      for (guint i = 0; i < 300; i++)
        {
          random_packed (rand, &packed, tuple);
          CU_ASSERT_TRUE (lpn_dd_contains (&f.dd, &f.dd.main, tuple));
        }
      close_dd (&f);
      g_rand_free (rand);
    }
  for (guint i = 0; i < 2; i++)
    CU_ASSERT_TRUE (refused[i] > 5 && refused[i] < 80);
}

/* 2^40 and 2^130 tuples in a few nodes: counts past 64 bits, and past 128. */
static void
test_big_counts (void)
{
  Fixture    f;
  guint32    id = LPN_DD_NONE;
  guint32    kids[2];
  LpnDdCount n;

  open_dd (&f, LPN_DD_DIGITS, true, 130, G_MAXUINT64);
  for (guint level = 0; level < 130; level++)
    {
      kids[0] = kids[1] = id;
      id = lpn_dd_make (&f.dd, 3, level == 0 ? NULL : kids);
      CU_ASSERT_NOT_EQUAL_FATAL (id, LPN_DD_NONE);
      CU_ASSERT_EQUAL (lpn_dd_count (&f.dd, id, &n), level < 127);
      if (level < 127)
        CU_ASSERT_TRUE (n == (LpnDdCount)2 << level);
    }
  lpn_dd_set_root (&f.dd, &f.dd.main, id);
  sound (&f, true);
  close_dd (&f);
}

/* Where ids end, or the pool does, the answer is FULL, and everything held is still there. */
static void
test_ids_end (void)
{
  for (guint form = LPN_DD_DIGITS; form <= LPN_DD_RANGES; form++)
    for (guint what = 0; what < 2; what++)
      {
        Fixture f;
        GRand  *rand = g_rand_new_with_seed (3);
        guint64 held = 0;
        guint   fulls = 0;
        guint32 tuple[4];

        open_dd (&f, (LpnDdForm)form, true, 4, G_MAXUINT64);
        grow_all (&f, 60);
        f.dd.max_ids = what == 0 ? 300 : f.dd.max_ids;
        f.dd.max_pool = what == 1 ? 1500 : f.dd.max_pool;
        f.dd.room = MIN (f.dd.room, f.dd.max_ids);
        for (guint i = 0; i < 5000; i++)
          {
            LpnStoreAnswer answer;

            random_tuple (rand, 60, tuple);
            answer = lpn_dd_insert (&f.dd, &f.dd.main, tuple, true);
            held += answer == LPN_STORE_NEW;
            if (answer == LPN_STORE_FULL && fulls++ % 64 == 0)
              {
                CU_ASSERT_FALSE (lpn_dd_contains (&f.dd, &f.dd.main, tuple));
                CU_ASSERT_EQUAL (count (&f, &f.dd.main), held);
                sound (&f, true);
              }
          }
        CU_ASSERT_TRUE (fulls > 0);
        CU_ASSERT_TRUE (f.dd.n_ids <= f.dd.max_ids && f.dd.pool_used <= f.dd.max_pool);
        close_dd (&f);
        g_rand_free (rand);
      }
}

/* A range node splits and joins its arcs. */
static void
test_ranges (void)
{
  static const guint32 order[] = { 5, 7, 6, 0, 2, 1, 9, 8, 3, 4 };
  static const guint   arcs[] = { 1, 2, 1, 2, 3, 2, 3, 2, 2, 1 };
  Fixture              f;

  open_dd (&f, LPN_DD_RANGES, true, 1, G_MAXUINT64);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      CU_ASSERT_EQUAL (lpn_dd_insert (&f.dd, &f.dd.main, &order[i], true), LPN_STORE_NEW);
      CU_ASSERT_EQUAL (lpn_dd_count_edges (&f.dd), arcs[i]);
      sound (&f, true);
    }
  CU_ASSERT_EQUAL (count (&f, &f.dd.main), 10);
  close_dd (&f);
}

static void
test_dot (void)
{
  Fixture f;
  g_autoptr (GString) dot = g_string_new (NULL);

  open_dd (&f, LPN_DD_DIGITS, true, 3, G_MAXUINT64);
  add_triples (&f, &f.dd.main, figure_3, G_N_ELEMENTS (figure_3));
  lpn_dd_dump_dot (&f.dd, "figure 3", dot);
  CU_ASSERT_PTR_NOT_NULL (strstr (dot->str, "digraph \"figure 3\""));
  CU_ASSERT_PTR_NOT_NULL (strstr (dot->str, "-> n1 [label=\"1,2\"]"));
  CU_ASSERT_PTR_NULL (strstr (dot->str, "-> n0"));
  close_dd (&f);
}

/* The check does find what is broken. */
static void
test_check_finds (void)
{
  for (guint what = 0; what < 5; what++)
    {
      Fixture f;
      g_autoptr (GError) error = NULL;
      guint32 root;
      guint32 refs;
      guint64 bits;

      open_dd (&f, LPN_DD_DIGITS, true, 3, G_MAXUINT64);
      add_triples (&f, &f.dd.main, figure_3, G_N_ELEMENTS (figure_3));
      root = f.dd.main.root;
      refs = f.dd.nodes[root].refs;
      bits = f.dd.nodes[root].bits;
      f.dd.nodes[root].refs += what == 0;
      f.dd.nodes[root].bits <<= what == 1;
      f.dd.links[root].hash ^= what == 2 ? 1024 * 1024 : 0;
      f.dd.n_nodes += what == 3;
      f.dd.pool_used += what == 4;
      CU_ASSERT_FALSE (lpn_dd_check (&f.dd, true, &error));
      CU_ASSERT_PTR_NOT_NULL (error);
      f.dd.nodes[root].refs = refs;
      f.dd.nodes[root].bits = bits;
      f.dd.links[root].hash ^= what == 2 ? 1024 * 1024 : 0;
      f.dd.n_nodes -= what == 3;
      f.dd.pool_used -= what == 4;
      sound (&f, true);
      close_dd (&f);
    }
}

static const LpnTest tests[] = {
  { "figure 2: a tree", test_figure_2 },
  { "figure 3: a diagram", test_figure_3 },
  { "figure 4: a union", test_figure_4 },
  { "union against plain sets", test_union },
  { "union out of memory", test_union_full },
  { "reduction and shrinking", test_reduce },
  { "packed levels", test_pack },
  { "packing out of memory", test_pack_full },
  { "counts past 64 and 128 bits", test_big_counts },
  { "the end of ids and of the pool", test_ids_end },
  { "ranges split and join", test_ranges },
  { "Graphviz", test_dot },
  { "the check finds faults", test_check_finds },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("dd", tests);
}
