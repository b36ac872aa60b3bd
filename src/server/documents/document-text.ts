import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { readWhole } from '../reading/read-file.ts'
import { readPdf } from './pdf-text.ts'

export type DocumentText = {
  text: string
  mimeType: string
  isCut: boolean
  pages?: number
  /** Positions in the text at which pages begin. Only for PDF files. */
  pageStarts?: number[]
}

const zipMark = [0x50, 0x4b, 0x03, 0x04]
/** First bytes of .doc, .xls and .ppt files, and of newer Office files with a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/**
 * Extracts the text of a PDF, an Office file, an EPUB, a ZIP of text files, or plain text in UTF-8,
 * UTF-16 or Windows-1252. Text beyond the limit is cut.
 * @param bytes large buffers may be transferred to a thread and are empty afterwards.
 * @throws {HttpError} `bad_document` if there is no text.
 */
export async function readDocument(bytes: Uint8Array): Promise<DocumentText> {
  if (bytes.length === 0) throw new HttpError('bad_document', 'This file is empty.')
  if (startsWith(bytes, zipMark)) return readWhole('archive', bytes)
  if (startsWith(bytes, compoundMark)) {
    throw new HttpError(
      'bad_document',
      'This Office file is locked with a password or has an old format. Save it as .docx, .xlsx or .pptx without a password.',
    )
  }
  // Search the first kilobyte, because other bytes may precede the signature.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    const pdf = await readPdf(bytes, documentTextMax)
    if (pdf.text === '') {
      throw new HttpError(
        'bad_document',
        'This PDF contains scanned pages without text. Add the pages as pictures instead.',
      )
    }
    const { pages, isCut } = pdf
    const text = cutText(pdf.text, documentTextMax)
    return {
      text,
      mimeType: 'application/pdf',
      isCut: isCut || pdf.text.length > documentTextMax,
      pages,
      pageStarts: pdf.pageStarts.filter((start) => start < text.length),
    }
  }
  const text = await readWhole('text', bytes)
  return { ...text, mimeType: 'text/plain' }
}
