import { asList, asNumber, type Fields } from '#lib/fields.ts'
import { compose, type Matrix } from '#lib/geometry/matrix.ts'

/** Where a node of glTF stands within the one above it. */
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

/** Looks with an angle of `fov` radians, from `near` to `far`. */
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

export type Triple = readonly [number, number, number]

/** Around `centre`, from where the angles say, in radians. */
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
