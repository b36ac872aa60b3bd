import { useThree } from '@react-three/fiber'
import { useEffect, useMemo } from 'react'
import { DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'

type CutStageProps = {
  axis: 'x' | 'y' | 'z'
  offsets: readonly number[]
}

/** Size of the drawn planes relative to the model, so that the planes extend beyond the model. */
const overlap = 1.15

export function CutStage({ axis, offsets }: CutStageProps) {
  const { box, centre } = useStage().model.bounds
  const invalidate = useThree((state) => state.invalidate)
  const size = box.max.distanceTo(box.min)
  const planes = useMemo(
    () =>
      offsets.map((offset) => {
        const plane = createPlane(size * overlap * 0.75, axis)
        plane.position.set(0, (box.max.y - box.min.y) / 2, 0)
        plane.position[axis] = axis === 'y' ? offset : box.min[axis] - centre[axis] + offset
        return plane
      }),
    [axis, offsets, box, centre, size],
  )
  useEffect(() => {
    invalidate()
    return () => {
      for (const { geometry, material } of planes) {
        geometry.dispose()
        material.dispose()
      }
      invalidate()
    }
  }, [planes, invalidate])
  return planes.map((plane) => <primitive key={plane.uuid} object={plane} dispose={null} />)
}

function createPlane(size: number, axis: CutStageProps['axis']) {
  const geometry = new PlaneGeometry(size, size)
  if (axis === 'x') geometry.rotateY(Math.PI / 2)
  if (axis === 'y') geometry.rotateX(Math.PI / 2)
  const material = new MeshBasicMaterial({
    color: '#e8743b',
    transparent: true,
    opacity: 0.35,
    side: DoubleSide,
    depthWrite: false,
    toneMapped: false,
  })
  const plane = new Mesh(geometry, material)
  plane.layers.set(extrasLayer)
  plane.renderOrder = 11
  return plane
}
