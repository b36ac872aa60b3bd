import {
  type AnimationClip,
  Group,
  type LoadingManager,
  Mesh,
  type Object3D,
  TextureLoader,
} from 'three'
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js'
import { placeNodes } from './place-nodes.ts'
import { readKeyframes, readMatrices } from './read-keyframes.ts'
import { formatPlural } from '#lib/format.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'

const mainChunk = 0x4d4d

/**
 * Reads a 3DS file with y up, in the pose of its first frame. 3DS has no unit.
 * @param report receives omissions.
 */
export function read3ds(
  bytes: Uint8Array,
  manager: LoadingManager,
  report: ImportReport,
): { root: Object3D; animations: AnimationClip[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 6 || view.getUint16(0, true) !== mainChunk) {
    throw new UnworkableModelError('This 3DS is damaged, or not a 3DS file.')
  }
  // The caller has converted TGA files to PNG, so the standard texture loader can read TGA files.
  manager.addHandler(/\.tga$/i, new TextureLoader(manager))
  const model = new TDSLoader(manager).parse(bytes.slice().buffer, '')
  model.traverse((object) => {
    if (object instanceof Mesh) object.geometry.computeVertexNormals()
  })
  const { nodes, attached } = readKeyframes(view)
  const animations = placeNodes(model, nodes, readMatrices(view))
  if (attached > 0) {
    const objects = formatPlural(attached, 'object')
    report.losses.push(`Motion left out: ${objects} attached to a camera or a light.`)
  }
  model.rotation.set(-Math.PI / 2, 0, 0)
  if (animations.length > 0) {
    report.losses.push('Changed: motion is straight between keys, and plays 30 frames per second.')
  }
  return { root: new Group().add(model), animations }
}
