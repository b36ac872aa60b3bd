import { type PlainModel, readPlainModel } from './plain-model.ts'
import { PreviewRenderer, type PreviewView } from './preview-renderer.ts'

/** A simple model, which can be drawn before three.js is loaded. */
export type PreviewModel = PlainModel

/** Draws the first picture of a model on a canvas, which three.js uses afterwards. */
export type ModelPreview = {
  readonly model: PreviewModel | undefined
  draw: (model: PreviewModel, view: PreviewView) => void
  clear: () => void
  /** Frees the GPU resources. The picture stays until the next drawing. */
  end: () => void
}

/** Reads a checked GLB, or returns undefined if the preview cannot draw the model. */
export const readPreviewModel = (
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PreviewModel | undefined> => readPlainModel(bytes)

/**
 * Prepares WebGL while the model is still loading.
 * @throws {Error} if the driver rejects the program.
 */
export const createPreview = (
  canvas: HTMLCanvasElement,
  gl: WebGL2RenderingContext,
  size: { width: number; height: number },
): ModelPreview => new PreviewRenderer(canvas, gl, size)
