"""Passivity: no island with joints or heavy loads ends a sub-step with more energy than it had and was given.

Joints are found for the directions of arms at a sub-step's start and one after the other, so they can put in
energy where arms turn far: then machines explode. A heavy body on light ones is stopped by impulses that
grow from sub-step to sub-step, and would be thrown back by what they have become. After each sub-step the
kinetic energy of an island may be what it was, and what gravity, forces, springs and motors did since;
velocities are scaled down to that. Any multiple of velocities that fulfil a joint fulfils it, so joints hold
as before; an island that nothing outside holds is scaled about the rigid motion of its momenta, so these
stay. After B. Hannaford and J.-H. Ryu, *Time-Domain Passivity Control of Haptic Interfaces* (2002).

What a kinematic body carries counts its energy as seen from there: the body moves on as fast for the whole
step, so that this frame is as good as the world's, and in it the body does no work. Where one turns, or
two move apart, there is no such frame, and no account of their work: it gives no more than `WILD` times the
energy of everything at the speed of the fastest.

The work of a force is counted to where a body was half a sub-step ago: semi-implicit Euler keeps that energy
exactly, so what falls, swings or flies freely is never scaled. That place moves as velocities are scaled.
Springs are counted by what they hold, whatever their impulses did: see `joints.stores`.
"""
