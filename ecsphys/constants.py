"""Tolerances of the algorithms. Lengths are in units of one typical object (`length_unit`).

Values follow Box2D v3's (Catto, `constants.h`), whose unit is the metre.
"""

# Overlap that the solver leaves alone, so that resting contacts persist. Length.
SLOP = 0.005
# Contact points further apart than this are not made. Length, four slops: beyond the noise
# of a resting contact, below what would let a body bump into what it passes by.
SPECULATIVE = 4 * SLOP
# How much bigger than its shape a fat box is on every side. Length. More means fewer updates of
# the broad phase and more pairs that do not touch.
AABB_MARGIN = 0.15
# A fat box also reaches ahead by the motion of this many steps.
LOOKAHEAD_STEPS = 5.0
# A loaded contact keeps its manifold until one of its bodies has turned so far (radians) or moved so far
# relative to the other (length).
RECYCLE_DISTANCE = 1e-4
# Contacts push overlapping bodies apart no faster than this. Length per second.
PUSH_SPEED = 3.0
# Contacts are damped springs of this frequency (at most a quarter of the sub-step rate) and
# damping ratio; twice the frequency against what cannot move. Hertz.
CONTACT_HERTZ = 40.0
CONTACT_DAMPING = 10.0
# Slower approaches do not bounce. Length per second.
RESTITUTION_SPEED = 1.0
# Approaches faster than this are hits worth an event. Length per second.
HIT_SPEED = 1.0
# A body slower than this for this long may sleep. Length per second (its fastest point), seconds.
SLEEP_SPEED = 0.05
SLEEP_TIME = 0.5
# ... but not while it speeds up by more than this share of that speed: a box that begins to slide.
SLEEP_GAIN = 0.2
# A body that moves further in a step than this part of its half width is swept.
SWEEP_THRESHOLD = 0.5
# ... by conservative advancement if its furthest point turns further than this part of the slop (or of it).
SPIN_THRESHOLD = 0.25
# What is swept is drawn in by the slop, but by no more than this part of its half width.
MAX_SHRINK = 0.25
# It bounces at most so often in a step; the rest of its motion is dropped then.
MAX_IMPACTS = 8
# Contact points are taken over from a manifold whose normal is this near to the sweep's: cosine.
MIN_NORMAL_COSINE = 0.7
