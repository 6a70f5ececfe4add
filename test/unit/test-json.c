/* SPDX-License-Identifier: MIT */
/* The JSON writer, read back by a reader of its own. */
#include "io/json.h"
#include "test/harness.h"
#include "test/json-read.h"

static void
expect (const GString *out, const char *text)
{
  CU_ASSERT_STRING_EQUAL (out->str, text);
  g_autoptr (LpnJsonValue) value = lpn_json_read (out->str);
  CU_ASSERT_PTR_NOT_NULL (value);
}

static void
test_structure (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  LpnJson json = lpn_json (out);

  lpn_json_object (&json, NULL);
  lpn_json_array (&json, "empty");
  lpn_json_end (&json);
  lpn_json_array (&json, "list");
  lpn_json_uint (&json, NULL, 1);
  lpn_json_object (&json, NULL);
  lpn_json_end (&json);
  lpn_json_bool (&json, NULL, true);
  lpn_json_end (&json);
  lpn_json_string (&json, "none", NULL);
  lpn_json_bool (&json, "no", false);
  lpn_json_end (&json);
  expect (out, "{\"empty\":[],\"list\":[1,{},true],\"none\":null,\"no\":false}");
}

static void
test_strings (void)
{
  static const char *const texts[] = { "", "plain", "a\"b\\c/d", "tab\tnew\nline\r\x01\x7f",
                                       "gr\xc3\xb6\xc3\x9f"
                                       "e \xe2\x88\x80" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      LpnJson json = lpn_json (out);
      lpn_json_object (&json, NULL);
      lpn_json_string (&json, texts[i], texts[i]);
      lpn_json_end (&json);
      g_autoptr (LpnJsonValue) value = lpn_json_read (out->str);
      CU_ASSERT_STRING_EQUAL (lpn_json_get_text (value, texts[i]), texts[i]);
      CU_ASSERT_PTR_NULL (strchr (out->str, '\n'));
    }
}

/* Bytes that are no UTF-8 are replaced; the rest stays. */
static void
test_bytes (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  LpnJson json = lpn_json (out);
  lpn_json_string (&json, NULL,
                   "a\xff"
                   "b\xc3");
  expect (out, "\"a\xef\xbf\xbd"
               "b\xef\xbf\xbd\"");
}

static void
test_numbers (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  LpnJson json = lpn_json (out);
  lpn_json_array (&json, NULL);
  lpn_json_uint (&json, NULL, 0);
  lpn_json_uint (&json, NULL, G_GUINT64_CONSTANT (9007199254740992));
  lpn_json_uint (&json, NULL, G_GUINT64_CONSTANT (9007199254740993));
  lpn_json_uint (&json, NULL, G_MAXUINT64);
  lpn_json_int (&json, NULL, -5);
  lpn_json_int (&json, NULL, G_GINT64_CONSTANT (-9007199254740992));
  lpn_json_int (&json, NULL, G_MININT64);
  lpn_json_double (&json, NULL, 0.5);
  lpn_json_double (&json, NULL, 1e300);
  lpn_json_double (&json, NULL, 12345678);
  lpn_json_double (&json, NULL, 1e300 * 1e300);
  lpn_json_end (&json);
  expect (out, "[0,9007199254740992,\"9007199254740993\",\"18446744073709551615\",-5,-9007199254740992,"
               "\"-9223372036854775808\",0.5,1e+300,12345678,null]");
}

/* The reader the other tests rely on refuses what is not JSON. */
static void
test_reader (void)
{
  static const char *const bad[] = { "",    "{",       "[1,]",   "{\"a\"}", "{\"a\":1,}", "[1 2]", "01",   "nul",
                                     "\"a", "\"\\x\"", "\"\n\"", "1 1",     "+1",         "[1}",   "{a:1}" };
  static const char *const good[]
      = { " 1 ", "[ ]", "{ }", "-0.5e-3", "[1, 2 ,3]", "{\"a\" : [true,false,null]}", "\"\\u00e9\"" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (LpnJsonValue) value = lpn_json_read (bad[i]);
      CU_ASSERT_PTR_NULL (value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (LpnJsonValue) value = lpn_json_read (good[i]);
      CU_ASSERT_PTR_NOT_NULL (value);
    }
}

int
main (void)
{
  static const LpnTest tests[]
      = { { "structure", test_structure }, { "strings", test_strings }, { "bytes", test_bytes },
          { "numbers", test_numbers },     { "reader", test_reader },   { NULL, NULL } };
  return lpn_test_main ("json", tests);
}
