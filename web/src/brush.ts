/** How many samples stand where on the path; a stretch of it is selected by dragging or with two sliders. */

import { along as ramp, around, css } from "./colour";
import { h, svg } from "./dom";
import type { Manifold } from "./manifold";
import { theme } from "./theme";
import { pathEnds } from "./ticks";

const [WIDTH, HEIGHT, BINS] = [300, 64, 60];

export interface Brush {
  element: HTMLElement;
  /** Follow what is selected: a stretch, or none. */
  set(range: { from: number; to: number } | null): void;
  /** Draw again, for another number of strong samples or other colours. */
  draw(strong: number): void;
}

export function brush(manifold: Manifold, select: (from: number, to: number) => void): Brush | null {
  const { path } = manifold.card;
  if (!path) return null;
  const bars = svg("g");
  const band = svg("rect", { class: "band", y: 0, height: HEIGHT, x: 0, width: 0 });
  const chart = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "brush",
      role: "img",
      "aria-label": "Samples along the path",
    },
    band,
    bars,
  );
  const slider = (label: string, value: number) =>
    h("input", { type: "range", min: 0, max: 100, value, "aria-label": label });
  const [from, to] = [slider("Stretch of the path, from", 0), slider("Stretch of the path, to", 100)];
  const read = () => select(Number(from.value) / 100, Number(to.value) / 100);
  from.addEventListener("input", read);
  to.addEventListener("input", read);
  let start = -1;
  const at = (event: PointerEvent) => {
    const box = chart.getBoundingClientRect();
    return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
  };
  chart.addEventListener("pointerdown", (event) => {
    start = at(event);
    chart.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  chart.addEventListener("pointermove", (event) => {
    if (start >= 0) select(Math.min(start, at(event)), Math.max(start, at(event)));
  });
  for (const end of ["pointerup", "pointercancel"] as const) chart.addEventListener(end, () => (start = -1));
  const ends = h("figcaption", { class: "ends" });
  return {
    element: h(
      "details",
      { class: "panel places", open: true },
      h("summary", {}, h("h2", {}, "Along the path")),
      h("figure", {}, chart, ends),
      h("div", { class: "stretch" }, from, to),
    ),
    set(range) {
      band.setAttribute("x", String(range ? range.from * WIDTH : 0));
      band.setAttribute("width", String(range ? Math.max(range.to - range.from, 0) * WIDTH : 0));
      from.value = String(range ? Math.round(100 * range.from) : 0);
      to.value = String(range ? Math.round(100 * range.to) : 100);
    },
    draw(strong) {
      const [first, last] = pathEnds(manifold, strong);
      ends.replaceChildren(
        h("span", {}, first),
        h("span", {}, "heights are square roots"),
        h("span", {}, last),
      );
      const along = manifold.along(strong)!;
      const counts = new Array<number>(BINS).fill(0);
      for (let i = 0; i < strong; i++) counts[Math.min(BINS - 1, Math.floor(along[i] * BINS))]++;
      // Roots, since many samples stand at the two ends of a path.
      const tallest = Math.sqrt(Math.max(...counts, 1));
      bars.replaceChildren(
        ...counts.map((n, k) => {
          const tall = (Math.sqrt(n) / tallest) * (HEIGHT - 4);
          const bar = svg(
            "rect",
            {
              x: (k * WIDTH) / BINS + 0.5,
              width: WIDTH / BINS - 1,
              y: HEIGHT - tall,
              height: tall,
              rx: 1,
            },
            svg("title", {}, `${n} samples`),
          );
          const t = (k + 0.5) / BINS;
          bar.style.fill = css(path.closed ? around(t, theme()) : ramp(t, theme()));
          return bar;
        }),
      );
    },
  };
}
