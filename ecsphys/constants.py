"""Tolerances of the algorithms. Lengths are in units of one typical object (`length_unit`).

Values follow Box2D v3's (Catto, `constants.h`), whose unit is the metre.
"""

# Overlap that the solver leaves alone, so that resting contacts persist. Length.
SLOP = 0.005
# Largest separation of a contact point. Length: four slops, more than the noise of a resting contact, and too
# little to stop a body at a shape that it only passes.
SPECULATIVE = 4 * SLOP
# Margin of a fat box on every side of its shape's box. Length. A larger one means fewer updates of the broad
# phase and more pairs that do not touch.
AABB_MARGIN = 0.15
# A fat box also covers the motion of this many steps ahead.
LOOKAHEAD_STEPS = 5.0
# … as long as its area is about less than this many times that at rest: in a crowd of bullets the boxes of
# all would overlap, and each sweep would meet them all.
MAX_GROWTH = 16.0
# A loaded contact keeps its manifold until one of its bodies has rotated by this much (radians) or they have
# moved relative to each other by this much (length).
RECYCLE_DISTANCE = 3e-4
# Highest speed at which overlapping bodies are pushed apart. Length per second.
PUSH_SPEED = 3.0
# Frequency (hertz, at most a quarter of the sub-step rate) and damping ratio of contacts; twice the
# frequency, with the same bound, against a body that cannot be pushed.
CONTACT_HERTZ = 40.0
CONTACT_DAMPING = 10.0
# Frequency (hertz, at most 0.3 of the sub-step rate) and damping ratio of joints that bear much; stiffer ones
# tear nets apart (see `solver.joints.curvature`).
JOINT_HERTZ = 70.0
JOINT_DAMPING = 2.3
# Lowest approach speed that bounces. Length per second.
RESTITUTION_SPEED = 1.0
# … and of what bounces without a threshold: slower approaches are rounding errors. Length per second.
MIN_BOUNCE = 1e-6
# Lowest approach speed that is reported as a hit. Length per second.
HIT_SPEED = 1.0
# A body sleeps after its fastest point has been slower than SLEEP_SPEED (length per second) for SLEEP_TIME
# (seconds) …
SLEEP_SPEED = 0.05
SLEEP_TIME = 0.5
# … without speeding up by more than this share of SLEEP_SPEED, as a box does that starts to slide.
SLEEP_GAIN = 0.4
# A body that trembles, at no more than so many times SLEEP_SPEED, has to stay at its place for so many times
# SLEEP_TIME before that: no further from it than so many times their product, less than at SLEEP_SPEED.
MOST_TREMOR = 4.0
STAY_TIMES = 8.0
LEASH = 4.0
# The solver leaves what falls, and would not bounce, to a sweep only if it moves by more than this many half
# widths in a step: a sweep stops it alone, and what falls with it would fall into it.
FALL_THRESHOLD = 2.0
# A body whose displacement in a step exceeds this share of its half width is swept …
SWEEP_THRESHOLD = 0.5
# … by conservative advancement if rotation moves its furthest point by more than this share of the slop or of
# its half width.
SPIN_THRESHOLD = 0.25
# A swept shape is shrunk by the slop, but by no more than this share of its half width.
MAX_SHRINK = 0.25
# Impacts of a swept body in one step; further motion is dropped …
MAX_IMPACTS = 8
# … but it is carried on by kinematic bodies that run into it, up to this number of impacts.
LAST_IMPACT = 16
# Impacts in one step that do not count, as they follow another one in no time: between the sides of a wedge.
MAX_AT_ONCE = 64
# Lowest cosine between a sweep's normal and the manifold's whose points it takes.
MIN_NORMAL_COSINE = 0.7
# Density of the air that blows in an area, mass per area: as in Box2D v3, for which 1 is the default density
# of shapes, too.
AIR_DENSITY = 1.225
# A body that areas accelerate by more than this share of SLEEP_SPEED in SLEEP_TIME does not rest: what floats
# falls asleep at its draught, within 0.02 %.
CALM = 0.02
# What moves in a liquid by more than this share of its half width in a sub-step takes shorter ones, up to 16.
SURFACE_STEP = 0.25
MAX_SURFACE_STEPS = 16
