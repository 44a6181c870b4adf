/** The quadric's level surface q(u) = level, drawn from the form itself by marching tetrahedra. */

import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, ShaderMaterial } from "three";
import type { Form } from "./manifold";

const CELLS = 44;

/** Six tetrahedra that fill a cube, by the numbers of its corners (x + 2y + 4z). */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

export function evaluate(form: Form, x: number, y: number, z: number): number {
  const [[a, b, c], [, d, e], [, , f]] = form.matrix;
  const [p, q, r] = form.linear;
  return a * x * x + d * y * y + f * z * z + 2 * (b * x * y + c * x * z + e * y * z) + p * x + q * y + r * z + form.constant;
}

/** Triangles of the level surface within a cube, three numbers a corner. */
export function levelSurface(form: Form, level: number, centre: number[], radius: number): Float32Array {
  const side = CELLS + 1;
  const step = (2 * radius) / CELLS;
  const at = (k: number, axis: number) => centre[axis] - radius + k * step;
  const values = new Float64Array(side ** 3);
  for (let z = 0, k = 0; z < side; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++, k++) values[k] = evaluate(form, at(x, 0), at(y, 1), at(z, 2)) - level;
  const triangles: number[] = [];
  const corner = new Float64Array(24);
  const value = new Float64Array(8);
  const cut = (a: number, b: number) => {
    const mix = value[a] / (value[a] - value[b]);
    for (let k = 0; k < 3; k++) triangles.push(corner[3 * a + k] + mix * (corner[3 * b + k] - corner[3 * a + k]));
  };
  for (let z = 0; z < CELLS; z++)
    for (let y = 0; y < CELLS; y++)
      for (let x = 0; x < CELLS; x++) {
        let inside = 0;
        for (let c = 0; c < 8; c++) {
          const [i, j, k] = [x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)];
          value[c] = values[i + side * (j + side * k)];
          if (value[c] < 0) inside++;
        }
        if (inside === 0 || inside === 8) continue;
        for (let c = 0; c < 8; c++) {
          corner[3 * c] = at(x + (c & 1), 0);
          corner[3 * c + 1] = at(y + ((c >> 1) & 1), 1);
          corner[3 * c + 2] = at(z + (c >> 2), 2);
        }
        for (const [p, q, r, s] of TETRAHEDRA) {
          const low: number[] = [];
          const high: number[] = [];
          for (const c of [p, q, r, s]) (value[c] < 0 ? low : high).push(c);
          const [few, many] = low.length < high.length ? [low, high] : [high, low];
          if (few.length === 1) for (const c of many) cut(few[0], c);
          if (few.length === 2) {
            cut(few[0], many[0]), cut(few[0], many[1]), cut(few[1], many[0]);
            cut(few[1], many[0]), cut(few[0], many[1]), cut(few[1], many[1]);
          }
        }
      }
  return Float32Array.from(triangles);
}

const VERTEX = `
uniform mat3 form;
uniform vec3 linear;
uniform vec3 centre;
varying vec3 normal3;
varying vec3 eye;
varying float out3;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  normal3 = normalMatrix * (2.0 * form * position + linear);
  eye = place.xyz;
  out3 = distance(position, centre);
  gl_Position = projectionMatrix * place;
}`;

const FRAGMENT = `
uniform vec3 ink;
uniform float radius;
varying vec3 normal3;
varying vec3 eye;
varying float out3;
void main() {
  float rim = 1.0 - abs(dot(normalize(normal3), normalize(eye)));
  float fade = 1.0 - smoothstep(0.72 * radius, radius, out3);
  gl_FragColor = vec4(ink, (0.07 + 0.38 * rim * rim * rim) * fade);
}`;

export class Surface {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  /** How many triangles there are at this level; none where the form does not reach it. */
  triangles = new Float32Array();

  constructor(private readonly form: Form, private readonly centre: number[], private readonly radius: number) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        form: { value: form.matrix.flat() },
        linear: { value: form.linear },
        centre: { value: centre },
        radius: { value: radius },
        ink: { value: new Color() },
      },
    });
    this.object = new Mesh(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
  }

  set(level: number): void {
    this.triangles = levelSurface(this.form, level, this.centre, this.radius) as Float32Array<ArrayBuffer>;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new BufferAttribute(this.triangles, 3));
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
