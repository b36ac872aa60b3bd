import type { Document, Primitive } from '@gltf-transform/core'
import { type MeshPart, sumTriangles } from '../mesh/parts.ts'
import { readParts, type PartSource } from '../mesh/read-glb-parts.ts'
import { weld } from '../mesh/weld.ts'
import { type UvGroup, uvGridSide, type UvLayout } from './uv-facts.ts'

export type MeasuredUvs = {
  groups: UvGroup[]
  layout: UvLayout | undefined
  missing: number
}

/**
 * Maximum area of the rectangle around a triangle, as a multiple of the layout. The cells of larger
 * triangles are not counted, because counting would take too long.
 */
const tilesMax = 4

/**
 * Measures the UV layouts of a model: one for all surfaces with the same texture, and one per
 * material without a texture. A mesh that several nodes use counts once.
 * @param chosen index of the layout whose data are returned. All others take no memory.
 */
export function measureUvs(document: Document, chosen = 0): MeasuredUvs {
  const sources = new Map<MeshPart, PartSource>()
  const { parts, materials } = readParts(document, sources)
  const seen = new Set<Primitive>()
  const members = new Map<unknown, MeshPart[]>()
  let missing = 0
  for (const part of parts) {
    const primitive = sources.get(part)?.primitive
    if (primitive && seen.has(primitive)) continue
    if (primitive) seen.add(primitive)
    if (part.uvs === undefined) {
      missing += part.indices.length / 3
      continue
    }
    const key = materials[part.material]?.picture?.bytes ?? part.material
    members.set(key, [...(members.get(key) ?? []), part])
  }
  let layout: UvLayout | undefined
  const groups = [...members.values()].map((group, at): UvGroup => {
    const { name = '', picture } = materials[group[0]?.material ?? 0] ?? {}
    const corners = listCorners(group)
    const { uses, ...facts } = measureCorners(corners)
    if (at === chosen) layout = { corners, uses }
    return {
      name: picture?.name ?? name,
      picture,
      triangles: sumTriangles({ parts: group }),
      islands: countIslands(group),
      ...facts,
    }
  })
  return { groups, layout, missing }
}

function listCorners(parts: readonly MeshPart[]): Float32Array<ArrayBuffer> {
  const corners = new Float32Array(sumTriangles({ parts: [...parts] }) * 6)
  let at = 0
  for (const { indices, uvs } of parts) {
    for (const point of indices) {
      corners[at++] = uvs?.[point * 2] ?? 0
      corners[at++] = uvs?.[point * 2 + 1] ?? 0
    }
  }
  return corners
}

/** Counts the groups of triangles that are connected in space and in the layout. */
function countIslands(parts: readonly MeshPart[]): number {
  const { indices, origins } = weld(parts)
  const uvs = parts.map((part) => part.uvs ?? new Float32Array())
  const all = new Float32Array(uvs.reduce((sum, list) => sum + list.length, 0))
  let start = 0
  for (const list of uvs) {
    all.set(list, start)
    start += list.length
  }
  const places = new Map<string, number>()
  const parents: number[] = []
  const find = (place: number): number => {
    let root = place
    while (parents[root] !== root) root = parents[root] ?? root
    for (let at = place; at !== root;) {
      const next = parents[at] ?? root
      parents[at] = root
      at = next
    }
    return root
  }
  const placeAt = (corner: number): number => {
    const origin = origins[corner] ?? 0
    const [u, v] = [all[origin * 2] ?? 0, all[origin * 2 + 1] ?? 0]
    const key = `${indices[corner]} ${Math.round(u * 1e5)} ${Math.round(v * 1e5)}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, parents.length)
    return parents.push(parents.length) - 1
  }
  for (let corner = 0; corner < indices.length; corner += 3) {
    const first = find(placeAt(corner))
    for (const other of [corner + 1, corner + 2]) parents[find(placeAt(other))] = first
  }
  return parents.filter((parent, place) => parent === place).length
}

/**
 * Counts the triangles that cover the centre of each cell, so that neighbouring triangles do not
 * overlap.
 */
function measureCorners(corners: Float32Array) {
  const uses = new Uint8Array(uvGridSide ** 2)
  let outside = 0
  let flipped = 0
  for (let at = 0; at < corners.length; at += 6) {
    const [u0 = 0, v0 = 0, u1 = 0, v1 = 0, u2 = 0, v2 = 0] = corners.subarray(at, at + 6)
    // Rounding errors at the border do not count as outside.
    const low = Math.min(u0, v0, u1, v1, u2, v2) < -1e-5
    if (low || Math.max(u0, v0, u1, v1, u2, v2) > 1 + 1e-5) outside++
    const area = getArea(corners, at)
    if (area > 0) flipped++
    if (area !== 0) countCells(uses, area > 0 ? [u0, v0, u1, v1, u2, v2] : [u0, v0, u2, v2, u1, v1])
  }
  let covered = 0
  let shared = 0
  for (const count of uses) {
    if (count > 0) covered++
    if (count > 1) shared++
  }
  const overlap = covered > 0 ? shared / covered : 0
  return { uses, outside, flipped, used: covered / uses.length, overlap }
}

/** Returns twice the area of a triangle, positive for a mirrored triangle. */
function getArea(corners: Float32Array, at: number): number {
  const [u0 = 0, v0 = 0, u1 = 0, v1 = 0, u2 = 0, v2 = 0] = corners.subarray(at, at + 6)
  // v grows downwards, so the area of triangles that are drawn counter-clockwise is negative.
  return (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0)
}

export const isFlipped = (corners: Float32Array, at: number): boolean => getArea(corners, at) > 0

type Corners = readonly [number, number, number, number, number, number]

/**
 * Increases the count of each cell whose centre the triangle covers.
 * @param corners of a triangle with a positive area.
 */
function countCells(uses: Uint8Array, corners: Corners): void {
  // In these coordinates, the centres of cells are integers.
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = corners.map(
    (value) => value * uvGridSide - 0.5,
  )
  const [left, right] = [Math.ceil(Math.min(ax, bx, cx)), Math.floor(Math.max(ax, bx, cx))]
  const [top, bottom] = [Math.ceil(Math.min(ay, by, cy)), Math.floor(Math.max(ay, by, cy))]
  if (!((right - left) * (bottom - top) < tilesMax * uvGridSide ** 2)) return
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const isInside =
        isLeftOf(ax, ay, bx, by, x, y) &&
        isLeftOf(bx, by, cx, cy, x, y) &&
        isLeftOf(cx, cy, ax, ay, x, y)
      if (!isInside) continue
      const cell = wrap(y) * uvGridSide + wrap(x)
      if ((uses[cell] ?? 0) < 255) uses[cell] = (uses[cell] ?? 0) + 1
    }
  }
}

/**
 * Returns whether a point is left of an edge. A point on the edge counts for only one of the two
 * triangles that share the edge.
 */
// oxlint-disable-next-line max-params -- for each cell
function isLeftOf(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  // Calculates from the same end for both triangles, so that both have the same rounding error.
  const isForward = ax < bx || (ax === bx && ay < by)
  const side = isForward
    ? (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    : (ay - by) * (x - bx) - (ax - bx) * (y - by)
  return side > 0 || (side === 0 && (by > ay || (by === ay && bx < ax)))
}

/** Moves a cell into the square, because textures repeat. */
const wrap = (cell: number): number => ((cell % uvGridSide) + uvGridSide) % uvGridSide
