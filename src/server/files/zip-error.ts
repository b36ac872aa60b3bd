/** An archive that cannot be read; `message` ends a sentence: “it is damaged”. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}
