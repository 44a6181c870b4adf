/** A card's picture: the manifold's own points and words, nothing cut off; it turns under the pointer. */

import { along, amount, around, type Colour, css, hue, HUES, legible, other } from "./colour";
import { sceneText } from "./dom";
import { tellingText } from "./varying";
import { directions, fit, type Side, tellingSide } from "./framing";
import type { Card } from "./gallery";
import { spreadOut } from "./manifold";
import { type Path, pointAt, positions, vertices } from "./path";
import { place } from "./placing";
import { background, onTheme, theme } from "./theme";
import { again } from "./words";

/** The tint of a point that is drawn in grey. */
const GREY_TINT = 255;
/** As many as have a colour, and some that stand twice. */
const MAX_WORDS = 14;
/** Half of the view's height at distance one. */
const TANGENT = 0.3;
const FROM_ABOVE: Side = { azimuth: -Math.PI / 2, elevation: Math.PI / 2 - 1e-4 };

interface Picture {
  points: Float32Array;
  level: Float32Array;
  /** What colours each point, GREY_TINT for those in grey; null where the card does not say. */
  tints: Uint8Array | null;
  closed: boolean | null;
  line: number[][];
  words: { text: string; at: number[]; tint: number }[];
  side: Side;
  turns: boolean;
  /** Points that a search found, to be marked. */
  hits: number[][];
}

/** Draw when the card first comes into view, so that a gallery of hundreds opens at once. */
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        draw(target as HTMLCanvasElement, 0);
      }
    }
  },
  { rootMargin: "200px" },
);

const cards = new WeakMap<HTMLCanvasElement, Card>();
const pictures = new WeakMap<HTMLCanvasElement, Picture>();

onTheme(() => {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>("canvas.thumbnail")) seen.observe(canvas);
});

export function thumbnail(card: Card): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "thumbnail";
  canvas.setAttribute("aria-hidden", "true");
  cards.set(canvas, card);
  seen.observe(canvas);
  return canvas;
}

/** Mark places of the manifold's own space on its picture; none clears them. */
export function mark(canvas: HTMLCanvasElement, places: number[][]): void {
  const picture = pictureOf(canvas);
  const frame = cards.get(canvas)!.frame;
  if (!frame || (!places.length && !picture.hits.length)) return;
  picture.hits = places.map((at) => inFrame(at, frame));
  seen.observe(canvas);
}

/** Turn a card's picture while the pointer or the focus is on it. */
export function turnWhileOver(card: HTMLElement, canvas: HTMLCanvasElement): void {
  let angle = 0;
  let last = 0;
  let frame = 0;
  const step = (now: number) => {
    angle += Math.min(now - last, 50) * 0.0006;
    last = now;
    draw(canvas, angle);
    frame = requestAnimationFrame(step);
  };
  const go = () => {
    if (frame || !pictureOf(canvas).turns || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
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

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

function inFrame(at: number[], frame: number[]): number[] {
  return [0, 1, 2].map((axis) => ((at[axis] ?? 0) - frame[axis]) / frame[3]);
}

function pictureOf(canvas: HTMLCanvasElement): Picture {
  let picture = pictures.get(canvas);
  if (!picture) pictures.set(canvas, (picture = read(cards.get(canvas)!)));
  return picture;
}

function read(card: Card): Picture {
  const bytes = bytesOf(card.preview);
  const n = bytes.length >> 2;
  const points = new Float32Array(3 * n);
  const level = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = bytes[4 * i + axis] / 127.5 - 1;
    level[i] = bytes[4 * i + 3] / 255;
  }
  const tints = card.tints ? bytesOf(card.tints) : null;
  const own = card.axes ?? 3;
  if (own === 1) {
    const wide = spreadOut(Float32Array.from({ length: n }, (_, i) => points[3 * i]));
    for (let i = 0; i < n; i++) points[3 * i + 1] = wide[2 * i + 1];
  }
  const { frame, path } = card;
  const line = frame && path ? vertices(path).map((at) => inFrame(at, frame)) : [];
  // Ticks are in small letters; the labels write words as the text does.
  const spelling = new Map(
    (card.labels ?? []).map(({ text }) => [sceneText(text).toLowerCase(), sceneText(text)]),
  );
  const firsts = !frame
    ? []
    : path && path.ticks.length > 2
      ? path.ticks.map(({ text, t }) => ({
          text: spelling.get(sceneText(text).toLowerCase()) ?? sceneText(text),
          at: inFrame(pointAt(path, t), frame),
          tint: Math.round(254 * t),
        }))
      : (card.labels ?? []).map(({ text, at }, k) => ({
          text: tellingText(text, card.varies),
          at: inFrame(at, frame),
          tint: path ? GREY_TINT : k,
        }));
  const words = firsts.flatMap((word) => [
    word,
    ...again(card, word.text).map((at) => ({
      ...word,
      at: inFrame(at, frame!),
      // On a path the colour is the place's, not the word's.
      tint: path && word.tint !== GREY_TINT ? tintOn(path, at) : word.tint,
    })),
  ]);
  const loud: number[] = [];
  for (let i = 0; i < n; i++)
    if (!tints || tints[i] !== GREY_TINT) loud.push(...points.subarray(3 * i, 3 * i + 3));
  const telling = line.length > 4 ? line.flat() : loud.length > 12 ? loud : points;
  return {
    points,
    level,
    tints: tints?.length === n ? tints : null,
    closed: path ? path.closed : null,
    line,
    words,
    side: own < 3 ? FROM_ABOVE : tellingSide(telling),
    turns: own > 2,
    hits: [],
  };
}

/** The tint of the path where it is nearest to a place. */
function tintOn(path: Path, at: number[]): number {
  const along = new Float32Array(1);
  positions(path, Float32Array.from(at), at.length, along, 0, 1);
  return Math.round(254 * along[0]);
}

function tintColour({ closed }: Picture, tint: number): Colour {
  if (closed === null) return tint < HUES ? hue(tint, theme()) : other(theme());
  return closed ? around(tint / 254, theme()) : along(tint / 254, theme());
}

function draw(canvas: HTMLCanvasElement, angle: number): void {
  const picture = pictureOf(canvas);
  const { points, level, tints, words } = picture;
  const scale = Math.min(devicePixelRatio, 2);
  const [width, height] = [canvas.clientWidth || 300, canvas.clientHeight || 220];
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d")!;
  pen.scale(scale, scale);
  const side = { ...picture.side, azimuth: picture.side.azimuth + angle };
  const [right, up, eye] = directions(side);
  const tall = TANGENT * 0.86;
  const tangent = { wide: (tall * width) / height, tall };
  const all = [...points, ...picture.line.flat(), ...words.flatMap(({ at }) => at)];
  // Turning, the picture must not breathe: it takes the distance that all sides need.
  const { target, distance } = fit(all, side, tangent);
  const far = angle ? Math.max(distance, reach(picture, all, tangent)) : distance;
  const project = (at: ArrayLike<number>, offset = 0) => {
    const [x, y, z] = [at[offset] - target[0], at[offset + 1] - target[1], at[offset + 2] - target[2]];
    const along = (v: number[]) => v[0] * x + v[1] * y + v[2] * z;
    const near = height / 2 / TANGENT / (far - along(eye));
    return { x: width / 2 + along(right) * near, y: height / 2 - along(up) * near, depth: -along(eye) };
  };
  const order = Array.from(level, (_, i) => ({ i, ...project(points, 3 * i) }));
  const loud = (i: number) => Number(!tints || tints[i] !== GREY_TINT);
  order.sort((a, b) => loud(a.i) - loud(b.i) || b.depth - a.depth);
  for (const { i, x, y, depth } of order) {
    const quiet = !loud(i);
    pen.globalAlpha = quiet ? 0.45 : Math.min(1, 0.95 - 0.22 * depth);
    pen.fillStyle = css(
      quiet ? other(theme()) : tints ? tintColour(picture, tints[i]) : amount(Math.sqrt(level[i]), theme()),
    );
    dot(pen, x, y, quiet ? 1.1 : 1.5 + 1.3 * level[i]);
  }
  pen.globalAlpha = 1;
  if (picture.line.length) {
    pen.lineJoin = "round";
    for (const [colour, wide] of [
      [css(background()), 4],
      [theme() === "dark" ? "#c9ccd6" : "#45454d", 1.4],
    ] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.beginPath();
      for (const vertex of picture.line) {
        const { x, y } = project(vertex);
        pen.lineTo(x, y);
      }
      pen.stroke();
    }
  }
  for (const at of picture.hits) {
    const { x, y } = project(at);
    pen.strokeStyle = css(background());
    pen.fillStyle = theme() === "dark" ? "#ff9b7d" : "#a3315f";
    pen.lineWidth = 1;
    dot(pen, x, y, 3.4);
    pen.stroke();
  }
  drawWords(pen, picture, project, width, height);
}

function drawWords(
  pen: CanvasRenderingContext2D,
  picture: Picture,
  project: (at: number[]) => { x: number; y: number },
  width: number,
  height: number,
): void {
  pen.font = '600 12px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  const wishes = picture.words.map(({ text, at }, k) => ({
    ...project(at),
    width: pen.measureText(text).width + 4,
    height: 15,
    weight: -k,
    // A group is as small as its word here: the word would hide it.
    beside: true,
  }));
  place(wishes, { width, height }, MAX_WORDS).forEach((box, k) => {
    if (!box) return;
    const { text, tint } = picture.words[k];
    const [x, y] = [box.left + 2, (box.top + box.bottom) / 2];
    pen.strokeStyle = css(background());
    pen.lineWidth = 3.5;
    pen.strokeText(text, x, y);
    pen.fillStyle = css(legible(tint === GREY_TINT ? other(theme()) : tintColour(picture, tint), theme()));
    pen.fillText(text, x, y);
  });
}

function dot(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fill();
}

const reaches = new WeakMap<Picture, number>();

/** The distance from which the picture fits from any side. */
function reach(picture: Picture, all: number[], tangent: { wide: number; tall: number }): number {
  let most = reaches.get(picture);
  if (most === undefined) {
    const sides = Array.from({ length: 12 }, (_, k) => ({
      ...picture.side,
      azimuth: picture.side.azimuth + (k * Math.PI) / 6,
    }));
    most = Math.max(...sides.map((side) => fit(all, side, tangent).distance));
    reaches.set(picture, most);
  }
  return most;
}
