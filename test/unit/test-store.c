/* SPDX-License-Identifier: MIT */
#include "store/store.h"
#include "test/harness.h"

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;

  CU_ASSERT_PTR_NOT_NULL (lpn_store_find ("hash", &error));
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NULL (lpn_store_find ("hush", &error));
  CU_ASSERT_TRUE (g_error_matches (error, LPN_STORE_ERROR, LPN_STORE_ERROR_UNKNOWN));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "there is no store 'hush' (known: "));
}

static void
test_sizes (void)
{
  static const struct
  {
    const char *text;
    guint64     value; /* G_MAXUINT64: an error */
  } cases[] = {
    { "0", 0 },
    { "17", 17 },
    { "64k", 65536 },
    { "3M", 3 << 20 },
    { "2G", G_GUINT64_CONSTANT (2) << 30 },
    { "1T", G_GUINT64_CONSTANT (1) << 40 },
    { "", G_MAXUINT64 },
    { "M", G_MAXUINT64 },
    { "-1", G_MAXUINT64 },
    { " 1", G_MAXUINT64 },
    { "1KB", G_MAXUINT64 },
    { "1X", G_MAXUINT64 },
    { "16777216T", G_MAXUINT64 },
    { "99999999999999999999", G_MAXUINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
      LpnStoreConfig config = { .options = options };
      guint64        value = 1;
      g_hash_table_insert (options, (gpointer) "buffer", (gpointer)cases[i].text);
      if (cases[i].value == G_MAXUINT64)
        {
          CU_ASSERT_FALSE (lpn_store_option_size (&config, "buffer", 5, &value, &error));
          CU_ASSERT_TRUE (lpn_test_error_has (&error, "is no size"));
          continue;
        }
      CU_ASSERT_TRUE (lpn_store_option_size (&config, "buffer", 5, &value, &error));
      CU_ASSERT_EQUAL (value, cases[i].value);
      CU_ASSERT_TRUE (lpn_store_option_size (&config, "other", 5, &value, &error));
      CU_ASSERT_EQUAL (value, 5);
      CU_ASSERT_STRING_EQUAL (lpn_store_option_string (&config, "other", "x"), "x");
      CU_ASSERT_STRING_EQUAL (lpn_store_option_string (&config, "buffer", "x"), cases[i].text);
    }
}

static const LpnTest tests[] = {
  { "look-up by name", test_find },
  { "sizes", test_sizes },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("store", tests);
}
