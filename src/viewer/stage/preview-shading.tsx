import { useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { prepareModel } from '../gpu/prepare-model.ts'
import type { StudioLight } from '../light/light-texture.ts'
import type { ParsedModel } from '../loading/parse-glb.ts'
import { type PreviewMaterials, createPreviewMaterials } from './preview-materials.ts'

type PreviewShadingProps = {
  model: ParsedModel
  light: RefObject<StudioLight | null>
  isSketch: boolean
  onReady: (model: ParsedModel) => void
}

/**
 * Draws the model with preview materials, and prepares the model's own materials after the first
 * frame. Use a new key for another model.
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

  // Runs after the camera was positioned and before anything is drawn.
  useFrame(() => {
    if (isLit.current) return
    isLit.current = true
    preview.current?.lightFor(camera.quaternion)
  }, 0.5)

  useFrame(() => {
    if (!isSketch) seen.current?.()
  }, 2)

  return null
}

type Prepared = {
  model: ParsedModel
  materials: PreviewMaterials
  light: RefObject<StudioLight | null>
}

async function readyOwnMaterials(
  stage: Parameters<typeof prepareModel>[0],
  { model, materials, light }: Prepared,
): Promise<void> {
  // A timer lets the browser show the frame first.
  await new Promise<void>((resolve) => setTimeout(resolve))
  if (materials.isDisposed()) return
  light.current?.draw()
  const getting = prepareModel(stage, model.scene, (compile) => {
    materials.restore()
    compile()
    materials.apply()
  })
  // A failure only makes the next frame slower.
  await getting.catch(() => {})
}
