/* SPDX-License-Identifier: MIT */
/* Waveforms: read back here, and at every time compared with the reference semantics. */
#include <glib/gstdio.h>
#include <string.h>

#include "io/model.h"
#include "lpn/reference.h"
#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

typedef struct
{
  GHashTable *codes;  /* "net.scope.name" -> code */
  GHashTable *widths; /* code -> bits; 0: a string */
  GHashTable *values; /* code -> text, as of the time read last */
  char      **tokens;
  guint       next;
} Dump;

static const char *
token (Dump *dump)
{
  while (dump->tokens[dump->next] != NULL && dump->tokens[dump->next][0] == '\0')
    dump->next++;
  return dump->tokens[dump->next] != NULL ? dump->tokens[dump->next++] : "";
}

/* "$var wire 3 ! name [2:0] $end", after its first word. */
static bool
read_var (Dump *dump, const char *scope)
{
  const char *type = token (dump);
  guint       width = (guint)g_ascii_strtoull (token (dump), NULL, 10);
  const char *code = token (dump);
  const char *name = token (dump);
  const char *end = token (dump);
  bool        good = width >= 1 && width <= 64;

  if (end[0] == '[')
    {
      g_autofree char *range = g_strdup_printf ("[%u:0]", width - 1);
      good = good && width > 1 && g_str_equal (end, range);
      end = token (dump);
    }
  good = good && g_str_equal (end, "$end")
         && (g_str_equal (type, "wire") || (g_str_equal (type, "integer") && width == 64)
             || g_str_equal (type, "string"));
  good = g_hash_table_insert (dump->codes, g_strdup_printf ("%s%s", scope, name), g_strdup (code)) && good;
  return g_hash_table_insert (dump->widths, g_strdup (code),
                              GUINT_TO_POINTER (g_str_equal (type, "string") ? 0 : width))
         && good;
}

/* Everything before the first time. */
static bool
read_header (Dump *dump)
{
  g_autoptr (GString) scope = g_string_new (NULL);
  bool  good = true;
  guint depth = 0;
  for (;;)
    {
      const char *word = token (dump);
      if (g_str_equal (word, "$enddefinitions"))
        return good && depth == 0 && g_str_equal (token (dump), "$end");
      if (g_str_equal (word, "$scope"))
        {
          good = good && g_str_equal (token (dump), "module");
          g_string_append_printf (scope, "%s.", token (dump));
          good = good && g_str_equal (token (dump), "$end");
          depth++;
        }
      else if (g_str_equal (word, "$upscope"))
        {
          g_string_truncate (scope, scope->len - 1);
          char *dot = strrchr (scope->str, '.');
          g_string_truncate (scope, dot != NULL ? (gsize)(dot - scope->str) + 1 : 0);
          good = good && g_str_equal (token (dump), "$end");
          depth--;
        }
      else if (g_str_equal (word, "$var"))
        good = read_var (dump, scope->str) && good;
      else if (g_str_equal (word, "$comment") || g_str_equal (word, "$version") || g_str_equal (word, "$timescale"))
        while (word[0] != '\0' && !g_str_equal (word, "$end"))
          word = token (dump);
      else
        return false;
    }
}

/* The changes up to the next time, which is handed out; G_MAXUINT: the end. */
static guint
read_changes (Dump *dump, bool *good)
{
  for (;;)
    {
      const char *word = token (dump);
      if (word[0] == '\0')
        return G_MAXUINT;
      if (word[0] == '#')
        return (guint)g_ascii_strtoull (word + 1, NULL, 10);
      if (g_str_equal (word, "$dumpvars") || g_str_equal (word, "$end"))
        continue;
      bool        scalar = word[0] == '0' || word[0] == '1';
      const char *code = scalar ? word + 1 : token (dump);
      gpointer    width;
      if (!g_hash_table_lookup_extended (dump->widths, code, NULL, &width))
        *good = false;
      *good = *good && (scalar ? width == GUINT_TO_POINTER (1) : word[0] == (width == NULL ? 's' : 'b'))
              && (width == NULL || strlen (word) <= GPOINTER_TO_UINT (width) + 1);
      g_hash_table_insert (dump->values, g_strdup (code), g_strndup (word + !scalar, scalar ? 1 : strlen (word)));
    }
}

static gint64
value_of (const Dump *dump, const char *code)
{
  const char *text = g_hash_table_lookup (dump->values, code);
  return text != NULL ? (gint64)g_ascii_strtoull (text, NULL, 2) : -99;
}

/* How the dump names an element. */
static char *
path_of (const LpnNet *net, guint32 element)
{
  guint32 cell;
  guint32 variable = lpn_net_element_variable (net, element, &cell);
  guint32 module
      = variable == LPN_NONE ? lpn_net_place (net, element)->module : lpn_net_variable (net, variable)->module;
  const char      *id = variable == LPN_NONE ? lpn_net_place (net, element)->id : lpn_net_variable (net, variable)->id;
  g_autofree char *prefix
      = module != LPN_NONE ? g_strdup_printf ("%s.", lpn_net_module (net, module)->id) : g_strdup (".");
  bool     scope = module != LPN_NONE && lpn_net_n_modules (net) > 1;
  GString *path = g_string_new (lpn_net_name (net));

  if (variable == LPN_NONE && g_str_has_prefix (id, prefix))
    id += strlen (prefix);
  g_string_append_printf (path, ".%s%s%s%s", scope ? lpn_net_module (net, module)->id : "", scope ? "." : "",
                          variable == LPN_NONE ? "places." : "", id);
  if (variable != LPN_NONE && lpn_net_variable (net, variable)->is_array)
    g_string_append_printf (path, "[%u]", cell);
  return g_string_free (path, FALSE);
}

static bool
same_values (const LpnNet *net, const Dump *dump, const gint64 *values, bool places)
{
  bool same = true;
  for (guint32 e = places ? 0 : lpn_net_n_places (net); e < lpn_net_n_elements (net) && same; e++)
    {
      g_autofree char *path = path_of (net, e);
      const char      *code = g_hash_table_lookup (dump->codes, path);
      same = code != NULL && value_of (dump, code) == values[e];
      if (!same)
        printf ("\n    %s: code %s\n", path, code != NULL ? code : "none");
    }
  return same;
}

static bool
same_walk (const LpnNet *net, Dump *dump, const LpnJsonValue *steps, bool places)
{
  g_autofree gint64 *values = g_new (gint64, lpn_net_n_elements (net) + 1);
  g_autofree gint64 *next = g_new (gint64, lpn_net_n_elements (net) + 1);
  g_autofree char   *fired = g_strdup_printf ("%s.fired", lpn_net_name (net));
  const char        *code = g_hash_table_lookup (dump->codes, fired);
  bool               good = code != NULL && read_changes (dump, &(bool){ true }) == 0;
  guint              time = 0;

  lpn_net_initial (net, values);
  for (guint i = 0; good && i <= lpn_json_length (steps); i++)
    {
      guint then = read_changes (dump, &good);
      good = good && then == time + 1 && same_values (net, dump, values, places);
      time = then;
      if (i > 0)
        good = good
               && g_str_equal (g_hash_table_lookup (dump->values, code),
                               lpn_json_get_text (lpn_json_at (steps, i - 1), "transition"));
      if (i == lpn_json_length (steps))
        break;
      LpnFaultInfo info;
      guint32      t = lpn_net_find_transition (net, lpn_json_get_text (lpn_json_at (steps, i), "transition"));
      good = good && lpn_reference_fire (net, t, values, next, &info) == LPN_FIRE_FIRED;
      memcpy (values, next, sizeof *values * lpn_net_n_elements (net));
    }
  return good && read_changes (dump, &good) == G_MAXUINT;
}

static LpnNet *
load (const char *model)
{
  g_autoptr (GError) error = NULL;
  LpnNet *net = lpn_model_load (&model, 1, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return net;
}

static Dump
dump_new (const char *text)
{
  return (Dump){ g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                 g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), g_strsplit_set (text, " \n", -1), 0 };
}

static void
dump_clear (Dump *dump)
{
  g_hash_table_unref (dump->codes);
  g_hash_table_unref (dump->widths);
  g_hash_table_unref (dump->values);
  g_strfreev (dump->tokens);
}

static void
check_walk (const char *model, bool places)
{
  g_autoptr (LpnNet) net = load (model);
  g_autofree char *path = lpn_test_temporary ("walk.vcd");
  g_autofree char *line = g_strdup_printf ("simulate '%s' --random 60 --seed 7 --json --vcd '%s' %s", model, path,
                                           places ? "--vcd-places" : "");
  g_autofree char *text = NULL;
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  const LpnJsonValue *steps = lpn_json_get (lpn_json_at (lpn_json_get (json, "witnesses"), 0), "steps");

  CU_ASSERT_EQUAL (run.code, 0);
  CU_ASSERT_EQUAL (lpn_json_length (steps), 60);
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (path, &text, NULL, NULL));
  Dump dump = dump_new (text);
  bool good = read_header (&dump) && same_walk (net, &dump, steps, places);
  if (!good)
    printf ("\n    not the walk: %s\n", line);
  CU_ASSERT_TRUE (good);
  dump_clear (&dump);
}

/* Negative values, wide ranges, arrays. */
static const char SIGNED[]
    = "<pnml><net id='signed' type='http://www.pnml.org/version-2009/grammar/ptnet'><toolspecific tool='lpnreach' "
      "version='1.0'><variable id='x' initial='-3'/><variable id='y' initial='5' min='0' max='9'/>"
      "<array id='z' size='2' initial='0' min='-1' max='1'/></toolspecific>"
      "<page id='one'><transition id='down'><toolspecific tool='lpnreach' version='1.0'><assign variable='x'>x * 3"
      "</assign><guard>x != 0 &amp; x > -99999</guard></toolspecific></transition></page>"
      "<page id='two'><transition id='up'><toolspecific tool='lpnreach' version='1.0'><assign variable='x'>7</assign>"
      "<assign variable='y'>(y + 3) % 10</assign><assign variable='z' index='1'>0 - (y % 2)</assign></toolspecific>"
      "</transition></page></net></pnml>";

static void
test_walks (void)
{
  static const char *const models[]
      = { "demux:2", "kanban:3", "peterson:3", "stgfifo:4", "reg:2", "muller:4", "slot:3" };
  g_autofree char *path = lpn_test_temporary ("signed.pnml");

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      check_walk (models[i], true);
      if (!g_str_equal (models[i], "kanban:3") && !g_str_equal (models[i], "slot:3"))
        check_walk (models[i], false);
    }
  CU_ASSERT_TRUE (g_file_set_contents (path, SIGNED, -1, NULL));
  check_walk (path, false);
}

/* `check` writes one waveform per witness. */
static void
test_check (void)
{
  g_autofree char *path = lpn_test_temporary ("found.vcd");
  g_autofree char *second = lpn_test_temporary ("found-2.vcd");
  g_autofree char *none = lpn_test_temporary ("none.vcd");
  g_autofree char *text = NULL;
  g_autofree char *line
      = g_strdup_printf ("check stgfifo:3 -q --all --reach 'lo_0 = 1' --reach 'lo_3 = 1' --vcd '%s'", path);
  g_autofree char *holds = g_strdup_printf ("check stgfifo:3 -q --deadlock --vcd '%s'", none);

  lpn_test_expect (line, 1, NULL, NULL);
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (path, &text, NULL, NULL));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "$comment reach lo_0 = 1: true after 3 steps $end"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "\n#4\n"));
  CU_ASSERT_PTR_NULL (strstr (text, "places"));
  g_free (text);
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (second, &text, NULL, NULL));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "$comment reach lo_3 = 1"));
  lpn_test_expect (holds, 0, NULL, NULL);
  CU_ASSERT_FALSE (g_file_test (none, G_FILE_TEST_EXISTS));
  lpn_test_expect ("check stgfifo:3 -q --reach 'lo_0 = 1' --vcd /nowhere/x.vcd", 2, NULL,
                   "/nowhere/x.vcd: cannot be written");
}

int
main (void)
{
  static const LpnTest tests[] = { { "walks", test_walks }, { "check", test_check }, { NULL, NULL } };
  return lpn_test_main ("vcd", tests);
}
