import { readExport, type ExportPart } from './chats/read-export.ts'
import { readPlainText, type PlainText, type TextHint } from './plain-text.ts'
import { readOpenApiDocument, type ReadDocument } from './openapi/read-document.ts'
import type { ArchivedAsset } from './archive-format.ts'
import { readArchiveText, type ArchiveText } from './archives/archive-text.ts'
import { readPage, type PageText } from './archives/page-text.ts'
import { readMail, readMailbox } from './mail-text.ts'
import { readNotebook } from './notebook-text.ts'
import { readOfficeXml } from './office-xml-text.ts'
import { readManifest } from './read-manifest.ts'
import { readRtf } from './rtf-text.ts'
import { readModelFile, type ModelFileReading } from './read-model-file.ts'

export type FileParts = {
  page: PageText
  archive: ArchiveText
  chats: ExportPart
  library: ArchivedAsset[]
  model: ModelFileReading
  text: PlainText
  rtf: { text: string }
  mail: { text: string; warnings: string[] }
  mailbox: { text: string; warnings: string[] }
  notebook: { text: string; warnings: string[] }
  officeXml: { text: string; warnings: string[] }
  openapi: ReadDocument
}
export type FileKind = keyof FileParts

/** Readers by kind of file. `hint` is for texts, pages and OpenAPI documents. */
export const readers: {
  [Kind in FileKind]: (
    bytes: Uint8Array,
    hint?: TextHint,
  ) => Generator<FileParts[Kind]> | AsyncGenerator<FileParts[Kind]>
} = {
  async *archive(bytes) {
    yield await readArchiveText(bytes)
  },
  chats: readExport,
  library: readManifest,
  *model(bytes) {
    yield readModelFile(new TextDecoder().decode(bytes))
  },
  *page(bytes, hint) {
    yield readPage(bytes, hint)
  },
  *rtf(bytes) {
    yield { text: readRtf(bytes) }
  },
  async *mail(bytes) {
    yield await readMail(bytes)
  },
  async *mailbox(bytes) {
    yield await readMailbox(bytes)
  },
  *notebook(bytes) {
    yield readNotebook(bytes)
  },
  async *officeXml(bytes) {
    yield await readOfficeXml(bytes)
  },
  *openapi(bytes, hint) {
    yield readOpenApiDocument(new TextDecoder().decode(bytes), hint?.address)
  },
  *text(bytes, hint) {
    yield readPlainText(bytes, hint)
  },
}
