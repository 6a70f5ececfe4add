.inputs a
.dummy t
.graph
p a*
a* t
t q
.marking {p}
.end