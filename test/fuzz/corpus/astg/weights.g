.dummy t u
.graph
p t(2)
t q(3) u
q u (1)
u p
.marking { p=4
 <t,u>=2, q }
.capacity p=5 <t,u>=7
# Mutex places: p, <t , u>
#@.mutex q
.end