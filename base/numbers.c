/* SPDX-License-Identifier: MIT */
#include "base/numbers.h"

static int
by_number (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;
  return x < y ? -1 : x > y;
}

void
lpn_numbers_make_set (GArray *numbers)
{
  guint32 *data = (guint32 *)(gpointer)numbers->data;
  guint    n = 0;

  g_array_sort (numbers, by_number);
  for (guint i = 0; i < numbers->len; i++)
    if (n == 0 || data[n - 1] != data[i])
      data[n++] = data[i];
  g_array_set_size (numbers, n);
}
