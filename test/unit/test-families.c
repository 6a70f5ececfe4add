/* SPDX-License-Identifier: MIT */
/* The registry of model families: how models are asked for, and what is said when they cannot be had. */
#include "benchmarks/families.h"
#include "benchmarks/family-builder.h"

#include <string.h>

#include "test/harness.h"

static bool
builds_as (const char *spec, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_family_build (spec, &error);
  if (!lpn_test_no_error (&error) || net == NULL)
    return false;
  if (strcmp (lpn_net_name (net), name) == 0)
    return true;
  g_printerr ("%s: built %s, expected %s\n", spec, lpn_net_name (net), name);
  return false;
}

static void
test_specs (void)
{
  CU_ASSERT (builds_as ("peterson", "peterson-N3"));
  CU_ASSERT (builds_as ("peterson:4", "peterson-N4"));
  CU_ASSERT (builds_as ("peterson:4,1", "peterson-N4-ERROR1"));
  CU_ASSERT (builds_as ("peterson:N=4,ERROR=1", "peterson-N4-ERROR1"));
  CU_ASSERT (builds_as ("peterson:ERROR=1,N=4", "peterson-N4-ERROR1"));
  CU_ASSERT (builds_as ("peterson:4,ERROR=1", "peterson-N4-ERROR1"));
  CU_ASSERT (builds_as ("peterson.4", "peterson-N4"));
  CU_ASSERT (builds_as ("fischer.3", "fischer-N6-K1_3-K2_3"));
  CU_ASSERT (builds_as ("phils:N=5,ROOM=3", "phils-N5-ROOM3"));
}

static void
test_find (void)
{
  CU_ASSERT_PTR_NOT_NULL (lpn_family_find ("peterson"));
  CU_ASSERT_PTR_NOT_NULL (lpn_family_find ("peterson:"));
  CU_ASSERT_PTR_NOT_NULL (lpn_family_find ("peterson.4"));
  CU_ASSERT_PTR_NULL (lpn_family_find ("peterson.4.dve"));
  CU_ASSERT_PTR_NULL (lpn_family_find ("peterson.pnml"));
  CU_ASSERT_PTR_NULL (lpn_family_find ("peterson."));
  CU_ASSERT_PTR_NULL (lpn_family_find ("petersons"));
  CU_ASSERT_PTR_NULL (lpn_family_find ("./peterson"));
  CU_ASSERT_PTR_NULL (lpn_family_find (""));
}

static void
expect_error (const char *spec, LpnFamilyError code, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_family_build (spec, &error);
  CU_ASSERT_PTR_NULL (net);
  CU_ASSERT (g_error_matches (error, LPN_FAMILY_ERROR, (int)code));
  CU_ASSERT (lpn_test_error_has (&error, text));
}

static void
test_errors (void)
{
  expect_error ("petersen:3", LPN_FAMILY_ERROR_UNKNOWN, "\"petersen:3\" names no model family; known: anderson, at, ");
  expect_error ("peterson.9", LPN_FAMILY_ERROR_UNKNOWN,
                "family peterson has no instance number 9; known: peterson.1, ");
  expect_error ("lamport.4", LPN_FAMILY_ERROR_UNKNOWN, "lamport.3, lamport.5");
  expect_error ("kanban.1", LPN_FAMILY_ERROR_UNKNOWN, "it has no numbered instances");
  expect_error ("peterson:M=3", LPN_FAMILY_ERROR_PARAMETER,
                "no parameter \"M\"; its parameters: N (2..100, standard 3), ERROR (0..2, standard 0)");
  expect_error ("peterson:3,0,7", LPN_FAMILY_ERROR_PARAMETER, "one value too many, \"7\"");
  expect_error ("peterson:3,N=4", LPN_FAMILY_ERROR_PARAMETER, "parameter N given twice");
  expect_error ("peterson:1", LPN_FAMILY_ERROR_VALUE, "parameter N must be a number from 2 to 100, not \"1\"");
  expect_error ("peterson:N=three", LPN_FAMILY_ERROR_VALUE, "not \"three\"");
  expect_error ("peterson:", LPN_FAMILY_ERROR_PARAMETER, "no value between the commas");
  expect_error ("peterson:3,", LPN_FAMILY_ERROR_PARAMETER, "no value between the commas");
  expect_error ("peterson:N=99999999999999999999", LPN_FAMILY_ERROR_VALUE, "from 2 to 100");
}

/* Every row: a sound description, and its standard and numbered instances build. */
static void
test_every_family (void)
{
  const LpnFamily *const *families = lpn_families ();

  for (guint f = 0; families[f] != NULL; f++)
    {
      const LpnFamily *family = families[f];
      CU_ASSERT (family->summary != NULL && family->build != NULL);
      CU_ASSERT (lpn_family_find (family->name) == family);
      for (guint p = 0; p < lpn_family_n_parameters (family); p++)
        {
          const LpnFamilyParameter *parameter = &family->parameters[p];
          CU_ASSERT (parameter->summary != NULL);
          CU_ASSERT (parameter->min <= parameter->standard && parameter->standard <= parameter->max);
        }
      GError *error = NULL;
      LpnNet *net = lpn_family_build (family->name, &error);
      CU_ASSERT (lpn_test_no_error (&error));
      CU_ASSERT (net != NULL && lpn_net_find_property (net, "deadlock") != LPN_NONE);
      lpn_net_free (net);
      for (const LpnFamilyInstance *i = family->instances; i != NULL && i->number != 0; i++)
        {
          g_autofree char *spec = g_strdup_printf ("%s.%u", family->name, i->number);
          net = lpn_family_build (spec, &error);
          CU_ASSERT (lpn_test_no_error (&error));
          CU_ASSERT_PTR_NOT_NULL (net);
          lpn_net_free (net);
        }
    }
}

/* A mistake in a family's text is reported, not crashed on, and later calls do nothing. */
static void
test_builder_errors (void)
{
  static const struct
  {
    const char *arcs, *guard, *effects, *text;
  } cases[] = {
    { "a -> b", NULL, NULL, "no place \"M.b\"" },   { "a -> a", "y == 1", NULL, "guard of transition M.t" },
    { "a -> a", NULL, "x = 1", "expected ':='" },   { "a -> a", NULL, "y := 1", "no variable \"y\"" },
    { "a -> a", NULL, "v[0 := 1", "expected ']'" }, { "a -> a", "x == $k", NULL, "no value given for $k" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      LpnBuilder *b = lpn_builder_new ("broken", false);
      lpn_builder_module (b, "M");
      lpn_builder_locations (b, "a");
      lpn_builder_variable (b, "x", 0, 0, 1);
      lpn_builder_shared_array (b, "v", 2, 0, 0, 1);
      lpn_builder_transition (b, "t", cases[i].arcs, cases[i].guard, cases[i].effects);
      lpn_builder_move (b, "nowhere -> a", "nothing", "at all");
      lpn_builder_mutex (b, "P$i.x", 2);
      CU_ASSERT_PTR_NULL (lpn_builder_finish (b, &error));
      CU_ASSERT (lpn_test_error_has (&error, cases[i].text));
    }
}

static const LpnTest tests[] = {
  { "specs", test_specs },
  { "find", test_find },
  { "errors", test_errors },
  { "every family", test_every_family },
  { "builder errors", test_builder_errors },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("families", tests);
}
