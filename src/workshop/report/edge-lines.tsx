import { useEffect, useMemo } from 'react'
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

type EdgeLinesProps = {
  lines: Float32Array
  color: string
}

/** Draws edges over the model, even on its back. */
export function EdgeLines({ lines, color }: EdgeLinesProps) {
  const { box, centre } = useStage().model.bounds
  const drawn = useMemo(() => makeLines(lines, color), [lines, color])

  useEffect(
    () => () => {
      drawn.geometry.dispose()
      drawn.material.dispose()
    },
    [drawn],
  )

  return <primitive object={drawn} position={[-centre.x, -box.min.y, -centre.z]} dispose={null} />
}

function makeLines(lines: Float32Array, color: string) {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(lines, 3))
  const material = new LineBasicMaterial({ color, depthTest: false, toneMapped: false })
  const drawn = new LineSegments(geometry, material)
  drawn.layers.set(extrasLayer)
  drawn.renderOrder = 10
  return drawn
}
