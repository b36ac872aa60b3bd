import type { Object3D } from 'three'
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js'
import { toObjectList, toObject } from '#model-files/glb/glb-json.ts'

/** Hides nodes that the file marks as invisible, with their descendants (`KHR_node_visibility`). */
export async function hideNodes({ parser }: GLTF): Promise<void> {
  const nodes = toObjectList(parser.json['nodes'])
  for (const [place, { extensions }] of nodes.entries()) {
    if (toObject(toObject(extensions)['KHR_node_visibility'])['visible'] !== false) continue
    const node: Object3D | undefined = await parser.getDependency('node', place)
    if (node) node.visible = false
  }
}
