import type { ReactNode } from 'react'
import { t } from '#languages/viewer.ts'
import { createPreview, type ModelPreview, type PreviewModel } from '../preview/preview.ts'
import { takeCanvas } from '../gpu/gl-canvas.ts'
import type { CanvasSize, createSceneRoot, SceneRoot } from './scene-root.ts'

type Now = {
  size: CanvasSize
  isActive: boolean
}

export type Opening = {
  /** The model to draw, undefined while the model is loading. */
  plain: PreviewModel | undefined
  insetPx: number
  exposureEv: number
  epoch: number
}

type Listeners = {
  onLost: () => void
  onRestored: () => void
}

/**
 * A canvas that shows the first picture of a model, and a react-three-fiber scene when its code is
 * loaded.
 */
export class Drawing {
  readonly #canvas: HTMLCanvasElement
  readonly #gl: WebGL2RenderingContext
  readonly #listening = new AbortController()
  #root: SceneRoot | undefined
  #size: CanvasSize | undefined
  #first: { look: ModelPreview; epoch: number } | undefined

  /** @throws {Error} if this browser has no WebGL 2. */
  constructor({ onLost, onRestored }: Listeners) {
    const { canvas, context } = takeCanvas()
    if (!context) throw new Error(t('This browser gives no WebGL 2.'))
    canvas.classList.add('block')
    this.#canvas = canvas
    this.#gl = context
    const { signal } = this.#listening
    const handleLost = (event: Event) => {
      // Browsers restore the context only after this call.
      event.preventDefault()
      onLost()
    }
    canvas.addEventListener('webglcontextlost', handleLost, { signal })
    canvas.addEventListener('webglcontextrestored', onRestored, { signal })
  }

  /**
   * Moves the canvas only if necessary, because the browser may not show drawings in a moved
   * canvas.
   */
  putInto(holder: HTMLElement | null): void {
    if (this.#canvas.parentElement !== holder) holder?.append(this.#canvas)
  }

  /**
   * Draws the first picture if the model or the size has changed. Without a model, prepares WebGL.
   * @returns whether a picture was drawn.
   * @throws {Error} if the driver fails.
   */
  open({ plain, epoch, insetPx, exposureEv }: Opening, { size, isActive }: Now): boolean {
    if (this.#gl.isContextLost()) return false
    if (this.#first?.epoch !== epoch) this.#first = undefined
    this.#first ??= { look: createPreview(this.#canvas, this.#gl, size), epoch }
    const { look } = this.#first
    if (look.model && look.model !== plain) look.clear()
    if (!plain || !isActive || (look.model === plain && this.#size === size)) return false
    const { width, height } = size
    look.draw(plain, { width, height, insetPx, exposureEv })
    this.#size = size
    return true
  }

  /**
   * Renders the scene synchronously, so that the page can release the previous model afterwards.
   * @param children the scene. The first call receives true if the first picture already shows the
   * model.
   * @throws errors of react-three-fiber's setup.
   */
  render(
    createRoot: typeof createSceneRoot,
    children: (isSeen: boolean) => ReactNode,
    { size, isActive }: Now,
  ): void {
    const isSeen = this.#first?.look.model !== undefined
    // Frees the first picture's resources. The picture stays visible until the scene draws.
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
