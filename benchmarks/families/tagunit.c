/* SPDX-License-Identifier: MIT */
/*
 * A tag unit in the style of a self-timed instruction-length decoder: N columns in a ring look at one instruction word
 * each and decode, ahead of time, whether an instruction that starts there is one (la) or two (lb) words long. A single
 * tag marks the column where the next instruction starts. The tagged column issues its instruction (go, acknowledged by
 * bk) and sends the tag on by one (oa) or two (ob) columns; a column that was passed over keeps its decoded length for
 * the next round.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static const LpnGate decoder[] = {
  { "la$i", "~lb$i & ~oa$i & ~ob$i", "oa$i & ~tag$i & bk$i", NULL },
  { "lb$i", "~la$i & ~oa$i & ~ob$i", "ob$i & ~tag$i & bk$i", NULL },
};
static const LpnGate column[] = {
  { "tag$i", "oa$p | ob$o", "(oa$i & tag$n | ob$i & tag$m) & ~oa$p & ~ob$o", "$first" },
  { "oa$i", "tag$i & la$i & ~tag$n & ~bk$i & ~oa$p & ~ob$o", "~tag$i & ~la$i", NULL },
  { "ob$i", "tag$i & lb$i & ~tag$m & ~bk$i & ~oa$p & ~ob$o", "~tag$i & ~lb$i", NULL },
  { "go$i", "oa$i | ob$i", NULL, NULL },
};
static const LpnGate buffer[] = { { "bk$i", "go$i", NULL, NULL } };

static void
let_column (LpnBuilder *b, gint64 i, gint64 n)
{
  lpn_builder_let (b, "i", i);
  lpn_builder_let (b, "first", i == 0 ? 1 : 0);
  lpn_builder_let (b, "n", (i + 1) % n);
  lpn_builder_let (b, "m", (i + 2) % n);
  lpn_builder_let (b, "p", (i + n - 1) % n);
  lpn_builder_let (b, "o", (i + n - 2) % n);
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, false);

  for (gint64 i = 0; i < n; i++)
    {
      let_column (b, i, n);
      lpn_family_add_signals (b, column, G_N_ELEMENTS (column));
      lpn_family_add_signals (b, decoder, G_N_ELEMENTS (decoder));
      lpn_family_add_signals (b, buffer, G_N_ELEMENTS (buffer));
    }
  for (gint64 i = 0; i < n; i++)
    {
      let_column (b, i, n);
      lpn_family_add_cell (b, "column$i", column, G_N_ELEMENTS (column));
      lpn_family_add_cell (b, "decoder$i", decoder, G_N_ELEMENTS (decoder));
      lpn_family_add_cell (b, "buffer$i", buffer, G_N_ELEMENTS (buffer));
    }
  /* While the tag is handed over, its old and new column both hold it; a third never does. */
  lpn_builder_at_most (b, "tags", "tag$i", 0, n - 1, 2);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_tagunit = {
  .name = "tagunit",
  .summary = "tag unit of an instruction-length decoder with N columns, an asynchronous circuit",
  .parameters = { { "N", "columns", 4, 4, 10000 } },
  .build = build,
};
