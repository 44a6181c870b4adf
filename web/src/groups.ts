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
  let squares = 0;
  for (let axis = 0; axis < k; axis++) {
    let [sum, square] = [0, 0];
    for (let i = axis; i < samples * k; i += k) {
      sum += coordinates[i];
      square += coordinates[i] ** 2;
    }
    squares += square / samples - (sum / samples) ** 2;
  }
  return Math.sqrt(squares);
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
  const at = seen.map((i) => Array.from(coordinates.subarray(k * i, k * i + k)));
  const within = (place: number[], reach: number) =>
    at.reduce((all, other) => all + Number(distance(other, place) < reach * wide), 0);
  const away = (own: number[], place: number[]) => distance(own, place) >= NEAR * wide;
  const between = (own: number[], place: number[], part: number) =>
    within(
      own.map((v, axis) => v + part * ((place[axis] ?? 0) - v)),
      TOGETHER,
    );
  const least = Math.max(MIN_SAMPLES, MIN_SHARE * seen.length);
  const crowded = at
    .map((own, order) => ({ own, sample: seen[order] }))
    .filter(({ own }) => places.every((place) => away(own, place)))
    .map((one) => ({ ...one, size: within(one.own, TOGETHER) }))
    .filter(({ size }) => size >= least)
    .sort((a, b) => b.size - a.size);
  const found: number[] = [];
  const taken = [...places];
  for (const { own, sample, size } of crowded) {
    if (found.length === MAX_GROUPS) break;
    const apart = taken.every(
      (place) =>
        away(own, place) && [0.25, 0.5, 0.75].some((part) => between(own, place, part) < MAX_BETWEEN * size),
    );
    if (!apart) continue;
    found.push(sample);
    taken.push(own);
  }
  return found;
}

function distance(a: number[], b: number[]): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += (a[axis] - (b[axis] ?? 0)) ** 2;
  return Math.sqrt(sum);
}
