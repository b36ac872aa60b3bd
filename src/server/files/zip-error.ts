/** The archive cannot be read. `message` completes a sentence: “it is damaged”. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

export class LockedZipError extends ZipError {
  constructor() {
    super('it is password-protected')
  }
}
