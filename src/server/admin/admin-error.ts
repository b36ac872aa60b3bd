/** A problem that the person at the terminal can fix. `message` is a sentence for that person. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}
