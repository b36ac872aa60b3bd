import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { DeferredLight } from '../light/studio-light.ts'
import type { Model } from '../loading/load-glb.ts'
import { type FirstLook, readyOwnMaterials } from './first-look.ts'
import { type PreviewMaterials, createPreviewMaterials } from './preview-materials.ts'

type PreviewShadingProps = {
  model: Model
  /** Where the model has been drawn before this stage was there. */
  firstLook: FirstLook | undefined
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
export function PreviewShading({
  model,
  firstLook,
  light,
  isSketch,
  onReady,
}: PreviewShadingProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  const invalidate = useThree((state) => state.invalidate)
  const preview = useRef<PreviewMaterials>(undefined)
  const isLit = useRef(false)
  const seen = useRef<() => void>(undefined)

  useLayoutEffect(() => {
    const made = firstLook?.materials ?? createPreviewMaterials(model.scene)
    preview.current = made
    made.apply()
    return () => {
      preview.current = undefined
      made.dispose()
      invalidate()
    }
  }, [model, firstLook, invalidate])

  useEffect(() => {
    let isWanted = true
    const getReady = async () => {
      await new Promise<void>((resolve) => {
        seen.current = resolve
      })
      const materials = preview.current
      if (!isWanted || !materials) return
      await (firstLook?.ready ??
        readyOwnMaterials({ gl, scene, camera }, { model, materials, light }))
      if (isWanted) onReady(model)
    }
    void getReady()
    return () => {
      isWanted = false
    }
  }, [gl, scene, camera, model, firstLook, light, onReady])

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
