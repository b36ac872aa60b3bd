import { useLayoutEffect } from 'react'
import type { ParsedModel } from '../loading/parse-glb.ts'
import { requestFrame } from '../rendering/redraws.ts'
import { useStage } from './stage-context.ts'

/**
 * Scales the depth of the visible model.
 * @param factor for the depth from front to back.
 */
export function StretchedDepth({ factor }: { factor: number }) {
  const { model } = useStage()
  useLayoutEffect(() => stretch(model, factor), [model, factor])
  return null
}

function stretch({ scene, bounds }: ParsedModel, factor: number): () => void {
  const before = { scale: scene.scale.z, position: scene.position.z }
  scene.scale.z = before.scale * factor
  scene.position.z = bounds.centre.z + (before.position - bounds.centre.z) * factor
  requestFrame()
  return () => {
    scene.scale.z = before.scale
    scene.position.z = before.position
    requestFrame()
  }
}
