/* SPDX-License-Identifier: MIT */
/* Signal transition graphs that share signals. */
#include <string.h>

#include "io/astg.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/pnml-util.h"

static LpnNet *
compose (const char *const *texts, guint n, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = g_strdup_printf ("%c.g", 'A' + (char)i);
      if (!lpn_astg_read_memory (label, texts[i], strlen (texts[i]), NULL, parts, error))
        return NULL;
    }
  return lpn_compose (parts, error);
}

/* r drives a: one turn of a handshake. */
#define TURN(in, out)                                                                                                  \
  ".inputs " in "\n.outputs " out "\n.graph\n" in "+ " out "+\n" out "+ " in "-\n" in "- " out "-\n" out "- " in       \
  "+\n.marking {<" out "-," in "+>}\n.end"
#define RING(out, kind, in)                                                                                            \
  ".outputs " out "\n." kind " " in "\n.graph\n" out "+ " in "+\n" in "+ " out "-\n" out "- " in "-\n" in "- " out     \
  "+\n.marking {<" in "-," out "+>}\n.end"

/* Graphs that share signals move them together. */
static void
test_composed (void)
{
  static const struct
  {
    const char *texts[3];
    guint       transitions, states, arcs;
    const char *error;
  } CASES[] = {
    { { TURN ("x", "y"), TURN ("y", "z") }, 6, 8, 10, NULL },
    { { TURN ("x", "y"), TURN ("y", "z"), RING ("x", "inputs", "z") }, 6, 6, 6, NULL },
    /* every edge of one with every edge of the other */
    { { ".outputs y\n.graph\np y+ y+/1\ny+ q\ny+/1 q\nq y-\ny- p\n.marking {p}\n.end",
        ".inputs y\n.graph\np y+ y+/7\ny+ q\ny+/7 r\nq y-\nr y-/1\ny- p\ny-/1 p\n.marking {p}\n.end" },
      6,
      3,
      6,
      NULL },
    /* a toggle goes with either sign */
    { { ".outputs y\n.graph\ny~ y~/1\ny~/1 y~\n.marking {<y~/1,y~>}\n.end",
        ".inputs y\n.graph\ny+ y-\ny- y+\n.marking {<y-,y+>}\n.end" },
      4,
      2,
      2,
      NULL },
    /* internal signals are nobody else's, whatever they are called */
    { { RING ("a", "internal", "c"), RING ("b", "internal", "c") }, 8, 16, 32, NULL },
    { { RING ("a", "internal", "c"), TURN ("c", "b") }, 8, 16, 32, NULL },
    /* what a graph has and never moves stands still */
    { { ".outputs y\n.graph\ny+ y-\ny- y+\n.marking {<y-,y+>}\n.end",
        ".inputs y\n.dummy d\n.graph\np d\nd q\n.marking {p}\n.end" },
      1,
      2,
      1,
      NULL },
    /* dummies of one name are two */
    { { ".dummy d\n.graph\np d\nd q\n.marking {p}\n.end", ".dummy d\n.graph\np d\nd q\n.marking {p}\n.end" },
      2,
      4,
      4,
      NULL },
    { { TURN ("r", "a"), TURN ("r", "a") }, 0, 0, 0, "B.g:2: signal \"a\" is an output of A.g too" },
    { { TURN ("x", "y"), ".inputs y\n.graph\ny- y+\ny+ y-\n.marking {<y+,y->}\n.end" },
      0,
      0,
      0,
      "B.g:1: shared variable \"y\" has another initial value than at A.g:2" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      GError *error = NULL;
      g_autoptr (LpnNet) net = compose (CASES[i].texts, CASES[i].texts[2] != NULL ? 3 : 2, &error);
      if (CASES[i].error != NULL)
        {
          CU_ASSERT_PTR_NULL (net);
          CU_ASSERT_TRUE (lpn_test_error_has (&error, CASES[i].error));
          continue;
        }
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      if (net == NULL)
        continue;
      LpnOracleResult result = lpn_oracle_explore (net, 1000);
      bool            same = lpn_net_n_transitions (net) == CASES[i].transitions && result.states == CASES[i].states
                  && result.transitions == CASES[i].arcs;
      if (!same)
        printf ("\n    case %u: %u transitions, %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " arcs\n", i,
                lpn_net_n_transitions (net), result.states, result.transitions);
      CU_ASSERT_TRUE (same);
      CU_ASSERT_TRUE (lpn_test_round_trip (net));
    }
  GError *error = NULL;
  g_autoptr (LpnNet) net = compose (CASES[0].texts, 2, &error);
  CU_ASSERT_EQUAL (lpn_net_variable (net, lpn_net_find_variable (net, LPN_NONE, "y"))->port, LPN_PORT_OUTPUT);
  CU_ASSERT_STRING_EQUAL (lpn_net_transition (net, lpn_net_find_transition (net, "y+"))->name, "A.y+ B.y+");
}

static const LpnTest tests[] = { { "composition", test_composed }, { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("astg compose", tests);
}
