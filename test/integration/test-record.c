/* SPDX-License-Identifier: MIT */
/* Result records and witness files, read by a JSON reader and compared with what docs/output.md promises. */
#include <string.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

/* The keys of DESIGN, and when they are there. */
static const char *const ALWAYS[] = {
  "model",       "verdict",           "ended",        "states",      "transitions", "deadlocks",      "depth",
  "modules",     "components",        "local_states", "store",       "search",      "partition",      "order",
  "seconds",     "states_per_second", "store_bytes",  "stack_bytes", "local_bytes", "peak_rss_bytes", "bytes_per_state",
  "approximate", "store_peak_bytes",  "version"
};
static const char *const SOMETIMES[]
    = { "nodes", "peak_nodes", "witness", "properties", "reason", "error", "figures", "omission", "coding_bytes",
        "chosen_order" };

static LpnJsonValue *
record_of (const char *line, int code)
{
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  LpnJsonValue *json = lpn_json_read (run.out);
  if (run.code != code || json == NULL)
    printf ("\n    lpnreach %s: %d, %s%s\n", line, run.code, run.out, run.err);
  CU_ASSERT_EQUAL (run.code, code);
  CU_ASSERT_PTR_NOT_NULL (json);
  /* One line. */
  CU_ASSERT_PTR_EQUAL (strchr (run.out, '\n'), run.out + strlen (run.out) - 1);
  return json;
}

/* The types that docs/output.md gives, by key; of the table whose head begins "| `heading` |". Transfer full. */
static GHashTable *
documented (const char *heading)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "docs", "output.md", NULL);
  g_autofree char *text = NULL;
  GHashTable      *types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  bool             inside = false;

  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", 4);
      if (g_strv_length (cells) < 4)
        inside = false;
      else if (g_str_equal (g_strstrip (cells[1]), heading))
        inside = true;
      else if (inside && cells[1][0] == '`')
        {
          cells[1][strlen (cells[1]) - 1] = '\0';
          g_hash_table_insert (types, g_strdup (cells[1] + 1), g_strdup (g_strstrip (cells[2])));
        }
    }
  return types;
}

static bool
has_type (const LpnJsonValue *value, const char *type)
{
  bool digits = value->text != NULL && value->text[strspn (value->text, "0123456789")] == '\0';
  if (g_str_equal (type, "integer"))
    return digits && (value->kind == LPN_JSON_NUMBER || strlen (value->text) >= 16);
  if (g_str_equal (type, "number"))
    return value->kind == LPN_JSON_NUMBER;
  if (g_str_equal (type, "string"))
    return value->kind == LPN_JSON_STRING;
  if (g_str_equal (type, "boolean"))
    return value->kind == LPN_JSON_BOOL;
  if (g_str_equal (type, "object"))
    return value->kind == LPN_JSON_OBJECT;
  const char *items = g_str_has_prefix (type, "array of ") ? type + strlen ("array of ") : "?";
  bool        ok = value->kind == LPN_JSON_ARRAY;
  for (guint i = 0; ok && i < lpn_json_length (value); i++)
    {
      g_autofree char *item = g_strndup (items, strlen (items) - 1); /* without the plural's s */
      ok = has_type (lpn_json_at (value, i), item);
    }
  return ok;
}

/* Every key is documented, with its type; no key twice. */
static void
check_object (const LpnJsonValue *json, GHashTable *types)
{
  for (guint i = 0; i < lpn_json_length (json); i++)
    {
      const char *key = g_ptr_array_index (json->keys, i);
      const char *type = g_hash_table_lookup (types, key);
      bool        ok = type != NULL && has_type (lpn_json_at (json, i), type);
      if (!ok)
        printf ("\n    key %s: documented as %s\n", key, type != NULL ? type : "nothing");
      CU_ASSERT_TRUE (ok);
      CU_ASSERT_PTR_EQUAL (lpn_json_get (json, key), lpn_json_at (json, i));
    }
}

static void
check_record (const char *line, int code, const char *verdict, const char *ended, GHashTable *seen)
{
  g_autoptr (LpnJsonValue) json = record_of (line, code);
  g_autoptr (GHashTable) types = documented ("key");
  g_autoptr (GHashTable) property_types = documented ("key of a property");
  const LpnJsonValue *properties = lpn_json_get (json, "properties");

  check_object (json, types);
  for (guint i = 0; i < lpn_json_length (properties); i++)
    check_object (lpn_json_at (properties, i), property_types);
  for (guint i = 0; i < G_N_ELEMENTS (ALWAYS); i++)
    CU_ASSERT_PTR_NOT_NULL (lpn_json_get (json, ALWAYS[i]));
  for (guint i = 0; json != NULL && i < json->keys->len; i++)
    g_hash_table_add (seen, g_strdup (g_ptr_array_index (json->keys, i)));
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "verdict"), verdict);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "ended"), ended);
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (json, "local_states")), lpn_json_get_uint (json, "components"));
}

static void
test_keys (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) types = documented ("key");

  check_record ("explore counters:3 -j", 0, "holds", "complete", seen);
  check_record ("explore counters:3 -j --store mdd --search dfs", 0, "holds", "complete", seen);
  check_record ("check philosophers:3 -j", 1, "violated", "stopped", seen);
  check_record ("check philosophers:3 -j --all", 1, "violated", "stopped", seen);
  check_record ("check kanban:1 -j -i 'tokens(work1) >= 0' -r false", 0, "holds", "complete", seen);
  check_record ("explore counters:5 --state-limit 17 -j", 3, "unknown", "state-limit", seen);
  for (guint i = 0; i < G_N_ELEMENTS (ALWAYS); i++)
    CU_ASSERT_TRUE (g_hash_table_contains (types, ALWAYS[i]));
  for (guint i = 0; i < G_N_ELEMENTS (SOMETIMES); i++)
    CU_ASSERT_TRUE (g_hash_table_contains (types, SOMETIMES[i]));
  CU_ASSERT_EQUAL (g_hash_table_size (types), G_N_ELEMENTS (ALWAYS) + G_N_ELEMENTS (SOMETIMES));
  CU_ASSERT_TRUE (g_hash_table_contains (seen, "nodes") && g_hash_table_contains (seen, "properties"));
}

static void
test_values (void)
{
  g_autoptr (LpnJsonValue) json = record_of ("explore peterson:3 -j --order rcm --partition module --store hash", 0);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "states"), 12498);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "transitions"), 33369);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "deadlocks"), 0);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "modules"), 3);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "model"), "peterson:3");
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "store"), "hash");
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "order"), "rcm");
  CU_ASSERT_PTR_NULL (lpn_json_get (json, "chosen_order"));
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "approximate"), "false");
  CU_ASSERT_PTR_NULL (lpn_json_get (json, "nodes"));
  CU_ASSERT_PTR_NULL (lpn_json_get (json, "witness"));
  double bytes = (double)lpn_json_get_uint (json, "store_bytes");
  double each = g_ascii_strtod (lpn_json_get_text (json, "bytes_per_state"), NULL);
  CU_ASSERT_DOUBLE_EQUAL (each, bytes / 12498, 1e-6 * each);
  CU_ASSERT (lpn_json_get_uint (json, "peak_rss_bytes") > lpn_json_get_uint (json, "store_peak_bytes"));
}

/* A lossy store never says holds, and never complete without saying that this is approximate. */
static void
test_approximate (void)
{
  static const char *const stores[] = { "bitstate", "hashcompact" };

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      g_autofree char *line = g_strdup_printf ("explore peterson:3 -j --store %s", stores[i]);
      g_autoptr (LpnJsonValue) json = record_of (line, 3);
      CU_ASSERT_EQUAL (lpn_json_get_uint (json, "states"), 12498);
      CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "verdict"), "unknown");
      CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "ended"), "complete");
      CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "approximate"), "true");
      CU_ASSERT_TRUE (g_ascii_strtod (lpn_json_get_text (json, "omission"), NULL) > 0);
    }
}

/* With --all every violated property has its own witness; the record's is the first. */
static void
test_properties (void)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", "fig1.pnml", NULL);
  g_autofree char *line = g_strdup_printf ("check '%s' -j --all -i 'u = 0' -r 'z = 1' -i true", path);
  g_autoptr (LpnJsonValue) json = record_of (line, 1);
  const LpnJsonValue *properties = lpn_json_get (json, "properties");
  const LpnJsonValue *first = lpn_json_at (properties, 0), *last = lpn_json_at (properties, 2);

  CU_ASSERT_EQUAL (lpn_json_length (properties), 3);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (first, "id"), "u = 0");
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (first, "expression"), "u == 0");
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (first, "kind"), "invariant");
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (first, "witness")), 1);
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (json, "witness")), 1);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (lpn_json_at (properties, 2), "kind"), "reach");
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (last, "verdict"), "violated");
  CU_ASSERT (lpn_json_length (lpn_json_get (last, "witness")) > 1);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (lpn_json_at (properties, 1), "verdict"), "holds");
}

/* The witness file: applying the changes of its steps to the initial marking gives the final one. */
static void
test_witness_json (void)
{
  g_autofree char *path = lpn_test_temporary ("witness.json");
  g_autofree char *line = g_strdup_printf ("check philosophers:5 -d -q --witness '%s'", path);
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) marking = g_hash_table_new (g_str_hash, g_str_equal);

  lpn_test_expect (line, 1, "", NULL);
  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  g_autoptr (LpnJsonValue) json = lpn_json_read (text != NULL ? text : "");
  const LpnJsonValue *witness = lpn_json_at (lpn_json_get (json, "witnesses"), 0);
  const LpnJsonValue *initial = lpn_json_get (lpn_json_get (witness, "initial"), "marking");
  const LpnJsonValue *final = lpn_json_get (lpn_json_get (witness, "final"), "marking");
  const LpnJsonValue *steps = lpn_json_get (witness, "steps");
  CU_ASSERT_EQUAL (lpn_json_length (steps), 5);
  for (guint i = 0; i < lpn_json_length (initial); i++)
    g_hash_table_add (marking, g_ptr_array_index (initial->keys, i));
  for (guint i = 0; i < lpn_json_length (steps); i++)
    for (guint c = 0; c < lpn_json_length (lpn_json_get (lpn_json_at (steps, i), "changes")); c++)
      {
        const LpnJsonValue *change = lpn_json_at (lpn_json_get (lpn_json_at (steps, i), "changes"), c);
        char               *place = lpn_json_get (change, "place")->text;
        CU_ASSERT_EQUAL (lpn_json_get_uint (change, "from"), g_hash_table_contains (marking, place));
        if (lpn_json_get_uint (change, "to") == 1)
          g_hash_table_add (marking, place);
        else
          g_hash_table_remove (marking, place);
      }
  CU_ASSERT_EQUAL (g_hash_table_size (marking), lpn_json_length (final));
  for (guint i = 0; i < lpn_json_length (final); i++)
    CU_ASSERT_TRUE (g_hash_table_contains (marking, g_ptr_array_index (final->keys, i)));
}

/* A long witness is cut on the screen and whole in a file. */
static void
test_witness_text (void)
{
  g_autofree char *path = lpn_test_temporary ("witness.txt");
  const char      *question = "check counters:3 --search dfs -r 'marked(c0_9) & marked(c1_9) & marked(c2_9)'";
  g_autofree char *line = g_strdup_printf ("%s -w '%s'", question, path);
  g_autofree char *text = NULL;

  lpn_test_expect ("check philosophers:2 -d -w -", 1, "     2  take_left1  fork1 1 -> 0", NULL);
  g_auto (LpnTestRun) whole = lpn_test_run (line, NULL);
  g_auto (LpnTestRun) shown = lpn_test_run (question, NULL);
  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  CU_ASSERT_PTR_NULL (strstr (whole.out, " after "));
  g_auto (GStrv) all = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_auto (GStrv) cut = g_strsplit (shown.out, "\n", -1);
  guint            steps = g_strv_length (all) - 4; /* blank line, claim, state, and what follows the last line end */
  g_autofree char *left_out = g_strdup_printf ("... %u steps left out", steps - 100);
  g_autofree char *last = g_strdup_printf ("%6u  ", steps);
  CU_ASSERT (steps > 100 && g_strv_length (cut) < 130);
  CU_ASSERT_PTR_NOT_NULL (strstr (shown.out, left_out));
  CU_ASSERT (g_str_has_prefix (all[steps + 1], last));
  CU_ASSERT_PTR_NOT_NULL (strstr (shown.out, all[steps + 1]));
  CU_ASSERT_STRING_EQUAL (all[steps + 2], "  state: c0_9=1 c1_9=1 c2_9=1");
}

int
main (void)
{
  static const LpnTest tests[] = { { "keys", test_keys },
                                   { "values", test_values },
                                   { "lossy stores are approximate", test_approximate },
                                   { "properties", test_properties },
                                   { "witness file", test_witness_json },
                                   { "witness text", test_witness_text },
                                   { NULL, NULL } };
  return lpn_test_main ("record", tests);
}
