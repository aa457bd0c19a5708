"""GLB -> HTML: one file that plays the motion offline, made from trimesh's page with three.js inside."""

from __future__ import annotations

import base64
from html import escape
from importlib.resources import files
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from trimesh import resources

from ..base.errors import MbfmuError

TEMPLATE = "templates/viewer.zip", "viewer.html.template"
PLACE, TITLE = "$B64GLTF", "<title>trimesh: threejs viewer</title>"
END = "</body>"
STYLE, SCRIPTS = "player.css", ("stage.js", "colours.js", "soil.js", "eye.js", "panel.js", "player.js")
USED = (  # of the template, by the player
    PLACE,
    TITLE,
    "base64_data",
    "var camera,controls,scene,renderer,tracklight",
    "THREE.GLTFLoader=",
    "THREE.TrackballControls=",
    "AnimationMixer",
    "function render()",
    "function onWindowResize()",
)


def page(name: str, glb: bytes) -> str:
    """The HTML page that shows a GLB of `view.glb`; MbfmuError where the template of the installed trimesh is another."""
    template = _template()
    there = template.replace(TITLE, f"<title>{escape(name)}</title>").replace(PLACE, base64.b64encode(glb).decode())
    ours = files(__package__)
    style, *scripts = ((ours / file).read_text(encoding="utf-8") for file in (STYLE, *SCRIPTS))
    before, end, after = there.rpartition(END)
    return "".join([before, "<style>\n", style, '</style>\n<script>\n(function () {\n"use strict";\n', *scripts, "})();\n</script>\n", end, after])


def _template() -> str:
    archive, name = TEMPLATE
    try:
        with ZipFile(BytesIO(resources.get_bytes(archive))) as opened:
            text = opened.read(name).decode()
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise MbfmuError(f"trimesh has no page to show results in ({error}): install a release of trimesh 5, or write a .glb") from error
    if missing := [used for used in (*USED, END) if used not in text]:
        raise MbfmuError(f"trimesh's page has no {', '.join(missing)}: install a release of trimesh 5, or write a .glb")
    return text
