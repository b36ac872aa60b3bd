import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

type EdgeLinesProps = {
  /** x, y, z of both ends of each line, in the model's own space. */
  lines: Float32Array
  /** As CSS has it. */
  color: string
}

/** Draws edges of the model over it, also those at its back. */
export function EdgeLines({ lines, color }: EdgeLinesProps) {
  const { model } = useStage()
  const scene = useThree((state) => state.scene)
  const invalidate = useThree((state) => state.invalidate)

  useLayoutEffect(() => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(lines, 3))
    const material = new LineBasicMaterial({ color, depthTest: false, toneMapped: false })
    const drawn = new LineSegments(geometry, material)
    const { box, centre } = model.bounds
    drawn.position.set(-centre.x, -box.min.y, -centre.z)
    drawn.layers.set(extrasLayer)
    drawn.renderOrder = 10
    scene.add(drawn)
    invalidate()
    return () => {
      scene.remove(drawn)
      geometry.dispose()
      material.dispose()
      invalidate()
    }
  }, [scene, invalidate, model, lines, color])

  return null
}
