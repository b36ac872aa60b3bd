import type { ReactNode } from 'react'
import { NeutralToneMapping, WebGLRenderer } from 'three'
import { takeCanvas } from '../gpu/gl-canvas.ts'
import type { Model } from '../loading/load-glb.ts'
import { drawFirstLook, type FirstLook, rehearseFirstLook } from './first-look.ts'
import type { CanvasSize, createSceneRoot, SceneRoot } from './scene-root.ts'

/** Of one canvas, whatever draws on it. */
type Now = {
  /** What stands on the stage. */
  model: Model | undefined
  size: CanvasSize
  /** Whether anything is drawn at all. */
  isActive: boolean
}

/** How a first look is drawn. */
export type Opening = {
  /** See `ViewerProps`. */
  insetPx: number
  exposureEv: number
  /** A model is on its way, if none is there. */
  isAwaited: boolean
  /** Another number after everything that was drawn into textures is lost. */
  epoch: number
}

type Listeners = {
  /** The GPU took the canvas's contents away. three.js has stopped drawing by then. */
  onLost: () => void
  /** The GPU is back; everything that was drawn into textures must be drawn anew. */
  onRestored: () => void
}

/** One canvas: a first look at a model on it, and a react-three-fiber scene once that can be made. */
export class Drawing {
  readonly #canvas: HTMLCanvasElement
  readonly #gl: WebGLRenderer
  readonly #listening = new AbortController()
  #root: SceneRoot | undefined
  #size: CanvasSize | undefined
  #firstLook: (FirstLook & { epoch: number }) | undefined
  #endRehearsal: (() => void) | undefined

  /** @throws {Error} where this browser gives us no WebGL 2. */
  constructor({ onLost, onRestored }: Listeners) {
    const { canvas, context } = takeCanvas()
    canvas.classList.add('block')
    this.#canvas = canvas
    // Without a context three.js says in its own way why there is none.
    this.#gl = new WebGLRenderer({ canvas, alpha: true, ...(context && { context }) })
    this.#gl.toneMapping = NeutralToneMapping
    const { signal } = this.#listening
    const handleLost = (event: Event) => {
      // Without this the browser never gives the context back.
      event.preventDefault()
      onLost()
    }
    canvas.addEventListener('webglcontextlost', handleLost, { signal })
    canvas.addEventListener('webglcontextrestored', onRestored, { signal })
  }

  /** Puts the canvas there once: what is drawn into one that is moved meanwhile may never be seen. */
  putInto(holder: HTMLElement | null): void {
    if (this.#canvas.parentElement !== holder) holder?.append(this.#canvas)
  }

  /**
   * Draws a first look where it has not been drawn like this before, or takes it away with its model.
   *
   * @returns whether it was drawn.
   */
  open(
    { insetPx, exposureEv, isAwaited, epoch }: Opening,
    { model, size, isActive }: Now,
  ): boolean {
    const before = this.#firstLook
    if (before && before.model !== model) this.#close()
    if (this.#gl.getContext().isContextLost()) return false
    if (!model && isAwaited) this.#endRehearsal ??= rehearseFirstLook(this.#gl)
    if (!model || !isActive) return false
    const same = before?.model === model ? before : undefined
    if (same?.epoch === epoch && this.#size === size) return false
    const { width, height } = size
    const options = { width, height, insetPx, exposureEv, before: same }
    this.#firstLook = { ...drawFirstLook(this.#gl, model, options), epoch }
    this.#closeRehearsal()
    this.#size = size
    return true
  }

  /**
   * Brings the scene up to date, within the caller's commit: a model that the page lets go of afterwards is out of
   * the scene by then.
   *
   * @param children the scene; is told of a first look the first time.
   * @throws what react-three-fiber could not be set up with.
   */
  render(
    createRoot: typeof createSceneRoot,
    children: (firstLook: FirstLook | undefined) => ReactNode,
    { model, size, isActive }: Now,
  ): void {
    const firstLook = this.#firstLook
    if (firstLook && firstLook.model !== model) this.#close()
    this.#firstLook = undefined
    this.#closeRehearsal()
    this.#root ??= createRoot(this.#canvas, this.#gl)
    const drawsNow = isActive && this.#size !== undefined && this.#size !== size
    const begun = firstLook?.model === model ? firstLook : undefined
    this.#root.render(children(begun), {
      size,
      isActive,
      drawsNow: drawsNow || begun !== undefined,
    })
    this.#size = size
  }

  end(): void {
    this.#listening.abort()
    if (this.#root) return this.#root.end()
    this.#close()
    this.#gl.dispose()
    this.#gl.forceContextLoss()
  }

  #closeRehearsal(): void {
    this.#endRehearsal?.()
    this.#endRehearsal = undefined
  }

  #close(): void {
    this.#firstLook?.materials.dispose()
    this.#firstLook?.model.scene.removeFromParent()
    this.#firstLook = undefined
    // The renderer holds on to what it drew last.
    this.#gl.renderLists.dispose()
    this.#gl.clear()
  }
}
