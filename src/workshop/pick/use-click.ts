import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import { type Intersection, Raycaster } from 'three'
import { aimRay, type Pointer } from '#viewer/rendering/point-under.ts'
import { splatsLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { indexForPicking, pickNearest } from './pick.ts'

/** Movement in pixels beyond which a press is a drag that turns the model. */
const dragPx = 4

export function useClick(onClick: (hit: Intersection | undefined, pointer: Pointer) => void): void {
  const { model } = useStage()
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const click = useEffectEvent((clientX: number, clientY: number) => {
    const pointer = { canvas: gl.domElement, camera, clientX, clientY }
    const raycaster = new Raycaster()
    aimRay(raycaster, pointer)
    raycaster.layers.enable(splatsLayer)
    onClick(pickNearest(model.scene, raycaster), pointer)
  })

  useEffect(() => {
    const abort = new AbortController()
    indexForPicking(model.scene, abort.signal).catch((error: unknown) => {
      // Picking still works without an index, but more slowly.
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
        if (from && Math.hypot(clientX - from.x, clientY - from.y) < dragPx) click(clientX, clientY)
        from = undefined
      },
      { signal },
    )
    return () => listening.abort()
  }, [gl])
}
