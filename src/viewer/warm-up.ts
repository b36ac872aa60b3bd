import { warmCanvas } from './gpu/gl-canvas.ts'
import { endPictureWorker, startPictureWorker } from './textures/ready-pictures.ts'

/**
 * Prepares resources for the first model before the viewer's code is loaded. Call it where a model
 * will be shown soon.
 */
export function warmUp(): void {
  // Creating the canvas blocks the page, so it runs after the caller's other requests have started.
  startPictureWorker()
  setTimeout(() => {
    warmCanvas()
    endPictureWorker()
  })
}
