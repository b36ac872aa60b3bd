import { t } from '#languages/studio.ts'
import { getCanvasContext } from '../picture/cutout/cutout-canvas.ts'
import { loadCutout } from '../picture/cutout/load-cutout.ts'
import { untouched } from '../picture/cutout/mask-editor.ts'
import { CannotRunHereError } from './run-encoder.ts'

/** Fraction of the picture that the object fills, as on the server and in the model's training. */
const framing = 0.85
/** Background colour, as on the server and in the model's training. */
const grey = '#808080'

/**
 * Draws the object of a stored picture on grey.
 * @returns planes of red, green and blue, with values from 0 to 1.
 * @throws the errors of `loadCutout`.
 * @throws {CannotRunHereError} if the picture contains no object.
 */
export async function frameForEncoder(
  picture: { id: string; url: string },
  sidePx: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { cutout } = await loadCutout(picture, signal)
  cutout.apply(untouched)
  const box = cutout.box()
  if (!box) throw new CannotRunHereError(t('there is no object in this picture'))
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  const side = Math.floor(Math.max(across, down) / framing)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sidePx
  cutout.drawCrop(canvas, {
    left: box.left - Math.floor((side - across) / 2),
    top: box.top - Math.floor((side - down) / 2),
    width: side,
    height: side,
    outWidth: sidePx,
    outHeight: sidePx,
  })
  const context = getCanvasContext(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = grey
  context.fillRect(0, 0, sidePx, sidePx)
  const { data } = context.getImageData(0, 0, sidePx, sidePx)
  const count = sidePx * sidePx
  const planes = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) planes[c * count + i] = (data[4 * i + c] ?? 0) / 255
  }
  return planes
}
