import { Vector3 } from 'three'
import { type Edges, collectEdges } from '#model-files/mesh/topology.ts'
import { weld, type Welded } from '#model-files/mesh/weld.ts'

/** Connected triangles in one plane, such as the side of a box. */
export type FlatFace = {
  area: number
  outline: readonly Vector3[]
  edges: readonly (readonly [Vector3, Vector3])[]
}

export type EdgedSurface = { welded: Welded; edges: Edges; second: Int32Array }

/** Maximum angle in degrees between triangles in one plane, and between edges on one line. */
const bendMaxDegrees = 1
const alongMin = Math.cos((bendMaxDegrees * Math.PI) / 180)

/** Builds the table of edges for `findFlatFace`. Takes about a second for 1.5 million triangles. */
export function findEdges(positions: Float32Array, indices: Uint32Array): EdgedSurface {
  const welded = weld([{ positions, indices, material: 0 }])
  const edges = collectEdges(welded.indices)
  const second = new Int32Array(edges.uses.length).fill(-1)
  for (let corner = 0; corner < welded.indices.length; corner++) {
    const place = edges.ofCorner[corner] ?? 0
    const triangle = Math.floor(corner / 3)
    if (edges.first[place] !== triangle) second[place] = triangle
  }
  return { welded, edges, second }
}

/**
 * Returns the flat face that contains a triangle.
 * @param corners point indices of the triangle in the original surface.
 * @param pointOf returns the position of a point of the original surface in the scene, in metres.
 * @returns `undefined` for a triangle without an area.
 */
export function findFlatFace(
  surface: EdgedSurface,
  corners: readonly [number, number, number],
  pointOf: (point: number) => Vector3,
): FlatFace | undefined {
  const { welded } = surface
  const start = triangleWith(welded, corners)
  if (start === undefined) return undefined
  const face = spread(surface, start)
  const points = new Map<number, Vector3>()
  /** Finds a position by a corner, because only corners keep their original index after welding. */
  const getPlace = (corner: number) => {
    const point = welded.indices[corner] ?? 0
    const known = points.get(point) ?? pointOf(welded.origins[corner] ?? 0)
    points.set(point, known)
    return known
  }
  let area = 0
  for (const triangle of face) {
    const [a, b, c] = toCorners((step) => getPlace(triangle * 3 + step))
    area += b.clone().sub(a).cross(c.clone().sub(a)).length() / 2
  }
  const borders = getBorders(surface, face).map((border) => straightened(border.map(getPlace)))
  const outline = borders.toSorted((a, b) => getLength(b) - getLength(a))[0] ?? []
  const edges = borders.flatMap((border) =>
    border.slice(1).map((to, at) => [border[at] ?? to, to] as const),
  )
  return { area, outline, edges }
}

export function nearestEdge(
  { edges }: FlatFace,
  point: Vector3,
): readonly [Vector3, Vector3] | undefined {
  const away = ([from, to]: readonly [Vector3, Vector3]) => {
    const along = to.clone().sub(from)
    const fraction = point.clone().sub(from).dot(along) / along.lengthSq()
    return from
      .clone()
      .addScaledVector(along, Math.min(1, Math.max(0, fraction)))
      .distanceTo(point)
  }
  return edges.toSorted((a, b) => away(a) - away(b))[0]
}

function triangleWith({ origins }: Welded, corners: readonly number[]): number | undefined {
  for (let at = 0; at < origins.length; at += 3) {
    if ([0, 1, 2].every((step) => origins[at + step] === corners[step])) return at / 3
  }
  return undefined
}

function spread({ welded, edges, second }: EdgedSurface, start: number): ReadonlySet<number> {
  const normal = getNormal(welded, start)
  const face = new Set([start])
  const waiting = [start]
  for (let triangle = waiting.pop(); triangle !== undefined; triangle = waiting.pop()) {
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      const place = edges.ofCorner[corner] ?? 0
      if (edges.uses[place] !== 2) continue
      const first = edges.first[place] ?? 0
      const next = first === triangle ? (second[place] ?? -1) : first
      if (next < 0 || face.has(next) || getNormal(welded, next).dot(normal) < alongMin) continue
      face.add(next)
      waiting.push(next)
    }
  }
  return face
}

function getNormal({ positions, indices }: Welded, triangle: number): Vector3 {
  const [a, b, c] = toCorners((step) =>
    new Vector3().fromArray(positions, (indices[triangle * 3 + step] ?? 0) * 3),
  )
  return b.sub(a).cross(c.sub(a)).normalize()
}

function getBorders(
  { welded, edges, second }: EdgedSurface,
  face: ReadonlySet<number>,
): number[][] {
  const starts = new Map<number, number[]>()
  for (const triangle of face) {
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      const place = edges.ofCorner[corner] ?? 0
      const isInside =
        edges.uses[place] === 2 &&
        face.has(edges.first[place] ?? -1) &&
        face.has(second[place] ?? -1)
      if (isInside) continue
      const point = welded.indices[corner] ?? 0
      starts.set(point, [...(starts.get(point) ?? []), corner])
    }
  }
  const borders: number[][] = []
  for (const [point] of starts) {
    const border: number[] = []
    let at = point
    for (let corner = starts.get(at)?.pop(); corner !== undefined; corner = starts.get(at)?.pop()) {
      border.push(corner)
      at = welded.indices[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0
    }
    const [first] = border
    if (first !== undefined) borders.push([...border, first])
  }
  return borders
}

function straightened(border: readonly Vector3[]): Vector3[] {
  const round = border.slice(0, -1)
  const kept = round.filter((point, at) => {
    const before = round.at(at - 1) ?? point
    const after = round[(at + 1) % round.length] ?? point
    const to = point.clone().sub(before).normalize()
    return to.dot(after.clone().sub(point).normalize()) < alongMin
  })
  const [first] = kept
  return first && kept.length > 1 ? [...kept, first] : [...border]
}

const getLength = (line: readonly Vector3[]): number =>
  line.slice(1).reduce((sum, point, at) => sum + point.distanceTo(line[at] ?? point), 0)

const toCorners = (getCorner: (step: number) => Vector3): [Vector3, Vector3, Vector3] => [
  getCorner(0),
  getCorner(1),
  getCorner(2),
]
