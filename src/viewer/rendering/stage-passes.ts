import type { Camera, Plane, Scene, WebGLRenderer } from 'three'

/**
 * Layer of objects besides the model, such as its shadow and annotations. The model is in layer 0.
 */
export const extrasLayer = 1
/** Layer of Gaussian splats, which is excluded from passes that replace materials. */
export const splatsLayer = 2

type Pass = (gl: WebGLRenderer, scene: Scene, camera: Camera) => void

/** Draws a scene, then further passes over it. Screenshots use the same passes. */
export class StagePasses {
  readonly #over: { order: number; pass: Pass }[] = []
  #whole: Pass | undefined
  #cuts: readonly Plane[] = []

  /**
   * Adds a pass over the scene, lower orders first.
   * @returns a function that removes the pass.
   */
  addOver(pass: Pass, order = 0): () => void {
    const entry = { order, pass }
    this.#over.push(entry)
    this.#over.sort((a, b) => a.order - b.order)
    return () => {
      const at = this.#over.indexOf(entry)
      if (at >= 0) this.#over.splice(at, 1)
    }
  }

  /**
   * Replaces the whole drawing, for example by two halves.
   * @returns a function that restores the drawing.
   */
  replaceWhole(pass: Pass): () => void {
    this.#whole = pass
    return () => {
      if (this.#whole === pass) this.#whole = undefined
    }
  }

  /** Sets clipping planes for the scene and for passes without own clipping planes. */
  cutWith(planes: readonly Plane[]): void {
    this.#cuts = planes
  }

  draw(gl: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (this.#whole) this.#whole(gl, scene, camera)
    else this.drawAll(gl, scene, camera)
  }

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
