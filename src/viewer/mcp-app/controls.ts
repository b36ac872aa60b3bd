import type { OrbitView } from './draw.ts'

const turnPerPx = 0.01
const turnByKey = 0.2
const zoomPerPx = 0.0015
const zoomByKey = 1.2
const zoomMax = 6
const zoomMin = 0.5
const pitchMax = 1.5

/**
 * Lets pointers, the wheel and keys change the view of a canvas.
 * @param onView called after each change.
 */
export function attachControls(area: HTMLCanvasElement, view: OrbitView, onView: () => void): void {
  const turn = (right: number, up: number) => {
    view.yaw -= right
    view.pitch = Math.min(pitchMax, Math.max(-pitchMax, view.pitch + up))
    onView()
  }
  const zoom = (factor: number) => {
    view.zoom = Math.min(zoomMax, Math.max(zoomMin, view.zoom * factor))
    onView()
  }
  const keys: Record<string, () => void> = {
    ArrowLeft: () => turn(-turnByKey, 0),
    ArrowRight: () => turn(turnByKey, 0),
    ArrowUp: () => turn(0, turnByKey),
    ArrowDown: () => turn(0, -turnByKey),
    '+': () => zoom(zoomByKey),
    '-': () => zoom(1 / zoomByKey),
  }
  area.addEventListener('keydown', (event) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    zoom(Math.exp(-event.deltaY * zoomPerPx))
  }
  area.addEventListener('wheel', onWheel, { passive: false })
  takePointers(area, { turn, zoom })
}

type Acts = { turn: (right: number, up: number) => void; zoom: (factor: number) => void }

function takePointers(area: HTMLCanvasElement, { turn, zoom }: Acts): void {
  const held = new Map<number, PointerEvent>()
  const apart = () => {
    const [a, b] = [...held.values()]
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
  }
  area.addEventListener('pointerdown', (event) => {
    area.setPointerCapture(event.pointerId)
    held.set(event.pointerId, event)
  })
  area.addEventListener('pointermove', (event) => {
    const { pointerId, clientX, clientY } = event
    const before = held.get(pointerId)
    if (!before) return
    const distance = apart()
    held.set(pointerId, event)
    if (held.size > 1) zoom(apart() / (distance || 1))
    else turn((clientX - before.clientX) * turnPerPx, (clientY - before.clientY) * turnPerPx)
  })
  for (const name of ['pointerup', 'pointercancel'] as const) {
    area.addEventListener(name, ({ pointerId }) => held.delete(pointerId))
  }
}
