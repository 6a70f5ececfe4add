/* SPDX-License-Identifier: MIT */
#include "io/json-scan.h"

#include "test/harness.h"

static void
test_values (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnJsonObject) object = lpn_json_object_parse (
      " { \"a\" : 12 , \"b\":\"x\\n\\u00e9\\ud83d\\ude00\\\"\",\"c\":[1,{\"d\":[]}],\"e\":-1.5e3,\"f\":null,\"g\":true,"
      "\"h\":\"18446744073709551615\",\"a\":13,\"i\":\"\\udc00\\ud800\"}\n",
      &error);
  guint64 count = 0;
  double  number = 0;

  lpn_test_no_error (&error);
  CU_ASSERT_PTR_NOT_NULL_FATAL (object);
  CU_ASSERT_TRUE (lpn_json_object_uint (object, "a", &count) && count == 13);
  CU_ASSERT_TRUE (lpn_json_object_uint (object, "h", &count) && count == G_MAXUINT64);
  CU_ASSERT_FALSE (lpn_json_object_uint (object, "e", &count));
  CU_ASSERT_TRUE (lpn_json_object_double (object, "e", &number) && number == -1500);
  CU_ASSERT_FALSE (lpn_json_object_double (object, "b", &number));
  CU_ASSERT_FALSE (lpn_json_object_double (object, "z", &number));
  CU_ASSERT_STRING_EQUAL (lpn_json_object_raw (object, "c"), "[1,{\"d\":[]}]");
  CU_ASSERT_PTR_NULL (lpn_json_object_text (object, "f"));
  g_autofree char *text = lpn_json_object_text (object, "b");
  CU_ASSERT_STRING_EQUAL (text, "x\n\xc3\xa9\xf0\x9f\x98\x80\"");
  g_autofree char *lone = lpn_json_object_text (object, "i");
  CU_ASSERT_STRING_EQUAL (lone, "\xef\xbf\xbd\xef\xbf\xbd");
}

static void
test_written_again (void)
{
  const char *text = "{\"a\":[1, 2],\"b\\\"\":\"c\",\"d\":1.50}\n";
  g_autoptr (LpnJsonObject) object = lpn_json_object_parse (text, NULL);
  g_autoptr (GString) out = g_string_new (NULL);

  lpn_json_object_write (object, out);
  CU_ASSERT_STRING_EQUAL (out->str, text);
  lpn_json_object_set_string (object, "a", "\"");
  lpn_json_object_set_uint (object, "e", 7);
  lpn_json_object_set_double (object, "f", 0.5);
  g_string_truncate (out, 0);
  lpn_json_object_write (object, out);
  CU_ASSERT_STRING_EQUAL (out->str, "{\"a\":\"\\\"\",\"b\\\"\":\"c\",\"d\":1.50,\"e\":7,\"f\":0.5}\n");
}

static void
test_faults (void)
{
  static const char *const faulty[] = {
    "",           "[]",          "{",           "{}x",        "{\"a\"}",    "{\"a\":}",       "{\"a\":1,}",
    "{a:1}",      "{\"a\":01}",  "{\"a\":1.}",  "{\"a\":-}",  "{\"a\":+1}", "{\"a\":\"}",     "{\"a\":\"\\x\"}",
    "{\"a\":[1}", "{\"a\":{1}}", "{\"a\":nul}", "{\"a\":1e}", "{,}",        "{\"a\":\"\n\"}", "{\"a\":\"\\u12g4\"}"
  };
  for (guint i = 0; i < G_N_ELEMENTS (faulty); i++)
    {
      g_autoptr (GError) error = NULL;
      CU_ASSERT_PTR_NULL (lpn_json_object_parse (faulty[i], &error));
      lpn_test_error_has (&error, "not a JSON object: fault at column ");
    }
  /* Depth is bounded. */
  g_autofree char *deep = g_strnfill (100000, '[');
  g_autofree char *text = g_strconcat ("{\"a\":", deep, NULL);
  CU_ASSERT_PTR_NULL (lpn_json_object_parse (text, NULL));
}

static void
test_array (void)
{
  static const char *const bad[] = { "", "{}", "[", "[1", "[1,", "[1,]", "[1 2]", "[1] x", "5", "[\"a]" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = lpn_json_array_parse (" [ 1 , \"a\\n,]\", {\"b\": [2]} ,[] ] ", &error);
  g_autoptr (GPtrArray) none = lpn_json_array_parse ("[ ]", NULL);

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_TRUE_FATAL (items != NULL && items->len == 4 && none != NULL && none->len == 0);
  g_autofree char *text = lpn_json_string_text (items->pdata[1]);
  CU_ASSERT_STRING_EQUAL (items->pdata[0], "1");
  CU_ASSERT_STRING_EQUAL (text, "a\n,]");
  CU_ASSERT_STRING_EQUAL (items->pdata[2], "{\"b\": [2]}");
  CU_ASSERT_STRING_EQUAL (items->pdata[3], "[]");
  CU_ASSERT_PTR_NULL (lpn_json_string_text (items->pdata[0]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      CU_ASSERT_PTR_NULL (lpn_json_array_parse (bad[i], &error));
      lpn_test_error_has (&error, "not a JSON array: fault at column");
    }
}

int
main (void)
{
  static const LpnTest tests[] = { { "values", test_values },
                                   { "written again", test_written_again },
                                   { "faults", test_faults },
                                   { "array", test_array },
                                   { NULL, NULL } };
  return lpn_test_main ("json-scan", tests);
}
