src=open("/tmp/w/hostile19/m2.py").read().split("seed=0\nwhile")[0]
import sys; seeds=list(map(int,sys.argv[1:])); sys.argv=["x","1"]; exec(src)
for seed in seeds:
    r=random.Random(seed); nj=1+seed%3
    p=world(); bs=[pt(r.uniform(-100,100),r.uniform(-80,100),r.uniform(-3,3),mass=m,inertia=m*r.choice([10,100]),velocity=(r.uniform(-200,200),0),angular_velocity=r.uniform(-5,5)) for m in (1,r.choice([1,100,.01]),r.choice([1,10]))]
    d=[]
    for i in range(nj):
        a,b=r.sample(bs,2); a=None if r.random()<.2 else a; j=mkj(r,r.choice(KS),a,b); mk(j); d.append(j)
    st=[(B(b).mass,B(b).inertia,T(b).pose,B(b).velocity) for b in bs]; m=0
    for i in range(40):
        p.step_once(); m=max(m,max(max(abs(B(b).velocity[0]),abs(B(b).velocity[1])) for b in bs))
        if p.lost: break
    print(ecsphys.backend,seed,"LOST" if p.lost else "ok",i,"%.3g"%m,p.lost,[(type(j).__name__,j.a,j.b,{n:getattr(j,n) for n in("anchor_a","anchor_b","length","total_length","ratio") if hasattr(j,n)},j.force,j.stretch) for j in d]); print("    ",*st,sep="\n     ") if p.lost else 0; sys.stdout.flush()
