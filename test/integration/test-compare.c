/* SPDX-License-Identifier: MIT */
/* lpnreach compare, run as a user runs it, in a temporary folder. */
#include <libxml/parser.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/json-scan.h"
#include "test/harness.h"
#include "test/program.h"

#define PATIENCE_MS 30000
#define POLL_MS 10

static char *
read_text (const char *name)
{
  char *text = NULL;
  return g_file_get_contents (name, &text, NULL, NULL) ? text : g_strdup ("");
}

static void
write_text (const char *name, const char *text)
{
  CU_ASSERT_TRUE (g_file_set_contents (name, text, -1, NULL));
}

/* Runs "compare LINE" and asserts the exit code and that the error output contains `err`. Returns the output. */
static char *
run (const char *line, int code, const char *err)
{
  g_autofree char *words = g_strdup_printf ("compare %s", line);
  g_auto (LpnTestRun) done = lpn_test_run (words, NULL);
  bool ok = done.code == code && strstr (done.err, err) != NULL;

  CU_ASSERT_TRUE (ok);
  if (!ok)
    g_printerr ("%s: code %d, said: %s\n", words, done.code, done.err);
  return g_steal_pointer (&done.out);
}

static void
expect (const char *line, int code, const char *err)
{
  g_free (run (line, code, err));
}

static GPid
start (const char *line)
{
  g_autofree char *words = g_strdup_printf ("\"%s\" compare %s", g_getenv ("LPN_PROGRAM"), line);
  g_auto (GStrv) argv = NULL;
  GPid pid = 0;
  g_assert (g_shell_parse_argv (words, NULL, &argv, NULL));
  g_assert (g_spawn_async (NULL, argv, NULL,
                           G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                           NULL, &pid, NULL));
  return pid;
}

static guint
count_lines (const char *text)
{
  guint n = 0;
  for (; (text = strchr (text, '\n')) != NULL; text++)
    n++;
  return n;
}

static bool
wait_for_lines (const char *name, guint n)
{
  for (guint i = 0; i < PATIENCE_MS / POLL_MS; i++)
    {
      g_autofree char *text = read_text (name);
      if (count_lines (text) >= n)
        return true;
      g_usleep (POLL_MS * 1000);
    }
  return false;
}

/* The process that `pid` has started, once there is one; 0: the system does not tell. */
static GPid
child_of (GPid pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/children", (int)pid, (int)pid);
  for (guint i = 0; i < PATIENCE_MS / POLL_MS; i++)
    {
      g_autofree char *text = NULL;
      if (!g_file_get_contents (path, &text, NULL, NULL))
        return 0;
      if (text[0] != '\0')
        return (GPid)g_ascii_strtoll (text, NULL, 10);
      g_usleep (POLL_MS * 1000);
    }
  return 0;
}

/* Gone, or dead and not yet fetched by whoever inherited it. */
static bool
wait_for_end (GPid pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)pid);
  for (guint i = 0; i < PATIENCE_MS / POLL_MS; i++)
    {
      g_autofree char *text = NULL;
      if (!g_file_get_contents (path, &text, NULL, NULL) || strstr (text, ") Z ") != NULL)
        return true;
      g_usleep (POLL_MS * 1000);
    }
  return false;
}

static LpnJsonObject *
row_at (const char *name, guint i)
{
  g_autofree char *text = read_text (name);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert (i < g_strv_length (lines));
  LpnJsonObject *row = lpn_json_object_parse (lines[i], NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (row);
  return row;
}

static void
expect_member (const char *name, guint i, const char *key, const char *value)
{
  g_autoptr (LpnJsonObject) row = row_at (name, i);
  g_autofree char *text = lpn_json_object_text (row, key);
  CU_ASSERT_STRING_EQUAL (text != NULL ? text : "", value);
}

/* The element of that name and id, depth first. */
static xmlNode *
find_node (xmlNode *node, const char *name, const char *id)
{
  for (; node != NULL; node = node->next)
    {
      xmlChar *own = node->type == XML_ELEMENT_NODE ? xmlGetProp (node, BAD_CAST "id") : NULL;
      bool     here = node->type == XML_ELEMENT_NODE && xmlStrEqual (node->name, BAD_CAST name)
                  && (id == NULL || xmlStrEqual (own, BAD_CAST id));
      xmlFree (own);
      xmlNode *found = here ? node : find_node (node->children, name, id);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static guint
count_nodes (const xmlNode *node, const char *name)
{
  guint n = 0;
  for (; node != NULL; node = node->next)
    n += (node->type == XML_ELEMENT_NODE && xmlStrEqual (node->name, BAD_CAST name))
         + count_nodes (node->children, name);
  return n;
}

/* A row of a table as a line of CSV; no value in these tests needs quotes. */
static char *
row_text (const xmlNode *row)
{
  GString *line = g_string_new (NULL);
  for (xmlNode *cell = row->children; cell != NULL; cell = cell->next)
    {
      xmlChar *text = xmlNodeGetContent (cell);
      g_string_append_printf (line, "%s%s", cell != row->children ? "," : "", (const char *)text);
      xmlFree (text);
    }
  return g_string_free (line, FALSE);
}

static void
check_html (const char *html, const char *csv)
{
  xmlDoc *doc = xmlReadMemory (html, (int)strlen (html), "report.html", NULL, XML_PARSE_NONET);
  CU_ASSERT_PTR_NOT_NULL_FATAL (doc);
  xmlNode *root = xmlDocGetRootElement (doc);
  xmlNode *runs = find_node (root, "table", "runs");
  CU_ASSERT_PTR_NOT_NULL_FATAL (runs);
  xmlNode *row = find_node (find_node (runs->children, "tbody", NULL)->children, "tr", NULL);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);
  guint n = 0;

  for (; row != NULL; row = row->next)
    if (row->type == XML_ELEMENT_NODE)
      {
        g_autofree char *line = row_text (row);
        CU_ASSERT_STRING_EQUAL (line, lines[++n]);
      }
  CU_ASSERT_EQUAL (n + 2, g_strv_length (lines));
  /* Two plots of all models, the bars, and two of each family with several members. */
  CU_ASSERT_TRUE (count_nodes (root, "figure") >= 9);
  CU_ASSERT_TRUE (count_nodes (root, "polyline") > 0);
  CU_ASSERT_EQUAL (count_nodes (root, "script"), 0);
  CU_ASSERT_PTR_NULL (strstr (html, "http"));
  CU_ASSERT_PTR_NULL (strstr (html, "nan"));
  xmlFreeDoc (doc);
}

static void
test_smoke (void)
{
  g_autofree char *out = run ("smoke -s hash,mdd -j 2 --csv s.csv --json-lines s.jsonl --markdown s.md --html s.html "
                              "--paper",
                              0, "");
  g_autofree char *csv = read_text ("s.csv");
  g_autofree char *lines = read_text ("s.jsonl");
  g_autofree char *markdown = read_text ("s.md");
  g_autofree char *html = read_text ("s.html");

  CU_ASSERT_PTR_NOT_NULL (strstr (out, "peterson.1   hash   12,498 "));
  CU_ASSERT_EQUAL (count_lines (csv), count_lines (lines) + 1);
  CU_ASSERT_TRUE (count_lines (lines) >= 30);
  CU_ASSERT_PTR_NOT_NULL (strstr (csv, "\npeterson.1,mdd,bfs,module,auto,1,holds,complete,12498,33369,0,"));
  CU_ASSERT_PTR_NOT_NULL (strstr (markdown, "| peterson.1 | "));
  CU_ASSERT_PTR_NOT_NULL (strstr (markdown, "| average | | | | "));
  check_html (html, csv);
}

/* Time, Mem, |S|, SS and SSD of a Markdown row follow from the values in the CSV. */
static void
test_markdown_values (void)
{
  expect ("lamport.1 -s hash --csv v.csv --json-lines v.jsonl --markdown v.md -q", 0, "");
  g_autofree char *markdown = read_text ("v.md");
  g_autoptr (LpnJsonObject) row = row_at ("v.jsonl", 0);
  const char *line = strstr (markdown, "| lamport.1 |");
  CU_ASSERT_PTR_NOT_NULL_FATAL (line);
  g_auto (GStrv) cells = g_strsplit (line, " | ", 7);
  double  seconds = 0;
  guint64 bytes = 0;

  CU_ASSERT_TRUE (lpn_json_object_double (row, "seconds", &seconds));
  CU_ASSERT_TRUE (lpn_json_object_uint (row, "peak_rss_bytes", &bytes));
  CU_ASSERT_DOUBLE_EQUAL (g_ascii_strtod (cells[1], NULL), seconds, 0.05);
  CU_ASSERT_DOUBLE_EQUAL (g_ascii_strtod (cells[2], NULL), (double)bytes / 1048576, 0.05);
  CU_ASSERT_STRING_EQUAL (cells[3], "29,242");
  g_auto (GStrv) speed = g_strsplit (cells[4], ",", -1);
  g_autofree char *digits = g_strjoinv ("", speed);
  CU_ASSERT_DOUBLE_EQUAL (g_ascii_strtod (digits, NULL), 29242 / seconds, 1);
}

static void
test_killed_and_resumed (void)
{
  const char *line = "muller:6 anderson.8 -s hash -t 2 -m 64M -q --json-lines k.jsonl";
  GPid        pid = start (line);
  CU_ASSERT_TRUE (wait_for_lines ("k.jsonl", 1));
  GPid child = child_of (pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  if (child > 0)
    CU_ASSERT_TRUE (wait_for_end (child));
  g_autofree char *before = read_text ("k.jsonl");
  CU_ASSERT_EQUAL (count_lines (before), 1);

  /* A writer killed in the midst of a line. */
  g_autofree char *torn = g_strconcat (before, "{\"model\":\"ander", NULL);
  write_text ("k.jsonl", torn);
  expect (line, 2, "holds runs already");
  expect ("muller:6 anderson.8 -s hash -t 2 -m 64M -q --json-lines k.jsonl --resume", 0, "");
  g_autofree char *after = read_text ("k.jsonl");
  CU_ASSERT_EQUAL (count_lines (after), 2);
  CU_ASSERT_TRUE (g_str_has_prefix (after, before));
  expect_member ("k.jsonl", 1, "model", "anderson.8");
  /* Nothing is left to do; the file stays as it is. */
  expect ("muller:6 anderson.8 -s hash -t 2 -m 64M -q --json-lines k.jsonl --resume", 0, "");
  g_autofree char *again = read_text ("k.jsonl");
  CU_ASSERT_STRING_EQUAL (again, after);
}

static void
test_interrupted (void)
{
  GPid pid = start ("muller:6 anderson.8 -s hash -t 60 -m 1G --json-lines i.jsonl --csv i.csv");
  int  status = 0;
  CU_ASSERT_TRUE (wait_for_lines ("i.jsonl", 1));
  GPid child = child_of (pid);
  kill (pid, SIGINT);
  waitpid (pid, &status, 0);
  CU_ASSERT_TRUE (WIFEXITED (status) && WEXITSTATUS (status) == 3);
  if (child > 0)
    CU_ASSERT_TRUE (wait_for_end (child));
  g_autofree char *rows = read_text ("i.jsonl");
  g_autofree char *csv = read_text ("i.csv");
  CU_ASSERT_EQUAL (count_lines (rows), 1);
  CU_ASSERT_EQUAL (count_lines (csv), 2);
}

static void
test_crashed (void)
{
  GPid pid = start ("anderson.8 muller:6 -s hash -t 60 -m 1G --json-lines c.jsonl");
  GPid child = child_of (pid);
  int  status = 0;
  if (child > 0)
    {
      kill (child, SIGKILL);
      waitpid (pid, &status, 0);
      CU_ASSERT_TRUE (WIFEXITED (status) && WEXITSTATUS (status) == 2);
      expect_member ("c.jsonl", 0, "ended", "crashed");
      expect_member ("c.jsonl", 0, "reason", "ended by signal 9 (Killed)");
      expect_member ("c.jsonl", 1, "ended", "complete");
      return;
    }
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

static void
test_failed_and_limits (void)
{
  write_text ("bad.pnml", "<pnml");
  expect ("bad.pnml muller:6 -s hash --json-lines f.jsonl", 2, "bad.pnml in hash (bfs, module, auto, run 1) failed: ");
  expect_member ("f.jsonl", 0, "ended", "failed");
  expect_member ("f.jsonl", 1, "states", "256");

  g_autofree char *out = run ("anderson.8 -s hash,full -t 0.2 -m 1G --json-lines t.jsonl", 0, "");
  CU_ASSERT_PTR_NOT_NULL (strstr (out, "  time\n"));
  expect_member ("t.jsonl", 0, "ended", "time-limit");
  expect_member ("t.jsonl", 0, "exit_code", "3");
  /* Under a higher limit that row says nothing. */
  expect ("anderson.8 -s hash -t 0.3 -m 1G --json-lines t.jsonl --resume -q", 0, "");
  expect_member ("t.jsonl", 2, "time_limit", "0.3");
  g_free (out);
  out = run ("anderson.8 -s hash -t 60 -m 1M --json-lines m.jsonl", 0, "");
  CU_ASSERT_PTR_NOT_NULL (strstr (out, "  memory\n"));
  expect_member ("m.jsonl", 0, "ended", "memory-limit");
}

static void
test_differing_counts (void)
{
  write_text ("d.jsonl",
              "{\"model\":\"muller:6\",\"ended\":\"complete\",\"states\":257,\"transitions\":1,\"store\":\"full\","
              "\"search\":\"bfs\",\"partition\":\"module\",\"order\":\"auto\",\"seconds\":1,\"peak_rss_bytes\":1}\n");
  expect ("muller:6 -s full,hash,mdd --json-lines d.jsonl --resume", 4,
          "counts differ: muller:6 in full (bfs, module, auto, run 1) found 257 states, 1 transitions, no deadlocks; "
          "muller:6 in hash (bfs, module, auto, run 1) found 256 states");
  /* It ended there: mdd was not run. */
  g_autofree char *rows = read_text ("d.jsonl");
  CU_ASSERT_EQUAL (count_lines (rows), 2);

  write_text ("l.jsonl", "{\"model\":\"muller:6\",\"ended\":\"complete\",\"states\":250,\"store\":\"full\",\"search\":"
                         "\"bfs\",\"partition\":\"module\",\"order\":\"auto\",\"approximate\":true,\"seconds\":1}\n");
  expect ("muller:6 -s full,hash --json-lines l.jsonl --resume", 0, "");
  write_text ("e.jsonl", "\n{\"model\":\"muller:6\",}\n");
  expect ("muller:6 --json-lines e.jsonl --resume", 2, "e.jsonl:2: not a JSON object: fault at column 21");
  write_text ("e.jsonl", "{\"model\":\"muller:6\"}\n");
  expect ("muller:6 --json-lines e.jsonl --resume", 2, "e.jsonl:1: the record has no 'store'");
}

static void
test_repeat (void)
{
  static const char *const stores[] = { "hash", "mdd", "mdd", "hash", "hash", "mdd" };
  g_autofree char         *out = run ("muller:6 -s hash,mdd -r 3 --json-lines r.jsonl --csv r.csv", 0, "");
  g_autofree char         *csv = read_text ("r.csv");
  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    expect_member ("r.jsonl", i, "store", stores[i]);
  CU_ASSERT_EQUAL (count_lines (csv), 7);
  CU_ASSERT_EQUAL (count_lines (out), 3);
  /* The median counts. */
  write_text ("r.jsonl", "");
  for (guint i = 1; i <= 3; i++)
    {
      g_autofree char *before = read_text ("r.jsonl");
      g_autofree char *more = g_strdup_printf (
          "%s{\"model\":\"muller:6\",\"ended\":\"complete\",\"states\":256,\"store\":\"hash\",\"search\":\"bfs\","
          "\"partition\":\"module\",\"order\":\"auto\",\"seconds\":%u,\"peak_rss_bytes\":1048576,\"run\":%u}\n",
          before, i * 7 % 4, i);
      write_text ("r.jsonl", more);
    }
  g_free (out);
  out = run ("muller:6 -s hash -r 3 --json-lines r.jsonl --resume", 0, "");
  CU_ASSERT_PTR_NOT_NULL (strstr (out, "hash      256     2.00  1.0       128"));
}

#define LATE(limit)                                                                                                    \
  "{\"model\":\"muller:6\",\"ended\":\"complete\",\"states\":256,\"store\":\"hash\",\"search\":\"bfs\",\"partition\":" \
  "\"module\",\"order\":\"auto\",\"seconds\":2.5,\"peak_rss_bytes\":1048576,\"time_limit\":" limit                    \
  ",\"memory_limit\":1073741824}\n"

/* A run may complete a little after its time: it is a result. Of another limit, it is not. */
static void
test_late (void)
{
  write_text ("late.jsonl", LATE ("2"));
  g_autofree char *out = run ("muller:6 -s hash -t 2 -m 1G --json-lines late.jsonl --resume", 0, "");
  CU_ASSERT_PTR_NOT_NULL (strstr (out, "256     2.50  1.0 "));
  write_text ("late.jsonl", LATE ("4"));
  expect ("muller:6 -s hash -t 2 -m 1G --json-lines late.jsonl --resume", 0, "");
  expect_member ("late.jsonl", 1, "time_limit", "2");
}

static void
test_suites (void)
{
  static const struct
  {
    const char *text, *message;
  } faulty[] = {
    { "[suite]\nstores = hash\n", "x.suite: no group [models]" },
    { "[models]\na = \n[more]\n", "x.suite: unknown group [more] (known: suite, models)" },
    { "[suite]\nstore = hash\n[models]\na = muller:6\n",
      "x.suite: [suite] store: unknown key (known: title, stores, " },
    { "[suite]\ntime-limit = soon\n[models]\na = muller:6\n", "x.suite: [suite] time-limit: 'soon' is no time" },
    { "[suite]\nstores = hash foo\n[models]\na = muller:6\n", "there is no store 'foo'" },
    { "[models]\na = 'muller:6\n", "x.suite: [models] a: " },
    { "[models]\n", "x.suite: [models] names no model" },
    { "[models]\na = nosuch\n", "'nosuch' is neither a suite nor a file nor a family" },
    { "[models]\na = muller:x\n", "muller" },
    { "models = a\n", "x.suite: " },
  };
  for (guint i = 0; i < G_N_ELEMENTS (faulty); i++)
    {
      write_text ("x.suite", faulty[i].text);
      expect ("x.suite", 2, faulty[i].message);
    }
  expect ("none.suite", 2, "none.suite: ");
  expect ("smoke circuits", 2, "'circuits' is a second suite");
  expect ("", 2, "no SUITE or MODEL given");
  expect ("smoke --resume", 2, "--resume needs --json-lines");

  /* Options come before the suite's; words are split as by a shell. */
  write_text ("x.suite", "[suite]\nstores = hash mdd\nsearches = dfs bfs\n[models]\na = muller:6 \"muller:7\"\n");
  expect ("x.suite muller:5 -s tree --csv x.csv -q", 0, "");
  g_autofree char *csv = read_text ("x.csv");
  CU_ASSERT_EQUAL (count_lines (csv), 7);
  CU_ASSERT_PTR_NOT_NULL (strstr (csv, "\nmuller:7,tree,dfs,"));
}

static void
test_store_options (void)
{
  g_autofree char *out
      = run ("muller:6 -s st-reduce,st-reduce:reduce-every=10 --csv o.csv --json-lines o.jsonl", 0, "");
  CU_ASSERT_PTR_NOT_NULL (strstr (out, " st-reduce:reduce-every=10     256 "));
  expect_member ("o.jsonl", 0, "store", "st-reduce");
  expect_member ("o.jsonl", 1, "store", "st-reduce:reduce-every=10");
  expect ("muller:6 -s hash:reduce-every=10", 2, "'reduce-every=10' is no OPTION=VALUE of it");
  expect ("muller:6 -s st-reduce:reduce-every", 2, "'reduce-every' is no OPTION=VALUE of it");
  expect ("muller:6 -s st-reduce:reduce-every=x", 2, "failed: ");
}

/* Every suite that comes with the program can be read and names only what there is. */
static void
test_bundled_suites (void)
{
  g_autofree char *list = run ("--list", 0, "");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (list), "\n", -1);
  CU_ASSERT_TRUE (g_strv_length (lines) >= 7);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (lines[i], strcspn (lines[i], " "));
      /* The plan is checked before the file is looked at. */
      g_autofree char *line = g_strdup_printf ("%s --json-lines no/such/folder", name);
      expect (line, 2, "no/such/folder: No such file or directory");
    }
}

int
main (void)
{
  static const LpnTest tests[] = { { "smoke", test_smoke },
                                   { "values in Markdown", test_markdown_values },
                                   { "killed and resumed", test_killed_and_resumed },
                                   { "interrupted", test_interrupted },
                                   { "crashed", test_crashed },
                                   { "failed, and limits", test_failed_and_limits },
                                   { "differing counts", test_differing_counts },
                                   { "repeat", test_repeat },
                                   { "late", test_late },
                                   { "suites", test_suites },
                                   { "store options", test_store_options },
                                   { "bundled suites", test_bundled_suites },
                                   { NULL, NULL } };
  g_autofree char     *inside = lpn_test_temporary ("inside");
  g_autofree char     *folder = g_path_get_dirname (inside);
  g_assert (chdir (folder) == 0);
  int code = lpn_test_main ("compare", tests);
  xmlCleanupParser ();
  return code;
}
