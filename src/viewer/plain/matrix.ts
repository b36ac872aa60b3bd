import { asList, asNumber, type Fields } from '#lib/fields.ts'
import { compose, determinant, type Matrix } from '#lib/geometry/matrix.ts'
import type { Triple } from '#lib/geometry/triple.ts'

export function nodeMatrix(node: Fields): Matrix {
  const whole = asList(node['matrix']).map(Number)
  if (whole.length === 16) return whole
  return compose({
    translation: triple(node['translation'], 0),
    rotation: asList(node['rotation']).map((value) => asNumber(value) ?? 0),
    scale: triple(node['scale'], 1),
  })
}

function triple(value: unknown, usual: number): [number, number, number] {
  const [x = usual, y = usual, z = usual] = asList(value).map((one) => asNumber(one) ?? usual)
  return [x, y, z]
}

/** Returns a perspective projection with a field of view of `fov` radians. */
export function perspective(fov: number, aspect: number, [near, far]: readonly [number, number]) {
  const f = 1 / Math.tan(fov / 2)
  const depth = near - far
  return [
    f / aspect,
    0,
    0,
    0,
    0,
    f,
    0,
    0,
    0,
    0,
    (far + near) / depth,
    -1,
    0,
    0,
    (2 * far * near) / depth,
    0,
  ]
}

/** Returns the view matrix of a camera that orbits `centre`. Angles are in radians. */
export function orbit(
  centre: Triple,
  { yaw, pitch, distance }: { yaw: number; pitch: number; distance: number },
): Matrix {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)]
  const right: Triple = [cy, 0, -sy]
  const up: Triple = [-sy * sp, cp, -cy * sp]
  const back: Triple = [sy * cp, sp, cy * cp]
  const away = (axis: Triple) => -(axis[0] * centre[0] + axis[1] * centre[1] + axis[2] * centre[2])
  return [
    right[0],
    up[0],
    back[0],
    0,
    right[1],
    up[1],
    back[1],
    0,
    right[2],
    up[2],
    back[2],
    0,
    away(right),
    away(up),
    away(back) - distance,
    1,
  ]
}

/**
 * Returns the matrix for normals of surfaces transformed by `m`: 3 × 3 cofactors, column-major, not
 * normalised.
 */
export function normalMatrix(m: Matrix): number[] {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m
  const x = [e * i - f * h, f * g - d * i, d * h - e * g]
  const y = [h * c - i * b, i * a - g * c, g * b - h * a]
  const z = [b * f - c * e, c * d - a * f, a * e - b * d]
  // Applies the sign of the determinant, which the inverse has, but the cofactors lack.
  const sign = Math.sign(determinant(m)) || 1
  return [...x, ...y, ...z].map((value) => sign * value)
}
