import { warmCanvas } from './gpu/gl-canvas.ts'
import { coolPictures, warmPictures } from './textures/ready-pictures.ts'

/**
 * Makes ready what the first model will need, before the code that shows it has arrived. Call it
 * where a model is about to be seen.
 */
export function warmUp(): void {
  // Starts beside the page, which the canvas then stops for a moment: after what else the caller asks for.
  warmPictures()
  setTimeout(() => {
    warmCanvas()
    coolPictures()
  })
}
