import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { decodeBytes } from '#lib/encodings/decode-bytes.ts'
import { decodeText, type DecodedText } from '#lib/encodings/decode-text.ts'
import { formatEncoding } from '#lib/encodings/encodings.ts'
import { isReadableText } from '#lib/encodings/is-readable-text.ts'
import { HttpError } from '../errors/http-error.ts'

export type PlainText = {
  text: string
  isCut: boolean
  encoding: string
  warnings: string[]
  /**
   * The bytes from which the text was decoded. Absent if encoding the text returns the same bytes.
   */
  source?: Uint8Array
}

/**
 * Hints for decoding: `encoding` was chosen by a person, `label` is named by a server and often
 * wrong.
 */
export type TextHint = {
  encoding?: string | undefined
  label?: string | undefined
  address?: string | undefined
}

const unitBytesMax = 4

/**
 * Decodes a text file, in time proportional to the file's size.
 * @throws {HttpError} `bad_document` if the file is empty or not text.
 */
export function readPlainText(bytes: Uint8Array, hint: TextHint = {}): PlainText {
  const decoded = decodeText(bytes, hint)
  const text = mendEnds(decoded)
  // Always accept the person's choice of encoding, so that the person can choose another encoding
  // later.
  if (hint.encoding === undefined && !isReadableText(text)) {
    throw new HttpError(
      'bad_document',
      'No text could be read from this file. Add text, a PDF, a Word, Excel or PowerPoint file, an EPUB, or a ZIP of text files.',
    )
  }
  if (text.trim() === '')
    throw new HttpError('bad_document', 'This file contains only white space.')
  return {
    text: cutText(text, documentTextMax),
    isCut: text.length > documentTextMax,
    encoding: decoded.encoding,
    warnings: getWarnings(decoded),
    ...(!(isReversible(decoded) && text === decoded.text) && {
      source: bytes.slice(0, documentTextMax * unitBytesMax),
    }),
  }
}

/**
 * Converts the line ends of old Macs, and removes the zeros with which some programs end a text.
 */
function mendEnds(decoded: DecodedText): string {
  const { text } = decoded
  let end = text.length
  if (isReversible(decoded)) while (text.charCodeAt(end - 1) === 0) end--
  const own = text.slice(0, end)
  return own.includes('\r') && !own.includes('\n') ? own.replaceAll('\r', '\n') : own
}

const isReversible = ({ encoding, damaged }: DecodedText): boolean =>
  encoding === 'utf-8' && damaged === 0

const getWarnings = ({ damaged, encoding }: DecodedText): string[] =>
  damaged === 0
    ? []
    : [
        `${damaged === 1 ? 'One character is' : `${damaged} characters are`} not valid in ${formatEncoding(encoding)} and shown as \uFFFD.`,
      ]

/**
 * Decodes text in its detected encoding.
 * @param label encoding that a server names.
 * @returns undefined if the bytes are not text.
 */
export function decodeReadable(bytes: Uint8Array, label?: string): DecodedText | undefined {
  const decoded = decodeText(bytes, { label })
  return isReadableText(decoded.text) ? decoded : undefined
}

/** Returns a text in UTF-8 as bytes. Bytes in UTF-8 are returned unchanged. */
export const toUtf8 = (bytes: Uint8Array, encoding: string): Uint8Array =>
  encoding === 'utf-8' ? bytes : new TextEncoder().encode(decodeBytes(bytes, encoding))
