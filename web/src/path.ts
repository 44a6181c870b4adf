/** The path through a manifold, or the chart of a surface: where their lines run, and how far along it each sample stands. */

export interface Tick {
  text: string;
  /** A share of the path's length, from 0 at the beginning to 1 at the end. */
  t: number;
}

export interface Path {
  closed: boolean;
  /** Vertices in the manifold's own space. */
  at: number[][];
  ticks: Tick[];
}

export interface Chart {
  /** Places at even steps of two coordinates, one row for each step of the first. */
  at: number[][][];
}

/** The lines of a chart along which one of its two coordinates stays. */
export function chartLines({ at }: Chart): number[][][] {
  return [...at, ...at[0].map((_, column) => at.map((row) => row[column]))];
}

/** The vertices; those of a closed path end where they begin. */
export function vertices({ closed, at }: Path): number[][] {
  const last = at[at.length - 1];
  return closed && at[0].some((v, axis) => Math.abs(v - last[axis]) > 1e-9) ? [...at, at[0]] : at;
}

/** The length of the path up to each vertex. */
function lengths(line: number[][]): number[] {
  const out = [0];
  for (let s = 1; s < line.length; s++)
    out.push(out[s - 1] + Math.hypot(...line[s].map((v, axis) => v - line[s - 1][axis])));
  return out;
}

export function pointAt(path: Path, t: number): number[] {
  const line = vertices(path);
  const length = lengths(line);
  const wanted = Math.min(Math.max(t, 0), 1) * length[length.length - 1];
  let s = 0;
  while (s < line.length - 2 && length[s + 1] < wanted) s++;
  const part = (wanted - length[s]) / (length[s + 1] - length[s] || 1);
  return line[s].map((v, axis) => v + (line[s + 1][axis] - v) * part);
}

/** For points `from` to `to` the share of the path's length at the place that each is nearest to. */
export function positions(
  path: Path,
  coordinates: Float32Array,
  k: number,
  out: Float32Array,
  from: number,
  to: number,
): void {
  const line = vertices(path);
  const length = lengths(line);
  const whole = length[length.length - 1] || 1;
  const width = Math.min(k, line[0].length);
  const pieces = line.length - 1;
  const start = new Float64Array(pieces * width);
  const step = new Float64Array(pieces * width);
  for (let s = 0; s < pieces; s++) {
    for (let axis = 0; axis < width; axis++) {
      start[s * width + axis] = line[s][axis];
      step[s * width + axis] = line[s + 1][axis] - line[s][axis];
    }
  }
  for (let i = from; i < to; i++) {
    let [nearest, best] = [Infinity, 0];
    for (let s = 0; s < pieces; s++) {
      const long = length[s + 1] - length[s];
      let dot = 0;
      for (let axis = 0; axis < width; axis++)
        dot += (coordinates[i * k + axis] - start[s * width + axis]) * step[s * width + axis];
      const part = long > 0 ? Math.min(Math.max(dot / (long * long), 0), 1) : 0;
      let gap = 0;
      for (let axis = 0; axis < width; axis++) {
        const d = coordinates[i * k + axis] - start[s * width + axis] - part * step[s * width + axis];
        gap += d * d;
      }
      if (gap < nearest) {
        nearest = gap;
        best = (length[s] + part * long) / whole;
      }
    }
    out[i] = best;
  }
}
