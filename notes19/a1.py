from hh import *
for hz in (30,60,120):
    dt=1/hz
    # pendulum
    for a0 in (0.05,math.pi/2):
      for kind in ("rod","rev","revw"):
        p=world(hz,(0,-900)); L=200; 
        if kind=="rod":
            b=pt(L*math.sin(a0),-L*math.cos(a0),inertia=1,can_sleep=False); mk(DistanceJoint(None,b,anchor_a=(0,0))); Leff=L; 
        else:
            b=pt(L*math.sin(a0),-L*math.cos(a0),inertia=5000,can_sleep=False)
            if kind=="rev": mk(RevoluteJoint(None,b,anchor=(0,0)))
            else: mk(RevoluteJoint(b,None,anchor=(0,0)))
            Leff=(5000+L*L)/L
        want=2*math.pi*math.sqrt(Leff/900)*agm(a0)
        cr=[];prev=None;t=0
        n=int(6*want*hz)
        for i in range(n):
            x0=T(b).x; p.step_once(); x1=T(b).x
            if x0<0<=x1: cr.append((i+ (-x0)/(x1-x0))*dt)
        per=(cr[-1]-cr[0])/(len(cr)-1) if len(cr)>1 else float('nan')
        chk(f"{hz} pend {kind} {a0:.2f}",per,want)
    # rod energy 60s
    for kind in ("rod","rev"):
        p=world(hz,(0,-900)); L=200; a0=math.pi/2
        b=pt(L,0,inertia=5000,can_sleep=False)
        if kind=="rod": mk(DistanceJoint(None,b,anchor_a=(0,0)))
        else: mk(RevoluteJoint(None,b,anchor=(0,0)))
        top=-1e9
        for i in range(60*hz):
            p.step_once()
            if i>57*hz: top=max(top,T(b).y)
        bb=B(b); E=.5*(bb.velocity[0]**2+bb.velocity[1]**2)+.5*5000*bb.angular_velocity**2+900*T(b).y
        # energy above bottom
        chk(f"{hz} energy60 {kind}",(E+900*L),900*L); chk(f"{hz} len {kind}",math.hypot(T(b).x,T(b).y),L,.001)
    # spun rod, no gravity
    p=world(hz); b=pt(100,0,velocity=(0,500),can_sleep=False); mk(DistanceJoint(None,b,anchor_a=(0,0)))
    for i in range(60*hz): p.step_once()
    chk(f"{hz} spun rod speed 60s",math.hypot(*B(b).velocity),500); chk(f"{hz} spun len",math.hypot(T(b).x,T(b).y),100,.001)
    # springs
    def ring(name,p,get,rest,f,z,A,tol=.01,T_=None):
        w=2*math.pi*f; xs=[get()-rest]
        T_=T_ or 4/f
        for i in range(int(T_*hz)): p.step_once(); xs.append(get()-rest)
        xs=np.array(xs); 
        s=[i+xs[i]/(xs[i]-xs[i+1]) for i in range(len(xs)-1) if xs[i]>0>=xs[i+1]]
        if len(s)<2: print("BAD ",name,"no oscillation",xs[:10]); return
        per=(s[-1]-s[0])/(len(s)-1)*dt
        chk(name+" f",1/per,f*math.sqrt(1-z*z),tol)
        # log decrement via parabolic peaks
        pk=[]
        for i in range(1,len(xs)-1):
            if abs(xs[i])>abs(xs[i-1]) and abs(xs[i])>=abs(xs[i+1]) and xs[i]>0:
                a=(xs[i-1]-2*xs[i]+xs[i+1])/2; bq=(xs[i+1]-xs[i-1])/2
                pk.append(xs[i]-bq*bq/(4*a))
        if len(pk)>=2:
            d=math.log(pk[0]/pk[-1])/(len(pk)-1); zz=d/math.sqrt(4*math.pi**2+d*d); chk(name+" zeta",zz,z,.01,1e-3)
    for f,z in ((1,0),(1,.1),(2,.2),(4,.1),(1,.5)):
        p=world(hz); b=pt(120,0,can_sleep=False); mk(DistanceJoint(None,b,anchor_a=(0,0),length=100,hertz=f,damping_ratio=z)); ring(f"{hz} dist f{f} z{z}",p,lambda:T(b).x,100,f,z,20)
        p=world(hz); b=pt(0,0,.5,inertia=1000,can_sleep=False); mk(RevoluteJoint(None,b,anchor=(0,0),reference_angle=0,target_angle=0.,hertz=f,damping_ratio=z)); ring(f"{hz} rev f{f} z{z}",p,lambda:T(b).angle,0,f,z,.5)
        p=world(hz); b=pt(0,0,can_sleep=False); mk(PrismaticJoint(None,b,(1,0),target_translation=-20,hertz=f,damping_ratio=z)); ring(f"{hz} pris f{f} z{z}",p,lambda:T(b).x,-20,f,z,.5)
        p=world(hz); b=pt(0,20,can_sleep=False); mk(WheelJoint(None,b,(0,1),anchor_a=(0,0),anchor_b=(0,0),hertz=f,damping_ratio=z)); ring(f"{hz} wheel f{f} z{z}",p,lambda:T(b).y,0,f,z,.5)
        p=world(hz); b=pt(20,0,can_sleep=False); mk(MouseJoint(b,(0,0),anchor_b=(0,0),hertz=f,damping_ratio=z)); ring(f"{hz} mouse f{f} z{z}",p,lambda:T(b).x,0,f,z,.5)
        p=world(hz); b=pt(20,0,inertia=500,can_sleep=False); mk(WeldJoint(None,b,anchor_a=(0,0),anchor_b=(0,0),hertz=f,damping_ratio=z)); ring(f"{hz} weld f{f} z{z}",p,lambda:T(b).x,0,f,z,.5)
        p=world(hz); b=pt(0,0,.4,inertia=500,can_sleep=False); mk(WeldJoint(None,b,reference_angle=0,angular_hertz=f,angular_damping_ratio=z)); ring(f"{hz} weldang f{f} z{z}",p,lambda:T(b).angle,0,f,z,.5)
        p=world(hz); b=pt(20,0,inertia=500,can_sleep=False); mk(MotorJoint(None,b,offset=(0,0),anchor_a=(0,0),hertz=f,damping_ratio=z)); ring(f"{hz} motorj f{f} z{z}",p,lambda:T(b).x,0,f,z,.5)
        # two bodies (reduced mass is what hertz means)
        p=world(hz); a=pt(0,0,mass=2,can_sleep=False); b=pt(120,0,mass=3,can_sleep=False); mk(DistanceJoint(a,b,length=100,hertz=f,damping_ratio=z)); ring(f"{hz} dist2 f{f} z{z}",p,lambda:T(b).x-T(a).x,100,f,z,20)
