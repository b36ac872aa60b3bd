import { useEffect, useMemo } from 'react'
import { Color, type Object3D, SkeletonHelper } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

const root = new Color('#ffd9a0')
const tip = new Color('#ff5a1f')

/** Draws the model's bones over the model, in the current pose. */
export function Bones() {
  const { scene } = useStage().model
  const bones = useMemo(() => makeBones(scene), [scene])
  useEffect(() => () => bones.dispose(), [bones])
  return <primitive object={bones} dispose={null} />
}

function makeBones(model: Object3D): SkeletonHelper {
  const bones = new SkeletonHelper(model)
  bones.setColors(root, tip)
  bones.layers.set(extrasLayer)
  bones.renderOrder = 10
  bones.frustumCulled = false
  for (const material of [bones.material].flat()) material.toneMapped = false
  return bones
}
