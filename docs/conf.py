"""How Sphinx builds this site: python -m sphinx --fresh-env --fail-on-warning docs docs/_build"""

from importlib import metadata

project = "mbfmu"
release = metadata.version("mbfmu")
extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx-mathjax-offline"]  # MathJax from the site: no network
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "mbfmu"
html_show_sourcelink = False
html_copy_source = False
