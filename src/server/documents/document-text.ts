import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors.ts'
import { readPdf } from './pdf-text.ts'

export type DocumentText = { text: string; mimeType: string; isCut: boolean; pages?: number }

/** Of a file with so many other signs, nobody would say that it is text. */
const oddShareMax = 0.02

/**
 * The text in a file: of a PDF, or of anything that is text already, in UTF-8, UTF-16 or Windows-1252.
 *
 * @param lengthMax UTF-16 units; what is longer is cut.
 * @throws {HttpError} `bad_document` when there is none.
 */
export async function readDocument(bytes: Uint8Array, lengthMax: number): Promise<DocumentText> {
  if (bytes.length === 0) throw new HttpError('bad_document', 'This file is empty.')
  // The mark may come after some bytes that do not belong there.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    const pdf = await readPdf(bytes, lengthMax)
    if (pdf.text === '') {
      throw new HttpError(
        'bad_document',
        'This PDF holds pictures of pages and no text. Add the pages as pictures instead.',
      )
    }
    return { ...cut(pdf, lengthMax), mimeType: 'application/pdf', pages: pdf.pages }
  }
  const text = decode(bytes)
  if (text === undefined) {
    throw new HttpError(
      'bad_document',
      'There is no text to be read in this file. Text files and PDFs can be added.',
    )
  }
  if (text.trim() === '') throw new HttpError('bad_document', 'This file holds nothing but spaces.')
  return { ...cut({ text, isCut: false }, lengthMax), mimeType: 'text/plain' }
}

function cut({ text, isCut }: { text: string; isCut: boolean }, lengthMax: number) {
  return { text: cutText(text, lengthMax), isCut: isCut || text.length > lengthMax }
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined
  for (const encoding of marked ? [marked] : ['utf-8', 'windows-1252']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return isReadable(text) ? text : undefined
    } catch {
      // Not in this encoding; the next may fit.
    }
  }
  return undefined
}

function isReadable(text: string): boolean {
  const sample = text.slice(0, 100_000)
  // oxlint-disable-next-line no-control-regex -- they are what is looked for.
  const odd = sample.match(/[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/g)?.length ?? 0
  return !sample.includes('\u0000') && odd <= sample.length * oddShareMax
}
