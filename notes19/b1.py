# random life. usage: b1.py seed0 nseeds steps [threads]
import random, copy, pickle, traceback, time
from hh import *
import warnings; warnings.simplefilter("ignore")
inf=math.inf
seed0,n,steps=map(int,sys.argv[1:4]); TH=int(sys.argv[4]) if len(sys.argv)>4 else 1
KS=[RevoluteJoint,PrismaticJoint,DistanceJoint,WeldJoint,WheelJoint,MotorJoint,MouseJoint,GearJoint,RatchetJoint,PulleyJoint]
class Life:
    def __init__(s,seed,threads=1):
        s.r=random.Random(seed); s.p=world(60,s.r.choice([(0,0),(0,-900)]),threads=threads); s.ctx=esper.current_world
        s.ev=[]; s.begins={}; s.bad=[]; s.joints=set(); s.hold=[]
        s.bodies=[static(0,-100,Box(600,20))]
        for i in range(s.r.randint(3,14)): s.bodies.append(s.newbody())
        def brk(e):
            s.ev.append(("brk",e.joint,e.entity_a,e.entity_b,e.reason,e.value,e.time)); 
            if not (0<=e.time<=1) or e.reason not in("force","torque","removed") or math.isnan(e.value): s.bad.append(("event",e.reason,e.value,e.time))
            if s.r.random()<.5: s.mess("brk")
        def beg(e):
            k=(e.entity_a,e.entity_b); 
            if k in s.begins: s.bad.append(("double begin",k))
            s.begins[k]=1; s.ev.append(("beg",)+k)
            if s.r.random()<.1: s.mess("beg")
        def end(e):
            k=(e.entity_a,e.entity_b)
            if k not in s.begins: s.bad.append(("end without begin",k))
            s.begins.pop(k,None); s.ev.append(("end",)+k+(e.reason,))
            if s.r.random()<.1: s.mess("end")
        s.hold=[brk,beg,end]; esper.set_handler(JOINT_BREAK,brk); esper.set_handler(COLLISION_BEGIN,beg); esper.set_handler(COLLISION_END,end)
        def bs(dt):
            if s.r.random()<.2: s.mess("before_step")
        def as_(dt):
            if s.r.random()<.1: s.mess("after_step")
        s.p.before_step(bs); s.p.after_step(as_)
        class Sys(esper.Processor):
            def process(self,dt):
                if s.r.random()<.15: s.soft("sys")
        for sysn in (NarrowPhaseSystem,IntegrationSystem,SleepSystem):
            if s.r.random()<.5: s.p.insert(Sys(),before=sysn)
            Sys=type("S2",(Sys,),{})
    def newbody(s):
        r=s.r; x,y=r.uniform(-100,100),r.uniform(-80,100)
        k=r.random()
        if k<.12: return static(x,y,r.choice([Circle(5),Box(10,4)]))
        if k<.2: return body(x,y,kind="kinematic",velocity=(r.uniform(-50,50),0),shape=Circle(6))
        if k<.27: return body(x,y,shape=AABB(8,8))
        if k<.34: return body(x,y,lock_rotation=True,shape=Box(9,9))
        if k<.4: return pt(x,y)
        if k<.45: return mk(Transform(x,y),Collider(Box(50,50),trigger=True),Area(**r.choice([dict(gravity=(0,50)),dict(gravity=100,point=(0,0),unit_distance=5),dict(wind=(50,0),drag=1),dict(density=2,linear_damping=1),dict(linear_damping=3,mode="replace")])))
        return body(x,y,r.uniform(-3,3),shape=r.choice([Circle(5),Box(10,4),Capsule(12,3)]),density=r.choice([1,1,.01,100]),velocity=(r.uniform(-200,200),r.uniform(-200,200)),angular_velocity=r.uniform(-5,5),continuous=r.choice(["auto","off","bullet"]))
    def live(s):
        s.bodies=[b for b in s.bodies if esper.entity_exists(b)]; return s.bodies
    def lj(s):
        s.joints={j for j in s.joints if esper.entity_exists(j)}; return sorted(s.joints)
    def comp(s,j):
        for K in KS:
            if esper.has_component(j,K): return esper.component_for_entity(j,K)
    def val(s,n,j):
        r=s.r
        if n in("anchor","anchor_a","anchor_b","ground_a","ground_b","target","offset","linear_velocity"): return r.choice([(r.uniform(-60,60),r.uniform(-60,60)),(0,0)])
        if n=="axis": return r.choice([(1,0),(0,-2),(1,1)])
        if n=="limits": a,b=sorted((r.uniform(-5,5),r.uniform(-5,5))); return r.choice([(a,b),(a,a),None,(-inf,b),(a,inf)])
        if n in("enabled","collide_connected","broken"): return r.random()<.5
        if n in("break_force","break_torque"): return r.choice([inf,inf,0,1,1e3,1e5,1e7])
        if n in("hertz","angular_hertz"): return r.choice([0,0,1,5,60,500])
        if "damping" in n: return r.choice([0,.1,1,10])
        if n in("max_motor_torque","max_motor_force"): return r.choice([0,10,1e4,1e7])
        if n in("max_force","max_torque"): return r.choice([0,10,1e4,1e7,inf])
        if n=="ratio": return r.choice([1,2,.3] if isinstance(j,PulleyJoint) else [1,-1,2,.3,-7])
        if n=="ratchet": return r.choice([.5,-.5,6,.01])
        if n=="max_length": return r.choice([inf,50,100])
        if n=="min_length": return r.choice([0,5,50])
        if n in("length","total_length"): return r.choice([None,0,10,100,300]) if n=="length" else r.choice([None,10,100,300])
        if n in("a","b"): return r.choice(s.live()+[None])
        return r.uniform(-20,20)
    FI=None
    def fields(s,j):
        return [n for n in dir(type(j)) if not n.startswith("_") and n not in("force","torque","stretch","speed","translation","distance") and not (isinstance(j,RevoluteJoint) and n=="angle") and not(isinstance(j,MouseJoint) and n=="a")]
    def newjoint(s):
        r=s.r; L=s.live()
        if len(L)<2: return
        a,b=r.sample(L,2)
        if r.random()<.2: a=None
        K=r.choice(KS)
        try:
            if K is MouseJoint: j=K(b,(r.uniform(-50,50),0))
            elif K is RatchetJoint: j=K(a,b,.3)
            elif K is PulleyJoint: j=K(a,b,(-50,100),(50,100),r.choice([1,2]))
            else: j=K(a,b) 
            for i in range(r.randint(0,4)): s.setone(j)
            s.joints.add(mk(j))
        except (ValueError,TypeError) as x: pass
    def setone(s,j):
        n=s.r.choice(s.fields(j)); v=s.val(n,j)
        try: setattr(j,n,v)
        except ValueError as x:
            if n not in str(x) : s.bad.append(("noname",type(j).__name__,n,v,str(x)))
    def soft(s,where):
        r=s.r; k=r.random(); J_=s.lj()
        if k<.7 and J_: s.setone(s.comp(r.choice(J_)))
        elif k<.8 and J_:
            j=r.choice(J_); copy.copy(s.comp(j)); pickle.loads(pickle.dumps(s.comp(j))); s.p.explain(j)
        elif s.live(): 
            b=r.choice(s.bodies); 
            if esper.has_component(b,RigidBody): 
                bb=B(b)
                if bb.kind=="dynamic": bb.apply_impulse((r.uniform(-1e3,1e3),0)) if r.random()<.5 else bb.sleep() if r.random()<.3 else bb.wake()
            for q in s.p.joints_of(b): s.p.explain(q)
    def mess(s,where):
        r=s.r; k=r.random(); J_=s.lj(); L=s.live()
        if k<.25: s.newjoint()
        elif k<.4: s.soft(where)
        elif k<.5 and J_:
            j=r.choice(J_); 
            if r.random()<.5: esper.delete_entity(j,immediate=True) ; s.joints.discard(j)
            else: s.p.despawn(j)
        elif k<.62 and len(L)>1:
            b=r.choice(L); 
            if r.random()<.4: esper.delete_entity(b,immediate=True)
            elif r.random()<.5: s.p.despawn(b)
            else: esper.delete_entity(b)
        elif k<.74: s.bodies.append(s.newbody())
        elif k<.78 and J_:
            j=r.choice(J_); c=s.comp(j); new=copy.copy(c) if r.random()<.5 else pickle.loads(pickle.dumps(c))
            esper.remove_component(j,type(c)); 
            if r.random()<.7: esper.add_component(j,new if r.random()<.7 else c)
            else: esper.delete_entity(j,immediate=True); s.joints.discard(j)
        elif k<.82 and L:
            b=r.choice(L)
            if esper.has_component(b,RigidBody): B(b).kind=r.choice(["dynamic","kinematic","static"])
        elif k<.86 and L: T(r.choice(L)).position=(r.uniform(-100,100),r.uniform(-80,100))
        elif k<.88 and L:
            b=r.choice(L)
            if esper.has_component(b,Collider) and esper.has_component(b,RigidBody) and not esper.has_component(b,Area): esper.remove_component(b,Collider) if r.random()<.5 else esper.remove_component(b,RigidBody)
        elif k<.9 and hasattr(s.p,"explode"): s.p.explode((r.uniform(-50,50),0),80,r.uniform(-100,100),cover=r.random()<.5)
        elif k<.92 and L:
            b=r.choice(L)
            if esper.has_component(b,Area): esper.component_for_entity(b,Area).gravity=(r.uniform(-100,100),5) 
            elif esper.has_component(b,RigidBody): esper.add_component(b,ConstantForce((r.uniform(-1e3,1e3),0),5,True))
        elif k<.93 and where=="frame": 
            s.p.reset(); s.__dict__.update(bodies=[],joints=set()); s.begins={}
            s.bodies=[s.newbody() for i in range(5)]
        elif k<.95: s.p.sleeping=not s.p.sleeping
        else: s.p.substeps=r.choice([1,4,8])
    def frame(s):
        esper.switch_world(s.ctx)
        for i in range(s.r.randint(0,3)): s.mess("frame")
        try: esper.process(s.r.choice([1/60,1/60,1/30,.001]))
        except ValueError as x:
            # refusals of nonsense: entity unknown etc. mend by deleting the joint named
            m=str(x); s.ev.append(("ref",m))
            import re
            g=re.search(r"entity (\d+)",m)
            s.refs=getattr(s,"refs",[])+[m]
            if g and esper.entity_exists(int(g.group(1))): esper.delete_entity(int(g.group(1)),immediate=True)
            elif not g: s.bad.append(("refusal without entity",m))
        for b in s.live():
            t=T(b)
            if not all(map(math.isfinite,(t.x,t.y,t.angle))): s.bad.append(("nan pose",b))
        for j in s.lj():
            c=s.comp(j)
            if c is None: continue
            if not all(map(math.isfinite,(*c.force,c.torque,c.stretch))): s.bad.append(("nan readback",type(c).__name__,c.force,c.torque,c.stretch))
        for (a,b) in list(s.begins):
            pass
    def bits(s):
        return [(b,T(b).pose) for b in s.live()]+[(j,repr(s.comp(j) and (s.comp(j).force,s.comp(j).torque,s.comp(j).broken))) for j in s.lj()]
t0=time.time(); LIM=float(__import__("os").environ.get("LIM","500"))
for seed in range(seed0,seed0+n):
    if time.time()-t0>LIM: print("stopped at",seed); break
    try:
        ths=[1,TH] if TH>1 else [1]
        lives=[Life(seed,t) for t in ths]
        if TH==1 and seed%3==0: lives.append(Life(seed,1))
        for i in range(steps):
            for l in lives: l.frame()
            if len(lives)>1 and (lives[0].bits()!=lives[1].bits() or lives[0].ev!=lives[1].ev):
                print("DIFFER",seed,i,TH,[ (a,b) for a,b in zip(lives[0].bits(),lives[1].bits()) if a!=b][:3],[(a,b) for a,b in zip(lives[0].ev,lives[1].ev) if a!=b][:2],flush=True); break
        for l in lives:
            if l.bad: print("BAD",seed,l.bad[:4],len(l.bad),flush=True)
            esper.switch_world(l.ctx); 
        rf=getattr(lives[0],"refs",[])
        if seed%10==0 or rf: print("seed",seed,"events",len(lives[0].ev),"brk",sum(e[0]=="brk" for e in lives[0].ev),"joints",len(lives[0].lj()),"lost",len(lives[0].p.lost),"refs",set(rf),round(time.time()-t0),flush=True)
        for l in lives:
            esper.switch_world("tmp"); esper.delete_world(l.ctx)
    except BaseException as x:
        if isinstance(x,KeyboardInterrupt): raise
        print("CRASH",seed,repr(x)); traceback.print_exc(limit=-6); sys.stdout.flush()
