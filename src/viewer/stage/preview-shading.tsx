import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Model } from '../loading/load-glb.ts'
import { prepareModel } from '../gpu/prepare-model.ts'
import { type PreviewMaterials, createPreviewMaterials } from './preview-materials.ts'
import type { DeferredLight } from '../light/studio-light.ts'

type PreviewShadingProps = {
  model: Model
  /** What its own materials are lit by. */
  light: DeferredLight
  /** The model can now be drawn with its own materials without a freeze. */
  onReady: (model: Model) => void
}

/**
 * Draws the model on stage with preview materials, and gets its own materials ready as soon as that has
 * been seen. Mount it anew for another model.
 */
export function PreviewShading({ model, light, onReady }: PreviewShadingProps) {
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
      // The browser shows the frame first.
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWanted) return
      light.draw()
      const getting = prepareModel({ gl, scene, camera }, model.scene, (compile) => {
        preview.current?.restore()
        compile()
        preview.current?.apply()
      })
      // What could not be got ready only makes the next frame slower.
      await getting.finally(() => isWanted && onReady(model))
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
  useFrame(() => seen.current?.(), 2)

  return null
}
