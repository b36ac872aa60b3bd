import { getTextDirection } from '#lib/language/text-direction.ts'
import type { TextMask } from '#model-files/print/steps.ts'

/**
 * Height of a capital letter in the text mask, in pixels. Outlines are about ten times finer than a
 * nozzle.
 */
const letterPx = 160
/** Height of a capital letter in the page's font, as a fraction of the font size. */
const capitalRatio = 0.71
const marginPx = 8
const widthMaxPx = 16_000

/**
 * Draws a line of text in the page's bold font. The browser draws missing letters in another font.
 * @returns undefined if the text is too long or the browser cannot draw it.
 */
export function drawText(text: string): TextMask | undefined {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  const { fontFamily } = getComputedStyle(document.body)
  const font = `600 ${letterPx / capitalRatio}px ${fontFamily}`
  const prepare = () => {
    context.font = font
    // Decides on which side the punctuation of a text is. A canvas outside the page cannot know.
    context.direction = getTextDirection(text) ?? 'ltr'
    context.textAlign = 'left'
  }
  prepare()
  const size = context.measureText(text)
  canvas.width = Math.ceil(size.actualBoundingBoxLeft + size.actualBoundingBoxRight) + marginPx * 2
  canvas.height =
    Math.ceil(size.actualBoundingBoxAscent + size.actualBoundingBoxDescent) + marginPx * 2
  if (canvas.width > widthMaxPx) return undefined
  // Resizing a canvas resets its state.
  prepare()
  context.fillText(
    text,
    marginPx + size.actualBoundingBoxLeft,
    marginPx + size.actualBoundingBoxAscent,
  )
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  const coverage = new Uint8Array(width * height)
  for (let at = 0; at < coverage.length; at++) coverage[at] = data[at * 4 + 3] ?? 0
  return { width, height, coverage, letterPx }
}
