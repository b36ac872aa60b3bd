import type { AnimationClip } from 'three'
import { Vector3 } from 'three'
import type { CameraRig } from '#viewer/camera/camera-rig.ts'
import { placeOnGround } from '#viewer/camera/standing.ts'
import type { ParsedModel } from '#viewer/loading/parse-glb.ts'
import { motionRoom, type MotionRoom } from './motion-room.ts'

export class MotionView {
  readonly #rig: CameraRig
  readonly #room: MotionRoom | undefined
  #widened: ReturnType<CameraRig['widen']> | undefined

  /** Makes the view large enough for the clip. The model must be in its rest pose. */
  constructor(rig: CameraRig, { scene, bounds, pointers }: ParsedModel, clip: AnimationClip) {
    this.#rig = rig
    const { centre, radius } = placeOnGround(bounds)
    const rest = { centre: new Vector3().copy(centre), radius }
    this.#room = motionRoom({ root: scene, clip, pointers: pointers.get(clip), rest })
  }

  goTo(seconds: number): void {
    if (!this.#room) return
    if (seconds === 0) return this.end()
    this.#widened ??= this.#rig.widen(this.#room)
    const { goneBy } = this.#room
    if (goneBy) this.#widened.follow(goneBy(seconds))
  }

  end(): void {
    this.#widened?.end()
    this.#widened = undefined
  }
}
