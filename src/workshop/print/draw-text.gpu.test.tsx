import { expect, it } from 'vitest'
import { drawText } from './draw-text.ts'

/** Returns the height of the drawn pixels in the first or last tenth of a text's width. */
function measureEnd(text: string, end: 'left' | 'right'): number {
  const mask = drawText(text)
  if (!mask) throw new Error('The text was not drawn.')
  const { width, height, coverage } = mask
  const columns = [...Array.from({ length: width }).keys()].filter((x) =>
    Array.from({ length: height }).some((_, y) => (coverage[y * width + x] ?? 0) > 128),
  )
  const count = Math.ceil(columns.length / 50)
  const chosen = end === 'left' ? columns.slice(0, count) : columns.slice(-count)
  const rows = [...Array.from({ length: height }).keys()].filter((y) =>
    chosen.some((x) => (coverage[y * width + x] ?? 0) > 128),
  )
  return (rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1
}

it('drawText draws a full stop at the end of a text in the direction of its letters', () => {
  expect(measureEnd('HHHH.', 'right')).toBeLessThan(measureEnd('HHHH.', 'left') / 2)
  expect(measureEnd('הההה.', 'left')).toBeLessThan(measureEnd('הההה.', 'right') / 2)
})
