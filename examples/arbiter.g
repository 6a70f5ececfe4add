# Two clients of an arbiter: requests r1 and r2, grants g1 and g2. Choice at `free` is the arbiter's own.
.model arbiter
.inputs r1 r2
.outputs g1 g2
.graph
r1+ g1+
g1+ r1-
r1- g1-
g1- r1+ free
r2+ g2+
g2+ r2-
r2- g2-
g2- r2+ free
free g1+ g2+
.marking {<g1-,r1+> <g2-,r2+> free}
# mutex places: free
.end
