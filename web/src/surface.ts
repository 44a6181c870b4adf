/** The quadric's level surface q(u) = level, drawn translucent from the form itself: no point is used. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Matrix3,
  Mesh,
  ShaderMaterial,
  Vector3,
} from "three";
import type { Form } from "./manifold";
import { levelSurface } from "./march";

/** Few enough to be drawn by a processor alone; normals come from the form, so it looks smooth. */
const CELLS_PER_SIDE = 15;

const VERTEX = `
uniform mat3 form;
uniform vec3 linear;
uniform vec3 centre;
varying vec3 across;
varying vec3 sight;
varying float away;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  across = normalize(normalMatrix * (2.0 * form * position + linear));
  sight = normalize(place.xyz);
  away = distance(position, centre);
  gl_Position = projectionMatrix * place;
}`;

const FRAGMENT = `
uniform vec3 ink;
uniform float radius;
varying vec3 across;
varying vec3 sight;
varying float away;
void main() {
  float rim = 1.0 - abs(dot(normalize(across), sight));
  float fade = 1.0 - smoothstep(0.7 * radius, radius, away);
  // The last of the rim fades, so that the outline is soft where nothing smooths edges.
  float edge = 1.0 - smoothstep(0.86, 1.0, rim);
  gl_FragColor = vec4(ink, (0.07 + 0.45 * rim * rim * rim * edge) * fade);
}`;

export class Surface {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  level = NaN;

  constructor(
    readonly form: Form,
    readonly centre: number[],
    readonly radius: number,
  ) {
    const [a, b, c] = form.matrix;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        form: { value: new Matrix3().set(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]) },
        linear: { value: new Vector3(...form.linear) },
        centre: { value: new Vector3(...centre) },
        radius: { value: radius },
        ink: { value: new Color() },
      },
    });
    this.object = new Mesh(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
  }

  /** Draw another level; false where the form does not take it anywhere in sight. */
  set(level: number): boolean {
    this.level = level;
    const { corners, triangles } = levelSurface(this.form, level, this.centre, this.radius, CELLS_PER_SIDE);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new BufferAttribute(corners, 3));
    this.object.geometry.setIndex(new BufferAttribute(triangles, 1));
    return triangles.length > 0;
  }

  paint(ink: [number, number, number]): void {
    this.object.material.uniforms.ink.value.setRGB(...ink, "srgb-linear");
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
