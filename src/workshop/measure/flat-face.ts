import { Vector3 } from 'three'
import { type Edges, collectEdges } from '#model-files/mesh/topology.ts'
import { weld, type Welded } from '#model-files/mesh/weld.ts'

/** Triangles that hang together in one plane, as the side of a box. */
export type FlatFace = {
  /** In square metres. */
  area: number
  /** The longest of its borders, from its first point round to that again. */
  outline: readonly Vector3[]
  /** All straight pieces of its borders. */
  edges: readonly (readonly [Vector3, Vector3])[]
}

/** A surface whose edges are known. */
export type EdgedSurface = { welded: Welded; edges: Edges; second: Int32Array }

/** What is less bent than this is flat, and a line straight. In degrees. */
const bendMaxDegrees = 1
const alongMin = Math.cos((bendMaxDegrees * Math.PI) / 180)

/** Takes about a second for a million and a half triangles. */
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
 * The flat face that a triangle belongs to.
 *
 * @param corners the triangle's points, as the surface was given.
 * @param pointOf where such a point is in the scene, in metres.
 * @returns nothing for a triangle without an area.
 */
export function flatFaceOf(
  surface: EdgedSurface,
  corners: readonly [number, number, number],
  pointOf: (point: number) => Vector3,
): FlatFace | undefined {
  const { welded } = surface
  const start = triangleWith(welded, corners)
  if (start === undefined) return undefined
  const face = spread(surface, start)
  const points = new Map<number, Vector3>()
  /** Of a corner, not of a point: only corners know which point they were. */
  const placeOf = (corner: number) => {
    const point = welded.indices[corner] ?? 0
    const known = points.get(point) ?? pointOf(welded.origins[corner] ?? 0)
    points.set(point, known)
    return known
  }
  let area = 0
  for (const triangle of face) {
    const [a, b, c] = [0, 1, 2].map((step) => placeOf(triangle * 3 + step)) as [
      Vector3,
      Vector3,
      Vector3,
    ]
    area += b.clone().sub(a).cross(c.clone().sub(a)).length() / 2
  }
  const borders = bordersOf(surface, face).map((border) => straightened(border.map(placeOf)))
  const outline = borders.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0] ?? []
  const edges = borders.flatMap((border) =>
    border.slice(1).map((to, at) => [border[at] ?? to, to] as const),
  )
  return { area, outline, edges }
}

/** The border of a face that is nearest to a point. */
export function nearestEdge(
  { edges }: FlatFace,
  point: Vector3,
): readonly [Vector3, Vector3] | undefined {
  const away = ([from, to]: readonly [Vector3, Vector3]) => {
    const along = to.clone().sub(from)
    const share = point.clone().sub(from).dot(along) / along.lengthSq()
    return from
      .clone()
      .addScaledVector(along, Math.min(1, Math.max(0, share)))
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

/** All triangles in the plane of one that are reached over edges. */
function spread({ welded, edges, second }: EdgedSurface, start: number): ReadonlySet<number> {
  const normal = normalOf(welded, start)
  const face = new Set([start])
  const waiting = [start]
  for (let triangle = waiting.pop(); triangle !== undefined; triangle = waiting.pop()) {
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      const place = edges.ofCorner[corner] ?? 0
      if (edges.uses[place] !== 2) continue
      const first = edges.first[place] ?? 0
      const next = first === triangle ? (second[place] ?? -1) : first
      if (next < 0 || face.has(next) || normalOf(welded, next).dot(normal) < alongMin) continue
      face.add(next)
      waiting.push(next)
    }
  }
  return face
}

function normalOf({ positions, indices }: Welded, triangle: number): Vector3 {
  const [a, b, c] = [0, 1, 2].map((step) =>
    new Vector3().fromArray(positions, (indices[triangle * 3 + step] ?? 0) * 3),
  ) as [Vector3, Vector3, Vector3]
  return b.sub(a).cross(c.sub(a)).normalize()
}

/** Each border as corners in a row, the first one again at the end. */
function bordersOf({ welded, edges, second }: EdgedSurface, face: ReadonlySet<number>): number[][] {
  /** From each point of a border the corners where its edges begin. */
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

/** Without the points that lie on a straight line; closed as it was. */
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

const lengthOf = (line: readonly Vector3[]): number =>
  line.slice(1).reduce((sum, point, at) => sum + point.distanceTo(line[at] ?? point), 0)
