/** A camera that circles a target: mouse, touch and keys, with a soft stop. */

export interface View {
  azimuth: number;
  elevation: number;
  distance: number;
  target: [number, number, number];
}

/** Time in which the view comes closer to its goal by a factor of e. */
const EASING_MILLISECONDS = 70;
/** Just below the pole, where the azimuth would have no meaning. */
const MAX_ELEVATION = Math.PI / 2 - 0.01;

export class Orbit {
  readonly now: View;
  private readonly goal: View;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Off while another tool draws on the view. */
  enabled = true;
  /** A flat view is moved, not turned. */
  flat = false;
  private placed = false;

  constructor(
    private readonly surface: HTMLElement,
    private home: View,
    private readonly changed: () => void,
  ) {
    this.now = structuredClone(home);
    this.goal = structuredClone(home);
    surface.addEventListener("pointerdown", (event) => this.down(event));
    surface.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      surface.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    }
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get dragging(): boolean {
    return this.fingers.size > 0;
  }

  set(view: View, jump = false): void {
    this.placed = true;
    Object.assign(this.goal, structuredClone(view));
    if (jump) Object.assign(this.now, structuredClone(view));
    this.changed();
  }

  /** Start here, unless an address has already said where. */
  begin(home: View): void {
    const placed = this.placed;
    this.home = home;
    if (!placed) this.set(home, true);
    this.placed = false;
  }

  /** Another first view, as after the window changed; who has not moved yet goes along. */
  rehome(home: View): void {
    const there = this.atHome;
    this.home = home;
    if (there) this.set(home, true);
  }

  get atHome(): boolean {
    const { home, goal } = this;
    return (
      home.azimuth === goal.azimuth &&
      home.elevation === goal.elevation &&
      home.distance === goal.distance &&
      home.target.every((v, k) => v === goal.target[k])
    );
  }

  reset(): void {
    const turns = Math.round((this.goal.azimuth - this.home.azimuth) / (2 * Math.PI));
    this.set({ ...this.home, azimuth: this.home.azimuth + 2 * Math.PI * turns });
  }

  get first(): View {
    return this.home;
  }

  get aim(): View {
    return this.goal;
  }

  turn(azimuth: number, elevation: number): void {
    if (this.flat) return;
    this.goal.azimuth += azimuth;
    this.goal.elevation = Math.min(MAX_ELEVATION, Math.max(-MAX_ELEVATION, this.goal.elevation + elevation));
    this.changed();
  }

  zoom(factor: number): void {
    this.goal.distance = Math.min(60, Math.max(0.05, this.goal.distance * factor));
    this.changed();
  }

  /** Move the target across the view, by fractions of its height. */
  pan(right: number, up: number): void {
    const { azimuth: a, elevation: e } = this.goal;
    const reach = this.goal.distance * 0.63;
    const [x, y] = [right * reach, up * reach];
    this.goal.target[0] += -Math.sin(a) * x - Math.cos(a) * Math.sin(e) * y;
    this.goal.target[1] += Math.cos(a) * x - Math.sin(a) * Math.sin(e) * y;
    this.goal.target[2] += Math.cos(e) * y;
    this.changed();
  }

  /** Come closer to the goal; true while there is some way to go. */
  step(milliseconds: number): boolean {
    const mix = this.still.matches ? 1 : 1 - Math.exp(-milliseconds / EASING_MILLISECONDS);
    let rest = 0;
    const ease = (from: number, to: number) => {
      rest = Math.max(rest, Math.abs(to - from));
      return from + (to - from) * mix;
    };
    const { now, goal } = this;
    now.azimuth = ease(now.azimuth, goal.azimuth);
    now.elevation = ease(now.elevation, goal.elevation);
    now.distance = ease(now.distance, goal.distance);
    for (let k = 0; k < 3; k++) now.target[k] = ease(now.target[k], goal.target[k]);
    if (rest > 4e-4) return true;
    Object.assign(now, structuredClone(goal));
    return false;
  }

  private down(event: PointerEvent): void {
    if (!this.enabled) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.surface.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const { width, height } = this.surface.getBoundingClientRect();
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    if (this.fingers.size === 1) {
      if (this.flat || event.buttons & 6 || event.ctrlKey || event.metaKey)
        this.pan(-dx / height, dy / height);
      else this.turn((-dx / Math.min(width, height)) * 4, (dy / height) * 3);
    } else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0 && after > 0) this.zoom(before / after);
      this.pan(-dx / height / 2, dy / height / 2);
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * lines)) * 0.0015));
  }
}
