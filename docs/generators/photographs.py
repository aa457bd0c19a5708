"""Photographs of mechanisms, taken of their pages in Chromium: python -m generators.photographs [NAME ...], in docs/.

The pictures lie in docs/pictures/. It needs mbfmu[browser] and Chromium.
"""

import io
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir
from math import sin
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from generators.element_models import MODELS
from mbfmu import Model, Ramp, SNCurve
from mbfmu.problem.load_problem import load_model
from mbfmu.view import view_model

TOP = Path(__file__).parents[2]
PICTURES = TOP / "docs/pictures"
SIZE, SMALL = (800, 450), (400, 225)
ABOVE = 0.83  # of the page: its bar is left out
FRAMES, FASTEST = 40, 25  # of what moves, and how many of them a second
# What is photographed, and when [s].
STILL = {
    "fmus/andrews_squeezer": 0.02,
    "fmus/ball_in_box": 0.3,
    "fmus/bicycle": 0.0,
    "fmus/biped": 0.15,
    "fmus/bouncing_ball": 0.6,
    "fmus/cantilever": 0.5,
    "fmus/energy_saving_arm": 0.4,
    "fmus/flexible_crane": 0.0,
    "fmus/four_bar": 0.3,
    "fmus/grapple_skidder": 3.0,
    "fmus/kneed_walker": 0.12,
    "fmus/pendulum_chain": 1.0,
    "fmus/quarter_car": 0.0,
    "fmus/rolling_disk": 0.0,
    "fmus/robot_link": 1.0,
    "fmus/rotating_blade": 2.5,
    "fmus/rotor": 0.0,
    "fmus/rover_wheel": 3.0,
    "fmus/slider_crank": 0.1,
    "fmus/spacecraft": 1.0,
    "fmus/stick_slip_belt": 0.4,
    "fmus/triple_pendulum": 0.5,
    "fmus/wheel_loader": 4.0,
    "docs/examples/car_with_trailer": 0.0,
    "docs/examples/double_wishbone": 0.25,
    "docs/examples/engine": 0.1,
    "docs/examples/first_hour": 1.0,
    "docs/examples/foreign_controller": 0.0,
    "docs/examples/six_axis_robot": 3.0,
    "docs/examples/stewart_platform": 0.5,
    "docs/examples/sweep": 0.0,
    "cosim_examples/excavator": 6.0,
    "cosim_examples/full_car": 2.0,
    "cosim_examples/gripper": 1.2,
    "cosim_examples/quadruped": 5.1,
    "cosim_examples/quarter_car_hub": 0.0,
    "cosim_examples/robot_arm": 1.7,
    "cosim_examples/shaped_crane": 0.75,
    "cosim_examples/two_mass_oscillator": 0.0,
}
INPUTS: dict[str, dict[str, Any]] = {
    "docs/examples/six_axis_robot": {"pan.command": 0.5, "lift.command": 0.5, "elbow.command": 1.2, "wrist_1.command": -0.2},
    "docs/examples/car_with_trailer": {"steer": Ramp(at=1.0, duration=1.0, height=0.2)},
    "fmus/ball_in_box": {"push": 2.0},
    "fmus/cantilever": {"torque[2]": Ramp(at=0.0, duration=0.5, height=-1.5)},
    "fmus/slider_crank": {"drive_torque": 20.0},
    "fmus/wheel_loader": {"lift_force": 60e3},
}
# What is photographed in the colours of the damage that it does: the model, the time [s], what drives it, and the S-N curve.
HOT: dict[str, tuple[str, float, dict[str, Any], SNCurve]] = {
    "hot_spots": (
        "fmus/flexible_crane",
        1.0,
        {"cylinder_force": lambda t: 36e3 + 9e3 * sin(5.0 * t)},
        SNCurve(amplitude=60e6, exponent=5.0, ultimate=500e6),
    )
}
ORBITED = {"docs/examples/engine": 330}  # by so many pixels of the mouse to the right
ELEMENTS = [f"elements/{name}" for name in MODELS]
MOVING = {"crane": (0.5, 6.5)}  # of the demonstration


def model_of(name: str) -> Model:
    """The model that a file declares, or that shows an element."""
    if name in ELEMENTS:
        return MODELS[Path(name).name]()
    if name.startswith("fmus/"):
        return load_model(TOP / name / "model.py")
    with tempfile.TemporaryDirectory() as folder, chdir(folder):  # scripts may write files
        return runpy.run_path(str(TOP / f"{name}.py"), run_name="photographed")["model"]


def demonstration(folder: str) -> Path:
    """The page with which `mbfmu demo` ends."""
    subprocess.run([sys.executable, "-m", "mbfmu", "demo", "-o", folder], check=True, stdout=subprocess.DEVNULL)
    return Path(folder) / "hydraulic_crane.html"


def system(name: str, folder: str) -> Path:
    """The page of a system that a file declares."""
    subprocess.run([sys.executable, "-m", "mbfmu", "view", TOP / name / "system.py", "-o", "system.html"], check=True, cwd=folder)
    return Path(folder) / "system.html"


def page_of(name: str, folder: str) -> Path:
    """The page that shows what is photographed."""
    if name in MOVING:
        return demonstration(folder)
    if (TOP / name / "system.py").is_file():
        return system(name, folder)
    if name in HOT:
        name, _, inputs, curve = HOT[name]
        return view_model(model_of(name), Path(folder) / "view.html", 4.0, inputs=inputs, curve=curve)
    return view_model(model_of(name), Path(folder) / "view.html", inputs=INPUTS.get(name))


def orbit(page: Page, pixels: int) -> None:
    """Turn the picture as a person does, who drags it."""
    page.mouse.move(SIZE[0], SIZE[1])
    page.mouse.down()
    page.mouse.move(SIZE[0] + pixels, SIZE[1], steps=20)
    page.mouse.up()


def photograph(page: Page, t: float) -> Image.Image:
    """What the page shows at a time [s], without its bar."""
    page.evaluate("t => window.mbfmu.seek(t)", t)
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return picture.crop((0, 0, picture.width, int(ABOVE * picture.height))).resize(SIZE, Image.Resampling.LANCZOS)


def element(page: Page, name: str) -> None:
    photograph(page, 0.0).resize(SMALL, Image.Resampling.LANCZOS).quantize(64).save(PICTURES / f"{name}.png", optimize=True)


def still(page: Page, name: str) -> None:
    photograph(page, STILL[name]).quantize(256).save(PICTURES / f"{Path(name).name}.png", optimize=True)


def hot(page: Page, name: str) -> None:
    page.click(".panel >> text=damage")
    photograph(page, HOT[name][1]).save(PICTURES / f"{name}.png", optimize=True)


def moving(page: Page, name: str) -> None:
    start, stop = MOVING[name]
    times = [start + (stop - start) * i / (FRAMES - 1) for i in range(FRAMES)]
    first, *others = (photograph(page, t) for t in times)
    duration = max(round(1000 * (stop - start) / FRAMES), 1000 // FASTEST)
    first.save(PICTURES / f"{Path(name).name}.webp", save_all=True, append_images=others, duration=duration, loop=0, quality=70, method=6)


def take(names: list[str]) -> None:
    """Photograph all, or those named."""
    known: dict[str, Callable[[Page, str], None]] = {
        **dict.fromkeys(STILL, still),
        **dict.fromkeys(HOT, hot),
        **dict.fromkeys(MOVING, moving),
        **dict.fromkeys(ELEMENTS, element),
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--enable-unsafe-swiftshader"])
        for name in names or known:
            file = page_of(name, folder)
            page = browser.new_page(viewport={"width": 2 * SIZE[0], "height": int(2 * SIZE[1] / ABOVE)})
            page.goto(file.as_uri())
            page.wait_for_function("window.mbfmu && window.mbfmu.ready", timeout=120_000)
            if page.locator(".panel .play").count():
                page.click(".panel .play")  # it stops
            orbit(page, ORBITED.get(name, 0))
            known[name](page, name)
            page.close()
            print(name)


if __name__ == "__main__":
    take(sys.argv[1:])
