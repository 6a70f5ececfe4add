/* SPDX-License-Identifier: MIT */
#include "search/machine.h"

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number after `key` in a file of "key: value kB" lines, in bytes; 0 if absent. */
static guint64
kilobytes_in (const char *path, const char *key)
{
  g_autofree char *text = NULL;
  const char      *at;
  if (!g_file_get_contents (path, &text, NULL, NULL) || (at = strstr (text, key)) == NULL)
    return 0;
  return g_ascii_strtoull (at + strlen (key), NULL, 10) * 1024;
}

guint64
lpn_resident_bytes (void)
{
  g_autofree char *text = NULL;
  const char      *second;
  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL) || (second = strchr (text, ' ')) == NULL)
    return 0;
  return g_ascii_strtoull (second, NULL, 10) * (guint64)sysconf (_SC_PAGESIZE);
}

guint64
lpn_peak_resident_bytes (void)
{
  struct rusage usage;
  return getrusage (RUSAGE_SELF, &usage) == 0 ? (guint64)usage.ru_maxrss * 1024 : 0;
}

/* A control-group file with one number; "max" or no file means no limit. */
static guint64
number_in (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_ascii_isdigit (text[0]))
    return G_MAXUINT64;
  return g_ascii_strtoull (text, NULL, 10);
}

/* What the group at `path` and all above it leave free. */
static guint64
group_left (const char *root, const char *limit_file, const char *used_file, const char *group)
{
  g_autofree char *path = g_strdup (group);
  guint64          least = G_MAXUINT64;
  for (;;)
    {
      g_autofree char *folder = g_build_filename (root, path, NULL);
      guint64          limit = number_in (folder, limit_file);
      guint64          used = number_in (folder, used_file);
      char            *slash = strrchr (path, '/');
      if (limit < G_MAXUINT64 / 2 && used != G_MAXUINT64)
        least = MIN (least, limit > used ? limit - used : 0);
      if (slash == NULL || path[1] == '\0')
        return least;
      slash[slash == path ? 1 : 0] = '\0';
    }
}

static guint64
cgroup_left (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 least = G_MAXUINT64;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return least;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ":", 3); /* id : controllers : path */
      if (g_strv_length (fields) != 3)
        continue;
      if (fields[1][0] == '\0')
        least = MIN (least, group_left ("/sys/fs/cgroup", "memory.max", "memory.current", fields[2]));
      else if (strstr (fields[1], "memory") != NULL)
        least = MIN (least,
                     group_left ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", fields[2]));
    }
  return least;
}

guint64
lpn_machine_limit (void)
{
  guint64       available = kilobytes_in ("/proc/meminfo", "MemAvailable:");
  guint64       left = MIN (available > 0 ? available : G_MAXUINT64, cgroup_left ());
  struct rlimit address;

  if (getrlimit (RLIMIT_AS, &address) == 0 && address.rlim_cur != RLIM_INFINITY)
    left = MIN (left, (guint64)address.rlim_cur);
  if (left == G_MAXUINT64)
    return G_MAXUINT64;
  left += lpn_resident_bytes ();
  return left - MIN (left / 10, G_GUINT64_CONSTANT (1) << 30);
}
