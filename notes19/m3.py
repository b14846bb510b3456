# one joint, two bodies, all defaults: puts bodies aside
from hh import *
warnings.simplefilter("ignore"); print(ecsphys.backend)
def go(name,j,n=30):
    e=mk(j); m=0
    for i in range(n):
        p.step_once(); m=max([m]+[abs(c) for b in bs for c in B(b).velocity])
        if p.lost: break
    print("LOST" if p.lost else "ok  ",name,"frame",i,"max v %.3g"%m,p.lost,"force",j.force,"stretch",j.stretch,flush=True)
for v in (0,100):
    for a3 in (0,.7):
        p=world(); bs=[pt(0,0,a3,mass=1,inertia=50,velocity=(v,0),angular_velocity=v/50),pt(50,20,mass=1,inertia=50)]; go(f"Distance anchor= (length 0) v={v} ang={a3}",DistanceJoint(*bs,anchor=(10,37.3)))
p=world(); bs=[pt(0,0,mass=1,inertia=50,velocity=(100,0)),pt(0,0,mass=1,inertia=50)]; go("Distance, both origins equal",DistanceJoint(*bs))
for ang,off,ms in ((15.75,(161,123),1),(15,(150,100),100),(3,(150,100),1),(0,(150,100),1),(0,(150,100),100),(15,None,1),(15,(0,0),1)):
    p=world(); bs=[pt(0,0,mass=1,inertia=10,angular_velocity=3),pt(50,20,mass=ms,inertia=10*ms,velocity=(100,0))]; go(f"Motor angle {ang} offset {off} mass b {ms}",MotorJoint(*bs,angle=ang,offset=off))
