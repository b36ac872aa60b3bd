import { readExport, type ExportPart } from '../chat/read-export.ts'
import type { ArchivedAsset } from '../library/archive-format.ts'
import { readManifest } from '../library/read-manifest.ts'

/** What files are read as, and the parts in which each comes out. */
export type FileParts = {
  chats: ExportPart
  library: ArchivedAsset[]
}
export type FileKind = keyof FileParts

/** Each goes through its whole file in one go before or between its parts. */
export const readers: {
  [Kind in FileKind]: (bytes: Uint8Array) => Generator<FileParts[Kind]>
} = { chats: readExport, library: readManifest }
