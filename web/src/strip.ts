/** All pairs of a manifold's dimensions as small pictures: a click shows a pair, and the largest beside it. */

import { css } from "./colour";
import { h } from "./dom";
import type { Scene } from "./scene";
import { background } from "./theme";

const [SIDE, POINTS] = [56, 1500];

export interface Strip {
  element: HTMLElement;
  /** Mark the axes that are shown, and draw in the colours of the view. */
  draw(): void;
}

export function strip(scene: Scene, choose: (axes: number[]) => void): Strip | null {
  const { k, coordinates, n } = scene.manifold;
  if (k <= 3) return null;
  const cells: { button: HTMLButtonElement; canvas: HTMLCanvasElement; x: number; y: number }[] = [];
  for (let y = 0; y < k; y++) {
    for (let x = 0; x < y; x++) {
      const canvas = h("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
      const button = h(
        "button",
        { type: "button", "aria-label": `Axes ${x + 1} and ${y + 1}`, title: `axes ${x + 1} and ${y + 1}` },
        canvas,
      );
      button.style.gridArea = `${y} / ${x + 1}`;
      button.addEventListener("click", () => {
        const rest = Array.from({ length: k }, (_, axis) => axis).filter((axis) => axis !== x && axis !== y);
        choose(scene.look.axes.length === 2 ? [x, y] : [x, y, rest[0]]);
      });
      cells.push({ button, canvas, x, y });
    }
  }
  const limits = Array.from({ length: k }, (_, axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < scene.look.shown; i++) {
      low = Math.min(low, coordinates[k * i + axis]);
      high = Math.max(high, coordinates[k * i + axis]);
    }
    return [low, high - low || 1];
  });
  return {
    element: h(
      "details",
      { class: "panel", open: true },
      h("summary", {}, h("h2", {}, `${k} dimensions`)),
      h(
        "div",
        { class: "strip", role: "group", "aria-label": "Pairs of axes" },
        ...cells.map((c) => c.button),
      ),
    ),
    draw() {
      const { looks } = scene.stage.cloud;
      const last = Math.min(scene.look.shown, n);
      const step = Math.max(1, Math.floor(last / POINTS));
      for (const { button, canvas, x, y } of cells) {
        const { axes } = scene.look;
        button.setAttribute("aria-pressed", String(axes.includes(x) && axes.includes(y)));
        const pen = canvas.getContext("2d")!;
        pen.fillStyle = css(background());
        pen.fillRect(0, 0, SIDE, SIDE);
        for (let i = 0; i < last; i += step) {
          pen.fillStyle = `rgb(${looks[4 * i]} ${looks[4 * i + 1]} ${looks[4 * i + 2]})`;
          const across = (coordinates[k * i + x] - limits[x][0]) / limits[x][1];
          const up = (coordinates[k * i + y] - limits[y][0]) / limits[y][1];
          pen.fillRect(3 + across * (SIDE - 8), SIDE - 5 - up * (SIDE - 8), 1.6, 1.6);
        }
      }
    },
  };
}
