/** The 3D view: points, axes and surface before one camera, drawn only when something changed. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineSegments,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { type Colour, other } from "./colour";
import { h } from "./dom";
import { eigen } from "./eigen";
import { extent } from "./extent";
import { type Frame, restrict, see, seeAll } from "./frame";
import { fit, type Side, tellingSide } from "./framing";
import type { Form, Manifold } from "./manifold";
import { Orbit, type View } from "./orbit";
import { Cloud, heft } from "./points";
import { quantile } from "./quantile";
import { Surface } from "./surface";
import { background, theme } from "./theme";

/** The camera's vertical field of view. */
const VIEW_DEGREES = 35;
/** Points of the first frame, which is there at once; the next one has all. */
const FIRST_FRAME_POINTS = 8192;

/** Of the half view, how much the points may fill: labels need room around them. */
const MAX_FILLED = 0.84;

/** Points, evenly from the strong ones, that the first view is chosen by. */
const FRAMING_POINTS = 4000;

/** Of the points' reach along an axis, how much must lie on either side of the origin for a cross there. */
const MIN_AROUND = 0.05;
/** Axes are so much shorter than the points' reach along them, or their ends would leave the picture. */
const AXIS_LENGTH = 0.8;

export interface AxisEnd {
  text: string;
  at: number[];
}

export class Stage {
  readonly canvas = h("canvas", { class: "stage", tabindex: 0 });
  readonly camera = new PerspectiveCamera(VIEW_DEGREES, 1, 0.01, 200);
  readonly cloud: Cloud;
  readonly orbit: Orbit;
  /** The scene's length of one unit of the manifold's own space. */
  readonly scale: number;
  readonly radius: number;
  /** The points as they are seen now, three numbers each. */
  points: Float32Array;
  surface: Surface | null = null;
  private whole: Form | undefined;
  ends: AxisEnd[] = [];
  /** Places that the first view must hold as well: those of a typed sentence. */
  private guests: number[][] = [];
  /** How long the last frame took to issue, in milliseconds. */
  spent = 0;
  private readonly centre: number[];
  private readonly scene = new Scene();
  private readonly world = new Group();
  private readonly renderer: WebGLRenderer;
  private readonly axes: LineSegments<BufferGeometry, ShaderMaterial>;
  private readonly listeners = new Set<() => void>();
  private readonly watch = new ResizeObserver(() => this.resize());
  private frame = 0;
  /** Nothing is drawn before the page has given the canvas its place. */
  private sized = false;
  private last = 0;
  private shown: number;
  /** The part of the shown points that is drawn in motion, where a machine is slow: the strongest. */
  private detail = 1;
  /** Whether something is on the screen already; until then a few points are better than none. */
  private begun = false;

  constructor(
    readonly manifold: Manifold,
    public view: Frame,
    /** How many of the strongest must be in the first view, and places besides. */
    private readonly strong: () => number,
    private readonly landmarks: () => number[][],
  ) {
    const { centre, radius } = extent(manifold);
    this.centre = centre;
    this.radius = radius;
    this.shown = manifold.n;
    this.scale = 1 / radius;
    this.points = seeAll(view, manifold.coordinates);
    this.cloud = new Cloud(this.points, manifold.strength);
    // Asked for before the first frame, which would look at all points for it.
    this.cloud.object.geometry.boundingSphere = new Sphere(new Vector3(...see(view, centre)), radius);
    this.axes = new LineSegments(new BufferGeometry(), axisMaterial());
    this.world.scale.setScalar(this.scale);
    this.world.add(this.cloud.object, this.axes);
    this.scene.add(this.world);
    this.renderer = new WebGLRenderer({ canvas: this.canvas });
    // Finer pixels smooth every edge, and cost less than smoothing does.
    const ratio = Math.min(devicePixelRatio, 2);
    this.renderer.setPixelRatio(slow(this.renderer.getContext()) ? ratio : Math.max(1.5, ratio));
    const start: View = { azimuth: -0.75, elevation: 0.42, distance: 4.4, target: [0, 0, 0] };
    this.orbit = new Orbit(this.canvas, start, () => this.draw());
    this.drawSurface(false);
    this.retheme();
    this.watch.observe(this.canvas);
  }

  /** Show other directions; `passing` while they turn, when only the points and words follow. */
  look(view: Frame, passing = false): void {
    this.view = view;
    this.points = seeAll(view, this.manifold.coordinates);
    this.cloud.move(this.points);
    if (passing) {
      this.axes.visible = false;
      this.ends = [];
      if (this.surface) this.surface.object.visible = false;
    } else {
      this.axes.visible = true;
      this.drawSurface(this.surface?.object.visible ?? false);
    }
    this.draw();
  }

  /** Whether the shown directions are two: then the view does not turn. */
  get flat(): boolean {
    const { k, rows } = this.view;
    return rows.subarray(2 * k, 3 * k).every((v) => v === 0);
  }

  /** Draw the form, where there is one, or leave it out; the axes are its own as long as it is drawn. */
  drawSurface(on: boolean, whole = this.whole): void {
    this.whole = whole;
    const level = this.surface?.level;
    if (this.surface) {
      this.world.remove(this.surface.object);
      this.surface.dispose();
      this.surface = null;
    }
    const axes = whole?.matrix.length ?? 0;
    const known = [0, 1, 2].every((row) =>
      this.view.rows.subarray(row * this.view.k + axes, (row + 1) * this.view.k).every((v) => v === 0),
    );
    if (whole && !this.flat && known) {
      const form: Form = {
        matrix: restrict(this.view, whole.matrix),
        linear: see(this.view, whole.linear),
        constant: whole.constant,
      };
      this.surface = new Surface(form, see(this.view, this.centre), this.radius * 1.55);
      this.surface.object.visible = on;
      this.surface.paint(ink());
      this.world.add(this.surface.object);
      if (level !== undefined && Number.isFinite(level)) this.surface.set(level);
    }
    this.drawAxes(on);
  }

  /** The first view: from the most telling side, at a distance at which nothing of interest is cut off. */
  home(): View {
    const { marks, strong } = this.subject();
    return this.from(this.flat ? FROM_ABOVE : tellingSide(marks.length > 12 ? marks : strong));
  }

  /** The view from a side, at a distance at which nothing of interest is cut off. */
  from(side: Side): View {
    const { marks, strong } = this.subject();
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * MAX_FILLED;
    const tangent = { wide: tall * this.camera.aspect, tall };
    // A few far ones aside, where there are many.
    const share = strong.length > 1500 ? 0.997 : 1;
    const must = [...marks, ...this.guests.flatMap((at) => this.inScene(at))];
    return { azimuth: side.azimuth, elevation: side.elevation, ...fit(strong, side, tangent, share, must) };
  }

  /** What a view is chosen by, in the scene: words and the path, and strong points evenly. */
  private subject(): { marks: number[]; strong: number[] } {
    // A line is shown with all that lies on it.
    const count = this.manifold.own === 1 ? this.manifold.n : this.strong();
    const step = Math.max(1, Math.floor(count / FRAMING_POINTS));
    const strong: number[] = [];
    for (let i = 0; i < count; i += step)
      for (let axis = 0; axis < 3; axis++) strong.push(this.points[3 * i + axis] * this.scale);
    return { marks: this.landmarks().flatMap((at) => this.inScene(at)), strong };
  }

  private inScene(at: number[]): number[] {
    return see(this.view, at).map((v) => v * this.scale);
  }

  /** Let the first view hold these places too, and go there if one is out of sight. */
  bringIn(guests: number[][]): void {
    this.guests = guests;
    this.orbit.rehome(this.home());
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const seen = guests.every((at) => {
      const { x, y, depth } = this.project(see(this.view, at));
      return depth > 0 && x > 0 && x < width && y > 0 && y < height;
    });
    if (!seen) this.orbit.reset();
    this.draw();
  }

  onFrame(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Draw so many of the strongest points. */
  show(count: number): void {
    this.shown = count;
    this.draw();
  }

  /** Ask for a frame. */
  draw(): void {
    if (this.frame || !this.sized) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  /** Draw now, so that the canvas can be read in the same breath. */
  drawNow(): void {
    this.cloud.show(this.shown);
    this.render();
  }

  private render(): void {
    const started = performance.now();
    this.place(this.orbit.now);
    this.renderer.render(this.scene, this.camera);
    this.spent = performance.now() - started;
    this.listeners.forEach((listener) => listener());
  }

  retheme(): void {
    const paper = background();
    this.renderer.setClearColor(new Color().setRGB(...paper, "srgb-linear"), 1);
    this.renderer.outputColorSpace = "srgb-linear";
    this.cloud.uniforms.paper.value.setRGB(...paper, "srgb-linear");
    this.cloud.uniforms.quiet.value.setRGB(...other(theme()), "srgb-linear");
    this.axes.material.uniforms.ink.value.setRGB(
      ...((theme() === "dark" ? [0.42, 0.45, 0.51] : [0.6, 0.6, 0.61]) as Colour),
      "srgb-linear",
    );
    this.surface?.paint(ink());
    this.draw();
  }

  /** Where a point of the manifold's space is seen, in pixels of the page's layout. */
  project(at: ArrayLike<number>, offset = 0): { x: number; y: number; depth: number } {
    const m = this.matrix();
    const [x, y, z] = [at[offset], at[offset + 1], at[offset + 2]];
    const depth = m[3] * x + m[7] * y + m[11] * z + m[15];
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return {
      x: ((m[0] * x + m[4] * y + m[8] * z + m[12]) / depth / 2 + 0.5) * width,
      y: (0.5 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / depth / 2) * height,
      depth,
    };
  }

  /** From the manifold's space to the screen's cube, column by column. */
  matrix(): number[] {
    return this.camera.projectionMatrix
      .clone()
      .multiply(this.camera.matrixWorldInverse)
      .multiply(this.world.matrixWorld).elements;
  }

  /** A point's width on the screen in layout pixels is its heft times `gain` over its depth, within bounds. */
  pointWidths(): { gain: number; least: number; most: number } {
    const ratio = this.renderer.getPixelRatio();
    const { size, pixels } = this.cloud.uniforms;
    return { gain: (size.value * pixels.value) / ratio, least: 1.6 / ratio, most: 48 / ratio };
  }

  pointWidth(i: number, depth: number): number {
    const { gain, least, most } = this.pointWidths();
    return Math.min(most, Math.max(least, (gain * heft(this.cloud.looks, i)) / depth));
  }

  axisLines(): number[][] {
    const p = this.axes.geometry.getAttribute("position").array;
    const lines = [];
    for (let i = 0; i < p.length; i += 6) {
      const [a, b] = [this.project(p, i), this.project(p, i + 3)];
      if (a.depth > 0 && b.depth > 0) lines.push([a.x, a.y, b.x, b.y]);
    }
    return lines;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.watch.disconnect();
    this.cloud.dispose();
    this.surface?.dispose();
    this.axes.geometry.dispose();
    this.axes.material.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private tick(now: number): void {
    this.frame = 0;
    const gap = now - this.last;
    this.last = now;
    const moving = this.orbit.step(Math.min(Math.max(gap, 8), 100));
    if (!moving && this.begun) return this.drawNow();
    if (!this.begun) this.detail = Math.min(1, FIRST_FRAME_POINTS / this.shown);
    this.begun = true;
    if (gap > 60) this.detail = Math.max(0.1, this.detail * 0.75);
    else if (gap < 34) this.detail = Math.min(1, this.detail * 1.1);
    this.cloud.show(Math.ceil(this.shown * this.detail));
    this.render();
    this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  private place({ azimuth, elevation, distance, target }: View): void {
    const flat = Math.cos(elevation) * distance;
    this.camera.position.set(
      target[0] + flat * Math.cos(azimuth),
      target[1] + flat * Math.sin(azimuth),
      target[2] + Math.sin(elevation) * distance,
    );
    this.camera.up.set(0, 0, 1);
    this.camera.lookAt(...target);
    this.camera.updateMatrixWorld();
    this.world.updateMatrixWorld();
    this.cloud.uniforms.range.value = [distance - 0.6, distance + 2];
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // On a tall screen the width is what limits the view.
    this.camera.fov =
      width < height
        ? (2 * Math.atan(Math.tan((VIEW_DEGREES * Math.PI) / 360) * (height / width)) * 180) / Math.PI
        : VIEW_DEGREES;
    this.camera.updateProjectionMatrix();
    const home = this.home();
    if (!this.sized) this.orbit.begin(home);
    else this.orbit.rehome(home);
    this.cloud.resize(home.distance);
    this.sized = true;
    const drawn = height * this.renderer.getPixelRatio();
    this.cloud.uniforms.pixels.value = drawn / (2 * Math.tan((this.camera.fov * Math.PI) / 360));
    this.draw();
  }

  /** From where to where the strong points lie along a direction, the origin among them. */
  private reach(axis: number[]): [number, number] {
    const { points } = this;
    const step = Math.max(1, Math.floor(this.strong() / FRAMING_POINTS));
    const along = Float64Array.from({ length: Math.ceil(this.strong() / step) }, (_, i) =>
      axis.reduce((sum, v, row) => sum + v * points[3 * i * step + row], 0),
    ).sort();
    return [Math.min(0, quantile(along, 0.003)), Math.max(0, quantile(along, 0.997))];
  }

  /** The shown axes. In a flat view whose points all lie on one side of the origin they would only be a
   * line between groups. */
  private ownAxes(): number[][] {
    if (!this.flat) return UNITS;
    const axes = UNITS.slice(0, Math.min(2, this.manifold.own));
    const around = ([low, high]: number[]) => Math.min(-low, high) > MIN_AROUND * (high - low);
    return axes.length < 2 || axes.every((axis) => around(this.reach(axis))) ? axes : [];
  }

  private drawAxes(principal: boolean): void {
    const form = principal && this.surface ? this.surface.form : null;
    const { values, vectors } = form ? eigen(form.matrix) : { values: [], vectors: [] };
    const directions = form ? vectors : this.ownAxes();
    const corners: number[] = [];
    this.ends = directions.map((axis, k) => {
      // An axis has no sign of its own: its label stands at the end where the strong points are.
      const [low, high] = this.reach(axis);
      const [tip, tail] = [axis, axis].map((v, end) =>
        v.map((part) => AXIS_LENGTH * part * (high > -low === (end === 0) ? high : low)),
      );
      corners.push(...tail, ...tip);
      const text = form
        ? `λ${"₁₂₃"[k]} = ${values[k].toPrecision(3).replace("-", "−")}`
        : `axis ${1 + this.view.rows.subarray(k * this.view.k, (k + 1) * this.view.k).findIndex((v) => v !== 0)}`;
      return { text, at: tip.map((v) => v * 1.05) };
    });
    if (directions.length) this.ends.push({ text: "0", at: [0, 0, 0] });
    this.axes.geometry.dispose();
    this.axes.geometry = new BufferGeometry().setAttribute(
      "position",
      new BufferAttribute(Float32Array.from(corners), 3),
    );
    this.axes.frustumCulled = false;
  }
}

const UNITS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** From straight above, x to the right and y up. */
const FROM_ABOVE = { azimuth: -Math.PI / 2, elevation: Math.PI / 2 - 1e-4 };

function ink(): Colour {
  return theme() === "dark" ? [0.72, 0.79, 0.95] : [0.28, 0.3, 0.5];
}

/** A few words of shader are ready sooner than the library's own, which can do much more. */
function axisMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: "void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: "uniform vec3 ink; void main() { gl_FragColor = vec4(ink, 1.0); }",
    uniforms: { ink: { value: new Color() } },
  });
}

/** Whether a processor draws, without a graphics card: it has no time for finer pixels. */
function slow(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return (
    names !== null &&
    /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)))
  );
}
