import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import { LockedZipError, ZipError } from '../../files/zip-error.ts'
import { openZipFiles, toZipSource } from '../../files/zip-files.ts'
import { bookContainer, readBook } from './book-text.ts'
import { readFolder } from './folder-text.ts'
import { openDocumentKind, readOpenDocument } from './open-document-text.ts'
import {
  createParts,
  readRelations,
  createUnpackedTooLargeError,
  type ArchiveParts,
  type UnpackLimits,
} from './parts.ts'
import { readXml } from './read-xml.ts'
import { readSheets } from './sheets-text.ts'
import { readSlides } from './slides-text.ts'
import { createTextSink, type TextSink } from './text-sink.ts'
import { readWord } from './word-text.ts'

/** Text of an archive. `pages` is the number of slides of a presentation. */
export type ArchiveText = {
  text: string
  mimeType: string
  isCut: boolean
  pages?: number
  warnings: string[]
}

/** Matches files in the proprietary format of Pages, Numbers and Keynote. */
const appleContent = /^(?:Index\/.*\.iwa|Index\.zip)$/

const office = 'application/vnd.openxmlformats-officedocument'

/**
 * Returns the text of a file based on ZIP: an Office file, a book, or a folder of text files.
 * @throws {HttpError} `bad_document` if the file contains no text, is damaged or encrypted, or
 * exceeds the limit.
 */
export async function readArchiveText(
  bytes: Uint8Array,
  limits?: UnpackLimits,
): Promise<ArchiveText> {
  const sink = createTextSink(documentTextMax)
  try {
    const parts = createParts(await openZipFiles(toZipSource(bytes)), limits)
    const found = await readParts(parts, sink)
    const text = sink.text()
    if (parts.names.some((name) => appleContent.test(name))) {
      throw new HttpError(
        'bad_document',
        'This Pages, Numbers or Keynote file cannot be read. Export it as PDF, Word, Excel or PowerPoint.',
      )
    }
    if (text === '' || found.isEmpty) {
      const why = parts.warnings.map((warning) => ` ${warning}`).join('')
      throw new HttpError('bad_document', `There is no text in this file.${why}`)
    }
    return {
      text: cutText(text, documentTextMax),
      isCut: text.length > documentTextMax || sink.isFull(),
      mimeType: found.mimeType,
      warnings: parts.warnings,
      ...(found.pages !== undefined && { pages: found.pages }),
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    if (error instanceof LockedZipError) {
      throw new HttpError(
        'bad_document',
        'This file is password-protected. Unpack it, and add the files that matter.',
        { cause: error },
      )
    }
    if (error.message.endsWith('is too large')) throw createUnpackedTooLargeError(error)
    throw new HttpError('bad_document', `This file cannot be read: ${error.message}.`, {
      cause: error,
    })
  }
}

type Found = { mimeType: string; isEmpty?: boolean; pages?: number }

const rootKinds = new Map([
  ['document', 'word'],
  ['workbook', 'xl'],
  ['presentation', 'ppt'],
])

async function getKind(parts: ArchiveParts, main: string): Promise<string | undefined> {
  const folder = main.split('/')[0]
  if (folder !== undefined && /^(?:word|xl|ppt)$/.test(folder)) return folder
  let root: string | undefined
  readXml(
    await parts.read(main),
    {
      open(name) {
        root ??= name
      },
    },
    { isEnough: () => root !== undefined },
  )
  return rootKinds.get(root ?? '')
}

async function readParts(parts: ArchiveParts, sink: TextSink): Promise<Found> {
  const relations = [...(await readRelations(parts, '')).values()]
  const main = relations.find(({ type }) => type === 'officeDocument')?.target ?? ''
  const kind = parts.has(main) ? await getKind(parts, main) : undefined
  if (kind === 'word') {
    await readWord(parts, main, sink)
    return { mimeType: `${office}.wordprocessingml.document` }
  }
  if (kind === 'xl') {
    if (main.endsWith('.bin')) {
      throw new HttpError(
        'bad_document',
        'This is a binary Excel file (.xlsb), which is not read here. Save it as .xlsx.',
      )
    }
    await readSheets(parts, main, sink)
    return { mimeType: `${office}.spreadsheetml.sheet` }
  }
  if (kind === 'ppt') {
    const pages = await readSlides(parts, main, sink)
    return { pages, mimeType: `${office}.presentationml.presentation` }
  }
  if (parts.has(bookContainer)) {
    await readBook(parts, sink)
    return { mimeType: 'application/epub+zip' }
  }
  const openDocument = await openDocumentKind(parts)
  if (openDocument !== undefined) {
    const pages = await readOpenDocument(parts, sink)
    return { mimeType: openDocument, ...(pages > 0 && { pages }) }
  }
  const texts = await readFolder(parts, sink)
  return { mimeType: 'application/zip', isEmpty: texts === 0 }
}
