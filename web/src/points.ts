/** Round soft points that shrink and fade with distance. */

import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from "three";

const VERTEX = `
attribute vec4 look;
uniform float size;
uniform float pixels;
uniform vec2 range;
uniform vec3 paper;
varying vec4 colour;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * place;
  float depth = -place.z;
  float chosen = step(0.5, look.a);
  float heft = 0.5 + 0.75 * (look.a * 255.0 - 128.0 * chosen) / 127.0;
  gl_PointSize = clamp(size * heft * pixels / depth, 1.6, 48.0);
  float seen = mix(0.14, 1.0, chosen) * (1.0 - 0.62 * smoothstep(range.x, range.y, depth));
  colour = vec4(mix(paper, look.rgb, seen), mix(0.44, 1.0, chosen));
  // What is not chosen becomes the background: it hides neither a chosen point nor the surface.
  if (chosen < 0.5) gl_Position.z = 0.99999 * gl_Position.w;
}`;

const FRAGMENT = `
varying vec4 colour;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float radius = dot(at, at);
  if (radius > 1.0) discard;
  gl_FragColor = vec4(colour.rgb * (1.03 - 0.17 * radius), colour.a * min(1.0, 2.6 - 2.6 * radius));
}`;

export class Cloud {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  /** Four bytes a point: red, green, blue; then seven bits of size, and one that says it is chosen. */
  readonly looks: Uint8Array;
  private readonly attribute: BufferAttribute;

  constructor(points: Float32Array, strength: Float32Array) {
    const n = strength.length;
    this.looks = new Uint8Array(4 * n);
    this.attribute = new BufferAttribute(this.looks, 4, true);
    const [low, high] = [strength[n - 1], strength[Math.floor(n * 0.01)]];
    for (let i = 0; i < n; i++) {
      this.looks[4 * i + 3] = 128 + Math.round(127 * Math.min(1, (strength[i] - low) / (high - low || 1)));
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setAttribute("look", this.attribute);
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

  show(count: number): void {
    this.object.geometry.setDrawRange(0, count);
  }

  /** Colour the points: the painter fills the first three bytes of each four. */
  paint(painter: (looks: Uint8Array) => void): void {
    painter(this.looks);
    this.attribute.needsUpdate = true;
  }

  /** Dim all but the chosen; null lights all. */
  choose(chosen: Uint8Array | null): void {
    for (let i = 0, k = 3; k < this.looks.length; i++, k += 4) {
      this.looks[k] = (this.looks[k] & 127) | (!chosen || chosen[i] ? 128 : 0);
    }
    this.attribute.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}

/** How large a point is drawn: the weak, which are most, must not hide the strong. */
export function heft(looks: Uint8Array, i: number): number {
  return 0.5 + (0.75 * (looks[4 * i + 3] & 127)) / 127;
}

/** A point's width in the scene: many points are drawn smaller. */
function pointSize(n: number): number {
  return 0.029 * Math.min(1.8, Math.max(0.6, (16384 / n) ** 0.25));
}
