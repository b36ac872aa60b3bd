import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'
import { Color, SkeletonHelper } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

const root = new Color('#ffd9a0')
const tip = new Color('#ff5a1f')

/** Draws the bones of the model over it, each from its root to its tip; they move with it. */
export function Bones() {
  const { model } = useStage()
  const scene = useThree((state) => state.scene)
  const invalidate = useThree((state) => state.invalidate)

  useLayoutEffect(() => {
    const bones = new SkeletonHelper(model.scene)
    bones.setColors(root, tip)
    bones.layers.set(extrasLayer)
    bones.renderOrder = 10
    bones.frustumCulled = false
    for (const material of [bones.material].flat()) material.toneMapped = false
    scene.add(bones)
    invalidate()
    return () => {
      scene.remove(bones)
      bones.dispose()
      invalidate()
    }
  }, [scene, invalidate, model])

  return null
}
