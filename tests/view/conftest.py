"""A browser, and pages opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--enable-unsafe-swiftshader"
).split()


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator:
    """Chromium without a network and with an empty profile; what goes wrong in a page fails the test."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        profile = tmp_path_factory.mktemp("profile")
        context = playwright.chromium.launch_persistent_context(profile, executable_path=shutil.which("chromium"), args=ARGUMENTS, offline=True)
        yield context
        context.close()


@pytest.fixture
def opened(browser):
    """Opens a page, and waits until it shows something."""
    wrong: list[str] = []

    def open_page(path: Path):
        page = browser.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_function("window.mbfmu && window.mbfmu.ready", timeout=120_000)
        return page

    yield open_page
    assert wrong == []
