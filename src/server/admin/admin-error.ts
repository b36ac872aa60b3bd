/** A problem that the person at the terminal can fix; `message` is a sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}
