import { useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Plane, Vector3 } from 'three'
import type { Bounds } from '#viewer/loading/bounds.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { createCap } from './cap.ts'
import { cutAxes, type Cut, type CutAxis, type CutPlane } from '../state/cut.ts'

export function SectionCut({ cut }: { cut: Cut }) {
  const { model, passes } = useStage()
  const invalidate = useThree((state) => state.invalidate)
  const [cap] = useState(createCap)

  useEffect(() => () => cap.dispose(), [cap])

  useLayoutEffect(() => {
    const sections = cutAxes.flatMap((axis) => {
      const plane = cut.planes[axis]
      return plane ? [getSection(axis, plane, model.bounds)] : []
    })
    passes.cutWith(sections.map(({ plane }) => plane))
    cap.alignTo(sections, model.bounds.radius)
    // Draws caps before edges and marks, which must be visible on caps.
    const remove = cut.hasCap ? passes.addOver(cap.draw, -1) : undefined
    invalidate()
    return () => {
      passes.cutWith([])
      remove?.()
      invalidate()
    }
  }, [cap, passes, model, cut, invalidate])

  return null
}

const normals = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) }

/**
 * Returns the plane in the coordinates of the viewer, where the model is on the ground and centred
 * on the vertical axis.
 */
function getSection(axis: CutAxis, { place, isFlipped }: CutPlane, { box, centre }: Bounds) {
  const stands = new Vector3(-centre.x, -box.min.y, -centre.z)
  const point = centre.clone().add(stands)
  const low = box.min[axis] + stands[axis]
  const size = box.max[axis] - box.min[axis]
  // Keeps the plane slightly inside, because at the ends it would remove everything or nothing.
  point[axis] = low + size * (0.001 + 0.998 * place)
  const normal = normals[axis].clone().multiplyScalar(isFlipped ? 1 : -1)
  return { plane: new Plane().setFromNormalAndCoplanarPoint(normal, point), point }
}
