/* SPDX-License-Identifier: MIT */
#include "io/compare/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/cli/cli.h"
#include "io/io.h"

#define TICK_MS 250
/* Of a process that has closed its output and is about to be gone. */
#define SHORT_MS 5
#define TIME_GRACE 10.0
#define MEMORY_GRACE (G_GUINT64_CONSTANT (64) << 20)
#define KILL_AFTER 5.0
/* Of what a failed process says, this much is kept as the reason. */
#define MAX_REASON 500

typedef struct
{
  const LpnJob *job; /* NULL: the slot is free */
  GPid          pid;
  int           fds[2];  /* its output and error output; -1: closed */
  GString      *text[2]; /* what came from there */
  gint64        start;   /* microseconds, monotonic */
  gint64        told;    /* when it was sent SIGTERM; 0: it was not */
  const char   *overrun; /* why it was told to end; NULL: it was not, or not for its own sake */
} Slot;

typedef struct
{
  const LpnRunner *runner;
  const GArray    *jobs;
  Slot            *slots;
  guint            next, done, running;
  gint64           start;
  double          *spent; /* seconds per model of the jobs done, and how many: for the estimate */
  guint           *counted;
} Race;

static double
since (gint64 start)
{
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

/* In the new process. Its own group: Ctrl-C on the terminal is for us, who then tell it. */
static void
prepare_child (gpointer data)
{
  const struct rlimit none = { 0, 0 };
  (void)data;
  setpgid (0, 0);
  setrlimit (RLIMIT_CORE, &none);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* The command line of a job, without the program. Transfer full. */
static GPtrArray *
make_arguments (const LpnPlan *plan, const LpnJob *job)
{
  const LpnWay *way = plan->ways->pdata[job->way];
  g_auto (GStrv) store = g_strsplit (way->store, ":", -1);
  char              seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char  *memory = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->memory_limit);
  const char *const words[] = { "explore",      "--json",    "--progress",     "never",        "--store", store[0],
                                "--search",     way->search, "--partition",    way->partition, "--order", way->order,
                                "--time-limit", seconds,     "--memory-limit", memory };
  GPtrArray        *arguments = g_ptr_array_new_with_free_func (g_free);

  g_ascii_dtostr (seconds, sizeof seconds, plan->time_limit);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (arguments, g_strdup (words[i]));
  for (guint i = 1; store[i] != NULL; i++)
    g_ptr_array_add (arguments, g_strconcat ("--", store[i], NULL));
  g_ptr_array_add (arguments, g_strdup ("--"));
  g_ptr_array_add (arguments, g_strdup (plan->models->pdata[job->model]));
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

static bool
start_job (Race *race, Slot *slot, const LpnJob *job, GError **error)
{
  g_autoptr (GPtrArray) arguments = make_arguments (race->runner->plan, job);
  char *program = g_file_read_link ("/proc/self/exe", error);

  if (program == NULL)
    return false;
  g_ptr_array_insert (arguments, 0, program);
  if (!g_spawn_async_with_pipes (NULL, (char **)arguments->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, prepare_child, NULL,
                                 &slot->pid, NULL, &slot->fds[0], &slot->fds[1], error))
    return false;
  for (guint i = 0; i < 2; i++)
    {
      fcntl (slot->fds[i], F_SETFL, O_NONBLOCK);
      fcntl (slot->fds[i], F_SETFD, FD_CLOEXEC);
      slot->text[i] = g_string_new (NULL);
    }
  slot->job = job;
  slot->start = g_get_monotonic_time ();
  slot->told = 0;
  slot->overrun = NULL;
  race->running++;
  return true;
}

/* Reads what is there; closes at the end. */
static void
drain (Slot *slot)
{
  char buffer[65536];
  for (guint i = 0; i < 2; i++)
    while (slot->fds[i] >= 0)
      {
        gssize n = read (slot->fds[i], buffer, sizeof buffer);
        if (n > 0)
          g_string_append_len (slot->text[i], buffer, n);
        else if (n == 0)
          {
            close (slot->fds[i]);
            slot->fds[i] = -1;
          }
        else if (errno != EINTR)
          break;
      }
}

static guint64
resident_bytes (GPid pid)
{
  char               path[64];
  unsigned long long pages = 0;
  g_snprintf (path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *file = fopen (path, "r");
  if (file == NULL)
    return 0;
  if (fscanf (file, "%*u %llu", &pages) != 1)
    pages = 0;
  fclose (file);
  return pages * (guint64)sysconf (_SC_PAGESIZE);
}

/* A process that does not keep its limits is told, then made, to end. */
static void
enforce (const LpnPlan *plan, Slot *slot)
{
  guint64 bytes = resident_bytes (slot->pid);
  if (slot->told != 0)
    {
      if (since (slot->told) > KILL_AFTER)
        kill (slot->pid, SIGKILL);
      return;
    }
  if (since (slot->start) > plan->time_limit * 1.1 + TIME_GRACE)
    slot->overrun = "it overran the time limit";
  else if (bytes > plan->memory_limit + plan->memory_limit / 10 + MEMORY_GRACE)
    slot->overrun = "it overran the memory limit";
  if (slot->overrun != NULL)
    {
      kill (slot->pid, SIGTERM);
      slot->told = g_get_monotonic_time ();
    }
}

/* The last line of what it said, without our own name before it. */
static char *
last_words (const GString *text)
{
  g_autofree char *all = g_utf8_make_valid (text->str, (gssize)text->len);
  const char      *line = g_strchomp (all);
  const char      *end = strrchr (line, '\n');
  line = end != NULL ? end + 1 : line;
  line += g_str_has_prefix (line, "lpnreach: ") ? strlen ("lpnreach: ") : 0;
  return g_utf8_substring (line, 0, MIN (g_utf8_strlen (line, -1), MAX_REASON));
}

static void
set_ended (LpnJsonObject *json, const char *ended, const char *reason)
{
  lpn_json_object_set_string (json, "ended", ended);
  lpn_json_object_set_string (json, "verdict", "unknown");
  lpn_json_object_set_string (json, "reason", reason);
}

/* What is to be said of a process that did not end by itself with a record. */
static void
explain (LpnJsonObject *json, const Slot *slot, int status, bool record)
{
  if (slot->overrun != NULL)
    {
      set_ended (json, "killed", slot->overrun);
      return;
    }
  if (WIFSIGNALED (status))
    {
      g_autofree char *reason
          = g_strdup_printf ("ended by signal %d (%s)", WTERMSIG (status), g_strsignal (WTERMSIG (status)));
      set_ended (json, "crashed", reason);
      return;
    }
  if (record)
    return;
  g_autofree char *said = last_words (slot->text[1]);
  /* No record and this code: the limit does not even hold the start of a search. */
  bool limit = WIFEXITED (status) && WEXITSTATUS (status) == LPN_EXIT_UNKNOWN;
  set_ended (json, limit ? "memory-limit" : "failed", said[0] != '\0' ? said : "it gave no record");
}

static LpnRow *
make_row (const LpnPlan *plan, const Slot *slot, int status, const struct rusage *usage, GError **error)
{
  LpnJsonObject *json = lpn_json_object_parse (slot->text[0]->str, NULL);
  const LpnWay  *way = plan->ways->pdata[slot->job->way];
  bool           record = json != NULL;

  if (!record)
    json = lpn_json_object_new ();
  lpn_json_object_set_string (json, "model", plan->models->pdata[slot->job->model]);
  lpn_json_object_set_string (json, "store", way->store);
  lpn_json_object_set_string (json, "search", way->search);
  lpn_json_object_set_string (json, "partition", way->partition);
  lpn_json_object_set_string (json, "order", way->order);
  explain (json, slot, status, record);
  if (lpn_json_object_raw (json, "peak_rss_bytes") == NULL)
    lpn_json_object_set_uint (json, "peak_rss_bytes", (guint64)usage->ru_maxrss * 1024);
  lpn_json_object_set_uint (json, "run", slot->job->run);
  lpn_json_object_set_double (json, "time_limit", plan->time_limit);
  lpn_json_object_set_uint (json, "memory_limit", plan->memory_limit);
  lpn_json_object_set_double (json, "process_seconds", since (slot->start));
  if (WIFEXITED (status))
    lpn_json_object_set_uint (json, "exit_code", (guint64)WEXITSTATUS (status));
  return lpn_row_new (json, error);
}

static void
release (Race *race, Slot *slot)
{
  for (guint i = 0; i < 2; i++)
    {
      if (slot->fds[i] >= 0)
        close (slot->fds[i]);
      g_string_free (slot->text[i], TRUE);
    }
  g_spawn_close_pid (slot->pid);
  slot->job = NULL;
  race->running--;
}

/* Looks whether the process is gone and, if so, hands its row on. */
static bool
reap (Race *race, Slot *slot, GError **error)
{
  int           status;
  struct rusage usage;

  drain (slot);
  if (wait4 (slot->pid, &status, WNOHANG, &usage) != slot->pid)
    {
      enforce (race->runner->plan, slot);
      return true;
    }
  drain (slot);
  LpnRow *row = make_row (race->runner->plan, slot, status, &usage, error);
  race->spent[slot->job->model] += since (slot->start);
  race->counted[slot->job->model]++;
  race->done++;
  release (race, slot);
  return row != NULL && race->runner->finished (row, race->runner->data, error);
}

/* A job to come costs what others of its model did on average; of an untried model, what all did. */
static double
estimate_left (const Race *race)
{
  double all = 0, left = 0;
  if (race->done == 0)
    return -1;
  for (guint m = 0; m < race->runner->plan->models->len; m++)
    all += race->spent[m];
  for (guint i = race->next; i < race->jobs->len; i++)
    {
      guint m = g_array_index (race->jobs, LpnJob, i).model;
      left += race->counted[m] > 0 ? race->spent[m] / race->counted[m] : all / race->done;
    }
  for (guint i = 0; i < race->runner->parallel; i++)
    if (race->slots[i].job != NULL)
      {
        guint  m = race->slots[i].job->model;
        double whole = race->counted[m] > 0 ? race->spent[m] / race->counted[m] : all / race->done;
        left += MAX (0, whole - since (race->slots[i].start));
      }
  return left / race->runner->parallel;
}

static void
report (const Race *race)
{
  const LpnJob *newest = NULL;
  if (race->runner->tick == NULL)
    return;
  for (guint i = 0; i < race->runner->parallel; i++)
    if (race->slots[i].job > newest)
      newest = race->slots[i].job;
  LpnRunnerStatus status
      = { race->done, race->jobs->len, race->running, since (race->start), estimate_left (race), newest };
  race->runner->tick (&status, race->runner->data);
}

/* Sleeps until something may have happened. */
static void
wait_some (const Race *race)
{
  g_autofree struct pollfd *fds = g_new (struct pollfd, 2 * race->runner->parallel);
  nfds_t                    n = 0;
  int                       timeout = TICK_MS;

  for (guint i = 0; i < race->runner->parallel; i++)
    {
      const Slot *slot = &race->slots[i];
      if (slot->job == NULL)
        continue;
      if (slot->fds[0] < 0 && slot->fds[1] < 0)
        timeout = SHORT_MS;
      for (guint k = 0; k < 2; k++)
        if (slot->fds[k] >= 0)
          fds[n++] = (struct pollfd){ slot->fds[k], POLLIN, 0 };
    }
  poll (fds, n, timeout);
}

/* Ends what still runs; nothing of it is kept. */
static void
end_all (Race *race)
{
  gint64 start = g_get_monotonic_time ();
  for (guint i = 0; i < race->runner->parallel; i++)
    if (race->slots[i].job != NULL)
      kill (race->slots[i].pid, SIGTERM);
  while (race->running > 0)
    {
      bool patient = since (start) < KILL_AFTER;
      for (guint i = 0; i < race->runner->parallel; i++)
        {
          Slot *slot = &race->slots[i];
          if (slot->job == NULL)
            continue;
          drain (slot);
          if (!patient)
            kill (slot->pid, SIGKILL);
          if (wait4 (slot->pid, NULL, patient ? WNOHANG : 0, NULL) == slot->pid)
            release (race, slot);
        }
      if (race->running > 0 && patient)
        g_usleep (SHORT_MS * 1000);
    }
}

static bool
go_on (Race *race, GError **error)
{
  for (guint i = 0; i < race->runner->parallel; i++)
    {
      Slot *slot = &race->slots[i];
      if (slot->job != NULL && !reap (race, slot, error))
        return false;
      if (slot->job == NULL && race->next < race->jobs->len
          && !start_job (race, slot, &g_array_index (race->jobs, LpnJob, race->next++), error))
        return false;
    }
  return true;
}

bool
lpn_runner_run (const LpnRunner *runner, const GArray *jobs, GError **error)
{
  guint              models = runner->plan->models->len;
  g_autofree Slot   *slots = g_new0 (Slot, runner->parallel);
  g_autofree double *spent = g_new0 (double, models);
  g_autofree guint  *counted = g_new0 (guint, models);
  Race               race = { runner, jobs, slots, 0, 0, 0, g_get_monotonic_time (), spent, counted };
  bool               ok = true;

  while (ok && race.done < jobs->len)
    {
      ok = *runner->cancel == 0 && go_on (&race, error);
      if (ok && race.done < jobs->len)
        {
          report (&race);
          wait_some (&race);
        }
    }
  end_all (&race);
  return ok;
}
