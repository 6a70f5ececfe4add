/* SPDX-License-Identifier: MIT */
/* Malformed, hostile and unsupported input: each with its exact message. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/io.h"
#include "io/model.h"
#include "io/pnml.h"
#include "test/harness.h"
#include "test/pnml-util.h"

#define NET(inside) "<pnml><net id='n' type='P/T net'>\n" inside "</net></pnml>"
#define PAGE(inside) NET ("<page id='m'>\n" inside "</page>\n")
#define OWN(inside) "<toolspecific tool='lpnreach' version='1.0'>" inside "</toolspecific>"
#define P(id) "<place id='" id "'/>\n"
#define T(id) "<transition id='" id "'/>\n"

typedef struct
{
  const char *text;
  LpnIoError  code; /* LPN_IO_ERROR, or 100 + code of LPN_NET_ERROR */
  const char *message;
} BadText;

#define IN_NET(code) (100 + (int)(code))

static const BadText bad_xml[] = {
  { "", LPN_IO_ERROR_MALFORMED, "net.pnml:1: malformed XML: Document is empty" },
  { "no XML", LPN_IO_ERROR_MALFORMED, "net.pnml:1: malformed XML: Start tag expected, '<' not found" },
  { "<pnml><net id='n'>\n<page id='p'>\n", LPN_IO_ERROR_MALFORMED,
    "net.pnml:3: malformed XML: Premature end of data in tag page line 2" },
  { "<pnml><net id='n'>\n</pnml>", LPN_IO_ERROR_MALFORMED,
    "net.pnml:2: malformed XML: Opening and ending tag mismatch: net line 1 and pnml" },
  { "<pnml><net id='n' id='m'/></pnml>", LPN_IO_ERROR_MALFORMED, "net.pnml:1: malformed XML: Attribute id redefined" },
  { "<?xml version='1.0' encoding='UTF-8'?>\n<pnml><net id='\xe9t\xe9'/></pnml>", LPN_IO_ERROR_MALFORMED,
    "net.pnml:2: malformed XML: Input is not proper UTF-8, indicate encoding !\nBytes: 0xE9 0x74 0xE9 0x27" },
  { "<?xml version='1.0' encoding='martian'?>\n<pnml><net id='n'/></pnml>", LPN_IO_ERROR_MALFORMED,
    "net.pnml:1: malformed XML: Unsupported encoding martian" },
  { "<!DOCTYPE pnml [<!ENTITY a 'aaa'>\n<!ENTITY b '&a;&a;'>]>\n<pnml><net id='&b;'/></pnml>", LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:1: entity \"a\" is declared; entities are not read" },
  { "<!DOCTYPE pnml [\n<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]>\n<pnml/>", LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: entity \"p\" is declared; entities are not read" },
  { "<pnml><net id='&secret;'/></pnml>", LPN_IO_ERROR_MALFORMED,
    "net.pnml:1: malformed XML: Entity 'secret' not defined" },
  { "<!DOCTYPE pnml SYSTEM 'http://localhost:1/x.dtd'>\n<pnml><net id='n'>&secret;</net></pnml>",
    LPN_IO_ERROR_MALFORMED, "net.pnml:2: malformed XML: Entity 'secret' not defined" },
  { "<html/>", LPN_IO_ERROR_FORMAT, "net.pnml:1: the root element is <html>, expected <pnml>: not a PNML file" },
  { "<pnml/>", LPN_IO_ERROR_INVALID, "net.pnml:1: there is no <net> in it" },
};

static const BadText bad_nodes[] = {
  { NET ("<place/>"), LPN_IO_ERROR_INVALID, "net.pnml:2: <place> without an id" },
  { NET ("<transition id=''/>"), LPN_IO_ERROR_INVALID, "net.pnml:2: <transition> without an id" },
  { NET (P ("a") T ("a")), LPN_IO_ERROR_INVALID, "net.pnml:3: duplicate id \"a\", first used at line 2" },
  { NET (P ("a") "<page id='m'><referencePlace id='a' ref='a'/></page>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: duplicate id \"a\", first used at line 2" },
  { NET (P ("a") "<arc id='x' source='a' target='b'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: arc \"x\" has the unknown target \"b\"" },
  { NET (P ("a") "<arc source='b' target='a'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: arc \"\" has the unknown source \"b\"" },
  { NET (P ("a") "<arc id='x' target='a'/>"), LPN_IO_ERROR_INVALID, "net.pnml:3: arc \"x\" without a source" },
  { NET (P ("a") P ("b") "<arc id='x' source='a' target='b'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:4: arc \"x\" joins two places, \"a\" and \"b\"" },
  { NET (T ("a") "<arc id='x' source='a' target='a'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: arc \"x\" joins two transitions, \"a\" and \"a\"" },
  { NET ("<referencePlace id='r'/>"), LPN_IO_ERROR_INVALID, "net.pnml:2: <referencePlace> \"r\" without a ref" },
  { NET ("<referencePlace id='r' ref='q'/>"), LPN_IO_ERROR_INVALID, "net.pnml:2: reference \"r\" to unknown id \"q\"" },
  { NET ("<referencePlace id='r' ref='r'/>"), LPN_IO_ERROR_INVALID, "net.pnml:2: reference \"r\" is part of a cycle" },
  { NET ("<referencePlace id='a' ref='b'/>\n<referencePlace id='b' ref='c'/>\n<referencePlace id='c' ref='b'/>"),
    LPN_IO_ERROR_INVALID, "net.pnml:4: reference \"c\" is part of a cycle" },
  { NET (T ("t") "<referencePlace id='r' ref='t'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: reference place \"r\" stands for transition \"t\"" },
  { NET ("<poge id='m'>\n<place id='p'/></poge>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: <place> inside an unknown element" },
  { NET (P ("p") "<unknownArc source='p' target='t'/>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:3: <unknownArc> stands where no arc is known; only normal arcs are read" },
};

#define MARKING(text) NET ("<place id='p'><initialMarking><text>" text "</text></initialMarking></place>")
#define WEIGHT(text)                                                                                                   \
  NET (P ("p") T ("t") "<arc id='x' source='p' target='t'><inscription><text>" text "</text></inscription></arc>")

static const BadText bad_numbers[] = {
  { MARKING ("0.9"), LPN_IO_ERROR_INVALID, "net.pnml:2: place \"p\": expected a natural number, found \"0.9\"" },
  { MARKING ("-1"), LPN_IO_ERROR_INVALID, "net.pnml:2: place \"p\": expected a natural number, found \"-1\"" },
  { MARKING ("three"), LPN_IO_ERROR_INVALID, "net.pnml:2: place \"p\": expected a natural number, found \"three\"" },
  { MARKING ("1 2"), LPN_IO_ERROR_INVALID, "net.pnml:2: place \"p\": expected a natural number, found \"1 2\"" },
  { MARKING ("9223372036854775808"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: place \"p\": number 9223372036854775808 does not fit 64 bits" },
  { MARKING ("Default,1,red,2"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: place \"p\" uses token class \"red\": a high-level net; only place/transition nets are read" },
  { MARKING ("Default,"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: place \"p\": expected a natural number, found \"Default,\"" },
  { NET ("<place id='p' initialMarking='x'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: place \"p\": expected a natural number, found \"x\"" },
  { WEIGHT ("0"), LPN_IO_ERROR_INVALID, "net.pnml:4: arc \"x\" has weight 0" },
  { WEIGHT ("x+y"), LPN_IO_ERROR_INVALID, "net.pnml:4: arc \"x\": expected a natural number, found \"x+y\"" },
  { NET ("<place id='p'><capacity><value>3</value></capacity></place>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: place \"p\" has a capacity; only unlimited places are read" },
};

#define HIGH " makes this a high-level net; only place/transition nets are read"

static const BadText unsupported[] = {
  { "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'/></pnml>", LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:1: net type \"http://www.pnml.org/version-2009/grammar/symmetricnet\" is a high-level net; only "
    "place/transition nets are read" },
  { NET ("<declaration><structure/></declaration>"), LPN_IO_ERROR_UNSUPPORTED, "net.pnml:2: <structure>" HIGH },
  { NET ("<place id='p'>\n<hlinitialMarking/></place>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:3: <hlinitialMarking>" HIGH },
  { NET ("<place id='p'><type><structure/></type></place>"), LPN_IO_ERROR_UNSUPPORTED, "net.pnml:2: <structure>" HIGH },
  { NET ("<place id='p'><initialMarking><multiset/></initialMarking></place>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: <multiset>" HIGH },
  { NET ("<transition id='t'><condition><structure/></condition></transition>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: <structure>" HIGH },
  { NET ("<arc id='x' source='a' target='b'><hlinscription/></arc>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: <hlinscription>" HIGH },
  { NET ("<arc id='x' source='a' target='b' type='inhibitor'/>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: arc \"x\" is of type \"inhibitor\"; only normal arcs are read" },
  { NET ("<arc id='x' source='a' target='b'><type value='read'/></arc>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: arc \"x\" is of type \"read\"; only normal arcs are read" },
  { NET ("<arc id='x' source='a' target='b'><arctype><text>reset</text></arctype></arc>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: arc \"x\" is of type \"reset\"; only normal arcs are read" },
};

static const BadText bad_labels[] = {
  { NET (OWN ("<varible id='x'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: <varible> is not known in the labels of lpnreach here" },
  { NET (OWN ("<variable id='x' inital='0'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: attribute inital is not known in <variable> here" },
  { NET (OWN ("<variable/>")), LPN_IO_ERROR_INVALID, "net.pnml:2: <variable> without attribute id" },
  { NET (OWN ("<variable id='x' initial='zero'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: initial of \"x\": expected a 64-bit number, found \"zero\"" },
  { NET (OWN ("<variable id='x' max='99999999999999999999'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: max of \"x\": expected a 64-bit number, found \"99999999999999999999\"" },
  { NET (OWN ("<variable id='x' initial='2' max='1'/>")), IN_NET (LPN_NET_ERROR_VALUE),
    "net.pnml:2: initial value 2 of variable \"x\" is outside its range -9223372036854775808..1" },
  { NET (OWN ("<variable id='x' min='2' max='1'/>")), IN_NET (LPN_NET_ERROR_VALUE),
    "net.pnml:2: variable \"x\" has the empty range 2..1" },
  { NET (OWN ("<variable id='x'/>\n<variable id='x'/>")), IN_NET (LPN_NET_ERROR_DUPLICATE),
    "net.pnml:3: duplicate variable \"x\"" },
  { NET (OWN ("<variable id='x'/>") "\n<page id='m'>" OWN ("<variable id='x'/>") "</page>"), LPN_IO_ERROR_INVALID,
    "net.pnml:3: variable \"x\" of module \"m\" has the name of a shared variable" },
  { NET (OWN ("<array id='x'/>")), LPN_IO_ERROR_INVALID, "net.pnml:2: <array> without attribute size" },
  { NET (OWN ("<array id='x' size='0'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: size of \"x\" is 0, expected 1 to 16777216" },
  { NET (OWN ("<array id='x' size='99999999'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: size of \"x\" is 99999999, expected 1 to 16777216" },
  { NET (OWN ("<array id='x' size='16777216'/>\n<variable id='y'/>")), LPN_IO_ERROR_LIMIT,
    "net.pnml:3: with \"y\", the variables have more than 16777216 cells" },
  { NET (OWN ("<array id='x' size='3' initial='1,2'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: initial of \"x\": 2 values for 3 cells" },
  { NET (OWN ("<array id='x' size='2' initial='1 2 3'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: initial of \"x\": more than 2 values" },
  { NET (OWN ("stray")), LPN_IO_ERROR_INVALID, "net.pnml:2: stray text \"stray\" in the labels of lpnreach" },
  { NET (OWN ("<guard>1</guard>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: <guard> is not known in the labels of lpnreach here" },
  { PAGE (OWN ("<property id='x' kind='deadlock'/>")), LPN_IO_ERROR_INVALID,
    "net.pnml:3: <property> is not known in the labels of lpnreach here" },
  { NET (OWN ("<property id='x' kind='safety'>1</property>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: kind of property \"x\" is \"safety\", expected \"invariant\", \"reach\" or \"deadlock\"" },
  { NET (OWN ("<property id='x' kind='deadlock'>1</property>")), LPN_IO_ERROR_INVALID,
    "net.pnml:2: property \"x\" of kind \"deadlock\" takes no expression" },
  { NET (OWN ("<property id='x' kind='deadlock'/>\n<property id='x' kind='deadlock'/>")),
    IN_NET (LPN_NET_ERROR_DUPLICATE), "net.pnml:3: duplicate property \"x\"" },
  { NET ("<toolspecific tool='lpnreach' version='2.0'/>"), LPN_IO_ERROR_UNSUPPORTED,
    "net.pnml:2: labels of lpnreach version \"2.0\"; only 1.0 is known" },
  { NET ("<transition id='t'><toolspecific tool='lpnreach' safe='true'/></transition>"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: attribute safe is not known in <toolspecific> here" },
  { NET ("<transition id='t' fail='perhaps'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: attribute fail of <transition> is \"perhaps\", expected \"true\" or \"false\"" },
  { NET ("<transition id='t'>" OWN ("<guard>1</guard><guard>1</guard>") "</transition>"), LPN_IO_ERROR_INVALID,
    "net.pnml:2: transition \"t\" has two guards" },
};

#define ON_T(inside)                                                                                                   \
  NET (OWN ("<variable id='v'/><array id='a' size='2'/>") "\n<transition id='t'>\n" OWN (inside) "</transition>\n")

static const BadText bad_expressions[] = {
  { ON_T ("<guard>v = )</guard>"), IN_NET (LPN_NET_ERROR_PARSE),
    "net.pnml:4: guard of transition t: column 5: expected an operand, found ')'" },
  { ON_T ("<guard>w</guard>"), IN_NET (LPN_NET_ERROR_UNKNOWN),
    "net.pnml:4: guard of transition t: column 1: no variable is called 'w'" },
  { ON_T ("<assign variable='w'>1</assign>"), LPN_IO_ERROR_INVALID,
    "net.pnml:4: transition \"t\" assigns unknown variable \"w\"" },
  { ON_T ("<assign variable='v' index='0'>1</assign>"), LPN_IO_ERROR_INVALID,
    "net.pnml:4: transition \"t\" assigns scalar \"v\" with an index" },
  { ON_T ("<assign variable='a'>1</assign>"), LPN_IO_ERROR_INVALID,
    "net.pnml:4: transition \"t\" assigns array \"a\" without an index" },
  { ON_T ("<assign variable='a' index='2'>1</assign>"), LPN_IO_ERROR_INVALID,
    "net.pnml:4: transition \"t\" assigns \"a[2]\", outside its 2 cells" },
  { ON_T ("<assign variable='v'>1</assign>\n<assign variable='v'>2</assign>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: transition \"t\" assigns \"v\" twice" },
  { ON_T ("<assign variable='a' index='1'>1</assign>\n<assign variable='a' index='2-1'>2</assign>"),
    LPN_IO_ERROR_INVALID, "net.pnml:5: transition \"t\" assigns \"a\" twice" },
  { NET (OWN ("<variable id='v'/>") "\n<place id='p'><initialMarking><text>2</text></initialMarking></place>"),
    LPN_IO_ERROR_INVALID, "net.pnml:3: place \"p\" of a labeled net starts with 2 tokens; at most 1 is allowed" },
  { NET (OWN ("<variable id='v'/>") "\n" P ("p")
             T ("t") "<arc id='x' source='p' target='t'><inscription><text>2</text></inscription></arc>"),
    LPN_IO_ERROR_INVALID, "net.pnml:5: arc \"x\" of a labeled net has weight 2; only 1 is allowed" },
};

#define UNITS(inside)                                                                                                  \
  NET (P ("p") T ("t") "<toolspecific tool='nupn' version='1.1'><structure units='1' root='u' safe='true'>\n" inside   \
                       "</structure></toolspecific>")

static const BadText bad_units[] = {
  { UNITS ("<unit id='u'><places>q</places></unit>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: NUPN unit \"u\" has the unknown place \"q\"" },
  { UNITS ("<unit id='u'><places>t</places></unit>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: NUPN unit \"u\" has the unknown place \"t\"" },
  { UNITS ("<unit id='u'><places>p p</places></unit>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: NUPN unit \"u\" has a place of another unit, \"p\"" },
  { UNITS ("<unit id='u'><subunits>v</subunits></unit>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: NUPN unit \"u\" has the unknown sub-unit \"v\"" },
  { UNITS ("<unit id='u'/>\n<unit id='u'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:6: NUPN unit \"u\" has the id of another \"u\"" },
  { UNITS ("<unit id='u'><subunits>v v</subunits></unit><unit id='v'/>"), LPN_IO_ERROR_INVALID,
    "net.pnml:5: NUPN unit \"u\" shares the sub-unit \"v\"" },
  { UNITS ("<unit id='u'><subunits>v</subunits></unit><unit id='v'><subunits>u</subunits></unit>"),
    LPN_IO_ERROR_INVALID, "net.pnml:5: NUPN unit \"u\" is above itself: \"u\"" },
  { UNITS ("<unit/>"), LPN_IO_ERROR_INVALID, "net.pnml:5: <unit> without attribute id" },
};

static void
check_texts (const BadText *bad, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnNet) net = lpn_test_load_text (bad[i].text, &error);
      bool labels = (int)bad[i].code >= 100;
      bool ok = net == NULL && g_str_equal (error->message, bad[i].message)
                && error->domain == (labels ? LPN_NET_ERROR : LPN_IO_ERROR) && error->code == (int)bad[i].code % 100;
      if (!ok)
        printf ("\n    %s\n    expected: %s\n    got: %s\n", bad[i].text, bad[i].message,
                net != NULL ? "a net" : error->message);
      CU_ASSERT_TRUE (ok);
    }
}

#define TEXTS(table)                                                                                                   \
  static void test_##table (void) { check_texts (table, G_N_ELEMENTS (table)); }

TEXTS (bad_xml)
TEXTS (bad_nodes)
TEXTS (bad_numbers)
TEXTS (unsupported)
TEXTS (bad_labels)
TEXTS (bad_expressions)
TEXTS (bad_units)

/* Every cut of a good file is refused, and none is taken for another fault than being cut. */
static void
test_truncated (void)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", "mutex.pnml", NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (path, &text, &length, NULL));
  for (gsize cut = 0; cut + 10 < length; cut += 1 + cut % 7)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
      g_autoptr (GError) error = NULL;
      CU_ASSERT_FALSE (lpn_pnml_read_memory ("cut", text, cut, parts, &error));
      CU_ASSERT_TRUE (g_error_matches (error, LPN_IO_ERROR, LPN_IO_ERROR_MALFORMED));
    }
}

static char *
repeat (const char *text, gsize n)
{
  GString *all = g_string_new (NULL);
  for (gsize i = 0; i < n; i++)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

static void
check_text (const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_test_load_text (text, &error);
  CU_ASSERT_PTR_NULL (net);
  CU_ASSERT_TRUE (lpn_test_error_has (&error, message));
}

static void
test_limits (void)
{
  g_autofree char *pages = repeat ("<page>", LPN_PNML_MAX_DEPTH - 2);
  g_autofree char *closed = repeat ("</page>", LPN_PNML_MAX_DEPTH - 2);
  g_autofree char *deep = g_strconcat ("<pnml><net id='n'>", pages, "<page>", NULL);
  g_autofree char *fine = g_strconcat ("<pnml><net id='n'>", pages, closed, "</net></pnml>", NULL);
  g_autofree char *deeper = repeat ("<x>", 1000000);
  g_autofree char *skipped = g_strconcat ("<pnml><net id='n'><graphics>", deeper, NULL);
  g_autoptr (GError) error = NULL;
  check_text (deep, "net.pnml:1: elements are nested deeper than 256");
  check_text (skipped, "net.pnml:1: elements are nested deeper than 256");
  g_autoptr (LpnNet) net = lpn_test_load_text (fine, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));

  g_autofree char *blanks = repeat ("0123456789abcdef", (LPN_PNML_MAX_ATTRIBUTE >> 4) + 1);
  g_autofree char *attribute = g_strconcat ("<pnml><net id='n'>\n<place id='", blanks, "'/></net></pnml>", NULL);
  check_text (attribute, "net.pnml:2: attribute id of <place> is longer than 16777216 bytes");

  g_autofree char *words = repeat (blanks, 5);
  g_autofree char *name = g_strconcat ("<pnml><net id='n'><place id='p'>\n<name><text>", words,
                                       "</text></name></place></net></pnml>", NULL);
  check_text (name, "net.pnml:2: a text is longer than 67108864 bytes");
}

/* Text that means nothing to us may be of any length. */
static void
test_huge_but_legal (void)
{
  g_autofree char *words = repeat ("0123456789 abcde\n", 12 << 16);
  g_autofree char *text = g_strconcat ("<pnml><net id='n'><place id='p'/><toolspecific tool='other'><notes>", words,
                                       "</notes></toolspecific><!--", words, "--></net></pnml>", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_test_load_text (text, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_TRUE (net != NULL && lpn_net_n_places (net) == 1);
}

/* Line numbers stay exact where libxml2's tree would stop counting. */
static void
test_far_lines (void)
{
  g_autofree char *lines = repeat ("\n", 100000);
  g_autofree char *text = g_strconcat ("<pnml><net id='n'>", lines, "<place/></net></pnml>", NULL);
  check_text (text, "net.pnml:100001: <place> without an id");
}

static void
check_file (const char *path, LpnIoError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (&path, 1, &error);
  CU_ASSERT_PTR_NULL (net);
  CU_ASSERT_TRUE (g_error_matches (error, LPN_IO_ERROR, (int)code));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, message));
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lpnreach-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "closed.pnml", NULL);
  check_file ("/no/such/file.pnml", LPN_IO_ERROR_READ,
              "/no/such/file.pnml: cannot be opened: No such file or directory");
  check_file (folder, LPN_IO_ERROR_READ, ": is a directory, not a model");
  check_file ("picture.dot", LPN_IO_ERROR_FORMAT, "picture.dot: files of type .dot are only written, not read");
  CU_ASSERT_TRUE (g_file_set_contents (path, "<pnml/>", -1, NULL));
  CU_ASSERT_EQUAL (g_chmod (path, 0), 0);
  if (access (path, R_OK) == 0)
    printf (" (this user may read everything: no test of permissions) ");
  else
    check_file (path, LPN_IO_ERROR_READ, "closed.pnml: cannot be opened: Permission denied");
  g_unlink (path);
  g_rmdir (folder);
  if (g_file_test ("/proc/self/mem", G_FILE_TEST_EXISTS))
    check_file ("/proc/self/mem", LPN_IO_ERROR_READ, "/proc/self/mem: cannot be read: ");
}

static const LpnTest tests[] = { { "XML", test_bad_xml },
                                 { "nodes and arcs", test_bad_nodes },
                                 { "numbers", test_bad_numbers },
                                 { "other kinds of nets", test_unsupported },
                                 { "labels", test_bad_labels },
                                 { "expressions", test_bad_expressions },
                                 { "units", test_bad_units },
                                 { "truncated files", test_truncated },
                                 { "limits", test_limits },
                                 { "huge but legal", test_huge_but_legal },
                                 { "lines past 65,535", test_far_lines },
                                 { "files", test_files },
                                 { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-bad", tests);
}
