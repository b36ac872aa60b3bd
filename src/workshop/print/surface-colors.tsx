import { extend } from '@react-three/fiber'
import { useMemo } from 'react'
import { Mesh, MeshStandardMaterial } from 'three'
import { PositionGeometry } from '#viewer/rendering/position-geometry.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'

extend({ Mesh, MeshStandardMaterial, PositionGeometry })

type SurfaceColorsProps = {
  /** Nine numbers per triangle. */
  corners: Float32Array
  /** Three numbers per triangle. */
  colors: Float32Array
}

export function SurfaceColors({ corners, colors }: SurfaceColorsProps) {
  const { box, centre } = useStage().model.bounds
  const cornerColors = useMemo(
    () => corners.map((_, at) => colors[Math.floor(at / 9) * 3 + (at % 3)] ?? 0),
    [corners, colors],
  )
  return (
    <mesh position={[-centre.x, -box.min.y, -centre.z]} layers={extrasLayer}>
      <positionGeometry args={[corners, cornerColors]} />
      {/* The offset draws it in front of the model's triangles, which are at the same place. */}
      <meshStandardMaterial
        vertexColors
        flatShading
        roughness={0.85}
        polygonOffset
        polygonOffsetFactor={-2}
        polygonOffsetUnits={-4}
      />
    </mesh>
  )
}
