/* SPDX-License-Identifier: MIT */
/*
 * A register of N bits in dual-rail code as a signal transition graph, after reg_4_bit of the ATACS examples: two write
 * ports A and B, which take turns, and two read ports C and D, which keep writers out while they read. Each bit is a
 * pair of places, p_R (it holds a one) and p_Rp (a zero); two neighbouring bits share the acknowledgements of their
 * writers. 4 bits have 837,376 states.
 */
#include <string.h>

#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

/* The arcs of a bit at a port @. */
static const char *const WRITE[] = {
  "p4_C_$i EPS_@+",
  "p4_D_$i EPS_@+",
  "EPS_@+ p1_@_$i",
  "p1_@_$i @_$i+/1 @_$i+/2 @p_$i+/1 @p_$i+/2",
  "@_$i+/1 p_R_$i p2_@_$i",
  "@_$i+/2 p_R_$i p2_@_$i",
  "@p_$i+/1 p_Rp_$i p2_@_$i",
  "@p_$i+/2 p_Rp_$i p2_@_$i",
  "p_R_$i @_$i+/1 @p_$i+/1 @_$i-",
  "p_Rp_$i @_$i+/2 @p_$i+/2 @p_$i-",
  "p2_@_$i ack_@_$a+",
  "ack_@_$a+ p4_C_$i p4_D_$i p3_@_$i",
  "p3_@_$i @_$i- @p_$i-",
  "@_$i- p4_@_$i p_R_$i",
  "@p_$i- p4_@_$i p_Rp_$i",
  "p4_@_$i ack_@_$a-",
};

static const char *const READ[] = {
  "req_@+ p1_@_$i",       "p1_@_$i @_$i+ @p_$i+",  "@_$i+ p_R_$i p2_@_$i",   "@p_$i+ p_Rp_$i p2_@_$i",
  "p_R_$i @_$i+ @_$i-",   "p_Rp_$i @p_$i+ @p_$i-", "p2_@_$i req_@-",         "req_@- p3_@_$i",
  "p3_@_$i @_$i- @p_$i-", "@_$i- p4_@_$i p_R_$i",  "@p_$i- p4_@_$i p_Rp_$i", "p4_@_$i req_@+",
};

/* The text with the port's letter in place of each @. Transfer full. */
static char *
at_port (const char *text, char port)
{
  return g_strdelimit (g_strdup (text), "@", port);
}

static void
add_arcs (LpnBuilder *b, const char *const *lines, guint n, char port)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = at_port (lines[i], port);
      lpn_builder_graph (b, line);
    }
}

static void
add_signals (LpnBuilder *b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_signals (b, LPN_PORT_INPUT, "A_$i B_$i Ap_$i Bp_$i");
      if (i % 2 == 0)
        lpn_builder_signals (b, LPN_PORT_OUTPUT, "ack_A_$i ack_B_$i");
      lpn_builder_signals (b, LPN_PORT_OUTPUT, "C_$i Cp_$i D_$i Dp_$i");
    }
  lpn_builder_signals (b, LPN_PORT_INPUT, "req_C req_D");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, true);

  add_signals (b, n);
  lpn_builder_dummies (b, "EPS_A+ EPS_A- EPS_B+ EPS_B-");
  lpn_builder_place (b, "p_reqAB", 1);
  lpn_builder_graph (b, "EPS_A- p_reqAB");
  lpn_builder_graph (b, "EPS_B- p_reqAB");
  lpn_builder_graph (b, "p_reqAB EPS_A+ EPS_B+");
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "a", i - i % 2);
      lpn_builder_place (b, "p_Rp_$i", 1);
      lpn_builder_place (b, "p4_C_$i", 1);
      lpn_builder_place (b, "p4_D_$i", 1);
      add_arcs (b, WRITE, G_N_ELEMENTS (WRITE), 'A');
      add_arcs (b, WRITE, G_N_ELEMENTS (WRITE), 'B');
      if (i % 2 == 0)
        {
          lpn_builder_graph (b, "ack_A_$i- EPS_A-");
          lpn_builder_graph (b, "ack_B_$i- EPS_B-");
        }
      add_arcs (b, READ, G_N_ELEMENTS (READ), 'C');
      add_arcs (b, READ, G_N_ELEMENTS (READ), 'D');
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_reg = {
  .name = "reg",
  .summary = "register of N bits with two write and two read ports, a signal transition graph",
  .parameters = { { "N", "bits", 2, 1, 10000 } },
  .build = build,
};
