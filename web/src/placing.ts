/** Labels that do not cover each other: the weightiest first, each at the first free place beside its point. */

export interface Wish {
  /** Where the labelled place is seen, in pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The larger, the sooner it gets its place. */
  weight: number;
  /** Kept off the place itself, for a mark that must stay visible. */
  beside?: boolean;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels that words keep from each other. */
const WORD_GAP = 3;

/** A box for each wish that has room, null for the others. */
export function place(wishes: Wish[], view: { width: number; height: number }, most: number): (Box | null)[] {
  const boxes: (Box | null)[] = wishes.map(() => null);
  const taken: Box[] = [];
  const order = wishes.map((_, k) => k).sort((a, b) => wishes[b].weight - wishes[a].weight);
  for (const k of order) {
    if (taken.length >= most) break;
    const wish = wishes[k];
    if (wish.x < 0 || wish.y < 0 || wish.x > view.width || wish.y > view.height) continue;
    const free = corners(wish)
      .map(([left, top]) => ({ left, top, right: left + wish.width, bottom: top + wish.height }))
      .find((box) => within(box, view) && !taken.some((other) => overlap(box, other)));
    if (!free) continue;
    boxes[k] = free;
    taken.push(free);
  }
  return boxes;
}

function corners({ x, y, width, height, beside }: Wish): [number, number][] {
  const [left, top] = [x - width / 2, y - height / 2];
  const gap = 6;
  const around: [number, number][] = [
    [left, y - height - gap],
    [x + gap, top],
    [left, y + gap],
    [x - width - gap, top],
    [left, y - 2 * height - gap],
    [left, y + height + gap],
  ];
  return beside ? around : [[left, top], ...around];
}

function within(box: Box, view: { width: number; height: number }): boolean {
  return box.left >= 2 && box.top >= 2 && box.right <= view.width - 2 && box.bottom <= view.height - 2;
}

export function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right + WORD_GAP &&
    b.left < a.right + WORD_GAP &&
    a.top < b.bottom + WORD_GAP &&
    b.top < a.bottom + WORD_GAP
  );
}
