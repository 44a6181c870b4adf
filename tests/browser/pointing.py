"""What a hand does: points at a sample, drags, clicks with Control held."""

from playwright.sync_api import Page

PROJECT = "i => { const { x, y } = quadric.project(i); return [x, y]; }"


def screen(page: Page, i: int) -> tuple[float, float]:
    """Where a point is on the page."""
    box = page.locator("canvas.stage").bounding_box()
    assert box is not None
    x, y = page.evaluate(PROJECT, i)
    return box["x"] + x, box["y"] + y


def drag(page: Page, *places: tuple[float, float], steps: int = 6) -> None:
    """From the first place over the others, with the button down."""
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=steps)
    page.mouse.up()


def control_click(page: Page, x: float, y: float) -> None:
    """A click that adds to the selection."""
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.click(x, y)
    page.keyboard.up("Control")
