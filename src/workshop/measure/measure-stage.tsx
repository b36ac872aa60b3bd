import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import { Mesh, Raycaster, Triangle, type Vector3 } from 'three'
import { aimRay, type Pointer } from '#viewer/rendering/point-under.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { indexForPicking, pickNearest } from '../pick/pick.ts'
import { splatsLayer } from '#viewer/rendering/stage-passes.ts'
import { Marks } from './marks.tsx'
import { nearestCorner } from './measures.ts'

type MeasureStageProps = {
  points: readonly Vector3[]
  /** What joins them; straight lines unless told. */
  line?: readonly Vector3[]
  snaps: boolean
  /** A place of the model was clicked. */
  onPicked: (point: Vector3) => void
}

/** A drag turns the model; only a press that stays where it is picks a point. */
const dragPx = 4
/** How near a corner must be to be meant. */
const snapPx = 14

/** Lets points of the model be clicked, and draws them with the lines between them. */
export function MeasureStage({ points, line = points, snaps, onPicked }: MeasureStageProps) {
  const { model } = useStage()
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const pick = useEffectEvent((x: number, y: number) => {
    const pointer = { canvas: gl.domElement, camera, clientX: x, clientY: y }
    const point = pointAt(pointer, model.scene, snaps)
    if (point) onPicked(point)
  })

  useEffect(() => {
    const abort = new AbortController()
    indexForPicking(model.scene, abort.signal).catch((error: unknown) => {
      // Without it picking is slower, and all the same right.
      if (!abort.signal.aborted) console.warn(error)
    })
    return () => abort.abort()
  }, [model])

  useEffect(() => {
    const canvas = gl.domElement
    const listening = new AbortController()
    const { signal } = listening
    let from: { x: number; y: number } | undefined
    canvas.addEventListener(
      'pointerdown',
      ({ clientX, clientY, isPrimary, button }) => {
        from = isPrimary && button === 0 ? { x: clientX, y: clientY } : undefined
      },
      { signal },
    )
    canvas.addEventListener(
      'pointerup',
      ({ clientX, clientY }) => {
        if (from && Math.hypot(clientX - from.x, clientY - from.y) < dragPx) pick(clientX, clientY)
        from = undefined
      },
      { signal },
    )
    return () => listening.abort()
  }, [gl])

  return <Marks points={points} line={line} />
}

function pointAt(
  pointer: Pointer,
  root: Parameters<Raycaster['intersectObject']>[0],
  snaps: boolean,
): Vector3 | undefined {
  const raycaster = new Raycaster()
  aimRay(raycaster, pointer)
  raycaster.layers.enable(splatsLayer)
  const hit = pickNearest(root, raycaster)
  if (!hit) return
  if (!snaps || !hit.face || !(hit.object instanceof Mesh)) return hit.point
  const { a, b, c } = hit.face
  const mesh = hit.object
  const triangle = new Triangle()
  ;(
    [
      ['a', a],
      ['b', b],
      ['c', c],
    ] as const
  ).forEach(([corner, index]) => {
    mesh.getVertexPosition(index, triangle[corner]).applyMatrix4(mesh.matrixWorld)
  })
  // How large a pixel is at that depth.
  const centre = hit.point.clone().project(pointer.camera)
  const beside = centre.clone()
  beside.x += (2 * snapPx) / pointer.canvas.clientWidth
  const reach = beside.unproject(pointer.camera).distanceTo(hit.point)
  return nearestCorner(triangle, hit.point, reach) ?? hit.point
}
