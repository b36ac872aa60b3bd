const pointsPerMm = 72 / 25.4

/** Draws on a page of exact size. Coordinates are in mm from the page's bottom left. */
export type PdfPageBuilder = {
  rectangle: (box: Box) => void
  /** Adds a line of Helvetica, which runs up the page if `isUpright` is true. */
  text: (line: string, at: { x: number; y: number; sizeMm: number; isUpright?: boolean }) => void
}

type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type DrawnPage = { readonly content: string }

/** Draws a page into the operators of a PDF content stream (ISO 32000-1, annex A). */
export function drawPage(draw: (page: PdfPageBuilder) => void): DrawnPage {
  const operators: string[] = [`${format(pointsPerMm)} 0 0 ${format(pointsPerMm)} 0 0 cm`, '0 g']
  draw({
    rectangle: ({ x, y, width, height }) =>
      void operators.push(`${[x, y, width, height].map(format).join(' ')} re f`),
    text: (line, { x, y, sizeMm, isUpright = false }) => {
      const turn = isUpright ? '0 1 -1 0' : '1 0 0 1'
      const shown = line.replaceAll(/[\\()]/g, String.raw`\$&`)
      operators.push(
        `BT /F1 ${format(sizeMm)} Tf ${turn} ${format(x)} ${format(y)} Tm (${shown}) Tj ET`,
      )
    },
  })
  return { content: operators.join('\n') }
}

type Document = {
  readonly widthMm: number
  readonly heightMm: number
  readonly title: string
  readonly pages: readonly DrawnPage[]
}

/**
 * Writes a PDF of vector graphics that asks viewers to print without scaling. Text must be ASCII.
 */
export function writePdf({ widthMm, heightMm, title, pages }: Document): Uint8Array {
  const box = [widthMm, heightMm].map((mm) => format(mm * pointsPerMm)).join(' ')
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${box}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ content }, page) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title (${title}) >>`,
  ]
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\n`
  return new TextEncoder().encode(`${file}startxref\n${file.lastIndexOf('xref\n0')}\n%%EOF\n`)
}

const format = (value: number): string => String(Math.round(value * 1e4) / 1e4)
