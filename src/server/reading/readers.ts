import { readExport, type ExportPart } from './read-export.ts'
import { readPlainText, type PlainText } from './plain-text.ts'
import type { ArchivedAsset } from './archive-format.ts'
import { readManifest } from './read-manifest.ts'
import { readModelFile, type ModelFileReading } from './read-model-file.ts'

/** What files are read as, and the parts in which each comes out. */
export type FileParts = {
  chats: ExportPart
  library: ArchivedAsset[]
  model: ModelFileReading
  text: PlainText
}
export type FileKind = keyof FileParts

/** Each goes through its whole file in one go before or between its parts. */
export const readers: {
  [Kind in FileKind]: (bytes: Uint8Array) => Generator<FileParts[Kind]>
} = {
  chats: readExport,
  library: readManifest,
  *model(bytes) {
    yield readModelFile(new TextDecoder().decode(bytes))
  },
  *text(bytes) {
    yield readPlainText(bytes)
  },
}
