import type { MeshPart } from '../../mesh/parts.ts'
import type { MfLooks } from './looks.ts'
import { type AffineMatrix, applyMatrix, isMirror } from './matrix.ts'
import type { MfShape } from './objects.ts'
import type { CornerSurface } from './properties.ts'
import type { SlicerProject, SlicerVolume } from './slicer-project.ts'

type Looking = {
  readonly filaments: SlicerProject['filaments']
  readonly filament: number | undefined
  readonly volumes: readonly SlicerVolume[]
  readonly looks: MfLooks
}

export function getParts(shape: MfShape, matrix: AffineMatrix, looking: Looking): MeshPart[] {
  const surfaces = getSurfaces(shape, looking)
  const lists = new Map<number, number[]>()
  for (let corner = 0; corner < shape.corners.length; corner += 3) {
    if (isHelper(shape, corner / 3, looking.volumes)) continue
    const surface = surfaces[corner]
    const isPlain = !surface?.color && !surface?.picture
    const place = isPlain ? looking.looks.getPlain() : looking.looks.getPlace(surface)
    const list = lists.get(place) ?? []
    lists.set(place, list)
    list.push(corner)
  }
  return [...lists].map(([material, triangles]) =>
    getPart({ ...shape, surfaces }, triangles, { matrix, material }),
  )
}

const findVolume = (
  { sources }: MfShape,
  triangle: number,
  volumes: readonly SlicerVolume[],
): SlicerVolume | undefined => {
  const source = sources[triangle] ?? triangle
  return volumes.find(({ first, last }) => source >= first && source <= last)
}

const isHelper = (shape: MfShape, triangle: number, volumes: readonly SlicerVolume[]): boolean =>
  volumes.length > 0 && findVolume(shape, triangle, volumes)?.role !== undefined

function getSurfaces(
  shape: MfShape,
  { filaments, filament, volumes }: Looking,
): readonly CornerSurface[] {
  if (filaments.length === 0) return shape.surfaces
  const hasFilament =
    filament !== undefined || volumes.some((volume) => volume.filament !== undefined)
  if (shape.paint.length === 0 && (!hasFilament || shape.surfaces.length > 0)) return shape.surfaces
  return shape.corners.map((_, corner) => {
    const triangle = Math.floor(corner / 3)
    const painted = shape.paint[triangle] ?? 0
    if (painted === 0 && shape.surfaces[corner]) return shape.surfaces[corner]
    const own = findVolume(shape, triangle, volumes)?.filament ?? filament ?? 1
    const color = filaments[(painted || own) - 1]
    return color ? { color } : {}
  })
}

type Making = { readonly matrix: AffineMatrix; readonly material: number }

/**
 * Returns a part with the given triangles. Corners with different colours become separate points.
 */
function getPart(
  {
    positions,
    corners,
    surfaces,
  }: Pick<MfShape, 'positions' | 'corners'> & {
    readonly surfaces: readonly CornerSurface[]
  },
  triangles: readonly number[],
  { matrix, material }: Making,
): MeshPart {
  const order = isMirror(matrix) ? [0, 2, 1] : [0, 1, 2]
  const list = triangles.flatMap((first) => order.map((step) => first + step))
  const hasColors = list.some((corner) => surfaces[corner]?.color)
  const hasPlaces = list.some((corner) => surfaces[corner]?.picture)
  if (!hasColors && !hasPlaces) {
    const placed = new Float32Array(positions.length)
    for (let at = 0; at < positions.length; at += 3)
      placed.set(applyMatrix(positions, at, matrix), at)
    return {
      positions: placed,
      indices: Uint32Array.from(list, (corner) => corners[corner] ?? 0),
      material,
    }
  }
  const placed = new Float32Array(list.length * 3)
  const colors = new Float32Array(list.length * 3)
  const uvs = new Float32Array(list.length * 2)
  list.forEach((corner, at) => {
    placed.set(applyMatrix(positions, (corners[corner] ?? 0) * 3, matrix), at * 3)
    const { color, picture } = surfaces[corner] ?? {}
    colors.set(color?.slice(0, 3) ?? (picture ? white : grey), at * 3)
    if (picture) uvs.set([picture.u, 1 - picture.v], at * 2)
  })
  return {
    positions: placed,
    indices: Uint32Array.from(list, (_, at) => at),
    ...(hasColors && { colors }),
    ...(hasPlaces && { uvs }),
    material,
  }
}

const white = [1, 1, 1] as const
const grey = [0.6, 0.6, 0.6] as const
