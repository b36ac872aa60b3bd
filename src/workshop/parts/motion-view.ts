import type { AnimationClip } from 'three'
import { Vector3 } from 'three'
import type { CameraRig } from '#viewer/camera/camera-rig.ts'
import { standOnGround } from '#viewer/camera/standing.ts'
import type { Model } from '#viewer/loading/parse-glb.ts'
import { motionRoom, type MotionRoom } from './motion-room.ts'

/** Keeps a model in view while a clip moves it. */
export class MotionView {
  readonly #rig: CameraRig
  readonly #room: MotionRoom | undefined
  #widened: ReturnType<CameraRig['widen']> | undefined

  /** To be made while the model is at rest. */
  constructor(rig: CameraRig, { scene, bounds, pointers }: Model, clip: AnimationClip) {
    this.#rig = rig
    const { centre, radius } = standOnGround(bounds)
    const rest = { centre: new Vector3().copy(centre), radius }
    this.#room = motionRoom({ root: scene, clip, pointers: pointers.get(clip), rest })
  }

  /** Looks to where the model is at a time of the clip, in seconds; at its very beginning as if it were at rest. */
  goTo(seconds: number): void {
    if (!this.#room) return
    if (seconds === 0) return this.end()
    this.#widened ??= this.#rig.widen(this.#room)
    const { goneBy } = this.#room
    if (goneBy) this.#widened.follow(goneBy(seconds))
  }

  /** Looks at the model at rest again. */
  end(): void {
    this.#widened?.end()
    this.#widened = undefined
  }
}
