import { type MatBox, listBoxes } from './list-boxes.ts'
import { getMat } from './mat-layout.ts'
import type { MatName } from '../../scan-params.ts'
import { drawPage, type PdfPageBuilder, writePdf } from './pdf-page.ts'

/** Width and height of upright paper in mm. */
export const paperSizes = { a4: [210, 297], letter: [215.9, 279.4] } as const
export type Paper = keyof typeof paperSizes

/** Length of the printed bar, in mm. The user measures the bar to find the printer's scale. */
export const checkBarMm = 100

const instructions = [
  'Print at 100 %, not "fit to page", on matt paper, and check that the bar on the right is 100 mm long.',
  'Lay the mat flat, put the object on the pattern, and do not move either. Use soft light from all sides.',
  'Take 36 photos: 12 from almost table height, 14 from about 30 degrees, 8 from 55 and 2 from above.',
]
const joining =
  'Cut along the edges of the print where pages meet, lay them edge to edge and tape them from behind.'

/** Writes the mat as a PDF of exact size, one sheet of paper per page. */
export function writeMatPdf(name: MatName, paper: Paper): Uint8Array {
  const mat = getMat(name)
  const [across, down] = mat.pages
  const [short, long] = paperSizes[paper]
  const [widthMm, heightMm] = across * 2 === down ? [long, short] : [short, long]
  const boxes = listBoxes(mat)
  const part = { width: (mat.halfWidth * 2) / across, height: (mat.halfHeight * 2) / down }
  const pages = Array.from({ length: across * down }, (_, place) => {
    const column = place % across
    const row = Math.floor(place / across)
    const left = column * part.width - mat.halfWidth
    const bottom = mat.halfHeight - (row + 1) * part.height
    const [marginX, marginY] = [(widthMm - part.width) / 2, (heightMm - part.height) / 2]
    return drawPage((page) => {
      for (const box of boxes) {
        const x = Math.max(box.x, left)
        const y = Math.max(box.y, bottom)
        const width = Math.min(box.x + box.width, left + part.width) - x
        const height = Math.min(box.y + box.height, bottom + part.height) - y
        if (width < 1e-6 || height < 1e-6) continue
        page.rectangle({ x: x - left + marginX, y: y - bottom + marginY, width, height })
      }
      drawNotes(page, { widthMm, marginX, bottom: marginY, height: part.height })
      if (across * down > 1) {
        const note = `Page ${place + 1} of ${across * down}. ${joining}`
        page.text(note, { x: marginX, y: marginY / 2, sizeMm: 2.4 })
        drawCutMarks(page, { x: marginX, y: marginY, width: part.width, height: part.height })
      }
    })
  })
  return writePdf({ widthMm, heightMm, title: `Scan mat, ${name}`, pages })
}

type Margins = {
  readonly widthMm: number
  readonly marginX: number
  readonly bottom: number
  readonly height: number
}

function drawNotes(page: PdfPageBuilder, { widthMm, marginX, bottom, height }: Margins): void {
  const barX = widthMm - marginX + 3
  const barY = bottom + (height - checkBarMm) / 2
  page.rectangle({ x: barX, y: barY, width: 1.2, height: checkBarMm })
  for (const y of [barY, barY + checkBarMm - 0.2]) {
    page.rectangle({ x: barX, y, width: 3, height: 0.2 })
  }
  const besideBar = { x: barX + 4.2, sizeMm: 2.4, isUpright: true }
  page.text(`${checkBarMm} mm`, { ...besideBar, y: barY + checkBarMm / 2 - 4 })
  const size = Math.min(2.6, height / 75)
  for (const [line, text] of instructions.entries()) {
    const x = marginX - 1.8 - (instructions.length - 1 - line) * 3.2
    page.text(text, { x, y: bottom, sizeMm: size, isUpright: true })
  }
}

function drawCutMarks(page: PdfPageBuilder, { x, y, width, height }: MatBox): void {
  const [length, line, gap] = [4, 0.15, 1]
  for (const edge of [x, x + width]) {
    for (const from of [y - gap - length, y + height + gap]) {
      page.rectangle({ x: edge - line / 2, y: from, width: line, height: length })
    }
  }
  for (const edge of [y, y + height]) {
    for (const from of [x - gap - length, x + width + gap]) {
      page.rectangle({ x: from, y: edge - line / 2, width: length, height: line })
    }
  }
}
