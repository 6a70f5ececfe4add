/* SPDX-License-Identifier: MIT */
#include "test/harness.h"

#include <stdio.h>
#include <string.h>

int
lpn_test_main (const char *suite, const LpnTest *tests)
{
  CU_pSuite s;
  bool      ok;

  if (CU_initialize_registry () != CUE_SUCCESS)
    return 2;
  s = CU_add_suite (suite, NULL, NULL);
  if (s == NULL)
    return 2;
  for (; tests->name != NULL; tests++)
    if (CU_add_test (s, tests->name, tests->func) == NULL)
      return 2;
  CU_basic_set_mode (CU_BRM_VERBOSE);
  ok = CU_basic_run_tests () == CUE_SUCCESS;
  ok = ok && CU_get_number_of_tests_run () > 0 && CU_get_number_of_tests_failed () == 0
       && CU_get_number_of_failures () == 0 && CU_get_number_of_suites_failed () == 0;
  printf ("%s: %u tests, %u asserts, %u failed\n", suite, CU_get_number_of_tests_run (), CU_get_number_of_asserts (),
          CU_get_number_of_failures ());
  CU_cleanup_registry ();
  return ok ? 0 : 1;
}

bool
lpn_test_error_has (GError **error, const char *text)
{
  bool ok = *error != NULL && strstr ((*error)->message, text) != NULL;
  if (!ok)
    printf ("\n    expected an error with \"%s\", got %s\n", text, *error != NULL ? (*error)->message : "none");
  g_clear_error (error);
  return ok;
}

bool
lpn_test_no_error (GError **error)
{
  bool ok = *error == NULL;
  if (!ok)
    printf ("\n    unexpected error: %s\n", (*error)->message);
  g_clear_error (error);
  return ok;
}

const char *
lpn_test_source_dir (void)
{
  return LPN_TEST_SOURCE_DIR;
}

const char *
lpn_test_shared_data (void)
{
  static const char *path = LPN_TEST_SOURCE_DIR "/../shared/data";
  return g_file_test (path, G_FILE_TEST_IS_DIR) ? path : NULL;
}
