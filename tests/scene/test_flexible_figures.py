"""What is seen of flexible bodies: their surface in the modes of the tree, or bars between their nodes, and what is written of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
import trimesh

from mbfmu import Fixed, FlexibleBody, Material, Model, RectangleSection, ThermalLoad, World, beam_data, equilibrium
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.reference_frame import held_at
from mbfmu.scene import build_scene, read_scene, scene_of_system, scene_text
from mbfmu.scene.flexible_figures import AROUND, RINGS, seen_of
from mbfmu.scene.packed import Packed
from mbfmu.scene.shapes import Deformable
from mbfmu.view.run import watched_problem
from tests.flexible_models import NODES, cantilever, random_data
from tests.tolerances import SHOWN


def shown(model: Model, body: str) -> Deformable:
    (node,) = (node for node in build_scene(model).nodes if node.name == body)
    (shape,) = node.deformables
    return shape


def test_a_surface_is_shown_in_the_modes_of_the_tree():
    model = cantilever(e_start=[0.1, 0.2, 0.3])
    shape, surface = shown(model, "arm"), model.arm.entered_at("root").surface
    assert np.array_equal(shape.vertices, surface.vertices) and np.array_equal(shape.triangles, surface.triangles)
    assert np.allclose(np.moveaxis(shape.modes.array, 0, -1), surface.Phi, atol=SHOWN)
    assert np.allclose(np.moveaxis(shape.stress.array, 0, -1), surface.sigma, rtol=SHOWN)
    assert shape.weights == "arm.mean_axes.e" and shape.start == (0.1, 0.2, 0.3)


def test_a_mechanism_is_as_large_as_its_flexible_bodies():
    model = Model("Alone")
    model.world, model.arm = World(), FlexibleBody(cantilever().arm.data)
    model.clamp = Fixed(model.world.frame_b, model.arm.node("root"))
    assert build_scene(model).size == pytest.approx(1.0, rel=0.01)


def test_bars_lead_from_node_to_node_where_there_is_no_surface():
    """Their ends move as the nodes do: the middle of the first and the last ring of each is a node."""
    model = Model("Bars")
    data = random_data(np.random.default_rng(1), modes=3)
    model.world, model.body = World(), FlexibleBody(data)
    model.clamp = Fixed(model.world.frame_b, model.body.frame_a)
    shape, nodes = shown(model, "body"), model.body.entered_at("frame_a").nodes
    e = np.array([0.1, -0.2, 0.3])
    moved = np.array(shape.vertices) + np.tensordot(e, shape.modes.array, axes=1)
    ends = moved.reshape(-1, RINGS, AROUND, 3).mean(axis=2)[:, [0, -1]].reshape(-1, 3)
    places = np.array([nodes[name].x + nodes[name].Phi @ e for name in NODES])
    apart = np.abs(ends[:, None] - places).max(axis=2)
    assert len(ends) == 4 and apart.min(axis=1).max() < SHOWN
    assert len(np.unique(apart.argmin(axis=1))) == 3 and shape.stress is None


def test_a_bar_bends_as_the_beam_between_its_nodes():
    """A cantilever under a force at its tip is a cubic."""
    data = held_at(cantilever().arm.data, "root")
    at = data.nodes["tip"]
    wanted = np.linalg.lstsq(np.concatenate([at.Phi, at.Psi]), [0, 0, -1 / 3, 0, 1 / 2, 0], rcond=None)[0]  # F l^3 / E I and F l^2 / E I
    bar = seen_of(replace(data, surface=None), 0.01)
    middle = (bar.vertices + bar.Phi @ wanted).reshape(RINGS, AROUND, 3).mean(axis=1)
    s = np.linspace(0.0, 1.0, RINGS)
    assert np.allclose(middle, np.column_stack([s, 0 * s, -(3 * s**2 - s**3) / 6]), atol=SHOWN)
    mesh = trimesh.Trimesh(bar.vertices, bar.triangles)
    assert mesh.is_watertight and mesh.volume == pytest.approx(6 * np.sin(np.pi / 6) * 0.005**2, rel=SHOWN)


def test_a_body_of_one_node_has_nothing_to_be_seen():
    data = random_data(np.random.default_rng(1), modes=2)
    model = Model("Point")
    model.world, model.body = World(), FlexibleBody(replace(data, nodes={"root": data.nodes["root"]}))
    model.clamp = Fixed(model.world.frame_b, model.body.node("root"))
    (node,) = (node for node in build_scene(model).nodes if node.name == "body")
    assert not node.deformables


def test_a_scene_is_read_as_it_was_written():
    for model in (cantilever(), cantilever(modes=1)):
        scene = build_scene(model)
        assert read_scene(scene_text(scene), "here") == scene


def test_outputs_of_a_component_bear_its_name():
    system = scene_of_system("System", {"crane": build_scene(cantilever())})
    assert [shape.weights for node in system.nodes for shape in node.deformables] == ["crane.arm.mean_axes.e"]


DAMAGES = {
    "sizes": (lambda shape: shape["modes"].update(sizes=[3, 10, 3]), "an array of 3 by 10 by 3 numbers has"),
    "one mode": (lambda shape: shape.update(start=[0.0]), "that starts with 1 weights"),
    "stress": (lambda shape: shape.update(stress=shape["modes"]), "has stress of sizes"),
    "corner": (lambda shape: shape["triangles"][0].__setitem__(0, 10**6), "a triangle of a deformable"),
    "no base64": (lambda shape: shape["modes"].update(float32="?"), "holds no scene"),
    "negative": (lambda shape: shape["modes"].update(sizes=[-1]), "no sizes of an array"),
    "no number": (lambda shape: shape.update(modes=Packed.of(np.full(shape["modes"]["sizes"], np.nan)).plain()), "what is no number"),
    "no array": (lambda shape: shape.update(modes=[1.0]), "an array has sizes"),
    "half a vertex": (lambda shape: shape["triangles"][0].__setitem__(0, 0.5), "is no whole number"),
}


@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_deformable_is_refused(case):
    change, words = DAMAGES[case]
    found = json.loads(scene_text(build_scene(cantilever())))
    (shape,) = (figure["shape"] for node in found["nodes"] for figure in node["figures"] if figure["shape"]["shape"] == "deformable")
    change(shape)
    with pytest.raises(MbfmuError, match=words):
        read_scene(json.dumps(found), "here")


def test_temperatures_stand_behind_the_modes():
    """A cantilever in the sun: what is shown of its surface bends by alpha T / h and carries no stress, by weights that are in K at the end."""
    height, alpha, T = 0.02, 1.2e-5, 40.0
    steel = Material(2.1e11, 7850.0, alpha=alpha)
    data = beam_data(
        {"a": (0, 0, 0), "b": (1, 0, 0)}, RectangleSection(0.03, height), steel, elements=2, modes=0, temperatures={"sun": lambda x: x[:, 2] / height}
    )
    model = Model("Warm")
    model.world, model.arm = World(g=0.0), FlexibleBody(data)
    model.clamp = Fixed(model.world.frame_b, model.arm.node("a"))
    model.sun = ThermalLoad(model.arm, temperature="sun")
    model.expose(inputs={"T": model.sun.T}, start={"T": T})
    problem, scene = watched_problem(model)
    (shape,) = (one for node in scene.nodes for one in node.deformables)
    rest = equilibrium(problem).outputs
    weights = np.array([rest[f"arm.mean_axes.e[{k + 1}]"] for k in range(data.modes + 1)])
    moved, stress = (np.tensordot(weights, of.array.astype(float), axes=1) for of in (shape.modes, shape.stress))
    assert shape.start == (0.0,) * (data.modes + 1) and weights[-1] == T
    sagitta = moved[:, 2].max() - moved[:, 2].min()
    assert sagitta == pytest.approx(alpha * T / height / 8, rel=0.01)  # of 1 m between its ends
    assert np.abs(stress).max() < SHOWN * steel.E * alpha * T
