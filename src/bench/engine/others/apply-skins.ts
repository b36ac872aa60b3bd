import type { Document, mat4, Primitive, Skin } from '@gltf-transform/core'

/** Moves the vertices of meshes with a skeleton to the rest pose, and removes the skeleton. */
export function applySkins(document: Document): void {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (!scene) return
  for (const node of root.listNodes()) {
    const skin = node.getSkin()
    const mesh = node.getMesh()
    if (!skin || !mesh) continue
    const joints = jointMatrices(skin)
    for (const primitive of mesh.listPrimitives()) pose(primitive, joints)
    node.setSkin(null).setMesh(null)
    // The joint matrices already include the transformation of the node.
    scene.addChild(document.createNode().setMesh(mesh))
  }
}

/**
 * Returns a matrix for each joint, which converts coordinates of the mesh to coordinates of the
 * scene.
 */
function jointMatrices(skin: Skin): mat4[] {
  const inverse = skin.getInverseBindMatrices()
  return skin.listJoints().map((joint, k) => {
    const world = joint.getWorldMatrix()
    if (!inverse) return world
    const bind: number[] = []
    inverse.getElement(k, bind)
    return multiply(world, bind)
  })
}

function multiply(a: readonly number[], b: readonly number[]): mat4 {
  const product = Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i >> 2, i & 3]
    let sum = 0
    for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k]
    return sum
  })
  return product as mat4
}

function pose(primitive: Primitive, joints: readonly mat4[]): void {
  const [numbers, weights] = [
    primitive.getAttribute('JOINTS_0'),
    primitive.getAttribute('WEIGHTS_0'),
  ]
  const positions = primitive.getAttribute('POSITION')
  if (!numbers || !weights || !positions) return
  const moved = new Float32Array(positions.getCount() * 3)
  const [at, joint, weight]: number[][] = [[], [], []]
  for (let v = 0; v < positions.getCount(); v++) {
    positions.getElement(v, at)
    numbers.getElement(v, joint)
    weights.getElement(v, weight)
    for (let k = 0; k < 4; k++) {
      const matrix = joints[joint[k]]
      if (!matrix || !weight[k]) continue
      for (let c = 0; c < 3; c++) {
        moved[v * 3 + c] +=
          weight[k] *
          (matrix[c] * at[0] + matrix[4 + c] * at[1] + matrix[8 + c] * at[2] + matrix[12 + c])
      }
    }
  }
  positions.setArray(moved).setNormalized(false)
  for (const name of ['NORMAL', 'TANGENT']) primitive.setAttribute(name, null)
}
