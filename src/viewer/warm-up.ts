import { warmCanvas } from './gpu/gl-canvas.ts'
import { warmPictures } from './textures/ready-pictures.ts'

/**
 * Makes ready what the first model will need, before the code that shows it has arrived. Call it
 * where a model is about to be seen.
 */
export function warmUp(): void {
  // After what else the caller asks for: making a canvas stops the page for a moment.
  setTimeout(() => {
    warmCanvas()
    warmPictures()
  })
}
