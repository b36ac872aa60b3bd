import { extend } from '@react-three/fiber'
import { Color, SkeletonHelper } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

extend({ SkeletonHelper })

const root = new Color('#ffd9a0')
const tip = new Color('#ff5a1f')

/** Draws the model's bones over the model, in the current pose. */
export function Bones() {
  const { scene } = useStage().model
  return (
    <skeletonHelper
      args={[scene]}
      layers={extrasLayer}
      renderOrder={10}
      frustumCulled={false}
      material-toneMapped={false}
      onUpdate={setColors}
    />
  )
}

const setColors = (bones: SkeletonHelper) => bones.setColors(root, tip)
