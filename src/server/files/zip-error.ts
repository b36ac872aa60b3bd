/** An archive that cannot be read; `message` ends a sentence: “it is damaged”. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** One that opens with a password only. */
export class LockedZipError extends ZipError {
  constructor() {
    super('it is password-protected')
  }
}
