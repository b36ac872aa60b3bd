import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'

export type PlainText = { text: string; isCut: boolean }

/** Maximum fraction of unusual characters in a text file. */
const oddShareMax = 0.02

/**
 * Decodes a text file in UTF-8, UTF-16 or Windows-1252. Takes time in proportion to the file's
 * size.
 * @throws {HttpError} `bad_document` if it is empty.
 */
export function readPlainText(bytes: Uint8Array): PlainText {
  const text = decodeText(bytes)
  if (text === undefined) {
    throw new HttpError(
      'bad_document',
      'No text could be read from this file. Add text, a PDF, a Word, Excel or PowerPoint file, an EPUB, or a ZIP of text files.',
    )
  }
  if (text.trim() === '')
    throw new HttpError('bad_document', 'This file contains only white space.')
  return { text: cutText(text, documentTextMax), isCut: text.length > documentTextMax }
}

/** @returns undefined if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
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
      // Try the next encoding.
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
