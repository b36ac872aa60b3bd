import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs'
import { findMarks } from './find-marks.ts'

export type PdfRequest =
  | { type: 'open'; bytes: ArrayBuffer }
  /** @property page number, starting at 1. @property passage text to mark on this page. */
  | { type: 'draw'; page: number; widthPx: number; passage: string }
/** `markTop` is the position of the first mark, from 0 to 1. */
export type PdfReply = { picture: ImageBitmap; markTop?: number } | { problem: string }

/** Maximum height of a drawn page in pixels, because a page can have any size. */
const heightPxMax = 6_000
const imagePixelsMax = 40_000_000
const markColour = 'rgb(255 225 120)'

/** The parts of `document` that pdf.js uses. Workers have canvases and fonts but no document. */
const ownerDocument = {
  fonts: 'fonts' in self ? self.fonts : undefined,
  createElement: (name: string) => {
    if (name !== 'canvas') throw new Error(`A PDF asked for the element “${name}”.`)
    return new OffscreenCanvas(1, 1)
  },
} as unknown as HTMLDocument

let opened: Promise<PDFDocumentProxy> | undefined

self.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  if (data.type === 'open') {
    opened = getDocument({
      data: new Uint8Array(data.bytes),
      ownerDocument,
      isEvalSupported: false,
      useSystemFonts: true,
      maxImageSize: imagePixelsMax,
      verbosity: 0,
    }).promise
    // The next request reports this error.
    opened.catch(() => {})
    return
  }
  draw(data).then(reply, (error: unknown) => reply({ problem: String(error) }))
})

function reply(answer: PdfReply): void {
  self.postMessage(answer, { transfer: 'picture' in answer ? [answer.picture] : [] })
}

async function draw({
  page: number,
  widthPx,
  passage,
}: Extract<PdfRequest, { type: 'draw' }>): Promise<PdfReply> {
  const pdf = await opened
  if (!pdf) throw new Error('No PDF is open.')
  const page = await pdf.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(widthPx / natural.width, heightPxMax / natural.height)
  const viewport = page.getViewport({ scale })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser offers no canvas.')
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
  }).promise
  const markTop = passage === '' ? undefined : await mark(page, { context, viewport, passage })
  page.cleanup()
  return { picture: canvas.transferToImageBitmap(), ...(markTop !== undefined && { markTop }) }
}

type MarkOptions = {
  context: OffscreenCanvasRenderingContext2D
  viewport: ReturnType<PDFPageProxy['getViewport']>
  passage: string
}

async function mark(
  page: PDFPageProxy,
  { context, viewport, passage }: MarkOptions,
): Promise<number | undefined> {
  const { items } = await page.getTextContent()
  const texts = items.filter((item) => 'str' in item)
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = markColour
  let top: number | undefined
  for (const { item, from, to } of findMarks(texts, passage)) {
    const text = texts[item]
    if (!text) continue
    const [, , , , x, y] = text.transform.map(Number)
    const [left = 0, width, height] = [x, text.width, text.height]
    const line = [
      left + width * from,
      (y ?? 0) - height * 0.2,
      left + width * to,
      (y ?? 0) + height,
    ]
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(line).map(Number)
    context.fillRect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1))
    top = Math.min(top ?? 1, Math.min(y1, y2) / viewport.height)
  }
  return top
}
