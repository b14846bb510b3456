# shrink: says which joints are alive, with which fields, when the first NaN shows. usage: sh.py seed frames
import sys; sd,fr=int(sys.argv[1]),int(sys.argv[2]); sys.argv=["b1.py","0","0","0"]; exec(open("/tmp/w/hostile19/b1.py").read())
l=Life(sd)
prev={}
for i in range(fr):
    cur={}
    for j in l.lj():
        c=l.comp(j)
        if c: cur[j]=(type(c).__name__,{n:getattr(c,n) for n in l.fields(c)})
    l.frame()
    if l.bad or l.p.lost:
        print("seed",sd,"frame",i,"lost",l.p.lost,l.bad[:3]); 
        for b in l.p.lost:
            for j in l.p.joints_of(b):
                c=l.comp(j); print("  joint",j,type(c).__name__,{n:v for n,v in ((n,getattr(c,n)) for n in l.fields(c)) if v not in(None,)},c.force,c.torque,c.stretch)
            if esper.has_component(b,RigidBody): print("    body",b,B(b).mass,B(b).inertia)
        break
    
else: print("seed",sd,"clean",len(l.ev))
