.graph
.marking {