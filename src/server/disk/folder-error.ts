/** The data folder cannot be made, not be written to, or not be kept from others. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}
