"""How Sphinx builds this site: python -m sphinx --fresh-env --fail-on-warning docs docs/_build"""

import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # generators/

from generators.pages import fill_in  # noqa: E402
from generators.pictures import draw_joints  # noqa: E402

project = "mbfmu"
release = metadata.version("mbfmu")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "mbfmu"
html_show_sourcelink = False
html_copy_source = False
default_role = "literal"  # of docstrings, which are plain text with names in backticks
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # docstrings say what arguments are, with their units
maximum_signature_line_length = 100
add_module_names = False


def setup(app):
    """Pictures are drawn before pages are read, and pages filled in with what is made of the code."""
    draw_joints(HERE / "reference" / "pictures")
    app.connect("source-read", fill_in)
