from .build import build_scene
from .course_scene import course_scene
from .pose_outputs import watched
from .road_figures import roads_along
from .scene import Arrow, Figure, Label, Line, Node, Point, Scene
from .scene_json import read_scene, scene_text
from .start import start_poses
from .systems import scene_of_system

__all__ = [
    "Arrow",
    "Figure",
    "Label",
    "Line",
    "Node",
    "Point",
    "Scene",
    "build_scene",
    "course_scene",
    "read_scene",
    "roads_along",
    "scene_of_system",
    "scene_text",
    "start_poses",
    "watched",
]
