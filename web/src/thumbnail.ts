/** A card's picture: the manifold's own points, drawn once; they turn while the pointer rests there. */

import { amount, css } from "./colour";
import { onTheme, theme } from "./theme";

const REST = -0.9;
const TILT = 0.42;

/** Draw when the card first comes into view, so that a gallery of hundreds opens at once. */
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        draw(target as HTMLCanvasElement, REST);
      }
    }
  },
  { rootMargin: "200px" },
);

const previews = new WeakMap<HTMLCanvasElement, Uint8Array>();

onTheme(() => {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>("canvas.thumbnail")) seen.observe(canvas);
});

export function thumbnail(preview: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "thumbnail";
  canvas.setAttribute("aria-hidden", "true");
  previews.set(
    canvas,
    Uint8Array.from(atob(preview), (c) => c.charCodeAt(0)),
  );
  seen.observe(canvas);
  return canvas;
}

/** Turn a card's picture while the pointer or the focus is on it. */
export function turnWhileOver(card: HTMLElement, canvas: HTMLCanvasElement): void {
  let angle = REST;
  let last = 0;
  let frame = 0;
  const step = (now: number) => {
    angle += Math.min(now - last, 50) * 0.0006;
    last = now;
    draw(canvas, angle);
    frame = requestAnimationFrame(step);
  };
  const go = () => {
    if (frame || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    last = performance.now();
    frame = requestAnimationFrame(step);
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  card.addEventListener("pointerenter", go);
  card.addEventListener("pointerleave", stop);
  card.addEventListener("focus", go);
  card.addEventListener("blur", stop);
}

function draw(canvas: HTMLCanvasElement, angle: number): void {
  const bytes = previews.get(canvas)!;
  const scale = Math.min(devicePixelRatio, 2);
  const width = (canvas.width = canvas.clientWidth * scale || 300);
  const height = (canvas.height = canvas.clientHeight * scale || 220);
  const pen = canvas.getContext("2d")!;
  const n = bytes.length >> 2;
  const [cos, sin, up, over] = [Math.cos(angle), Math.sin(angle), Math.cos(TILT), Math.sin(TILT)];
  const drawn: { x: number; y: number; depth: number; level: number }[] = [];
  for (let i = 0; i < n; i++) {
    const x = bytes[4 * i] / 127.5 - 1;
    const y = bytes[4 * i + 1] / 127.5 - 1;
    const z = bytes[4 * i + 2] / 127.5 - 1;
    const side = cos * x + sin * y;
    const away = cos * y - sin * x;
    drawn.push({
      x: side,
      y: up * z + over * away,
      depth: up * away - over * z,
      level: bytes[4 * i + 3] / 255,
    });
  }
  drawn.sort((a, b) => b.depth - a.depth);
  const half = Math.min(width, height) * 0.37;
  for (const { x, y, depth, level } of drawn) {
    const near = 1 / (1 + 0.22 * depth);
    pen.globalAlpha = Math.min(1, 0.55 + 0.4 * level) * (0.72 - 0.22 * depth);
    pen.fillStyle = css(amount(Math.sqrt(level), theme()));
    pen.beginPath();
    pen.arc(
      width / 2 + half * near * x,
      height / 2 - half * near * y,
      scale * near * (1.3 + 1.5 * level),
      0,
      7,
    );
    pen.fill();
  }
}
