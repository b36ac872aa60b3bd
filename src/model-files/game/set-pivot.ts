import type { Document } from '@gltf-transform/core'
import { measureExtent } from '../mesh/extent.ts'
import { readParts } from '../mesh/read-glb-parts.ts'
import type { Pivot } from './game-options.ts'

/** Moves the model so that its base or centre is at the origin. */
export function setPivot(document: Document, pivot: Pivot): void {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (pivot === 'file' || !scene) return
  const { low, high } = measureExtent(readParts(document).parts)
  const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2)
  const [x = 0, y = 0, z = 0] = middle
  const node = document
    .createNode(scene.getName() || 'Model')
    .setTranslation([-x, pivot === 'base' ? -low[1] : -y, -z])
  for (const child of scene.listChildren()) node.addChild(child)
  scene.addChild(node)
}
