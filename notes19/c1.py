# bad input at constructor and attribute
import sys, math; from hh import *
inf=math.inf; nan=math.nan
BADR=[nan,"x",None,(1,2),1e400,1j,[],True]
def show(k,*a): print(k,*a,flush=True)
F={RevoluteJoint:dict(limits="lim",motor_speed="r",max_motor_torque="pos",target_angle="r",hertz="pos",damping_ratio="pos",reference_angle="rn"),
PrismaticJoint:dict(axis="dir",limits="lim",motor_speed="r",max_motor_force="pos",target_translation="r",hertz="pos",damping_ratio="pos",reference_angle="rn"),
DistanceJoint:dict(length="posn",min_length="pos",max_length="posi",hertz="pos",damping_ratio="pos",motor_speed="r",max_motor_force="pos"),
WeldJoint:dict(hertz="pos",damping_ratio="pos",angular_hertz="pos",angular_damping_ratio="pos",reference_angle="rn"),
WheelJoint:dict(axis="dir",limits="lim",motor_speed="r",max_motor_torque="pos",hertz="pos",damping_ratio="pos"),
MotorJoint:dict(offset="ptn",angle="rn",linear_velocity="ptn",angular_velocity="rn",max_force="posi",max_torque="posi",hertz="pos",damping_ratio="pos",reference_angle="rn"),
MouseJoint:dict(target="pt",max_force="posi",hertz="pos",damping_ratio="pos"),
GearJoint:dict(ratio="nz",phase="r",reference_angle="rn"),
RatchetJoint:dict(ratchet="nz",phase="r",reference_angle="rn"),
PulleyJoint:dict(ground_a="pt",ground_b="pt",ratio="posnz",total_length="posn")}
common=dict(anchor="ptn",anchor_a="ptn",anchor_b="ptn",collide_connected="bool",break_force="posi",break_torque="posi",enabled="bool")
def bads(kind):
    r=[nan,-inf,"x",(1,2),1j,[],b"1",1e300,-1e300]
    if kind[0:3] not in ("rn",) and kind not in("posn","rn"): r.append(None)
    if kind.startswith("pos"): r+=[-1,-1e-9]
    if kind in("r","rn","nz","posnz") or kind in("pos","posn"): r.append(inf)
    if kind in("nz","posnz"): r.append(0)
    if kind in("pos","posn","posnz","posi"): r=[x for x in r if x!=-1e300]+[-1e300]
    if kind=="r" or kind=="rn": pass
    if kind.startswith("pt") or kind in("dir",):
        r=[(nan,0),(0,nan),(inf,0),(0,-inf),"ab","abc",5,(1,),(1,2,3),("x",0),(1e300,0),(0,-1e300),{},(None,None),nan]
        if kind!="ptn": r.append(None)
        if kind=="dir": r.append((0,0))
    if kind=="lim": r=[(1,-1),(nan,1),(0,nan),"ab",5,(1,),(1,2,3),("x",0),(None,1),(inf,-inf),(inf,inf),(-inf,-inf),nan,(1e300,1e300)]
    if kind=="bool": r=["x",None,2,nan,(),[1],1.5,0.0]
    if kind=="ab": r=["x",1.5,nan,-1,0,(1,),2**70,True]
    return r
def args(K,a,b):
    return {MouseJoint:(b,(0,0)),RatchetJoint:(a,b,.5),PulleyJoint:(a,b,(0,100),(50,100))}.get(K,(a,b))
names={MouseJoint:("b","target"),RatchetJoint:("a","b","ratchet"),PulleyJoint:("a","b","ground_a","ground_b")}
def snap(j,K):
    d={}
    for n in list(F[K])+list(common)+["a","b","broken","force","torque","stretch"]:
        d[n]=repr(getattr(j,n))
    return d
for K in F:
    allf={**common,**F[K]}; 
    for n,kind in allf.items():
        for bad in bads(kind):
            # ctor
            nm=names.get(K,("a","b")); kw=dict(zip(nm,args(K,1,2))); kw[n]=bad
            try: K(**kw); show("ACCEPT ctor",K.__name__,n,repr(bad))
            except (ValueError,TypeError) as x:
                if n not in str(x): show("NONAME ctor",K.__name__,n,repr(bad),repr(x))
            except BaseException as x: show("WRONGX ctor",K.__name__,n,repr(bad),repr(x))
    for n in ("a","b"):
        if K is MouseJoint and n=="a": continue
        for bad in bads("ab")+([None] if K is MouseJoint else []):
            kw=dict(zip(nm,args(K,1,2))); kw[n]=bad
            try: K(**kw); show("ACCEPT ctor",K.__name__,n,repr(bad))
            except (ValueError,TypeError) as x:
                if n not in str(x).split() and f"{n}=" not in str(x) and f".{n}" not in str(x): show("NONAME? ctor",K.__name__,n,repr(bad),repr(x))
            except BaseException as x: show("WRONGX ctor",K.__name__,n,repr(bad),repr(x))
    if K is not MouseJoint:
        for ab in ((1,1),(None,None)):
            kw=dict(zip(nm,args(K,*ab)))
            try: K(**kw); show("ACCEPT ctor same",K.__name__,ab)
            except (ValueError,TypeError) as x: show("msg",K.__name__,ab,x)
    # attributes: unused & adopted
    for adopted in (0,1):
        p=world(); a=pt(0,0); b=pt(50,0); kw=dict(zip(nm,args(K,a,b))); j=K(**kw)
        if adopted: mk(j); p.step_once(); p.step_once()
        for n,kind in allf.items():
            for bad in bads(kind):
                s=snap(j,K)
                try:
                    setattr(j,n,bad); v=getattr(j,n); show("ACCEPT set",adopted,K.__name__,n,repr(bad),"->",repr(v))
                    old=s[n]
                    try: setattr(j,n,eval(old,dict(inf=inf,nan=nan,Vec2=Vec2,np=np)))
                    except Exception as x: show("  CANT RESTORE",K.__name__,n,old,repr(x))
                    continue
                except (ValueError,TypeError) as x:
                    if n not in str(x): show("NONAME set",adopted,K.__name__,n,repr(bad),repr(x))
                except BaseException as x: show("WRONGX set",adopted,K.__name__,n,repr(bad),repr(x))
                if snap(j,K)!=s: show("CHANGED",adopted,K.__name__,n,repr(bad),{k:(s[k],v) for k,v in snap(j,K).items() if s[k]!=v})
        for n,bad in [("force",(0,0)),("torque",1),("stretch",1),("foo",1),("broken","x"),("broken",None),("broken",2),("speed",1)]:
            s=snap(j,K)
            try: setattr(j,n,bad); show("ACCEPT set",adopted,K.__name__,n,bad)
            except (AttributeError,ValueError,TypeError) as x: 
                if n not in str(x): show("NONAME set",K.__name__,n,bad,repr(x))
            if snap(j,K)!=s: show("CHANGED",adopted,K.__name__,n,repr(bad))
        for n in "ab":
            if K is MouseJoint and n=="a": continue
            other=b if n=="a" else a
            for bad in bads("ab")+[other,999]:
                s=snap(j,K)
                try:
                    setattr(j,n,bad); show("ACCEPT set",adopted,K.__name__,n,repr(bad)); 
                    setattr(j,n,a if n=="a" else b)
                except (ValueError,TypeError) as x:
                    if n not in str(x).replace("="," ").replace("."," ").replace("'"," ").split(): show("NONAME? set",adopted,K.__name__,n,repr(bad),repr(x))
                except BaseException as x: show("WRONGX set",adopted,K.__name__,n,repr(bad),repr(x))
                if snap(j,K)!=s: show("CHANGED",adopted,K.__name__,n,repr(bad),{k:(s[k],v) for k,v in snap(j,K).items() if s[k]!=v})
        # still steps
        try: p.step_once()
        except Exception as x: show("STEP raises after bad input",K.__name__,repr(x))
