import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Intersection, Raycaster, type Vector3 } from 'three'
import { aimRay } from '#viewer/rendering/point-under.ts'
import { splatsLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { pickNearest } from '../pick/pick.ts'
import { useClick } from '../pick/use-click.ts'
import { findPartName } from './place.ts'
import { SpotMark } from './spot-mark.tsx'

export type Spot = {
  at: readonly [x: number, y: number, z: number]
  part?: string | undefined
}

type SpotStageProps = {
  onSpot: (spot: Spot) => void
  onCancel: () => void
}

/**
 * Lets the user select and mark a place on the model by a click, or the centre of the view by
 * Enter.
 */
export function SpotStage({ onSpot, onCancel }: SpotStageProps) {
  const { model } = useStage()
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const [marked, setMarked] = useState<{ point: Vector3; part: string | undefined }>()
  const mark = (hit: Intersection | undefined) => {
    if (hit) setMarked({ point: hit.point, part: findPartName(hit.object) })
  }
  useClick(mark)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') {
      const { left, top, width, height } = gl.domElement.getBoundingClientRect()
      const [clientX, clientY] = [left + width / 2, top + height / 2]
      const raycaster = new Raycaster()
      raycaster.layers.enable(splatsLayer)
      aimRay(raycaster, { canvas: gl.domElement, camera, clientX, clientY })
      mark(pickNearest(model.scene, raycaster))
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const view = gl.domElement.closest<HTMLElement>('[role=application]')
    const listening = new AbortController()
    view?.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    view?.focus()
    if (view) view.style.cursor = 'crosshair'
    return () => {
      listening.abort()
      view?.style.removeProperty('cursor')
    }
  }, [gl])

  const tell = useEffectEvent(onSpot)
  useEffect(() => {
    if (!marked) return
    const { point, part } = marked
    tell({ at: [point.x, point.y, point.z], part })
  }, [marked])
  return marked ? <SpotMark at={marked.point} /> : null
}
