.MODEL odd one
.input a-b
.output c?
.internals i
.dummies eps+
.mode si
.timing { a
 b }
.note x \ {
#@.keep a
.graph # here
a-b+ my-place
my-place c?+/1 eps+
c?+/1 a-b-
eps+ a-b-
a-b- c?-
c?- a-b+
.marking my-place