/** Order statistics. */

/** The value below which a share of the sorted values lies, between two of them by their distance. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = Math.min(Math.max(share, 0), 1) * (sorted.length - 1);
  const low = Math.floor(place);
  const next = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (sorted[next] - sorted[low]) * (place - low);
}

/** Samples that are shown in colour in any case. */
const MIN_STRONG_SAMPLES = 24;
/** On language the second group of a manifold is often a third as strong as the first, the crowd a tenth. */
const STRONG_FROM = 0.25;

/** How many of the samples (strongest first) belong to the manifold plainly: a quarter as strong as its
 * typical best or more. Where most are, all are: then there is no weak crowd to tell apart. */
export function strongCount(strength: ArrayLike<number>): number {
  const n = strength.length;
  const [weakest, best] = [
    strength[n - 1],
    strength[Math.min(n - 1, Math.max(MIN_STRONG_SAMPLES >> 1, Math.floor(n * 0.002)))],
  ];
  const limit = weakest + STRONG_FROM * (best - weakest);
  let [low, high] = [0, n];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (strength[middle] >= limit) low = middle + 1;
    else high = middle;
  }
  return low > 0.6 * n || n <= 2 * MIN_STRONG_SAMPLES ? n : Math.max(low, MIN_STRONG_SAMPLES);
}
