"""The page of a layout in a real browser: hover, keys, a phone's screen, speed, no network.

pip install '.[browser]'; apt-get install chromium chromium-driver; pytest -m browser
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tool import ROW, answer, run

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("default::ResourceWarning")]

MARGIN, TOP = 40, 22  # of the grid within the canvas, as page.html has it
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver  # pyright: ignore[reportMissingImports]

    binary = next(filter(None, map(shutil.which, NAMES)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.fail("needs chromium and chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(executable_path=driver)
    session = webdriver.Chrome(options=options, service=service)
    yield session
    session.quit()


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page of a layout; afterwards nothing was logged and nothing fetched."""

    def go(*arguments: str) -> Any:
        file = tmp_path / "layout.html"
        assert run("show", *arguments, "-o", str(file))[::2] == (0, "")
        browser.get(file.as_uri())
        assert browser.execute_script("return document.documentElement.dataset.ready")
        return browser

    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    yield go
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert browser.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    requests = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in requests if not url.startswith(("file:", "data:", "about:"))] == []
    assert len({url for url in requests if url.startswith("file:")}) <= 1


def script(browser: Any, text: str) -> Any:
    return browser.execute_script(f"return {text}")


def details(browser: Any) -> str:
    return script(browser, "document.getElementById('details').innerText")


def point_at(browser: Any, row: int, column: int, *, click: bool = False) -> None:
    """Moves the pointer to an element that is in sight."""
    from selenium.webdriver.common.actions.action_builder import (  # pyright: ignore
        ActionBuilder,
    )

    box = "document.getElementById('grid').getBoundingClientRect()"
    left, top, side = script(browser, f"[{box}.left, {box}.top, state.side]")
    actions = ActionBuilder(browser)
    x, y = left + MARGIN + (column + 0.5) * side, top + TOP + (row + 0.5) * side
    actions.pointer_action.move_to_location(round(x), round(y))
    if click:
        actions.pointer_action.click()
    actions.perform()


def press(browser: Any, *keys: str) -> None:
    browser.find_element("id", "grid").send_keys(*keys)


def colour(browser: Any, row: int, column: int) -> list[int]:
    """The colour near the corner of an element, where there is no text."""
    side = script(browser, "state.side")
    x, y = MARGIN + (column + 0.2) * side, TOP + (row + 0.2) * side
    return browser.execute_script(
        "const dot = document.createElement('canvas');"
        "const paint = dot.getContext('2d', { willReadFrequently: true });"
        f"paint.drawImage(base, {x}, {y}, 1, 1, 0, 0, 1, 1);"
        "return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);"
    )


def test_hover_tells_the_owner(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    assert "No element chosen" in details(browser)
    point_at(browser, 9, 4)
    words = details(browser)
    assert "Element (9, 4)" in words
    assert "warp 1, lane 5, register 0" in words
    assert "warp 1, lane 5 holds 4 elements" in words
    for register in range(4):
        assert f"{register}: (9, {4 + register})" in words
    point_at(browser, 0, 15)
    assert "warp 0, lane 3, register 3" in details(browser)


def test_a_click_holds_on(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    point_at(browser, 9, 4, click=True)
    point_at(browser, 2, 2)
    assert "Element (9, 4)" in details(browser)
    point_at(browser, 9, 4, click=True)
    assert "No element chosen" in details(browser)


def test_warps_have_their_colours(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    assert colour(browser, 0, 0) == colour(browser, 7, 15) == [0xF3, 0xC7, 0x6B]
    assert colour(browser, 8, 0) == colour(browser, 15, 15) == [0x8F, 0xD0, 0xF5]


def test_stepping_through_warps_and_registers(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    full = colour(browser, 0, 0)
    for name, first, faded in (("warp", (0, 0), (8, 0)), ("register", (0, 0), (0, 1))):
        browser.find_element("id", f"next-{name}").click()
        assert script(browser, f"document.getElementById('value-{name}').textContent") == "0"
        assert colour(browser, *first) == full
        assert colour(browser, *faded) != full
        browser.find_element("id", f"back-{name}").click()
        assert script(browser, f"document.getElementById('value-{name}').textContent") == "all"
    browser.find_element("id", "back-warp").click()
    assert script(browser, "document.getElementById('value-warp').textContent") == "1"
    assert colour(browser, 0, 0) != full
    browser.find_element("id", "reset").click()
    assert colour(browser, 0, 0) == full


def test_the_keyboard_does_it_all(page: Callable[..., Any]) -> None:
    from selenium.webdriver import Keys  # pyright: ignore[reportMissingImports]

    browser = page(ROW, "--shape", "16x16")
    press(browser, Keys.ARROW_RIGHT)
    assert "Element (0, 0)" in details(browser)
    press(browser, *([Keys.ARROW_DOWN] * 9), *([Keys.ARROW_RIGHT] * 4))
    assert "Element (9, 4)" in details(browser)
    assert "warp 1, lane 5, register 0" in details(browser)
    press(browser, Keys.ARROW_LEFT, Keys.END)
    assert "Element (15, 15)" in details(browser)
    press(browser, "w", "w")
    assert script(browser, "[state.warp, state.register]") == [1, None]
    press(browser, "W", "r", "r", "R")
    assert script(browser, "[state.warp, state.register]") == [0, 0]
    press(browser, "c")
    assert script(browser, "document.getElementById('colour').value") == "lane"
    before = script(browser, "state.side")
    press(browser, "+")
    assert script(browser, "state.side") > before
    press(browser, "-", Keys.ESCAPE)
    assert "No element chosen" in details(browser)
    # Everything else is reached with the tab key, and shows that it is.
    reached = set()
    for _ in range(16):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        reached.add(script(browser, "document.activeElement.id"))
    assert {"next-warp", "next-lane", "next-register", "colour", "larger", "reset"} <= reached


def test_a_phone_s_screen(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True},
    )
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    browser.refresh()
    assert script(browser, "document.scrollingElement.scrollWidth") <= 390
    assert script(browser, "document.getElementById('grid').getBoundingClientRect().right") <= 390
    details_top = script(browser, "document.getElementById('details').getBoundingClientRect().top")
    grid_end = script(browser, "document.getElementById('stage').getBoundingClientRect().bottom")
    assert details_top >= grid_end
    smallest = "Math.min(...[...document.querySelectorAll('button')].map((b) => b.offsetHeight))"
    assert script(browser, smallest) >= 32
    box = script(
        browser,
        "(() => { const r = document.getElementById('grid').getBoundingClientRect();"
        " return [r.left, r.top, state.side]; })()",
    )
    touch = {"x": box[0] + MARGIN + 4.5 * box[2], "y": box[1] + TOP + 9.5 * box[2]}
    for kind, points in (("touchStart", [touch]), ("touchEnd", [])):
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert "warp 1, lane 5, register 0" in details(browser)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_128x128_opens_in_under_a_second(page: Callable[..., Any]) -> None:
    times, wide = [], "[1,4]/[2,16]/[4,1]"
    for _ in range(3):
        browser = page(wide, "--shape", "128x128")
        times.append(int(script(browser, "document.documentElement.dataset.ready")))
        point_at(browser, 44, 64)
        (place,) = answer("owner", wide, "--shape", "128x128", "--element", "44,64")["owners"]
        owner = f"warp {place['warp']}, lane {place['lane']}, register {place['register']}"
        assert owner in details(browser)
    assert min(times) < 1000


def test_all_owners_of_a_replicated_element(page: Callable[..., Any]) -> None:
    browser = page("[1]/[32]/[4]", "--shape", "64")
    point_at(browser, 0, 40, click=True)
    owners = browser.find_elements("css selector", ".owners button")
    assert [each.text for each in owners] == [
        "warp 1, lane 8, register 0",
        "warp 3, lane 8, register 0",
    ]
    owners[1].click()
    assert "warp 3, lane 8 holds 1 element" in details(browser)


def test_shared_memory_has_banks(page: Callable[..., Any]) -> None:
    swizzled = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
    browser = page(swizzled, "--shape", "16x64", "--elem-bits", "16")
    point_at(browser, 1, 8)
    assert "offset 64, byte 128, bank 0, line 1" in details(browser)
    assert "bank 0 holds 32 elements" in details(browser)
    browser.find_element("id", "next-bank").click()
    assert script(browser, "state.bank") == 0


def test_slices_of_three_dims(page: Callable[..., Any]) -> None:
    browser = page("[1,1,2]/[2,4,4]/[2,1,1]", "--shape", "4x4x8")
    browser.find_element("id", "next-slice").click()
    point_at(browser, 2, 3)
    assert "Element (1, 2, 3)" in details(browser)
    assert "warp 0, lane 25, register 1" in details(browser)


def test_dark_mode_is_readable(page: Callable[..., Any]) -> None:
    browser = page(ROW, "--shape", "16x16")
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": "dark"}]},
    )
    ground = script(browser, "getComputedStyle(document.body).backgroundColor")
    ink = script(browser, "getComputedStyle(document.body).color")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert (ground, ink) == ("rgb(22, 25, 29)", "rgb(232, 234, 237)")
