import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { prepareModel } from '../gpu/prepare-model.ts'
import type { DeferredLight } from '../light/studio-light.ts'
import type { Model } from '../loading/parse-glb.ts'
import { type PreviewMaterials, createPreviewMaterials } from './preview-materials.ts'

type PreviewShadingProps = {
  model: Model
  /** What its own materials are lit by. */
  light: DeferredLight
  /** It is drawn with few pixels now, and will be with all of them in the next frame. */
  isSketch: boolean
  /** The model can now be drawn with its own materials without a freeze. */
  onReady: (model: Model) => void
}

/**
 * Draws the model on stage with preview materials, and gets its own materials ready as soon as that has
 * been seen. Mount it anew for another model.
 */
export function PreviewShading({ model, light, isSketch, onReady }: PreviewShadingProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  const invalidate = useThree((state) => state.invalidate)
  const preview = useRef<PreviewMaterials>(undefined)
  const isLit = useRef(false)
  const seen = useRef<() => void>(undefined)

  useLayoutEffect(() => {
    const made = createPreviewMaterials(model.scene)
    preview.current = made
    made.apply()
    return () => {
      preview.current = undefined
      made.dispose()
      invalidate()
    }
  }, [model, invalidate])

  useEffect(() => {
    let isWanted = true
    const getReady = async () => {
      await new Promise<void>((resolve) => {
        seen.current = resolve
      })
      const materials = preview.current
      if (!isWanted || !materials) return
      await readyOwnMaterials({ gl, scene, camera }, { model, materials, light })
      if (isWanted) onReady(model)
    }
    void getReady()
    return () => {
      isWanted = false
    }
  }, [gl, scene, camera, model, light, onReady])

  // The camera stands where it will be seen from, and nothing is drawn yet.
  useFrame(() => {
    if (isLit.current) return
    isLit.current = true
    preview.current?.lightFor(camera.quaternion)
  }, 0.5)

  // After the frame has been drawn.
  useFrame(() => {
    if (!isSketch) seen.current?.()
  }, 2)

  return null
}

type Prepared = { model: Model; materials: PreviewMaterials; light: DeferredLight }

/** Gets what the model itself is drawn with ready, while it is seen in preview materials. Never rejects. */
async function readyOwnMaterials(
  stage: Parameters<typeof prepareModel>[0],
  { model, materials, light }: Prepared,
): Promise<void> {
  // The browser shows what was drawn before it comes back.
  await new Promise<void>((resolve) => setTimeout(resolve))
  if (materials.isDisposed()) return
  light.draw()
  const getting = prepareModel(stage, model.scene, (compile) => {
    materials.restore()
    compile()
    materials.apply()
  })
  // What could not be got ready only makes the next frame slower.
  await getting.catch(() => {})
}
