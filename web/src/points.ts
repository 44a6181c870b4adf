/** Round soft points that shrink and fade with distance. */

import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from "three";

const VERTEX = `
attribute vec3 tint;
attribute float shade;
attribute float heft;
uniform float size;
uniform float pixels;
uniform vec2 range;
varying vec4 colour;
varying float far;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * place;
  float depth = -place.z;
  gl_PointSize = clamp(size * heft * pixels / depth, 1.6, 48.0);
  far = smoothstep(range.x, range.y, depth);
  colour = vec4(tint, shade);
}`;

const FRAGMENT = `
uniform vec3 paper;
varying vec4 colour;
varying float far;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float radius = dot(at, at);
  if (radius > 1.0) discard;
  float lit = 1.04 - 0.22 * radius;
  vec3 seen = mix(colour.rgb * lit, paper, far * 0.62);
  gl_FragColor = vec4(mix(paper, seen, colour.a), (1.0 - smoothstep(0.62, 1.0, radius)) * mix(0.35, 1.0, colour.a));
}`;

export class Cloud {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  private readonly tint: BufferAttribute;
  private readonly shade: BufferAttribute;

  constructor(points: Float32Array, heft: Float32Array) {
    const n = points.length / 3;
    const geometry = new BufferGeometry();
    this.tint = new BufferAttribute(new Uint8Array(n * 3), 3, true);
    this.shade = new BufferAttribute(new Uint8Array(n).fill(255), 1, true);
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setAttribute("heft", new BufferAttribute(heft, 1));
    geometry.setAttribute("tint", this.tint);
    geometry.setAttribute("shade", this.shade);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      uniforms: {
        size: { value: pointSize(n) },
        pixels: { value: 1 },
        range: { value: [1, 2] },
        paper: { value: new Color() },
      },
    });
    this.object = new Points(geometry, material);
    this.object.frustumCulled = false;
  }

  get uniforms() {
    return this.object.material.uniforms;
  }

  get tints(): Uint8Array {
    return this.tint.array as Uint8Array;
  }

  get shades(): Uint8Array {
    return this.shade.array as Uint8Array;
  }

  show(count: number): void {
    this.object.geometry.setDrawRange(0, count);
  }

  paint(paint: (tints: Uint8Array) => void): void {
    paint(this.tints);
    this.tint.needsUpdate = true;
  }

  /** Dim all but the chosen; null lights all. */
  choose(chosen: Uint8Array | null): void {
    for (let i = 0; i < this.shades.length; i++) this.shades[i] = !chosen || chosen[i] ? 255 : 36;
    this.shade.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}

/** How large each point is drawn: the weak, which are most, must not hide the strong. */
export function hefts(strength: Float32Array): Float32Array {
  const n = strength.length;
  const [low, high] = [strength[n - 1], strength[Math.floor(n * 0.01)]];
  return strength.map((value) => 0.5 + 0.75 * Math.min(1, (value - low) / (high - low || 1)));
}

/** A point's width in the scene: many points are drawn smaller. */
function pointSize(n: number): number {
  return 0.029 * Math.min(1.8, Math.max(0.6, (16384 / n) ** 0.25));
}
