import {
  type AnimationClip,
  Group,
  type LoadingManager,
  Mesh,
  type Object3D,
  TextureLoader,
} from 'three'
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { ImportReport } from './import-report.ts'

const mainChunk = 0x4d4d
/** Chunk type of the animation in a file. */
const keyframes = 0xb000

/**
 * Reads a 3DS file with y up. The format has no unit.
 *    @param report receives omissions.
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
  // The caller has converted TGA files to PNG.
  manager.addHandler(/\.tga$/i, new TextureLoader(manager))
  const model = new TDSLoader(manager).parse(bytes.slice().buffer, '')
  model.traverse((object) => {
    if (object instanceof Mesh) object.geometry.computeVertexNormals()
  })
  model.rotation.set(-Math.PI / 2, 0, 0)
  if (hasChunk(view, keyframes))
    report.losses.push('Left out: animation. Objects stay where they were modelled.')
  return { root: new Group().add(model), animations: [] }
}

function hasChunk(view: DataView, wanted: number): boolean {
  for (let at = 6; at + 6 <= view.byteLength;) {
    if (view.getUint16(at, true) === wanted) return true
    at += Math.max(6, view.getUint32(at + 2, true))
  }
  return false
}
