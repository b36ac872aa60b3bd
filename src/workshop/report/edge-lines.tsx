import { extend } from '@react-three/fiber'
import { LineBasicMaterial, LineSegments } from 'three'
import { useStage } from '#viewer/stage/stage-context.ts'
import { PositionGeometry } from '#viewer/rendering/position-geometry.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

extend({ LineBasicMaterial, LineSegments, PositionGeometry })

type EdgeLinesProps = {
  lines: Float32Array
  color: string
}

/** Draws edges over the model, even on its back. */
export function EdgeLines({ lines, color }: EdgeLinesProps) {
  const { box, centre } = useStage().model.bounds
  return (
    <lineSegments
      position={[-centre.x, -box.min.y, -centre.z]}
      layers={extrasLayer}
      renderOrder={10}
    >
      <positionGeometry args={[lines]} />
      <lineBasicMaterial color={color} depthTest={false} toneMapped={false} />
    </lineSegments>
  )
}
