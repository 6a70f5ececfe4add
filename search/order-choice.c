/* SPDX-License-Identifier: MIT */
#include "search/order-choice.h"

enum
{
  SAMPLE_STATES = 16000,  /* 4,000 mislead on models of a million states, 48,000 are no better */
  SAMPLE_WORK = 16 << 20, /* states x (elements and transitions), about: large nets are sampled less */
  MIN_SAMPLE = 100,
  LARGE_NET = 20000, /* elements and transitions; from here on a trial takes too long */
};

static const char *const CANDIDATES[] = { "given", "force", "rcm", "force-reversed" };
/* What another order must have less than, of the nodes of the given one: within a tenth, a sample proves nothing, and
 * shared variables on top are the better guess. */
#define CLEARLY_LESS 0.9

/* Diagrams are weighed by the plainest one: buffers and garbage would blur the figures of the others. */
static const LpnStoreType *
store_to_weigh (const LpnStoreType *store)
{
  const LpnStoreType *mdd = (store->flags & LPN_STORE_DIAGRAM) != 0 ? lpn_store_find ("mdd", NULL) : NULL;
  return mdd != NULL ? mdd : store;
}

/* Nodes per state of the sample; below 0: it could not be taken. */
static double
weigh (const LpnPartition *given, const char *order, const LpnSearchOptions *options)
{
  g_autoptr (LpnPartition) partition = lpn_partition_reorder (given, order, NULL);
  g_autoptr (LpnResult) result = partition != NULL ? lpn_search_run (partition, options, NULL) : NULL;
  return result != NULL && result->states > 0 ? (double)result->nodes / (double)result->states : -1;
}

const char *
lpn_order_choose (const LpnPartition *given, const LpnSearchOptions *options)
{
  const LpnNet    *net = lpn_compiled_net (lpn_partition_compiled (given));
  guint64          size = (guint64)lpn_net_n_elements (net) + lpn_net_n_transitions (net);
  LpnSearchOptions trial = { .search = LPN_SEARCH_BFS,
                             .memory_limit = options->memory_limit,
                             .cancel = options->cancel,
                             .state_limit = CLAMP (SAMPLE_WORK / (size + 1), MIN_SAMPLE, SAMPLE_STATES) };
  guint            best = 0;
  double           least = 0;

  if ((options->store->flags & LPN_STORE_BY_ORDER) == 0 || lpn_partition_n_components (given) < 2)
    return CANDIDATES[0];
  if (size >= LARGE_NET)
    return CANDIDATES[1];
  trial.store = store_to_weigh (options->store);
  for (guint i = 0; i < G_N_ELEMENTS (CANDIDATES); i++)
    {
      double weight = weigh (given, CANDIDATES[i], &trial);
      if (weight < 0)
        return CANDIDATES[0];
      if (i == 0)
        least = weight * CLEARLY_LESS;
      else if (weight < least)
        {
          least = weight;
          best = i;
        }
    }
  return CANDIDATES[best];
}
