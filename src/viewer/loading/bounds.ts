import {
  Box3,
  BufferAttribute,
  Line,
  Mesh,
  type Object3D,
  Points,
  SkinnedMesh,
  Vector3,
} from 'three'

/** How much room a model takes, in metres. */
export type Bounds = {
  box: Box3
  centre: Vector3
  /** Of the smallest sphere around `centre` that holds every vertex. */
  radius: number
}

/**
 * Measures every vertex under `root`, in the space that `root` stands in. Splats count by the
 * centres that they state.
 *
 * Takes about 50 ms for a million vertices, so call it once per model.
 *
 * @returns `undefined` if there is no vertex, or one that is not a finite number.
 */
export function measureBounds(root: Object3D): Bounds | undefined {
  const box = new Box3()
  eachVertex(root, (vertex) => box.expandByPoint(vertex))
  const centre = box.getCenter(new Vector3())
  let squared = 0
  eachVertex(root, (vertex) => {
    squared = Math.max(squared, centre.distanceToSquared(vertex))
  })
  if (box.isEmpty() || !Number.isFinite(squared)) return undefined
  // A single point still needs a distance to be looked at from.
  return { box, centre, radius: Math.sqrt(squared) || 1 }
}

function eachVertex(root: Object3D, visit: (vertex: Vector3) => void): void {
  const vertex = new Vector3()
  root.updateWorldMatrix(true, true)
  root.traverse((object) => {
    if (!(object instanceof Mesh || object instanceof Points || object instanceof Line)) return
    const { centres } = object as { centres?: Float32Array }
    const position = centres
      ? new BufferAttribute(centres, 3)
      : object.geometry.getAttribute('position')
    if (!position) return
    // Only meshes that bend need the slower way, which asks bones and morph targets.
    const bends =
      object instanceof SkinnedMesh || (object instanceof Mesh && object.morphTargetInfluences)
    for (let index = 0; index < position.count; index++) {
      if (bends) object.getVertexPosition(index, vertex)
      else vertex.fromBufferAttribute(position, index)
      visit(vertex.applyMatrix4(object.matrixWorld))
    }
  })
}
