import type { MeshPart } from '../../mesh/parts.ts'

/** Largest angle between the two triangles of a quad, in degrees. */
export const quadBendMaxDegrees = 15
const bendCosMin = 0.9659258262890683
/** Smallest sine of a quad's corner angle, for angles from 15° to 165°. */
const cornerSinMin = 0.25881904510252074
const cornerCosMax = 0.9659258262890683

/**
 * Returns how much the triangles a, b, c and a, c, d differ from a flat rectangle, 0 to 1, or
 * `Infinity` if the two must stay separate. Uses only square roots, because trigonometric functions
 * differ between machines.
 */
// oxlint-disable-next-line max-params -- for each pair of triangles
export function quadFault(
  { positions, uvs }: MeshPart,
  a: number,
  b: number,
  c: number,
  d: number,
): number {
  if (uvs && turnInTexture(uvs, a, b, c) * turnInTexture(uvs, a, c, d) < 0) return Infinity
  const ab = difference(positions, a, b)
  const bc = difference(positions, b, c)
  const cd = difference(positions, c, d)
  const da = difference(positions, d, a)
  const first = unit(cross(ab, bc))
  const second = unit(cross(cd, da))
  const bend = dot(first, second)
  // The negated comparison also rejects NaN.
  if (!(bend >= bendCosMin)) return Infinity
  const normal = unit([first[0] + second[0], first[1] + second[1], first[2] + second[2]])
  let skew = 0
  for (const [before, after] of [
    [da, ab],
    [ab, bc],
    [bc, cd],
    [cd, da],
  ] as const) {
    const lengths = Math.sqrt(dot(before, before) * dot(after, after))
    if (!(dot(cross(before, after), normal) >= cornerSinMin * lengths)) return Infinity
    skew = Math.max(skew, Math.abs(dot(before, after)) / lengths)
  }
  const flatness = (1 - Math.min(1, bend)) / (1 - bendCosMin)
  return (flatness + Math.min(1, skew / cornerCosMax)) / 2
}

type Vector = readonly [x: number, y: number, z: number]

const difference = (positions: Float32Array, from: number, to: number): Vector => [
  (positions[to * 3] ?? 0) - (positions[from * 3] ?? 0),
  (positions[to * 3 + 1] ?? 0) - (positions[from * 3 + 1] ?? 0),
  (positions[to * 3 + 2] ?? 0) - (positions[from * 3 + 2] ?? 0),
]

const cross = (one: Vector, other: Vector): Vector => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
]

const dot = (one: Vector, other: Vector): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

function unit(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector))
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

/** Returns twice a triangle's area in the texture, negative for a mirrored triangle. */
// oxlint-disable-next-line max-params -- for each pair of triangles
function turnInTexture(uvs: Float32Array, a: number, b: number, c: number): number {
  const u = uvs[a * 2] ?? 0
  const v = uvs[a * 2 + 1] ?? 0
  return (
    ((uvs[b * 2] ?? 0) - u) * ((uvs[c * 2 + 1] ?? 0) - v) -
    ((uvs[c * 2] ?? 0) - u) * ((uvs[b * 2 + 1] ?? 0) - v)
  )
}
