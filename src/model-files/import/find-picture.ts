import type { EmbeddedPicture } from '../mesh/parts.ts'
import { getExtension, findNamed } from './endings.ts'
import type { ImportReport } from './import-report.ts'
import type { NamedFile } from './named-file.ts'

/**
 * Creates a function that finds a picture by its name in a model. Each missing one is reported
 * once.
 */
export const pictureFinder =
  (files: readonly NamedFile[], report: ImportReport) =>
  (path: string): EmbeddedPicture | undefined => {
    const picture = getPicture(files, path)
    if (!picture && !report.missing.includes(path)) report.missing.push(path)
    return picture
  }

function getPicture(files: readonly NamedFile[], path: string): EmbeddedPicture | undefined {
  const file = findNamed(files, path)
  const ending = file && getExtension(file.name).slice(1)
  if (!file || !ending) return
  const kinds: Record<string, string> = {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    // TGA files have been converted to PNG before this.
    tga: 'image/png',
  }
  const mimeType = kinds[ending]
  return mimeType === undefined ? undefined : { mimeType, bytes: file.bytes, name: file.name }
}
