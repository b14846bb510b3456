from hh import *
inf=math.inf; nan=math.nan
def show(*a): print(*a,flush=True)
fields=dict(gravity=[nan,(nan,0),(0,inf),"x","ab",(1,),(1,2,3),inf,1e300,(1e300,0),True,{}],
 point=[(nan,0),(0,inf),"ab",5,(1,),(1,2,3),(1e300,0)],unit_distance=[nan,inf,-1,0,"x",(1,2),1e300,True],
 linear_damping=[nan,inf,-1,"x",1e300,True],angular_damping=[nan,inf,-1,"x",1e300],
 wind=[nan,(nan,0),(0,inf),5,"ab",(1,),(1e300,0)],drag=[nan,inf,-1,"x",None,1e300,2],lift=[nan,inf,-1,"x",None,1e300,2],
 density=[nan,inf,-1,0,"x",(1,2),1e300],surface=[nan,inf,"x",(1,2),1e300],flow=[nan,(nan,0),(0,inf),5,None,"ab",(1e300,0)],
 mode=["x",None,1,"ADD",["add"]],priority=[nan,1.5,"x",None,inf,2**70,True])
base=dict(gravity=(0,-1),unit_distance=None)
full=dict(gravity=5,point=(0,0),unit_distance=3,linear_damping=1,angular_damping=1,wind=(1,0),drag=.5,lift=.1,density=2,surface=1,flow=(1,1))
def snap(a): return {n:repr(getattr(a,n)) for n in fields}
for n,bs in fields.items():
    for bad in bs:
        kw=dict(full); kw[n]=bad
        try: Area(**kw); show("ACCEPT ctor Area",n,repr(bad))
        except (ValueError,TypeError) as x:
            if n not in str(x): show("NONAME ctor",n,repr(bad),repr(x))
        except BaseException as x: show("WRONGX",n,repr(bad),repr(x))
for ad in (0,1):
    p=world(); a=Area(**full); mk(Transform(),Collider(Box(100,100),trigger=True),a) if ad else 0
    b=body(0,0)
    if ad: p.step_once()
    for n,bs in fields.items():
        for bad in bs:
            s=snap(a)
            try: setattr(a,n,bad); show("ACCEPT set Area",ad,n,repr(bad),'->',repr(getattr(a,n))); setattr(a,n,eval(s[n]))
            except (ValueError,TypeError) as x:
                if n not in str(x): show("NONAME set",n,repr(bad),repr(x))
            except BaseException as x: show("WRONGX set",n,repr(bad),repr(x))
            if snap(a)!=s: show("CHANGED",n,repr(bad),s,snap(a))
    p.step_once()
for kw in (dict(gravity=5),dict(point=(0,0)),dict(unit_distance=3,gravity=(0,1)),dict(gravity=(0,-1),point=(0,0))):
    try: show("combo",kw,Area(**kw).gravity)
    except Exception as x: show("combo",kw,repr(x))
# ConstantForce
for n,bs in dict(force=[nan,(nan,0),(0,inf),"ab",5,None,(1e300,0)],torque=[nan,inf,"x",None,1e300],local=["x",None,2]).items():
    for bad in bs:
        try: ConstantForce(**{n:bad}); show("ACCEPT CF ctor",n,repr(bad))
        except (ValueError,TypeError) as x:
            if n not in str(x): show("NONAME",n,repr(bad),repr(x))
        c=ConstantForce((1,2),3)
        try: setattr(c,n,bad); show("ACCEPT CF set",n,repr(bad),repr(getattr(c,n)))
        except (ValueError,TypeError) as x:
            if n not in str(x): show("NONAME",n,repr(bad),repr(x))
# explode
p=world(); b=body(20,0); p.step_once()
for kw in [dict(center=(nan,0)),dict(center=5),dict(center="ab"),dict(radius=nan),dict(radius=-1),dict(radius=0),dict(radius=inf),dict(radius=1e300),dict(radius="x"),dict(impulse=nan),dict(impulse=inf),dict(impulse=1e300),dict(impulse="x"),dict(impulse=(1,2)),dict(falloff=nan),dict(falloff=-1),dict(falloff=inf),dict(falloff="x"),dict(falloff=1e300),dict(cover="x"),dict(cover=None),dict(mask="x"),dict(mask=1.5),dict(mask=-1),dict(mask=None),dict(ignore="x"),dict(ignore=1.5),dict(ignore=(1.5,)),dict(ignore=999),dict(ignore=None)]:
    k=dict(center=(0,0),radius=100,impulse=1); k.update(kw); c=(k.pop("center"),k.pop("radius"),k.pop("impulse")); n=list(kw)[0]
    v=tuple(B(b).velocity)
    try: show("ACCEPT explode",kw,p.explode(*c,**k))
    except (ValueError,TypeError) as x:
        if n not in str(x): show("NONAME explode",kw,repr(x))
        if tuple(B(b).velocity)!=v: show("CHANGED explode")
    except BaseException as x: show("WRONGX explode",kw,repr(x))
for f in (5,None,"x"):
    try: p.add_field(f); show("ACCEPT add_field",f)
    except (ValueError,TypeError) as x: show("field msg",x)
for comps in ((5,),("x",),(None,)):
    try: p.add_field(lambda f:None,*comps); show("ACCEPT add_field",comps)
    except (ValueError,TypeError) as x: show("field msg",x)
def f1(f): f.fx[:]=nan
def f2(f): f.fx+=inf
def f3(f): f.fx="x"
def f4(f): f.x[:]=0
def f5(f): f.fx=np.zeros(99)
def f6(f): f.fx=1e300
def f7(f): raise RuntimeError("mine")
for f in (f1,f2,f3,f4,f5,f6,f7):
    p=world(g=(0,-10)); b=body(20,0); p.add_field(f); 
    try: p.step_once(); show("field step OK?",f.__name__,T(b).pose,B(b).velocity,p.lost)
    except Exception as x: show("field",f.__name__,repr(x),T(b).pose)
    p.off(f); p.step_once(); show("   later",T(b).pose,p.lost)
for bad in ("x",None,1.5,0,999,b):
    for q in ("joints_of","explain"):
        try: show(q,bad,getattr(p,q)(bad))
        except Exception as x: show(q,bad,repr(x))
# unknown or deleted entities, adoption
for K,mkj in ((RevoluteJoint,lambda a,b:RevoluteJoint(a,b)),(DistanceJoint,lambda a,b:DistanceJoint(a,b)),(PulleyJoint,lambda a,b:PulleyJoint(a,b,(0,0),(1,1)))):
    for how in ("unknown","deleted","nobody_joint","noTransform","colliderless","twojoints"):
        p=world(); a=pt(); b=pt(50,0); p.step_once()
        if how=="unknown": j=mkj(a,777)
        elif how=="deleted": esper.delete_entity(b,immediate=True); j=mkj(a,b)
        elif how=="nobody_joint": j0=mk(DistanceJoint(a,b)); j=mkj(a,j0)
        elif how=="noTransform": c=mk(RigidBody()); j=mkj(a,c)
        elif how=="colliderless": c=mk(Transform()); j=mkj(a,c)
        elif how=="twojoints": j=mkj(a,b)
        try:
            e=mk(j) if how!="twojoints" else mk(j,WeldJoint(a,b)); 
            p.step_once(); show("entity",how,K.__name__,"accepted; broken",j.broken,p.explain(e))
        except Exception as x:
            show("entity",how,K.__name__,repr(x))
            try: esper.delete_entity(e,immediate=True); p.step_once(); show("    goes on after delete")
            except Exception as x: show("    still raises",repr(x))
    # one Joint instance to two entities
    p=world(); a=pt(); b=pt(50,0); j=mkj(a,b); mk(j)
    try: mk(j); p.step_once(); show("ACCEPT shared instance",K)
    except Exception as x: show("shared ok",x)
# joint without dynamic
p=world(); a=static(); b=static(50,0); e=mk(WeldJoint(a,b)); p.step_once(); show(p.explain(e))
# joint + body on one entity
p=world(); a=pt(); b=pt(50,0); 
try: e=esper.create_entity(Transform(),RigidBody(mass=1,inertia=1),WeldJoint(a,b)); p.step_once(); show("ACCEPT joint+body on one entity",p.explain(e))
except Exception as x: show("joint+body",repr(x))
# joint on own entity as a
p=world(); b=pt(); e=esper.create_entity(Transform(),RigidBody(mass=1,inertia=1)); 
try: esper.add_component(e,WeldJoint(e,b)); p.step_once(); show("ACCEPT joint holds own entity")
except Exception as x: show("own",repr(x))
# area w/o trigger
p=world(); e=esper.create_entity(Transform(),Collider(Box(10,10)),Area(gravity=(0,1)))
try: p.step_once(); show("ACCEPT area nontrigger")
except Exception as x: show("area nontrigger",repr(x))
p=world(); e=esper.create_entity(Transform(),Area(gravity=(0,1)))
try: p.step_once(); show("area without collider accepted")
except Exception as x: show("area nocollider",repr(x))
