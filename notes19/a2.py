from hh import *
for hz in (30,60,120):
    dt=1/hz
    # motor speed-up
    p=world(hz); b=pt(0,0,inertia=1000,can_sleep=False); j=mk(RevoluteJoint(None,b,anchor=(0,0),motor_speed=10,max_motor_torque=5000))
    for i in range(hz): p.step_once()
    chk(f"{hz} rev motor w(1s)",B(b).angular_velocity,5); chk(f"{hz} rev motor ang(1s)",T(b).angle,2.5,.02 if hz==30 else .01); chk(f"{hz} rev torque",J(j,RevoluteJoint).torque,5000)
    for i in range(2*hz): p.step_once()
    chk(f"{hz} rev motor w end",B(b).angular_velocity,10); chk(f"{hz} rev speed",J(j,RevoluteJoint).speed,10); chk(f"{hz} rev .angle",J(j,RevoluteJoint).angle,T(b).angle,1e-6)
    p=world(hz); b=pt(0,0,mass=2,can_sleep=False); j=mk(PrismaticJoint(None,b,(0,3),motor_speed=10,max_motor_force=10))
    for i in range(hz): p.step_once()
    chk(f"{hz} pris motor v",B(b).velocity[1],5); chk(f"{hz} pris force",J(j,PrismaticJoint).force[1],10)
    for i in range(2*hz): p.step_once()
    chk(f"{hz} pris motor v end",B(b).velocity[1],10); chk(f"{hz} pris transl",J(j,PrismaticJoint).translation,T(b).y,1e-6)
    p=world(hz); b=pt(50,0,mass=2,can_sleep=False); j=mk(DistanceJoint(None,b,anchor_a=(0,0),min_length=10,max_length=1000,motor_speed=10,max_motor_force=10))
    for i in range(hz): p.step_once()
    chk(f"{hz} dist motor v",B(b).velocity[0],5)
    p=world(hz); a=pt(0,0,mass=4,inertia=2000,can_sleep=False); b=pt(0,-30,mass=1,inertia=1000,can_sleep=False); j=mk(WheelJoint(a,b,motor_speed=10,max_motor_torque=1000,hertz=4))
    for i in range(hz): p.step_once()
    chk(f"{hz} wheel motor w",B(b).angular_velocity,1); 
    # motor joint with bounded force
    p=world(hz); b=pt(0,0,mass=2,inertia=10,can_sleep=False); j=mk(MotorJoint(None,b,linear_velocity=(30,40),angular_velocity=2,max_force=20,max_torque=5))
    for i in range(hz): p.step_once()
    chk(f"{hz} motorj v",math.hypot(*B(b).velocity),10); chk(f"{hz} motorj w",B(b).angular_velocity,.5)
    chk(f"{hz} motorj force",math.hypot(*J(j,MotorJoint).force),20)
    p=world(hz,(0,-900)); b=pt(0,0,mass=2,inertia=10); j=mk(MotorJoint(None,b,offset=(30,40),angle=1.))
    for i in range(2*hz): p.step_once()
    chk(f"{hz} motorj pose x",T(b).x,30,.001);chk(f"{hz} motorj pose y",T(b).y,40,.001);chk(f"{hz} motorj pose a",T(b).angle,1,.001);chk(f"{hz} motorj weight",J(j,MotorJoint).force[1],1800)
    # limits
    for w in (1,10,30):
        for off in (0,100):
            p=world(hz); b=pt(off,0,inertia=1000+0*off,angular_velocity=w,velocity=(0,w*off),can_sleep=False); j=mk(RevoluteJoint(None,b,anchor=(0,0),limits=(-.5,.5))); m=0
            for i in range(2*hz): p.step_once(); m=max(m,abs(T(b).angle))
            if math.degrees(m-.5)>.5: print("BAD ",hz,"limit overshoot",w,off,math.degrees(m-.5))
            else: print("ok   limit overshoot",hz,w,off,math.degrees(m-.5))
    p=world(hz,(0,-900)); b=pt(100,0,inertia=3000); j=mk(RevoluteJoint(None,b,anchor=(0,0),limits=(-.5,.5))); m=0
    for i in range(4*hz): p.step_once(); m=max(m,abs(T(b).angle))
    chk(f"{hz} limit rests",T(b).angle,-.5,0,math.radians(.5)); print("  overshoot deg",math.degrees(m-.5)); chk(f"{hz} limit torque",abs(J(j,RevoluteJoint).torque),900*100*math.cos(.5)); chk(f"{hz} limit weight",J(j,RevoluteJoint).force[1],900)
    # limit with motor pressing
    p=world(hz); b=pt(0,0,inertia=1000,can_sleep=False); j=mk(RevoluteJoint(None,b,anchor=(0,0),limits=(-1,1),motor_speed=20,max_motor_torque=1e6)); m=0
    for i in range(2*hz): p.step_once(); m=max(m,T(b).angle)
    chk(f"{hz} limit w motor",m,1,0,math.radians(.5)); print('   ',p.explain(j))
    p=world(hz); b=pt(0,0,velocity=(1000,0),can_sleep=False); j=mk(PrismaticJoint(None,b,limits=(-50,50))); m=0
    for i in range(2*hz): p.step_once(); m=max(m,T(b).x)
    chk(f"{hz} pris limit",m,50,.005)
    p=world(hz,(0,-900)); b=pt(50,0); j=mk(DistanceJoint(None,b,anchor_a=(0,0),max_length=100)); m=0
    for i in range(4*hz): p.step_once(); m=max(m,math.hypot(T(b).x,T(b).y))
    chk(f"{hz} rope max",m,100,.01); print('  ',p.explain(j))
    # gear
    p=world(hz); a=pt(0,0,inertia=100,angular_velocity=3,can_sleep=False); b=pt(100,0,inertia=50,can_sleep=False); j=mk(GearJoint(a,b,2.0)); mk(RevoluteJoint(None,a,anchor=(0,0))); mk(RevoluteJoint(None,b,anchor=(100,0)))
    for i in range(10*hz): p.step_once()
    print(hz,"gear angles",T(a).angle,T(b).angle); chk(f"{hz} gear a=2b",T(a).angle,2*T(b).angle,.001); 
    # w: impulse: Ia wa + lam*-1 ; Ib wb= +2 lam ; wa = 2wb => wb = 2 lam/50; wa=3-lam/100 ; 3-lam/100=4lam/50 => lam=3/(.09)
    lam=3/.09; chk(f"{hz} gear wb",B(b).angular_velocity,2*lam/50)
    # ratchet
    p=world(hz); b=pt(0,0,inertia=100,angular_velocity=2,can_sleep=False); mk(RevoluteJoint(None,b,anchor=(0,0))); mk(RatchetJoint(None,b,.5))
    for i in range(hz): p.step_once()
    chk(f"{hz} ratchet fwd",T(b).angle,2,.01); B(b).angular_velocity=-2; 
    for i in range(2*hz): p.step_once()
    f=T(b).angle; print(hz,"ratchet after back",f, "want last tooth (1.5 or 2.0)")
    if not (1.5-.01<f<2.01): print("BAD ratchet")
    B(b).angular_velocity=2
    for i in range(hz): p.step_once()
    chk(f"{hz} ratchet fwd again",T(b).angle,f+2,.01)
    # pulley
    for r in (1,2,.5):
        p=world(hz,(0,-900)); a=pt(-100,0,mass=1,inertia=10,can_sleep=False); b=pt(100,0,mass=3,inertia=10,can_sleep=False); j=mk(PulleyJoint(a,b,(-100,200),(100,200),r)); 
        L0=200+r*200; m=0
        # a: la + r lb = L ; T on a, rT on b: ya''=T/1-900 ; yb''= rT/3 -900; ya + r yb = const => T -900 + r(rT/3-900)=0 => T=900(1+r)/(1+r*r/3)
        Tn=900*(1+r)/(1+r*r/3)
        for i in range(int(.3*hz)): p.step_once(); m=max(m,abs((200-T(a).y)+r*(200-T(b).y)-L0))
        chk(f"{hz} pulley r{r} len err",m/L0,0,0,.001); t=int(.3*hz)*dt; chk(f"{hz} pulley r{r} va",B(a).velocity[1],(Tn-900)*t,.01,1); chk(f"{hz} pulley r{r} force b",J(j,PulleyJoint).force[1],r*Tn,.01)
        chk(f"{hz} total_length",J(j,PulleyJoint).total_length,L0,1e-9)
    # hanging weights
    for kind in range(6):
        p=world(hz,(0,-900)); b=pt(0,0,mass=3,inertia=300,can_sleep=bool(hz!=60)); s=static(0,100)
        j=[lambda:DistanceJoint(s,b),lambda:RevoluteJoint(s,b,anchor=(0,0)),lambda:WeldJoint(s,b,anchor=(0,100)),lambda:PrismaticJoint(s,b),lambda:WheelJoint(s,b,hertz=3),lambda:MouseJoint(b,(0,0))][kind]()
        e=mk(j)
        for i in range(6*hz): p.step_once()
        chk(f"{hz} hang {type(j).__name__}",j.force[1],2700); 
        if kind<4: chk(f"{hz}   stretch",j.stretch,0,0,.05)
        # other direction
        p=world(hz,(0,-900)); b=pt(0,0,mass=3,inertia=300); s=static(0,100)
        if kind<5:
            j=[lambda:DistanceJoint(b,s),lambda:RevoluteJoint(b,s,anchor=(0,0)),lambda:WeldJoint(b,s,anchor=(0,100)),lambda:PrismaticJoint(b,s),lambda:WheelJoint(b,s,hertz=3)][kind]()
            e=mk(j)
            for i in range(6*hz): p.step_once()
            chk(f"{hz} hang rev {type(j).__name__}",j.force[1],-2700); 
    # break
    for F,brk in ((2699,1),(2750,0)):
      for K in (DistanceJoint,WeldJoint,RevoluteJoint,PrismaticJoint):
        p=world(hz,(0,-900)); b=pt(0,0,mass=3,inertia=300,can_sleep=False); s=static(0,100); ev=[]
        h=lambda e: ev.append((e.joint,e.entity_a,e.entity_b,e.reason,e.value,e.time)); esper.set_handler(JOINT_BREAK,h)
        j=K(s,b,break_force=F,**({} if K is DistanceJoint else dict(anchor=(0,0)))); e=mk(j)
        for i in range(3*hz): esper.process(dt)
        ok=(j.broken==bool(brk)) and len(ev)==brk
        print("ok  " if ok else "BAD ",hz,"break_force",K.__name__,F,j.broken,ev)
    for F,brk in ((2699*50,1),(2730*50,0)):
        p=world(hz,(0,-900)); b=pt(50,0,mass=3,inertia=300,can_sleep=False); s=static(0,0); ev=[]
        h=lambda e: ev.append((e.joint,e.entity_a,e.entity_b,e.reason,e.value,e.time)); esper.set_handler(JOINT_BREAK,h)
        j=WeldJoint(s,b,anchor=(0,0),break_torque=F); e=mk(j)
        for i in range(3*hz): esper.process(dt)
        print("ok  " if (j.broken==bool(brk)) and len(ev)==brk else "BAD ",hz,"break_torque",F,j.broken,ev,j.torque)
