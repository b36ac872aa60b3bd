/** The data folder cannot be created, written to, or protected from other users. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}
