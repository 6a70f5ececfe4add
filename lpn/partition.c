/* SPDX-License-Identifier: MIT */
#include "lpn/partition.h"

#include <string.h>

#include "base/numbers.h"
#include "lpn/partition-private.h"

struct _LpnPartition
{
  const LpnCompiled *compiled;
  guint              n_components;
  LpnComponent      *components;
  guint32           *home;         /* per element: component */
  guint32           *position;     /* per element: in its home */
  guint32           *holder_first; /* per element, n_elements + 1 */
  guint32           *holders;      /* rows of components */
};

static const char *const KIND_NAMES[] = { "module", "replicated", "element" };

bool
lpn_partition_kind_parse (const char *text, LpnPartitionKind *kind, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (KIND_NAMES); i++)
    if (g_str_equal (text, KIND_NAMES[i]))
      {
        *kind = (LpnPartitionKind)i;
        return true;
      }
  g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_PARTITION,
               "unknown partition \"%s\" (module, replicated or element)", text);
  return false;
}

const char *
lpn_partition_kind_name (LpnPartitionKind kind)
{
  return KIND_NAMES[kind];
}

GArray *
lpn_groups_add (GPtrArray *groups, char *name)
{
  LpnGroup *group = g_new (LpnGroup, 1);
  group->name = name;
  group->elements = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (groups, group);
  return group->elements;
}

static void
group_free (gpointer data)
{
  LpnGroup *group = data;
  if (group == NULL)
    return;
  g_free (group->name);
  g_array_unref (group->elements);
  g_free (group);
}

enum
{
  FEW_CONSTANTS = 16, /* more are a component of their own, or they would widen every local state of another */
};

static GArray *
group_elements (GPtrArray *groups, guint i)
{
  return ((LpnGroup *)groups->pdata[i])->elements;
}

/* Who writes a variable cell, condensed for the choice of its component. */
typedef struct
{
  guint32 owner; /* the module with the fewest cells of this array written; LPN_NONE: none so far */
  guint32 cells; /* how many cells of the array that module writes */
  bool    tie;   /* another module writes as few */
} CellOwner;

/* counts[variable] = cells of it that this module writes, for one module at a time. */
static void
weigh_module (const LpnCompiled *compiled, guint32 module, const GArray *transitions, guint8 *mark, guint32 *counts,
              CellOwner *owners)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  guint32       places = lpn_net_n_places (net);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < transitions->len; i++)
    {
      LpnElementSet writes = lpn_compiled_rule (compiled, g_array_index (transitions, guint32, i))->writes;
      for (guint w = 0; w < writes.n; w++)
        if (writes.elements[w] >= places && !mark[writes.elements[w]])
          {
            mark[writes.elements[w]] = 1;
            counts[lpn_net_element_variable (net, writes.elements[w], NULL)]++;
            g_array_append_val (cells, writes.elements[w]);
          }
    }
  for (guint i = 0; i < cells->len; i++)
    {
      guint32    e = g_array_index (cells, guint32, i);
      CellOwner *owner = &owners[e - places];
      guint32    n = counts[lpn_net_element_variable (net, e, NULL)];
      if (owner->owner == LPN_NONE || n < owner->cells)
        *owner = (CellOwner){ module, n, false };
      else if (n == owner->cells)
        owner->tie = true;
    }
  for (guint i = 0; i < cells->len; i++)
    {
      guint32 e = g_array_index (cells, guint32, i);
      mark[e] = 0;
      counts[lpn_net_element_variable (net, e, NULL)] = 0;
    }
}

/* A module's own variable stays with it, whoever else writes it: the value that a rendezvous hands over, for instance.
 */
static void
keep_own_cells (const LpnNet *net, CellOwner *owners)
{
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      guint32            first = lpn_net_variable_element (net, v) - lpn_net_n_places (net);
      for (guint32 i = first; variable->module != LPN_NONE && i < first + variable->size; i++)
        if (owners[i].owner != LPN_NONE)
          owners[i] = (CellOwner){ variable->module, owners[i].cells, false };
    }
}

static CellOwner *
find_owners (const LpnCompiled *compiled)
{
  const LpnNet       *net = lpn_compiled_net (compiled);
  guint32             n_modules = lpn_net_n_modules (net);
  guint32             n_cells = lpn_net_n_elements (net) - lpn_net_n_places (net);
  CellOwner          *owners = g_new0 (CellOwner, MAX (n_cells, 1));
  g_autofree guint8  *mark = g_new0 (guint8, lpn_net_n_elements (net) + 1);
  g_autofree guint32 *counts = g_new0 (guint32, lpn_net_n_variables (net) + 1);
  GArray            **of_module = g_new0 (GArray *, n_modules + 1);

  for (guint32 i = 0; i < n_cells; i++)
    owners[i].owner = LPN_NONE;
  for (guint32 m = 0; m < n_modules; m++)
    of_module[m] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    g_array_append_val (of_module[lpn_net_transition (net, t)->module], t);
  for (guint32 m = 0; m < n_modules; m++)
    {
      weigh_module (compiled, m, of_module[m], mark, counts, owners);
      g_array_unref (of_module[m]);
    }
  g_free (of_module);
  keep_own_cells (net, owners);
  return owners;
}

/* Is the array reached by a computed index anywhere? Then its shared cells are kept together. */
static void
note_index (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data)
{
  if (kind == LPN_SYMBOL_VARIABLE && cell == LPN_NONE)
    ((guint8 *)data)[ref] = 1;
}

static guint8 *
find_indexed (const LpnNet *net)
{
  guint8 *indexed = g_new0 (guint8, lpn_net_n_variables (net) + 1);
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      const LpnTransition *transition = lpn_net_transition (net, t);
      if (transition->guard != NULL)
        lpn_expr_reads (transition->guard, note_index, indexed);
      for (guint a = 0; a < transition->n_assigns; a++)
        {
          const LpnAssign *assign = &transition->assigns[a];
          lpn_expr_reads (assign->value, note_index, indexed);
          if (assign->index != NULL)
            {
              lpn_expr_reads (assign->index, note_index, indexed);
              if (assign->index->op != LPN_EXPR_CONST)
                indexed[assign->variable] = 1;
            }
        }
    }
  return indexed;
}

/* Shared cells become groups, before the modules' groups. */
static void
add_shared_groups (const LpnCompiled *compiled, const CellOwner *owners, GPtrArray *groups)
{
  const LpnNet      *net = lpn_compiled_net (compiled);
  guint32            places = lpn_net_n_places (net);
  g_autofree guint8 *indexed = find_indexed (net);

  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      GArray *together = NULL;
      guint32 first = lpn_net_variable_element (net, v);
      for (guint32 e = first; e < first + lpn_net_variable (net, v)->size; e++)
        {
          if (lpn_compiled_constant (compiled, e) || !owners[e - places].tie)
            continue;
          if (!indexed[v])
            together = lpn_groups_add (groups, lpn_net_element_name (net, e));
          else if (together == NULL)
            together = lpn_groups_add (groups, g_strdup (lpn_net_variable (net, v)->id));
          g_array_append_val (together, e);
        }
    }
}

/* In the component of a single module every state would be a local state. */
static void
group_by_structure (const LpnCompiled *compiled, CellOwner *owners, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  guint32       places = lpn_net_n_places (net);
  g_autoptr (GPtrArray) machines = g_ptr_array_new_with_free_func (group_free);

  lpn_structure_split (compiled, machines);
  lpn_signals_join (compiled, machines);
  for (guint32 e = places; e < lpn_net_n_elements (net); e++)
    owners[e - places].tie = true;
  for (guint g = 0; g < machines->len; g++)
    for (guint i = 0; i < group_elements (machines, g)->len; i++)
      {
        guint32 e = g_array_index (group_elements (machines, g), guint32, i);
        if (e >= places)
          owners[e - places].tie = false;
      }
  add_shared_groups (compiled, owners, groups);
  for (guint g = 0; g < machines->len; g++)
    g_ptr_array_add (groups, g_steal_pointer (&machines->pdata[g]));
}

static void
group_by_module (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet         *net = lpn_compiled_net (compiled);
  guint32               places = lpn_net_n_places (net);
  g_autofree CellOwner *owners = find_owners (compiled);
  guint                 first;

  if (lpn_net_n_modules (net) == 1)
    {
      group_by_structure (compiled, owners, groups);
      return;
    }
  add_shared_groups (compiled, owners, groups);
  first = groups->len;
  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    lpn_groups_add (groups, g_strdup (lpn_net_module (net, m)->id));
  for (guint32 p = 0; p < places; p++)
    if (!lpn_compiled_constant (compiled, p))
      g_array_append_val (group_elements (groups, first + lpn_net_place (net, p)->module), p);
  for (guint32 e = places; e < lpn_net_n_elements (net); e++)
    if (!lpn_compiled_constant (compiled, e) && !owners[e - places].tie)
      g_array_append_val (group_elements (groups, first + owners[e - places].owner), e);
}

static void
group_replicated (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  guint32       places = lpn_net_n_places (net);

  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    lpn_groups_add (groups, g_strdup (lpn_net_module (net, m)->id));
  for (guint32 p = 0; p < places; p++)
    if (!lpn_compiled_constant (compiled, p))
      g_array_append_val (group_elements (groups, lpn_net_place (net, p)->module), p);
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      const LpnRule *rule = lpn_compiled_rule (compiled, t);
      GArray        *group = group_elements (groups, lpn_net_transition (net, t)->module);
      for (guint i = 0; i < rule->reads.n + rule->writes.n; i++)
        {
          guint32 e = i < rule->reads.n ? rule->reads.elements[i] : rule->writes.elements[i - rule->reads.n];
          if (e >= places)
            g_array_append_val (group, e);
        }
    }
}

static void
group_elementwise (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  guint32       places = lpn_net_n_places (net);
  guint32       n = lpn_net_n_elements (net);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 e = (i + places) % n; /* variables first */
      if (!lpn_compiled_constant (compiled, e))
        g_array_append_val (lpn_groups_add (groups, lpn_net_element_name (net, e)), e);
    }
}

static void
drop_empty (GPtrArray *groups)
{
  guint kept = 0;
  for (guint i = 0; i < groups->len; i++)
    if (group_elements (groups, i)->len == 0)
      group_free (groups->pdata[i]);
    else
      groups->pdata[kept++] = groups->pdata[i];
  for (guint i = kept; i < groups->len; i++)
    groups->pdata[i] = NULL; /* moved or freed; group_free() takes NULL */
  g_ptr_array_set_size (groups, (gint)kept);
}

/* A name that was there before (a shared variable called like a module) gets a number, so that a list can say which. */
static void
make_names_unique (GPtrArray *groups)
{
  g_autoptr (GHashTable) times = g_hash_table_new (g_str_hash, g_str_equal); /* name -> how often so far */
  for (guint i = 0; i < groups->len; i++)
    {
      LpnGroup        *group = groups->pdata[i];
      guint            n = GPOINTER_TO_UINT (g_hash_table_lookup (times, group->name));
      g_autofree char *name = n == 0 ? NULL : g_strdup (group->name);
      while (name != NULL && g_hash_table_contains (times, group->name))
        {
          g_free (group->name);
          group->name = g_strdup_printf ("%s#%u", name, ++n);
        }
      if (name != NULL) /* the key stays the first group's name */
        g_hash_table_insert (times, name, GUINT_TO_POINTER (n));
      g_hash_table_insert (times, group->name, GUINT_TO_POINTER (1));
    }
}

/* Sorts the groups, drops empty ones, and finds a group for the constants. */
static void
tidy (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  GArray       *constants = g_array_new (FALSE, FALSE, sizeof (guint32));

  drop_empty (groups);
  for (guint32 e = 0; e < lpn_net_n_elements (net); e++)
    if (lpn_compiled_constant (compiled, e))
      g_array_append_val (constants, e);
  if (groups->len == 0 || constants->len > FEW_CONSTANTS)
    lpn_groups_add (groups, g_strdup ("constants"));
  if (constants->len > 0)
    g_array_append_vals (group_elements (groups, constants->len > FEW_CONSTANTS ? groups->len - 1 : 0), constants->data,
                         constants->len);
  g_array_unref (constants);
  make_names_unique (groups);
  for (guint i = 0; i < groups->len; i++)
    lpn_numbers_make_set (group_elements (groups, i));
}

static void
index_elements (LpnPartition *partition, guint32 n_elements)
{
  guint32 *first = partition->holder_first = g_new0 (guint32, (gsize)n_elements + 2);
  partition->home = g_new (guint32, (gsize)n_elements + 1);
  partition->position = g_new (guint32, (gsize)n_elements + 1);
  for (guint32 e = 0; e < n_elements; e++)
    partition->home[e] = LPN_NONE;
  for (guint c = 0; c < partition->n_components; c++)
    for (guint i = 0; i < partition->components[c].n_elements; i++)
      first[partition->components[c].elements[i] + 2]++;
  for (guint32 e = 0; e < n_elements; e++)
    first[e + 2] += first[e + 1];
  partition->holders = g_new (guint32, (gsize)first[n_elements + 1] + 1);
  for (guint c = 0; c < partition->n_components; c++)
    for (guint i = 0; i < partition->components[c].n_elements; i++)
      {
        guint32 e = partition->components[c].elements[i];
        if (partition->home[e] == LPN_NONE)
          {
            partition->home[e] = c;
            partition->position[e] = i;
          }
        partition->holders[first[e + 1]++] = c;
      }
}

/* Takes the names out of the groups. */
static LpnPartition *
partition_of_groups (const LpnCompiled *compiled, GPtrArray *groups, const char *order, GError **error)
{
  g_autofree guint32 *permutation = lpn_groups_order (compiled, groups, order, error);
  LpnPartition       *partition;

  if (permutation == NULL)
    return NULL;
  partition = g_new0 (LpnPartition, 1);
  partition->compiled = compiled;
  partition->n_components = groups->len;
  partition->components = g_new (LpnComponent, groups->len);
  for (guint c = 0; c < groups->len; c++)
    {
      LpnGroup     *group = groups->pdata[permutation[c]];
      LpnComponent *component = &partition->components[c];
      component->name = g_steal_pointer (&group->name);
      component->n_elements = group->elements->len;
      component->elements = g_memdup2 (group->elements->data, sizeof (guint32) * group->elements->len);
    }
  index_elements (partition, lpn_net_n_elements (lpn_compiled_net (compiled)));
  return partition;
}

LpnPartition *
lpn_partition_new (const LpnCompiled *compiled, LpnPartitionKind kind, const char *order, GError **error)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);

  if (kind == LPN_PARTITION_MODULE)
    group_by_module (compiled, groups);
  else if (kind == LPN_PARTITION_REPLICATED)
    group_replicated (compiled, groups);
  else
    group_elementwise (compiled, groups);
  tidy (compiled, groups);
  return partition_of_groups (compiled, groups, order, error);
}

LpnPartition *
lpn_partition_reorder (const LpnPartition *given, const char *order, GError **error)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);

  for (guint c = 0; c < given->n_components; c++)
    {
      const LpnComponent *component = &given->components[c];
      g_array_append_vals (lpn_groups_add (groups, g_strdup (component->name)), component->elements,
                           component->n_elements);
    }
  return partition_of_groups (given->compiled, groups, order, error);
}

void
lpn_partition_free (LpnPartition *partition)
{
  if (partition == NULL)
    return;
  for (guint c = 0; c < partition->n_components; c++)
    {
      g_free ((char *)partition->components[c].name);
      g_free ((guint32 *)partition->components[c].elements);
    }
  g_free (partition->components);
  g_free (partition->home);
  g_free (partition->position);
  g_free (partition->holder_first);
  g_free (partition->holders);
  g_free (partition);
}

guint
lpn_partition_n_components (const LpnPartition *partition)
{
  return partition->n_components;
}

const LpnComponent *
lpn_partition_component (const LpnPartition *partition, guint c)
{
  return &partition->components[c];
}

guint
lpn_partition_home (const LpnPartition *partition, guint32 element, guint *position)
{
  if (position != NULL)
    *position = partition->position[element];
  return partition->home[element];
}

const guint32 *
lpn_partition_holders (const LpnPartition *partition, guint32 element, guint *n)
{
  *n = partition->holder_first[element + 1] - partition->holder_first[element];
  return partition->holders + partition->holder_first[element];
}

const LpnCompiled *
lpn_partition_compiled (const LpnPartition *partition)
{
  return partition->compiled;
}

static guint32 *
steal_sorted (GArray *numbers, guint *n)
{
  lpn_numbers_make_set (numbers);
  *n = numbers->len;
  return (guint32 *)(gpointer)g_array_free (numbers, FALSE);
}

guint32 *
lpn_partition_reads (const LpnPartition *partition, guint32 transition, guint *n)
{
  LpnElementSet reads = lpn_compiled_rule (partition->compiled, transition)->reads;
  GArray       *components = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < reads.n; i++)
    g_array_append_val (components, partition->home[reads.elements[i]]);
  return steal_sorted (components, n);
}

guint32 *
lpn_partition_writes (const LpnPartition *partition, guint32 transition, guint *n)
{
  LpnElementSet writes = lpn_compiled_rule (partition->compiled, transition)->writes;
  GArray       *components = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < writes.n; i++)
    {
      guint          holders;
      const guint32 *holder = lpn_partition_holders (partition, writes.elements[i], &holders);
      g_array_append_vals (components, holder, holders);
    }
  return steal_sorted (components, n);
}
