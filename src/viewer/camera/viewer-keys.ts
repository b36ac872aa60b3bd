import type { CameraRig } from './camera-rig.ts'

const STEP = Math.PI / 12
const ZOOM = 1.25
const FLIGHT = 0.15

const actions = new Map<string, (rig: CameraRig) => void>([
  ['ArrowLeft', (rig) => rig.orbit(-STEP, 0)],
  ['ArrowRight', (rig) => rig.orbit(STEP, 0)],
  ['ArrowUp', (rig) => rig.orbit(0, STEP)],
  ['ArrowDown', (rig) => rig.orbit(0, -STEP)],
  ['+', (rig) => rig.zoom(ZOOM)],
  ['=', (rig) => rig.zoom(ZOOM)],
  ['-', (rig) => rig.zoom(1 / ZOOM)],
  ['w', (rig) => rig.fly(0, 0, FLIGHT)],
  ['s', (rig) => rig.fly(0, 0, -FLIGHT)],
  ['a', (rig) => rig.fly(-FLIGHT, 0, 0)],
  ['d', (rig) => rig.fly(FLIGHT, 0, 0)],
  ['e', (rig) => rig.fly(0, FLIGHT, 0)],
  ['q', (rig) => rig.fly(0, -FLIGHT, 0)],
  ['f', (rig) => rig.frame()],
  ['1', (rig) => rig.view('front')],
  ['3', (rig) => rig.view('right')],
  ['7', (rig) => rig.view('top')],
  ['9', (rig) => rig.viewOpposite()],
])

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Does what a key means to the camera. @returns whether it meant anything. */
export function pressKey(rig: CameraRig, { key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const act = actions.get(key.length === 1 ? key.toLowerCase() : key)
  if (!act) return false
  rig.takeOver()
  act(rig)
  return true
}
