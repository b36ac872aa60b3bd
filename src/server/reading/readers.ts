import { readExport, type ExportPart } from './chats/read-export.ts'
import { readPlainText, type PlainText } from './plain-text.ts'
import type { ArchivedAsset } from './archive-format.ts'
import { readArchiveText, type ArchiveText } from './archives/archive-text.ts'
import { readPage, type PageText } from './archives/page-text.ts'
import { readManifest } from './read-manifest.ts'
import { readModelFile, type ModelFileReading } from './read-model-file.ts'

export type FileParts = {
  page: PageText
  archive: ArchiveText
  chats: ExportPart
  library: ArchivedAsset[]
  model: ModelFileReading
  text: PlainText
}
export type FileKind = keyof FileParts

/** Readers by kind. Each processes its file synchronously before or between its parts. */
export const readers: {
  [Kind in FileKind]: (
    bytes: Uint8Array,
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
  *page(bytes) {
    yield readPage(bytes)
  },
  *text(bytes) {
    yield readPlainText(bytes)
  },
}
