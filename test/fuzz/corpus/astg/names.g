.inputs a in.b
.initial state !a in.b
.mode x
.dummy e
.graph
p a+/0 a+/1 \
 in.b~ # on
a+ q
a+/1 q@1
in.b q
q e e/2
.marking{p}
.end
#@.x