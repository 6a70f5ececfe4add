.end
&.)dummy t
#|.places é
.graph
Ö t
.end
ÿ