import type { CameraRig } from './camera-rig.ts'

const orbitStep = Math.PI / 12
const zoomFactor = 1.25
const flyStep = 0.15

const actions = new Map<string, (rig: CameraRig) => void>([
  ['ArrowLeft', (rig) => rig.orbit(-orbitStep, 0)],
  ['ArrowRight', (rig) => rig.orbit(orbitStep, 0)],
  ['ArrowUp', (rig) => rig.orbit(0, orbitStep)],
  ['ArrowDown', (rig) => rig.orbit(0, -orbitStep)],
  ['+', (rig) => rig.zoom(zoomFactor)],
  ['=', (rig) => rig.zoom(zoomFactor)],
  ['-', (rig) => rig.zoom(1 / zoomFactor)],
  ['w', (rig) => rig.fly(0, 0, flyStep)],
  ['s', (rig) => rig.fly(0, 0, -flyStep)],
  ['a', (rig) => rig.fly(-flyStep, 0, 0)],
  ['d', (rig) => rig.fly(flyStep, 0, 0)],
  ['e', (rig) => rig.fly(0, flyStep, 0)],
  ['q', (rig) => rig.fly(0, -flyStep, 0)],
  ['f', (rig) => rig.frame()],
  ['1', (rig) => rig.view('front')],
  ['3', (rig) => rig.view('right')],
  ['7', (rig) => rig.view('top')],
  ['9', (rig) => rig.viewOpposite()],
])

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Moves the camera by a key.
 * @returns whether the key moves the camera.
 */
export function pressKey(rig: CameraRig, { key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const act = actions.get(key.length === 1 ? key.toLowerCase() : key)
  if (!act) return false
  rig.takeOver()
  act(rig)
  return true
}
