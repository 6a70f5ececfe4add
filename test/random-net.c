/* SPDX-License-Identifier: MIT */
#include "test/random-net.h"

#include <string.h>

enum
{
  MOST_PLACES = 4, /* per module */
};

typedef struct
{
  char   *name;   /* as written in its own module */
  guint32 module; /* LPN_NONE: shared */
  guint32 size;
  bool    is_array;
  bool    ranged;
  gint64  max; /* range 0..max where ranged */
} Variable;

typedef struct
{
  char *variable;
  char *index; /* NULL: scalar */
  char *value;
  bool  out;
} Assign;

typedef struct
{
  guint32 module;
  guint   pre[MOST_PLACES]; /* weights */
  guint   post[MOST_PLACES];
  char   *guard; /* NULL: none */
  GArray *assigns;
  bool    fail;
  bool    persistent;
  bool    out;
  bool    guard_out;
} Step;

struct _LpnRecipe
{
  guint32 seed;
  bool    plain; /* a P/T net: weights, several tokens, no labels */
  guint   n_modules;
  guint   n_places; /* per module */
  guint64 marked;   /* bits by place */
  GArray *variables;
  GArray *steps;
  bool    fail_enabled;
};

/* A variable seen from `module` (LPN_NONE: from a property), with an index where it is an array. */
static char *
random_operand (GRand *rand, const LpnRecipe *recipe, guint32 module)
{
  for (guint tries = 0; tries < 8 && recipe->variables->len > 0; tries++)
    {
      const Variable *v
          = &g_array_index (recipe->variables, Variable, g_rand_int_range (rand, 0, (gint32)recipe->variables->len));
      if (v->module != LPN_NONE && v->module != module && g_rand_int_range (rand, 0, 4) > 0)
        continue;
      g_autofree char *name = v->module == LPN_NONE || v->module == module
                                  ? g_strdup (v->name)
                                  : g_strdup_printf ("m%u.%s", v->module, v->name);
      if (!v->is_array)
        return g_steal_pointer (&name);
      if (g_rand_boolean (rand))
        return g_strdup_printf ("%s[%d]", name, g_rand_int_range (rand, 0, (gint32)v->size));
      g_autofree char *index = random_operand (rand, recipe, module);
      return g_strdup_printf ("%s[%s%s]", name, index, g_rand_int_range (rand, 0, 3) > 0 ? " % 2" : "");
    }
  return g_strdup_printf ("%d", g_rand_int_range (rand, 0, 3));
}

static char *
random_value (GRand *rand, const LpnRecipe *recipe, guint32 module)
{
  g_autofree char *a = random_operand (rand, recipe, module);
  g_autofree char *b = random_operand (rand, recipe, module);
  switch (g_rand_int_range (rand, 0, 12))
    {
    case 0:
      return g_strdup_printf ("%s + %s", a, b);
    case 1:
      return g_strdup_printf ("%s / %s", a, b);
    case 2:
      return g_strdup_printf ("%s - 1", a);
    case 3:
      return g_strdup_printf ("(%s + 1) %% 3", a);
    case 4:
      return g_strdup_printf ("1 - %s", a);
    case 5:
      return g_strdup_printf ("INT(%s < %s)", a, b);
    case 6:
      return g_strdup_printf ("XOR(%s, %s)", a, b);
    case 7:
      return g_strdup_printf ("%s > 0 ? %s : 0", a, b);
    case 8:
      return g_strdup (a);
    default:
      return g_strdup_printf ("%d", g_rand_int_range (rand, 0, 3));
    }
}

static char *
random_guard (GRand *rand, const LpnRecipe *recipe, guint32 module, guint depth)
{
  static const char *const compare[] = { "==", "!=", "<", "<=", ">", ">=" };
  static const char *const join[] = { "&", "&", "&", "|", "->" };
  if (depth > 0 && g_rand_int_range (rand, 0, 3) > 0)
    {
      g_autofree char *a = random_guard (rand, recipe, module, depth - 1);
      g_autofree char *b = random_guard (rand, recipe, module, depth - 1);
      return g_strdup_printf ("(%s) %s (%s)", a, join[g_rand_int_range (rand, 0, G_N_ELEMENTS (join))], b);
    }
  g_autofree char *a = random_operand (rand, recipe, module);
  g_autofree char *b = g_rand_int_range (rand, 0, 8) == 0 ? random_value (rand, recipe, module)
                       : g_rand_boolean (rand)            ? random_operand (rand, recipe, module)
                                                          : g_strdup_printf ("%d", g_rand_int_range (rand, 0, 3));
  return g_strdup_printf ("%s%s %s (%s)", g_rand_int_range (rand, 0, 6) == 0 ? "2 * " : "", a,
                          compare[g_rand_int_range (rand, 0, G_N_ELEMENTS (compare))], b);
}

static void
add_variables (GRand *rand, LpnRecipe *recipe)
{
  guint n = (guint)g_rand_int_range (rand, 0, 6);
  for (guint i = 0; i < n; i++)
    {
      bool     array = g_rand_int_range (rand, 0, 3) == 0;
      Variable v = { .name = g_strdup_printf ("v%u", i),
                     .module = g_rand_boolean (rand) ? LPN_NONE
                                                     : (guint32)g_rand_int_range (rand, 0, (gint32)recipe->n_modules),
                     .size = array ? (guint32)g_rand_int_range (rand, 1, 4) : 1,
                     .is_array = array,
                     .ranged = g_rand_int_range (rand, 0, 8) > 0,
                     .max = g_rand_int_range (rand, 1, 4) };
      g_array_append_val (recipe->variables, v);
    }
}

static void
add_assigns (GRand *rand, const LpnRecipe *recipe, Step *step)
{
  for (guint i = 0; i < recipe->variables->len; i++)
    {
      const Variable *v = &g_array_index (recipe->variables, Variable, i);
      Assign          assign = { 0 };
      bool            own = v->module == step->module;
      if ((v->module != LPN_NONE && !own) || g_rand_int_range (rand, 0, 3) > 0)
        continue;
      assign.variable = g_strdup (v->name);
      if (v->is_array && g_rand_boolean (rand))
        assign.index = random_operand (rand, recipe, step->module);
      if (v->is_array && (assign.index == NULL || g_ascii_isdigit (assign.index[0])))
        {
          /* A constant index must be in bounds: the net is refused otherwise. */
          g_free (assign.index);
          assign.index = g_strdup_printf ("%d", g_rand_int_range (rand, 0, (gint32)v->size));
        }
      assign.value = random_value (rand, recipe, step->module);
      g_array_append_val (step->assigns, assign);
    }
}

static void
add_step (GRand *rand, LpnRecipe *recipe)
{
  Step  step = { .module = (guint32)g_rand_int_range (rand, 0, (gint32)recipe->n_modules),
                 .assigns = g_array_new (FALSE, FALSE, sizeof (Assign)),
                 .fail = g_rand_int_range (rand, 0, 20) == 0 };
  guint from = (guint)g_rand_int_range (rand, 0, (gint32)recipe->n_places);
  guint to = (guint)g_rand_int_range (rand, 0, (gint32)recipe->n_places);

  step.pre[from] = 1;
  step.post[to] = 1;
  if (g_rand_int_range (rand, 0, 10) == 0)
    step.post[g_rand_int_range (rand, 0, (gint32)recipe->n_places)] = 1;
  if (g_rand_int_range (rand, 0, 10) == 0)
    step.pre[g_rand_int_range (rand, 0, (gint32)recipe->n_places)] = 1;
  if (recipe->plain && g_rand_int_range (rand, 0, 4) == 0)
    {
      step.pre[from] = 2;
      step.post[to] = 1 + (guint)g_rand_boolean (rand);
    }
  if (!recipe->plain)
    {
      if (recipe->variables->len > 0 && g_rand_int_range (rand, 0, 3) > 0)
        step.guard = random_guard (rand, recipe, step.module, (guint)g_rand_int_range (rand, 0, 3));
      add_assigns (rand, recipe, &step);
    }
  g_array_append_val (recipe->steps, step);
}

/* Which steps are persistent and how fail ones fail: by a sequence of its own, as the rest of the nets is known by its
 * seeds. */
static void
add_flags (LpnRecipe *recipe)
{
  GRand *rand = g_rand_new_with_seed (recipe->seed ^ 0x5bd1e995u);
  bool   some = g_rand_int_range (rand, 0, 3) == 0;

  recipe->fail_enabled = g_rand_boolean (rand);
  for (guint i = 0; i < recipe->steps->len; i++)
    g_array_index (recipe->steps, Step, i).persistent = g_rand_boolean (rand) && some;
  g_rand_free (rand);
}

LpnRecipe *
lpn_recipe_new (guint32 seed)
{
  GRand     *rand = g_rand_new_with_seed (seed);
  LpnRecipe *recipe = g_new0 (LpnRecipe, 1);
  guint      n;

  recipe->seed = seed;
  recipe->plain = g_rand_int_range (rand, 0, 4) == 0;
  recipe->n_modules = (guint)g_rand_int_range (rand, 1, 5);
  recipe->n_places = (guint)g_rand_int_range (rand, 1, MOST_PLACES + 1);
  recipe->marked = (guint64)g_rand_int (rand) & g_rand_int (rand);
  recipe->variables = g_array_new (FALSE, FALSE, sizeof (Variable));
  recipe->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  if (!recipe->plain)
    add_variables (rand, recipe);
  n = (guint)g_rand_int_range (rand, 0, 14);
  for (guint i = 0; i < n; i++)
    add_step (rand, recipe);
  add_flags (recipe);
  g_rand_free (rand);
  return recipe;
}

void
lpn_recipe_free (LpnRecipe *recipe)
{
  if (recipe == NULL)
    return;
  for (guint i = 0; i < recipe->variables->len; i++)
    g_free (g_array_index (recipe->variables, Variable, i).name);
  for (guint i = 0; i < recipe->steps->len; i++)
    {
      Step *step = &g_array_index (recipe->steps, Step, i);
      for (guint a = 0; a < step->assigns->len; a++)
        {
          g_free (g_array_index (step->assigns, Assign, a).variable);
          g_free (g_array_index (step->assigns, Assign, a).index);
          g_free (g_array_index (step->assigns, Assign, a).value);
        }
      g_array_unref (step->assigns);
      g_free (step->guard);
    }
  g_array_unref (recipe->variables);
  g_array_unref (recipe->steps);
  g_free (recipe);
}

static LpnExpr *
parse (const LpnNet *net, guint32 module, const char *text, LpnType want)
{
  LpnScope  scope = lpn_net_scope (net, module, module == LPN_NONE);
  LpnOrigin origin = { .what = text };
  GError   *error = NULL;
  LpnExpr  *expr = lpn_expr_parse (text, &scope, want, true, &origin, &error);
  if (expr == NULL)
    g_error ("random net: %s", error->message);
  return expr;
}

static void
build_step (const LpnRecipe *recipe, LpnNet *net, const Step *step, guint number)
{
  g_autofree char *id = g_strdup_printf ("t%u", number);
  guint32          t = lpn_net_add_transition (net, step->module, id, NULL, step->fail, NULL);

  for (guint32 p = 0; p < recipe->n_places; p++)
    {
      guint32 place = step->module * recipe->n_places + p;
      if (step->pre[p] > 0)
        lpn_net_add_input (net, t, place, step->pre[p]);
      if (step->post[p] > 0)
        lpn_net_add_output (net, t, place, step->post[p]);
    }
  if (step->fail && recipe->fail_enabled)
    lpn_net_set_fail_enabled (net, t);
  if (step->persistent)
    lpn_net_set_persistent (net, t);
  if (step->guard != NULL && !step->guard_out)
    lpn_net_set_guard (net, t, parse (net, step->module, step->guard, LPN_TYPE_TRUTH));
  for (guint a = 0; a < step->assigns->len; a++)
    {
      const Assign *assign = &g_array_index (step->assigns, Assign, a);
      if (!assign->out)
        lpn_net_add_assign (net, t, lpn_net_find_variable (net, step->module, assign->variable),
                            assign->index != NULL ? parse (net, step->module, assign->index, LPN_TYPE_NUMBER) : NULL,
                            parse (net, step->module, assign->value, LPN_TYPE_NUMBER));
    }
}

LpnNet *
lpn_recipe_build (const LpnRecipe *recipe)
{
  LpnNet *net = lpn_net_new ("random");
  GError *error = NULL;

  for (guint32 m = 0; m < recipe->n_modules; m++)
    {
      g_autofree char *module = g_strdup_printf ("m%u", m);
      lpn_net_add_module (net, module, NULL);
      for (guint p = 0; p < recipe->n_places; p++)
        {
          g_autofree char *id = g_strdup_printf ("m%u.p%u", m, p);
          bool             marked = p == 0 || (recipe->marked >> (m * MOST_PLACES + p) & 1) != 0;
          lpn_net_add_place (net, m, id, NULL, !recipe->plain, marked ? (recipe->plain && p == 0 ? 2 : 1) : 0, NULL);
        }
    }
  for (guint i = 0; i < recipe->variables->len; i++)
    {
      const Variable *v = &g_array_index (recipe->variables, Variable, i);
      gint64          zeros[4] = { 0 };
      lpn_net_add_variable (net, v->module, v->name, v->is_array, v->size, zeros, v->ranged ? 0 : G_MININT64,
                            v->ranged ? v->max : G_MAXINT64, NULL);
    }
  for (guint i = 0; i < recipe->steps->len; i++)
    if (!g_array_index (recipe->steps, Step, i).out)
      build_step (recipe, net, &g_array_index (recipe->steps, Step, i), i);
  if (!lpn_net_freeze (net, &error))
    g_error ("random net %u: %s", recipe->seed, error->message);
  return net;
}

char *
lpn_recipe_property (const LpnRecipe *recipe, guint32 salt)
{
  GRand *rand = g_rand_new_with_seed (recipe->seed * 31 + salt);
  char  *text;
  guint  m = (guint)g_rand_int_range (rand, 0, (gint32)recipe->n_modules);
  guint  p = (guint)g_rand_int_range (rand, 0, (gint32)recipe->n_places);

  g_autofree char *guard = random_guard (rand, recipe, LPN_NONE, 1);
  text = g_rand_boolean (rand)
             ? g_strdup_printf ("marked(m%u.p%u) | %s", m, p, guard)
             : g_strdup_printf ("tokens(m%u.p%u) == %d & (%s)", m, p, g_rand_int_range (rand, 0, 3), guard);
  g_rand_free (rand);
  return text;
}

/* Sets *out and keeps it where the recipe still fails. */
static bool
try_without (LpnRecipe *recipe, bool *out, LpnRecipeFails fails, gpointer data)
{
  if (*out)
    return false;
  *out = true;
  if (fails (recipe, data))
    return true;
  *out = false;
  return false;
}

void
lpn_recipe_shrink (LpnRecipe *recipe, LpnRecipeFails fails, gpointer data)
{
  bool shrunk = true;
  while (shrunk)
    {
      shrunk = false;
      for (guint i = 0; i < recipe->steps->len; i++)
        {
          Step *step = &g_array_index (recipe->steps, Step, i);
          if (step->out)
            continue;
          if (try_without (recipe, &step->out, fails, data))
            {
              shrunk = true;
              continue;
            }
          if (step->guard != NULL)
            shrunk = try_without (recipe, &step->guard_out, fails, data) || shrunk;
          for (guint a = 0; a < step->assigns->len; a++)
            shrunk = try_without (recipe, &g_array_index (step->assigns, Assign, a).out, fails, data) || shrunk;
        }
    }
}
