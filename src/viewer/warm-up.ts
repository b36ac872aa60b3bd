import { warmCanvas } from './gpu/gl-canvas.ts'
import { endPictureWorker, startPictureWorker } from './textures/ready-pictures.ts'

/** Prepares resources for the first model before the viewer's code is loaded. */
export function warmUp(): void {
  // Runs after the caller's requests have started, because creating the canvas blocks the page.
  startPictureWorker()
  setTimeout(() => {
    warmCanvas()
    endPictureWorker()
  })
}
