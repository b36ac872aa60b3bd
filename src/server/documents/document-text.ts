import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { readWhole } from '../reading/read-file.ts'
import { readPdf } from './pdf-text.ts'

export type DocumentText = { text: string; mimeType: string; isCut: boolean; pages?: number }

/**
 * The text in a file: of a PDF, or of anything that is text already, in UTF-8, UTF-16 or Windows-1252.
 * What is longer than a document may be is cut.
 *
 * @param bytes large ones may be handed over to a thread, and are empty afterwards.
 * @throws {HttpError} `bad_document` when there is none.
 */
export async function readDocument(bytes: Uint8Array): Promise<DocumentText> {
  if (bytes.length === 0) throw new HttpError('bad_document', 'This file is empty.')
  // The mark may come after some bytes that do not belong there.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    const pdf = await readPdf(bytes, documentTextMax)
    if (pdf.text === '') {
      throw new HttpError(
        'bad_document',
        'This PDF contains scanned pages without text. Add the pages as pictures instead.',
      )
    }
    const { text, pages, isCut } = pdf
    return {
      text: cutText(text, documentTextMax),
      mimeType: 'application/pdf',
      isCut: isCut || text.length > documentTextMax,
      pages,
    }
  }
  const text = await readWhole('text', bytes)
  return { ...text, mimeType: 'text/plain' }
}
