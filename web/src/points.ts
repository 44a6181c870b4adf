/** Round soft points that shrink and fade with distance. */

import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from "three";

const VERTEX = `
attribute vec4 look;
uniform float size;
uniform float pixels;
uniform vec2 range;
uniform vec3 paper;
uniform vec3 quiet;
varying vec4 colour;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * place;
  float depth = -place.z;
  float loud = step(0.5, look.a);
  float heft = 0.5 + 0.75 * (look.a * 255.0 - 128.0 * loud) / 127.0;
  gl_PointSize = clamp(size * heft * pixels / depth, 1.6, 48.0);
  float seen = mix(0.62, 1.0, loud) * (1.0 - 0.62 * smoothstep(range.x, range.y, depth));
  colour = vec4(mix(paper, mix(quiet, look.rgb, loud), seen), mix(0.5, 1.0, loud));
  // Quiet points are the background: they hide neither a loud point nor the surface.
  if (loud < 0.5) gl_Position.z = 0.99999 * gl_Position.w;
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
  /** Four bytes a point: red, green, blue; then seven bits of size, and one that says it is not quiet. */
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
        quiet: { value: new Color() },
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

  /** The same width on the screen for every manifold, seen from its first view's distance. */
  resize(distance: number): void {
    this.uniforms.size.value = pointSize(this.looks.length / 4) * distance;
  }

  /** Put the points elsewhere. */
  move(points: Float32Array): void {
    this.object.geometry.setAttribute("position", new BufferAttribute(points, 3));
  }

  /** Grey all but the strong ones, and of these all but the chosen. */
  quieten(strong: number, chosen: Uint8Array | null): void {
    for (let i = 0, k = 3; k < this.looks.length; i++, k += 4) {
      const loud = chosen ? chosen[i] : i < strong;
      this.looks[k] = (this.looks[k] & 127) | (loud ? 128 : 0);
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

/** A point's width in the scene at distance one: many points are drawn smaller. */
function pointSize(n: number): number {
  return 0.0066 * Math.min(1.8, Math.max(0.6, (16384 / n) ** 0.25));
}
