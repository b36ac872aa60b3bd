import { type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { clamp } from '#lib/clamp.ts'
import type { FileCamera } from '#model-files/inspect/loaded-model.ts'
import { framingDistance } from './fit.ts'
import { type Direction, directions, nearestTurn, type Side } from './sides.ts'
import { clipRange, firstDirection, type Standing } from './standing.ts'

const moveMs = 250
const turntableSeconds = 24
/**
 * Distance by which a wheel step beyond the zoom limit moves the camera and its target forward, in
 * radii of the model.
 */
const walkFraction = 0.03
/** Fraction by which the movement after a drag slows down per sixtieth of a second. */
const damping = 0.12

/**
 * Distance from the model's centre within which `lookAt` keeps the view direction, in radii of the
 * model.
 */
const middleFraction = 0.12
/**
 * Half of the view's size in `lookAt`, in radii of the area. Values above 1 also show the
 * surroundings of the area.
 */
const roomAround = 1.8
/** Smallest area that `lookAt` shows, in radii of the model. */
const nearestFraction = 0.3
/** Smallest angle between the vertical axis and the view direction of `lookAt`, in radians. */
const steepest = 0.35

const fovRange = [5, 120] as const

type Pose = { target: Vector3; azimuth: number; polar: number; distance: number }

type WidenedView = {
  /**
   * Moves the view along with the model. `gone` is the model's distance from its start, in metres.
   */
  follow: (gone: Vector3) => void
  end: () => void
}

/**
 * Controls the camera by pointer, keys and animated transitions to named views. Calls `onChange`
 * when another frame is needed, before which the owner calls `update`.
 */
export class CameraRig {
  readonly #camera: PerspectiveCamera
  readonly #controls: OrbitControls<PerspectiveCamera>
  readonly #onChange: () => void
  readonly #fov: number
  #centre = new Vector3()
  #radius = 1
  /** Number of models set so far, by which `widen` detects that its model was replaced. */
  #stood = 0
  #aspect = 1
  #freeHeight = 1
  #move: { from: Pose; to: Pose; startMs: number } | undefined
  /** True if `frame` set the current view, so that a resize can fit the model again. */
  #isFramed = true
  #isAnimated = true
  #isOrthographic = false
  #tellTakenOver: (() => void) | undefined

  constructor(camera: PerspectiveCamera, onChange: () => void) {
    this.#camera = camera
    this.#onChange = onChange
    this.#fov = camera.fov
    this.#controls = new OrbitControls(camera)
    this.#controls.enableDamping = true
    this.#controls.zoomToCursor = true
    this.#controls.addEventListener('change', onChange)
    this.#controls.addEventListener('start', () => {
      this.#move = undefined
      this.#isFramed = false
      this.takeOver()
    })
  }

  takeOver(): void {
    if (!this.#controls.autoRotate) return
    this.setTurntable(false)
    this.#tellTakenOver?.()
  }

  onTakenOver(tell: () => void): () => void {
    this.#tellTakenOver = tell
    return () => {
      if (this.#tellTakenOver === tell) this.#tellTakenOver = undefined
    }
  }

  /**
   * Shows a new model in three-quarter view, without animation.
   * @param model.radius of the sphere around `centre` that contains the model, in metres.
   * @param model.isFlat looks from a higher position.
   * @param model.keepsView keeps view direction and relative distance of the previous model.
   */
  stand(model: Standing & { keepsView?: boolean }): void {
    const { radius, centre, keepsView } = model
    const before = this.#goal()
    const growth = radius / this.#radius
    before.target.sub(this.#centre).multiplyScalar(growth).add(centre)
    this.#centre.copy(centre)
    this.#radius = radius
    this.#stood++
    this.#setRange(radius)
    if (keepsView) return this.#jump({ ...before, distance: before.distance * growth })
    this.#camera.fov = this.#fov
    this.#jump({ target: this.#centre, ...firstDirection(model), distance: this.#fit() })
    this.#isFramed = true
  }

  /**
   * Shows more of the surroundings until another model is set, for example because an animation
   * moves the model.
   * @param room.radius of the sphere around `centre` to show, in metres.
   */
  widen({ centre, radius }: { centre: Vector3; radius: number }): WidenedView {
    const rest = { centre: this.#centre.clone(), radius: this.#radius }
    const stood = this.#stood
    const gone = new Vector3()
    this.#takeRoom(centre, radius)
    const follow = (to: Vector3) => {
      if (stood === this.#stood) this.#carry(to.clone().sub(gone))
      gone.copy(to)
    }
    return {
      follow,
      end: () => {
        follow(new Vector3())
        if (stood === this.#stood) this.#takeRoom(rest.centre, rest.radius)
      },
    }
  }

  #takeRoom(centre: Vector3, radius: number): void {
    this.#centre.copy(centre)
    this.#radius = radius
    this.#setRange(radius)
    if (this.#isFramed) this.frame()
  }

  #carry(step: Vector3): void {
    if (step.lengthSq() === 0) return
    this.#centre.add(step)
    this.#controls.cursor.copy(this.#centre)
    this.#controls.target.add(step)
    this.#camera.position.add(step)
    this.#move?.from.target.add(step)
    this.#move?.to.target.add(step)
    this.#onChange()
  }

  #setRange(radius: number): void {
    Object.assign(this.#camera, clipRange(radius))
    this.#controls.minDistance = radius / 20
    this.#controls.maxDistance = radius * 25
    this.#controls.maxTargetRadius = radius * 3
    this.#controls.cursor.copy(this.#centre)
  }

  frame(): void {
    this.#camera.fov = this.#fov
    this.#go({ ...this.#goal(), target: this.#centre.clone(), distance: this.#fit() })
    this.#isFramed = true
  }

  view(side: Side): void {
    this.#camera.fov = this.#fov
    const { azimuth, polar } = directions[side]
    const nearest = nearestTurn(this.#goal().azimuth, azimuth)
    this.#go({ target: this.#centre.clone(), azimuth: nearest, polar, distance: this.#fit() })
    this.#isFramed = true
  }

  /**
   * Jumps to the view of a camera in the file, but upright. The field of view stays until the model
   * is framed again.
   */
  lookFrom({ position, direction, fovDegrees }: FileCamera): void {
    const place = new Vector3(...position)
    const ahead = new Vector3(...direction)
    // The orbit target is the view axis' nearest point to the model's centre.
    const toCentre = this.#centre.clone().sub(place).dot(ahead)
    const { minDistance, maxDistance } = this.#controls
    const distance = clamp(toCentre > 0 ? toCentre : this.#radius, minDistance, maxDistance)
    const back = new Spherical().setFromVector3(ahead.clone().negate())
    if (fovDegrees !== undefined) this.#camera.fov = clamp(fovDegrees, ...fovRange)
    this.takeOver()
    this.#jump({
      target: place.addScaledVector(ahead, distance),
      azimuth: back.theta,
      polar: back.phi,
      distance,
    })
    this.#isFramed = false
  }

  viewOpposite(): void {
    const goal = this.#goal()
    this.#go({ ...goal, azimuth: goal.azimuth + Math.PI, polar: Math.PI - goal.polar })
  }

  /**
   * Shows a point of the model in the middle, from its side and from close by.
   * @param place.radius size of the area to show, in metres.
   */
  lookAt({ centre, radius }: { centre: Vector3; radius: number }): void {
    const goal = this.#goal()
    const side = new Spherical().setFromVector3(centre.clone().sub(this.#centre))
    const isInMiddle = side.radius < this.#radius * middleFraction
    const seen = Math.max(radius * roomAround, this.#radius * nearestFraction)
    this.#camera.fov = this.#fov
    this.#go({
      target: centre.clone(),
      azimuth: isInMiddle ? goal.azimuth : nearestTurn(goal.azimuth, side.theta),
      polar: isInMiddle ? goal.polar : clamp(side.phi, steepest, Math.PI - steepest),
      distance: Math.min(this.#fit(), this.#fit() * (seen / this.#radius)),
    })
    this.#isFramed = false
    this.takeOver()
  }

  pivotOn(point: Vector3): void {
    this.#go({ ...this.#goal(), target: point.clone() })
    this.#isFramed = false
  }

  /**
   * Switches between orthographic and perspective projection. Objects at the camera's target keep
   * their size.
   */
  setOrthographic(isOrthographic: boolean): void {
    this.#isOrthographic = isOrthographic
    this.#project()
    this.#onChange()
  }

  zoom(factor: number): void {
    const goal = this.#goal()
    const { minDistance, maxDistance } = this.#controls
    this.#go({ ...goal, distance: clamp(goal.distance / factor, minDistance, maxDistance) })
    this.#isFramed = false
  }

  orbit(right: number, up: number): void {
    const goal = this.#goal()
    const polar = clamp(goal.polar - up, 0, Math.PI)
    this.#go({ ...goal, azimuth: goal.azimuth + right, polar })
  }

  fly(right: number, up: number, forward: number): void {
    const goal = this.#goal()
    const back = new Vector3().setFromSphericalCoords(1, goal.polar, goal.azimuth)
    const side = new Vector3(Math.cos(goal.azimuth), 0, -Math.sin(goal.azimuth))
    const target = goal.target
      .clone()
      .addScaledVector(side, right * goal.distance)
      .addScaledVector(back, -forward * goal.distance)
    target.y += up * goal.distance
    this.#go({ ...goal, target })
    this.#isFramed = false
  }

  /**
   * Fits the model to a new canvas shape, unless the user chose the view.
   * @param aspect width divided by height.
   * @param freeHeight fraction of the canvas height that no overlay covers, in the middle.
   */
  fitTo(aspect: number, freeHeight = 1): void {
    this.#aspect = aspect
    this.#freeHeight = freeHeight
    if (this.#isFramed && !this.#move) this.#jump({ ...this.#pose(), distance: this.#fit() })
  }

  /**
   * Draws once with another aspect ratio, in which the scene keeps its width.
   * @param aspect width divided by height.
   */
  withAspect(aspect: number, draw: () => void): void {
    const camera = this.#camera
    const before = { aspect: this.#aspect, zoom: camera.zoom }
    camera.zoom = Math.min(1, aspect / before.aspect)
    camera.aspect = this.#aspect = aspect
    this.#project()
    draw()
    camera.zoom = before.zoom
    camera.aspect = this.#aspect = before.aspect
    this.#project()
  }

  setAnimated(isAnimated: boolean): void {
    this.#isAnimated = isAnimated
    this.#controls.enableDamping = isAnimated
    if (!isAnimated) this.setTurntable(false)
  }

  turnTo(azimuth: number): void {
    this.#jump({ ...this.#goal(), azimuth })
  }

  setTurntable(isOn: boolean): void {
    this.#controls.autoRotate = isOn && this.#isAnimated
    this.#controls.autoRotateSpeed = 60 / turntableSeconds
    if (this.#controls.autoRotate) this.#onChange()
  }

  get direction(): Direction {
    return this.#pose()
  }

  /**
   * Advances all animations.
   * @param nowMs as from `performance.now()`.
   * @param deltaSeconds since the last frame.
   */
  update(nowMs: number, deltaSeconds: number): void {
    if (this.#move) {
      const { from, to, startMs } = this.#move
      const fraction = clamp((nowMs - startMs) / moveMs, 0, 1)
      if (fraction === 1) this.#move = undefined
      this.#place(between(from, to, easeInOut(fraction)))
      this.#onChange()
    }
    // Limits the time step, because the camera must not jump after a long pause.
    const seconds = Math.min(deltaSeconds, 0.1)
    // Makes the damping independent of the frame rate.
    this.#controls.dampingFactor = 1 - (1 - damping) ** (seconds * 60)
    this.#controls.update(seconds)
    this.#project()
    if (this.#controls.autoRotate) this.#onChange()
  }

  /**
   * Lets pointer and wheel events of `element` move the camera, until the returned function is
   * called.
   */
  connect(element: HTMLElement): () => void {
    this.#controls.connect(element)
    const onWheel = ({ deltaY }: WheelEvent) => this.walk(deltaY)
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      element.removeEventListener('wheel', onWheel)
      this.#controls.disconnect()
    }
  }

  /**
   * Moves the camera forward, into a room and through it, when the wheel turns beyond the zoom
   * limit.
   */
  walk(deltaY: number): void {
    const { target, minDistance } = this.#controls
    const ahead = target.clone().sub(this.#camera.position)
    if (deltaY >= 0 || ahead.length() > minDistance * 1.01) return
    const step = ahead.setLength(this.#radius * walkFraction)
    target.add(step)
    this.#camera.position.add(step)
    this.#onChange()
  }

  #fit(): number {
    return framingDistance(this.#radius, {
      fov: this.#camera.fov,
      aspect: this.#aspect,
      freeHeight: this.#freeHeight,
    })
  }

  #pose(): Pose {
    const { target } = this.#controls
    const offset = new Spherical().setFromVector3(this.#camera.position.clone().sub(target))
    return {
      target: target.clone(),
      azimuth: offset.theta,
      polar: offset.phi,
      distance: offset.radius,
    }
  }

  /** Returns the camera's pose after the running transition, so that quick key presses add up. */
  #goal(): Pose {
    return this.#move?.to ?? this.#pose()
  }

  #go(to: Pose): void {
    this.#settle()
    if (this.#isAnimated) this.#move = { from: this.#pose(), to, startMs: performance.now() }
    else this.#jump(to)
    this.#onChange()
  }

  #jump(pose: Pose): void {
    this.#move = undefined
    this.#settle()
    this.#place(pose)
    this.#controls.update()
    this.#project()
    this.#onChange()
  }

  #project(): void {
    const camera = this.#camera
    camera.updateProjectionMatrix()
    if (!this.#isOrthographic) return
    const { distance } = this.#pose()
    const halfHeight = (distance * Math.tan((camera.fov * Math.PI) / 360)) / camera.zoom
    const halfWidth = halfHeight * this.#aspect
    // An orthographic view also draws objects behind the camera.
    camera.projectionMatrix.makeOrthographic(
      -halfWidth,
      halfWidth,
      halfHeight,
      -halfHeight,
      -camera.far / 2,
      camera.far,
    )
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
  }

  /** Stops the movement after a drag, which would disturb the new transition. */
  #settle(): void {
    this.#controls.enableDamping = false
    this.#controls.update()
    this.#controls.enableDamping = this.#isAnimated
  }

  #place({ target, azimuth, polar, distance }: Pose): void {
    const offset = new Spherical(distance, polar, azimuth).makeSafe()
    this.#controls.target.copy(target)
    this.#camera.position.setFromSpherical(offset).add(target)
  }
}

const mix = (from: number, to: number, fraction: number) => from + (to - from) * fraction

const easeInOut = (fraction: number) => fraction * fraction * (3 - 2 * fraction)

const between = (from: Pose, to: Pose, fraction: number): Pose => ({
  target: from.target.clone().lerp(to.target, fraction),
  azimuth: mix(from.azimuth, to.azimuth, fraction),
  polar: mix(from.polar, to.polar, fraction),
  // Interpolates distances geometrically, so that the speed looks constant.
  distance: from.distance * (to.distance / from.distance) ** fraction,
})
