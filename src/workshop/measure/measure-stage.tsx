import { type Intersection, Mesh, Triangle, type Vector3 } from 'three'
import type { Pointer } from '#viewer/rendering/point-under.ts'
import { getVertexPlaces } from '../pick/face-normal.ts'
import { useClick } from '../pick/use-click.ts'
import { type EdgedSurface, findEdges, type FlatFace, findFlatFace } from './flat-face.ts'
import { Marks } from './marks.tsx'
import { nearestCorner } from './measures.ts'

export type Picked = {
  point: Vector3
  face: () => FlatFace | undefined
}

type MeasureStageProps = {
  points: readonly Vector3[]
  line?: readonly Vector3[]
  snaps: boolean
  onPicked: (picked: Picked) => void
}

const snapPx = 14

export function MeasureStage({ points, line = points, snaps, onPicked }: MeasureStageProps) {
  useClick((hit, pointer) => {
    if (!hit) return
    const point = snaps ? snapped(hit, pointer) : hit.point
    onPicked({ point, face: () => getFace(hit) })
  })
  return <Marks points={points} line={line} />
}

function snapped(hit: Intersection, pointer: Pointer): Vector3 {
  if (!hit.face || !(hit.object instanceof Mesh)) return hit.point
  const { a, b, c } = hit.face
  const getPlace = getVertexPlaces(hit)
  const triangle = new Triangle(getPlace(a), getPlace(b), getPlace(c))
  // Computes the snapping distance in metres at the depth of the clicked point.
  const centre = hit.point.clone().project(pointer.camera)
  const beside = centre.clone()
  beside.x += (2 * snapPx) / pointer.canvas.clientWidth
  const reach = beside.unproject(pointer.camera).distanceTo(hit.point)
  return nearestCorner(triangle, hit.point, reach) ?? hit.point
}

const surfaces = new WeakMap<object, EdgedSurface>()

function getFace(hit: Intersection): FlatFace | undefined {
  if (!hit.face || !(hit.object instanceof Mesh)) return undefined
  const { geometry }: Mesh = hit.object
  const surface = surfaces.get(geometry) ?? readSurface(geometry)
  surfaces.set(geometry, surface)
  const { a, b, c } = hit.face
  return findFlatFace(surface, [a, b, c], getVertexPlaces(hit))
}

function readSurface({ index, attributes }: Mesh['geometry']): EdgedSurface {
  const list = attributes['position']
  const count = list?.count ?? 0
  const positions = new Float32Array(count * 3)
  for (let point = 0; point < count; point++) {
    positions[point * 3] = list?.getX(point) ?? 0
    positions[point * 3 + 1] = list?.getY(point) ?? 0
    positions[point * 3 + 2] = list?.getZ(point) ?? 0
  }
  const indices = index
    ? Uint32Array.from(index.array)
    : Uint32Array.from({ length: count - (count % 3) }, (_, at) => at)
  return findEdges(positions, indices)
}
