import type { Document as Gltf, Node } from '@gltf-transform/core'
import { OctahedronGeometry, Quaternion, Vector3 } from 'three'
import type { FbxObject } from './fbx-scene.ts'
import { getParentModel } from './fbx-transform.ts'

const boneWidth = 0.12

/**
 * Adds a visible body to each bone, for skeletons without a mesh.
 * @returns whether there is any bone.
 */
export function addBoneBodies(
  document: Gltf,
  bones: readonly FbxObject[],
  nodes: ReadonlyMap<FbxObject, Node>,
): boolean {
  const body = new OctahedronGeometry(0.5)
  const positions = Float32Array.from(body.getAttribute('position').array)
  const normals = Float32Array.from(body.getAttribute('normal').array)
  const list = (array: Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType('VEC3').setArray(array)
  let count = 0
  const material = document.createMaterial('bone').setBaseColorFactor([0.32, 0.32, 0.32, 1])
  material.setMetallicFactor(0).setRoughnessFactor(0.7)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', list(positions))
    .setAttribute('NORMAL', list(normals))
    .setMaterial(material)
  const mesh = document.createMesh('bone').addPrimitive(primitive)
  for (const bone of bones) {
    const node = nodes.get(bone)
    const parent = getParentModel(bone)
    const above = parent && nodes.get(parent)
    if (!node || !above || parent?.type !== 'LimbNode') continue
    const place = new Vector3(...node.getTranslation())
    const length = place.length()
    if (!(length > 0)) continue
    const turn = new Quaternion().setFromUnitVectors(
      new Vector3(0, 1, 0),
      place.clone().normalize(),
    )
    const holder = document
      .createNode(`${bone.name} body`)
      .setTranslation(place.multiplyScalar(0.5).toArray())
      .setRotation(turn.toArray())
      .setScale([boneWidth * length, length, boneWidth * length])
      .setMesh(mesh)
    above.addChild(holder)
    count++
  }
  return count > 0
}
