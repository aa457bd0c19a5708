"""The kinematics rig: a suspension moved through its travel while the body stands still, and what its wheels do."""
