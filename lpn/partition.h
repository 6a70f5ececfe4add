/* SPDX-License-Identifier: MIT */
/*
 * From elements to components: which elements are interned together, and in which order the components stand in a
 * tuple.
 *
 * Vocabulary
 *   component  a named group of elements; every element is in at least one, and has one home, the component its value
 *              is read from. Only `replicated` puts an element into several
 *   order      of the components: the level order of every diagram, first component on top
 *
 * Partitions
 *   module      one component per module: its places and the variable cells it alone writes. A module's own variable
 *               stays with it, whoever writes it. A shared cell that several modules write belongs to the one that
 *               writes fewest cells of that array, where there is exactly one such module (a process's own timer
 *               against the clock that ticks all of them); else it is a component of its own, or, where it is reached
 *               by computed indices, together with the rest of its array. A net with a single module is split
 *               further: its variables as if they were shared, its places by NUPN units and by structure (place
 *               invariants, then places used together), see structure.c; a signal all of whose edges move one of these
 *               groups of places is part of it, see signal-homes.c
 *   replicated  one component per module: its places and every variable it reads or writes, shared ones repeated
 *   element     one component per element
 * Constants (elements nobody writes) join the first component; more than a few are a component of their own, the last
 * in given order, which has one local state and takes no bits.
 *
 * Orders
 *   given   shared variables first, then the modules as they come: variables above the processes that read them keep
 *           diagrams small
 *   force   iterated centre of gravity over the transitions' components
 *   rcm     reverse Cuthill-McKee on the sharing graph
 *   each of these with -reversed: the same from the other end
 *   or a list of component names, each once, separated by commas; components left out follow in given order.
 * search/order-choice.h tries these on a sample of the states and chooses.
 * A component's name is that of its module, unit, variable, cell or first place; a name that would come twice gets a
 * number, as in x#2.
 *
 * A partition has at least one component, and is immutable.
 */
#ifndef LPN_LPN_PARTITION_H
#define LPN_LPN_PARTITION_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/compiled.h"

G_BEGIN_DECLS

typedef enum
{
  LPN_PARTITION_MODULE,
  LPN_PARTITION_REPLICATED,
  LPN_PARTITION_ELEMENT,
} LpnPartitionKind;

typedef struct
{
  const char    *name;
  guint          n_elements;
  const guint32 *elements; /* sorted */
} LpnComponent;

typedef struct _LpnPartition LpnPartition;

/* "module", "replicated", "element"; false with `error` for anything else. */
bool        lpn_partition_kind_parse (const char *text, LpnPartitionKind *kind, GError **error);
const char *lpn_partition_kind_name (LpnPartitionKind kind);

/* `order`: as above. Returns: transfer full, NULL with `error` for a bad order. The compiled net must outlive the
 * partition. */
LpnPartition *lpn_partition_new (const LpnCompiled *compiled, LpnPartitionKind kind, const char *order, GError **error);
/* The same components in another order; that of `given` is the given one. Transfer full, NULL with `error`. */
LpnPartition *lpn_partition_reorder (const LpnPartition *given, const char *order, GError **error);
void          lpn_partition_free (LpnPartition *partition);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnPartition, lpn_partition_free)

guint               lpn_partition_n_components (const LpnPartition *partition);
const LpnComponent *lpn_partition_component (const LpnPartition *partition, guint c);
/* The home of an element, and its position among that component's elements. */
guint lpn_partition_home (const LpnPartition *partition, guint32 element, guint *position);
/* All components that hold the element. */
const guint32     *lpn_partition_holders (const LpnPartition *partition, guint32 element, guint *n);
const LpnCompiled *lpn_partition_compiled (const LpnPartition *partition);

/* The dependency matrix, row by row: components a transition reads, and those it writes. Sorted; free with g_free(). */
guint32 *lpn_partition_reads (const LpnPartition *partition, guint32 transition, guint *n);
guint32 *lpn_partition_writes (const LpnPartition *partition, guint32 transition, guint *n);

G_END_DECLS

#endif
