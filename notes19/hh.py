import math, esper, numpy as np, sys, warnings
from ecsphys import *
import ecsphys
_n=[0]
def world(hz=60, g=(0,0), **kw):
    _n[0]+=1
    esper.switch_world(f"w{_n[0]}")
    p=Physics(gravity=g, step=1/hz, **kw); esper.add_processor(p); return p
def body(x=0,y=0,ang=0,shape=None,**kw):
    col={k:kw.pop(k) for k in list(kw) if k in('density','friction','restitution','layer','mask','group','trigger')}
    return esper.create_entity(Transform(x,y,ang),RigidBody(**kw),Collider(shape or Circle(8),**col))
def pt(x=0,y=0,ang=0,mass=1,inertia=1,**kw):
    return esper.create_entity(Transform(x,y,ang),RigidBody(mass=mass,inertia=inertia,**kw))
def static(x=0,y=0,shape=None,**kw): return esper.create_entity(Transform(x,y),Collider(shape or Box(20,20),**kw))
T=lambda e: esper.component_for_entity(e,Transform)
B=lambda e: esper.component_for_entity(e,RigidBody)
J=lambda j,t: esper.component_for_entity(j,t)
mk=lambda *c: esper.create_entity(*c)
def chk(name,got,want,rel=.01,abs_=0):
    ok=abs(got-want)<=rel*abs(want)+abs_
    print(("ok  " if ok else "BAD "),name,"got %.6g want %.6g (%.3f%%)"%(got,want,100*(got-want)/want if want else 0),flush=True)
    return ok
def agm(a0):
    a,b=1,math.cos(a0/2)
    for _ in range(30): a,b=(a+b)/2,math.sqrt(a*b)
    return 1/a
