/** Perceptually uniform colours: maps for amounts, evenly spaced hues for tokens. */

import type { Theme } from "./theme";

export type Colour = [number, number, number];

/** Magma, from matplotlib (CC0), at seventeen even steps. */
const MAGMA =
  "000004 0a0822 1d1147 36106b 51127c 6a1c81 832681 9c2e7f b73779 d0416f e75263 f56b5c fc8961 fea772 fec488 fde2a3 fcfdbf".split(
    " ",
  );

/** Viridis, from matplotlib (CC0), at seventeen even steps. */
const VIRIDIS =
  "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725".split(
    " ",
  );

function sample(table: string[], at: number): Colour {
  const place = Math.min(Math.max(at, 0), 1) * (table.length - 1);
  const low = Math.min(Math.floor(place), table.length - 2);
  const mix = place - low;
  const [a, b] = [parse(table[low]), parse(table[low + 1])];
  return [0, 1, 2].map((k) => a[k] + (b[k] - a[k]) * mix) as Colour;
}

function parse(hex: string): Colour {
  return [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255) as Colour;
}

/** An amount from 0 to 1. Much stands out from the page and little recedes, in both themes. */
export function amount(at: number, theme: Theme): Colour {
  return theme === "dark" ? sample(MAGMA, 0.22 + 0.76 * at) : sample(MAGMA, 0.86 - 0.76 * at);
}

/** A place along something that has no more or less of it. */
export function along(at: number, theme: Theme): Colour {
  return theme === "dark" ? sample(VIRIDIS, 0.12 + 0.88 * at) : sample(VIRIDIS, 0.92 * at);
}

/** A place on something that ends where it begins. */
export function around(at: number, theme: Theme): Colour {
  return oklch(theme === "dark" ? 0.76 : 0.6, theme === "dark" ? 0.13 : 0.15, at * 2 * Math.PI + 0.5);
}

/** A colour as text: closer to the ink, so that it can be read. */
export function legible([r, g, b]: Colour, theme: Theme): Colour {
  const ink: Colour = theme === "dark" ? [0.93, 0.93, 0.92] : [0.08, 0.08, 0.1];
  return [r, g, b].map((v, k) => 0.45 * v + 0.55 * ink[k]) as Colour;
}

export const HUES = 12;

/** One of twelve hues of the same lightness (OKLCH), neighbours in the list far apart. */
export function hue(index: number, theme: Theme): Colour {
  const angle = (((index * 5) % HUES) / HUES) * 2 * Math.PI + 0.5;
  return oklch(theme === "dark" ? 0.78 : 0.6, theme === "dark" ? 0.13 : 0.15, angle);
}

export function other(theme: Theme): Colour {
  return theme === "dark" ? [0.32, 0.34, 0.39] : [0.76, 0.76, 0.76];
}

/** What stands out from the page and from every hue. */
export function ink(theme: Theme): Colour {
  return theme === "dark" ? [0.96, 0.96, 0.95] : [0.06, 0.06, 0.08];
}

function oklch(lightness: number, chroma: number, angle: number): Colour {
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((v) => {
    const inside = Math.min(Math.max(v, 0), 1);
    return inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
  }) as Colour;
}

export function css([r, g, b]: Colour): string {
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
}

export function hex(colour: Colour): string {
  return `#${colour
    .map((v) =>
      Math.round(v * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

export function gradient(map: (at: number) => Colour): string {
  const stops = Array.from({ length: 12 }, (_, i) => css(map(i / 11)));
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}
