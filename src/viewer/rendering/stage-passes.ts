import type { Camera, Plane, Scene, WebGLRenderer } from 'three'

/** What stands on the stage beside the model: its shadow, marks, lines. The model is in layer 0. */
export const extrasLayer = 1
/** Gaussian splats: what is drawn with other materials in place of their own leaves them out. */
export const splatsLayer = 2

type Pass = (gl: WebGLRenderer, scene: Scene, camera: Camera) => void

/**
 * How one stage draws a frame: its scene, then what was laid over it. A picture taken of the
 * stage goes the same way, so that it shows what is seen.
 */
export class StagePasses {
  readonly #over: { order: number; pass: Pass }[] = []
  #whole: Pass | undefined
  #cuts: readonly Plane[] = []

  /** Adds a pass over the scene, lower orders first; the result takes it away again. */
  addOver(pass: Pass, order = 0): () => void {
    const entry = { order, pass }
    this.#over.push(entry)
    this.#over.sort((a, b) => a.order - b.order)
    return () => {
      const at = this.#over.indexOf(entry)
      if (at >= 0) this.#over.splice(at, 1)
    }
  }

  /** Draws frames in another way, for example in two halves; the result gives it back. */
  replaceWhole(pass: Pass): () => void {
    this.#whole = pass
    return () => {
      if (this.#whole === pass) this.#whole = undefined
    }
  }

  /** Cuts the scene, and every pass over it that does not say otherwise. None makes it whole. */
  cutWith(planes: readonly Plane[]): void {
    this.#cuts = planes
  }

  draw(gl: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (this.#whole) this.#whole(gl, scene, camera)
    else this.drawAll(gl, scene, camera)
  }

  /** The scene and what lies over it, in the viewport as it is set. */
  drawAll(gl: WebGLRenderer, scene: Scene, camera: Camera): void {
    const { autoClear, clippingPlanes } = gl
    gl.clippingPlanes = [...this.#cuts]
    gl.render(scene, camera)
    gl.autoClear = false
    for (const { pass } of this.#over) pass(gl, scene, camera)
    gl.autoClear = autoClear
    gl.clippingPlanes = clippingPlanes
  }
}
