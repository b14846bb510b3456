# a body dies between the making of its joint and the joint's first step
from hh import *
print(ecsphys.backend)
for stepped in (0,1):
  for how in ("immediate","later","despawn"):
    for order in ("joint first","body first"):
      p=world(); a=pt(); b=pt(50,0); ev=[]; h=lambda e:ev.append((e.joint,e.reason)); esper.set_handler(JOINT_BREAK,h)
      if stepped: p.step_once()
      kill={"immediate":lambda:esper.delete_entity(b,immediate=True),"later":lambda:esper.delete_entity(b),"despawn":lambda:p.despawn(b)}[how]
      if order=="body first": kill()
      j=mk(WeldJoint(a,b))
      if order=="joint first": kill()
      try:
        for i in range(3): esper.process(1/60)
        print("ok ",stepped,how,order,ev,J(j,WeldJoint).broken)
      except Exception as x: print("RAISES",stepped,how,order,x)
