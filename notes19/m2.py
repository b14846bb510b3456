# smallest exploding scenes: nb bodies, nj joints of default or simple fields; reports when a speed passes 1e6
from hh import *
import random, time, collections
warnings.simplefilter("ignore"); t0=time.time(); LIM=float(sys.argv[1]); cnt=collections.Counter(); bad=collections.Counter(); ex={}
def mkj(r,K,a,b):
    if K is MouseJoint: return K(b,(r.uniform(-50,50),r.uniform(-50,50)),**r.choice([{},dict(hertz=0)]))
    if K is RatchetJoint: return K(a,b,.3)
    if K is PulleyJoint: return K(a,b,(-50,100),(50,100),r.choice([1,2]))
    if K is GearJoint: return K(a,b,r.choice([1,-1,2,-7,.3]))
    kw=r.choice([{},{},dict(anchor=(r.uniform(-60,60),r.uniform(-60,60)))])
    if K is MotorJoint and r.random()<.6: kw=dict(kw,angle=r.uniform(-20,20),offset=(r.uniform(-150,150),100))
    if K is RevoluteJoint and r.random()<.5: kw=dict(kw,limits=(-1,1))
    return K(a,b,**kw)
KS=[RevoluteJoint,PrismaticJoint,DistanceJoint,WeldJoint,WheelJoint,MotorJoint,MouseJoint,GearJoint,RatchetJoint,PulleyJoint]
seed=0
while time.time()-t0<LIM:
    seed+=1; r=random.Random(seed); nj=1+seed%3
    p=world(); bs=[pt(r.uniform(-100,100),r.uniform(-80,100),r.uniform(-3,3),mass=m,inertia=m*r.choice([10,100]),velocity=(r.uniform(-200,200),0),angular_velocity=r.uniform(-5,5)) for m in (1,r.choice([1,100,.01]),r.choice([1,10]))]
    d=[]; 
    for i in range(nj):
        a,b=r.sample(bs,2); a=None if r.random()<.2 else a; j=mkj(r,r.choice(KS),a,b); mk(j); d.append(j)
    m=0
    for i in range(40):
        p.step_once(); v=max(max(abs(B(b).velocity[0]),abs(B(b).velocity[1])) for b in bs); m=max(m,v)
        if p.lost or v>1e7: break
    key="+".join(sorted(type(j).__name__[:-5] for j in d)); cnt[nj]+=1
    if p.lost or m>1e5: 
        bad[nj]+=1; print("EXPLODES" if p.lost or m>1e7 else "fast",nj,"seed",seed,"frame",i,"v %.2g"%m,"lost",p.lost,key,flush=True)
print(cnt,bad)
