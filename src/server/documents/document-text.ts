import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { readWhole } from '../reading/read-file.ts'
import { findOfficeXmlKind } from '../reading/find-office-xml-kind.ts'
import { isRtf } from '../reading/rtf-text.ts'
import { readPdf } from './pdf-text.ts'

export type DocumentText = {
  text: string
  mimeType: string
  isCut: boolean
  pages?: number
  /** Positions in the text at which pages of a PDF file begin. */
  pageStarts?: number[]
  encoding?: string
  /** Sentences about parts that could not be read. */
  warnings?: string[]
  source?: Uint8Array
}

const zipMark = [0x50, 0x4b, 0x03, 0x04]
/** First bytes of .doc, .xls and .ppt files, and of newer Office files with a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0]

/** Name of a stream that each message file of Outlook contains. */
const outlookMark = Buffer.from('__substg1.0_', 'utf16le')

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/**
 * Extracts the text of a PDF, an Office file, an EPUB, a ZIP of text files, or plain text. Text
 * beyond the limit is cut.
 * @param bytes large buffers may be transferred to a thread and are empty afterwards.
 * @param read reads all files except PDF files.
 * @throws {HttpError} `bad_document` if there is no text.
 */
export async function readDocument(
  bytes: Uint8Array,
  read: typeof readWhole = readWhole,
): Promise<DocumentText> {
  if (bytes.length === 0) throw new HttpError('bad_document', 'This file is empty.')
  if (startsWith(bytes, zipMark)) return read('archive', bytes)
  if (startsWith(bytes, compoundMark)) {
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(outlookMark)) {
      throw new HttpError(
        'bad_document',
        'This is a message of Outlook. Save it as .eml, .html or .txt there.',
      )
    }
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
      ...(pdf.emptyPages.length > 0 && { warnings: [describeEmptyPages(pdf.emptyPages)] }),
    }
  }
  if (isRtf(bytes)) return toLimited(await read('rtf', bytes), 'application/rtf')
  if (isMail(bytes)) return toLimited(await read('mail', bytes), 'message/rfc822')
  if (isMailbox(bytes)) return toLimited(await read('mailbox', bytes), 'application/mbox')
  if (isNotebook(bytes)) return toLimited(await read('notebook', bytes), 'application/x-ipynb+json')
  if (findOfficeXmlKind(bytes) !== undefined)
    return toLimited(await read('officeXml', bytes), 'application/xml')
  const text = await read('text', bytes)
  return { ...text, mimeType: 'text/plain' }
}

const namedPagesMax = 10

/** Returns a sentence that names the pages without text, with ranges for consecutive pages. */
function describeEmptyPages(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const named = ranges
    .slice(0, namedPagesMax)
    .map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  const more = ranges.length > namedPagesMax ? ' and others' : ''
  return pages.length === 1
    ? `Page ${pages[0]} has no text. If it is scanned, add it as a picture.`
    : `Pages ${named.join(', ')}${more} have no text. If they are scanned, add them as pictures.`
}

function toLimited(
  { text, ...read }: { text: string; warnings?: string[] },
  mimeType: string,
): DocumentText {
  if (text === '') throw new HttpError('bad_document', 'There is no text in this file.')
  const isCut = text.length > documentTextMax
  return { ...read, text: cutText(text, documentTextMax), mimeType, isCut }
}

const headBytes = 8 * 1024

/**
 * Returns whether a file contains several messages, each after a line such as `From a@b.c Fri
 * Nov…`.
 */
function isMailbox(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const [line] = /^From [^\s@]{1,100}[^\n]{10,200}\n/.exec(head) ?? []
  return line !== undefined && isMail(bytes.subarray(line.length))
}

function isNotebook(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x7b) return false
  const ends = [bytes.subarray(0, headBytes), bytes.subarray(-headBytes)]
  const text = ends.map((end) => Buffer.from(end).toString('latin1')).join('')
  return text.includes('"nbformat"') && text.includes('"cell_type"')
}

function isMail(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const headers = head.split(/\r?\n\r?\n/, 1)[0] ?? ''
  return (
    /^[\w-]{1,60}:/.test(headers) &&
    /^(?:From|Return-Path|Received|Delivered-To):/im.test(headers) &&
    /^(?:Subject|Date|Message-ID):/im.test(headers) &&
    /^(?:MIME-Version|Message-ID|Received|Date):/im.test(headers)
  )
}
