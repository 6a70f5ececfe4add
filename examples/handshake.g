# A four-phase handshake: request and acknowledge take turns.
.model handshake
.inputs r
.outputs a
.graph
r+ a+
a+ r-
r- a-
a- r+
.marking {<a-,r+>}
.end
