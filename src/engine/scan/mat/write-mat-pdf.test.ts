import { describe, expect, it } from 'vitest'
import { createInk } from './mat-ink.ts'
import { getMat } from './mat-layout.ts'
import { matNames } from '../../scan-params.ts'
import { checkBarMm, paperSizes, writeMatPdf } from './write-mat-pdf.ts'

const pointsPerMm = 72 / 25.4

function readPdf(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes)
  const box = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.slice(1).map(Number)
  const pages = [...text.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, content]) =>
    [...content.matchAll(/^(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re f$/gm)].map((numbers) =>
      numbers.slice(1).map(Number),
    ),
  )
  return { text, size: box.map((points) => points / pointsPerMm), pages }
}

const isInside = ([x, y, width, height]: readonly number[], px: number, py: number) =>
  px >= x && px < x + width && py >= y && py < y + height

describe('writeMatPdf', () => {
  it('writes pages of exact size with a bar of 100 mm', () => {
    const { size, pages } = readPdf(writeMatPdf('one-page', 'a4'))
    expect(size[0]).toBeCloseTo(210, 3)
    expect(size[1]).toBeCloseTo(297, 3)
    const bars = pages[0].filter(([, , width, height]) => height === checkBarMm && width < 2)
    expect(bars).toHaveLength(1)
  })

  it('draws the same ink as createInk on one page', () => {
    const mat = getMat('one-page')
    const ink = createInk(mat)
    const { pages } = readPdf(writeMatPdf('one-page', 'letter'))
    const [width, height] = paperSizes.letter
    const wrong: string[] = []
    for (let k = 0; k < 3000; k++) {
      const x = (((k * 0.618_034) % 1) - 0.5) * 2 * (mat.halfWidth - 0.2)
      const y = (((k * 0.754_878) % 1) - 0.5) * 2 * (mat.halfHeight - 0.2)
      const isBlack = pages[0].some((box) => isInside(box, x + width / 2, y + height / 2))
      if (isBlack !== (ink(x, y) === 0)) wrong.push(`${x} ${y}`)
    }
    expect(wrong).toEqual([])
  })

  it('keeps all print 4 mm away from the paper’s edge', () => {
    for (const name of matNames) {
      for (const paper of ['a4', 'letter'] as const) {
        const { size, pages } = readPdf(writeMatPdf(name, paper))
        expect(pages).toHaveLength(getMat(name).pages[0] * getMat(name).pages[1])
        for (const [x, y, width, height] of pages.flat()) {
          expect(Math.min(x, y, size[0] - x - width, size[1] - y - height)).toBeGreaterThan(4)
        }
      }
    }
  })

  it('writes a cross-reference table with the positions of the objects', () => {
    const { text } = readPdf(writeMatPdf('four-pages', 'a4'))
    const start = Number(/startxref\n(\d+)/.exec(text)![1])
    expect(text.slice(start, start + 4)).toBe('xref')
    const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)]
    for (const [index, [, place]] of places.entries()) {
      expect(text.slice(Number(place)).startsWith(`${index + 1} 0 obj`)).toBe(true)
    }
  })
})
