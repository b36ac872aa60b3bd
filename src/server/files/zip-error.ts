/**
 * Thrown if the archive cannot be read. `message` is the end of a sentence, such as “it is
 * damaged”.
 */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

export class LockedZipError extends ZipError {}
