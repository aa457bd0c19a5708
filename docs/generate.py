"""Write the generated parts of the pages in docs/, and the pictures of joints: python docs/generate.py"""

from pathlib import Path

from generators.pages import pages, regenerated
from generators.pictures import draw_joints

DOCS = Path(__file__).parent

if __name__ == "__main__":
    draw_joints(DOCS / "pictures" / "joints")
    for page in pages(DOCS):
        page.write_text(regenerated(page.read_text()))
