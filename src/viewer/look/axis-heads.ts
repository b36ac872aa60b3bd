import { type Quaternion, Vector3 } from 'three'
import type { Side } from '../camera/sides.ts'

const axes: readonly (readonly [side: Side, axis: Vector3])[] = [
  ['right', new Vector3(1, 0, 0)],
  ['left', new Vector3(-1, 0, 0)],
  ['top', new Vector3(0, 1, 0)],
  ['bottom', new Vector3(0, -1, 0)],
  ['front', new Vector3(0, 0, 1)],
  ['back', new Vector3(0, 0, -1)],
]

/**
 * Returns the side to which an axis end of the orientation gizmo points, or undefined. The nearest
 * axis end counts if several overlap.
 * @param x to the right and `y` upwards from the gizmo's centre, in axis lengths.
 * @param headRadius radius of an axis end, in axis lengths.
 * @param camera orientation of the camera.
 */
export function axisHeadAt({
  x,
  y,
  headRadius,
  camera,
}: {
  x: number
  y: number
  headRadius: number
  camera: Quaternion
}): Side | undefined {
  const seen = camera.clone().invert()
  return axes
    .map(([side, axis]) => ({ side, at: axis.clone().applyQuaternion(seen) }))
    .filter(({ at }) => Math.hypot(at.x - x, at.y - y) <= headRadius)
    .toSorted((a, b) => b.at.z - a.at.z)[0]?.side
}
