import { type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { clamp } from '#lib/clamp.ts'
import type { FileCamera } from '#model-files/inspect/loaded-model.ts'
import { framingDistance } from './fit.ts'
import { type Direction, directions, nearestTurn, type Side } from './sides.ts'
import { clipRange, firstDirection, type Standing } from './standing.ts'

const moveMs = 250
const turntableSeconds = 24
/** Of the model's radius, for each step of the wheel. */
const walkShare = 0.03
/** The share of a drag that is carried out in each sixtieth of a second. */
const damping = 0.12

/** Of the model's radius: what lies nearer to its middle is on no side of it. */
const middleShare = 0.12
/** Of a place's radius: what is around it tells where it is. */
const roomAround = 1.8
/** Of the model's radius, what is seen at least. */
const nearestShare = 0.3
/** A place on the top is not looked at from straight above, in radians. */
const steepest = 0.35

/** In degrees; beyond it nothing can be made out. */
const fovRange = [5, 120] as const

type Pose = { target: Vector3; azimuth: number; polar: number; distance: number }

/** What `CameraRig.widen` began. */
type WidenedView = {
  /** Goes along with a model that has gone so far from where it stood, in metres. */
  follow: (gone: Vector3) => void
  /** Takes the room of the model at rest again. */
  end: () => void
}

/**
 * Moves one camera around one model: by hand, by key, and smoothly to named views.
 *
 * It draws nothing. It calls `onChange` whenever another frame is needed, and the
 * owner then calls `update` before drawing that frame.
 */
export class CameraRig {
  readonly #camera: PerspectiveCamera
  readonly #controls: OrbitControls<PerspectiveCamera>
  readonly #onChange: () => void
  /** Of the stage's own lens, in degrees. */
  readonly #fov: number
  #centre = new Vector3()
  #radius = 1
  /** How many models have stood here. */
  #stood = 0
  #aspect = 1
  #freeHeight = 1
  #move: { from: Pose; to: Pose; startMs: number } | undefined
  /** Whether the model still fills the view as `frame` left it, so that a new size may refit it. */
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

  /** Ends the slow turning, because a person moves the camera now. */
  takeOver(): void {
    if (!this.#controls.autoRotate) return
    this.setTurntable(false)
    this.#tellTakenOver?.()
  }

  /** Calls `tell` when a person ends the slow turning, until the result is called. */
  onTakenOver(tell: () => void): () => void {
    this.#tellTakenOver = tell
    return () => {
      if (this.#tellTakenOver === tell) this.#tellTakenOver = undefined
    }
  }

  /**
   * Looks at another model from three quarters, at once.
   *
   * @param model.radius of the sphere around `centre` that holds it, in metres.
   * @param model.isFlat looks at it from higher up.
   * @param model.keepsView looks at it from where the one before was seen, in proportion to its size.
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
   * Takes more room for the model than it has at rest, as for a clip that moves it, until another model stands. Where the
   * model is framed, all of that room is then.
   *
   * @param room.radius of the sphere around `centre`, in metres.
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

  /** Moves with the model: what is seen of it stays where it is in the picture. */
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

  /** Brings all of the model into view, from where the camera looks now. */
  frame(): void {
    this.#camera.fov = this.#fov
    this.#go({ ...this.#goal(), target: this.#centre.clone(), distance: this.#fit() })
    this.#isFramed = true
  }

  /** Looks at all of the model from one side. */
  view(side: Side): void {
    this.#camera.fov = this.#fov
    const { azimuth, polar } = directions[side]
    const nearest = nearestTurn(this.#goal().azimuth, azimuth)
    this.#go({ target: this.#centre.clone(), azimuth: nearest, polar, distance: this.#fit() })
    this.#isFramed = true
  }

  /** Looks at once as a camera of the file does, but upright; its lens stays until all is framed again. */
  lookFrom({ position, direction, fovDegrees }: FileCamera): void {
    const place = new Vector3(...position)
    const ahead = new Vector3(...direction)
    // What lies ahead beside the middle of the model is turned around.
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

  /** Looks from the other side, all around the model. */
  viewOpposite(): void {
    const goal = this.#goal()
    this.#go({ ...goal, azimuth: goal.azimuth + Math.PI, polar: Math.PI - goal.polar })
  }

  /**
   * Brings a place of the model into the middle, from the side on which it lies, near enough to make it out.
   *
   * @param place.radius of what is there, in metres.
   */
  lookAt({ centre, radius }: { centre: Vector3; radius: number }): void {
    const goal = this.#goal()
    const side = new Spherical().setFromVector3(centre.clone().sub(this.#centre))
    const isInMiddle = side.radius < this.#radius * middleShare
    const seen = Math.max(radius * roomAround, this.#radius * nearestShare)
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

  /** Turns around `point` from now on, and brings it into the middle. */
  pivotOn(point: Vector3): void {
    this.#go({ ...this.#goal(), target: point.clone() })
    this.#isFramed = false
  }

  /**
   * Draws without perspective, or with it again. The camera stays where it is: what is at its
   * target keeps its size, and everything that moves the camera works as before.
   */
  setOrthographic(isOrthographic: boolean): void {
    this.#isOrthographic = isOrthographic
    this.#project()
    this.#onChange()
  }

  /** Comes nearer by `factor`, or goes away when it is below 1. */
  zoom(factor: number): void {
    const goal = this.#goal()
    const { minDistance, maxDistance } = this.#controls
    this.#go({ ...goal, distance: clamp(goal.distance / factor, minDistance, maxDistance) })
    this.#isFramed = false
  }

  /** Turns around the model, in radians; positive goes to the right and up. */
  orbit(right: number, up: number): void {
    const goal = this.#goal()
    const polar = clamp(goal.polar - up, 0, Math.PI)
    this.#go({ ...goal, azimuth: goal.azimuth + right, polar })
  }

  /** Flies on without turning, in shares of the distance to what is looked at. */
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
   * Keeps the model framed when the canvas got another shape, unless a person chose the view.
   *
   * @param aspect width divided by height.
   * @param freeHeight the share of the height, in the middle, that nothing lies over.
   */
  fitTo(aspect: number, freeHeight = 1): void {
    this.#aspect = aspect
    this.#freeHeight = freeHeight
    if (this.#isFramed && !this.#move) this.#jump({ ...this.#pose(), distance: this.#fit() })
  }

  /**
   * Draws once for a picture of another shape. A narrower one shows as much from left to right.
   *
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

  /** Whether the camera glides and swings out; otherwise it jumps. */
  setAnimated(isAnimated: boolean): void {
    this.#isAnimated = isAnimated
    this.#controls.enableDamping = isAnimated
    if (!isAnimated) this.setTurntable(false)
  }

  /** Looks from another side of the vertical axis, at once; in radians. */
  turnTo(azimuth: number): void {
    this.#jump({ ...this.#goal(), azimuth })
  }

  /** Slow turning, which ends as soon as a person takes over. */
  setTurntable(isOn: boolean): void {
    this.#controls.autoRotate = isOn && this.#isAnimated
    this.#controls.autoRotateSpeed = 60 / turntableSeconds
    if (this.#controls.autoRotate) this.#onChange()
  }

  /** Where the camera stands now. */
  get direction(): Direction {
    return this.#pose()
  }

  /**
   * Takes the next step of whatever moves.
   *
   * @param nowMs as `performance.now()` counts.
   * @param deltaSeconds since the last frame.
   */
  update(nowMs: number, deltaSeconds: number): void {
    if (this.#move) {
      const { from, to, startMs } = this.#move
      const share = clamp((nowMs - startMs) / moveMs, 0, 1)
      if (share === 1) this.#move = undefined
      this.#place(between(from, to, easeInOut(share)))
      this.#onChange()
    }
    // A long pause between two frames is not a long turn.
    const seconds = Math.min(deltaSeconds, 0.1)
    // The swing after a drag takes its time, not its number of frames.
    this.#controls.dampingFactor = 1 - (1 - damping) ** (seconds * 60)
    this.#controls.update(seconds)
    this.#project()
    if (this.#controls.autoRotate) this.#onChange()
  }

  /** Lets the pointer and the wheel over `element` move the camera, until the result is called. */
  connect(element: HTMLElement): () => void {
    this.#controls.connect(element)
    const onWheel = ({ deltaY }: WheelEvent) => this.walk(deltaY)
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      element.removeEventListener('wheel', onWheel)
      this.#controls.disconnect()
    }
  }

  /** By the wheel, where it turns towards the model: where zooming would end, it goes on, into a room and through it. */
  walk(deltaY: number): void {
    const { target, minDistance } = this.#controls
    const ahead = target.clone().sub(this.#camera.position)
    if (deltaY >= 0 || ahead.length() > minDistance * 1.01) return
    const step = ahead.setLength(this.#radius * walkShare)
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

  /** Where the camera is, or will be when it has arrived: keys pressed quickly add up. */
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
    // Also what lies behind the camera is drawn: without perspective nothing is too near.
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

  /** Ends the swing that is left from a drag; it would bend the move that begins. */
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

const mix = (from: number, to: number, share: number) => from + (to - from) * share

const easeInOut = (share: number) => share * share * (3 - 2 * share)

const between = (from: Pose, to: Pose, share: number): Pose => ({
  target: from.target.clone().lerp(to.target, share),
  azimuth: mix(from.azimuth, to.azimuth, share),
  polar: mix(from.polar, to.polar, share),
  // In proportion, so that a glide feels equally fast near and far.
  distance: from.distance * (to.distance / from.distance) ** share,
})
