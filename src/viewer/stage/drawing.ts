import type { ReactNode } from 'react'
import { FirstLook } from '../first-look/first-look.ts'
import type { PlainModel } from '../first-look/plain-model.ts'
import { takeCanvas } from '../gpu/gl-canvas.ts'
import type { CanvasSize, createSceneRoot, SceneRoot } from './scene-root.ts'

/** Of one canvas, whatever draws on it. */
type Now = {
  size: CanvasSize
  /** Whether anything is drawn at all. */
  isActive: boolean
}

/** How a first look is drawn. */
export type Opening = {
  /** What there is to be seen; absent while it is on its way. */
  plain: PlainModel | undefined
  /** See `ViewerProps`. */
  insetPx: number
  exposureEv: number
  /** Another number after everything that the GPU had is lost. */
  epoch: number
}

type Listeners = {
  /** The GPU took the canvas's contents away. Nothing draws any more by then. */
  onLost: () => void
  /** The GPU is back; everything that was drawn into textures must be drawn anew. */
  onRestored: () => void
}

/** One canvas: a first look at a model on it, and a react-three-fiber scene once that can be made. */
export class Drawing {
  readonly #canvas: HTMLCanvasElement
  readonly #gl: WebGL2RenderingContext
  readonly #listening = new AbortController()
  #root: SceneRoot | undefined
  #size: CanvasSize | undefined
  #first: { look: FirstLook; epoch: number } | undefined

  /** @throws {Error} where this browser gives us no WebGL 2. */
  constructor({ onLost, onRestored }: Listeners) {
    const { canvas, context } = takeCanvas()
    if (!context) throw new Error('This browser gives no WebGL 2.')
    canvas.classList.add('block')
    this.#canvas = canvas
    this.#gl = context
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
   * Draws a first look where it has not been drawn like this before, or takes it away with its model. Before there is
   * one, it gets ready to.
   *
   * @returns whether it was drawn.
   * @throws {Error} where the driver does not draw it.
   */
  open({ plain, epoch, insetPx, exposureEv }: Opening, { size, isActive }: Now): boolean {
    if (this.#gl.isContextLost()) return false
    if (this.#first?.epoch !== epoch) this.#first = undefined
    this.#first ??= { look: new FirstLook(this.#canvas, this.#gl, size), epoch }
    const { look } = this.#first
    if (look.model && look.model !== plain) look.clear()
    if (!plain || !isActive || (look.model === plain && this.#size === size)) return false
    const { width, height } = size
    look.draw(plain, { width, height, insetPx, exposureEv })
    this.#size = size
    return true
  }

  /**
   * Brings the scene up to date, within the caller's commit: a model that the page lets go of afterwards is out of
   * the scene by then.
   *
   * @param children the scene; is told the first time whether its model has been seen already.
   * @throws what react-three-fiber could not be set up with.
   */
  render(
    createRoot: typeof createSceneRoot,
    children: (isSeen: boolean) => ReactNode,
    { size, isActive }: Now,
  ): void {
    const isSeen = this.#first?.look.model !== undefined
    // What is seen stays until the scene draws.
    this.#first?.look.end()
    this.#first = undefined
    this.#root ??= createRoot(this.#canvas, this.#gl)
    const drawsNow = isActive && this.#size !== undefined && this.#size !== size
    this.#root.render(children(isSeen), { size, isActive, drawsNow: drawsNow || isSeen })
    this.#size = size
  }

  end(): void {
    this.#listening.abort()
    if (this.#root) return this.#root.end()
    this.#first?.look.end()
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}
