import { extend } from '@react-three/fiber'
import { DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'

extend({ Mesh, MeshBasicMaterial, PlaneGeometry })

type CutStageProps = {
  axis: 'x' | 'y' | 'z'
  offsets: readonly number[]
}

/** Size of the drawn planes relative to the model, so that the planes extend beyond the model. */
const overlap = 1.15

const rotations = {
  x: [0, Math.PI / 2, 0],
  y: [-Math.PI / 2, 0, 0],
  z: [0, 0, 0],
} as const

export function CutStage({ axis, offsets }: CutStageProps) {
  const { box, centre } = useStage().model.bounds
  const side = box.max.distanceTo(box.min) * overlap * 0.75
  const middle = (box.max.y - box.min.y) / 2
  const start = axis === 'y' ? 0 : box.min[axis] - centre[axis]
  return offsets.map((offset) => {
    const at = { x: 0, y: middle, z: 0 }
    at[axis] = start + offset
    return (
      <mesh
        key={offset}
        position={[at.x, at.y, at.z]}
        rotation={rotations[axis]}
        layers={extrasLayer}
        renderOrder={11}
      >
        <planeGeometry args={[side, side]} />
        <meshBasicMaterial
          color="#e8743b"
          transparent
          opacity={0.35}
          side={DoubleSide}
          depthWrite={false}
          toneMapped={false}
        />
      </mesh>
    )
  })
}
