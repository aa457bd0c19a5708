"""Commas between the numbers of an attribute, where URDF has spaces."""

from __future__ import annotations

from lxml.etree import _Element

from .findings import Findings


def read_with_spaces(where: str, element: _Element, key: str, left_out: str, found: Findings) -> None:
    """Put spaces in the place of commas, and warn: ROS reads the link without the element that is `left_out`."""
    text = element.get(key, "")
    if "," in text:
        element.set(key, text.replace(",", " "))
        found.warn(where, f'commas in <{element.tag} {key}="{text}"> are read as spaces; ROS reads the link without this {left_out}')
