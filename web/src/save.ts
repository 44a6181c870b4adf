/** Take the view away: PNG and SVG of what is seen, CSV of the points. */

import { css, hex } from "./colour";
import { download } from "./dom";
import type { Manifold } from "./manifold";
import { levelSurface } from "./march";
import type { Stage } from "./stage";
import { background, theme } from "./theme";

function fileName(manifold: Manifold, ending: string): string {
  return `${manifold.card.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || manifold.card.id}.${ending}`;
}

const INK = () => (theme() === "dark" ? "#c9ccd6" : "#45454d");

export function savePng(stage: Stage): void {
  stage.drawNow();
  const { canvas } = stage;
  const picture = document.createElement("canvas");
  picture.width = canvas.width;
  picture.height = canvas.height;
  const pen = picture.getContext("2d")!;
  pen.drawImage(canvas, 0, 0);
  const ratio = canvas.width / canvas.clientWidth;
  pen.scale(ratio, ratio);
  pen.fillStyle = INK();
  pen.font = "13px Inter, system-ui, sans-serif";
  for (const { text, x, y, ahead } of stage.visibleLabels()) if (ahead) pen.fillText(text, x + 4, y);
  pen.font = "600 15px Inter, system-ui, sans-serif";
  pen.fillText(stage.manifold.card.name, 16, canvas.clientHeight - 18);
  picture.toBlob((blob) => download(fileName(stage.manifold, "png"), blob!), "image/png");
}

export function saveSvg(stage: Stage, shown: number): void {
  download(fileName(stage.manifold, "svg"), new Blob([drawing(stage, shown)], { type: "image/svg+xml" }));
}

/** The view as vectors: points from far to near, the surface as one outline. */
export function drawing(stage: Stage, shown: number): string {
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  const { points, card } = stage.manifold;
  const { looks } = stage.cloud;
  const seen: { x: number; y: number; depth: number; i: number }[] = [];
  for (let i = 0; i < shown; i++) {
    const { x, y, depth } = stage.project(points, 3 * i);
    if (depth > 0 && x > -9 && x < width + 9 && y > -9 && y < height + 9) seen.push({ x, y, depth, i });
  }
  seen.sort((a, b) => b.depth - a.depth);
  const paper = background();
  const [near, far] = stage.cloud.uniforms.range.value as [number, number];
  const dots = seen.map(({ x, y, depth, i }) => {
    const at = Math.min(Math.max((depth - near) / (far - near), 0), 1);
    const fog = 1 - (1 - at * at * (3 - 2 * at) * 0.62) * (looks[4 * i + 3] & 128 ? 1 : 0.14);
    const colour = [0, 1, 2].map((k) => (looks[4 * i + k] / 255) * (1 - fog) + paper[k] * fog) as [
      number,
      number,
      number,
    ];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(stage.pointWidth(i, depth) / 2.3).toFixed(2)}" fill="${hex(colour)}"/>`;
  });
  const axes = stage
    .axisLines()
    .map(
      ([a, b, c, d]) =>
        `<line x1="${a.toFixed(1)}" y1="${b.toFixed(1)}" x2="${c.toFixed(1)}" y2="${d.toFixed(1)}"/>`,
    );
  const labels = stage
    .visibleLabels()
    .filter((l) => l.ahead)
    .map((l) => `<text x="${(l.x + 4).toFixed(1)}" y="${l.y.toFixed(1)}">${escape(l.text)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif" font-size="13">`,
    `<title>${escape(card.name)}</title>`,
    `<rect width="100%" height="100%" fill="${hex(paper)}"/>`,
    `<g stroke="${theme() === "dark" ? "#80879a" : "#808085"}">${axes.join("")}</g>`,
    `<g>${dots.join("\n")}</g>`,
    outline(stage),
    `<g fill="${INK()}">${labels.join("")}<text x="16" y="${height - 18}" font-size="15" font-weight="600">${escape(card.name)}</text></g>`,
    "</svg>",
  ].join("\n");
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
  const { points, strength, token, vocab, predicted, located } = manifold;
  const quote = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const names = [
    "x",
    "y",
    "z",
    "value",
    "token",
    ...(predicted ? ["predicted"] : []),
    ...(located ? ["document", "position", "context"] : []),
  ];
  const lines = [names.join(",")];
  for (let i = 0; i < shown; i++) {
    if (chosen && !chosen[i]) continue;
    const row = [points[3 * i], points[3 * i + 1], points[3 * i + 2], strength[i]].map((v) =>
      String(Number(v.toPrecision(7))),
    );
    row.push(quote(vocab[token[i]]));
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
