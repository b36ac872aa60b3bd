import { type RefObject, useEffect } from 'react'
import type { StageControls } from './stage/use-stage-camera.ts'
import { pressKey } from './camera/viewer-keys.ts'

/**
 * Lets keys and double clicks on `area` move the camera. `CameraRig` handles drags and the wheel.
 */
export function useStageInput(
  area: RefObject<HTMLElement | null>,
  controls: RefObject<StageControls | undefined>,
): void {
  useEffect(() => {
    const element = area.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener(
      'dblclick',
      ({ clientX, clientY }) => controls.current?.pivotAt(clientX, clientY),
      { signal },
    )
    element.addEventListener(
      'keydown',
      (event) => {
        if (controls.current && pressKey(controls.current.rig, event)) event.preventDefault()
      },
      { signal },
    )
    return () => listening.abort()
  }, [area, controls])
}
