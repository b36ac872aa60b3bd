import { warmCanvas } from './gpu/gl-canvas.ts'
import { endPictureWorker, startPictureWorker } from './textures/ready-pictures.ts'

/**
 * Prepares resources for the first model before the viewer's code has loaded. Call it where a model
 * is about to be shown.
 */
export function warmUp(): void {
  // Started in parallel, after the caller's other requests, because creating the canvas blocks the
  // page.
  startPictureWorker()
  setTimeout(() => {
    warmCanvas()
    endPictureWorker()
  })
}
