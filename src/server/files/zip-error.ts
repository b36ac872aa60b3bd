/** The archive cannot be read. `message` completes a sentence: “it is damaged”. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** The archive requires a password. */
export class LockedZipError extends ZipError {
  constructor() {
    super('it is password-protected')
  }
}
