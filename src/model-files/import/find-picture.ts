import type { EmbeddedPicture } from '../mesh/parts.ts'
import { findNamed } from './endings.ts'
import type { ImportReport } from './import-report.ts'
import type { NamedFile } from './named-file.ts'
import { toGltfPicture } from './pictures/gltf-picture.ts'

/**
 * Creates a function that finds a model's picture by name, and reports each missing picture once.
 */
export const pictureFinder =
  (
    files: readonly NamedFile[],
    report: ImportReport,
    found = new Map<string, EmbeddedPicture | undefined>(),
  ) =>
  (path: string): EmbeddedPicture | undefined => {
    if (!found.has(path)) found.set(path, getPicture(files, path))
    const picture = found.get(path)
    if (!picture && !report.missing.includes(path)) report.missing.push(path)
    return picture
  }

function getPicture(files: readonly NamedFile[], path: string): EmbeddedPicture | undefined {
  const file = findNamed(files, path)
  return file && toGltfPicture(file.bytes, file.name)
}
