from hh import *
inf=math.inf
for K,ax in ((RevoluteJoint,{}),(PrismaticJoint,{}),(WheelJoint,{})):
    for lim in ((inf,inf),(-inf,-inf),(1e300,1e300),(-inf,inf),(0,inf),(1e12,1e12)):
        p=world(g=(0,-10)); b=pt(0,0); j=K(None,b,limits=lim); e=mk(j)
        try:
            for i in range(3): p.step_once()
            print(K.__name__,lim,T(b).pose,B(b).velocity,B(b).angular_velocity,p.lost,p.explain(e))
        except Exception as x: print(K.__name__,lim,repr(x))
for kw in (dict(length=1e300),dict(min_length=1e300),dict(length=0),dict(hertz=1e6,damping_ratio=1,length=10),dict(hertz=1e300),dict(hertz=1,damping_ratio=1e300),dict(hertz=1,damping_ratio=1e6),dict(motor_speed=1e300,max_motor_force=1),dict(max_length=0),dict(length=50,min_length=60,max_length=70),dict(length=50,min_length=60,max_length=70,hertz=2)):
    p=world(g=(0,-10)); b=pt(0,-20)
    try:
        j=DistanceJoint(None,b,anchor_a=(0,0),**kw); e=mk(j)
        for i in range(30): p.step_once()
        print(kw,T(b).pose,B(b).velocity,p.lost,p.explain(e))
    except Exception as x: print(kw,repr(x))
for K,kws in ((RevoluteJoint,(dict(motor_speed=1e7,max_motor_torque=1e12),dict(hertz=1000,damping_ratio=5,target_angle=1),dict(hertz=30,damping_ratio=0,target_angle=1),dict(reference_angle=1e6))),(MotorJoint,(dict(linear_velocity=(1e9,0)),dict(offset=(1e9,0)),dict(max_force=0),dict(max_torque=0,max_force=0),dict(angle=1e6))),(WeldJoint,(dict(anchor=(1e6,1e6)),dict(hertz=1e4,damping_ratio=9,angular_hertz=1e4))),(GearJoint,(dict(ratio=1e-9),dict(ratio=1e9),dict(phase=1e6)))):
  for kw in kws:
    p=world(g=(0,-10)); b=pt(0,-20); a=pt(30,30,mass=1e-6,inertia=1e-6)
    try:
        j=K(a,b,**kw); e=mk(j)
        for i in range(60): p.step_once()
        print(K.__name__,kw,T(b).pose,B(b).velocity,B(b).angular_velocity,p.lost,p.explain(e))
    except Exception as x: print(K.__name__,kw,repr(x))
# shared bools elsewhere
try: print(Collider(Circle(1),trigger="x").trigger)
except Exception as x: print(repr(x))
try: print(RigidBody(can_sleep="x").can_sleep)
except Exception as x: print(repr(x))
# set unknown
p=world(); a=pt(0,0);b=pt(50,0); j=WeldJoint(a,b,anchor=(10,5)); e=mk(j); p.step_once(); B(b).velocity=(5,0)
j.b=999
x0=T(b).pose
try: p.step_once(); print("ACC")
except Exception as x: print(repr(x), T(b).pose==x0, p.step_count)
j.b=b; p.step_once(); print(j.anchor_a,j.anchor_b,j.reference_angle)
