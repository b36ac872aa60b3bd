import { InstancedMesh, type Intersection, Matrix4, Mesh, Triangle, Vector3 } from 'three'

function getMatrix({ object, instanceId }: Intersection): Matrix4 {
  const matrix = object.matrixWorld.clone()
  if (!(object instanceof InstancedMesh) || instanceId === undefined) return matrix
  const own = new Matrix4()
  object.getMatrixAt(instanceId, own)
  return matrix.multiply(own)
}

/**
 * Returns a function that converts a point index of the clicked mesh to a position in the scene.
 */
export function getVertexPlaces(hit: Intersection): (point: number) => Vector3 {
  const mesh = hit.object as Mesh
  const matrix = getMatrix(hit)
  return (point) => mesh.getVertexPosition(point, new Vector3()).applyMatrix4(matrix)
}

/** Returns the outward direction of the clicked triangle in the scene, with length 1. */
export function getFaceNormal(hit: Intersection): Vector3 | undefined {
  if (!hit.face || !(hit.object instanceof Mesh)) return undefined
  const getPlace = getVertexPlaces(hit)
  const { a, b, c } = hit.face
  const normal = new Triangle(getPlace(a), getPlace(b), getPlace(c)).getNormal(new Vector3())
  // A mirrored node reverses the order of the corners.
  return normal.multiplyScalar(Math.sign(getMatrix(hit).determinant()))
}
