/* SPDX-License-Identifier: MIT */
/*
 * A tree of two-way arbiters for N clients. Node k asks by r and is granted by a, with its number behind; node 0 is the
 * root, nodes up to N-2 are arbiters with the children 2k+1 and 2k+2, the others clients.
 *
 * An arbiter has a mutual-exclusion element (gl, gr), two gates that hold a grant back until the other side's last
 * acknowledge is gone (xl, xr), an OR gate that passes the request up, and a C-element per side for the acknowledges.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static const LpnGate client[] = { { "r$k", "~a$k", NULL, NULL } };
static const LpnGate resource[] = { { "a0", "r0", NULL, NULL } };
static const LpnGate arbiter[] = {
  { "r$k", "xl$k | xr$k", NULL, NULL },          { "gl$k", "r$l & ~gr$k", "~r$l", NULL },
  { "gr$k", "r$r & ~gl$k", "~r$r", NULL },       { "xl$k", "gl$k & ~a$r", NULL, NULL },
  { "xr$k", "gr$k & ~a$l", NULL, NULL },         { "a$l", "xl$k & a$k", "~xl$k & ~a$k", NULL },
  { "a$r", "xr$k & a$k", "~xr$k & ~a$k", NULL },
};

static void
let_node (LpnBuilder *b, gint64 k)
{
  lpn_builder_let (b, "k", k);
  lpn_builder_let (b, "l", 2 * k + 1);
  lpn_builder_let (b, "r", 2 * k + 2);
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_family_add_signals (b, resource, G_N_ELEMENTS (resource));
  for (gint64 k = 0; k < 2 * n - 1; k++)
    {
      let_node (b, k);
      if (k < n - 1)
        lpn_family_add_signals (b, arbiter, G_N_ELEMENTS (arbiter));
      else
        lpn_family_add_signals (b, client, G_N_ELEMENTS (client));
    }
  lpn_family_add_cell (b, "resource", resource, G_N_ELEMENTS (resource));
  for (gint64 k = 0; k < 2 * n - 1; k++)
    {
      let_node (b, k);
      if (k < n - 1)
        lpn_family_add_cell (b, "arbiter$k", arbiter, G_N_ELEMENTS (arbiter));
      else
        lpn_family_add_cell (b, "client$k", client, G_N_ELEMENTS (client));
    }
  lpn_builder_at_most (b, "mutex", "AND(r$i, a$i)", n - 1, 2 * n - 2, 1);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

/* Numbered by their arbiters, as in Table I of Zheng, Price and Myers: arbN5 has 227,472 states, arbN7 13,801,104. */
static const LpnFamilyInstance instances[] = { { 5, "N=6" }, { 7, "N=8" }, { 9, "N=10" }, { 0, NULL } };

const LpnFamily lpn_family_arbiter = {
  .name = "arbiter",
  .summary = "tree of two-way arbiters for N clients, an asynchronous circuit",
  .parameters = { { "N", "clients", 4, 2, 10000 } },
  .instances = instances,
  .build = build,
};
