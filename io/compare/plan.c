/* SPDX-License-Identifier: MIT */
#include "io/compare/plan.h"

#include <string.h>

#include "benchmarks/families.h"
#include "io/defaults.h"
#include "io/io.h"
#include "lpn/partition.h"
#include "search/search.h"
#include "store/store.h"

static void
free_way (gpointer data)
{
  LpnWay *way = data;
  g_free (way->label);
  g_free (way);
}

LpnPlan *
lpn_plan_new (void)
{
  LpnPlan    *plan = g_new0 (LpnPlan, 1);
  GPtrArray **lists[] = { &plan->models, &plan->stores, &plan->searches, &plan->partitions, &plan->orders };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    *lists[i] = g_ptr_array_new_with_free_func (g_free);
  plan->ways = g_ptr_array_new_with_free_func (free_way);
  plan->time_limit = 900;
  plan->memory_limit = G_GUINT64_CONSTANT (2) << 30;
  plan->repeat = 1;
  return plan;
}

void
lpn_plan_free (LpnPlan *plan)
{
  if (plan == NULL)
    return;
  GPtrArray *lists[] = { plan->ways, plan->models, plan->stores, plan->searches, plan->partitions, plan->orders };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_ptr_array_unref (lists[i]);
  g_free (plan->title);
  g_free (plan);
}

void
lpn_plan_add (GPtrArray *list, const char *word)
{
  if (!g_ptr_array_find_with_equal_func (list, word, g_str_equal, NULL))
    g_ptr_array_add (list, g_strdup (word));
}

void
lpn_plan_set (GPtrArray *list, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_ptr_array_set_size (list, 0);
  for (guint i = 0; words[i] != NULL; i++)
    if (g_strstrip (words[i])[0] != '\0')
      lpn_plan_add (list, words[i]);
}

static void
add_defaults (LpnPlan *plan)
{
  bool all = plan->stores->len == 0;
  for (const LpnStoreType *const *type = lpn_store_types (); all && *type != NULL; type++)
    if (((*type)->flags & LPN_STORE_EXACT) != 0)
      lpn_plan_add (plan->stores, (*type)->name);
  if (plan->searches->len == 0)
    lpn_plan_add (plan->searches, LPN_DEFAULT_SEARCH);
  if (plan->partitions->len == 0)
    lpn_plan_add (plan->partitions, LPN_DEFAULT_PARTITION);
  if (plan->orders->len == 0)
    lpn_plan_add (plan->orders, LPN_DEFAULT_ORDER);
}

/* A model must be something before hours are spent on the others. */
static bool
check_model (const char *model, GError **error)
{
  gint64 values[LPN_FAMILY_MAX_PARAMETERS];
  if (g_file_test (model, G_FILE_TEST_EXISTS))
    return true;
  if (lpn_family_find (model) != NULL)
    return lpn_family_parse (model, values, error) != NULL;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "'%s' is neither a suite nor a file nor a family", model);
  return false;
}

/* NAME[:OPTION=VALUE]...; values are judged when the store is opened. */
static bool
check_store (const char *word, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (word, ":", -1);
  const LpnStoreType *type = lpn_store_find (parts[0], error);

  for (guint i = 1; type != NULL && parts[i] != NULL; i++)
    {
      const LpnStoreOption *option = type->options;
      const char           *equals = strchr (parts[i], '=');
      g_autofree char      *name = equals != NULL ? g_strndup (parts[i], (gsize)(equals - parts[i])) : NULL;
      while (option != NULL && option->name != NULL && g_strcmp0 (option->name, name) != 0)
        option++;
      if (option == NULL || option->name == NULL)
        {
          g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION,
                       "store '%s': '%s' is no OPTION=VALUE of it (lpnreach stores lists options)", word, parts[i]);
          return false;
        }
    }
  return type != NULL;
}

static bool
check_names (const LpnPlan *plan, GError **error)
{
  LpnSearchKind    search;
  LpnPartitionKind partition;
  for (guint i = 0; i < plan->models->len; i++)
    if (!check_model (plan->models->pdata[i], error))
      return false;
  for (guint i = 0; i < plan->stores->len; i++)
    if (!check_store (plan->stores->pdata[i], error))
      return false;
  for (guint i = 0; i < plan->searches->len; i++)
    if (!lpn_search_kind_parse (plan->searches->pdata[i], &search, error))
      return false;
  for (guint i = 0; i < plan->partitions->len; i++)
    if (!lpn_partition_kind_parse (plan->partitions->pdata[i], &partition, error))
      return false;
  return true;
}

static void
add_way (LpnPlan *plan, guint s, guint a, guint p, guint o)
{
  LpnWay  *way = g_new0 (LpnWay, 1);
  GString *label = g_string_new (plan->stores->pdata[s]);

  *way = (LpnWay){ plan->stores->pdata[s], plan->searches->pdata[a], plan->partitions->pdata[p], plan->orders->pdata[o],
                   NULL };
  if (plan->searches->len > 1)
    g_string_append_printf (label, " %s", way->search);
  if (plan->partitions->len > 1)
    g_string_append_printf (label, " %s", way->partition);
  if (plan->orders->len > 1)
    g_string_append_printf (label, " %s", way->order);
  way->label = g_string_free (label, FALSE);
  g_ptr_array_add (plan->ways, way);
}

bool
lpn_plan_finish (LpnPlan *plan, GError **error)
{
  add_defaults (plan);
  if (!check_names (plan, error))
    return false;
  for (guint s = 0; s < plan->stores->len; s++)
    for (guint a = 0; a < plan->searches->len; a++)
      for (guint p = 0; p < plan->partitions->len; p++)
        for (guint o = 0; o < plan->orders->len; o++)
          add_way (plan, s, a, p, o);
  return true;
}

GArray *
lpn_plan_jobs (const LpnPlan *plan)
{
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (LpnJob));
  for (guint run = 1; run <= plan->repeat; run++)
    for (guint m = 0; m < plan->models->len; m++)
      for (guint w = 0; w < plan->ways->len; w++)
        {
          LpnJob job = { m, run % 2 == 1 ? w : plan->ways->len - 1 - w, run };
          g_array_append_val (jobs, job);
        }
  return jobs;
}
