import { PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { CameraRig } from './camera-rig.ts'
import { fitDistance } from './fit.ts'
import { describeDirection } from './sides.ts'
import { pressKey } from './viewer-keys.ts'

function setUp({ isAnimated = false } = {}) {
  const camera = new PerspectiveCamera(32, 1)
  const onChange = vi.fn<() => void>()
  const rig = new CameraRig(camera, onChange)
  rig.setAnimated(isAnimated)
  rig.fitTo(1.5)
  rig.stand({ radius: 2, centre: new Vector3(0, 3, 0) })
  const distance = () => camera.position.distanceTo(new Vector3(0, 3, 0))
  return { camera, rig, onChange, distance }
}

describe('CameraRig', () => {
  it('frames a new model in three-quarter view', () => {
    const { rig, distance, camera } = setUp()
    expect(describeDirection(rig.direction)).toBe('Seen from the front right')
    expect(distance()).toBeGreaterThan(fitDistance(2, 32, 1.5))
    expect(camera.near).toBeLessThan(distance() - 2)
    expect(camera.far).toBeGreaterThan(distance() + 2)
  })

  it('keeps the model away from overlays above and below', () => {
    const { rig, camera, distance } = setUp()
    rig.fitTo(1.5, 0.8)
    rig.frame()
    const shownHeight = 2 * distance() * Math.tan((camera.fov * Math.PI) / 360)
    expect(4 / shownHeight).toBeLessThan(0.8)
  })

  it('shows more of the surroundings for a while, unless the user chose the view', () => {
    const { rig, distance } = setUp()
    const whole = distance()
    const { end } = rig.widen({ centre: new Vector3(0, 3, 0), radius: 6 })
    expect(distance()).toBeCloseTo(3 * whole)
    end()
    expect(distance()).toBeCloseTo(whole)
    rig.zoom(2)
    rig.widen({ centre: new Vector3(0, 3, 0), radius: 6 }).end()
    expect(distance()).toBeCloseTo(whole / 2)
  })

  it('follows a moving model, also in a view that the user chose, and returns afterwards', () => {
    const { rig, camera } = setUp()
    rig.orbit(1, 0)
    rig.zoom(2)
    const before = camera.position.clone()
    const { follow, end } = rig.widen({ centre: new Vector3(0, 3, 0), radius: 2 })
    follow(new Vector3(10, 0, 0))
    follow(new Vector3(20, 1, 0))
    rig.update(0, 0.016)
    expect(camera.position.clone().sub(before).toArray()).toEqual([
      expect.closeTo(20),
      expect.closeTo(1),
      expect.closeTo(0),
    ])
    end()
    expect(camera.position.distanceTo(before)).toBeCloseTo(0)
    // The earlier `widen` must have no effect after another model was set.
    const late = rig.widen({ centre: new Vector3(0, 3, 0), radius: 2 })
    rig.stand({ radius: 2, centre: new Vector3(0, 3, 0) })
    const stood = camera.position.clone()
    late.follow(new Vector3(5, 0, 0))
    late.end()
    expect(camera.position.distanceTo(stood)).toBeCloseTo(0)
  })

  it('looks at a flat model from a higher position', () => {
    const { rig } = setUp()
    rig.stand({ radius: 2, centre: new Vector3(), isFlat: true })
    expect(describeDirection(rig.direction)).toBe('Seen from the front right, above')
  })

  it('jumps to named views if animation is off', () => {
    const { rig, camera } = setUp()
    rig.view('right')
    expect(camera.position.x).toBeGreaterThan(6)
    expect(camera.position.z).toBeCloseTo(0)
    rig.view('top')
    expect(describeDirection(rig.direction)).toBe('Seen from the top')
  })

  it('looks at a point of the model from the side on which the point is, and moves closer', () => {
    const { rig, camera, distance } = setUp()
    const whole = distance()
    const centre = new Vector3(-1.8, 3, 0)
    rig.lookAt({ centre, radius: 0.2 })
    expect(describeDirection(rig.direction)).toBe('Seen from the left')
    expect(camera.position.distanceTo(centre)).toBeLessThan(whole / 2)
    // A point near the model's centre is on no side of the model, so the view direction stays.
    rig.lookAt({ centre: new Vector3(0, 3, 0.01), radius: 2 })
    expect(describeDirection(rig.direction)).toBe('Seen from the left')
    expect(distance()).toBeLessThan(whole * 1.01)
  })

  it('uses position, direction and field of view of a file’s camera until the model is framed again', () => {
    const { rig, camera } = setUp()
    // The camera is far to the left at the height of the centre, and looks slightly to the right of
    // the centre.
    rig.lookFrom({ name: 'Left', position: [-5, 3, 1], direction: [1, 0, 0], fovDegrees: 70 })
    rig.update(performance.now(), 0.016)
    expect(camera.position.toArray()).toEqual([-5, 3, 1].map((value) => expect.closeTo(value)))
    expect(camera.getWorldDirection(new Vector3()).x).toBeCloseTo(1)
    expect(camera.fov).toBe(70)
    rig.frame()
    expect(camera.fov).toBe(32)
    expect(describeDirection(rig.direction)).toBe('Seen from the left')
  })

  it('looks out of a model from a camera inside it', () => {
    const { rig, camera } = setUp()
    rig.lookFrom({ name: '', position: [0, 3, 1], direction: [0, 0, 1], fovDegrees: undefined })
    rig.update(performance.now(), 0.016)
    expect(camera.position.z).toBeCloseTo(1)
    expect(camera.getWorldDirection(new Vector3()).z).toBeCloseTo(1)
    expect(camera.fov).toBe(32)
  })

  it('moves for a quarter of a second and requests frames only until the camera arrives', () => {
    const { rig, onChange } = setUp({ isAnimated: true })
    const startMs = performance.now()
    rig.view('front')
    rig.update(startMs + 120, 0.016)
    expect(rig.direction.azimuth).toBeGreaterThan(0.05)
    rig.update(startMs + 400, 0.016)
    expect(rig.direction.azimuth).toBeCloseTo(0)
    onChange.mockClear()
    rig.update(startMs + 420, 0.016)
    rig.update(startMs + 440, 0.016)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('adds up keys that are pressed during a movement', () => {
    const { rig } = setUp({ isAnimated: true })
    const before = rig.direction.azimuth
    rig.orbit(0.2, 0)
    rig.orbit(0.2, 0)
    rig.update(performance.now() + 400, 0.016)
    expect(rig.direction.azimuth).toBeCloseTo(before + 0.4)
  })

  it('limits the zoom by the model’s size', () => {
    const { rig, distance } = setUp()
    const before = distance()
    rig.zoom(2)
    expect(distance()).toBeCloseTo(before / 2)
    rig.zoom(1e9)
    expect(distance()).toBeCloseTo(2 / 20)
    rig.zoom(1e-9)
    expect(distance()).toBeCloseTo(2 * 25)
    rig.frame()
    expect(distance()).toBeCloseTo(before)
  })

  it('moves the camera forward when the wheel turns beyond the zoom limit', () => {
    const { rig, camera } = setUp()
    rig.walk(-100)
    rig.zoom(1e9)
    const before = camera.position.clone()
    rig.walk(100)
    expect(camera.position).toEqual(before)
    for (let step = 0; step < 60; step++) rig.walk(-100)
    expect(camera.position.distanceTo(before)).toBeGreaterThan(3)
    rig.frame()
    expect(describeDirection(rig.direction)).toBe('Seen from the front right')
  })

  it('fits the model to a new canvas shape, but keeps a zoom that the user chose', () => {
    const { rig, distance } = setUp()
    const wide = distance()
    rig.fitTo(0.5)
    expect(distance()).toBeGreaterThan(wide * 1.5)
    rig.zoom(3)
    const chosen = distance()
    rig.fitTo(1.5)
    expect(distance()).toBeCloseTo(chosen)
  })

  it('turns slowly until a key is pressed, and does not turn if animation is off', () => {
    const { rig, onChange } = setUp({ isAnimated: true })
    rig.setTurntable(true)
    const before = rig.direction.azimuth
    rig.update(performance.now(), 0.05)
    expect(rig.direction.azimuth).not.toBeCloseTo(before, 5)
    pressKey(rig, new KeyStroke('ArrowLeft'))
    rig.update(performance.now() + 400, 0.05)
    onChange.mockClear()
    rig.update(performance.now() + 500, 0.05)
    expect(onChange).not.toHaveBeenCalled()

    rig.setAnimated(false)
    rig.setTurntable(true)
    const calm = rig.direction.azimuth
    rig.update(performance.now() + 600, 0.05)
    expect(rig.direction.azimuth).toBeCloseTo(calm)
  })
})

class KeyStroke {
  readonly metaKey = false
  readonly altKey = false
  readonly key: string
  readonly ctrlKey: boolean
  constructor(key: string, ctrlKey = false) {
    this.key = key
    this.ctrlKey = ctrlKey
  }
}

describe('pressKey', () => {
  it.each([
    ['1', 'Seen from the front'],
    ['3', 'Seen from the right'],
    ['7', 'Seen from the top'],
    ['ArrowUp', 'Seen from the front right, above'],
  ])('maps %s to "%s"', (key, words) => {
    const { rig } = setUp()
    expect(pressKey(rig, new KeyStroke(key))).toBe(true)
    expect(describeDirection(rig.direction)).toBe(words)
  })

  it('moves in all directions by W, A, S, D, E and Q without turning', () => {
    const { rig, camera } = setUp()
    rig.setAnimated(false)
    rig.view('front')
    const { x, y, z } = camera.position.clone()
    const direction = rig.direction
    const flown = () => [camera.position.x - x, camera.position.y - y, camera.position.z - z]
    const press = (keys: string) =>
      keys.split('').forEach((key) => pressKey(rig, new KeyStroke(key)))
    press('w')
    expect(flown()[2]).toBeLessThan(-0.1)
    press('sd')
    expect(flown()[2]).toBeCloseTo(0)
    expect(flown()[0]).toBeGreaterThan(0.1)
    press('ae')
    expect(flown()[1]).toBeGreaterThan(0.1)
    press('q')
    for (const way of flown()) expect(way).toBeCloseTo(0)
    expect(rig.direction.azimuth).toBeCloseTo(direction.azimuth)
  })

  it("ignores other keys and the browser's shortcuts", () => {
    const { rig } = setUp()
    const before = rig.direction
    expect(pressKey(rig, new KeyStroke('x'))).toBe(false)
    expect(pressKey(rig, new KeyStroke('1', true))).toBe(false)
    expect(pressKey(rig, new KeyStroke('constructor'))).toBe(false)
    expect(rig.direction).toEqual(before)
  })
})
