/** Take the view away: PNG and SVG of what is seen, CSV of the points. */

import { type Colour, css, hex, other } from "./colour";
import { download } from "./dom";
import type { Manifold } from "./manifold";
import { levelSurface } from "./march";
import { type Overlay, PLATE, type Shown } from "./overlay";
import type { Stage } from "./stage";
import { background, theme } from "./theme";

function fileName(manifold: Manifold, ending: string): string {
  return `${manifold.card.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || manifold.card.id}.${ending}`;
}

const INK = () => (theme() === "dark" ? "#c9ccd6" : "#45454d");

/** The lines of a chart are fainter than a path. */
const CHART_OPACITY = 0.5;

/** Everything that is seen: the canvas, the path and the words. */
export interface View {
  stage: Stage;
  overlay: Overlay;
}

export function savePng({ stage, overlay }: View): void {
  stage.drawNow();
  const { canvas } = stage;
  const picture = document.createElement("canvas");
  picture.width = canvas.width;
  picture.height = canvas.height;
  const pen = picture.getContext("2d")!;
  pen.drawImage(canvas, 0, 0);
  const ratio = canvas.width / canvas.clientWidth;
  pen.scale(ratio, ratio);
  pen.strokeStyle = INK();
  pen.globalAlpha = CHART_OPACITY;
  pen.stroke(new Path2D(overlay.chartData()));
  pen.globalAlpha = 1;
  const path = new Path2D(overlay.pathData());
  pen.lineJoin = "round";
  for (const [colour, width] of [
    [hex(background()), 5],
    [INK(), 2],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(path);
  }
  pen.lineWidth = 1.8;
  for (const { x, y, radius, colour, edge } of overlay.markPlaces()) {
    pen.fillStyle = hex(colour);
    pen.strokeStyle = hex(edge);
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
    pen.stroke();
  }
  pen.textBaseline = "middle";
  pen.strokeStyle = hex(background());
  pen.lineWidth = 3;
  for (const { text, x, y, width, size, strong, opacity, colour } of overlay.shown) {
    if (strong) {
      pen.globalAlpha = opacity * PLATE.opacity;
      pen.fillStyle = hex(background());
      pen.beginPath();
      pen.roundRect(x - PLATE.past, y - PLATE.tall / 2, width + 2 * PLATE.past, PLATE.tall, PLATE.round);
      pen.fill();
    }
    pen.globalAlpha = opacity;
    pen.font = `${strong ? 600 : 400} ${size}px Inter, system-ui, sans-serif`;
    pen.fillStyle = hex(colour);
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
  }
  pen.globalAlpha = 1;
  pen.fillStyle = INK();
  pen.font = "600 15px Inter, system-ui, sans-serif";
  pen.fillText(stage.manifold.card.name, 16, canvas.clientHeight - 18);
  picture.toBlob((blob) => download(fileName(stage.manifold, "png"), blob!), "image/png");
}

export function saveSvg(view: View, shown: number): void {
  const { manifold } = view.stage;
  download(fileName(manifold, "svg"), new Blob([drawing(view, shown)], { type: "image/svg+xml" }));
}

/** The view as vectors: points from far to near, the surface as one outline. */
export function drawing({ stage, overlay }: View, shown: number): string {
  stage.drawNow();
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  const { points } = stage;
  const { card } = stage.manifold;
  const { looks } = stage.cloud;
  const seen: { x: number; y: number; depth: number; i: number }[] = [];
  for (let i = 0; i < shown; i++) {
    const { x, y, depth } = stage.project(points, 3 * i);
    if (depth > 0 && x > -9 && x < width + 9 && y > -9 && y < height + 9) seen.push({ x, y, depth, i });
  }
  // The quiet ones are the background, as on the screen.
  const loudness = (i: number) => looks[4 * i + 3] & 128;
  seen.sort((a, b) => loudness(a.i) - loudness(b.i) || b.depth - a.depth);
  const paper = background();
  const [near, far] = stage.cloud.uniforms.range.value as [number, number];
  const quiet = seen.filter(({ i }) => !loudness(i)).length;
  const dots = seen.map(({ x, y, depth, i }) => {
    const at = Math.min(Math.max((depth - near) / (far - near), 0), 1);
    const loud = loudness(i);
    const fog = 1 - (1 - at * at * (3 - 2 * at) * 0.62) * (loud ? 1 : 0.62);
    const own = loud ? [0, 1, 2].map((k) => looks[4 * i + k] / 255) : other(theme());
    const colour = own.map((v, k) => v * (1 - fog) + paper[k] * fog) as Colour;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(stage.pointWidth(i, depth) / 2.3).toFixed(2)}" fill="${hex(colour)}"/>`;
  });
  const axes = stage
    .axisLines()
    .map(
      ([a, b, c, d]) =>
        `<line x1="${a.toFixed(1)}" y1="${b.toFixed(1)}" x2="${c.toFixed(1)}" y2="${d.toFixed(1)}"/>`,
    );
  const plate = ({ x, y, width, strong, opacity }: Shown) =>
    strong
      ? `<rect x="${(x - PLATE.past).toFixed(1)}" y="${(y - PLATE.tall / 2).toFixed(1)}" width="${(width + 2 * PLATE.past).toFixed(1)}" height="${PLATE.tall}" rx="${PLATE.round}" fill="${hex(paper)}" fill-opacity="${(opacity * PLATE.opacity).toFixed(2)}"/>`
      : "";
  const labels = overlay.shown.map((label) => {
    const { text, x, y, size, strong, opacity, colour } = label;
    return `${plate(label)}<text x="${x.toFixed(1)}" y="${(y + size * 0.35).toFixed(1)}" font-size="${size}" font-weight="${strong ? 600 : 400}" fill="${hex(colour)}" fill-opacity="${opacity.toFixed(2)}" stroke="${hex(paper)}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${escape(text)}</text>`;
  });
  const path = overlay.pathData();
  const chart = overlay.chartData();
  const line = (colour: string, wide: number) =>
    path &&
    `<path fill="none" stroke="${colour}" stroke-width="${wide}" stroke-linejoin="round" d="${path}"/>`;
  const marks = overlay
    .markPlaces()
    .map(
      ({ x, y, radius, colour, edge }) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${hex(colour)}" stroke="${hex(edge)}" stroke-width="1.8"/>`,
    );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif" font-size="13">`,
    `<title>${escape(card.name)}</title>`,
    `<rect width="100%" height="100%" fill="${hex(paper)}"/>`,
    `<g class="points" fill-opacity="0.5">${dots.slice(0, quiet).join("\n")}</g>`,
    `<g stroke="${theme() === "dark" ? "#6b7382" : "#99999c"}">${axes.join("")}</g>`,
    `<g class="points">${dots.slice(quiet).join("\n")}</g>`,
    outline(stage),
    chart &&
      `<path class="chart" fill="none" stroke="${INK()}" stroke-opacity="${CHART_OPACITY}" d="${chart}"/>`,
    `<g class="path">${line(hex(paper), 5)}${line(INK(), 2)}</g>`,
    `<g class="marks">${marks.join("\n")}</g>`,
    `<g class="words">${labels.join("\n")}</g>`,
    `<g fill="${INK()}"><text x="16" y="${height - 18}" font-size="15" font-weight="600">${escape(card.name)}</text></g>`,
    "</svg>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** The surface's silhouette: its triangles turned one way round fill one shape. */
function outline(stage: Stage): string {
  if (!stage.surface?.object.visible) return "";
  const { form, level, centre, radius } = stage.surface;
  const { corners, triangles } = levelSurface(form, level, centre, radius * 0.8, 40);
  const path: string[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const seen = [0, 1, 2].map((o) => stage.project(corners, 3 * triangles[k + o]));
    if (seen.some(({ depth }) => depth <= 0)) continue;
    const [a, b, c] = seen;
    const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const ordered = turn < 0 ? [a, c, b] : [a, b, c];
    path.push(`M${ordered.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
  }
  return path.length
    ? `<path fill="${css(theme() === "dark" ? [0.72, 0.79, 0.95] : [0.28, 0.3, 0.5])}" fill-opacity="0.12" d="${path.join("")}"/>`
    : "";
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** The shown points, or the selected of them, as a table that `quadric explore` opens again. */
export function saveCsv(manifold: Manifold, shown: number, chosen: Uint8Array | null): void {
  download(fileName(manifold, "csv"), new Blob([table(manifold, shown, chosen)], { type: "text/csv" }));
}

export function table(manifold: Manifold, shown: number, chosen: Uint8Array | null): string {
  const { coordinates, k, strength, token, vocab, predicted, located } = manifold;
  const along = manifold.along();
  const quote = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const axes = k > 3 ? Array.from({ length: k }, (_, axis) => `axis${axis + 1}`) : [];
  const names = [
    "x",
    "y",
    "z",
    ...axes.slice(3),
    "value",
    "token",
    ...(along ? ["along"] : []),
    ...(predicted ? ["predicted"] : []),
    ...(located ? ["document", "position", "context"] : []),
  ];
  const lines = [names.join(",")];
  const number = (v: number) => String(Number(v.toPrecision(7)));
  for (const i of taken(manifold, shown, chosen)) {
    const own = Array.from(coordinates.subarray(k * i, k * i + k));
    const row = [...own, ...(k < 3 ? [0] : []), strength[i]].map(number);
    row.push(quote(vocab[token[i]]));
    if (along) row.push(number(along[i]));
    if (predicted) row.push(quote(vocab[predicted[i]]));
    if (located) {
      const { document, position } = manifold.place(i);
      const { before, token: own, after } = manifold.context(i);
      row.push(String(document), String(position), quote(before + own + after));
    }
    lines.push(row.join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** The strongest points, or the selected ones. */
function taken(manifold: Manifold, shown: number, chosen: Uint8Array | null): number[] {
  return Array.from({ length: manifold.n }, (_, i) => i).filter((i) => (chosen ? chosen[i] : i < shown));
}

export function saveJson(manifold: Manifold, shown: number, chosen: Uint8Array | null, name: string): void {
  const text = JSON.stringify(record(manifold, shown, chosen, name), null, 1);
  download(fileName(manifold, "json"), new Blob([text], { type: "application/json" }));
}

/** The points with their tokens and contexts, as an object. */
export function record(manifold: Manifold, shown: number, chosen: Uint8Array | null, name: string) {
  const { card, coordinates, k, strength, vocab, token, predicted, located } = manifold;
  const along = manifold.along();
  return {
    manifold: card.name,
    shape: card.shape,
    ...(name ? { selection: name } : {}),
    samples: taken(manifold, shown, chosen).map((i) => ({
      token: vocab[token[i]],
      strength: strength[i],
      coordinates: Array.from(coordinates.subarray(k * i, k * i + k)),
      ...(along ? { along: along[i] } : {}),
      ...(predicted ? { predicted: vocab[predicted[i]] } : {}),
      ...(located ? { ...manifold.place(i), context: manifold.context(i) } : {}),
    })),
  };
}
