import { useLayoutEffect } from 'react'
import type { Model } from '../loading/parse-glb.ts'
import { requestFrame } from '../rendering/redraws.ts'
import { useStage } from './stage-context.ts'

/** Shows the model on the stage deeper, or flatter, than it is. @param factor on its depth, from front to back. */
export function StretchedDepth({ factor }: { factor: number }) {
  const { model } = useStage()
  useLayoutEffect(() => stretch(model, factor), [model, factor])
  return null
}

/** @returns what makes it as deep as it was. */
function stretch({ scene, bounds }: Model, factor: number): () => void {
  const before = { scale: scene.scale.z, position: scene.position.z }
  scene.scale.z = before.scale * factor
  // Around its middle, which stands in the middle of the stage.
  scene.position.z = bounds.centre.z + (before.position - bounds.centre.z) * factor
  requestFrame()
  return () => {
    scene.scale.z = before.scale
    scene.position.z = before.position
    requestFrame()
  }
}
