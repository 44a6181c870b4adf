/** Where samples of one word form a group of their own, away from the places that already carry the word. */

/** Samples of a word, taken evenly, that are compared with each other. */
const MAX_COMPARED = 300;
/** Closer to a place than this, in parts of the samples' spread, the word there stands for a sample. */
const NEAR = 0.6;
/** Samples this close to each other, in the same parts, are one group. */
const TOGETHER = 0.3;
/** A group has at least this share of the word's samples, */
const MIN_SHARE = 0.1;
/** and at least so many of those compared, */
const MIN_SAMPLES = 10;
/** and on the way from it to each place are stretches with less than this share of its samples. */
const MAX_BETWEEN = 0.5;
/** More words of one kind would say nothing new. */
const MAX_GROUPS = 2;

interface Cloud {
  coordinates: Float32Array;
  k: number;
}

/** The root mean square distance of the first samples from their middle. */
export function spread({ coordinates, k }: Cloud, samples: number): number {
  const [sum, squares] = [new Float64Array(k), new Float64Array(k)];
  for (let i = 0; i < samples * k; i++) {
    sum[i % k] += coordinates[i];
    squares[i % k] += coordinates[i] ** 2;
  }
  return Math.sqrt(sum.reduce((all, s, axis) => all + squares[axis] / samples - (s / samples) ** 2, 0));
}

/** The sample in the middle of each group, the largest group first. */
export function groupsApart(
  { coordinates, k }: Cloud,
  samples: number[],
  places: number[][],
  wide: number,
): number[] {
  const every = Math.ceil(samples.length / MAX_COMPARED);
  const seen = samples.filter((_, order) => order % every === 0);
  const at = (i: number) => coordinates.subarray(k * i, k * i + k);
  const within = (place: ArrayLike<number>, reach: number) =>
    seen.reduce((all, i) => all + Number(distance(at(i), place) < reach * wide), 0);
  const least = Math.max(MIN_SAMPLES, MIN_SHARE * seen.length);
  const found: number[] = [];
  const taken = [...places];
  const around = new Map<number, number>();
  for (const i of seen) {
    const size = taken.some((place) => distance(at(i), place) < NEAR * wide) ? 0 : within(at(i), TOGETHER);
    if (size >= least) around.set(i, size);
  }
  for (const [i, size] of [...around].sort((a, b) => b[1] - a[1])) {
    if (found.length === MAX_GROUPS) break;
    const apart = taken.every(
      (place) =>
        distance(at(i), place) >= NEAR * wide &&
        [0.25, 0.5, 0.75].some(
          (part) =>
            within(
              at(i).map((v, axis) => v + part * ((place[axis] ?? 0) - v)),
              TOGETHER,
            ) <
            MAX_BETWEEN * size,
        ),
    );
    if (!apart) continue;
    found.push(i);
    taken.push([...at(i)]);
  }
  return found;
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += (a[axis] - (b[axis] ?? 0)) ** 2;
  return Math.sqrt(sum);
}
