"""The gallery: cards, filters, search, addresses, themes, widths."""

import re

from playwright.sync_api import expect


def names(page) -> list[str]:
    return page.locator(".card h2").all_text_contents()


def test_a_card_shows_what_the_gallery_says(open_page, sample_address, sample):
    page = open_page(sample_address)
    best = sorted(sample.cards, key=lambda card: -card.score)
    assert names(page) == [card.name for card in best]
    first = page.locator(".card").first
    expect(first.locator(".shape")).to_have_text(best[0].shape)
    expect(first.locator(".facts b")).to_have_text(f"{best[0].score:.3f}")
    assert first.locator(".chip").all_text_contents() == [t.strip() for t in best[0].tokens[:6]]
    expect(page).to_have_title(sample.title)


def test_a_newcomer_can_ask_what_a_card_shows(open_page, sample_address):
    page = open_page(sample_address)
    explained = page.locator("details.from", has_text="How to read a card")
    expect(explained.locator("p")).to_be_hidden()
    explained.locator("summary").press("Enter")
    expect(explained.locator("p")).to_be_visible()
    # What no card has is not explained.
    assert explained.locator("b").all_text_contents() == ["A card", "Rank", "Score"]


def test_thumbnails_are_drawn_from_the_points(open_page, sample_address):
    page = open_page(sample_address)
    page.locator(".card canvas").first.scroll_into_view_if_needed()
    page.wait_for_function(
        """() => {
          const canvas = document.querySelector(".card canvas");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return new Set(data).size > 50;
        }"""
    )


def test_sorting_and_filtering(open_page, sample_address, sample):
    page = open_page(sample_address)
    page.get_by_label("Sort by").select_option("name")
    assert names(page) == sorted((card.name for card in sample.cards), key=str.casefold)
    page.get_by_role("button", name=re.compile("^clusters")).click()
    expect(page.locator(".status")).to_have_text("2 of 10 manifolds")
    assert set(page.locator(".card .shape").all_text_contents()) == {"clusters"}
    page.get_by_label("At least this score").fill("100")
    best = max(sample.cards, key=lambda card: card.score)
    expect(page.locator(".card")).to_have_count(1 if best.shape == "clusters" else 0)
    page.wait_for_function("() => location.href.includes('score=')")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".card")).to_have_count(1 if best.shape == "clusters" else 0)


def test_a_token_is_found_across_manifolds(open_page, sample_address):
    page = open_page(sample_address)
    page.get_by_label("Find a word").fill("septem")
    expect(page.locator(".chip.hit").first).to_have_text("September")
    assert names(page)[0] == "the months"
    page.locator(".card").first.click()
    page.wait_for_selector("canvas.stage")
    expect(page.locator(".selection .summary")).to_contain_text("begin with “septem”")
    words = page.locator(".selection th.token").all_text_contents()
    assert words == ["September"]


def test_a_search_without_an_answer_says_so(open_page, sample_address):
    page = open_page(f"{sample_address}#/?q=xyzzy")
    expect(page.locator(".status")).to_contain_text("0 of 10 manifolds")
    expect(page.locator(".status")).to_contain_text("loosen the filters")


def test_no_points_are_loaded_for_the_gallery(chromium, sample_address):
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(sample_address)
    page.wait_for_selector(".card")
    assert all(url.startswith((sample_address, "data:")) for url in asked)
    assert not [url for url in asked if url.endswith(".gz")]
    page.close()


def test_dark_and_light(open_page, sample_address):
    brightness = """() => getComputedStyle(document.body).backgroundColor
        .match(/\\d+/g).slice(0, 3).reduce((sum, v) => sum + Number(v), 0) / 3"""
    dark = open_page(sample_address, color_scheme="dark")
    light = open_page(sample_address, color_scheme="light")
    assert dark.evaluate(brightness) < 40
    assert light.evaluate(brightness) > 220
    dark.get_by_role("button", name="Switch to light colours").click()
    assert dark.evaluate(brightness) > 220
    dark.reload()
    dark.wait_for_selector("html[data-ready]")
    assert dark.evaluate(brightness) > 220


def test_a_phone_shows_all_without_scrolling_sideways(open_page, sample_address):
    for place in ("", "#/m/0001"):
        page = open_page(
            sample_address + place, viewport={"width": 360, "height": 740}, has_touch=True
        )
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_keyboard_only_from_card_to_manifold_and_back(open_page, sample_address):
    page = open_page(sample_address)
    page.get_by_label("Find a word").focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.className") == "card":
            break
    name = page.evaluate("() => document.activeElement.querySelector('h2').textContent")
    page.keyboard.press("Enter")
    page.wait_for_selector("canvas.stage")
    assert page.locator("h1").text_content() == name
    page.go_back()
    page.wait_for_selector(".card")


def test_everything_has_a_name_for_screen_readers(open_page, sample_address):
    for place in ("", "#/m/0001"):
        page = open_page(sample_address + place)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("button, a, input, select, canvas, svg")]
              .filter(e => !e.closest("[aria-hidden=true]") && !e.closest("figure")
                && !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length))
              .map(e => e.outerHTML)"""
        )
        assert unnamed == []
        assert page.locator("h1").count() == 1
        assert page.locator("main").count() == 1
