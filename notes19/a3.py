from hh import *
import time; t0=time.time()
hz=60
print("start",flush=True)
# names
print([n for n in dir(ecsphys.presets) if n[0]!='_'])
# one world: everything hangs at once, far from each other
p=world(hz,(0,-900)); L=[]
def add(x,f): L.append((x,f))
res=[]
K=[lambda s,b,x,**k:DistanceJoint(s,b,**k),lambda s,b,x,**k:RevoluteJoint(s,b,anchor=(x,0),**k),lambda s,b,x,**k:WeldJoint(s,b,anchor=(x,100),**k),lambda s,b,x,**k:PrismaticJoint(s,b,**k),lambda s,b,x,**k:MotorJoint(s,b,**k)]
x=0
for k in K:
    for rev in (0,1):
        for bf in (math.inf,2699,2760):
            x+=500; b=pt(x,0,mass=3,inertia=300,can_sleep=False); s=static(x,100); j=k(s,b,x,break_force=bf) if not rev else k(b,s,x,break_force=bf); e=mk(j); res.append((type(j).__name__,rev,bf,j,b))
for tq,brk in ((2699*50,1),(2760*50,0)):
    x+=500; b=pt(x+50,0,mass=3,inertia=300,can_sleep=False); j=WeldJoint(static(x,0),b,anchor=(x,0),break_torque=tq); mk(j); res.append(("weldtorque",0,tq,j,b))
x+=500; lim=pt(x+100,0,inertia=3000,can_sleep=False); jl=RevoluteJoint(None,lim,anchor=(x,0),limits=(-.5,.5)); mk(jl); mx=0
x+=500; lm=pt(x,0,inertia=1000,can_sleep=False,gravity_scale=0,angular_velocity=30); jm=RevoluteJoint(None,lm,anchor=(x,0),limits=(-1,1)); mk(jm); mm=0
x+=500; pa=pt(x-100,0,mass=1,inertia=10,can_sleep=False); pb=pt(x+100,0,mass=3,inertia=10,can_sleep=False); jp=PulleyJoint(pa,pb,(x-100,900),(x+100,900),2); mk(jp); 
x+=500; ga=pt(x,0,inertia=100,angular_velocity=3,can_sleep=False); gb=pt(x+100,0,inertia=50,can_sleep=False); mk(GearJoint(ga,gb,2.)); mk(RevoluteJoint(None,ga,anchor=(x,0)));mk(RevoluteJoint(None,gb,anchor=(x+100,0)))
x+=500; mo=pt(x,0,inertia=1000,can_sleep=False); jmo=RevoluteJoint(None,mo,anchor=(x,0),motor_speed=10,max_motor_torque=5000); mk(jmo)
ev=[]; h=lambda e: ev.append((p.step_count,e.joint,e.entity_a,e.entity_b,e.reason,e.value,e.time)); esper.set_handler(JOINT_BREAK,h)
sp={}
for f,z in ((1,.1),(4,.2)):
    for nm in ("dist","rev","pris","wheel","mouse"):
        x+=500; 
        if nm=="dist": b=pt(x+120,0,gravity_scale=0,can_sleep=False); j=DistanceJoint(None,b,anchor_a=(x,0),length=100,hertz=f,damping_ratio=z); g=lambda b=b,x=x:T(b).x-x-100
        if nm=="rev": b=pt(x,0,.5,inertia=1000,gravity_scale=0,can_sleep=False); j=RevoluteJoint(None,b,anchor=(x,0),reference_angle=0,hertz=f,damping_ratio=z); g=lambda b=b:T(b).angle
        if nm=="pris": b=pt(x,0,gravity_scale=0,can_sleep=False); j=PrismaticJoint(None,b,target_translation=-20,hertz=f,damping_ratio=z); g=lambda b=b,x=x:T(b).x-x+20
        if nm=="wheel": b=pt(x,20,gravity_scale=0,can_sleep=False); j=WheelJoint(None,b,anchor_a=(x,0),anchor_b=(0,0),hertz=f,damping_ratio=z); g=lambda b=b:T(b).y
        if nm=="mouse": b=pt(x+20,0,gravity_scale=0,can_sleep=False); j=MouseJoint(b,(x,0),anchor_b=(0,0),hertz=f,damping_ratio=z); g=lambda b=b,x=x:T(b).x-x
        mk(j); sp[nm,f,z]=(g,[g()])
N=int(sys.argv[1]); vp=None
for i in range(N):
    esper.process(1/hz); mx=max(mx,abs(T(lim).angle)); mm=max(mm,abs(T(lm).angle))
    for g,xs in sp.values(): xs.append(g())
    if i==17:
        Tn=900*3/(1+4/3); t=18/60; chk("pulley va",B(pa).velocity[1],(Tn-900)*t,.01); chk("pulley len",jp.total_length-(900-T(pa).y+2*(900-T(pb).y)),0,0,2.7); chk("pulley F",jp.force[1],2*Tn)
    if i==59: chk("motor w",B(mo).angular_velocity,5); chk("motor ang",T(mo).angle,2.5); chk("motor torque",jmo.torque,5000)
    if i%20==19: print(i,time.time()-t0,flush=True)
for nm,rev,bf,j,b in res:
    if nm=="weldtorque": print(nm,bf,j.broken,j.torque); continue
    brk=bf==2699
    if bf==math.inf: chk(f"hang {nm} rev{rev}",j.force[1],-2700 if rev else 2700)
    if j.broken!=brk: print("BAD  break",nm,rev,bf,j.broken,j.force)
print("limit overshoot deg",math.degrees(mx-.5),"hit at 30 rad/s",math.degrees(mm-1)); chk("limit torque",abs(jl.torque),900*100*math.cos(.5)); 
chk("gear",T(ga).angle,2*T(gb).angle,.001); chk("gear wb",B(gb).angular_velocity,2/50*3/.09)
for e in ev: print(e)
for (nm,f,z),(g,xs) in sp.items():
    xs=np.array(xs); t=np.arange(len(xs))/hz; w=2*math.pi*f; wd=w*math.sqrt(1-z*z); ex=xs[0]*np.exp(-z*w*t)*(np.cos(wd*t)+z*w/wd*np.sin(wd*t))
    s=[i+xs[i]/(xs[i]-xs[i+1]) for i in range(len(xs)-1) if xs[i]*xs[i+1]<0]
    if len(s)>2: chk(f"{nm} f{f} freq",(len(s)-1)/2/(s[-1]-s[0])*hz,wd/2/math.pi)
    # envelope fit
    best=min(((np.abs(xs-xs[0]*np.exp(-zz*ww*t)*(np.cos(ww*math.sqrt(1-zz*zz)*t)+zz/math.sqrt(1-zz*zz)*np.sin(ww*math.sqrt(1-zz*zz)*t))).max(),zz,ww/2/math.pi) for zz in np.linspace(z*.9,z*1.1,41) for ww in np.linspace(w*.97,w*1.03,61)))
    print("  ",nm,f,z,"max dev rel",abs(xs-ex).max()/abs(xs[0]),"best fit zeta,f",best[1:],"resid",best[0]/abs(xs[0]))
print("steps",p.step_count,time.time()-t0)
