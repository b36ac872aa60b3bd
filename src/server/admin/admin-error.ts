/** Something that the person at the terminal can mend; `message` is a sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}
